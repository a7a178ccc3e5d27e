//! Uniqueness by dynamic programming: the first two solutions that its tables hold.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::method::Method;
use crate::strategy::plan::available;
use crate::strategy::progress::{Extent, Progress};
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// See the module documentation.
pub(super) struct DecideByDp;

impl Method for DecideByDp {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let options = case.options_within(budget);
        let run = match case.dp() {
            Ok(dp) => dp.first(2, &options),
            Err(why) => return Ok(Progress::NotApplicable(why.clone())),
        };
        case.cost.peak.raise(run.stats.peak_bytes, run.stats.peak_states);
        let answers = match run.answer {
            Ok(answers) => answers,
            Err(stop) => return Ok(Progress::OutOf(stop)),
        };
        case.tally.start_over();
        case.tally.found.adopt(&answers);
        case.how = available::dp_name(case.puzzle);
        Ok(Progress::Answered(if answers.len() < 2 { Extent::All } else { Extent::Enough }))
    }
}
