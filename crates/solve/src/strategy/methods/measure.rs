//! The size of the tree of plain search, estimated by random walks from the root of the plain network.

use crate::strategy::case::Case;
use crate::strategy::count::estimate;
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
use crate::strategy::method::Method;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::plan::tuning;
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// See the module documentation.
pub(super) struct MeasureTree;

impl Method for MeasureTree {
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
        let walked =
            estimate::walks(case.network(Kind::Plain), &options, tuning::WALKS, tuning::WALKS_WORK);
        Ok(Progress::Learnt(Fact::Tree(walked.nodes)))
    }
}
