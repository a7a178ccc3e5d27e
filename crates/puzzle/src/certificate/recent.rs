//! Clauses that were derived on the way to another one and may be needed again: reasons repeat.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Rows that are kept for now, the oldest first. If there are too many, the oldest is removed, unless it was used
/// meanwhile: then it goes to the end of the queue.
///
/// Source: Corbató, "A paging experiment with the Multics system", 1968 (second chance).
#[derive(Clone, Debug, Default)]
pub(super) struct Recent {
    queue: VecDeque<u32>,
    /// For each row whether it was used since it entered the queue.
    used: FxHashMap<u32, bool>,
}

impl Recent {
    /// Notes that a derivation uses a row, which need not be one of these.
    pub fn uses(&mut self, row: u32) {
        if let Some(used) = self.used.get_mut(&row) {
            *used = true;
        }
    }

    /// Keeps a row; returns the one to delete if there are more than `most` then.
    pub fn keep(&mut self, row: u32, most: usize) -> Option<u32> {
        self.queue.push_back(row);
        self.used.insert(row, false);
        while self.queue.len() > most {
            let oldest = self.queue.pop_front()?;
            if !self.used.get_mut(&oldest).is_some_and(std::mem::take) {
                self.used.remove(&oldest);
                return Some(oldest);
            }
            self.queue.push_back(oldest);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn what_is_used_stays_once_more() {
        let mut recent = Recent::default();
        assert_eq!([recent.keep(1, 2), recent.keep(2, 2)], [None, None]);
        recent.uses(1);
        recent.uses(7);
        assert_eq!(recent.keep(3, 2), Some(2));
        assert_eq!(recent.keep(4, 2), Some(3), "1 has begun to wait again, behind 3");
        assert_eq!(recent.keep(5, 2), Some(1));
    }
}
