//! A proved lower bound by a dynamic program with layers of bounded size, where the whole one does not
//! fit or was stopped.

use crate::strategy::case::Case;
use crate::strategy::count::layer_sampling;
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
use crate::strategy::method::Method;
use crate::strategy::plan::available;
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;
use num_bigint::BigUint;

/// See the module documentation.
pub(super) struct Bound;

impl Method for Bound {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let bound = case
            .dp()
            .map_or(BigUint::ZERO, |dp| layer_sampling::at_least(dp, &case.options_within(budget)));
        let known = case.tally.at_least();
        let is_news = bound > known;
        if is_news {
            case.how = available::dp_name(case.puzzle);
            case.tally.know_at_least(bound);
        }
        // If tables were not tried, search may still find a better bound than that of its first look.
        let said = is_news || case.facts.dp_stopped.is_some();
        Ok(Progress::Learnt(Fact::Bound(if said { case.tally.at_least() } else { BigUint::ZERO })))
    }
}
