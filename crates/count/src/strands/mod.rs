//! Layers in as few bytes as possible: of counts modulo a prime, and of exact counts whose tables would not fit
//! into memory.
//!
//! A layer is split by hash into shards, and a shard is a strand of blocks ([`mod@pool`]) of states ([`mod@records`]).
//! Blocks of the old layer go back as they are read and serve for the new one; where memory is short they lie on a
//! shelf. [`mod@piles`] makes a layer from the previous one.
//!
//! - [`mod@exact`]: exact counts.
//! - [`mod@residue`]: counts modulo a prime.

mod exact;
mod piles;
mod pool;
mod records;
mod residue;

use super::budget::RunBudget;
use super::keep::Head;
use super::layer;
use super::run::Runner;
use super::system::System;
use super::table::{Combine, Key};
use clew_engine::run::Stop;
use piles::{Height, Making};
use pool::{Pool, StateRun};
use std::io::{self, Read, Write};

/// The intended number of states per shard.
const SHARD: usize = 32_768;
/// The most shards: 2^12.
const MOST: u32 = 12;
/// The states of one layer.
struct Strands {
    shards: Vec<StateRun>,
    shift: u32,
}

/// The logarithm of the number of shards for a layer that comes after one of `states` states.
fn shards_of(states: usize) -> u32 {
    layer::shards_of(states, SHARD, MOST)
}

impl Strands {
    fn len(&self) -> usize {
        self.shards.iter().map(StateRun::len).sum()
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.shards.iter().try_for_each(|shard| shard.save(to))
    }

    /// Reads strands written by [`Strands::save`]; `load` reads one strand, and gets a test of the keys
    /// that may be in it.
    fn load<K: Key>(
        from: &mut dyn Read,
        head: &Head,
        load: impl Fn(&mut dyn Read, &dyn Fn(K) -> bool) -> io::Result<Result<StateRun, Stop>>,
    ) -> io::Result<Result<Strands, Stop>> {
        let (mut shards, shift) = (Vec::new(), head.shift);
        for at in 0..1usize << shift {
            match load(from, &|key: K| layer::shard(key.hash(), shift) == at)? {
                Ok(strand) => shards.push(strand),
                Err(stop) => return Ok(Err(stop)),
            }
        }
        Ok(Ok(Strands { shards, shift }))
    }

    /// Hands out the numbers of all states that the program accepts.
    ///
    /// # Errors
    /// The reason to stop.
    fn each_accepted<K: Key>(
        self,
        p: &System<'_, K>,
        pool: &Pool,
        gauge: &RunBudget,
        each: &mut dyn FnMut(&[u64]),
    ) -> Result<(), Stop> {
        let mut pace = gauge.pace();
        for shard in self.shards {
            shard.in_batches(pool, &mut |records, words| {
                for record in records.chunks_exact(words) {
                    pace.tick()?;
                    if p.accepts(K::load(record)) {
                        each(&record[K::WORDS..]);
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

impl Runner<'_> {
    /// The parameters with which this run makes layers.
    fn making<'a>(&'a self, fold: Combine, height: Height, pool: &'a Pool) -> Making<'a> {
        Making { fold, height, pool, gauge: self.gauge(), workers: self.workers() }
    }
}
