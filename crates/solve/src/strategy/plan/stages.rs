//! The cost and the result of each stage of a run: the account of a plan that was walked.

use crate::strategy::progress::Extent;

use crate::strategy::progress::Progress;
use clew_engine::run::Stats;
use std::time::Duration;

/// The cost of one stage. A stage that took turns has one entry per turn.
#[derive(Clone, PartialEq, Debug)]
pub struct StageCost {
    /// The method, by the name that plans use.
    pub means: &'static str,
    /// From the start of the run until it began.
    pub begun: Duration,
    /// The time that passed.
    pub time: Duration,
    /// Processor time of the thread that walks the plan.
    pub cpu: Duration,
    /// The part of `time` that was taken by building networks.
    pub building: Duration,
    /// Figures of search in this stage alone; `peak_depth` is that of the run so far.
    pub stats: Stats,
    /// The result, in words.
    pub came: String,
    /// Local search: moves, and the least cost that was seen.
    pub moves: Option<Moves>,
    /// The workers on threads of their own.
    pub members: Vec<MemberCost>,
}

/// The work of local search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// Moves tried.
    pub moves: u64,
    /// The least cost seen between strides of moves, 0 for an answer; `None`: the search has no cost.
    pub best: Option<u64>,
}

/// The work of one member of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemberCost {
    /// The kind of work, in words.
    pub how: &'static str,
    /// Processor time of its thread.
    pub cpu: Duration,
    /// Figures of its search.
    pub stats: Stats,
}

/// The result of a method, in words.
pub(crate) fn words(progress: &Progress) -> String {
    match progress {
        Progress::Answered(Extent::All) => "answered: that is all there is".into(),
        Progress::Answered(Extent::Enough) => "answered: as much as was requested".into(),
        Progress::Learnt(fact) => fact.words(),
        Progress::NotApplicable(why) => format!("does not apply: {why}"),
        Progress::OutOf(stop) => format!("out of {}", stop.keyword()),
    }
}
