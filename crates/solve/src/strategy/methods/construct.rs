//! Answers that are constructed instead of searched for.
//!
//! Large open boards that have an answer at all mostly have very many, and the family may know how to build one; if
//! that is quick it comes before any network is built. Two different answers settle uniqueness. If nothing can be
//! constructed the question goes to search: construction proves nothing.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::method::Method;
use crate::strategy::options::Task;
use crate::strategy::outcome::How;
use crate::strategy::progress::{Extent, Progress};
use clew_engine::kernel::Observer;
use clew_engine::run::{Budget, Stop};

/// See the module documentation.
pub(super) struct Construct;

impl Method for Construct {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let wanted = match case.task {
            Task::Solve { limit } => limit,
            Task::Check | Task::Count => 2,
        };
        let answers = case.puzzle.construct(wanted, &|| budget.urgent().is_some());
        let over = budget.urgent();
        // Search starts over, and would find some of them again.
        if answers.len() < wanted && over.is_none() {
            return Ok(Progress::OutOf(Stop::Nodes));
        }
        case.tally.start_over();
        case.tally.found.adopt(&answers);
        case.cost.stats.solutions += answers.len() as u64;
        case.how = How::Construction;
        Ok(match over {
            Some(stop) if answers.len() < wanted => Progress::OutOf(stop),
            _ => Progress::Answered(Extent::Enough),
        })
    }
}
