//! An estimate of the number of solutions, where it is not known exactly.

use crate::strategy::case::Case;
use crate::strategy::count::{estimate, layer_sampling};
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
use crate::strategy::method::Method;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::plan::tuning;
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// An estimate by a dynamic program with layers of bounded size.
pub(super) struct EstimateByLayers;

/// An estimate by random walks down the search tree.
pub(super) struct EstimateByTree;

impl Method for EstimateByLayers {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let options = case.options_within(budget);
        let estimate = case.dp().ok().and_then(|dp| layer_sampling::estimate(dp, &options));
        case.estimate = estimate;
        if case.estimate.is_some() {
            return Ok(Progress::Learnt(Fact::Estimated));
        }
        Ok(Progress::NotApplicable(
            "layers of bounded size give no estimate for this puzzle".into(),
        ))
    }
}

impl Method for EstimateByTree {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if let Some(over) = case.ready(Kind::Plain, budget, seen)? {
            return Ok(over);
        }
        let options = case.options_within(budget);
        let network = case.network(Kind::Plain);
        case.estimate =
            Some(estimate::walks(network, &options, tuning::WALKS_SHOWN, tuning::WALKS_SHOWN_WORK));
        Ok(Progress::Learnt(Fact::Estimated))
    }
}
