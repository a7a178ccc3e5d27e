//! Steps of large layers.
//!
//! A step has two halves. First the successors of each state are appended to the *piles* of their target shards, with
//! duplicates. Then pile after pile is added up in a small table that stays in the processor's cache, and written
//! again. So memory holds the successors of all states, each in as few bytes as possible, and is read and written in
//! order; blocks may be shelved. A table of the whole layer would take several times that, and a cache miss for each
//! move. Where memory counts more than time, piles are added up before they are that long.
//!
//! Source: Manegold, Boncz, Kersten, *Optimizing main-memory join on modern hardware*, 2002 (partitions that fit the
//! cache before they are hashed).

use super::pool::{Pool, StateRun};
use super::records::Writer;
use super::{MOST, Strands, shards_of};
use crate::budget::{Pace, RunBudget};
use crate::layer::{Layer, MergeTarget, Sink, Target, Workers};
use crate::shelf::BLOCK;
use crate::slots::Slots;
use crate::system::{Buffer, System};
use crate::table::{Combine, Key, Table};
use clew_engine::run::Stop;
use std::marker::PhantomData;
use std::sync::Mutex;

/// The capacity of a target shard's buffer, in records.
const BUFFER: usize = 32;
/// Piles of fewer records than this are never added up early.
const SMALL: usize = 64;
/// The part of the memory that piles' open blocks may take.
const OPEN: usize = 4;
/// Bytes per word of a state in a table in which a pile is added up, including duplicates of the pile and free slots.
const ADDING: usize = 40;
/// The part of the memory that these tables may take together.
const SHARE: usize = 8;

/// The heights at which piles are added up before the end of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Height {
    /// The first time, at this many eighths of the records of a source shard.
    pub first: usize,
    /// Later, at this many eighths of the records left by the last addition.
    pub then: usize,
}

/// How a layer is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Making<'a> {
    pub fold: Combine,
    pub height: Height,
    pub pool: &'a Pool,
    pub gauge: &'a RunBudget,
    pub workers: &'a Workers,
}

/// The successors of states, in the order of their arrival.
struct Pile<'p, K> {
    writer: Writer<'p>,
    /// The records that arrived while others were added up.
    meanwhile: StateRun,
    /// Whether a thread is adding up records of the pile at present.
    adding: bool,
    /// The number of records at which it is added up.
    most: usize,
    shift: u32,
    how: Making<'p>,
    keys: PhantomData<K>,
}

impl<'p, K> Pile<'p, K> {
    fn new(most: usize, shift: u32, how: Making<'p>) -> Pile<'p, K> {
        let (writer, meanwhile) = (Writer::new(how.pool), StateRun::new());
        Pile { writer, meanwhile, adding: false, most, shift, how, keys: PhantomData }
    }

    /// How many records it has.
    fn len(&self) -> usize {
        self.meanwhile.len() + self.writer.len()
    }

    /// Takes out all records.
    ///
    /// # Errors
    /// The reason to stop.
    fn records(&mut self) -> Result<[StateRun; 2], Stop> {
        let writer = std::mem::replace(&mut self.writer, Writer::new(self.how.pool));
        Ok([std::mem::replace(&mut self.meanwhile, StateRun::new()), writer.finish()?])
    }
}

/// The records of a pile that was high enough to be added up.
struct High<'p> {
    records: [StateRun; 2],
    limbs: usize,
    shift: u32,
    how: Making<'p>,
}

impl<'p, K: Key> MergeTarget for Pile<'p, K> {
    type Excess = High<'p>;

    fn absorb(&mut self, records: &[u64], limbs: usize) -> Result<Option<High<'p>>, Stop> {
        records.chunks_exact(K::WORDS + limbs).try_for_each(|record| self.writer.push(record))?;
        if self.adding || self.len() < self.most {
            return Ok(None);
        }
        self.adding = true;
        Ok(Some(High { records: self.records()?, limbs, shift: self.shift, how: self.how }))
    }

    fn compact(high: High<'p>, target: &Target<Self>) -> Result<(), Stop> {
        let High { records, limbs, shift, how } = high;
        let Making { fold, height, pool, gauge, .. } = how;
        let len = records.iter().map(StateRun::len).sum();
        let mut table = Table::<K>::new(gauge.meter(), len, limbs, fold, shift)?;
        for records in records {
            add_up(records, &mut table, pool, gauge)?;
        }
        let added = sums(&table, pool, &mut gauge.pace())?;
        let mut target = target.lock().expect("no thread panics while it writes");
        let pile = target.as_mut().expect("it was there before");
        pile.most = pile.most.max(added.len() * height.then / 8);
        // Writing continues in its last block.
        pile.meanwhile = std::mem::replace(&mut pile.writer, added).finish()?;
        pile.adding = false;
        Ok(())
    }
}

/// Adds records to a table.
fn add_up<K: Key>(
    records: StateRun,
    table: &mut Table<K>,
    pool: &Pool,
    gauge: &RunBudget,
) -> Result<(), Stop> {
    records.in_batches(pool, &mut |records, words| {
        gauge.poll()?;
        table.merge(records, words - K::WORDS)
    })
}

/// Writes the states of a table.
fn sums<'p, K: Key>(
    table: &Table<K>,
    pool: &'p Pool,
    pace: &mut Pace<'_>,
) -> Result<Writer<'p>, Stop> {
    let mut writer = Writer::new(pool);
    for record in table.records() {
        pace.tick()?;
        writer.push(record)?;
    }
    Ok(writer)
}

/// Writes tables into strands.
///
/// # Errors
/// The reason to stop.
pub(super) fn written<K: Key>(layer: Layer<K>, how: Making<'_>) -> Result<Strands, Stop> {
    let Making { pool, gauge, workers, .. } = how;
    let shift = layer.shift();
    let tables = Slots::new(layer.into_shards());
    let write = |pace: &mut Pace<'_>, at: usize| {
        let table = tables.take(at).expect("each is taken once");
        sums(&table, pool, pace)?.finish()
    };
    let (shards, _) = workers.make(tables.len(), gauge, || Ok(gauge.pace()), write)?;
    Ok(Strands { shards, shift })
}

/// How a step from `states` states with records of `words` words is split: the logarithm of the number of target
/// shards, and the number of threads.
///
/// Where memory is short, shards are many, so that the tables of all threads fit into their share of it. As each
/// pile has an open block, there is a limit to that; beyond it, fewer threads have tables at a time.
fn split(states: usize, words: usize, how: Making<'_>) -> (u32, usize) {
    let limit = how.gauge.meter().limit();
    let share = (limit / SHARE).max(1);
    let bytes = states.saturating_mul(words * ADDING);
    let threads = how.workers.threads();
    let many = (bytes.saturating_mul(threads) / share).next_power_of_two().ilog2().min(MOST);
    let open = limit / (OPEN * BLOCK);
    let shift = shards_of(states).max(many).min(open.max(1).ilog2());
    let fitting = 2 * share / (bytes >> shift).max(1);
    (shift, threads.min(fitting.max(1)))
}

/// The layer after a step, and the number of words of its widest number.
///
/// # Errors
/// The reason to stop.
pub(super) fn expand<K: Key>(
    p: &System<'_, K>,
    step: usize,
    (source, limbs): (Strands, usize),
    how: Making<'_>,
) -> Result<(Strands, usize), Stop> {
    let Making { fold, height, pool, gauge, .. } = how;
    let (shift, threads) = split(source.len(), K::WORDS + limbs, how);
    let workers = &Workers::new(threads);
    let how = Making { workers, ..how };
    let targets: Vec<Target<Pile<'_, K>>> =
        (0..1usize << shift).map(|_| Mutex::default()).collect();
    let most = height.first * (source.len() >> shift).max(SMALL) / 8;
    let pile = || Ok(Pile::new(most, shift, how));
    let owned = Slots::new(source.shards);
    let worker = || {
        let sink = Sink::new(&targets, &pile, (shift, BUFFER), limbs, gauge)?;
        Ok((sink, Buffer::new(gauge), gauge.pace()))
    };
    let lead = |(sink, buffer, pace): &mut (Sink<'_, K, Pile<'_, K>>, Buffer<'_, K>, Pace<'_>),
                at: usize| {
        let Some(strand) = owned.take(at) else { return Ok(()) };
        strand.in_batches(pool, &mut |records, words| {
            for record in records.chunks_exact(words) {
                pace.tick()?;
                let (key, ways) = (K::load(record), &record[K::WORDS..]);
                buffer.each(p, step, key, |to, _| sink.push(to, ways));
            }
            buffer.note();
            sink.sound()
        })
    };
    let done = workers.each(owned.len(), gauge, worker, lead)?;
    // If the moves of a state were interrupted, the whole layer is invalid.
    gauge.poll()?;
    for (mut sink, ..) in done {
        sink.finish()?;
    }
    let adder = || Ok((Table::<K>::new(gauge.meter(), 0, limbs, fold, shift)?, gauge.pace()));
    let add = |(table, pace): &mut (Table<K>, Pace<'_>), at: usize| {
        let pile = targets[at].lock().expect("no thread panics while it writes").take();
        let Some(mut pile) = pile else { return Ok(StateRun::new()) };
        table.clear_for(pile.len())?;
        for records in pile.records()? {
            add_up(records, table, pool, gauge)?;
        }
        sums(table, pool, pace)?.finish()
    };
    let (shards, adders) = workers.make(targets.len(), gauge, adder, add)?;
    let limbs = adders.iter().map(|(table, _)| table.limbs()).max().unwrap_or(1);
    Ok((Strands { shards, shift }, limbs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::big;
    use clew_engine::run::Budget;
    use num_bigint::BigUint;

    /// If many moves lead to few states, they are added up long before all of them have arrived.
    #[test]
    fn piles_do_not_grow_with_the_moves() {
        let gauge = RunBudget::new(&Budget::default());
        let pool = Pool::new(gauge.meter(), None);
        let (pool, gauge, workers) = (&pool, &gauge, &Workers::new(1));
        let height = Height { first: 24, then: 16 };
        let how = Making { fold: Combine::Sum, height, pool, gauge, workers };
        let target = Mutex::new(Some(Pile::<u64>::new(200, 0, how)));
        for round in 0..1_000 {
            // Batches of other keys each time, and sums that need a second word.
            let records: Vec<u64> =
                (0..20).flat_map(|i| [(round + i) % 150, u64::MAX / 100]).collect();
            let high = target.lock().unwrap().as_mut().unwrap().absorb(&records, 1).unwrap();
            if let Some(high) = high {
                Pile::compact(high, &target).unwrap();
            }
            let records = target.lock().unwrap().as_ref().unwrap().len();
            assert!(records < 300 + 20, "round {round}: {records} records");
        }
        let mut table = Table::<u64>::new(gauge.meter(), 0, 1, Combine::Sum, 0).unwrap();
        for records in target.into_inner().unwrap().unwrap().records().unwrap() {
            add_up(records, &mut table, pool, gauge).unwrap();
        }
        assert_eq!((table.len(), table.limbs()), (150, 2));
        let total: BigUint = table.iter().map(|(_, ways)| big(ways)).sum();
        assert_eq!(total, BigUint::from(u64::MAX / 100) * 20_000u32);
    }
}
