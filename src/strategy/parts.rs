//! Counting by independent parts ([`crate::search::parts`]), on one thread first, then each part of the
//! root cut into jobs that depend on the instance alone.

use super::options::Options;
use super::run::RunError;
use super::run::Session;
use crate::kernel::{Atom, Engine, Observer, Ties};
use crate::puzzle::{BuildOptions, Puzzle};
use crate::run::{Budget, End, Exhausted, Stats, Stop, Threads};
use crate::search::{Cache, PartCounter};
use num_bigint::BigUint;
use std::sync::Arc;

/// Choices tried on one thread before it is worth splitting.
const SPLIT_AFTER: u64 = 20_000;
/// Choices after which [`places`] gives up.
const PLACES: u64 = 300_000;
/// Jobs that the root is cut into.
const JOBS: usize = 96;

impl Session<'_> {
    /// Counts by parts. If it was stopped, what the tally knows stands.
    pub(super) fn by_parts<O: Observer>(&mut self, ties: &Arc<dyn Ties>, seen: &mut O) -> End {
        let budget = self.options.budget.clone();
        let cache = Cache::new(self.options.budget.memory / 2);
        let mut engine = self.built.model.engine.clone();
        let alone = self.alone::<O>();
        let left = budget.nodes.map(|n| n.saturating_sub(self.stats.nodes));
        let nodes = left.or((!alone).then_some(SPLIT_AFTER));
        let own = Budget { nodes, ..budget };
        let mut counter = PartCounter::new(&**ties, &cache, &own);
        engine.set_interrupt(own.interrupt());
        let mut result = counter.count(&mut engine, seen);
        engine.set_interrupt(None);
        self.stats.add(&counter.stats);
        let mut known = counter.at_least().clone().max(self.tally.distinct().into());
        if result == Err(Stop::Nodes) && !alone {
            result = self.part_jobs(&**ties, &cache, &mut known);
        }
        self.peak_bytes = cache.bytes() as u64;
        match result {
            Ok(count) => {
                self.counted = Some(count);
                Ok(Exhausted)
            }
            Err(stop) => {
                self.counted = Some(known);
                Err(stop)
            }
        }
    }

    /// Counts the parts of the root, each cut into jobs, on threads that share the cache. Raises
    /// `known` to what there certainly is, if that is all that comes of it.
    fn part_jobs(
        &mut self,
        ties: &dyn Ties,
        cache: &Cache,
        known: &mut BigUint,
    ) -> Result<BigUint, Stop> {
        let root = &self.built.model.engine;
        let budget = &self.options.budget;
        let ready = || -> Engine {
            let mut engine = root.clone();
            engine.set_interrupt(budget.interrupt());
            engine
        };
        let mut cutter = PartCounter::new(ties, cache, budget);
        let mut engine = ready();
        let all = cutter.all();
        let parts = cutter.split(engine.store(), &all);
        let each = JOBS.div_ceil(parts.len().max(1));
        let mut jobs: Vec<(usize, Vec<Atom>)> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let paths = cutter.cut(&mut engine, part, each)?;
            jobs.extend(paths.into_iter().map(|path| (i, path)));
        }
        self.stats.add(&cutter.stats);
        let work = |_, (i, path): &(usize, Vec<Atom>)| {
            let mut counter = PartCounter::new(ties, cache, budget);
            let count = counter.below(&mut ready(), &parts[*i], path);
            let ways = count.as_ref().unwrap_or(counter.at_least()).clone();
            (*i, ways, count.err(), counter.stats)
        };
        let results = Threads::new(self.options.threads).map(&jobs, work);
        let mut sums = vec![BigUint::ZERO; parts.len()];
        let mut stopped = None;
        for (i, ways, stop, stats) in results {
            self.stats.add(&stats);
            sums[i] += ways;
            stopped = stopped.or(stop);
        }
        let product: BigUint = sums.into_iter().product();
        match stopped {
            None => Ok(product),
            Some(stop) => {
                *known = product.max(std::mem::take(known));
                Err(stop)
            }
        }
    }
}

/// How many solutions there are, and per variable of the answer how many have each value: what is
/// known of a part, times the ways to complete the others.
pub(super) struct Places {
    pub total: BigUint,
    /// Per cell, for each value from 1.
    pub values: Vec<Vec<BigUint>>,
    pub stats: Stats,
}

/// The numbers of solutions with each value in each cell, for puzzles that fall into parts. `None`:
/// this one does not, or it takes too long.
///
/// # Errors
/// [`RunError::Build`].
pub(super) fn places(puzzle: &Puzzle, options: &Options) -> Result<Option<Places>, RunError> {
    let network = puzzle.network(options.network.as_deref())?.name;
    let build = BuildOptions { without: options.without.clone(), ..BuildOptions::default() };
    let mut model = puzzle.build(network, &build)?.model;
    let Some(ties) = model.ties.take().filter(|_| !model.infeasible) else { return Ok(None) };
    let mut engine = model.engine;
    engine.set_interrupt(options.budget.interrupt());
    if engine.fixpoint(&mut ()).is_err() {
        return Ok(None);
    }
    let nodes = Some(options.budget.nodes.map_or(PLACES, |n| n.min(PLACES)));
    let budget = Budget { nodes, ..options.budget.clone() };
    let cache = Cache::new(options.budget.memory / 2);
    let mut counter = PartCounter::new(&*ties, &cache, &budget);
    Ok(counted_places(&mut counter, &mut engine).ok())
}

fn counted_places(counter: &mut PartCounter<'_>, engine: &mut Engine) -> Result<Places, Stop> {
    let total = counter.count(engine, &mut ())?;
    let all = counter.all();
    let mut values: Vec<Vec<BigUint>> = all
        .iter()
        .map(|&x| {
            let store = engine.store();
            let sure = |v| if store.value(x) == Some(v) { total.clone() } else { BigUint::ZERO };
            (0..store.values(x)).map(sure).collect()
        })
        .collect();
    // With no solution at all there is nothing to divide by, and nothing to say.
    let open =
        if total == BigUint::ZERO { Vec::new() } else { counter.split(engine.store(), &all) };
    for part in open {
        let own = counter.below(engine, &part, &[])?;
        let others = &total / own;
        for &x in &part {
            for v in engine.store().domain(x).iter().collect::<Vec<u32>>() {
                let a = engine.store().atom(x, v);
                values[(x.0 - all[0].0) as usize][v as usize] =
                    counter.below(engine, &part, &[a])? * &others;
            }
        }
    }
    Ok(Places { total, values, stats: counter.stats })
}
