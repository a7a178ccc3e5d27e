//! A read-only view of one domain: a bit set with its size.

use crate::structures::bits::members;

/// The values a variable can still take: bit v of the words set = value v possible.
#[derive(Clone, Copy)]
pub struct Domain<'a> {
    words: &'a [u64],
    values: u32,
    size: u32,
}

impl<'a> Domain<'a> {
    #[inline]
    pub(crate) fn new(words: &'a [u64], values: u32, size: u32) -> Domain<'a> {
        Domain { words, values, size }
    }

    /// The raw words, lowest values first.
    #[inline]
    pub fn words(self) -> &'a [u64] {
        self.words
    }

    /// The number of values in the initial domain.
    #[inline]
    pub fn values(self) -> u32 {
        self.values
    }

    /// How many values are left; at least 1.
    #[inline]
    pub fn size(self) -> u32 {
        self.size
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(self) -> bool {
        self.size == 1
    }

    /// Whether value `v` is left. False for values beyond the end.
    #[inline]
    pub fn contains(self, v: u32) -> bool {
        v < self.values && self.words[(v >> 6) as usize] >> (v & 63) & 1 == 1
    }

    /// The smallest value left.
    #[inline]
    pub fn min(self) -> u32 {
        for (i, &w) in self.words.iter().enumerate() {
            if w != 0 {
                return i as u32 * 64 + w.trailing_zeros();
            }
        }
        unreachable!("domains are never empty")
    }

    /// The largest value left.
    #[inline]
    pub fn max(self) -> u32 {
        for (i, &w) in self.words.iter().enumerate().rev() {
            if w != 0 {
                return i as u32 * 64 + 63 - w.leading_zeros();
            }
        }
        unreachable!("domains are never empty")
    }

    /// The values left, ascending.
    pub fn iter(self) -> impl Iterator<Item = u32> + 'a {
        members(self.words)
    }
}
