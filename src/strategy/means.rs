//! The methods by name: what a plan is made of.

/// What a network is built for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Plain search.
    Plain,
    /// Learning: with literals that shorten explanations.
    Learning,
    /// Learning: a solution other than the one that is known.
    Others,
    /// Learning: every solution, also where representatives would do for the question.
    Every,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Plain, Kind::Learning, Kind::Others, Kind::Every];
}

/// In which order a learner decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// By activity.
    Activity,
    /// In the scan orders of the network, where it has any.
    Static,
    /// By turns in scan order and by activity.
    Alternating,
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
    /// The same until the first solution, which leaves the others to other methods.
    LearnFirst(Order),
    /// A first solution under a stricter rule.
    Stricter,
    /// Exchanges around a known solution.
    Around,
    /// Probing for a solution other than the known one.
    ProbeOthers,
    /// Learning for one.
    LearnOthers,
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
    /// Construction of answers.
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
    /// What is the same in all solutions, by questions under assumptions.
    Locate,
}

impl Means {
    /// The name in a plan.
    pub fn keyword(self) -> &'static str {
        match self {
            Means::Plain => "plain search",
            Means::Split => "plain search in jobs",
            Means::Probe => "probing",
            Means::Learn(Order::Activity) => "learning",
            Means::Learn(Order::Static) => "learning, in scan order if there is one",
            Means::Learn(Order::Alternating) => "learning",
            Means::LearnFirst(_) => "learning until a solution",
            Means::Stricter => "search under a stricter rule",
            Means::Around => "exchanges around the solution",
            Means::ProbeOthers => "probing beside the solution",
            Means::LearnOthers => "learning beside the solution",
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
            Means::Locate => "questions under assumptions",
        }
    }

    /// What the method leaves to those after it when it does not answer.
    pub fn passes_on(self) -> &'static str {
        match self {
            Means::Plain => "how often it failed and succeeded; the root of the plain network",
            Means::Probe => "facts at the root of the network for learning",
            Means::Learn(_) => "the learner with its clauses; the best solution so far",
            Means::LearnFirst(_) => "the learner with its clauses; a solution",
            Means::Stricter => "a solution",
            Means::ProbeOthers => "facts at the root of the network of the other solutions",
            Means::LearnOthers => "the learner with its clauses",
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
            | Means::Around
            | Means::Split
            | Means::SplitLearning
            | Means::Team
            | Means::EstimateByLayers
            | Means::EstimateByTree
            | Means::Locate => "nothing",
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
            | Means::LearnFirst(_)
            | Means::LocalSearch
            | Means::Team
            | Means::LearnAll
            | Means::SplitLearning => Some(Kind::Learning),
            Means::ProbeOthers | Means::LearnOthers => Some(Kind::Others),
            Means::Locate => Some(Kind::Every),
            Means::Construct
            | Means::Stricter
            | Means::Around
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
}
