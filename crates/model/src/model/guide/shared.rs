//! The results of a search that the searches on other threads use: the best solution, a bound of the goal, and short
//! clauses.

use clew_engine::kernel::Objective;
use clew_engine::search::{ClausePort, Exchange, Incumbent};
use clew_solve::strategy::{GoalMeter, Options};
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Shared by the searches of a run; one search alone shares clauses among its turns.
#[derive(Debug)]
pub(super) struct Shared {
    pub incumbent: Arc<Incumbent>,
    exchange: Arc<Exchange>,
    learners: AtomicUsize,
    best: Mutex<BestSolution>,
    least: AtomicI64,
    /// The constant of the goal beside its column.
    constant: i64,
    pub meter: GoalMeter,
}

/// The best solution so far.
#[derive(Debug, Default)]
pub(super) struct BestSolution {
    /// How many solutions were better than all before them.
    pub improvements: u64,
    worth: i64,
    /// The values of all variables.
    pub values: Vec<i64>,
}

impl Shared {
    /// Nothing is known yet.
    pub fn new(goal: Option<&Objective>, options: &Options) -> Arc<Shared> {
        let meter = GoalMeter::new(options);
        meter.set_negated(goal.is_some_and(|goal| goal.negated));
        Arc::new(Shared {
            constant: goal.map_or(0, |goal| goal.constant),
            meter,
            incumbent: Arc::default(),
            // Each learner excludes solutions only where they are no better than one that all know.
            exchange: Arc::new(Exchange::pooling()),
            learners: AtomicUsize::new(0),
            best: Mutex::default(),
            least: AtomicI64::new(i64::MIN),
        })
    }

    /// The access of one more learner to the clauses of the others, from its turns.
    pub fn port(&self) -> ClausePort {
        let me = self.learners.fetch_add(1, Ordering::Relaxed);
        ClausePort::new(self.exchange.clone(), me).waiting()
    }

    /// The best solution so far.
    pub fn best(&self) -> MutexGuard<'_, BestSolution> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a solution that was better than all before it, unless a better one came in between; returns the number of
    /// improvements.
    pub fn keep(&self, worth: i64, values: &[i64]) -> u64 {
        let mut best = self.best();
        if best.improvements == 0 || worth < best.worth {
            best.worth = worth;
            best.values = values.to_vec();
            best.improvements += 1;
        }
        self.meter.note_best(worth);
        best.improvements
    }

    /// Notes a bound: the goal's column is at least this. Returns the best one.
    pub fn at_least(&self, least: i64) -> i64 {
        let before = self.least.fetch_max(least, Ordering::Relaxed);
        if least > before {
            self.meter.note_least((self.constant + least).min(self.incumbent.best()));
        }
        before.max(least)
    }
}
