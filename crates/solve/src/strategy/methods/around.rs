//! Another solution that differs from the known one in one window: the window is solved again. This method looks close
//! to the known solution, search looks far away.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::progress::{Extent, Progress};
use clew_engine::kernel::Observer;
use clew_engine::run::{Budget, Stop};

/// See the module documentation.
pub(super) struct Around;

impl Method for Around {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let Some(known) = case.tally.found.noted().first() else {
            return Ok(Progress::NotApplicable("no solution is known".into()));
        };
        let other = case.puzzle.another_around(known, &|| budget.urgent().is_some());
        if let Some(other) = other
            && case.tally.found.note(&[other])
        {
            case.how = How::Exchange;
            return Ok(Progress::Answered(Extent::Enough));
        }
        Ok(Progress::OutOf(budget.urgent().unwrap_or(Stop::Nodes)))
    }
}
