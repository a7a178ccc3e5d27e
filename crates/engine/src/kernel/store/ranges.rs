//! Runs of objects with consecutive numbers: variables, Boolean variables, reversible cells.
//!
//! A model with one variable per cell stores the run of these variables, which maps a place to its
//! member and a member to its place. Numbers of variables are internal to the kernel: no other
//! module does arithmetic on them.

use crate::kernel::ids::Atom;

use crate::kernel::ids::CellId;

use crate::kernel::ids::VarId;

mod handle {
    /// The members of a run: typed numbers. Only the kernel converts them to plain numbers.
    pub trait Handle: Copy {
        fn from_number(number: u32) -> Self;
        fn number(self) -> u32;
    }
}

use handle::Handle;

impl Handle for VarId {
    #[inline]
    fn from_number(number: u32) -> VarId {
        VarId(number)
    }

    #[inline]
    fn number(self) -> u32 {
        self.0
    }
}

impl Handle for Atom {
    #[inline]
    fn from_number(number: u32) -> Atom {
        Atom(number)
    }

    #[inline]
    fn number(self) -> u32 {
        self.0
    }
}

impl Handle for CellId {
    #[inline]
    fn from_number(number: u32) -> CellId {
        CellId(number)
    }

    #[inline]
    fn number(self) -> u32 {
        self.0
    }
}

/// A run of objects with consecutive numbers. Eight bytes, `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run<T> {
    first: T,
    len: u32,
}

/// Variables with domains, one after another.
pub type Vars = Run<VarId>;

/// Boolean variables, one after another; or the atoms of one variable, in the order of its values.
pub type Bools = Run<Atom>;

/// Reversible cells, one after another.
pub type Cells = Run<CellId>;

impl<T: Handle> Run<T> {
    #[inline]
    pub(crate) fn new(first: T, len: u32) -> Run<T> {
        Run { first, len }
    }

    #[inline]
    pub(crate) fn first(self) -> T {
        self.first
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> u32 {
        self.len
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The member at place `i`, counted from 0. The place must be below [`Run::len`], which debug
    /// builds check.
    #[inline]
    pub fn at(self, i: u32) -> T {
        debug_assert!(i < self.len, "place {i} of a run of {}", self.len);
        T::from_number(self.first.number() + i)
    }

    /// The place of `x`, if it is one of these.
    #[inline]
    pub fn index_of(self, x: T) -> Option<u32> {
        let i = x.number().wrapping_sub(self.first.number());
        (i < self.len).then_some(i)
    }

    /// All of them, in order.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone {
        (self.first.number()..self.first.number() + self.len).map(T::from_number)
    }

    /// The `len` members from place `from` on.
    ///
    /// # Panics
    /// If the run has fewer members.
    #[inline]
    pub fn part(self, from: u32, len: u32) -> Run<T> {
        assert!(from <= self.len && len <= self.len - from, "a part lies within the whole");
        Run { first: T::from_number(self.first.number() + from), len }
    }

    /// The shortest run that all of `those` are in; it may have others in it. Linear.
    pub fn spanning(those: impl IntoIterator<Item = T>) -> Run<T> {
        let (mut low, mut end) = (u32::MAX, 0);
        for x in those {
            low = low.min(x.number());
            end = end.max(x.number() + 1);
        }
        if low == u32::MAX {
            Run::default()
        } else {
            Run { first: T::from_number(low), len: end - low }
        }
    }
}

impl Run<Atom> {
    /// The words of the store that these atoms are in, each with their bits, which lie side by side.
    pub fn words(self) -> impl Iterator<Item = (usize, u64)> + Clone {
        let (from, end) = (self.first.0, self.first.0 + self.len);
        let last = if self.is_empty() { from / 64 } else { end.div_ceil(64) };
        (from / 64..last).map(move |w| {
            let low = from.max(w * 64) - w * 64;
            let high = end.min(w * 64 + 64) - w * 64;
            (w as usize, (!0 >> (64 - (high - low))) << low)
        })
    }
}

impl<T: Handle> Default for Run<T> {
    /// None.
    fn default() -> Run<T> {
        Run { first: T::from_number(0), len: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Places and members of a run map to each other, for members and others.
        #[test]
        fn places_and_members_agree(first in 0u32..90, len in 0u32..40, other in 0u32..150) {
            let run = Vars::new(VarId(first), len);
            let members: Vec<VarId> = run.iter().collect();
            prop_assert_eq!(members.len(), run.len() as usize);
            prop_assert_eq!(run.is_empty(), members.is_empty());
            for (i, &x) in members.iter().enumerate() {
                prop_assert_eq!(run.at(i as u32), x);
                prop_assert_eq!(run.index_of(x), Some(i as u32));
            }
            let place = members.iter().position(|&x| x == VarId(other)).map(|i| i as u32);
            prop_assert_eq!(run.index_of(VarId(other)), place);
            let from = other.min(len);
            let part = run.part(from, len - from);
            prop_assert_eq!(&members[from as usize..], part.iter().collect::<Vec<_>>());
            prop_assert_eq!(Vars::spanning(members.iter().rev().copied()).len(), len);
        }
    }

    #[test]
    fn words_have_the_bits_of_their_atoms() {
        for (first, len) in [(0, 0), (63, 0), (64, 64), (3, 200), (63, 2), (70, 5)] {
            let bools = Bools::new(Atom(first), len);
            let atoms = bools.words().flat_map(|(w, mask)| {
                crate::kernel::ids::bits(mask).map(move |b| Atom::from_word(w, b))
            });
            assert!(atoms.eq(bools.iter()), "{first}, {len}");
        }
    }

    #[test]
    fn a_span_may_have_others_in_it() {
        let span = Bools::spanning([Atom(7), Atom(4), Atom(9)]);
        assert_eq!((span.at(0), span.len()), (Atom(4), 6));
        assert!(Cells::spanning([]).is_empty());
    }
}
