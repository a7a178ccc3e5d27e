//! Solutions handed out one by one while they are found: by plain search on one thread, in an order
//! that depends on the puzzle and the options alone.

use super::case::Case;
use super::driver::run_watched;
use super::enumerate::{self, enumerate};
use super::error::RunError;
use super::options::{Options, SearchMode, Task};
use super::outcome::Outcome;
use crate::kernel::{Lit, Observer, Watched};
use crate::puzzle::{Answer, Puzzle};
use crate::run::Stop;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Decisions of plain search after which it must have found solutions to go on.
const TRIAL: u64 = 300;
/// Plain search goes on while it takes at most so many decisions a solution.
const DECISIONS_A_SOLUTION: u64 = 16;

/// Hands up to `limit` solutions to `each`, verified, as they are found, until `each` breaks off; of an
/// undirected line one direction, where the network has no direction either. Where a few are asked
/// for and plain search hardly finds any, what suits the puzzle better takes over, and hands out its
/// solutions at its end. The outcome has no answers; its count is that of the solutions handed out,
/// as the text format counts them.
///
/// # Errors
/// [`RunError`].
pub fn solve_each<O: Observer>(
    puzzle: &Puzzle,
    limit: usize,
    options: &Options,
    seen: &mut O,
    each: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
) -> Result<Outcome, RunError> {
    let plain = matches!(options.search, SearchMode::Auto | SearchMode::Dfs);
    if options.goal.is_some() || !plain {
        return by_other_search(puzzle, limit, options, seen, &[], each);
    }
    let may_give_up = options.search == SearchMode::Auto && limit != usize::MAX;
    let mut told: Vec<Answer> = Vec::new();
    let mut tell = |answer: &Answer| {
        // What is remembered is small: plain search gives up where solutions are rare.
        if may_give_up && told.len() as u64 <= TRIAL {
            told.push(answer.clone());
        }
        each(answer)
    };
    match by_plain_search(puzzle, limit, options, seen, may_give_up, &mut tell)? {
        Some(outcome) => Ok(outcome),
        None => by_other_search(puzzle, limit, options, seen, &told, each),
    }
}

/// `None` if plain search is not worth going on with.
fn by_plain_search<O: Observer>(
    puzzle: &Puzzle,
    limit: usize,
    options: &Options,
    seen: &mut O,
    may_give_up: bool,
    each: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
) -> Result<Option<Outcome>, RunError> {
    let start = Instant::now();
    let mut case = Case::new(puzzle, Task::Solve { limit }, options, true)?;
    let verdict = Arc::new(AtomicBool::new(false));
    let budget = options.budget.with_cancel(verdict.clone());
    let found = &Cell::new(0u64);
    let mut hand_out = |answer: Answer, _ways: u32| {
        found.set(found.get() + 1);
        each(&answer)?;
        if found.get() >= limit as u64 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let met = if may_give_up {
        let mut both = (seen, Rare { decisions: 0, found, verdict: &verdict });
        enumerate(&mut case, &budget, &mut Watched::new(&mut both), &mut hand_out)?
    } else {
        enumerate(&mut case, &budget, seen, &mut hand_out)?
    };
    let gave_up = verdict.load(Ordering::Relaxed);
    if gave_up && met.end == Err(Stop::Interrupt) && options.budget.urgent().is_none() {
        return Ok(None);
    }
    enumerate::outcome(case, met, start).map(Some)
}

/// Hands out what another search found, without what is told already.
fn by_other_search<O: Observer>(
    puzzle: &Puzzle,
    limit: usize,
    options: &Options,
    seen: &mut O,
    told: &[Answer],
    each: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
) -> Result<Outcome, RunError> {
    let (mut outcome, _) = run_watched(puzzle, Task::Solve { limit }, options, seen)?;
    let mut left = limit - told.len();
    for answer in outcome.answers.drain(..).filter(|answer| !told.contains(answer)) {
        if left == 0 || each(&answer).is_break() {
            break;
        }
        left -= 1;
    }
    Ok(outcome)
}

/// Notices that solutions are rare.
struct Rare<'a> {
    decisions: u64,
    found: &'a Cell<u64>,
    /// Raised when plain search is to give up.
    verdict: &'a AtomicBool,
}

impl Observer for Rare<'_> {
    fn branched(&mut self, _depth: u32, _on: Lit) {
        self.decisions += 1;
        let enough = TRIAL.max(DECISIONS_A_SOLUTION * self.found.get());
        if self.decisions > enough {
            self.verdict.store(true, Ordering::Relaxed);
        }
    }
}
