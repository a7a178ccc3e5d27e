//! A digest of 128 bits that detects damaged data, the same on every machine.
//!
//! It protects against accidents, not against attacks: collisions can be constructed on purpose. Each eight
//! bytes go through two chains of multiplications by odd numbers, every step of which can be undone, so that
//! a change within eight bytes always shows.
//!
//! Source: Knuth, *The Art of Computer Programming* 3, 6.4 (multiplicative hashing).

/// A digest under construction.
#[derive(Clone, Debug)]
pub struct Digest {
    lanes: [u64; 2],
    rest: [u8; 8],
    filled: usize,
    bytes: u64,
}

const ODD: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];

impl Default for Digest {
    fn default() -> Digest {
        Digest { lanes: ODD, rest: [0; 8], filled: 0, bytes: 0 }
    }
}

impl Digest {
    /// The digest of some bytes.
    pub fn of_bytes(bytes: &[u8]) -> u128 {
        let mut digest = Digest::default();
        digest.add(bytes);
        digest.finish()
    }

    /// Adds more bytes. The division into calls makes no difference.
    pub fn add(&mut self, mut bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if self.filled > 0 {
            let n = bytes.len().min(8 - self.filled);
            self.rest[self.filled..self.filled + n].copy_from_slice(&bytes[..n]);
            self.filled += n;
            bytes = &bytes[n..];
            if self.filled < 8 {
                return;
            }
            self.word(u64::from_le_bytes(self.rest));
            self.filled = 0;
        }
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            let mut eight = [0; 8];
            eight.copy_from_slice(word);
            self.word(u64::from_le_bytes(eight));
        }
        let left = words.remainder();
        self.rest[..left.len()].copy_from_slice(left);
        self.filled = left.len();
    }

    #[inline]
    fn word(&mut self, word: u64) {
        for (i, (lane, odd)) in self.lanes.iter_mut().zip(ODD).enumerate() {
            let mixed = (*lane ^ word.rotate_left(31 * i as u32)).wrapping_mul(odd);
            *lane = mixed ^ mixed >> 29;
        }
    }

    /// The digest of all added bytes.
    pub fn finish(mut self) -> u128 {
        self.rest[self.filled..].fill(0);
        self.word(u64::from_le_bytes(self.rest));
        self.word(self.bytes);
        self.word(0);
        u128::from(self.lanes[0]) << 64 | u128::from(self.lanes[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_no_difference_and_every_bit_does() {
        let text: Vec<u8> = (0..200u8).map(|i| i.wrapping_mul(37)).collect();
        let whole = Digest::of_bytes(&text);
        for piece in 1..40 {
            let mut digest = Digest::default();
            text.chunks(piece).for_each(|bytes| digest.add(bytes));
            assert_eq!(digest.finish(), whole, "pieces of {piece}");
        }
        for at in 0..text.len() * 8 {
            let mut other = text.clone();
            other[at / 8] ^= 1 << (at % 8);
            assert_ne!(Digest::of_bytes(&other), whole, "bit {at}");
        }
        for cut in 0..text.len() {
            assert_ne!(Digest::of_bytes(&text[..cut]), whole, "cut at {cut}");
        }
        let zeros: Vec<u128> = (0..20).map(|n| Digest::of_bytes(&vec![0; n])).collect();
        assert!((1..20).all(|n| !zeros[..n].contains(&zeros[n])), "zeros at the end count");
    }

    #[test]
    fn it_never_changes() {
        assert_eq!(format!("{:032x}", Digest::of_bytes(b"")), "715a8fc27bcbadb53c6194bd57859765");
        assert_eq!(
            format!("{:032x}", Digest::of_bytes(b"puzzle: path\n")),
            "0f5c95fc0720271d3bb3a750e2dd9448"
        );
    }
}
