//! Making puzzles, with a seed. For instances, benches and tests; simple on purpose.
//!
//! A random full solution comes first; then clues, driven by differences: as long as the puzzle has
//! a second solution, one of the cells where it differs becomes a clue. Then clues that are not
//! needed are taken out again. The families know how; here is who judges what they have made.

use crate::puzzle::family::{Judgement, Request};
use crate::puzzle::{Entry, Family, Puzzle};
use crate::run::Budget;
use crate::strategy::{Options, Task, Verdict, run};

/// Decisions after which a uniqueness check of the generator gives up: such a puzzle gets a clue more.
const CHECK_NODES: u64 = 4_000;

/// Makes a puzzle of this family.
///
/// # Errors
/// In words, what is wrong with the request.
pub fn generate(family: Family, request: &Request) -> Result<Entry, String> {
    (family.generate)(request, &judge)
}

/// Checks uniqueness on one thread with a node limit, so that the outcome is the same everywhere.
pub fn judge(puzzle: &Puzzle) -> Judgement {
    let options = Options {
        budget: Budget { nodes: Some(CHECK_NODES), ..Budget::default() },
        ..Options::default()
    };
    match run(puzzle, Task::Check, &options) {
        Ok(outcome) => match outcome.verdict() {
            Verdict::Unique => Judgement::Unique,
            Verdict::Multiple => Judgement::Multiple(outcome.answers),
            Verdict::None => Judgement::None,
            Verdict::Unknown => Judgement::Unknown,
        },
        Err(_) => Judgement::Unknown,
    }
}
