//! Certificates of FlatZinc files: that there is no solution, a solution, or none better (`docs/certificates.md`).

use crate::api::proofs::certificate::{ChunkWriter, Failed, PROOF};
use crate::api::proofs::certified::{Refusal, rows};
use clew_engine::run::Interrupt;
use clew_model::flatzinc::FlatZinc;
use clew_model::model::{Claim, Proof, ProofError};
use clew_puzzle::certificate::Unproved;
use clew_solve::strategy::Options;
use clew_solve::strategy::prove::NoProof;
use std::cell::RefCell;
use std::io::{self, Write};

/// The model as pseudo-Boolean constraints, written first: without it there is no certificate.
pub const ROWS: &str = "model.opb";
/// The file.
pub const MODEL: &str = "model.fzn";
/// The claim: `none`, `solved`, or `best` and the value of the goal.
pub const CLAIM: &str = "claim.txt";
/// The shown values of the solution.
pub const SHOWN: &str = "solution.txt";

/// Answers a file and writes all documents, each to the writer that `open` returns for its name; the proof is complete
/// last. Returns the solution in the words of MiniZinc, if there is one.
///
/// # Errors
/// The reason why there is no certificate. The documents written until then are not a certificate.
pub fn write(
    text: &str,
    options: &Options,
    open: &mut dyn FnMut(&'static str) -> io::Result<Box<dyn Write>>,
) -> Result<(Proof, Option<String>), Failed> {
    let refused = |why: String| Failed::Proof(NoProof::Unstated(why));
    let file = FlatZinc::parse(text).map_err(|error| refused(error.to_string()))?;
    open(MODEL)?.write_all(text.as_bytes())?;
    // Both are written in turns, by two closures.
    let to = RefCell::new(ChunkWriter::to(open(ROWS)?, &options.budget));
    let steps = RefCell::new(ChunkWriter::to(open(PROOF)?, &options.budget));
    let mut take = |piece: &[u8]| to.borrow_mut().takes(piece);
    let outlet = Box::new(|piece: &[u8]| steps.borrow_mut().takes(piece));
    let proved = file.prove(options, &mut take, outlet);
    let stopped = to.borrow().stopped || steps.borrow().stopped;
    to.into_inner().done()?;
    steps.into_inner().done()?;
    if stopped {
        return Err(Failed::Proof(Unproved::Interrupted.into()));
    }
    let (proved, shown) = proved.map_err(|why| match why {
        ProofError::Proof(why) => Failed::Proof(why),
        ProofError::Undecided => Failed::Proof(Unproved::Interrupted.into()),
        why => refused(why.to_string()),
    })?;
    writeln!(open(CLAIM)?, "{}", spelled(proved.claim))?;
    if let Some(shown) = &shown {
        open(SHOWN)?.write_all(shown.as_bytes())?;
    }
    Ok((proved, shown))
}

/// A claim as it stands in its document.
pub fn spelled(claim: Claim) -> String {
    match claim {
        Claim::None => "none".into(),
        Claim::Solved => "solved".into(),
        Claim::Best(value) => format!("best {value}"),
    }
}

/// A claim in words.
pub fn words(claim: Claim) -> String {
    match claim {
        Claim::None => "no solution".into(),
        Claim::Solved => "a solution".into(),
        Claim::Best(value) => format!("the goal: {value}, and none better"),
    }
}

/// A file, and the claim that its certificate has to prove.
#[derive(Debug)]
pub struct ModelStatement {
    /// The output line of the external checker if the proof is right.
    pub verdict: String,
    /// The claim in words.
    pub words: String,
    text: String,
}

impl ModelStatement {
    /// The claim that the documents [`MODEL`] and [`CLAIM`] state. The constraints are computed from the file again.
    ///
    /// # Errors
    /// If a document cannot be read, or `interrupt` is raised first.
    pub fn read(text: &str, claim: &str, interrupt: Interrupt) -> Result<ModelStatement, Refusal> {
        let file = FlatZinc::parse(text).map_err(|error| format!("{MODEL}: {error}"))?;
        let claim = match claim.trim() {
            "none" => Claim::None,
            "solved" => Claim::Solved,
            other => {
                let value = other.strip_prefix("best ").and_then(|value| value.parse().ok());
                Claim::Best(value.ok_or_else(|| format!("{CLAIM} states no claim"))?)
            }
        };
        let goal = file.goal.sum();
        let largest = match (claim, goal) {
            (Claim::Best(_), None) => return Err(format!("{MODEL} has no goal").into()),
            (_, goal) => goal.is_some_and(|(_, largest)| largest),
        };
        let stated = file.proof_rows(claim, Some(interrupt)).map_err(|why| match why {
            ProofError::Proof(NoProof::Unproved(Unproved::Interrupted)) => Refusal::Stopped,
            why => Refusal::Wrong(why.to_string()),
        });
        let (opb, constant) = stated?;
        let verdict = match claim {
            Claim::None => "s VERIFIED UNSATISFIABLE".into(),
            Claim::Solved => "s VERIFIED SATISFIABLE".into(),
            Claim::Best(value) => {
                let sum = if largest { value.checked_neg() } else { Some(value) };
                let least = sum.and_then(|sum| sum.checked_sub(constant));
                let least = least.ok_or_else(|| format!("{CLAIM}: the value is too large"))?;
                format!("s VERIFIED BOUNDS {least} <= obj <= {least}")
            }
        };
        Ok(ModelStatement { verdict, words: words(claim), text: opb.text() })
    }

    /// Whether the document [`ROWS`] has the constraints of the file.
    ///
    /// # Errors
    /// If they differ, or `interrupt` is raised first.
    pub fn compare(&self, opb: &str, interrupt: &Interrupt) -> Result<(), Refusal> {
        match rows(opb, interrupt)? == rows(&self.text, interrupt)? {
            true => Ok(()),
            false => Err(format!("{ROWS} does not state the model").into()),
        }
    }
}
