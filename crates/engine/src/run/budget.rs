//! The budget of a run: time, decisions, memory, work of tables, and flags by which others cancel it.
//!
//! A budget is a value. A stage gets one that is cut from the whole ([`Budget::within`], [`Budget::share`],
//! [`Budget::at_most_nodes`], [`Budget::at_most_memory`], [`Budget::at_most_work`]); a cut can only get smaller, so no
//! stage outlives the budget of the whole run.

use super::interrupt::Interrupt;
use super::stop::Stop;
use crate::run::clock::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits on time, decisions, memory and work of tables, and flags that cancel from outside.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Stop at this moment.
    pub deadline: Option<Instant>,
    /// Stop after this many decisions.
    pub nodes: Option<u64>,
    /// The maximal number of bytes of tables and retained data together.
    pub memory: usize,
    /// The work after which one run of tables stops. For plain states, each state that is expanded and each transition
    /// that is found is one unit.
    pub work: Option<u64>,
    /// Stop when one of these is raised.
    pub cancel: Vec<Arc<AtomicBool>>,
}

impl Default for Budget {
    /// A gibibyte of memory, and no other limit.
    fn default() -> Budget {
        Budget { memory: 1 << 30, ..Budget::unlimited() }
    }
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Budget {
        Budget { deadline: None, nodes: None, memory: usize::MAX, work: None, cancel: Vec::new() }
    }

    /// No limit but this many bytes.
    pub fn of_memory(bytes: usize) -> Budget {
        Budget { memory: bytes, ..Budget::unlimited() }
    }

    /// The same, ending at most `time` from now.
    pub fn within(mut self, time: Duration) -> Budget {
        // A moment that the clock cannot represent is no limit.
        let moment = Instant::now().checked_add(time);
        self.deadline = self.deadline.into_iter().chain(moment).min();
        self
    }

    /// The same, with at most this share, between 0 and 1, of the time that is left. More than 1
    /// counts as 1; less than 0 and NaN count as 0.
    pub fn share(&self, part: f64) -> Budget {
        let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        match self.left() {
            Some(left) => self.clone().within(left.mul_f64(part)),
            None => self.clone(),
        }
    }

    /// The same, with at most `nodes` decisions.
    pub fn at_most_nodes(&self, nodes: u64) -> Budget {
        Budget { nodes: Some(self.nodes.map_or(nodes, |n| n.min(nodes))), ..self.clone() }
    }

    /// The same, with at most `bytes` bytes.
    pub fn at_most_memory(&self, bytes: usize) -> Budget {
        Budget { memory: self.memory.min(bytes), ..self.clone() }
    }

    /// The same, with at most `work` units of work per run of tables.
    pub fn at_most_work(&self, work: u64) -> Budget {
        Budget { work: Some(self.work.map_or(work, |w| w.min(work))), ..self.clone() }
    }

    /// The share of each of `n` concurrent runs; the whole for fewer than two. Only memory is divided.
    pub fn side_by_side(&self, n: usize) -> Budget {
        self.at_most_memory(self.memory / n.max(1))
    }

    /// The same, with one more flag.
    pub fn with_cancel(&self, flag: Arc<AtomicBool>) -> Budget {
        let mut budget = self.clone();
        budget.cancel.push(flag);
        budget
    }

    /// The time that is left, `None` without a deadline.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    /// Whether to stop now, after `nodes` decisions.
    #[inline]
    pub fn reached(&self, nodes: u64) -> Option<Stop> {
        if self.nodes.is_some_and(|n| nodes >= n) {
            return Some(Stop::Nodes);
        }
        self.urgent()
    }

    /// Whether to stop now for another reason than nodes.
    #[inline]
    pub fn urgent(&self) -> Option<Stop> {
        if self.cancel.iter().any(|f| f.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupt);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(Stop::Time);
        }
        None
    }

    /// Why work that polls [`Budget::interrupt`] was interrupted. A flag that was lowered again
    /// meanwhile still counts as a cancellation.
    pub fn why(&self) -> Stop {
        self.urgent().unwrap_or(Stop::Interrupt)
    }

    /// The interrupt for an engine; `None` if nothing can interrupt.
    pub fn interrupt(&self) -> Option<Interrupt> {
        if self.deadline.is_none() && self.cancel.is_empty() {
            return None;
        }
        let budget = self.clone();
        Some(Interrupt::new(move || budget.urgent().is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn what_is_cut_only_gets_smaller() {
        let whole =
            Budget::default().within(HOUR).at_most_nodes(100).at_most_memory(1000).at_most_work(7);
        assert_eq!((whole.nodes, whole.memory, whole.work), (Some(100), 1000, Some(7)));
        let same = whole.at_most_nodes(200).at_most_memory(2000).at_most_work(8).within(2 * HOUR);
        assert_eq!((same.nodes, same.memory, same.work), (Some(100), 1000, Some(7)));
        assert_eq!(same.deadline, whole.deadline);
        let part = whole.share(0.5).at_most_nodes(10);
        assert_eq!(part.nodes, Some(10));
        let left = part.left().expect("it has a deadline");
        assert!(left <= HOUR / 2 && left > HOUR / 3, "{left:?}");
        assert!(whole.share(7.0).deadline <= whole.deadline, "a share is not more than all");
        assert_eq!(whole.share(f64::NAN).left(), Some(Duration::ZERO), "no number is no share");
        assert_eq!(Budget::unlimited().share(0.5).deadline, None);
        assert_eq!(Budget::unlimited().within(Duration::MAX).deadline, None);
    }

    #[test]
    fn a_budget_says_what_is_used_up() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::default().at_most_nodes(5).with_cancel(flag.clone());
        assert_eq!((budget.reached(4), budget.reached(5)), (None, Some(Stop::Nodes)));
        let asked = budget.interrupt().expect("a flag can interrupt");
        assert!(!asked.is_raised());
        flag.store(true, Ordering::Relaxed);
        assert!(asked.is_raised());
        assert_eq!((budget.urgent(), budget.why()), (Some(Stop::Interrupt), Stop::Interrupt));
        let late = Budget::default().within(Duration::ZERO);
        assert_eq!((late.reached(0), late.why()), (Some(Stop::Time), Stop::Time));
        assert!(
            Budget::default().at_most_nodes(1).interrupt().is_none(),
            "nodes interrupt nothing"
        );
    }
}
