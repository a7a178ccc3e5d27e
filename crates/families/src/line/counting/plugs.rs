//! Words of plugs: the moves that cross from the scanned cells of a rook board to the others, two bits per plug.

use clew_count::table::Key;

/// No plug.
pub const NONE: u32 = 0;
/// The left plug of a pair.
pub const LEFT: u32 = 1;
/// The right plug of a pair.
pub const RIGHT: u32 = 2;
/// A plug whose piece of line ends on this side.
pub(crate) const SINGLE: u32 = 3;

/// A word of plugs, two bits each.
pub trait Word: Key {
    /// The most plugs. One less than fits, as a word of ones is no key.
    const PLUGS: usize;
    /// The word without plugs.
    const ZERO: Self;
    /// The symbol of plug `i`.
    fn plug(self, i: usize) -> u32;
    /// This word with symbol `s` at plug `i`, which was none.
    fn with(self, i: usize, s: u32) -> Self;
    /// This word without plugs `i` and `i + 1`.
    fn without_pair(self, i: usize) -> Self;
    /// This word with plug `i`, which is not none, set to single.
    fn to_single(self, i: usize) -> Self;
    /// This word with plug `i` turned from left to right or back.
    fn flip(self, i: usize) -> Self;
    /// All plugs moved up by one place; the highest must be none.
    fn up(self) -> Self;
    /// Plug `i + 1` in the place of plug `i`, if that is none.
    fn slide(self, i: usize) -> Self;
    /// How many singles there are: at most two, as a line has two ends.
    fn singles(self) -> u32;
    /// How many plugs of `mask`'s are there (a mask has the low bit of each of its plugs).
    fn among(self, mask: Self) -> u32;
    /// The partner of the pair's plug `i`.
    fn partner(self, i: usize) -> usize;
    /// Plugs 1 to `last` from right to left, which makes left ones right; there must be no others.
    fn mirrored(self, last: usize) -> Self;
}

macro_rules! word {
    ($t:ty) => {
        impl Word for $t {
            const PLUGS: usize = <$t>::BITS as usize / 2 - 1;
            const ZERO: $t = 0;
            #[inline]
            fn plug(self, i: usize) -> u32 {
                ((self >> (2 * i)) & 3) as u32
            }
            #[inline]
            fn with(self, i: usize, s: u32) -> $t {
                self | ((s as $t) << (2 * i))
            }
            #[inline]
            fn without_pair(self, i: usize) -> $t {
                self & !((15 as $t) << (2 * i))
            }
            #[inline]
            fn to_single(self, i: usize) -> $t {
                self | ((3 as $t) << (2 * i))
            }
            #[inline]
            fn flip(self, i: usize) -> $t {
                self ^ ((3 as $t) << (2 * i))
            }
            #[inline]
            fn up(self) -> $t {
                self << 2
            }
            #[inline]
            fn slide(self, i: usize) -> $t {
                let above = self >> (2 * i);
                if above & 3 == 0 {
                    self ^ (above & 12 ^ (above & 12) >> 2) << (2 * i)
                } else {
                    self
                }
            }
            #[inline]
            fn singles(self) -> u32 {
                let singles = self & (self >> 1) & (<$t>::MAX / 3);
                // There are two at most: without the first one, either another is left or none.
                let others = singles & singles.wrapping_sub(1);
                u32::from(singles != 0) + u32::from(others != 0)
            }
            #[inline]
            fn among(self, mask: $t) -> u32 {
                ((self | (self >> 1)) & mask).count_ones()
            }
            #[inline]
            fn mirrored(self, last: usize) -> $t {
                // The two bits of a plug change places too.
                self.reverse_bits() >> (<$t>::BITS as usize - 4 - 2 * last)
            }
            #[inline]
            fn partner(self, i: usize) -> usize {
                let mut depth = 1;
                let mut at = i;
                if self.plug(i) == LEFT {
                    loop {
                        at += 1;
                        match self.plug(at) {
                            LEFT => depth += 1,
                            RIGHT => depth -= 1,
                            _ => {}
                        }
                        if depth == 0 {
                            return at;
                        }
                    }
                }
                loop {
                    at -= 1;
                    match self.plug(at) {
                        RIGHT => depth += 1,
                        LEFT => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        return at;
                    }
                }
            }
        }
    };
}

word!(u64);
word!(u128);
