//! The profiler: an observer that times every propagator call and counts what it removed.
//!
//! Reading the clock costs time itself. [`Profile::clock_cost`] measures that cost on this machine,
//! so that a report can state the profiler's own overhead.

use crate::kernel::{CallResult, Conflict, Engine, Observer, PropId};
use std::time::{Duration, Instant};

/// Figures of one propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Calls.
    pub calls: u64,
    /// Calls that inferred something or failed.
    pub effective: u64,
    /// Literals inferred: values removed, Booleans decided.
    pub inferred: u64,
    /// Calls that failed.
    pub failures: u64,
    /// Time spent in it.
    pub time: Duration,
}

impl Row {
    /// Adds another row's figures.
    pub fn add(&mut self, other: &Row) {
        self.calls += other.calls;
        self.effective += other.effective;
        self.inferred += other.inferred;
        self.failures += other.failures;
        self.time += other.time;
    }
}

/// Times propagator calls. One row an instance, in the order of posting.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Per [`PropId`].
    pub rows: Vec<Row>,
    started: Option<Instant>,
    /// When the first solution was found, measured from [`Profile::new`].
    pub first_solution: Option<Duration>,
    origin: Option<Instant>,
}

impl Profile {
    /// An empty profile; its clock starts now.
    pub fn new() -> Profile {
        Profile { origin: Some(Instant::now()), ..Profile::default() }
    }

    /// Time in propagators, summed.
    pub fn propagation_time(&self) -> Duration {
        self.rows.iter().map(|r| r.time).sum()
    }

    /// Calls, summed.
    pub fn calls(&self) -> u64 {
        self.rows.iter().map(|r| r.calls).sum()
    }

    /// What reading the clock around one call costs on this machine: the mean of many readings.
    pub fn clock_cost() -> Duration {
        const READS: u32 = 20_000;
        let start = Instant::now();
        for _ in 0..READS {
            std::hint::black_box(Instant::now());
        }
        // Two readings a call.
        start.elapsed() * 2 / READS
    }
}

impl Observer for Profile {
    const CALLS: bool = true;

    fn starts(&mut self, _who: PropId) {
        self.started = Some(Instant::now());
    }

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        let time = self.started.take().map_or(Duration::ZERO, |s| s.elapsed());
        let i = who.0 as usize;
        if self.rows.len() <= i {
            self.rows.resize(i + 1, Row::default());
        }
        let inferred: u64 = engine.store().trail()[from..]
            .iter()
            .filter(|e| e.reason.prop() == Some(who))
            .map(|e| u64::from(e.mask.count_ones()))
            .sum();
        let failed = *result == Err(Conflict);
        let row = &mut self.rows[i];
        row.calls += 1;
        row.time += time;
        row.inferred += inferred;
        row.failures += u64::from(failed);
        row.effective += u64::from(failed || inferred > 0);
    }

    fn solution(&mut self, _engine: &Engine) {
        if self.first_solution.is_none() {
            self.first_solution = self.origin.map(|o| o.elapsed());
        }
    }
}
