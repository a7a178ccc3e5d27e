//! What each stage of a run cost, and what came of it: the account of a plan that was walked.

use super::progress::{Extent, Progress};
use clew_engine::run::Stats;
use std::time::Duration;

/// What one stage cost. A stage that took turns has an entry a turn.
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
    /// Of `time`, what building networks took.
    pub building: Duration,
    /// Figures of search in this stage alone; `peak_depth` is that of the run so far.
    pub stats: Stats,
    /// What came of it, in words.
    pub came: String,
    /// Local search: moves, and the least cost that was seen.
    pub moves: Option<Moves>,
    /// Those who worked on threads of their own.
    pub members: Vec<MemberCost>,
}

/// What local search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// Moves tried.
    pub moves: u64,
    /// The least cost seen at the looks between strides of moves, 0 for an answer; `None`: the
    /// search does not tell.
    pub best: Option<u64>,
}

/// What a member of a team did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemberCost {
    /// What it did, in words.
    pub how: &'static str,
    /// Processor time of its thread.
    pub cpu: Duration,
    /// Figures of its search.
    pub stats: Stats,
}

/// What came of a method, in words.
pub(super) fn words(progress: &Progress) -> String {
    match progress {
        Progress::Answered(Extent::All) => "answered: that is all there is".into(),
        Progress::Answered(Extent::Enough) => "answered: as much as was asked for".into(),
        Progress::Learnt(fact) => fact.words(),
        Progress::NotApplicable(why) => format!("does not apply: {why}"),
        Progress::OutOf(stop) => format!("out of {}", stop.keyword()),
    }
}
