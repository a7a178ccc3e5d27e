//! From tables back to solutions: how often each move is used, random solutions, a best solution.
//!
//! All three walk from the last layer to the first and need the forward values of every layer. Layers
//! are kept at every √n-th step only and the stretches between are made again, so space is about
//! 2√n layers and time about twice a count.
//!
//! Source: Rabiner, *A tutorial on hidden Markov models*, 1989 (forward × backward); Flajolet,
//! Zimmermann, Van Cutsem, *A calculus for the random generation of combinatorial structures*, 1994
//! (sampling by counts); Griewank, *Achieving logarithmic growth*, 1992 (checkpoints).

use super::layer::{Layer, Source, expand};
use super::programme::{Programme, Runner, big};
use super::table::{Fold, add};
use crate::run::Stop;
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The moves of one solution: a name for each step.
pub type Trace = Vec<u32>;

/// How many solutions use each move: per step, the names that any solution uses with their numbers,
/// in ascending order of the name.
pub type Uses = Vec<Vec<(u32, BigUint)>>;

/// Ways into a state: the state before, the move's name, the value before.
pub(super) type Ways<K> = Vec<(K, u32, SmallVec<[u64; 3]>)>;

impl Runner<'_> {
    /// Calls `end` with the last layer, then `visit(step, layer)` for all layers before it, the last
    /// first, all with forward values.
    pub(crate) fn descend<P: Programme, S>(
        &mut self,
        p: &P,
        fold: Fold,
        end: impl FnOnce(&mut Self, &Layer<P::Key>) -> Result<S, Stop>,
        mut visit: impl FnMut(&mut Self, &mut S, usize, &Layer<P::Key>) -> Result<(), Stop>,
    ) -> Result<S, Stop> {
        let n = p.steps();
        let stride = (n.isqrt()).max(1);
        let mut kept = Vec::new();
        let mut layer = self.first(p, fold)?;
        for step in 0..n {
            let limbs = layer.limbs();
            if step % stride == 0 {
                let next = self.advance(p, step, Source::Keep(&layer), limbs, fold)?;
                kept.push(std::mem::replace(&mut layer, next));
            } else {
                layer = self.advance(p, step, Source::Consume(layer), limbs, fold)?;
            }
        }
        let mut state = end(self, &layer)?;
        drop(layer);
        while let Some(first) = kept.pop() {
            let from = kept.len() * stride;
            let mut stretch = vec![first];
            for step in from..n.min(from + stride) - 1 {
                let last = &stretch[step - from];
                let next = self.advance(p, step, Source::Keep(last), last.limbs(), fold)?;
                stretch.push(next);
            }
            while let Some(layer) = stretch.pop() {
                visit(self, &mut state, from + stretch.len(), &layer)?;
            }
        }
        Ok(state)
    }

    /// How many solutions use each move of each step (forward × backward), and how many there are.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn uses<P: Programme>(&mut self, p: &P) -> Result<(BigUint, Uses), Stop> {
        let mut uses: Uses = vec![Vec::new(); p.steps()];
        let mut total = BigUint::ZERO;
        let end = |run: &mut Self, last: &Layer<P::Key>| {
            total = last.iter().filter(|&(k, _)| p.accepts(k)).map(|(_, v)| big(v)).sum();
            expand(Source::Keep(last), (1, 0), Fold::Sum, &run.gauge, &run.workers, |sink, k, _| {
                if p.accepts(k) {
                    sink.push(k, &[1]);
                }
            })
        };
        self.descend(p, Fold::Sum, end, |run, after, step, layer| {
            uses[step] = run.multiply(p, step, layer, after)?;
            let limbs = after.limbs();
            let next = &*after;
            let source = Source::Keep(layer);
            let (gauge, workers) = (&run.gauge, &run.workers);
            *after = expand(source, (limbs, 1), Fold::Sum, gauge, workers, |sink, key, _| {
                let mut sum: SmallVec<[u64; 6]> = SmallVec::from_elem(0, limbs + 1);
                p.moves(step, key, &mut |to, _| {
                    if let Some(v) = next.get(to) {
                        add(&mut sum, v);
                    }
                });
                if sum.iter().any(|&l| l != 0) {
                    sink.push(key, &sum);
                }
            })?;
            Ok(())
        })?;
        Ok((total, uses))
    }

    /// Per name the sum of forward × backward over the moves of one step.
    fn multiply<P: Programme>(
        &self,
        p: &P,
        step: usize,
        before: &Layer<P::Key>,
        after: &Layer<P::Key>,
    ) -> Result<Vec<(u32, BigUint)>, Stop> {
        // Two words more than a product hold the sum of any number of products that fits in memory.
        let width = before.limbs() + after.limbs() + 2;
        let shards = before.shards();
        let empty = || Ok(FxHashMap::<u32, Vec<u64>>::default());
        let parts = self.workers.each(shards.len(), &self.gauge, empty, |sums, task| {
            for (key, f) in shards[task].iter() {
                p.moves(step, key, &mut |to, name| {
                    if let Some(b) = after.get(to) {
                        multiply_add(sums.entry(name).or_insert_with(|| vec![0; width]), f, b);
                    }
                });
            }
            Ok(())
        })?;
        let mut sums: FxHashMap<u32, BigUint> = FxHashMap::default();
        for (name, sum) in parts.into_iter().flatten() {
            *sums.entry(name).or_default() += big(&sum);
        }
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_unstable();
        Ok(sums)
    }

    /// The ways into some states of layer `step + 1`, in ascending order.
    pub(super) fn ways<P: Programme>(
        &self,
        p: &P,
        step: usize,
        before: &Layer<P::Key>,
        targets: impl Iterator<Item = P::Key>,
    ) -> Result<FxHashMap<P::Key, Ways<P::Key>>, Stop> {
        let mut ways: FxHashMap<P::Key, Ways<P::Key>> = targets.map(|t| (t, Vec::new())).collect();
        let shards = before.shards();
        let wanted = &ways;
        let parts = self.workers.each(
            shards.len(),
            &self.gauge,
            || Ok(Vec::new()),
            |found, task| {
                for (key, f) in shards[task].iter() {
                    p.moves(step, key, &mut |to, name| {
                        if wanted.contains_key(&to) {
                            found.push((to, (key, name, SmallVec::from_slice(f))));
                        }
                    });
                }
                Ok(())
            },
        )?;
        for (to, way) in parts.into_iter().flatten() {
            ways.entry(to).or_default().push(way);
        }
        for list in ways.values_mut() {
            list.sort_unstable();
        }
        Ok(ways)
    }

    /// `how_many` solutions, each uniformly random among all and independent of the others; empty if
    /// there is no solution. The same seed gives the same solutions at any thread count.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn sample<P: Programme>(
        &mut self,
        p: &P,
        how_many: usize,
        seed: u64,
    ) -> Result<Vec<Trace>, Stop> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let end = |_: &mut Self, last: &Layer<P::Key>| {
            let mut ends: Ways<P::Key> = last
                .iter()
                .filter(|&(k, _)| p.accepts(k))
                .map(|(k, v)| (k, 0, SmallVec::from_slice(v)))
                .collect();
            ends.sort_unstable();
            let total: BigUint = ends.iter().map(|e| big(&e.2)).sum();
            let how_many = if total == BigUint::ZERO { 0 } else { how_many };
            let steps = p.steps();
            let at = |rng: &mut ChaCha8Rng| (choose(rng, &ends, &total).0, vec![0; steps]);
            Ok(((0..how_many).map(|_| at(&mut rng)).collect::<Vec<_>>(), rng))
        };
        let (found, _) = self.descend(p, Fold::Sum, end, |run, (tokens, rng), step, layer| {
            let ways = run.ways(p, step, layer, tokens.iter().map(|t| t.0))?;
            for (state, trace) in tokens {
                let ways = &ways[&*state];
                let total = ways.iter().map(|w| big(&w.2)).sum();
                (*state, trace[step]) = choose(rng, ways, &total);
            }
            Ok(())
        })?;
        Ok(found.into_iter().map(|(_, trace)| trace).collect())
    }

    /// The least cost of a solution with one solution of that cost, `None` if there is no solution.
    /// Always the same one, at any thread count.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn best<P: Programme>(&mut self, p: &P) -> Result<Option<(u64, Trace)>, Stop> {
        let end = |_: &mut Self, last: &Layer<P::Key>| {
            let ends = last.iter().filter(|&(k, _)| p.accepts(k)).map(|(k, v)| (v[0], k));
            Ok(ends.min().map(|(cost, key)| (cost, cost, key, vec![0; p.steps()])))
        };
        let best = self.descend(p, Fold::Min, end, |run, best, step, layer| {
            let Some((_, cost, key, trace)) = best else { return Ok(()) };
            let ways = run.ways(p, step, layer, std::iter::once(*key))?;
            let fits = |w: &&(P::Key, u32, SmallVec<[u64; 3]>)| w.2[0] + p.cost(step, w.1) == *cost;
            let way = ways[&*key].iter().find(fits).expect("a least value has a way that gives it");
            (*key, trace[step], *cost) = (way.0, way.1, way.2[0]);
            Ok(())
        })?;
        Ok(best.map(|(cost, _, _, trace)| (cost, trace)))
    }
}

/// A way with probability proportional to its value; `total`, their sum, is not zero.
fn choose<K: Copy>(rng: &mut ChaCha8Rng, ways: &Ways<K>, total: &BigUint) -> (K, u32) {
    let mut left = below(rng, total);
    for (key, name, value) in ways {
        let value = big(value);
        if left < value {
            return (*key, *name);
        }
        left -= value;
    }
    unreachable!("the values add up to the total")
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

/// Adds the product of two numbers to `sum`, which is wide enough.
fn multiply_add(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &x) in a.iter().enumerate().filter(|&(_, &x)| x != 0) {
        let mut carry = 0u128;
        for (j, &y) in b.iter().enumerate() {
            let t = u128::from(x) * u128::from(y) + u128::from(sum[i + j]) + carry;
            sum[i + j] = t as u64;
            carry = t >> 64;
        }
        let carried = add(&mut sum[i + b.len()..], &[carry as u64]);
        debug_assert!(!carried, "the sum is wide enough");
    }
}
