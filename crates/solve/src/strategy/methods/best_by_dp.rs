//! The fewest turns or the longest line by a (min, +) dynamic program, where rook boards are narrow.

use crate::strategy::case::Case;
use crate::strategy::count::dp::BestDp;
use crate::strategy::error::RunError;
use crate::strategy::method::Method;
use crate::strategy::plan::available;
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// See the module documentation.
pub(super) struct BestByDp;

impl Method for BestByDp {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let options = case.options_within(budget);
        let dp = case.options.goal.and_then(|goal| BestDp::new(case.puzzle, goal));
        let Some(run) = dp.map(|dp| dp.best(&options)) else {
            let why = "there is no dynamic program for the best line of this board";
            return Ok(Progress::NotApplicable(why.into()));
        };
        case.cost.peak.raise(run.stats.peak_bytes, run.stats.peak_states);
        let best = match run.answer {
            Ok(best) => best,
            Err(stop) => return Ok(Progress::OutOf(stop)),
        };
        case.how = available::dp_name(case.puzzle);
        if let Some((value, answer)) = best {
            case.tally.found.adopt_best(value, answer);
        }
        Ok(Progress::ALL)
    }
}
