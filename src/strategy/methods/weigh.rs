//! What would a dynamic programme cost? A sample of its layers tells.

use crate::kernel::Observer;
use crate::run::Budget;
use crate::strategy::best;
use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
use crate::strategy::method::Method;
use crate::strategy::programme;
use crate::strategy::progress::Progress;

/// The one that counts.
pub(super) struct Weigh;

/// The one that finds the best line.
pub(super) struct WeighBest;

impl Method for Weigh {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        _: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        Ok(Progress::Learnt(Fact::Dp(programme::estimate(case.puzzle))))
    }
}

impl Method for WeighBest {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        _: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let cost = case.options.goal.and_then(|goal| best::estimate(case.puzzle, goal));
        Ok(Progress::Learnt(Fact::BestDp(cost)))
    }
}
