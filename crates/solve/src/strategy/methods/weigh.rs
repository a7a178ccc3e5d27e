//! The expected cost of a dynamic program, estimated from a sample of its layers.

use crate::strategy::case::Case;
use crate::strategy::count::dp::{BestDp, Cost};
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
use crate::strategy::method::Method;
use crate::strategy::options::Task;
use crate::strategy::plan::tuning;
use crate::strategy::progress::Progress;
use clew_count::EstimateScope;
use clew_engine::kernel::Observer;
use clew_engine::run::{Budget, Stop};

/// Estimates the dynamic program that counts.
pub(super) struct Weigh;

/// Estimates the dynamic program that finds the best line.
pub(super) struct WeighBest;

/// States that fit no key count as if there were no dynamic program; another limit ends the stage.
fn weighed(cost: Option<Result<Cost, Stop>>, fact: fn(Option<Cost>) -> Fact) -> Progress {
    match cost {
        Some(Ok(cost)) => Progress::Learnt(fact(Some(cost))),
        None | Some(Err(Stop::Memory)) => Progress::Learnt(fact(None)),
        Some(Err(stop)) => Progress::OutOf(stop),
    }
}

impl Method for Weigh {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        // Tables that are too large to decide uniqueness need no closer look.
        let most = if case.task == Task::Check { tuning::CHECK_STATES } else { f64::INFINITY };
        let options = case.options_within(budget);
        let about =
            if case.task == Task::Count { EstimateScope::Count } else { EstimateScope::Solutions };
        let cost = case.dp().ok().map(|dp| dp.cost(about, most, &options));
        Ok(weighed(cost, Fact::Dp))
    }
}

impl Method for WeighBest {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let options = case.options_within(budget);
        let dp = case.options.goal.and_then(|goal| BestDp::new(case.puzzle, goal));
        let cost = dp.map(|dp| dp.cost(tuning::BEST_STATES, &options));
        Ok(weighed(cost, Fact::BestDp))
    }
}
