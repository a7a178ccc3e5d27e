//! Short texts as few bytes: an arithmetic coder whose probabilities are mixed from several orders of context, after a
//! text of the same kind (M. Mahoney, "Data Compression Explained", 2013, sections 3.2 and 4.3.3). All arithmetic is on
//! integers, so that every machine reads the codes of every other one.

/// The text from which the model has learnt when it begins: the keys of puzzles and the beginnings of grids. Links
/// depend on every byte of it.
const LEARNT: &str = "\0\n. . . . . . . . . . 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n\0title: \nauthor: \n\
rules: \nmessage: \nsource: clew generate\nboard: points\nreach: \nfirst: 0\nneighbours: 4\nneighbours: hex\n\
walls: r1c1|r1c2 r2c3|r3c3\nlinks: r4c5-r4c6\nless: r1c1<r2c1\ncover: partial\ntouch: no2x2\ntouch: yes\nwrap: rows\n\
bridges: r5c5\nclosed: yes\n\0puzzle: zip\nneighbours: 4\n\n1 . 2\n. . .\n\0puzzle: path\nneighbours: 4\n\n\0puzzle: \
hidato\nneighbours: 8\n\n. . 1 . . # # .\n\0puzzle: futoshiki\n\n. < . . > .\n^     v  \n. . . .\n\0puzzle: numberlink\n\
neighbours: 4\n\n. A . . B .\n\0";

/// The byte that ends a text.
const END: u8 = 0;
/// Preceding bytes that each context takes in.
const ORDERS: [usize; 5] = [0, 1, 2, 3, 5];
/// Slots of a context.
const SLOTS: usize = 1 << 16;
/// Speed at which the weights of the contexts follow the errors.
const RATE: i32 = 80;
/// Observations after which a slot changes at a constant speed.
const SETTLED: u8 = 30;

/// 4096 times the logistic function of `x / 256`.
fn squash(x: i32) -> i32 {
    const AT: [i32; 33] = [
        1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994,
        3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
    ];
    let x = x.clamp(-2047, 2047);
    let (at, part) = (((x >> 7) + 16) as usize, x & 127);
    (AT[at] * (128 - part) + AT[at + 1] * part + 64) >> 7
}

/// The inverse of [`squash`], for all probabilities.
fn stretches() -> Vec<i32> {
    let mut all = vec![2047; 4096];
    let mut next = 0;
    for x in -2047..=2047 {
        let p = squash(x) as usize;
        if p >= next {
            all[next..=p].fill(x);
            next = p + 1;
        }
    }
    all
}

/// The probability that a bit is 1, in 65536ths, and the number of observations.
#[derive(Clone, Copy)]
struct Slot {
    one: u16,
    seen: u8,
}

/// Predicts the next bit of a text.
struct Model {
    slots: Vec<Slot>,
    stretches: Vec<i32>,
    /// Weights of the contexts, in 65536ths.
    weights: [i32; ORDERS.len()],
    /// The last bytes, the newest last.
    last: [u8; 5],
    /// The bits of the byte so far, after a 1.
    partial: usize,
    /// Per context, of the next bit: its slot and its stretched probability.
    found: [(usize, i32); ORDERS.len()],
    /// The mixed probability of 1, in 4096ths.
    mixed: i32,
}

impl Model {
    /// The model after the text from which it learns.
    fn learnt() -> Model {
        let mut model = Model {
            slots: vec![Slot { one: 1 << 15, seen: 0 }; SLOTS * ORDERS.len()],
            stretches: stretches(),
            weights: [22938; ORDERS.len()],
            last: [0; 5],
            partial: 1,
            found: [(0, 0); ORDERS.len()],
            mixed: 2048,
        };
        model.predict();
        for byte in LEARNT.bytes() {
            for bit in (0..8).rev() {
                model.update(byte >> bit & 1 == 1);
            }
        }
        model
    }

    /// Finds the slots of the next bit and mixes their probabilities.
    fn predict(&mut self) {
        let mut sum = 0i64;
        for (k, order) in ORDERS.into_iter().enumerate() {
            let mut hash = (self.partial as u32).wrapping_mul(0x9e37_79b1) ^ k as u32;
            for &byte in &self.last[5 - order..] {
                hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193).rotate_left(11);
            }
            hash ^= hash >> 15;
            let at = k * SLOTS + hash as usize % SLOTS;
            let slot = self.slots[at];
            let stretched = match slot.seen {
                0 => 0,
                _ => self.stretches[usize::from(slot.one >> 4)],
            };
            self.found[k] = (at, stretched);
            sum += i64::from(stretched) * i64::from(self.weights[k]);
        }
        let sum = (sum >> 16).clamp(-2047, 2047) as i32;
        self.mixed = squash(sum).clamp(2, 4094);
    }

    /// Learns the bit that was predicted, and predicts the next.
    fn update(&mut self, bit: bool) {
        let error = ((i32::from(bit) << 12) - self.mixed) * RATE;
        for ((at, stretched), weight) in self.found.into_iter().zip(&mut self.weights) {
            *weight += (stretched * error + 0x8000) >> 16;
            let slot = &mut self.slots[at];
            let (target, one) = (if bit { 65_500 } else { 35 }, i32::from(slot.one));
            let moved = one + (target - one) * 10 / (i32::from(slot.seen) * 10 + 16);
            slot.one = moved as u16;
            slot.seen = (slot.seen + 1).min(SETTLED);
        }
        self.partial = self.partial << 1 | usize::from(bit);
        if self.partial > 0xff {
            self.last.rotate_left(1);
            self.last[4] = (self.partial & 0xff) as u8;
            self.partial = 1;
        }
        self.predict();
    }
}

/// Where an interval is divided between a 1 (below) and a 0.
fn middle(low: u32, high: u32, one: i32) -> u32 {
    let wide = (u64::from(high - low) * one as u64) >> 12;
    low + wide as u32
}

/// The bytes of a text without zero characters.
pub(super) fn packed(text: &str) -> Vec<u8> {
    let (mut model, mut out) = (Model::learnt(), Vec::new());
    let (mut low, mut high) = (0u32, u32::MAX);
    for byte in text.bytes().chain([END]) {
        for bit in (0..8).rev() {
            let one = byte >> bit & 1 == 1;
            let mid = middle(low, high, model.mixed);
            if one {
                high = mid
            } else {
                low = mid + 1
            }
            model.update(one);
            while (low ^ high) >> 24 == 0 {
                out.push((high >> 24) as u8);
                (low, high) = (low << 8, high << 8 | 0xff);
            }
        }
    }
    // The shortest number of the interval; zeros follow.
    for bytes in 0..=4 {
        let unit = 1u64 << (32 - 8 * bytes);
        let number = u64::from(low).next_multiple_of(unit);
        if number <= u64::from(high) {
            out.extend(&(number as u32).to_be_bytes()[..bytes as usize]);
            break;
        }
    }
    out
}

/// The text of these bytes; `None` if it is longer than `most` bytes or no text.
pub(super) fn unpacked(bytes: &[u8], most: usize) -> Option<String> {
    let (mut model, mut out) = (Model::learnt(), Vec::new());
    let (mut low, mut high) = (0u32, u32::MAX);
    let mut rest = bytes.iter().copied().chain(std::iter::repeat(0));
    let mut at = (0..4).fold(0u32, |at, _| at << 8 | u32::from(rest.next().unwrap_or(0)));
    while out.len() <= most {
        let mut byte = 0u8;
        for _ in 0..8 {
            let mid = middle(low, high, model.mixed);
            let one = at <= mid;
            if one {
                high = mid
            } else {
                low = mid + 1
            }
            model.update(one);
            byte = byte << 1 | u8::from(one);
            while (low ^ high) >> 24 == 0 {
                (low, high) = (low << 8, high << 8 | 0xff);
                at = at << 8 | u32::from(rest.next().unwrap_or(0));
            }
        }
        if byte == END {
            return String::from_utf8(out).ok();
        }
        out.push(byte);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_stretched_and_squashed() {
        let stretches = stretches();
        assert!(stretches.is_sorted());
        for p in [1, 100, 2047, 4000, 4094] {
            assert!((squash(stretches[p]) - p as i32).abs() <= 20, "{p}");
        }
    }

    #[test]
    fn texts_come_back() {
        let long: String = (0..3000u32).map(|k| char::from(b' ' + (k * k % 90) as u8)).collect();
        for text in
            ["", "a", "puzzle: hidato\n\n1 . .\n", "ß → 日本", LEARNT.trim_matches('\0'), &long]
        {
            let text = text.replace('\0', "");
            assert_eq!(unpacked(&packed(&text), 1 << 20), Some(text));
        }
    }

    /// Nonsense ends: at the limit, or with some text.
    #[test]
    fn nonsense_ends() {
        for seed in 0..50u8 {
            let bytes: Vec<u8> =
                (0..40u8).map(|k| k.wrapping_mul(seed).wrapping_add(seed)).collect();
            let text = unpacked(&bytes, 1 << 12);
            assert!(text.is_none_or(|text| text.len() <= 1 << 12));
        }
    }
}
