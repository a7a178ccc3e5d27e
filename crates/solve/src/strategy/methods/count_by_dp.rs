//! Counting by dynamic programming, over a frontier or over layers.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::method::Method;
use crate::strategy::plan::available;
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::{Budget, Stop};

/// See the module documentation.
pub(super) struct CountByDp {
    /// The user requested it, so it is an error if there is none.
    pub asked: bool,
}

impl Method for CountByDp {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let run = match case.dp() {
            Ok(dp) => dp.count(&case.options_within(budget)),
            Err(why) if self.asked => return Err(RunError::NoMethod(why.clone())),
            // Search goes on as if its tables did not fit.
            Err(_) => return Ok(Progress::OutOf(Stop::Memory)),
        };
        case.how = available::dp_name(case.puzzle);
        case.cost.peak.raise(run.stats.peak_bytes, run.stats.peak_states);
        Ok(match run.answer {
            Ok(count) => {
                case.tally.counted = Some(count);
                Progress::ALL
            }
            Err(stop) => Progress::OutOf(stop),
        })
    }
}
