//! Keys of layered counts: fixed bit strings of 64, 128 or 64·W bits.
//!
//! A program packs a state into the narrowest word that holds it; the tables copy and compare
//! words as they are.

use super::table::Key;

/// A bit string of fixed width that can be a key of a layer.
pub trait Word: Key + Default {
    /// How many bits there are.
    const BITS: u32;
    /// The `len` bits from bit `at` on, `len` at most 32. Bits beyond the end read as zero.
    fn get(&self, at: u32, len: u32) -> u32;
    /// Adds `value` into the bits from `at` on, which must be zero, `value < 2^len`, `len` at most
    /// 32 and `at + len` at most [`Word::BITS`].
    fn put(&mut self, at: u32, len: u32, value: u32);
    /// The lowest 128 bits.
    fn low(&self) -> u128;
    /// The word with these lowest bits and zeros above; `bits` must fit.
    fn from_low(bits: u128) -> Self;
}

fn mask(len: u32) -> u64 {
    (1u64 << len) - 1
}

impl Word for u64 {
    const BITS: u32 = 64;

    #[inline]
    fn get(&self, at: u32, len: u32) -> u32 {
        (self.checked_shr(at).unwrap_or(0) & mask(len)) as u32
    }

    #[inline]
    fn put(&mut self, at: u32, len: u32, value: u32) {
        debug_assert!(at + len <= 64 && u64::from(value) <= mask(len));
        if len > 0 {
            *self |= u64::from(value) << at;
        }
    }

    #[inline]
    fn low(&self) -> u128 {
        u128::from(*self)
    }

    #[inline]
    fn from_low(bits: u128) -> u64 {
        bits as u64
    }
}

impl Word for u128 {
    const BITS: u32 = 128;

    #[inline]
    fn get(&self, at: u32, len: u32) -> u32 {
        (self.checked_shr(at).unwrap_or(0) as u64 & mask(len)) as u32
    }

    #[inline]
    fn put(&mut self, at: u32, len: u32, value: u32) {
        debug_assert!(at + len <= 128 && u64::from(value) <= mask(len));
        if len > 0 {
            *self |= u128::from(value) << at;
        }
    }

    #[inline]
    fn low(&self) -> u128 {
        *self
    }

    #[inline]
    fn from_low(bits: u128) -> u128 {
        bits
    }
}

impl<const W: usize> Word for [u64; W]
where
    [u64; W]: Default,
{
    const BITS: u32 = 64 * W as u32;

    #[inline]
    fn get(&self, at: u32, len: u32) -> u32 {
        let (i, shift) = ((at / 64) as usize, at % 64);
        let words = self.as_slice();
        let low = words.get(i).copied().unwrap_or(0) >> shift;
        let high = match words.get(i + 1) {
            Some(&w) if shift + len > 64 => w << (64 - shift),
            _ => 0,
        };
        ((low | high) & mask(len)) as u32
    }

    #[inline]
    fn put(&mut self, at: u32, len: u32, value: u32) {
        debug_assert!(at + len <= Self::BITS && u64::from(value) <= mask(len));
        if len == 0 {
            return;
        }
        let (i, shift) = ((at / 64) as usize, at % 64);
        self[i] |= u64::from(value) << shift;
        if shift + len > 64 {
            self[i + 1] |= u64::from(value) >> (64 - shift);
        }
    }

    #[inline]
    fn low(&self) -> u128 {
        let word = |i: usize| self.as_slice().get(i).copied().unwrap_or(0);
        u128::from(word(0)) | u128::from(word(1)) << 64
    }

    #[inline]
    fn from_low(bits: u128) -> Self {
        let mut w = Self::default();
        for (i, x) in w.iter_mut().take(2).enumerate() {
            *x = (bits >> (64 * i)) as u64;
        }
        w
    }
}

impl<const W: usize> Key for [u64; W]
where
    [u64; W]: Default,
{
    const WORDS: usize = W;

    #[inline]
    fn hash(self) -> u64 {
        self.iter().fold(0, |h, &w| Key::hash(w ^ h))
    }

    #[inline]
    fn store(self, record: &mut [u64]) {
        for (slot, &w) in record.iter_mut().zip(self.iter().rev()) {
            *slot = w;
        }
    }

    #[inline]
    fn load(record: &[u64]) -> Self {
        let mut key = Self::default();
        for (w, &slot) in key.iter_mut().rev().zip(record) {
            *w = slot;
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<W: Word>() {
        let mut w = W::default();
        let mut at = 0;
        let mut values = Vec::new();
        for i in 0u32.. {
            let len = 1 + i * 7 % 13;
            if at + len > W::BITS {
                break;
            }
            let value = i.wrapping_mul(2_654_435_761) & ((1 << len) - 1);
            w.put(at, len, value);
            values.push((at, len, value));
            at += len;
        }
        for (at, len, value) in values {
            assert_eq!(w.get(at, len), value);
        }
        assert_eq!(w.get(W::BITS, 5), 0);
    }

    #[test]
    fn what_is_put_is_got() {
        round_trip::<u64>();
        round_trip::<u128>();
        round_trip::<[u64; 3]>();
        round_trip::<[u64; 8]>();
        assert_eq!(<[u64; 4]>::from_low(7 << 70).low(), 7 << 70);
    }
}
