//! Views of the facts, now or at a moment in the past, which a propagator's test of a fact and its
//! explanation can share.
//!
//! `value` and the others below read [`Past`] and [`Store`] alike; a search that takes an `impl View`
//! serves `propagate` with the present and `explain` with the state just before the inference.

use crate::kernel::context::Past;

use crate::kernel::context::Propagation;
use crate::kernel::ids::{Atom, IntervalId, Lit, VarId};
use crate::kernel::store::Store;

/// The truth of literals at one moment: now, unless the implementation overrides it.
pub trait View {
    /// The store, for the parts that never change: sizes, atoms, shapes of matrices. Its domains
    /// are the present ones.
    fn store(&self) -> &Store;

    /// Whether a literal is true.
    #[inline]
    fn is_true(&self, l: Lit) -> bool {
        self.store().is_true(l)
    }

    /// Word `w` of the atoms that are not false.
    #[inline]
    fn alive(&self, w: usize) -> u64 {
        self.store().alive(w)
    }

    /// Word `w` of the atoms that are true.
    #[inline]
    fn known(&self, w: usize) -> u64 {
        self.store().known(w)
    }

    /// The value of `x`, if it is known.
    #[inline]
    fn value(&self, x: VarId) -> Option<u32> {
        let first = self.store().first_word(x);
        (0..self.store().domain_words(x).len()).find_map(|i| {
            let known = self.known(first + i);
            (known != 0).then(|| i as u32 * 64 + known.trailing_zeros())
        })
    }

    /// Whether a literal is false.
    #[inline]
    fn is_false(&self, l: Lit) -> bool {
        self.is_true(!l)
    }

    /// Whether an atom is neither true nor false.
    #[inline]
    fn is_open(&self, a: Atom) -> bool {
        !self.is_true(a.pos()) && !self.is_true(a.neg())
    }

    /// Whether `x` can take value `v`, one of those it was made with.
    #[inline]
    fn contains(&self, x: VarId, v: u32) -> bool {
        !self.is_true(self.store().atom(x, v).neg())
    }

    /// The least value that an interval variable can take.
    #[inline]
    fn low(&self, x: IntervalId) -> i64 {
        self.store().low(x)
    }

    /// The largest value that an interval variable can take.
    #[inline]
    fn high(&self, x: IntervalId) -> i64 {
        self.store().high(x)
    }

    /// Word `i` of the domain of `x`.
    #[inline]
    fn domain_word(&self, x: VarId, i: usize) -> u64 {
        self.alive(self.store().first_word(x) + i)
    }
}

impl View for Store {
    #[inline]
    fn store(&self) -> &Store {
        self
    }
}

impl View for Propagation<'_> {
    #[inline]
    fn store(&self) -> &Store {
        self
    }
}

impl View for Past<'_> {
    #[inline]
    fn store(&self) -> &Store {
        Past::store(self)
    }

    #[inline]
    fn is_true(&self, l: Lit) -> bool {
        Past::is_true(self, l)
    }

    #[inline]
    fn alive(&self, w: usize) -> u64 {
        Past::alive(self, w)
    }

    #[inline]
    fn known(&self, w: usize) -> u64 {
        Past::known(self, w)
    }

    #[inline]
    fn low(&self, x: IntervalId) -> i64 {
        Past::low(self, x)
    }

    #[inline]
    fn high(&self, x: IntervalId) -> i64 {
        Past::high(self, x)
    }
}
