//! Answers that are constructed instead of searched for.
//!
//! Large open boards that have an answer at all mostly have very many, and the family may know how to build one; if
//! that is quick it comes before any network is built. Two different answers settle uniqueness. Construction proves
//! nothing: if it finds fewer answers than are wanted the question goes to search, which knows those that were found.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
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
        if wanted > 2 && answers.len() < wanted && over.is_none() {
            // Search lists in an order of its own, which does not depend on the number of threads.
            return Ok(Progress::OutOf(Stop::Nodes));
        }
        if !answers.is_empty() {
            case.how = How::Construction;
        }
        if case.tally.found.note(&answers) {
            case.cost.stats.solutions += answers.len() as u64;
            return Ok(Progress::Answered(Extent::Enough));
        }
        let other = answers.first().and_then(|answer| case.puzzle.another(answer));
        if other.is_some_and(|other| case.tally.found.note(&[other])) {
            case.how = How::Exchange;
            return Ok(Progress::Answered(Extent::Enough));
        }
        Ok(match over {
            Some(stop) => Progress::OutOf(stop),
            None if answers.is_empty() => Progress::OutOf(Stop::Nodes),
            None => Progress::Learnt(Fact::Known),
        })
    }
}
