//! The methods, one file each, and the map from names in a plan to methods.

mod around;
mod best_by_dp;
mod bound;
mod construct;
mod count_by_dp;
mod decide_by_dp;
mod estimate;
mod learn;
mod learn_all;
mod local_search;
mod locate;
mod measure;
mod parallel;
mod parts;
mod plain;
mod probe;
mod stricter;
mod weigh;

use super::case::Case;
use super::error::RunError;
use super::method::Method;
use super::progress::Progress;
use crate::strategy::plan::method_id::{Kind, MethodId};
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// Runs a method within its budget.
///
/// # Errors
/// [`RunError`]: the run is over.
pub(super) fn attempt<O: Observer>(
    means: MethodId,
    case: &mut Case<'_>,
    budget: &Budget,
    seen: &mut O,
) -> Result<Progress, RunError> {
    match means {
        MethodId::Plain => plain::Plain.attempt(case, budget, seen),
        MethodId::Split => parallel::split::Split.attempt(case, budget, seen),
        MethodId::Probe => probe::Probe(Kind::Learning).attempt(case, budget, seen),
        MethodId::ProbeOthers => probe::Probe(Kind::Others).attempt(case, budget, seen),
        MethodId::Learn(order) => learn::Learn::new(order).attempt(case, budget, seen),
        MethodId::LearnFirst(order) => learn::Learn::first(order).attempt(case, budget, seen),
        MethodId::LearnOthers => learn::Learn::others().attempt(case, budget, seen),
        MethodId::Stricter => stricter::Stricter.attempt(case, budget, seen),
        MethodId::Around => around::Around.attempt(case, budget, seen),
        MethodId::LocalSearch => local_search::LocalSearch.attempt(case, budget, seen),
        MethodId::Team => parallel::team::Portfolio.attempt(case, budget, seen),
        MethodId::LearnAll => learn_all::LearnAll.attempt(case, budget, seen),
        MethodId::SplitLearning => {
            parallel::split_learning::SplitLearning.attempt(case, budget, seen)
        }
        MethodId::Parts => parts::Parts.attempt(case, budget, seen),
        MethodId::Construct => construct::Construct.attempt(case, budget, seen),
        MethodId::Weigh => weigh::Weigh.attempt(case, budget, seen),
        MethodId::WeighBest => weigh::WeighBest.attempt(case, budget, seen),
        MethodId::MeasureTree => measure::MeasureTree.attempt(case, budget, seen),
        MethodId::CountByDp { asked } => {
            count_by_dp::CountByDp { asked }.attempt(case, budget, seen)
        }
        MethodId::DecideByDp => decide_by_dp::DecideByDp.attempt(case, budget, seen),
        MethodId::BestByDp => best_by_dp::BestByDp.attempt(case, budget, seen),
        MethodId::Bound => bound::Bound.attempt(case, budget, seen),
        MethodId::EstimateByLayers => estimate::EstimateByLayers.attempt(case, budget, seen),
        MethodId::EstimateByTree => estimate::EstimateByTree.attempt(case, budget, seen),
        MethodId::Locate => locate::Locate.attempt(case, budget, seen),
    }
}
