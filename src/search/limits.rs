//! When search has to stop although it is not done.

use crate::kernel::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits on time and nodes, and flags that cancel from outside. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stop at this moment.
    pub deadline: Option<Instant>,
    /// Stop after this many decisions.
    pub nodes: Option<u64>,
    /// Stop when one of these is raised.
    pub cancel: Vec<Arc<AtomicBool>>,
}

/// Why search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Everything was searched: what was found is all there is.
    Exhausted,
    /// The sink had enough.
    SinkSatisfied,
    /// The node limit.
    NodeLimit,
    /// The time limit.
    TimeLimit,
    /// Cancelled from outside.
    Cancelled,
}

impl Limits {
    /// Whether to stop now, `nodes` decisions having been taken.
    #[inline]
    pub fn reached(&self, nodes: u64) -> Option<Stop> {
        if self.nodes.is_some_and(|n| nodes >= n) {
            return Some(Stop::NodeLimit);
        }
        self.urgent()
    }

    /// Whether to stop now for another reason than nodes.
    #[inline]
    pub fn urgent(&self) -> Option<Stop> {
        if self.cancel.iter().any(|f| f.load(Ordering::Relaxed)) {
            return Some(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(Stop::TimeLimit);
        }
        None
    }

    /// The question for [`crate::kernel::Engine::set_interrupt`]; `None` if nothing can interrupt.
    pub fn interrupt(&self) -> Option<Interrupt> {
        if self.deadline.is_none() && self.cancel.is_empty() {
            return None;
        }
        let limits = self.clone();
        Some(Interrupt::new(move || limits.urgent().is_some()))
    }

    /// The same limits with one more flag.
    pub fn with_cancel(&self, flag: Arc<AtomicBool>) -> Limits {
        let mut limits = self.clone();
        limits.cancel.push(flag);
        limits
    }
}
