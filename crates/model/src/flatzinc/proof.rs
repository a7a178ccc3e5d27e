//! Proofs of the answer to a file.

use super::FlatZinc;
use crate::model::{Claim, Proof, ProofError};
use clew_engine::run::Interrupt;
use clew_puzzle::certificate::Opb;
use clew_puzzle::certificate::proof::Outlet;
use clew_solve::strategy::Options;

impl FlatZinc {
    /// Answers the file and writes a proof of the answer, as [`Model::prove`](crate::model::Model::prove). Returns the
    /// solution in the words of MiniZinc as well, if there is one. Search annotations are left aside.
    ///
    /// # Errors
    /// As there; if a range was assumed for a variable, which is no part of the file.
    pub fn prove(
        &self,
        options: &Options,
        rows: &mut dyn FnMut(&[u8]) -> bool,
        proof: Outlet<'_>,
    ) -> Result<(Proof, Option<String>), ProofError> {
        self.refuse_assumed()?;
        let proved = self.model.prove(&self.goal, options, rows, proof)?;
        let shown = proved.solution.as_ref().map(|solution| self.answer(solution));
        Ok((proved, shown))
    }

    /// The rows that state the file in a proof of a claim, and the number to add to their objective for the value of the
    /// goal (of its negation, if it is to be as large as possible).
    ///
    /// # Errors
    /// As [`FlatZinc::prove`].
    pub fn proof_rows(
        &self,
        claim: Claim,
        interrupt: Option<Interrupt>,
    ) -> Result<(Opb, i64), ProofError> {
        self.refuse_assumed()?;
        self.model.proof_rows(&self.goal, claim, interrupt)
    }

    fn refuse_assumed(&self) -> Result<(), ProofError> {
        match self.assumed.first() {
            Some(name) => {
                Err(ProofError::Refused(format!("{name} has no bounds; state its range")))
            }
            None => Ok(()),
        }
    }
}
