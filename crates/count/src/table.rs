//! Open-addressing tables from packed states to counters of any width.
//!
//! One table is one vector of words: a record is the key followed by its counter's limbs, so that a
//! look-up costs one cache miss, not two. Slots are found by the range reduction `hash * capacity /
//! 2^64`, which allows any capacity (growth by a half, not by two) and keeps records in the order of
//! their hashes, so growing is a sequential pass. Collisions probe linearly; at most 7 of 10 slots
//! are taken. A counter never wraps: when an addition carries out, the whole table is widened by a
//! limb. Bytes are taken from a [`MemoryMeter`] before they are allocated.
//!
//! Source: Knuth, *The Art of Computer Programming* 3, 6.4 (linear probing); Lemire, *Fast random
//! integer generation in an interval*, 2019 (the range reduction); Steele, Lea, Flood, *Fast
//! splittable pseudorandom number generators*, 2014 (the mixer).

use super::budget::{MemoryMeter, Reservation};
use super::limbs::{add, add_if_it_fits, add_modulo, sum_modulo, trim};
use clew_engine::run::Stop;
use clew_engine::structures::random::{GOLDEN_RATIO, mix};
use std::marker::PhantomData;
use std::sync::Arc;

/// The first word of an empty slot; no key may start with it.
pub(super) const EMPTY: u64 = u64::MAX;

/// Records whose slots are touched together.
const BATCH: usize = 128;

/// A packed state. Keys whose highest 64-bit word is all ones are not allowed: they mark empty slots.
pub trait Key: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static {
    /// The number of 64-bit words per key.
    const WORDS: usize;
    /// A well mixed hash: every bit of the key affects every bit of the hash.
    fn hash(self) -> u64;
    /// Writes the key to the front of a record.
    fn store(self, record: &mut [u64]);
    /// Reads the key from the front of a record.
    fn load(record: &[u64]) -> Self;
}

impl Key for u64 {
    const WORDS: usize = 1;
    #[inline]
    fn hash(self) -> u64 {
        mix(self.wrapping_add(GOLDEN_RATIO))
    }
    #[inline]
    fn store(self, record: &mut [u64]) {
        record[0] = self;
    }
    #[inline]
    fn load(record: &[u64]) -> u64 {
        record[0]
    }
}

impl Key for u128 {
    const WORDS: usize = 2;
    #[inline]
    fn hash(self) -> u64 {
        mix(((self >> 64) as u64).hash() ^ (self as u64))
    }
    #[inline]
    fn store(self, record: &mut [u64]) {
        record[0] = (self >> 64) as u64;
        record[1] = self as u64;
    }
    #[inline]
    fn load(record: &[u64]) -> u128 {
        (u128::from(record[0]) << 64) | u128::from(record[1])
    }
}

/// How to combine two values of one key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// Add them, exactly.
    Sum,
    /// Add them, but stop at this number. Values are one limb.
    SumTo(u64),
    /// Add them modulo this number, below 2^63. Values are one limb, and below the modulus.
    Modulo(u64),
    /// Keep the smaller. Values are one limb.
    Min,
}

impl Combine {
    /// Whether a value from outside is valid.
    pub(super) fn allows(self, value: &[u64]) -> bool {
        match self {
            Combine::Modulo(prime) => value[0] < prime,
            Combine::Sum | Combine::SumTo(_) | Combine::Min => true,
        }
    }
}

/// A table from keys to counters. See the head of the file.
#[derive(Debug)]
pub struct Table<K> {
    words: Vec<u64>,
    slots: usize,
    limbs: usize,
    len: usize,
    /// The number of records before the table grows.
    room: usize,
    fold: Combine,
    /// High bits of the hash that all keys of this table share (it is one of 2^shift shards).
    shift: u32,
    lease: Reservation,
    keys: PhantomData<K>,
}

/// Records that `slots` slots may hold: seven tenths, and always one empty slot.
fn room(slots: usize) -> usize {
    slots / 10 * 7 + slots % 10 * 7 / 10
}

/// The slot, among `slots`, where the search for a hash starts.
#[inline]
fn place(hash: u64, shift: u32, slots: usize) -> usize {
    ((u128::from(hash.wrapping_shl(shift)) * slots as u128) >> 64) as usize
}

impl<K: Key> Table<K> {
    /// A table with capacity for `expected` records before it grows, whose counters have `limbs`
    /// words; it holds one of 2^`shift` shards.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the meter has not enough left.
    ///
    /// # Panics
    /// If `limbs` is 0.
    pub fn new(
        meter: &Arc<MemoryMeter>,
        expected: usize,
        limbs: usize,
        fold: Combine,
        shift: u32,
    ) -> Result<Table<K>, Stop> {
        assert!(limbs > 0, "a counter has at least one limb");
        let slots = (expected / 7 * 10 + 16).max(16);
        let (words, lease) = Self::allocate(meter, slots, limbs)?;
        let keys = PhantomData;
        Ok(Table { words, slots, limbs, len: 0, room: room(slots), fold, shift, lease, keys })
    }

    fn allocate(
        meter: &Arc<MemoryMeter>,
        slots: usize,
        limbs: usize,
    ) -> Result<(Vec<u64>, Reservation), Stop> {
        let words = slots.checked_mul(K::WORDS + limbs).ok_or(Stop::Memory)?;
        let lease = meter.take(words.checked_mul(8).ok_or(Stop::Memory)?)?;
        let mut v = Vec::new();
        v.try_reserve_exact(words).map_err(|_| Stop::Memory)?;
        v.resize(words, EMPTY);
        Ok((v, lease))
    }

    /// Removes all records, and reserves capacity for at least `expected`. Records that arrive in the order of
    /// another table, which is that of hashes, need the full capacity at once: in a table that is too small they
    /// would crowd at the front.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    pub fn clear_for(&mut self, expected: usize) -> Result<(), Stop> {
        if expected > self.room {
            let meter = Arc::clone(self.lease.meter());
            // The old words are freed before the new ones are allocated.
            *self = Table::new(&meter, 0, self.limbs, self.fold, self.shift)?;
            *self = Table::new(&meter, expected, self.limbs, self.fold, self.shift)?;
        } else {
            self.words.fill(EMPTY);
            self.len = 0;
        }
        Ok(())
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Words of a counter.
    pub fn limbs(&self) -> usize {
        self.limbs
    }

    /// The size of this table in bytes.
    pub fn bytes(&self) -> usize {
        self.lease.bytes()
    }

    #[inline]
    fn stride(&self) -> usize {
        K::WORDS + self.limbs
    }

    #[inline]
    fn home(&self, hash: u64) -> usize {
        place(hash, self.shift, self.slots)
    }

    /// The first word of the record of `key`, or of the empty slot where it belongs.
    #[inline]
    fn find(&self, key: K, hash: u64) -> usize {
        let stride = self.stride();
        let mut at = self.home(hash) * stride;
        loop {
            let record = &self.words[at..at + stride];
            if record[0] == EMPTY || K::load(record) == key {
                return at;
            }
            at += stride;
            if at == self.words.len() {
                at = 0;
            }
        }
    }

    /// The counter of a key.
    pub fn get(&self, key: K) -> Option<&[u64]> {
        self.get_hashed(key, key.hash())
    }

    /// The counter of a key whose hash is known.
    pub fn get_hashed(&self, key: K, hash: u64) -> Option<&[u64]> {
        let at = self.find(key, hash);
        (self.words[at] != EMPTY).then(|| &self.words[at + K::WORDS..at + self.stride()])
    }

    /// Folds many records into the table: each is a key followed by `limbs` limbs of a value.
    ///
    /// # Errors
    /// As [`Table::insert`]; the records before the one that did not fit are in the table.
    pub fn merge(&mut self, records: &[u64], limbs: usize) -> Result<(), Stop> {
        let left = match (self.fold, K::WORDS, limbs) {
            _ if limbs != self.limbs => records,
            (Combine::Sum, 1, 1) => self.merge_wide::<2>(records, add_if_it_fits)?,
            (Combine::Sum, 1, 2) | (Combine::Sum, 2, 1) => {
                self.merge_wide::<3>(records, add_if_it_fits)?
            }
            (Combine::Sum, 1, 3) | (Combine::Sum, 2, 2) => {
                self.merge_wide::<4>(records, add_if_it_fits)?
            }
            (Combine::Sum, 1, 4) | (Combine::Sum, 2, 3) => {
                self.merge_wide::<5>(records, add_if_it_fits)?
            }
            (Combine::Modulo(prime), 1, 1) => self.merge_wide::<2>(records, add_modulo(prime))?,
            (Combine::Modulo(prime), 2, 1) => self.merge_wide::<3>(records, add_modulo(prime))?,
            _ => records,
        };
        let mut records = left.chunks_exact(K::WORDS + limbs);
        // As in [`Table::add_batch`]: all cache misses at once.
        let first = |record| self.words[self.home(K::load(record).hash()) * self.stride()];
        std::hint::black_box(records.clone().fold(0, |touched, record| touched ^ first(record)));
        records.try_for_each(|record| {
            let key = K::load(record);
            self.insert_hashed(key, key.hash(), &record[K::WORDS..])
        })
    }

    /// As [`Table::merge`], for records of `S` words, which are as wide as the table's own; `plus` adds the second counter
    /// to the first one, if it fits. Ends early if the table grows wider; returns the records that are left.
    fn merge_wide<'a, const S: usize>(
        &mut self,
        records: &'a [u64],
        plus: impl Fn(&mut [u64], &[u64]) -> bool + Copy,
    ) -> Result<&'a [u64], Stop> {
        let mut left = records;
        while !left.is_empty() && self.stride() == S {
            let (all, _) = left.as_chunks::<S>();
            let batch = &all[..all.len().min(BATCH)];
            let taken = self.add_batch(batch, plus);
            if let Some(record) = batch.get(taken) {
                let key = K::load(record);
                self.insert_hashed(key, key.hash(), &record[K::WORDS..])?;
            }
            left = &left[S * batch.len().min(taken + 1)..];
        }
        Ok(left)
    }

    /// Adds records to the table until one needs more capacity or another limb; returns how many were
    /// added.
    fn add_batch<const S: usize>(
        &mut self,
        records: &[[u64; S]],
        plus: impl Fn(&mut [u64], &[u64]) -> bool,
    ) -> usize {
        let mut homes = [0; BATCH];
        let (slots, _) = self.words.as_chunks_mut::<S>();
        // Takes all cache misses at once, before insertions would take them one by one.
        let mut touched = 0;
        for (home, record) in homes.iter_mut().zip(records) {
            *home = place(K::load(record).hash(), self.shift, slots.len());
            touched ^= slots[*home][0];
        }
        std::hint::black_box(touched);
        for (i, (record, &home)) in records.iter().zip(&homes).enumerate() {
            let key = K::load(record);
            let mut at = home;
            loop {
                let slot = &mut slots[at];
                if slot[0] == EMPTY {
                    if self.len >= self.room {
                        return i;
                    }
                    *slot = *record;
                    self.len += 1;
                    break;
                }
                if K::load(slot) == key {
                    if !plus(&mut slot[K::WORDS..], &record[K::WORDS..]) {
                        return i;
                    }
                    break;
                }
                at += 1;
                if at == slots.len() {
                    at = 0;
                }
            }
        }
        records.len()
    }

    /// Folds a value (limbs, the lowest first) into the counter of a key. Amortised constant time.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the table must grow or widen and may not; then nothing has changed.
    pub fn insert(&mut self, key: K, value: &[u64]) -> Result<(), Stop> {
        self.insert_hashed(key, key.hash(), value)
    }

    /// As [`Table::insert`], for a key whose hash is known.
    ///
    /// # Errors
    /// As [`Table::insert`].
    #[inline]
    pub fn insert_hashed(&mut self, key: K, hash: u64, value: &[u64]) -> Result<(), Stop> {
        let mut value = value;
        if value.len() > self.limbs {
            value = trim(value);
            if value.len() > self.limbs {
                self.rebuild(self.slots, value.len())?;
            }
        }
        let mut at = self.find(key, hash);
        if self.words[at] == EMPTY {
            if self.len >= self.room {
                self.rebuild(self.slots + self.slots / 2 + 1, self.limbs)?;
                at = self.find(key, hash);
            }
            let stride = self.stride();
            let record = &mut self.words[at..at + stride];
            key.store(record);
            debug_assert_ne!(record[0], EMPTY, "reserved key");
            // A plain loop: counters are too short for a call of memcpy to pay.
            for (i, limb) in record[K::WORDS..].iter_mut().enumerate() {
                *limb = value.get(i).copied().unwrap_or(0);
            }
            if let Combine::SumTo(cap) = self.fold {
                record[K::WORDS] = value[0].min(cap);
            }
            self.len += 1;
            return Ok(());
        }
        let stride = self.stride();
        let counter = &mut self.words[at + K::WORDS..at + stride];
        match self.fold {
            Combine::Sum => {
                if !add_if_it_fits(counter, value) {
                    return self.carry_out(key, hash, value);
                }
            }
            Combine::SumTo(cap) => counter[0] = counter[0].saturating_add(value[0]).min(cap),
            Combine::Modulo(prime) => counter[0] = sum_modulo(counter[0], value[0], prime),
            Combine::Min => counter[0] = counter[0].min(value[0]),
        }
        Ok(())
    }

    /// An addition would carry out of the top limb: widen, and add then.
    #[cold]
    fn carry_out(&mut self, key: K, hash: u64, value: &[u64]) -> Result<(), Stop> {
        self.rebuild(self.slots, self.limbs + 1)?;
        let (at, stride) = (self.find(key, hash), self.stride());
        let carried = add(&mut self.words[at + K::WORDS..at + stride], value);
        debug_assert!(!carried, "a fresh limb takes the carry");
        Ok(())
    }

    #[cold]
    fn rebuild(&mut self, slots: usize, limbs: usize) -> Result<(), Stop> {
        let (words, lease) = Self::allocate(self.lease.meter(), slots, limbs)?;
        let (old, old_stride) = (std::mem::replace(&mut self.words, words), self.stride());
        // The old lease ends after the old words: both were held at once.
        let old_lease = std::mem::replace(&mut self.lease, lease);
        (self.slots, self.limbs, self.room) = (slots, limbs, room(slots));
        let stride = self.stride();
        for record in old.chunks_exact(old_stride).filter(|r| r[0] != EMPTY) {
            let key = K::load(record);
            let at = self.find(key, key.hash());
            for (i, word) in self.words[at..at + stride].iter_mut().enumerate() {
                *word = record.get(i).copied().unwrap_or(0);
            }
        }
        drop(old);
        drop(old_lease);
        Ok(())
    }

    /// All records, in no meaningful order: a key's words and its counter's limbs.
    pub fn records(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride()).filter(|r| r[0] != EMPTY)
    }

    /// All keys with their counters, in no meaningful order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &[u64])> {
        self.records().map(|r| (K::load(r), &r[K::WORDS..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use std::collections::HashMap;

    fn big(limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::ZERO, |b, &l| (b << 64) + l)
    }

    /// Small pseudorandom numbers, enough for a test.
    fn next(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *seed >> 20
    }

    fn sums_agree<K: Key>(make: impl Fn(u64) -> K) {
        let meter = MemoryMeter::new(usize::MAX);
        let mut t = Table::<K>::new(&meter, 0, 1, Combine::Sum, 0).unwrap();
        let mut truth: HashMap<K, BigUint> = HashMap::new();
        let mut seed = 1;
        for i in 0..20_000 {
            let key = make(next(&mut seed) % 3_000);
            // Values near 2^64 make carries, and later two-limb values make three limbs.
            let value = [u64::MAX - next(&mut seed), u64::MAX - i];
            let value = if i < 10_000 { &value[..1] } else { &value[..] };
            t.insert(key, value).unwrap();
            *truth.entry(key).or_default() += big(value);
        }
        assert_eq!(t.limbs(), 3);
        assert_eq!(t.len(), truth.len());
        assert_eq!(t.iter().count(), truth.len());
        for (key, limbs) in t.iter() {
            assert_eq!(big(limbs), truth[&key]);
            assert_eq!(t.get(key), Some(limbs));
        }
        assert_eq!(t.get(make(3_000)), None);
        assert_eq!(t.bytes(), meter.used());
        drop(t);
        assert_eq!(meter.used(), 0);
    }

    /// Records that arrive in the order of hashes, from another table, fit at once.
    #[test]
    fn residues_are_added_in_batches() {
        let meter = MemoryMeter::new(usize::MAX);
        let prime = (1 << 61) - 1;
        for words in [1, 2] {
            let mut table = Table::<u64>::new(&meter, 0, words, Combine::Modulo(prime), 0).unwrap();
            let mut expected = std::collections::HashMap::new();
            for round in 0..3u64 {
                let mut records = Vec::new();
                for key in 0..5_000u64 {
                    let value = prime - 1 - key % 7 * round;
                    records.extend([key / (round + 1), value]);
                    records.extend(vec![0; words - 1]);
                    let sum = expected.entry(key / (round + 1)).or_insert(0u64);
                    *sum = ((u128::from(*sum) + u128::from(value)) % u128::from(prime)) as u64;
                }
                table.merge(&records, words).unwrap();
            }
            assert_eq!(table.len(), expected.len());
            assert!(expected.iter().all(|(&key, &sum)| table.get(key).unwrap()[0] == sum));
            let records: Vec<u64> = table.records().flatten().copied().collect();
            let bytes = table.bytes();
            table.clear_for(table.len()).unwrap();
            assert_eq!((table.len(), table.bytes()), (0, bytes), "there is room for as many");
            table.clear_for(30_000).unwrap();
            let bytes = table.bytes();
            table.merge(&records, words).unwrap();
            assert_eq!((table.len(), table.bytes()), (expected.len(), bytes));
            assert!(expected.iter().all(|(&key, &sum)| table.get(key).unwrap()[0] == sum));
        }
    }

    #[test]
    fn sums_are_exact_beyond_a_word() {
        sums_agree(|x| x);
        sums_agree(|x| u128::from(x) << 60 | u128::from(x));
    }

    #[test]
    fn minima_and_capped_sums() {
        let meter = MemoryMeter::new(usize::MAX);
        let mut t = Table::<u64>::new(&meter, 10, 1, Combine::Min, 3).unwrap();
        let mut c = Table::<u64>::new(&meter, 10, 1, Combine::SumTo(2), 0).unwrap();
        for v in [5, 3, 4] {
            t.insert(7, &[v]).unwrap();
            c.insert(v % 2, &[1]).unwrap();
        }
        assert_eq!(t.get(7), Some(&[3][..]));
        c.insert(1, &[1]).unwrap();
        assert_eq!((c.get(0), c.get(1)), (Some(&[1][..]), Some(&[2][..])));
    }

    #[test]
    fn a_full_meter_stops_growth_and_keeps_what_is_there() {
        let meter = MemoryMeter::new(4_000);
        let mut t = Table::<u64>::new(&meter, 0, 1, Combine::Sum, 0).unwrap();
        let mut kept = 0;
        while t.insert(kept, &[kept + 1]).is_ok() {
            kept += 1;
        }
        assert!(kept > 50 && meter.peak() <= 4_000);
        assert_eq!(t.len() as u64, kept);
        assert!((0..kept).all(|k| t.get(k) == Some(&[k + 1][..])));
    }

    #[test]
    fn a_carry_without_room_changes_nothing() {
        let meter = MemoryMeter::new(300);
        let mut t = Table::<u64>::new(&meter, 0, 1, Combine::Sum, 0).unwrap();
        t.insert(1, &[u64::MAX]).unwrap();
        assert_eq!(t.insert(1, &[1]), Err(Stop::Memory));
        assert_eq!(t.get(1), Some(&[u64::MAX][..]));
    }
}
