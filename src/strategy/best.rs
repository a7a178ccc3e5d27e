//! Fewest turns and the longest line by a (min, +) programme, where rook boards are narrow.
//!
//! A few decisions of search come first, which settle small boards; then the programme, if a sample of
//! its layers promises that it is short; else branch and bound.

use super::options::{Options, Outcome, SearchMode, Task};
use super::programme::{self, Cost};
use super::run::{RunError, run_observed};
use crate::dp::Run;
use crate::families::line::counting as line;
use crate::families::line::counting::rook;
use crate::families::{Kind, Line, kind};
use crate::puzzle::{Answer, Goal, Puzzle};
use crate::run::{Budget, Stop};
use num_bigint::BigUint;
use std::time::Instant;

/// Decisions of the search that comes first: as many as its plain dive takes.
const SCOUT: u64 = 60;
/// States of all layers together up to which the programme is preferred to search.
const STATES: f64 = 2e7;
/// States sampled a layer by the estimate.
const SAMPLE: usize = 1_000;

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
    let (line, aim) = match (kind(puzzle), goal) {
        (Kind::Hidato(l) | Kind::Path(l), Goal::FewestTurns) => (l, rook::Goal::Turns),
        (Kind::Path(l), Goal::MostCells) => (l, rook::Goal::Longest),
        _ => return Ok(None),
    };
    let Ok(estimate) = line::estimate_best(line, aim, SAMPLE) else { return Ok(None) };
    let cost = Cost { peak: estimate.peak(), states: estimate.states() };
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
    programme(puzzle, line, goal, options)
}

fn programme(
    puzzle: &Puzzle,
    line: &Line,
    goal: Goal,
    options: &Options,
) -> Result<Option<Outcome>, RunError> {
    let start = Instant::now();
    let budget = programme::budget(options);
    let mut progress = programme::forward(options);
    let threads = options.threads;
    let run: Run<Option<(i64, Vec<u32>)>> = match goal {
        Goal::MostCells => match line::longest(line, &budget, &mut progress, threads) {
            Err(_) => return Ok(None),
            Ok(run) => {
                let best = run.answer.map(|b| b.map(|(cells, line)| (i64::from(cells), line)));
                Run { answer: best, stats: run.stats }
            }
        },
        _ => match line::fewest_turns(line, &budget, &mut progress, threads) {
            Err(_) => return Ok(None),
            Ok(run) => {
                let best = run.answer.map(|b| b.map(|(turns, line)| (turns as i64, line)));
                Run { answer: best, stats: run.stats }
            }
        },
    };
    let mut outcome = Outcome::blank(programme::name(puzzle));
    match run.answer {
        Ok(best) => {
            outcome.exact = true;
            if let Some((value, numbers)) = best {
                let answer = Answer::Line(numbers);
                verify(puzzle, goal, &answer, value)?;
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

fn verify(puzzle: &Puzzle, goal: Goal, answer: &Answer, value: i64) -> Result<(), RunError> {
    let verified = puzzle.verify_for(goal, answer);
    let verified = verified.and_then(|()| puzzle.verify_worth(goal, answer, Some(value)));
    verified.map_err(|violation| RunError::Wrong { network: programme::name(puzzle), violation })
}
