//! The outcome of a run, as data.

use super::whereabouts::Differences;
use crate::strategy::plan::stages::StageCost;
use clew_engine::run::{Stats, Stop};
use clew_engine::search::Activation;
pub use clew_puzzle::puzzle::counting::Candidates;
use clew_puzzle::puzzle::{Answer, Puzzle};
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// The answer to "how many solutions has it?".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
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

/// The method that settled a question, or the last one tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum How {
    /// A network that was still being built.
    SetUp,
    /// Propagation at the root, without a decision.
    Propagation,
    /// Plain depth-first search.
    Dfs,
    /// Probing of choices at the root.
    Probing,
    /// Learning, by activity.
    Learn,
    /// Learning in scan order.
    StaticOrder,
    /// Learning, by turns in scan order and by activity.
    ScanAndLearn,
    /// Local search.
    LocalSearch,
    /// Construction of a line.
    Construction,
    /// Search under a stricter rule.
    Stricter,
    /// A change of a known solution.
    Exchange,
    /// Counting by independent parts.
    Parts,
    /// A dynamic program over a frontier of edges.
    Frontier,
    /// A dynamic program over layers of cells.
    Layers,
}

impl How {
    /// The spelling of the result format.
    pub fn keyword(self) -> &'static str {
        match self {
            How::SetUp => "set-up",
            How::Propagation => "propagation",
            How::Dfs => "dfs",
            How::Probing => "probing",
            How::Learn => "learn",
            How::StaticOrder => "scan",
            How::ScanAndLearn => "scan and learn",
            How::LocalSearch => "local search",
            How::Construction => "construction",
            How::Stricter => "stricter rule",
            How::Exchange => "exchange",
            How::Parts => "parts",
            How::Frontier => "frontier",
            How::Layers => "layers",
        }
    }

    /// Whether this is a dynamic program, which needs no network.
    pub(crate) fn is_dp(self) -> bool {
        matches!(self, How::Frontier | How::Layers)
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

impl Serialize for How {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.keyword())
    }
}

/// The best solution's value. There is none without a solution, so nothing is ever proved about a
/// value that is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Best {
    /// The value of the goal.
    pub value: i64,
    /// No solution is better.
    pub proved: bool,
    /// A value that no solution passes, where one is known; the value itself if that is proved.
    pub bound: Option<i64>,
}

/// An estimate of the number of solutions by random probes. Without a hit there is no estimate: then `mean` and `error`
/// are not numbers, and the interval has no upper end; nor is there one of a number beyond floats: then `mean` is
/// infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The expected number of fillings.
    pub mean: f64,
    /// The standard error of `mean`.
    pub error: f64,
    /// Lower end of an interval that is made to hold the truth in 19 of 20 cases, which on boards of known counts it
    /// does (`docs/lab/counting.md`); solutions that probes never met can be beyond it.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The expected number of nodes of a plain search; 0 if none was looked at.
    pub nodes: f64,
    /// Probes made.
    pub probes: u64,
    /// Probes that ended in a solution.
    pub hits: u64,
    /// The kind of probe.
    pub way: Way,
}

impl Estimate {
    /// This number of probes, none of which met a solution: they give no information about the number of solutions.
    pub(super) fn without_hit(probes: u64, way: Way) -> Estimate {
        Estimate {
            mean: f64::NAN,
            error: f64::NAN,
            low: 0.0,
            high: f64::INFINITY,
            nodes: 0.0,
            probes,
            hits: 0,
            way,
        }
    }

    /// Why there is no estimate, in words; `None` if there is one.
    pub fn lacking(&self) -> Option<&'static str> {
        if self.hits > 0 && !self.mean.is_finite() {
            return Some(match self.way {
                Way::Tree => "random probes of the search tree go beyond 1e308",
                Way::Frontier => "random runs of the counting program go beyond 1e308",
            });
        }
        (self.hits == 0).then_some(match (self.probes, self.way) {
            (0, _) => "there was no time for a probe",
            (_, Way::Tree) => "no random probe of the search tree met a solution",
            (_, Way::Frontier) => "no random run of the counting program met a solution",
        })
    }
}

impl Way {
    /// A name for the probes, in words.
    pub fn plural(self) -> &'static str {
        match self {
            Way::Tree => "random probes of the search tree",
            Way::Frontier => "random runs of the counting program",
        }
    }
}

/// How an estimate was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Random walks down the search tree.
    Tree,
    /// Runs of the counting program with layers of bounded size.
    Frontier,
}

/// The outcome of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Solutions, each verified by the rules. For an undirected line one direction of each.
    pub answers: Vec<Answer>,
    /// Solutions as the text format counts them (a line and its reverse are two fillings): all of
    /// them if `exact`, else at least this many. With a goal, under which only better and better solutions
    /// are looked for, it is no more than those that were met, `exact` or not.
    pub count: BigUint,
    /// Whether everything was searched: with a goal, whether none is better than the best that was found.
    pub exact: bool,
    /// The reason, if it is not exact; for a sample, why fewer solutions were drawn than requested.
    pub stopped: Option<Stop>,
    /// For lines without direction: how many lines there are, whichever way they run.
    pub lines: Option<BigUint>,
    /// Whether each of these lines, whichever way it runs, is one answer.
    pub(super) folds_reverse: bool,
    /// With a goal: the best value found.
    pub best: Option<Best>,
    /// The network that was searched; empty for a dynamic program.
    pub network: &'static str,
    /// How it was searched or counted.
    pub how: How,
    /// Figures of the search, of all threads together.
    pub stats: Stats,
    /// Variables with domains, Boolean variables, propagators, clauses of the model.
    pub sizes: [u64; 4],
    /// Costly redundant propagators, and the learner's decisions about them.
    pub activations: Vec<Activation>,
    /// Time to build networks.
    pub init_time: Duration,
    /// Time of everything else.
    pub solve_time: Duration,
    /// With [`crate::strategy::whereabouts::candidates`]: the candidates of cells in all solutions.
    pub candidates: Option<Candidates>,
    /// With [`super::Options::locate`]: the facts that are the same in all solutions, as far as they are known.
    pub whereabouts: Option<Differences>,
    /// With [`super::count_or_estimate`], where the count is not exact.
    pub estimate: Option<Estimate>,
    /// Bytes at the worst moment of a counting program; 0 without one.
    pub peak_bytes: u64,
    /// States at that moment.
    pub peak_states: u64,
    /// Networks that were built for this answer, each with a fixpoint of its own at the root.
    pub networks: u32,
    /// The cost of each stage of the plan, in the order in which they ran.
    pub stages: Vec<StageCost>,
    /// Processor time of the thread that walked the plan, from the first stage to the last.
    pub cpu: Duration,
}

impl Outcome {
    /// An outcome without results, for this method.
    pub fn blank(how: How) -> Outcome {
        Outcome {
            answers: Vec::new(),
            count: BigUint::ZERO,
            exact: false,
            stopped: None,
            lines: None,
            folds_reverse: false,
            best: None,
            network: "",
            how,
            stats: Stats::default(),
            sizes: [0; 4],
            activations: Vec::new(),
            init_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            candidates: None,
            whereabouts: None,
            estimate: None,
            peak_bytes: 0,
            peak_states: 0,
            networks: 0,
            stages: Vec::new(),
            cpu: Duration::ZERO,
        }
    }

    /// Notes how many solutions there are, or at least are, as the text format counts them.
    pub(super) fn set_count(&mut self, puzzle: &Puzzle, count: BigUint) {
        self.lines = puzzle.is_undirected().then(|| (&count + 1u32) / 2u32);
        self.count = count;
    }

    /// The verdict on the number of solutions: by an exact count, whether they are among the answers or not, otherwise
    /// by different answers. With a goal only better and better ones were looked for, so only the existence of a
    /// solution is known then.
    pub fn verdict(&self) -> Verdict {
        // A line and its reverse are two fillings, which may be one answer.
        let lines = self.lines.as_ref().filter(|_| self.folds_reverse);
        let distinct = lines.unwrap_or(&self.count);
        let one = BigUint::from(1u32);
        // Draws of a sample may be alike.
        let differ = || self.answers.iter().skip(1).any(|answer| *answer != self.answers[0]);
        if self.exact && self.answers.is_empty() && *distinct == BigUint::ZERO {
            Verdict::None
        } else if self.best.is_some() {
            Verdict::Unknown
        } else if self.exact && *distinct == one {
            Verdict::Unique
        } else if (self.exact && *distinct > one) || differ() {
            Verdict::Multiple
        } else {
            Verdict::Unknown
        }
    }
}
