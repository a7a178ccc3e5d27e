//! Fewest turns and the longest line by a (min, +) programme, where rook boards are narrow.
//!
//! A few decisions of search come first, which settle small boards; then the programme, if a sample of
//! its layers promises that it is short; else branch and bound.

use super::options::{Options, Outcome, SearchMode, Task};
use super::programme::BestProgramme;
use super::run::{RunError, run_observed};
use crate::puzzle::{Answer, Goal, Puzzle};
use crate::run::Budget;
use crate::run::Stop;
use num_bigint::BigUint;
use std::time::Instant;

/// Decisions of the search that comes first: as many as its plain dive takes.
const SCOUT: u64 = 60;
/// States of all layers together up to which the programme is preferred to search.
const STATES: f64 = 2e7;

/// The best line by programme; `None` where search is to answer.
///
/// # Errors
/// [`RunError`].
pub(super) fn by_programme(
    puzzle: &Puzzle,
    goal: Goal,
    options: &Options,
) -> Result<Option<Outcome>, RunError> {
    if options.search != SearchMode::Auto || options.network.is_some() {
        return Ok(None);
    }
    let Some(programme) = BestProgramme::of(puzzle, goal) else { return Ok(None) };
    let Ok(cost) = programme.cost(STATES, options) else { return Ok(None) };
    if cost.states > STATES || !cost.fits(options.budget.memory) {
        return Ok(None);
    }
    let nodes = options.budget.nodes.map_or(SCOUT, |n| n.min(SCOUT));
    let budget = Budget { nodes: Some(nodes), ..options.budget.clone() };
    let scout = Options { budget, threads: 1, search: SearchMode::Dfs, ..options.clone() };
    let outcome = run_observed(puzzle, Task::Solve { limit: 1 }, &scout, &mut ())?.0;
    let limited = options.budget.nodes.is_some_and(|n| n <= SCOUT);
    if outcome.exact || limited || options.budget.urgent().is_some() {
        return Ok(Some(outcome));
    }
    by(&programme, puzzle, goal, options)
}

fn by(
    programme: &BestProgramme<'_>,
    puzzle: &Puzzle,
    goal: Goal,
    options: &Options,
) -> Result<Option<Outcome>, RunError> {
    let start = Instant::now();
    let run = programme.best(options);
    let mut outcome = Outcome::blank(programme.name());
    match run.answer {
        Ok(best) => {
            outcome.exact = true;
            if let Some((value, answer)) = best {
                verify(puzzle, programme.name(), goal, &answer, value)?;
                outcome.best = Some(value);
                outcome.answers = vec![answer];
                outcome.count = BigUint::from(1u32);
            }
        }
        // Search needs no tables.
        Err(Stop::Memory) => return Ok(None),
        Err(stop) => outcome.stopped = Some(stop),
    }
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = start.elapsed();
    Ok(Some(outcome))
}

fn verify(
    puzzle: &Puzzle,
    network: &'static str,
    goal: Goal,
    answer: &Answer,
    value: i64,
) -> Result<(), RunError> {
    let verified = puzzle.verify_for(goal, answer);
    let verified = verified.and_then(|()| puzzle.verify_worth(goal, answer, Some(value)));
    verified.map_err(|violation| RunError::Wrong { network, violation })
}
