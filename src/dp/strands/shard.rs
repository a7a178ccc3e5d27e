//! One shard of a layer in the making: a sorted strand, and a tail of what came since.
//!
//! Each has a lock of its own. A tail that is full is exchanged for an empty one and sorted into the strand
//! while other threads go on to add: with one lock for both, two threads waited for each other for a fifth of
//! their time.

use super::pool::{Pool, Strand};
use super::sorted::Writer;
use crate::dp::budget::Lease;
use crate::dp::table::Key;
use crate::run::Stop;
use std::sync::{Mutex, MutexGuard};

/// States, sorted, and newer ones that are not sorted yet.
#[derive(Debug)]
pub(super) struct Shard<K> {
    /// Who wants both locks takes this one first, and no thread waits for it while it holds the other.
    tail: Mutex<Tail<K>>,
    sorted: Mutex<Strand>,
}

/// States in the order in which they came. It takes its memory when the first of them comes.
#[derive(Debug)]
pub(super) struct Tail<K> {
    states: Vec<(K, u64)>,
    lease: Option<Lease>,
}

impl<K> Default for Tail<K> {
    fn default() -> Tail<K> {
        Tail { states: Vec::new(), lease: None }
    }
}

impl<K> Default for Shard<K> {
    fn default() -> Shard<K> {
        Shard { tail: Mutex::default(), sorted: Mutex::new(Strand::new()) }
    }
}

/// What it holds. Where another thread has panicked, all of them do.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().expect("no thread panics while it adds")
}

/// The sum of two residues.
#[inline]
pub(super) fn sum(a: u64, b: u64, prime: u64) -> u64 {
    // Primes have 63 bits at the most, so this never carries out.
    let sum = a + b;
    if sum >= prime { sum - prime } else { sum }
}

impl<K: Key> Shard<K> {
    /// Adds states; a tail holds at most `room`, which is at least what comes at once. `spare` is the
    /// calling thread's, empty, and takes a full tail's place.
    ///
    /// # Errors
    /// [`Stop::Memory`], or that a block could not be shelved or read back.
    pub fn add(
        &self,
        states: &[(K, u64)],
        spare: &mut Tail<K>,
        room: usize,
        (pool, prime): (&Pool, u64),
    ) -> Result<(), Stop> {
        let mut tail = held(&self.tail);
        if tail.states.len() + states.len() <= room {
            return tail.extend(states, room, pool);
        }
        std::mem::swap(&mut *tail, spare);
        // Before others can fill the new tail too.
        let mut sorted = held(&self.sorted);
        let added = tail.extend(states, room, pool);
        drop(tail);
        added?;
        settle(&mut sorted, spare, pool, prime)
    }

    /// All states, sorted. Nothing is left in the shard.
    ///
    /// # Errors
    /// As [`Shard::add`].
    pub fn finish(&self, pool: &Pool, prime: u64) -> Result<Strand, Stop> {
        let mut tail = std::mem::take(&mut *held(&self.tail));
        let mut sorted = std::mem::replace(&mut *held(&self.sorted), Strand::new());
        settle(&mut sorted, &mut tail, pool, prime)?;
        Ok(sorted)
    }
}

impl<K: Key> Tail<K> {
    fn extend(&mut self, states: &[(K, u64)], room: usize, pool: &Pool) -> Result<(), Stop> {
        if self.lease.is_none() {
            self.lease = Some(pool.meter().take(room * size_of::<(K, u64)>())?);
            self.states.reserve_exact(room);
        }
        self.states.extend_from_slice(states);
        Ok(())
    }
}

/// Sorts a tail into a strand.
fn settle<K: Key>(
    sorted: &mut Strand,
    tail: &mut Tail<K>,
    pool: &Pool,
    prime: u64,
) -> Result<(), Stop> {
    if tail.states.is_empty() {
        return Ok(());
    }
    tail.states.sort_unstable_by_key(|&(key, _)| key);
    let mut old = std::mem::replace(sorted, Strand::new()).consume::<K>(pool).peekable();
    let mut writer = Writer::new(pool);
    let mut new = tail.states.drain(..).peekable();
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
    Ok(())
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
            let (shard, mut truth) = (Shard::default(), BTreeMap::new());
            let mut spare = Tail::default();
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
                shard.add(&batch, &mut spare, room, (&pool, prime)).unwrap();
            }
            let strand = shard.finish(&pool, prime).unwrap();
            assert!(strand.consume::<u64>(&pool).eq(truth), "room for {room}");
        }
    }
}
