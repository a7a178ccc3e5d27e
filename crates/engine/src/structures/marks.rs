//! Marks on numbers that are all cleared at once, in constant time.

/// A set of numbers below a bound, for repeated searches: a number is marked if its stamp is the
/// current one.
#[derive(Clone, Debug)]
pub struct Marks {
    stamp: u32,
    stamps: Vec<u32>,
}

impl Marks {
    /// No marks, for numbers below `n`.
    pub fn new(n: usize) -> Marks {
        Marks { stamp: 1, stamps: vec![0; n] }
    }

    /// Grows the capacity to numbers below `n`, if it was smaller.
    #[inline]
    pub fn grow(&mut self, n: usize) {
        if self.stamps.len() < n {
            // No current stamp is 0.
            self.stamps.resize(n, 0);
        }
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

    /// Marks a number; returns whether it was not marked yet.
    #[inline]
    pub fn mark(&mut self, i: u32) -> bool {
        std::mem::replace(&mut self.stamps[i as usize], self.stamp) != self.stamp
    }

    /// Whether a number is marked; numbers beyond the capacity are not.
    #[inline]
    pub fn has(&self, i: u32) -> bool {
        self.stamps.get(i as usize) == Some(&self.stamp)
    }
}

impl Default for Marks {
    /// Empty capacity, so no marks.
    fn default() -> Marks {
        Marks::new(0)
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

    #[test]
    fn what_is_beyond_is_not_marked_and_room_grows_without_marks() {
        let mut marks = Marks::default();
        assert!(!marks.has(0));
        marks.grow(2);
        assert!(marks.mark(1) && !marks.has(0) && !marks.has(2));
        marks.grow(4);
        marks.grow(1);
        assert!(marks.has(1) && !marks.has(2) && marks.mark(3));
    }
}
