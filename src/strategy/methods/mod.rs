//! The methods, a file each. A method takes the case as others left it, does what its budget allows,
//! and says what came of it. It calls no other method; the plan says who comes next.

mod best_by_dp;
mod bound;
mod construct;
mod count_by_dp;
mod decide_by_dp;
mod estimate;
mod learn;
mod learn_all;
mod local_search;
mod measure;
mod parts;
mod plain;
mod probe;
mod split;
mod split_learning;
mod team;
mod weigh;

use super::case::{Case, Kind};
use super::error::RunError;
use super::facts::Fact;
use crate::kernel::Observer;
use crate::run::{Budget, End, Stop};

pub use learn::Order;

/// How much was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Everything: what was found is all there is, or the best.
    All,
    /// As much as was asked for.
    Enough,
}

/// What came of a method.
#[derive(Clone, PartialEq, Debug)]
pub enum Progress {
    /// The question is answered; what was found is in the case.
    Answered(Extent),
    /// Something was found out that later stages depend on.
    Learnt(Fact),
    /// The method has nothing to do with this puzzle, for this reason.
    NotApplicable(String),
    /// It began, and ran out of this.
    OutOf(Stop),
}

impl Progress {
    /// Everything is answered.
    pub(super) const ALL: Progress = Progress::Answered(Extent::All);
}

impl From<End> for Progress {
    fn from(end: End) -> Progress {
        match end {
            Ok(_) => Progress::ALL,
            Err(Stop::Limit) => Progress::Answered(Extent::Enough),
            Err(stop) => Progress::OutOf(stop),
        }
    }
}

/// What a method is.
trait Method {
    /// Does what the budget allows.
    ///
    /// # Errors
    /// [`RunError`]: the run is over.
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError>;
}

/// The methods by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// Depth-first search without learning.
    Plain,
    /// The same, cut into jobs.
    Split,
    /// Probing of choices at the root.
    Probe,
    /// Learning, in this order, for a few solutions or the best.
    Learn(Order),
    /// Local search.
    LocalSearch,
    /// Several learners on several threads, one of them may be local search.
    Team,
    /// Learning that meets every solution.
    LearnAll,
    /// The same, cut into jobs that begin with what was learnt.
    SplitLearning,
    /// Counting by independent parts.
    Parts,
    /// Construction of a line.
    Construct,
    /// Estimating what the dynamic programme would cost.
    Weigh,
    /// Estimating what the dynamic programme for the best line would cost.
    WeighBest,
    /// Estimating the search tree.
    MeasureTree,
    /// Counting by dynamic programming.
    CountByDp {
        /// It was asked for, so it is an error if there is none.
        asked: bool,
    },
    /// Whether there are two solutions, by dynamic programming.
    DecideByDp,
    /// The best line, by dynamic programming.
    BestByDp,
    /// A lower bound by a dynamic programme with layers of bounded size.
    Bound,
    /// An estimate by a dynamic programme with layers of bounded size.
    EstimateByLayers,
    /// An estimate by random walks down the search tree.
    EstimateByTree,
}

impl Means {
    /// The name in a plan.
    pub fn keyword(self) -> &'static str {
        match self {
            Means::Plain => "plain search",
            Means::Split => "plain search in jobs",
            Means::Probe => "probing",
            Means::Learn(Order::Activity) => "learning",
            Means::Learn(Order::Scan) => "learning in scan order",
            Means::Learn(Order::Alternating) => "learning",
            Means::LocalSearch => "local search",
            Means::Team => "team of learners",
            Means::LearnAll => "learning all",
            Means::SplitLearning => "learning all in jobs",
            Means::Parts => "counting by parts",
            Means::Construct => "construction",
            Means::Weigh => "weighing the dynamic programme",
            Means::WeighBest => "weighing the dynamic programme",
            Means::MeasureTree => "measuring the search tree",
            Means::CountByDp { .. } => "counting by dynamic programming",
            Means::DecideByDp => "deciding by dynamic programming",
            Means::BestByDp => "optimising by dynamic programming",
            Means::Bound => "lower bound by layers",
            Means::EstimateByLayers => "estimate by layers",
            Means::EstimateByTree => "estimate by random walks",
        }
    }

    /// What the method leaves to those after it when it does not answer.
    pub fn passes_on(self) -> &'static str {
        match self {
            Means::Plain => "how often it failed and succeeded; the root of the plain network",
            Means::Probe => "facts at the root of the network for learning",
            Means::Learn(_) => "the learner with its clauses; the best solution so far",
            Means::LocalSearch => "solutions; what the learner tries first",
            Means::LearnAll => "the learner with its clauses",
            Means::Weigh | Means::WeighBest => "states and bytes of the dynamic programme",
            Means::MeasureTree => "the size of the search tree",
            Means::CountByDp { .. } | Means::DecideByDp | Means::BestByDp => {
                "why its tables were not enough"
            }
            Means::Bound => "how many solutions there are at least",
            Means::Parts => "how many solutions there are at least",
            Means::Construct
            | Means::Split
            | Means::SplitLearning
            | Means::Team
            | Means::EstimateByLayers
            | Means::EstimateByTree => "nothing",
        }
    }

    /// The network that the method works on.
    pub(super) fn network(self) -> Option<Kind> {
        match self {
            Means::Plain
            | Means::Split
            | Means::Parts
            | Means::MeasureTree
            | Means::EstimateByTree => Some(Kind::Plain),
            Means::Probe
            | Means::Learn(_)
            | Means::LocalSearch
            | Means::Team
            | Means::LearnAll
            | Means::SplitLearning => Some(Kind::Learning),
            Means::Construct
            | Means::Weigh
            | Means::WeighBest
            | Means::CountByDp { .. }
            | Means::DecideByDp
            | Means::BestByDp
            | Means::Bound
            | Means::EstimateByLayers => None,
        }
    }

    /// Whether this gives an estimate, which is no answer.
    pub(super) fn is_estimate(self) -> bool {
        matches!(self, Means::EstimateByLayers | Means::EstimateByTree)
    }

    /// Does what the budget allows.
    ///
    /// # Errors
    /// [`RunError`]: the run is over.
    pub(super) fn attempt<O: Observer>(
        self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        match self {
            Means::Plain => plain::Plain.attempt(case, budget, seen),
            Means::Split => split::Split.attempt(case, budget, seen),
            Means::Probe => probe::Probe.attempt(case, budget, seen),
            Means::Learn(order) => learn::Learn(order).attempt(case, budget, seen),
            Means::LocalSearch => local_search::LocalSearch.attempt(case, budget, seen),
            Means::Team => team::Team.attempt(case, budget, seen),
            Means::LearnAll => learn_all::LearnAll.attempt(case, budget, seen),
            Means::SplitLearning => split_learning::SplitLearning.attempt(case, budget, seen),
            Means::Parts => parts::Parts.attempt(case, budget, seen),
            Means::Construct => construct::Construct.attempt(case, budget, seen),
            Means::Weigh => weigh::Weigh.attempt(case, budget, seen),
            Means::WeighBest => weigh::WeighBest.attempt(case, budget, seen),
            Means::MeasureTree => measure::MeasureTree.attempt(case, budget, seen),
            Means::CountByDp { asked } => {
                count_by_dp::CountByDp { asked }.attempt(case, budget, seen)
            }
            Means::DecideByDp => decide_by_dp::DecideByDp.attempt(case, budget, seen),
            Means::BestByDp => best_by_dp::BestByDp.attempt(case, budget, seen),
            Means::Bound => bound::Bound.attempt(case, budget, seen),
            Means::EstimateByLayers => estimate::EstimateByLayers.attempt(case, budget, seen),
            Means::EstimateByTree => estimate::EstimateByTree.attempt(case, budget, seen),
        }
    }
}
