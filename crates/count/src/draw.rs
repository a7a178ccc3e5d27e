//! Random solutions: backwards from the end, each step chosen in proportion to the number of ways
//! to it.
//!
//! Solutions are drawn in batches whose tokens walk back together, as each walk costs about a count. The
//! sizes of the batches depend on the memory limit and the number of steps only, so that the solutions do
//! not depend on how fast the machine is; if a limit stops the run, the solutions of finished batches
//! count.
//!
//! Source: Flajolet, Zimmermann, Van Cutsem, *A calculus for the random generation of combinatorial
//! structures*, 1994 (sampling by counts).

use super::counting::Items;
use super::run::{Runner, big};
use super::system::System;
use super::table::{Combine, Key};
use super::walk::Ways;
use clew_engine::run::Stop;
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Solutions in the first batch; each is twice as large as the last, up to the most.
const BATCH: usize = 4_096;
const MOST: usize = 1 << 16;
/// A batch takes at most this part of the memory limit.
const SHARE: usize = 8;

/// Ways with the prefix sums of their values, for choosing one in proportion.
struct Choice<K> {
    ways: Vec<(K, u32)>,
    sums: Vec<BigUint>,
}

impl<K: Key> Choice<K> {
    fn new(ways: Ways<K>) -> Choice<K> {
        let mut sum = BigUint::ZERO;
        let mut add = |value: &[u64]| {
            sum += big(value);
            sum.clone()
        };
        let sums = ways.iter().map(|w| add(&w.2)).collect();
        Choice { ways: ways.into_iter().map(|w| (w.0, w.1)).collect(), sums }
    }

    /// One of the ways, of which there is at least one.
    fn choose(&self, rng: &mut ChaCha8Rng) -> (K, u32) {
        let left = below(rng, &self.sums[self.sums.len() - 1]);
        self.ways[self.sums.partition_point(|sum| *sum <= left)]
    }
}

impl Runner<'_> {
    /// Hands out `how_many` solutions, each uniformly random among all and independent of the others,
    /// until `take` breaks.
    pub(super) fn draw<K: Key>(
        &mut self,
        p: &System<'_, K>,
        how_many: usize,
        seed: u64,
        take: &mut dyn FnMut(Items) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut checkpoints, last) = self.checkpoints(p, Combine::Sum)?;
        let mut ends: Ways<K> = Vec::new();
        let mut pace = self.gauge.pace();
        for (key, ways) in last.iter().filter(|&(key, _)| p.accepts(key)) {
            pace.tick()?;
            ends.push((key, 0, SmallVec::from_slice(ways)));
        }
        ends.sort_unstable();
        drop(last);
        if ends.is_empty() {
            return Ok(());
        }
        let ends = Choice::new(ends);
        let token = size_of::<(K, Vec<u32>)>() + 4 * p.steps();
        let most = (self.gauge.meter().limit() / SHARE / token).clamp(1, MOST);
        let (mut left, mut batch) = (how_many, BATCH);
        while left > 0 {
            let now = left.min(batch).min(most);
            left -= now;
            batch *= 2;
            let _lease = self.gauge.meter().take(now * token)?;
            let mut tokens: Vec<(K, Vec<u32>)> = Vec::with_capacity(now);
            for _ in 0..now {
                self.gauge.poll()?;
                tokens.push((ends.choose(&mut rng).0, vec![0; p.steps()]));
            }
            self.walk_back(
                p,
                &mut checkpoints,
                Combine::Sum,
                left > 0,
                &mut |run, step, layer| {
                    let ways = run.ways(p, step, layer, &mut tokens.iter().map(|t| t.0))?;
                    let mut pace = run.gauge.pace();
                    let mut choices: FxHashMap<K, Choice<K>> = FxHashMap::default();
                    for (key, ways) in ways {
                        pace.tick()?;
                        choices.insert(key, Choice::new(ways));
                    }
                    for (state, trace) in &mut tokens {
                        pace.tick()?;
                        (*state, trace[step]) = choices[&*state].choose(&mut rng);
                    }
                    Ok(())
                },
            )?;
            for (_, trace) in tokens {
                if take(items(p, &trace)).is_break() {
                    return Ok(());
                }
                self.gauge.poll()?;
            }
        }
        Ok(())
    }
}

/// The items of a solution, from the names of its moves.
pub(super) fn items<K: Key>(p: &System<'_, K>, trace: &[u32]) -> Items {
    let mut items = Vec::new();
    for (step, &name) in trace.iter().enumerate() {
        p.items(step, name, &mut items);
    }
    items
}

/// A uniform number below `bound`, which is not zero: random bits until they are small enough.
fn below(rng: &mut ChaCha8Rng, bound: &BigUint) -> BigUint {
    let bits = bound.bits();
    loop {
        let mut limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.next_u64()).collect();
        if let (Some(top), 1..) = (limbs.last_mut(), bits % 64) {
            *top >>= 64 - bits % 64;
        }
        let x = big(&limbs);
        if x < *bound {
            return x;
        }
    }
}
