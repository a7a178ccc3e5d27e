//! "These must not all be one path": the part of the touch rules that a state must hold.
//!
//! A fragment of path is known by the label it has reached, or by a pair number while both its ends
//! are open. A touch rule forbids that certain fragments all become one path. With two different
//! labels among them that can no longer happen; with a single fragment left it has happened.

use clew_engine::kernel::bits;

/// A fragment: 0 none, 1..=labels a label, [`PAIR`] + i a fragment with two open ends.
pub(crate) type Fragment = u16;

/// The bit that marks fragments without a label.
pub(crate) const PAIR: Fragment = 0x4000;

/// The most fragments with two open ends that a state can hold.
pub const MAX_PAIRS: usize = 32;

/// Fragments that must not all become one path: any number of pairs and at most one label. Empty
/// when there is nothing (any more) to watch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Guard {
    /// The label, or 0.
    pub label: Fragment,
    /// Bit i for pair i.
    pub pairs: u32,
}

impl Guard {
    /// Nothing to watch.
    pub const NONE: Guard = Guard { label: 0, pairs: 0 };

    /// Whether there is nothing to watch.
    pub fn is_none(self) -> bool {
        self == Guard::NONE
    }

    /// How many fragments.
    pub fn size(self) -> u32 {
        u32::from(self.label != 0) + self.pairs.count_ones()
    }

    /// With one more fragment; [`Guard::NONE`] if two labels meet, which settles it.
    pub fn with(self, f: Fragment) -> Guard {
        if f & PAIR != 0 {
            Guard { pairs: self.pairs | 1 << (f & !PAIR), ..self }
        } else if self.label == 0 || self.label == f {
            Guard { label: f, ..self }
        } else {
            Guard::NONE
        }
    }

    /// After pair `from` has become (part of) `to`.
    pub fn renamed(self, from: Fragment, to: Fragment) -> Guard {
        let bit = 1 << (from & !PAIR);
        if self.pairs & bit == 0 {
            return self;
        }
        Guard { pairs: self.pairs & !bit, ..self }.with(to)
    }

    /// Whether watching `self` watches `other` too.
    pub fn implies(self, other: Guard) -> bool {
        self.pairs & !other.pairs == 0 && (self.label == 0 || self.label == other.label)
    }

    /// With pair i renumbered to `names[i]`.
    pub(crate) fn renumbered(self, names: &[Fragment]) -> Guard {
        let mut pairs = 0;
        let mut rest = self.pairs;
        while rest != 0 {
            pairs |= 1 << (names[rest.trailing_zeros() as usize] & !PAIR);
            rest &= rest - 1;
        }
        Guard { pairs, ..self }
    }

    /// The fragments, the label first, then pairs ascending.
    pub fn fragments(self) -> impl Iterator<Item = Fragment> {
        let label = (self.label != 0).then_some(self.label);
        let pairs = bits(u64::from(self.pairs)).map(|i| PAIR | i as Fragment);
        label.into_iter().chain(pairs)
    }
}

/// Sorts guards and drops those that another implies, so that equal knowledge is equal.
pub fn reduce(guards: &mut smallvec::SmallVec<[Guard; 8]>) {
    guards.sort_unstable();
    guards.dedup();
    let all = guards.clone();
    guards.retain(|g| !all.iter().any(|other| other != g && other.implies(*g)));
}
