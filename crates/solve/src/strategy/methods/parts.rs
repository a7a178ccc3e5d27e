//! Counting by independent parts ([`clew_engine::search::parts`]), on one thread first, then each part of the
//! root cut into jobs that depend on the instance alone.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::plan::tuning;
use crate::strategy::progress::Progress;
use clew_engine::kernel::{Atom, Components, Engine, Observer, VarId};
use clew_engine::run::{Budget, Exhausted, Stats, Stop, Threads};
use clew_engine::search::{Cache, PartCounter};
use num_bigint::BigUint;

/// See the module documentation.
pub(super) struct Parts;

impl Method for Parts {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if let Some(over) = case.ready(Kind::Plain, budget, seen)? {
            return Ok(over);
        }
        let built = case.network(Kind::Plain);
        let multiplicity = built.model.multiplicity;
        let Some(components) = built.model.components.clone() else {
            return Ok(Progress::NotApplicable(case.has_no_parts()));
        };
        let cache = Cache::new(budget.memory);
        let mut engine = built.model.engine.clone();
        // The counter takes its own decisions from none on.
        let left = budget.nodes.map(|n| n.saturating_sub(case.cost.stats.nodes));
        let nodes = left.or((!case.alone).then_some(tuning::PARTS_ALONE));
        let own = Budget { nodes, ..budget.clone() };
        let mut counter = PartCounter::new(&*components, &cache, &own);
        engine.set_interrupt(own.interrupt());
        let mut result = counter.count(&mut engine, seen);
        let mut known = counter.at_least().clone();
        let mut stats = counter.stats;
        if result == Err(Stop::Nodes) && !case.alone {
            let root = &built.model.engine;
            let threads = case.options.threads;
            result = in_jobs(root, &*components, &cache, budget, threads, &mut known, &mut stats);
        }
        case.how = How::Parts;
        case.cost.stats.add(&stats);
        case.cost.peak.raise(cache.bytes(), 0);
        Ok(match result {
            Ok(count) => {
                case.tally.counted = Some(count * multiplicity);
                Ok(Exhausted).into()
            }
            Err(stop) => {
                case.tally.know_at_least(known * multiplicity);
                Err(stop).into()
            }
        })
    }
}

/// Counts the parts of the root, each cut into jobs, on threads that share the cache. Raises `known` to the proved
/// lower bound, if there is no exact result.
fn in_jobs(
    root: &Engine,
    components: &dyn Components,
    cache: &Cache,
    budget: &Budget,
    threads: usize,
    known: &mut BigUint,
    all_stats: &mut Stats,
) -> Result<BigUint, Stop> {
    let ready = || -> Engine {
        let mut engine = root.clone();
        engine.set_interrupt(budget.interrupt());
        engine
    };
    let mut cutter = PartCounter::new(components, cache, budget);
    let mut engine = ready();
    let all: Vec<VarId> = cutter.vars().iter().collect();
    let parts = cutter.split(engine.store(), &all);
    let each = tuning::JOBS.div_ceil(parts.len().max(1));
    let mut jobs: Vec<(usize, Vec<Atom>)> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let paths = cutter.cut(&mut engine, part, each)?;
        jobs.extend(paths.into_iter().map(|path| (i, path)));
    }
    all_stats.add(&cutter.stats);
    let work = |_, (i, path): &(usize, Vec<Atom>)| {
        let mut counter = PartCounter::new(components, cache, budget);
        // A large root takes some milliseconds to copy, and many jobs may be left at a limit.
        let count = match budget.urgent() {
            None => counter.below(&mut ready(), &parts[*i], path),
            Some(stop) => Err(stop),
        };
        let ways = count.as_ref().unwrap_or(counter.at_least()).clone();
        (*i, ways, count.err(), counter.stats)
    };
    let results = Threads::new(threads).map(&jobs, work);
    let mut sums = vec![BigUint::ZERO; parts.len()];
    let mut stopped = None;
    for (i, ways, stop, stats) in results {
        all_stats.add(&stats);
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
