//! What to do with a puzzle, and what came of it.

use super::candidates::Candidates;
use super::estimate::Estimate;
use crate::puzzle::{Answer, Goal};
use crate::run::{Budget, Stats, Step, Stop};
use crate::search::{Activation, AdaptOptions, ProbeLimits};
use num_bigint::BigUint;
use std::sync::Arc;
use std::time::Duration;

/// The question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Task {
    /// Some solutions.
    Solve {
        /// How many at the most, at least 1.
        limit: usize,
    },
    /// None, one, or at least two?
    Check,
    /// How many?
    Count,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum SearchMode {
    /// Depth-first, without learning.
    Dfs,
    /// With clause learning.
    Learn,
    /// With clause learning, decisions in the order of a scan of the board, where the network has
    /// such an order.
    Scan,
    /// A short plain dive, then what suits the task.
    #[default]
    Auto,
}

impl SearchMode {
    /// The spelling of the command line.
    pub fn keyword(self) -> &'static str {
        match self {
            SearchMode::Dfs => "dfs",
            SearchMode::Learn => "learn",
            SearchMode::Scan => "scan",
            SearchMode::Auto => "auto",
        }
    }
}

/// How to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Method {
    /// Dynamic programming over a frontier or over layers.
    Dp,
    /// Search, solution by solution.
    Search,
    /// Search that counts independent parts by themselves and multiplies (hidato, futoshiki).
    Parts,
    /// The cheaper one, by estimate.
    #[default]
    Auto,
}

/// Hears of every step of a counting programme, on the thread that runs it.
#[derive(Clone)]
pub struct Watch(Arc<dyn Fn(Step) + Send + Sync>);

impl Watch {
    /// Wraps a function.
    pub fn new(f: impl Fn(Step) + Send + Sync + 'static) -> Watch {
        Watch(Arc::new(f))
    }

    /// Tells of a step.
    pub fn call(&self, step: Step) {
        (self.0)(step);
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The network's name; `None`: the family's default.
    pub network: Option<String>,
    /// How to search.
    pub search: SearchMode,
    /// How to count, where that is the question.
    pub method: Method,
    /// Threads for one puzzle, at least 1.
    pub threads: usize,
    /// What it may cost before it stops without an answer: time, nodes, memory, flags of others.
    pub budget: Budget,
    /// Stirs random choices; 0 leaves orders as the network states them.
    pub seed: u64,
    /// What makes one solution better than another; `None`: all are equal.
    pub goal: Option<Goal>,
    /// Redundant propagators to switch off, by name.
    pub without: Vec<String>,
    /// How much to probe at the root before learning.
    pub probe: ProbeLimits,
    /// Decisions of a learner before others join it on further threads.
    pub team_after: u64,
    /// No portfolio: the answers found do not depend on timing.
    pub deterministic: bool,
    /// How a learner decides which costly redundant propagators run; `None`: all of them, always.
    pub adaptive: Option<AdaptOptions>,
    /// Told of the progress of counting programmes.
    pub watch: Option<Watch>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            network: None,
            search: SearchMode::Auto,
            method: Method::Auto,
            threads: 1,
            budget: Budget::default(),
            seed: 0,
            goal: None,
            without: Vec::new(),
            probe: ProbeLimits::default(),
            team_after: 20_000,
            deterministic: false,
            adaptive: Some(AdaptOptions::default()),
            watch: None,
        }
    }
}

/// The answer to "how many solutions has it?".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Verdict {
    /// Exactly one; for a continuous line, up to its direction.
    Unique,
    /// At least two.
    Multiple,
    /// None.
    None,
    /// Not decided.
    Unknown,
}

impl Verdict {
    /// The spelling of the result format.
    pub fn keyword(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::Unknown => "unknown",
        }
    }
}

/// What came of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Solutions, each verified by the rules. For an undirected line one direction of each.
    pub answers: Vec<Answer>,
    /// Solutions as the text format counts them (a line and its reverse are two fillings): all of
    /// them if `exact`, else at least this many.
    pub count: BigUint,
    /// Whether everything was searched.
    pub exact: bool,
    /// Why not, if not.
    pub stopped: Option<Stop>,
    /// For lines without direction: how many lines there are, whichever way they run.
    pub lines: Option<BigUint>,
    /// With a goal: the best value found; proved optimal if `exact`.
    pub best: Option<i64>,
    /// The network that was searched.
    pub network: &'static str,
    /// How it was searched or counted: `propagation`, `dfs`, `learn`, `local search`,
    /// `construction`, `frontier`, ….
    pub search: &'static str,
    /// Figures of the search, of all threads together.
    pub stats: Stats,
    /// Variables with domains, Boolean variables, propagators, clauses of the model.
    pub sizes: [u64; 4],
    /// Costly redundant propagators, and what the learner decided about them.
    pub activations: Vec<Activation>,
    /// Time to build the network.
    pub init_time: Duration,
    /// Time of search.
    pub solve_time: Duration,
    /// With [`super::candidates`]: what solutions put where.
    pub candidates: Option<Candidates>,
    /// With [`super::count_or_estimate`], where the count is not exact.
    pub estimate: Option<Estimate>,
    /// Bytes at the worst moment of a counting programme; 0 without one.
    pub peak_bytes: u64,
    /// States at that moment.
    pub peak_states: u64,
}

impl Outcome {
    /// Nothing known yet, to be found in this way.
    pub(super) fn blank(search: &'static str) -> Outcome {
        Outcome {
            answers: Vec::new(),
            count: BigUint::ZERO,
            exact: false,
            stopped: None,
            lines: None,
            best: None,
            network: "",
            search,
            stats: Stats::default(),
            sizes: [0; 4],
            activations: Vec::new(),
            init_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            candidates: None,
            estimate: None,
            peak_bytes: 0,
            peak_states: 0,
        }
    }

    /// What the run says about the number of solutions. `distinct` answers are those that are not
    /// each other's reverse.
    pub fn verdict(&self) -> Verdict {
        match (self.answers.len(), self.exact) {
            (0, true) if self.count == BigUint::ZERO => Verdict::None,
            (n, _) if n >= 2 => Verdict::Multiple,
            (1, true) => Verdict::Unique,
            _ => Verdict::Unknown,
        }
    }
}
