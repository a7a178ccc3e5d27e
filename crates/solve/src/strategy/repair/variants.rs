//! Puzzles in which one given is changed, checked one by one: if givens depend on each other there is no network in
//! which they are literals.

use super::Work;
use crate::strategy::driver;
use crate::strategy::error::RunError;
use crate::strategy::options::{Options, Task};
use crate::strategy::outcome::{Outcome, Verdict};
use clew_puzzle::puzzle::{Change, Puzzle};

/// Decisions per changed puzzle.
const NODES: u64 = 20_000;

/// A changed puzzle with the outcome of its check.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The change.
    pub change: Change,
    /// The outcome of the check.
    pub outcome: Outcome,
}

/// Checks them all, as far as the limits allow. Those that are not decided are left out, and it is
/// noted that something was.
pub(super) fn check(work: &mut Work<'_>) -> Result<Vec<Changed>, RunError> {
    let mut all = Vec::new();
    let puzzle = work.puzzle;
    let mut variants = puzzle.variants();
    while !work.is_over(0)
        && let Some(variant) = variants.next()
    {
        if let Some(outcome) = outcome(work, &variant.puzzle)? {
            all.push(Changed { change: variant.change, outcome });
        }
    }
    Ok(all)
}

/// The outcome of the check of a changed puzzle; `None`, which is noted: a limit came before a verdict.
pub(super) fn outcome(work: &mut Work<'_>, puzzle: &Puzzle) -> Result<Option<Outcome>, RunError> {
    if work.is_over(0) {
        return Ok(None);
    }
    // The result must not depend on the machine or the number of threads.
    let budget = work.left().at_most_nodes(NODES);
    let options = Options { budget, threads: 1, ..work.options.clone() };
    let outcome = driver::run(puzzle, Task::Check, &options)?;
    work.questions += 1;
    work.stats.add(&outcome.stats);
    if outcome.verdict() == Verdict::Unknown {
        work.stopped = work.stopped.or(outcome.stopped);
        return Ok(None);
    }
    Ok(Some(outcome))
}
