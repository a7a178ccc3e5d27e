//! Which propagators are to run, cheapest priority first, first in first out within one.

use super::ids::PropId;
use super::propagator::Priority;
use std::collections::VecDeque;

/// Five queues and one flag per propagator.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    buckets: [VecDeque<u32>; Priority::COUNT],
    queued: Vec<bool>,
}

impl Queue {
    /// Adds one more propagator.
    pub fn grow(&mut self) {
        self.queued.push(false);
    }

    /// Reserves memory for `n` more propagators.
    pub fn reserve(&mut self, n: usize) {
        self.queued.reserve(n);
        self.buckets[Priority::Unit as usize].reserve(n);
    }

    /// Whether a propagator is queued already.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Priority; Priority::COUNT] =
        [Priority::Unit, Priority::Incremental, Priority::Linear, Priority::Flow, Priority::Global];

    proptest! {
        /// The cheapest one first, of those the one that has waited longest; none waits twice.
        #[test]
        fn order_is_priority_then_arrival(
            steps in prop::collection::vec(prop_oneof![3 => (0u32..12).prop_map(Some), 2 => Just(None)], 0..80),
        ) {
            let priority = |p: u32| ALL[p as usize % ALL.len()];
            let mut queue = Queue::default();
            (0..12).for_each(|_| queue.grow());
            let mut waiting: Vec<u32> = Vec::new();
            for step in steps {
                if let Some(p) = step {
                    queue.push(p, priority(p));
                    if !waiting.contains(&p) {
                        waiting.push(p);
                    }
                } else {
                    // The first of the least priority: `min_by_key` keeps the earlier of equals.
                    let next = waiting.iter().copied().min_by_key(|&p| priority(p));
                    waiting.retain(|&p| Some(p) != next);
                    prop_assert_eq!(queue.pop(), next.map(PropId));
                }
                for p in 0..12 {
                    prop_assert_eq!(queue.holds(p), waiting.contains(&p));
                }
            }
            queue.clear();
            prop_assert!((0..12).all(|p| !queue.holds(p)));
            prop_assert_eq!(queue.pop(), None);
        }
    }
}
