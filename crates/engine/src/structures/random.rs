//! Random numbers for local search: the same from the same seed on every machine. And a mixing function that
//! spreads close numbers over all words.
//!
//! Sources: G. Marsaglia, Xorshift RNGs, 2003; D. E. Knuth, The Art of Computer Programming 3, 6.4 (multiples of the
//! golden ratio); G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, 2014 (mixing).

/// 2^64 divided by the golden ratio, made odd. Its first n multiples leave no large gap among words, for any n.
pub const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// A word of which every bit depends on every bit of `x`: the finaliser of splitmix64.
#[inline]
pub fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A generator; each search has its own.
pub struct Random(u64);

impl Random {
    /// Numbers that depend on the seed alone.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(GOLDEN_RATIO) | 1)
    }

    /// 32 random bits.
    pub fn draw(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32
    }

    /// A random number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.draw()) * u64::from(n)) >> 32) as u32
    }

    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// A random element; the list is not empty.
    pub fn one_of(&mut self, list: &[u32]) -> u32 {
        list[self.below(list.len() as u32) as usize]
    }
}
