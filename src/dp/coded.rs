//! Keys in few bytes: each is written as what it is beyond the one before it.
//!
//! Keys that are sorted differ little from their neighbours, so that a step between two of them takes a
//! byte for each seven bits of it. Any two keys can follow each other; sorted ones are merely short.
//!
//! Source: Zobel, Moffat, *Inverted files for text search engines*, 2006 (gaps as bytes of variable
//! number).

/// A key that can be written as a step from another one.
pub trait Coded: Copy {
    /// The key that is before the first one.
    const FIRST: Self;
    /// The most bytes a step takes.
    const LONGEST: usize;
    /// Writes the step from `before` to this key; returns the number of bytes.
    fn code(self, before: Self, to: &mut [u8]) -> usize;
    /// The key that a step leads to, and the step's bytes.
    fn decode(before: Self, from: &[u8]) -> (Self, usize);
    /// The same of bytes that somebody else may have written; `None` if there is no step at their front.
    fn try_decode(before: Self, from: &[u8]) -> Option<(Self, usize)>;
}

macro_rules! coded {
    ($t:ty) => {
        impl Coded for $t {
            const FIRST: $t = 0;
            const LONGEST: usize = (<$t>::BITS as usize).div_ceil(7);

            #[inline]
            fn code(self, before: $t, to: &mut [u8]) -> usize {
                let mut gap = self.wrapping_sub(before);
                let mut at = 0;
                while gap >= 128 {
                    to[at] = (gap & 127) as u8 | 128;
                    gap >>= 7;
                    at += 1;
                }
                to[at] = gap as u8;
                at + 1
            }

            #[inline]
            fn decode(before: $t, from: &[u8]) -> ($t, usize) {
                let (mut gap, mut shift, mut at) = (0, 0, 0);
                loop {
                    let byte = from[at];
                    gap |= <$t>::from(byte & 127) << shift;
                    at += 1;
                    if byte < 128 {
                        return (before.wrapping_add(gap), at);
                    }
                    shift += 7;
                }
            }

            fn try_decode(before: $t, from: &[u8]) -> Option<($t, usize)> {
                let end = from.iter().take(<$t>::LONGEST).position(|&byte| byte < 128)?;
                // The last byte has less than seven bits to give.
                let room = <$t>::BITS as usize - 7 * end;
                let fits = room >= 7 || from[end] >> room == 0;
                fits.then(|| <$t>::decode(before, from))
            }
        }
    };
}

coded!(u64);
coded!(u128);

impl<const W: usize> Coded for [u64; W] {
    const FIRST: [u64; W] = [0; W];
    const LONGEST: usize = 1 + W * u64::LONGEST;

    fn code(self, before: [u64; W], to: &mut [u8]) -> usize {
        let same = self.iter().zip(&before).take_while(|(a, b)| a == b).count();
        to[0] = same as u8;
        let mut at = 1;
        for i in same..W {
            // Beyond the first word that differs nothing is known.
            let base = if i == same { before[i] } else { 0 };
            at += self[i].code(base, &mut to[at..]);
        }
        at
    }

    fn decode(before: [u64; W], from: &[u8]) -> ([u64; W], usize) {
        let same = usize::from(from[0]);
        let (mut key, mut at) = (before, 1);
        for (i, word) in key.iter_mut().enumerate().skip(same) {
            let base = if i == same { before[i] } else { 0 };
            let (value, bytes) = u64::decode(base, &from[at..]);
            *word = value;
            at += bytes;
        }
        (key, at)
    }

    fn try_decode(before: [u64; W], from: &[u8]) -> Option<([u64; W], usize)> {
        let same = usize::from(*from.first()?);
        let mut at = 1;
        for (i, &word) in before.iter().enumerate().skip(same) {
            let base = if i == same { word } else { 0 };
            at += u64::try_decode(base, &from[at..])?.1;
        }
        (same <= W).then(|| Self::decode(before, from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<K: Coded + PartialEq + std::fmt::Debug>(keys: &[K]) {
        let mut bytes = vec![0; K::LONGEST * keys.len()];
        let (mut at, mut before) = (0, K::FIRST);
        for &key in keys {
            let used = key.code(before, &mut bytes[at..]);
            assert!(used <= K::LONGEST, "{key:?}");
            at += used;
            before = key;
        }
        let (mut from, mut before) = (0, K::FIRST);
        for &key in keys {
            let (got, used) = K::decode(before, &bytes[from..]);
            assert_eq!(got, key);
            assert_eq!(K::try_decode(before, &bytes[from..]), Some((key, used)));
            assert_eq!(K::try_decode(before, &bytes[from..from + used - 1]), None);
            from += used;
            before = key;
        }
        assert_eq!(from, at);
    }

    #[test]
    fn steps_lead_back_to_their_keys_in_any_order() {
        round_trip(&[0, 1, 127, 128, 1 << 20, u64::MAX - 1, 5, 0]);
        round_trip(&[0, 1, 127, 128, 1 << 100, u128::MAX - 1, 5, 0]);
        round_trip(&[[0, 0, 0], [0, 0, 9], [0, 7, 1], [3, u64::MAX, 2], [0, 0, 0], [u64::MAX; 3]]);
        round_trip(&[[u64::MAX - 3; 32], [0; 32]]);
    }

    #[test]
    fn bytes_that_are_no_step_are_refused() {
        assert_eq!(u64::try_decode(0, &[255; 20]), None);
        let mut ten = [255; 10];
        ten[9] = 1;
        assert_eq!(u64::try_decode(0, &ten), Some((u64::MAX, 10)));
        ten[9] = 2;
        assert_eq!(u64::try_decode(0, &ten), None);
        assert_eq!(<[u64; 2]>::try_decode([0; 2], &[3, 0, 0]), None);
        assert_eq!(<[u64; 2]>::try_decode([7, 8], &[2, 0]), Some(([7, 8], 1)));
        assert_eq!(<[u64; 2]>::try_decode([7, 8], &[0, 1]), None);
    }

    #[test]
    fn neighbours_are_short() {
        let mut bytes = [0; 16];
        assert_eq!(1_000_100u64.code(1_000_000, &mut bytes), 1);
        assert_eq!((1u128 << 90).code((1 << 90) - 300, &mut bytes), 2);
    }
}
