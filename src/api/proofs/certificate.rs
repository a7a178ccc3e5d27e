//! A certificate of a verdict or of an optimal solution: documents for an external proof checker
//! (`docs/certificates.md`).

use clew_engine::run::Budget;
use clew_puzzle::certificate::Unproved;
use clew_puzzle::puzzle::format::{in_full, write_json};
use clew_puzzle::puzzle::{Answer, Entry, Goal};
use clew_solve::strategy::Options;
use clew_solve::strategy::prove::{Claim, NoProof, Proved, claim, claim_best, prove};
use std::io::{self, Write};

/// The rules as pseudo-Boolean constraints, written first: without it there is no certificate.
pub const OPB: &str = "puzzle.opb";
/// The puzzle as JSON.
pub const PUZZLE: &str = "puzzle.json";
/// The objective, if the question is an optimisation.
pub const GOAL: &str = "goal.txt";
/// The solution, if there is one.
pub const SOLUTION: &str = "solution.txt";
/// The proof, written last.
pub const PROOF: &str = "proof.pbp";

/// The claim that a certificate proves.
#[derive(Clone, Copy, Debug)]
pub enum Proof<'a> {
    /// There is no solution.
    None,
    /// This is the only solution.
    Unique(&'a Answer),
    /// No solution is better than this one.
    Best(Goal, &'a Answer),
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum Failed {
    /// A document could not be written.
    Files(io::Error),
    /// There is no proof.
    Proof(NoProof),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed::Files(error)
    }
}

impl From<NoProof> for Failed {
    fn from(why: NoProof) -> Failed {
        Failed::Proof(why)
    }
}

impl Proof<'_> {
    /// The claim, as constraints and a conclusion.
    ///
    /// # Errors
    /// If there are no certificates for puzzles like this one, or the budget ends first.
    pub fn claim(self, entry: &Entry, options: &Options) -> Result<Claim, NoProof> {
        let asks = options.budget.interrupt();
        match self {
            Proof::None => claim(&entry.puzzle, None, asks),
            Proof::Unique(answer) => claim(&entry.puzzle, Some(answer), asks),
            Proof::Best(goal, answer) => claim_best(&entry.puzzle, goal, answer, asks),
        }
    }

    /// Searches for the proof of a claim and writes all documents, each to the writer that `open` returns for its
    /// name; the proof comes last.
    ///
    /// # Errors
    /// The reason why there is no certificate. The documents written until then are not a certificate.
    pub fn write(
        self,
        entry: &Entry,
        claim: &Claim,
        options: &Options,
        open: &mut dyn FnMut(&'static str) -> io::Result<Box<dyn Write>>,
    ) -> Result<Proved, Failed> {
        let puzzle = &entry.puzzle;
        let mut rows = ChunkWriter::to(open(OPB)?, &options.budget);
        let whole = claim.opb.tell(&mut |piece| rows.takes(piece));
        rows.done()?;
        if !whole {
            return Err(Failed::Proof(Unproved::Interrupted.into()));
        }
        writeln!(open(PUZZLE)?, "{}", write_json(entry))?;
        if let Proof::Best(goal, _) = self {
            writeln!(open(GOAL)?, "{}", goal.name)?;
        }
        if let Proof::Unique(answer) | Proof::Best(_, answer) = self {
            open(SOLUTION)?.write_all(in_full(puzzle, answer).as_bytes())?;
        }
        let mut steps = ChunkWriter::to(open(PROOF)?, &options.budget);
        let proved = prove(puzzle, claim, options, Box::new(|piece| steps.takes(piece)));
        let stopped = steps.stopped;
        steps.done()?;
        if stopped {
            return Err(Failed::Proof(Unproved::Interrupted.into()));
        }
        Ok(proved?)
    }
}

/// A document that is written in chunks until the time is up.
pub(super) struct ChunkWriter<'a> {
    out: Box<dyn Write>,
    budget: &'a Budget,
    pub stopped: bool,
    error: Option<io::Error>,
}

impl ChunkWriter<'_> {
    pub fn to(out: Box<dyn Write>, budget: &Budget) -> ChunkWriter<'_> {
        ChunkWriter { out, budget, stopped: false, error: None }
    }

    /// Writes a chunk; returns whether there may be another one.
    pub fn takes(&mut self, piece: &[u8]) -> bool {
        self.stopped = self.budget.urgent().is_some();
        if self.stopped {
            return false;
        }
        self.error = self.out.write_all(piece).err();
        self.error.is_none()
    }

    /// Returns the first error, if there was one.
    pub fn done(mut self) -> io::Result<()> {
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}
