//! Counting by independent parts ([`crate::search::parts`]), on one thread first, then each part of the
//! root cut into jobs that depend on the instance alone.

use super::run::Session;
use crate::kernel::{Atom, Engine, Observer, Ties, VarId};
use crate::search::{Cache, Limits, PartCounter, Stats, Stop};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::sync::Arc;

/// Choices tried on one thread before it is worth splitting.
const SPLIT_AFTER: u64 = 20_000;
/// Jobs that the root is cut into.
const JOBS: usize = 96;

impl Session<'_> {
    /// Counts by parts. If it was stopped, what the tally knows stands.
    pub(super) fn by_parts<O: Observer>(&mut self, ties: &Arc<dyn Ties>, seen: &mut O) -> Stop {
        let limits = self.options.limits.clone();
        let cache = Cache::new(self.options.memory / 2);
        let mut engine = self.built.model.engine.clone();
        let alone = self.alone::<O>();
        let nodes = limits.nodes.or((!alone).then_some(SPLIT_AFTER));
        let own = Limits { nodes, ..limits };
        let mut counter = PartCounter::new(&**ties, &cache, &own);
        engine.set_interrupt(own.interrupt());
        let mut result = counter.count(&mut engine, seen);
        engine.set_interrupt(None);
        self.stats.add(&counter.stats);
        if result == Err(Stop::NodeLimit) && !alone {
            result = self.part_jobs(&**ties, &cache);
        }
        self.peak_bytes = cache.bytes() as u64;
        match result {
            Ok(count) => {
                self.counted = Some(count);
                Stop::Exhausted
            }
            Err(stop) => stop,
        }
    }

    /// Counts the parts of the root, each cut into jobs, on threads that share the cache.
    fn part_jobs(&mut self, ties: &dyn Ties, cache: &Cache) -> Result<BigUint, Stop> {
        let root = &self.built.model.engine;
        let limits = &self.options.limits;
        let (first, n) = ties.vars();
        let all: Vec<VarId> = (first.0..first.0 + n).map(VarId).collect();
        let ready = || -> Engine {
            let mut engine = root.clone();
            engine.set_interrupt(limits.interrupt());
            engine
        };
        let mut cutter = PartCounter::new(ties, cache, limits);
        let mut engine = ready();
        let parts = cutter.split(engine.store(), &all);
        let each = JOBS.div_ceil(parts.len().max(1));
        let mut jobs: Vec<(usize, Vec<Atom>)> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let paths = cutter.cut(&mut engine, part, each)?;
            jobs.extend(paths.into_iter().map(|path| (i, path)));
        }
        self.stats.add(&cutter.stats);
        let work = |(i, path): &(usize, Vec<Atom>)| {
            let mut counter = PartCounter::new(ties, cache, limits);
            (*i, counter.below(&mut ready(), &parts[*i], path), counter.stats)
        };
        let run = || -> Vec<(usize, Result<BigUint, Stop>, Stats)> {
            jobs.par_iter().with_max_len(1).map(work).collect()
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.options.threads).build();
        let results = match pool {
            Ok(pool) => pool.install(run),
            Err(_) => run(),
        };
        let mut sums = vec![BigUint::ZERO; parts.len()];
        for (i, count, stats) in results {
            self.stats.add(&stats);
            sums[i] += count?;
        }
        Ok(sums.into_iter().product())
    }
}
