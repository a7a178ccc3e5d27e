//! The question, and how to answer it.

use clew_engine::kernel::PropId;
use clew_engine::run::{Budget, GoalProgress, Step};
use clew_engine::search::{AdaptOptions, ProbeLimits, SearchSetting, VarOrder};
use clew_puzzle::keywords;
use clew_puzzle::puzzle::{Answer, Goal};
use std::sync::Arc;

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
    StaticOrder,
    /// A short plain dive, then the search that suits the task.
    #[default]
    Auto,
}

impl SearchMode {
    /// The spelling of the command line.
    pub fn keyword(self) -> &'static str {
        match self {
            SearchMode::Dfs => "dfs",
            SearchMode::Learn => "learn",
            SearchMode::StaticOrder => "scan",
            SearchMode::Auto => "auto",
        }
    }
}

keywords!(SearchMode, "search", SearchMode::keyword, [Auto, Dfs, Learn, StaticOrder]);

/// How to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Method {
    /// Dynamic programming over a frontier or over layers.
    Dp,
    /// Search, solution by solution or, where that pays, by independent parts.
    Search,
    /// Search that counts independent parts by themselves and multiplies (hidato, futoshiki).
    Parts,
    /// The cheaper one, by estimate.
    #[default]
    Auto,
}

impl Method {
    /// The spelling of the command line.
    pub fn keyword(self) -> &'static str {
        match self {
            Method::Dp => "dp",
            Method::Search => "search",
            Method::Parts => "parts",
            Method::Auto => "auto",
        }
    }
}

keywords!(Method, "method", Method::keyword, [Auto, Dp, Search, Parts]);

/// A callback for progress: the start and every step of a counting program, on the thread that runs it, or
/// [`GoalProgress`], on the thread that found it out.
pub struct Watch<T = Step>(Arc<dyn Fn(T) + Send + Sync>);

impl<T> Watch<T> {
    /// Wraps a function.
    pub fn new(f: impl Fn(T) + Send + Sync + 'static) -> Watch<T> {
        Watch(Arc::new(f))
    }

    /// Reports progress.
    pub fn call(&self, progress: T) {
        (self.0)(progress);
    }
}

impl<T> Clone for Watch<T> {
    fn clone(&self) -> Watch<T> {
        Watch(self.0.clone())
    }
}

impl<T> std::fmt::Debug for Watch<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

/// A callback for each best solution so far, with its value, on the thread that found it. Two threads may find
/// solutions at the same time, and the worse one may be reported last.
#[derive(Clone)]
pub struct Improved(Arc<Hear>);

/// The function called with a better value and its answer.
type Hear = dyn Fn(i64, &Answer) + Send + Sync;

impl Improved {
    /// Wraps a function.
    pub fn new(f: impl Fn(i64, &Answer) + Send + Sync + 'static) -> Improved {
        Improved(Arc::new(f))
    }

    /// Reports a solution.
    pub fn call(&self, value: i64, answer: &Answer) {
        (self.0)(value, answer);
    }
}

impl std::fmt::Debug for Improved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Improved")
    }
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The network's name; `None`: the family's default.
    pub network: Option<String>,
    /// How to search.
    pub search: SearchMode,
    /// Which variable plain search takes next.
    pub order: VarOrder,
    /// How to count, if that is the question. With [`Options::locate`]: whether tables are used at once, never or, by
    /// default, once questions have taken long.
    pub method: Method,
    /// The dynamic program, by a name of [`Puzzle::programs`](clew_puzzle::puzzle::asked), if one is requested for a
    /// count; `None`: the one that promises the fewest states.
    pub program: Option<String>,
    /// Threads for one puzzle, at least 1.
    pub threads: usize,
    /// The limits at which it stops without an answer: time, nodes, memory, flags of others.
    pub budget: Budget,
    /// Perturbs random choices; 0 leaves orders as the network states them.
    pub seed: u64,
    /// The criterion by which one solution is better than another; `None`: all are equal.
    pub goal: Option<Goal>,
    /// Redundant propagators to switch off, by name.
    pub without: Vec<String>,
    /// How much to probe at the root before learning.
    pub probe: ProbeLimits,
    /// Decisions of a learner before others join it on further threads, at the most: fewer where one or two
    /// solutions settle the question, which members can pool.
    pub team_after: u64,
    /// No portfolio: the answers found do not depend on timing.
    pub deterministic: bool,
    /// How a learner decides which costly redundant propagators run; `None`: all of them, always, while probing
    /// too.
    pub adaptive: Option<AdaptOptions>,
    /// Settings of learning in place of the usual ones, for research; those of probing and of adaptive activation are in
    /// [`Options::probe`] and [`Options::adaptive`] already.
    pub settings: Vec<SearchSetting>,
    /// With [`Task::Check`], where there are several solutions: find out where they differ, over all
    /// of them.
    pub locate: bool,
    /// Steps and ratings may use that the puzzle has one solution, where there are techniques for that.
    pub uniqueness: bool,
    /// Called with the progress of counting programs.
    pub watch: Option<Watch>,
    /// Called whenever the best value for a goal, or its proved bound, has changed; each call is nearer than the one before.
    pub goal_watch: Option<Watch<GoalProgress>>,
    /// Called with each better solution for a goal, verified.
    pub improved: Option<Improved>,
}

impl Options {
    /// Which of a network's redundant propagators may rest while it is probed.
    pub(super) fn may_rest<'a>(&self, redundant: &'a [PropId]) -> &'a [PropId] {
        if self.adaptive.is_some() { redundant } else { &[] }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            network: None,
            search: SearchMode::Auto,
            order: VarOrder::default(),
            method: Method::Auto,
            program: None,
            threads: 1,
            budget: Budget::default(),
            seed: 0,
            goal: None,
            without: Vec::new(),
            probe: ProbeLimits::default(),
            team_after: 20_000,
            deterministic: false,
            adaptive: Some(AdaptOptions::default()),
            settings: Vec::new(),
            locate: false,
            uniqueness: true,
            watch: None,
            goal_watch: None,
            improved: None,
        }
    }
}
