//! Which variable holds which value, and which may pass it on: shared by the matchings of all
//! widths.

/// Numbers of variables and values, in as few bytes as suffice.
pub(super) trait Number: Copy + PartialEq {
    /// No variable, no value.
    const NONE: Self;
    /// The number as an index.
    fn index(self) -> usize;
}

impl Number for u8 {
    const NONE: u8 = u8::MAX;
    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Number for u32 {
    const NONE: u32 = u32::MAX;
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// A matching of variables into values, and the paths of the search for a larger one.
#[derive(Clone, Debug)]
pub(super) struct Holders<N> {
    /// Per variable its value, or `NONE`.
    pub mate: Vec<N>,
    /// Per value the variable that holds it; meaningless for free values.
    pub holder: Vec<N>,
    /// Scratch: per value the variable that reached it.
    pub parent: Vec<N>,
}

impl<N: Number> Holders<N> {
    /// The empty matching.
    pub fn new(variables: usize, values: usize) -> Holders<N> {
        Holders {
            mate: vec![N::NONE; variables],
            holder: vec![N::NONE; values],
            parent: vec![N::NONE; values],
        }
    }

    /// `r` takes `v`, the parent of the former value of `r` takes that value, and so on up to `i`.
    pub fn pass_on(&mut self, i: N, mut r: N, mut v: N) {
        loop {
            let old = self.mate[r.index()];
            self.mate[r.index()] = v;
            self.holder[v.index()] = r;
            if r == i {
                return;
            }
            v = old;
            r = self.parent[v.index()];
        }
    }
}
