//! Proofs about models, for a checker of other people: that there is no solution, a solution, or none better.

mod encoding;
mod network;
mod numbers;

use super::builder::Model;
use super::error::{ModelError, Unbuilt};
use super::export::Goal;
use super::family::{Located, ModelPuzzle};
use super::outcome::Solution;
use super::statement::Statement;
use clew_engine::kernel::StepCounter;
use clew_engine::run::Interrupt;
use clew_puzzle::certificate::complete::complete;
use clew_puzzle::certificate::proof::Outlet;
use clew_puzzle::certificate::prover::Effort;
use clew_puzzle::certificate::{Literal, Opb, ProofFile, Unproved, Unstated};
use clew_puzzle::puzzle::{Answer, Built};
use clew_solve::strategy::Options;
use clew_solve::strategy::prove::{Followed, NoProof};
use encoding::{Encoding, NoRows};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The claim of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// There is no solution.
    None,
    /// There is a solution.
    Solved,
    /// There is a solution with this value of the goal, and no better one.
    Best(i64),
}

/// A proof that was written.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Its claim.
    pub claim: Claim,
    /// The solution that it has.
    pub solution: Option<Solution>,
    /// How many rows state the model.
    pub rows: u64,
    /// The length of the proof.
    pub bytes: u64,
    /// The effort of the proof; nothing for [`Claim::Solved`].
    pub effort: Effort,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ProofError {
    /// The model cannot be solved.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model cannot be stated in a proof: a constraint or a number, in words.
    #[error("a proof cannot state this model: {0}")]
    Refused(String),
    /// A limit came before the answer, so there is nothing to prove.
    #[error("undecided: a limit came first")]
    Undecided,
    /// The search under proof has found none.
    #[error(transparent)]
    Proof(#[from] NoProof),
}

impl From<NoRows> for ProofError {
    fn from(why: NoRows) -> ProofError {
        match why {
            NoRows::Refused(why) => ProofError::Refused(why),
            NoRows::Unstated(Unstated::Interrupted) => interrupted(),
            NoRows::Unstated(why @ Unstated::Excess) => ProofError::Refused(why.to_string()),
        }
    }
}

impl From<Unbuilt> for ProofError {
    fn from(why: Unbuilt) -> ProofError {
        match why {
            Unbuilt::Model(why) => ProofError::Model(why),
            Unbuilt::Interrupted => interrupted(),
        }
    }
}

fn interrupted() -> ProofError {
    ProofError::Proof(Unproved::Interrupted.into())
}

/// # Proofs
impl Model {
    /// Solves the model and writes a proof of the result, which the program VeriPB checks: that there is no solution, that
    /// there is one, or that no solution is better than the one that is found. `rows` receives the model as pseudo-Boolean
    /// rows, `proof` the proof, both piece by piece; each returns whether it can take more.
    ///
    /// The search under proof is a second one, with learning. Constraints whose propagators have reasons of a kind that a
    /// proof can give are posted as they are; the others as their rows, so that they find less. The linear relaxation is
    /// left out. Every constraint has rows but those of your own ([`Model::own`]). Integer variables have a literal for
    /// each value, some two million together at the most, and the weights of a row sum to less than 2^31.
    ///
    /// ```
    /// use clew_model::model::{Claim, Goal, Model};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=9)?;
    /// m.all_different(&x)?;
    /// m.equal(x[0] + x[1] + x[2], 20)?;
    /// let (mut rows, mut proof) = (Vec::new(), Vec::new());
    /// let mut take = |piece: &[u8]| { rows.extend_from_slice(piece); true };
    /// let steps = Box::new(|piece: &[u8]| { proof.extend_from_slice(piece); true });
    /// let proved = m.prove(&Goal::Minimize(x[0].into()), &Default::default(), &mut take, steps)?;
    /// assert_eq!(proved.claim, Claim::Best(3));
    /// assert!(String::from_utf8(proof)?.contains("conclusion BOUNDS 3 : "));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn prove(
        &self,
        goal: &Goal,
        options: &Options,
        rows: &mut dyn FnMut(&[u8]) -> bool,
        proof: Outlet<'_>,
    ) -> Result<Proof, ProofError> {
        let outcome = match goal {
            Goal::Satisfy => self.solve(1, options),
            Goal::Minimize(sum) => self.minimize(sum.clone(), options),
            Goal::Maximize(sum) => self.maximize(sum.clone(), options),
        }?;
        let claim = match (outcome.solutions.first(), outcome.exact, outcome.objective()) {
            (None, true, _) => Claim::None,
            (Some(_), _, None) => Claim::Solved,
            (Some(_), true, Some(value)) => Claim::Best(value),
            _ => return Err(ProofError::Undecided),
        };
        let solution = outcome.solutions.first().cloned();
        let subject = Subject::new(self, goal, claim, options)?;
        let written = subject.write(claim, solution.as_ref(), options, (rows, proof))?;
        Ok(Proof { solution, ..written })
    }

    /// The rows that state the model in a proof of this claim.
    ///
    /// # Errors
    /// [`ProofError::Refused`]; interrupted.
    pub fn proof_rows(
        &self,
        goal: &Goal,
        claim: Claim,
        interrupt: Option<Interrupt>,
    ) -> Result<(Opb, i64), ProofError> {
        let options = Options::default();
        let subject = Subject::new(self, goal, claim, &options)?;
        let encoding = subject.encoding(interrupt)?;
        Ok((encoding.opb.whole().map_err(NoRows::from)?, encoding.constant))
    }
}

/// Where the text of the rows goes, and that of the proof.
type Outlets<'r, 'p> = (&'r mut dyn FnMut(&[u8]) -> bool, Outlet<'p>);

/// A model of which something is proved.
struct Subject {
    statement: Arc<Statement>,
    puzzle: ModelPuzzle,
}

impl Subject {
    /// The model as it was stated: with the goal only where the claim is about it.
    fn new(
        model: &Model,
        goal: &Goal,
        claim: Claim,
        options: &Options,
    ) -> Result<Subject, ModelError> {
        let target = match (claim, goal.sum()) {
            (Claim::Best(_), Some((sum, largest))) => Some(model.target(sum, largest)?),
            _ => None,
        };
        let statement = Arc::new(Statement { target, ..model.statement.clone() });
        let puzzle = ModelPuzzle::new(statement.clone(), options.budget.memory);
        Ok(Subject { statement, puzzle })
    }

    fn encoding(&self, interrupt: Option<Interrupt>) -> Result<Encoding<'_>, ProofError> {
        let layout = self.puzzle.layout(&StepCounter::new(interrupt.as_ref()))?;
        Ok(Encoding::new(&self.statement, layout, interrupt)?)
    }

    fn write(
        &self,
        claim: Claim,
        solution: Option<&Solution>,
        options: &Options,
        (rows, outlet): Outlets<'_, '_>,
    ) -> Result<Proof, ProofError> {
        let interrupt = options.budget.interrupt();
        let mut encoding = self.encoding(interrupt.clone())?;
        let mut whole = None;
        if let Some(solution) = solution {
            let Answer::Values(values) = solution.answer() else { return Err(interrupted()) };
            let known = encoding.literals(&self.statement, &values);
            let all = complete(&encoding.opb, &known, interrupt.as_ref());
            let lost = || Unproved::NoDerivation("the solution in the rows".into());
            whole = Some(all.ok_or_else(|| match &interrupt {
                Some(interrupt) if interrupt.is_raised() => interrupted(),
                _ => ProofError::Proof(lost().into()),
            })?);
        }
        let (Claim::Best(_), Some(solution)) = (claim, &whole) else {
            return self.write_decided(&encoding, whole, options, (rows, outlet));
        };
        encoding.improve(solution.clone());
        self.follow(&encoding, claim, options, (rows, outlet))
    }

    /// The proof that there is a solution, or none.
    fn write_decided(
        &self,
        encoding: &Encoding<'_>,
        solution: Option<Vec<Literal>>,
        options: &Options,
        (rows, outlet): Outlets<'_, '_>,
    ) -> Result<Proof, ProofError> {
        let Some(solution) = solution else {
            return self.follow(encoding, Claim::None, options, (rows, outlet));
        };
        if !encoding.opb.tell(rows) {
            return Err(ProofError::Proof(Unproved::Unwritten.into()));
        }
        let bytes = ProofFile::solution(&encoding.opb, &solution, outlet);
        let bytes = bytes.ok_or(NoProof::Unproved(Unproved::Unwritten))?;
        let (claim, effort) = (Claim::Solved, Effort::default());
        Ok(Proof { claim, solution: None, rows: encoding.opb.len() as u64, bytes, effort })
    }

    /// Follows a search to its end.
    fn follow(
        &self,
        encoding: &Encoding<'_>,
        claim: Claim,
        options: &Options,
        (rows, outlet): Outlets<'_, '_>,
    ) -> Result<Proof, ProofError> {
        let quits = Arc::new(AtomicBool::new(false));
        let budget = options.budget.with_cancel(quits.clone());
        let interrupt = budget.interrupt();
        let counter = StepCounter::new(interrupt.as_ref());
        let layout = self.puzzle.layout(&counter)?;
        let limits = (budget.memory, counter);
        let made = network::network(&self.statement, layout, encoding, limits)?;
        if !encoding.opb.tell(rows) {
            return Err(ProofError::Proof(Unproved::Unwritten.into()));
        }
        let engine = made.model.engine.clone();
        let located = Located { places: made.places, statement: self.statement.clone() };
        let built = Built::new(made.model, located);
        let worth = if let Claim::Best(value) = claim { Some(value) } else { None };
        let followed = Followed { built: &built, engine, names: made.names, closed: false, worth };
        let proved = followed.prove(&encoding.opb, (options, &budget, quits), outlet)?;
        let rows = encoding.opb.len() as u64 - u64::from(worth.is_some());
        Ok(Proof { claim, solution: None, rows, bytes: proved.bytes, effort: proved.effort })
    }
}
