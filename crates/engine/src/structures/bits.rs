//! Sets of small numbers on bare words: number v is bit v % 64 of word v / 64.
//!
//! For hot loops that process a word at a time. For sets with plain insertion and membership tests,
//! `bitvec` is used.

/// The bits of a mask, lowest first.
#[inline]
pub fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros();
        mask &= mask - 1;
        Some(bit)
    })
}

/// Whether a number is in a set.
#[inline]
pub fn has(set: &[u64], v: u32) -> bool {
    set[v as usize / 64] >> (v % 64) & 1 == 1
}

/// Puts a number into a set.
#[inline]
pub fn insert(set: &mut [u64], v: u32) {
    set[v as usize / 64] |= 1 << (v % 64);
}

/// Takes a number out of a set.
#[inline]
pub fn erase(set: &mut [u64], v: u32) {
    set[v as usize / 64] &= !(1 << (v % 64));
}

/// Takes a number out of a set if it is there, else puts it in.
#[inline]
pub fn flip(set: &mut [u64], v: u32) {
    set[v as usize / 64] ^= 1 << (v % 64);
}

/// The numbers in a set, ascending.
#[inline]
pub fn members(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| bits(word).map(move |b| i as u32 * 64 + b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn sets_are_as_ordered_sets(steps in prop::collection::vec((0u32..200, 0u8..3), 0..60)) {
            let (mut set, mut wanted) = (vec![0u64; 4], BTreeSet::new());
            for (v, what) in steps {
                match what {
                    0 => insert(&mut set, v),
                    1 => erase(&mut set, v),
                    _ => flip(&mut set, v),
                }
                let was = wanted.remove(&v);
                if what == 0 || (what == 2 && !was) {
                    wanted.insert(v);
                }
                prop_assert_eq!(has(&set, v), wanted.contains(&v));
                prop_assert!(members(&set).eq(wanted.iter().copied()));
            }
        }
    }
}
