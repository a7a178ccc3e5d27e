//! Weights of terms, stored only for rows with a weight other than 1: most rows have none.

/// The index of a row's first weight among all stored ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Start(u32);

impl Start {
    /// A row whose weights are all 1.
    pub(super) const EVEN: Start = Start(u32::MAX);

    /// The place of the row's first weight among all, unless all are 1.
    #[inline]
    pub(super) fn place(self) -> Option<usize> {
        (self != Start::EVEN).then_some(self.0 as usize)
    }
}

/// The weights of many rows, in one list.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    kept: Vec<u32>,
}

impl Weights {
    /// Stores the weights of one row, none if all are 1.
    ///
    /// # Panics
    /// If 2^32 - 1 weights are stored already.
    pub(super) fn keep(&mut self, weights: impl IntoIterator<Item = u32>) -> Start {
        let start = self.kept.len();
        self.kept.extend(weights);
        if self.kept.len() == start {
            return Start::EVEN;
        }
        let start = Start(u32::try_from(start).expect("weights are counted in 32 bits"));
        assert!(start != Start::EVEN, "weights are counted in 32 bits");
        start
    }

    /// The weights of a row of this number of terms; none if all are 1.
    #[inline]
    pub(super) fn weights_of(&self, start: Start, terms: usize) -> &[u32] {
        start.place().map_or(&[], |first| &self.kept[first..first + terms])
    }

    /// The weight at a place among all.
    #[inline]
    pub(super) fn at(&self, place: usize) -> u32 {
        self.kept[place]
    }

    /// Exchanges two terms of a row, counted from its first; nothing if all weights are 1.
    #[inline]
    pub(super) fn exchange(&mut self, start: Start, a: usize, b: usize) {
        if let Some(first) = start.place() {
            self.kept.swap(first + a, first + b);
        }
    }

    /// Reserves memory for more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.kept.reserve(more);
    }
}
