//! Marks on numbers that are all taken away at once, in constant time.

/// A set of numbers below a bound, for searches that start afresh again and again: a number is
/// marked if its stamp is the current one.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    stamp: u32,
    stamps: Vec<u32>,
}

impl Marks {
    /// No marks, for numbers below `n`.
    pub fn new(n: usize) -> Marks {
        Marks { stamp: 1, stamps: vec![0; n] }
    }

    /// Takes all marks away.
    #[inline]
    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    /// Marks a number; whether it was not marked yet.
    #[inline]
    pub fn mark(&mut self, i: u32) -> bool {
        std::mem::replace(&mut self.stamps[i as usize], self.stamp) != self.stamp
    }

    /// Whether a number is marked.
    #[inline]
    pub fn has(&self, i: u32) -> bool {
        self.stamps[i as usize] == self.stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_all_at_once_and_stamps_may_wrap() {
        let mut marks = Marks::new(3);
        assert!(!marks.has(0));
        marks.stamp = u32::MAX - 1;
        for _ in 0..4 {
            assert!(marks.mark(1));
            assert!(!marks.mark(1));
            assert!(marks.has(1) && !marks.has(2));
            marks.clear();
            assert!(!marks.has(1));
        }
    }
}
