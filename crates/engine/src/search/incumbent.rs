//! The best value of a goal, shared by all jobs and threads. It only gets better.

use crate::structures::sync::atomic::{AtomicI64, Ordering};

/// The best value found so far, shared by all jobs.
#[derive(Debug)]
pub struct Incumbent(AtomicI64);

impl Default for Incumbent {
    fn default() -> Self {
        Incumbent(AtomicI64::new(i64::MAX))
    }
}

impl Incumbent {
    /// The best value, `i64::MAX` if there is none.
    pub fn best(&self) -> i64 {
        self.0.load(Ordering::Acquire)
    }

    /// Records a value; returns whether it is a new best.
    pub fn improve(&self, value: i64) -> bool {
        self.0.fetch_min(value, Ordering::AcqRel) > value
    }
}
