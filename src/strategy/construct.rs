//! Answers that are constructed instead of searched for.
//!
//! Large open boards that have an answer at all mostly have very many, and the family may know how to
//! build one. Two different ones settle uniqueness. What cannot be
//! constructed goes to search: construction proves nothing.

use super::options::{Options, Outcome, SearchMode, Task};
use super::run::{RunError, run_observed};
use crate::puzzle::Puzzle;
use crate::run::{Budget, Stop};
use num_bigint::BigUint;
use std::time::Instant;

/// Answers by construction; `None`: search is to answer.
pub(super) fn by_construction(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
) -> Result<Option<Outcome>, RunError> {
    let wanted = match task {
        Task::Solve { limit } if limit <= 2 => limit,
        Task::Check => 2,
        _ => return Ok(None),
    };
    let auto = options.search == SearchMode::Auto && options.network.is_none();
    if !auto || options.goal.is_some() || !puzzle.constructs() {
        return Ok(None);
    }
    // Propagation alone refutes most boards without a line; constructing would only waste time.
    let root = Options {
        budget: Budget { nodes: Some(0), ..options.budget.clone() },
        search: SearchMode::Dfs,
        threads: 1,
        ..options.clone()
    };
    let (mut outcome, _) = run_observed(puzzle, task, &root, &mut ())?;
    if outcome.stopped != Some(Stop::Nodes) || options.budget.nodes == Some(0) {
        return Ok(Some(outcome));
    }
    let started = Instant::now();
    let answers = puzzle.construct(wanted, &|| options.budget.urgent().is_some());
    if answers.len() < wanted {
        return Ok(None);
    }
    for answer in &answers {
        puzzle
            .verify(answer)
            .map_err(|violation| RunError::Wrong { network: outcome.network, violation })?;
    }
    outcome.count = BigUint::from(answers.len());
    outcome.stats.solutions = answers.len() as u64;
    outcome.answers = answers;
    outcome.stopped = Some(Stop::Limit);
    outcome.search = "construction";
    outcome.solve_time += started.elapsed();
    Ok(Some(outcome))
}
