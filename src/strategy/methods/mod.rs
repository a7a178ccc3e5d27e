//! The methods, a file each, and which file a name in a plan stands for.

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
mod parts;
mod plain;
mod probe;
mod split;
mod split_learning;
mod stricter;
mod team;
mod weigh;

use super::case::Case;
use super::error::RunError;
use super::means::{Kind, Means};
use super::method::Method;
use super::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// Does what the budget allows.
///
/// # Errors
/// [`RunError`]: the run is over.
pub(super) fn attempt<O: Observer>(
    means: Means,
    case: &mut Case<'_>,
    budget: &Budget,
    seen: &mut O,
) -> Result<Progress, RunError> {
    match means {
        Means::Plain => plain::Plain.attempt(case, budget, seen),
        Means::Split => split::Split.attempt(case, budget, seen),
        Means::Probe => probe::Probe(Kind::Learning).attempt(case, budget, seen),
        Means::ProbeOthers => probe::Probe(Kind::Others).attempt(case, budget, seen),
        Means::Learn(order) => learn::Learn::new(order).attempt(case, budget, seen),
        Means::LearnFirst(order) => learn::Learn::first(order).attempt(case, budget, seen),
        Means::LearnOthers => learn::Learn::others().attempt(case, budget, seen),
        Means::Stricter => stricter::Stricter.attempt(case, budget, seen),
        Means::Around => around::Around.attempt(case, budget, seen),
        Means::LocalSearch => local_search::LocalSearch.attempt(case, budget, seen),
        Means::Team => team::Team.attempt(case, budget, seen),
        Means::LearnAll => learn_all::LearnAll.attempt(case, budget, seen),
        Means::SplitLearning => split_learning::SplitLearning.attempt(case, budget, seen),
        Means::Parts => parts::Parts.attempt(case, budget, seen),
        Means::Construct => construct::Construct.attempt(case, budget, seen),
        Means::Weigh => weigh::Weigh.attempt(case, budget, seen),
        Means::WeighBest => weigh::WeighBest.attempt(case, budget, seen),
        Means::MeasureTree => measure::MeasureTree.attempt(case, budget, seen),
        Means::CountByDp { asked } => count_by_dp::CountByDp { asked }.attempt(case, budget, seen),
        Means::DecideByDp => decide_by_dp::DecideByDp.attempt(case, budget, seen),
        Means::BestByDp => best_by_dp::BestByDp.attempt(case, budget, seen),
        Means::Bound => bound::Bound.attempt(case, budget, seen),
        Means::EstimateByLayers => estimate::EstimateByLayers.attempt(case, budget, seen),
        Means::EstimateByTree => estimate::EstimateByTree.attempt(case, budget, seen),
        Means::Locate => locate::Locate.attempt(case, budget, seen),
    }
}
