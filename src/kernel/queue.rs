//! Which propagators are to run, cheapest priority first, first in first out within one.

use super::ids::PropId;
use super::propagator::Priority;
use std::collections::VecDeque;

/// Five queues and a flag a propagator.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    buckets: [VecDeque<u32>; Priority::COUNT],
    queued: Vec<bool>,
}

impl Queue {
    /// Makes room for one more propagator.
    pub fn grow(&mut self) {
        self.queued.push(false);
    }

    /// As [`Queue::grow`] for so many, but of memory only.
    pub fn reserve(&mut self, n: usize) {
        self.queued.reserve(n);
        self.buckets[Priority::Unit as usize].reserve(n);
    }

    /// Whether a propagator waits already.
    #[inline]
    pub fn holds(&self, p: u32) -> bool {
        self.queued[p as usize]
    }

    #[inline]
    pub fn push(&mut self, p: u32, priority: Priority) {
        if !self.queued[p as usize] {
            self.queued[p as usize] = true;
            self.buckets[priority as usize].push_back(p);
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<PropId> {
        for bucket in &mut self.buckets {
            if let Some(p) = bucket.pop_front() {
                self.queued[p as usize] = false;
                return Some(PropId(p));
            }
        }
        None
    }

    pub fn clear(&mut self) {
        for bucket in &mut self.buckets {
            for p in bucket.drain(..) {
                self.queued[p as usize] = false;
            }
        }
    }
}
