//! Puzzles some solutions of which are shown alike: one question after another for a solution that is shown differently
//! from those before it.

use crate::strategy::error::RunError;
use crate::strategy::options::{Options, Task};
use crate::strategy::outcome::Outcome;
use crate::strategy::plan::question_spec::QuestionSpec;
use clew_engine::run::{Stats, Stop};
use clew_puzzle::puzzle::{Answer, Built, Puzzle};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// Whether solutions must be distinguished by the part of them that is shown. Not for best solutions.
pub(crate) fn needs_distinct_shown(puzzle: &Puzzle, options: &Options) -> bool {
    let tells = puzzle.capabilities().tells;
    options.goal.is_none() && tells.is_some_and(|tells| tells.shows_alike())
}

/// How a question is put to the plans.
pub(crate) type RunQuestion<'a> =
    dyn FnMut(&Puzzle, &QuestionSpec, &Options) -> Result<(Outcome, Option<Built>), RunError> + 'a;

/// Answers a question by one after another; hands each solution out. The solutions that were met are the answers.
///
/// # Errors
/// [`RunError`].
pub(crate) fn one_by_one(
    puzzle: &Puzzle,
    asked: &QuestionSpec,
    options: &Options,
    ask: &mut RunQuestion<'_>,
    each: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
) -> Result<(Outcome, Option<Built>), RunError> {
    let limit = match asked.task {
        Task::Check => 2,
        Task::Solve { limit } => limit,
        Task::Count => usize::MAX,
    };
    let one =
        QuestionSpec { task: Task::Solve { limit: 1 }, locate: false, estimate: false, ..*asked };
    let mut rest = puzzle.clone();
    let (mut met, mut stats, mut kept) = (Vec::new(), Stats::default(), 0usize);
    loop {
        let budget = match options.budget.nodes {
            Some(nodes) => options.budget.at_most_nodes(nodes.saturating_sub(stats.nodes)),
            None => options.budget.clone(),
        };
        let options = Options { budget, locate: false, ..options.clone() };
        let (mut run, built) = ask(&rest, &one, &options)?;
        stats.add(&run.stats);
        // Nothing is left, something stopped it, or the number requested is reached.
        if let Some(answer) = run.answers.pop() {
            let over = each(&answer).is_break() || met.len() + 1 >= limit;
            let next = rest.capabilities().tells.map(|tells| tells.without(&answer));
            // A clause that excludes the shown part takes about as much memory as the answer.
            kept += 2 * answer.bytes();
            met.push(answer);
            run.exact = false;
            run.stopped = if over {
                Some(Stop::Limit)
            } else {
                Some(Stop::Memory).filter(|_| kept > options.budget.memory)
            };
            if let (None, Some(next)) = (run.stopped, next) {
                rest = next;
                continue;
            }
        }
        run.set_count(puzzle, BigUint::from(met.len()));
        // A count keeps no solutions.
        if asked.task == Task::Count {
            met.clear();
        }
        (run.answers, run.stats) = (met, stats);
        return Ok((run, built));
    }
}
