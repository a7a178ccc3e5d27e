//! Statistics of the single constraints that one propagator represents ([`crate::kernel::Propagator::part`]): a gap, a
//! cell, an edge, a pair of consecutive numbers.

use crate::kernel::{
    CallResult, Cause, Conflict, Engine, Failure, Lit, Observer, PropId, Searched, Tag,
};
use rustc_hash::FxHashMap;

/// Statistics of one constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PartStats {
    /// Literals inferred.
    pub inferred: u64,
    /// Failures found by the propagator itself.
    pub failures: u64,
}

/// A constraint: the number of its network within the run, its propagator, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartOf {
    /// The network.
    pub network: usize,
    /// The propagator.
    pub prop: PropId,
    /// The constraint among those represented by the propagator.
    pub part: u32,
}

/// An observer that counts by constraint. Counts are exact; one table look-up per literal.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    deeds: FxHashMap<PartOf, PartStats>,
    network: usize,
}

impl Parts {
    /// All counts, in the order of networks, propagators and constraints.
    pub fn all(&self) -> Vec<(PartOf, PartStats)> {
        let mut all: Vec<(PartOf, PartStats)> = self.deeds.iter().map(|(&p, &d)| (p, d)).collect();
        all.sort_unstable_by_key(|part| part.0);
        all
    }

    fn part_of(
        &mut self,
        engine: &Engine,
        prop: PropId,
        fact: Option<Lit>,
        tag: Tag,
    ) -> Option<&mut PartStats> {
        let part = engine.prop(prop).part(engine.store(), fact, tag)?;
        Some(self.deeds.entry(PartOf { network: self.network, prop, part }).or_default())
    }
}

impl Observer for Parts {
    const CALLS: bool = true;

    fn network(&mut self, on: &Searched<'_>) {
        self.network = on.number;
    }

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        let engine = &*engine;
        for entry in &engine.store().trail()[from..] {
            let Cause::Rule { prop, tag } = entry.reason.cause() else { continue };
            if prop != who {
                continue;
            }
            for l in entry.lits() {
                if let Some(deeds) = self.part_of(engine, who, Some(l), tag) {
                    deeds.inferred += 1;
                }
            }
        }
        if *result != Err(Conflict) {
            return;
        }
        let by = match engine.store().failure() {
            Some(Failure::Rule { prop, tag }) => Some((prop, None, tag)),
            Some(Failure::Lit { lit, reason }) => match reason.cause() {
                Cause::Rule { prop, tag } => Some((prop, Some(lit), tag)),
                _ => None,
            },
            _ => None,
        };
        if let Some((prop, fact, tag)) = by.filter(|by| by.0 == who)
            && let Some(deeds) = self.part_of(engine, prop, fact, tag)
        {
            deeds.failures += 1;
        }
    }
}
