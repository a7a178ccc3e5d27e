//! Plain depth-first search from the root of the plain network, as far as the budget allows.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::facts::Look;
use crate::strategy::method::Method;
use crate::strategy::options::Task;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::progress::Progress;
use clew_engine::kernel::{Observer, Part};
use clew_engine::run::{Budget, Exhausted, Stop};
use clew_engine::search::{Brancher, dfs};

/// See the module documentation.
pub(super) struct Plain;

impl Method for Plain {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if let Some(over) = case.ready(Kind::Plain, budget, seen)? {
            return Ok(over);
        }
        case.tally.start_over();
        let spec = case.spec();
        let before = case.cost.stats;
        let task = case.task;
        let bench = case.on(Kind::Plain);
        let (mut engine, mut brancher) = seen.part(Part::Preparing, |_| {
            let engine = bench.built.model.engine.clone();
            let brancher = Brancher::new(&bench.built.model.groups, spec, engine.store());
            (engine, brancher)
        });
        let mut sink = bench.found.sink(bench.built, bench.puzzle, bench.incumbent);
        let stats = &mut bench.cost.stats;
        let mut end = dfs(&mut engine, &mut brancher, &mut sink, budget, stats, seen);
        // If no choice is open, the last solution requested is the last that exists. This does not hold for canonical
        // solutions, which stand for others.
        let is_solve = matches!(task, Task::Solve { .. });
        let is_last =
            is_solve && engine.level() == 0 && bench.found.is_full() && !bench.built.represents;
        if end == Err(Stop::Limit) && is_last {
            end = Ok(Exhausted);
        }
        let after = case.cost.stats;
        if end == Err(Stop::Nodes) {
            case.facts.look = Some(Look {
                failures: after.failures - before.failures,
                solutions: after.solutions - before.solutions,
            });
        }
        case.how = if after.nodes == 0 { How::Propagation } else { How::Dfs };
        Ok(end.into())
    }
}
