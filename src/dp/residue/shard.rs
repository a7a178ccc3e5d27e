//! One shard of a layer in the making: a sorted strand, and a tail of what came since.

use super::blocks::{Pool, Strand, Writer};
use crate::dp::budget::Lease;
use crate::dp::table::Key;
use crate::run::Stop;

/// States, sorted, and newer ones that are not sorted yet.
#[derive(Debug)]
pub(super) struct Shard<K> {
    sorted: Strand,
    tail: Vec<(K, u64)>,
    lease: Option<Lease>,
}

impl<K> Default for Shard<K> {
    fn default() -> Shard<K> {
        Shard { sorted: Strand::new(), tail: Vec::new(), lease: None }
    }
}

/// The sum of two residues.
#[inline]
pub(super) fn sum(a: u64, b: u64, prime: u64) -> u64 {
    // Primes have 63 bits at the most, so this never carries out.
    let sum = a + b;
    if sum >= prime { sum - prime } else { sum }
}

impl<K: Key> Shard<K> {
    /// Adds states; the tail holds at most `room`, which is at least what comes at once.
    ///
    /// # Errors
    /// [`Stop::Memory`], or that a block could not be shelved or read back.
    pub fn add(
        &mut self,
        states: &[(K, u64)],
        room: usize,
        pool: &Pool,
        prime: u64,
    ) -> Result<(), Stop> {
        if self.lease.is_none() {
            self.lease = Some(pool.meter().take(room * size_of::<(K, u64)>())?);
            self.tail.reserve_exact(room);
        }
        if self.tail.len() + states.len() > room {
            self.settle(pool, prime)?;
        }
        self.tail.extend_from_slice(states);
        Ok(())
    }

    /// Sorts the tail into the strand.
    fn settle(&mut self, pool: &Pool, prime: u64) -> Result<(), Stop> {
        let Shard { sorted, tail, .. } = self;
        tail.sort_unstable_by_key(|&(key, _)| key);
        let mut old = std::mem::replace(sorted, Strand::new()).consume::<K>(pool).peekable();
        let mut writer = Writer::new(pool);
        let mut new = tail.iter().copied().peekable();
        while let Some((key, mut value)) = new.next() {
            while let Some((_, more)) = new.next_if(|&(other, _)| other == key) {
                value = sum(value, more, prime);
            }
            while let Some((other, value)) = old.next_if(|&(other, _)| other < key) {
                writer.push(other, value)?;
            }
            if let Some((_, known)) = old.next_if(|&(other, _)| other == key) {
                value = sum(value, known, prime);
            }
            writer.push(key, value)?;
        }
        for (key, value) in old {
            writer.push(key, value)?;
        }
        pool.sound()?;
        *sorted = writer.finish()?;
        tail.clear();
        Ok(())
    }

    /// All states, sorted.
    ///
    /// # Errors
    /// As [`Shard::add`].
    pub fn finish(mut self, pool: &Pool, prime: u64) -> Result<Strand, Stop> {
        if !self.tail.is_empty() {
            self.settle(pool, prime)?;
        }
        Ok(self.sorted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dp::budget::Meter;
    use std::collections::BTreeMap;

    #[test]
    fn sums_are_those_of_a_map() {
        let prime = (1 << 61) - 1;
        for room in [64, 1_000, 100_000] {
            let pool = Pool::new(&Meter::new(usize::MAX), None);
            let (mut shard, mut truth) = (Shard::default(), BTreeMap::new());
            let mut seed = 5u64;
            for _ in 0..2_000 {
                let batch: Vec<(u64, u64)> = (0..8)
                    .map(|_| {
                        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99);
                        (seed >> 50, prime - 1 - (seed >> 10) % 1_000)
                    })
                    .collect();
                for &(key, value) in &batch {
                    let slot = truth.entry(key).or_insert(0u64);
                    *slot = ((u128::from(*slot) + u128::from(value)) % u128::from(prime)) as u64;
                }
                shard.add(&batch, room, &pool, prime).unwrap();
            }
            let strand = shard.finish(&pool, prime).unwrap();
            assert!(strand.consume::<u64>(&pool).eq(truth), "room for {room}");
        }
    }
}
