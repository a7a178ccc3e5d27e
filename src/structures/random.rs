//! Random numbers for local search: the same from the same seed on every machine.
//!
//! Source: G. Marsaglia, Xorshift RNGs, 2003.

/// A generator of its own for each search.
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
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
