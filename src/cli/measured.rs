//! What the profiler measured on one network.

use super::profiler::Line;
use crate::run::Stats;
use crate::strategy::Outcome;
use std::time::Duration;

/// What was measured on one network.
pub(super) struct Measured {
    pub outcome: Outcome,
    /// The most time first.
    pub lines: Vec<Line>,
    /// The whole of the run: set-up is not in it.
    pub total: Duration,
    /// From the start, the building of the network included.
    pub first_solution: Option<Duration>,
    pub calls: u64,
    /// What the clock readings of the profiler cost, estimated.
    pub overhead: Duration,
}

impl Measured {
    /// Search itself, with clauses and branching: what propagators did not take.
    pub fn search_time(&self) -> Duration {
        let propagation: Duration = self.lines.iter().map(|l| l.row.time).sum();
        self.total.saturating_sub(propagation)
    }

    /// A share of the whole run, 0 to 1.
    pub fn share(&self, time: Duration) -> f64 {
        time.as_secs_f64() / self.total.as_secs_f64().max(1e-12)
    }

    pub fn stats(&self) -> &Stats {
        &self.outcome.stats
    }
}
