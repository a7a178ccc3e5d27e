//! The methods by name: the elements of a plan.

/// The purpose for which a network is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Plain search.
    Plain,
    /// Learning: with literals that shorten explanations.
    Learning,
    /// Learning: a solution other than the one that is known.
    Others,
    /// Learning: every solution, even if canonical solutions would be enough for the question.
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
pub enum MethodId {
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
    /// Local moves around a known solution.
    Around,
    /// Probing for a solution other than the known one.
    ProbeOthers,
    /// Learning for a solution other than the known one.
    LearnOthers,
    /// Local search.
    LocalSearch,
    /// A parallel portfolio of learners; one of the threads may run local search.
    Team,
    /// Learning that meets every solution.
    LearnAll,
    /// The same, cut into jobs that begin with the clauses learnt so far.
    SplitLearning,
    /// Counting by independent parts.
    Parts,
    /// Construction of answers.
    Construct,
    /// Estimating the cost of the dynamic program.
    Weigh,
    /// Estimating the cost of the dynamic program for the best line.
    WeighBest,
    /// Estimating the search tree.
    MeasureTree,
    /// Counting by dynamic programming.
    CountByDp {
        /// The user requested it, so it is an error if there is none.
        asked: bool,
    },
    /// Whether there are two solutions, by dynamic programming.
    DecideByDp,
    /// The best line, by dynamic programming.
    BestByDp,
    /// A lower bound by a dynamic program with layers of bounded size.
    Bound,
    /// An estimate by a dynamic program with layers of bounded size.
    EstimateByLayers,
    /// An estimate by random walks down the search tree.
    EstimateByTree,
    /// The facts that are the same in all solutions, by questions under assumptions.
    Locate,
}

impl MethodId {
    /// The name in a plan.
    pub fn keyword(self) -> &'static str {
        match self {
            MethodId::Plain => "plain search",
            MethodId::Split => "plain search in jobs",
            MethodId::Probe => "probing",
            MethodId::Learn(Order::Activity) => "learning",
            MethodId::Learn(Order::Static) => "learning, in scan order if there is one",
            MethodId::Learn(Order::Alternating) => "learning",
            MethodId::LearnFirst(_) => "learning until a solution",
            MethodId::Stricter => "search under a stricter rule",
            MethodId::Around => "exchanges around the solution",
            MethodId::ProbeOthers => "probing next to the solution",
            MethodId::LearnOthers => "learning next to the solution",
            MethodId::LocalSearch => "local search",
            MethodId::Team => "team of learners",
            MethodId::LearnAll => "learning all",
            MethodId::SplitLearning => "learning all in jobs",
            MethodId::Parts => "counting by parts",
            MethodId::Construct => "construction",
            MethodId::Weigh => "weighing the dynamic program",
            MethodId::WeighBest => "weighing the dynamic program",
            MethodId::MeasureTree => "measuring the search tree",
            MethodId::CountByDp { .. } => "counting by dynamic programming",
            MethodId::DecideByDp => "deciding by dynamic programming",
            MethodId::BestByDp => "optimising by dynamic programming",
            MethodId::Bound => "lower bound by layers",
            MethodId::EstimateByLayers => "estimate by layers",
            MethodId::EstimateByTree => "estimate by random walks",
            MethodId::Locate => "questions under assumptions",
        }
    }

    /// The information that the method leaves to later stages when it does not answer.
    pub(crate) fn passes_on(self) -> &'static str {
        match self {
            MethodId::Plain => "how often it failed and succeeded; the root of the plain network",
            MethodId::Probe => "facts at the root of the network for learning",
            MethodId::Learn(_) => "the learner with its clauses; the best solution so far",
            MethodId::LearnFirst(_) => "the learner with its clauses; a solution",
            MethodId::Stricter => "a solution",
            MethodId::ProbeOthers => "facts at the root of the network of the other solutions",
            MethodId::LearnOthers => "the learner with its clauses",
            MethodId::LocalSearch => "solutions; what the learner tries first",
            MethodId::LearnAll => "the learner with its clauses",
            MethodId::Weigh | MethodId::WeighBest => "states and bytes of the dynamic program",
            MethodId::MeasureTree => "the size of the search tree",
            MethodId::CountByDp { .. } | MethodId::DecideByDp | MethodId::BestByDp => {
                "why its tables were not enough"
            }
            MethodId::Bound => "how many solutions there are at least",
            MethodId::Parts => "how many solutions there are at least",
            MethodId::Construct
            | MethodId::Around
            | MethodId::Split
            | MethodId::SplitLearning
            | MethodId::Team
            | MethodId::EstimateByLayers
            | MethodId::EstimateByTree
            | MethodId::Locate => "nothing",
        }
    }

    /// The network that the method works on.
    pub(crate) fn network(self) -> Option<Kind> {
        match self {
            MethodId::Plain
            | MethodId::Split
            | MethodId::Parts
            | MethodId::MeasureTree
            | MethodId::EstimateByTree => Some(Kind::Plain),
            MethodId::Probe
            | MethodId::Learn(_)
            | MethodId::LearnFirst(_)
            | MethodId::LocalSearch
            | MethodId::Team
            | MethodId::LearnAll
            | MethodId::SplitLearning => Some(Kind::Learning),
            MethodId::ProbeOthers | MethodId::LearnOthers => Some(Kind::Others),
            MethodId::Locate => Some(Kind::Every),
            MethodId::Construct
            | MethodId::Stricter
            | MethodId::Around
            | MethodId::Weigh
            | MethodId::WeighBest
            | MethodId::CountByDp { .. }
            | MethodId::DecideByDp
            | MethodId::BestByDp
            | MethodId::Bound
            | MethodId::EstimateByLayers => None,
        }
    }

    /// Whether this gives an estimate, which is no answer.
    pub(crate) fn is_estimate(self) -> bool {
        matches!(self, MethodId::EstimateByLayers | MethodId::EstimateByTree)
    }
}
