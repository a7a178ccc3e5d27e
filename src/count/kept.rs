//! All layers kept: what needs to look both forward and back.
//!
//! Forward, the reachable keys of every layer are collected. Backward, each key gets the number of
//! ways to complete it; keys without any are dropped. From then on every walk from the start is
//! an answer, so solutions are read off without search, a walk that weighs its choices by their
//! completions is a uniformly random solution, and a choice occurs in (ways to reach it) × (ways
//! to complete it) solutions.
//!
//! Memory: one key and one number a state, over all layers. Time: three expansions of every state
//! at most. Numbers are 64 bits wide, then 128, then big: completions of a reachable state are never more
//! than the answers there are, so one width serves all layers.

use num_bigint::BigUint;
use rand::RngCore;
use rustc_hash::FxHashMap;

use super::Programme;
use super::budget::{Budget, Lease, Stop};
use super::table::{Fold, Key, Table};

/// States between two looks at the clock.
const POLL: usize = 1 << 10;

/// Bytes reckoned for the number of a state.
const NUMBER: usize = 16;

/// Exact counters of one width.
pub trait Number: Clone + Default + Send + Sync {
    /// One.
    fn one() -> Self;
    /// Adds; false if the sum does not fit (the value is then meaningless).
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// The product, `None` if it does not fit.
    fn times(&self, other: &Self) -> Option<Self>;
    /// Whether this is 0.
    fn is_zero(&self) -> bool;
    /// The value.
    fn big(&self) -> BigUint;
}

macro_rules! fixed_number {
    ($t:ty) => {
        impl Number for $t {
            fn one() -> Self {
                1
            }
            fn add(&mut self, other: &Self) -> bool {
                let (sum, over) = self.overflowing_add(*other);
                *self = sum;
                !over
            }
            fn times(&self, other: &Self) -> Option<Self> {
                self.checked_mul(*other)
            }
            fn is_zero(&self) -> bool {
                *self == 0
            }
            fn big(&self) -> BigUint {
                BigUint::from(*self)
            }
        }
    };
}
fixed_number!(u64);
fixed_number!(u128);

impl Number for BigUint {
    fn one() -> Self {
        BigUint::from(1u8)
    }
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
    fn times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }
    fn is_zero(&self) -> bool {
        self.bits() == 0
    }
    fn big(&self) -> BigUint {
        self.clone()
    }
}

/// The keys of all layers, each layer sorted.
pub struct Keys<K> {
    layers: Vec<Vec<K>>,
    /// Bytes taken for keys and, in advance, for their numbers.
    leases: Vec<Lease>,
}

impl<K: Key> Keys<K> {
    /// Collects the reachable keys.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn collect<P: Programme<Key = K>>(p: &P, budget: &Budget) -> Result<Keys<K>, Stop> {
        let mut layers = vec![vec![p.start()]];
        let mut leases = Vec::new();
        for step in 0..p.steps() {
            let expected = layers[step].len();
            let mut next: Table<K> = Table::new(budget.meter(), expected, 1, Fold::SumTo(1), 0)?;
            for (i, key) in layers[step].iter().enumerate() {
                let mut full = Ok(());
                p.moves(step, *key, &mut |k, _| {
                    if full.is_ok() {
                        full = next.insert(k, &[1]);
                    }
                });
                full?;
                if i % POLL == 0 {
                    budget.poll()?;
                }
            }
            leases.push(budget.meter().take(next.len() * (size_of::<K>() + NUMBER))?);
            let mut keys: Vec<K> = next.iter().map(|(k, _)| k).collect();
            if step + 1 == p.steps() {
                keys.retain(|&k| p.accepts(k));
            }
            keys.sort_unstable();
            layers.push(keys);
        }
        Ok(Keys { layers, leases })
    }

    /// Gives each key its number of completions and drops keys without; `Err(None)` if a number
    /// does not fit `N`.
    fn complete<P, N>(mut self, p: &P, budget: &Budget) -> Result<Kept<K, N>, (Self, Option<Stop>)>
    where
        P: Programme<Key = K>,
        N: Number,
    {
        let steps = p.steps();
        let mut ways: Vec<Vec<N>> = vec![Vec::new(); steps + 1];
        ways[steps] = vec![N::one(); self.layers[steps].len()];
        for step in (0..steps).rev() {
            let after = match index(&self.layers[step + 1], budget) {
                Ok(table) => table,
                Err(stop) => return Err((self, Some(stop))),
            };
            let mut live = Vec::new();
            let mut found: Vec<N> = Vec::new();
            for (i, key) in self.layers[step].iter().enumerate() {
                let (mut sum, mut fits) = (N::default(), true);
                p.moves(step, *key, &mut |k, _| {
                    // A key that is not there was dropped: it leads nowhere.
                    if let Some(&[j]) = after.get(k) {
                        fits &= sum.add(&ways[step + 1][j as usize]);
                    }
                });
                if !fits {
                    return Err((self, None));
                }
                if !sum.is_zero() {
                    live.push(*key);
                    found.push(sum);
                }
                if i % POLL == 0 {
                    if let Err(stop) = budget.poll() {
                        return Err((self, Some(stop)));
                    }
                }
            }
            self.layers[step] = live;
            ways[step] = found;
        }
        Ok(Kept { layers: self.layers, ways, _leases: self.leases })
    }
}

/// From keys to their places in a layer.
pub(super) fn index<K: Key>(layer: &[K], budget: &Budget) -> Result<Table<K>, Stop> {
    let mut table = Table::new(budget.meter(), layer.len(), 1, Fold::Sum, 0)?;
    for (i, &key) in layer.iter().enumerate() {
        table.insert(key, &[i as u64])?;
    }
    Ok(table)
}

/// The live keys of all layers with their completions.
pub struct Kept<K, N> {
    layers: Vec<Vec<K>>,
    ways: Vec<Vec<N>>,
    _leases: Vec<Lease>,
}

/// [`Kept`] in the width that its numbers need.
pub enum AnyKept<K> {
    Narrow(Kept<K, u64>),
    Wide(Kept<K, u128>),
    Big(Kept<K, BigUint>),
}

impl<K: Key> AnyKept<K> {
    /// Collects and completes.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn new<P: Programme<Key = K>>(p: &P, budget: &Budget) -> Result<AnyKept<K>, Stop> {
        let keys = Keys::collect(p, budget)?;
        let keys = match keys.complete(p, budget) {
            Ok(kept) => return Ok(AnyKept::Narrow(kept)),
            Err((_, Some(stop))) => return Err(stop),
            Err((keys, None)) => keys,
        };
        let keys = match keys.complete(p, budget) {
            Ok(kept) => return Ok(AnyKept::Wide(kept)),
            Err((_, Some(stop))) => return Err(stop),
            Err((keys, None)) => keys,
        };
        match keys.complete(p, budget) {
            Ok(kept) => Ok(AnyKept::Big(kept)),
            Err((_, stop)) => Err(stop.expect("big numbers always fit")),
        }
    }

    /// The number of answers.
    pub fn total(&self) -> BigUint {
        match self {
            AnyKept::Narrow(k) => k.total(),
            AnyKept::Wide(k) => k.total(),
            AnyKept::Big(k) => k.total(),
        }
    }

    /// See [`Kept::first`].
    pub fn first<P: Programme<Key = K>>(&self, p: &P, k: usize) -> Vec<Vec<u32>> {
        match self {
            AnyKept::Narrow(x) => x.first(p, k),
            AnyKept::Wide(x) => x.first(p, k),
            AnyKept::Big(x) => x.first(p, k),
        }
    }

    /// See [`Kept::sample`].
    pub fn sample<P: Programme<Key = K>>(&self, p: &P, rng: &mut dyn RngCore) -> Option<Vec<u32>> {
        match self {
            AnyKept::Narrow(x) => x.sample(p, rng),
            AnyKept::Wide(x) => x.sample(p, rng),
            AnyKept::Big(x) => x.sample(p, rng),
        }
    }

    /// See [`Kept::choices`].
    pub fn choices<P: Programme<Key = K>>(
        &self,
        p: &P,
        budget: &Budget,
        mut visit: impl FnMut(usize, u32, BigUint),
    ) -> Result<(), Stop> {
        match self {
            AnyKept::Narrow(x) => x.choices(p, budget, |s, c, n| visit(s, c, n.big())),
            AnyKept::Wide(x) => x.choices(p, budget, |s, c, n| visit(s, c, n.big())),
            AnyKept::Big(x) => x.choices(p, budget, |s, c, n| visit(s, c, n)),
        }
    }
}

impl<K: Key, N: Number> Kept<K, N> {
    /// The number of answers.
    pub fn total(&self) -> BigUint {
        self.ways[0].first().map_or_else(BigUint::default, N::big)
    }

    /// The live keys before a step, sorted; with the number of steps, the ends.
    pub fn layer(&self, step: usize) -> &[K] {
        &self.layers[step]
    }

    /// Parallel to [`Kept::layer`]: in how many ways each key can be completed.
    pub fn ways(&self, step: usize) -> &[N] {
        &self.ways[step]
    }

    /// For all layers, parallel to [`Kept::layer`], in how many ways each key is reached; and the lease of the
    /// bytes it takes.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn reached<P: Programme<Key = K>>(
        &self,
        p: &P,
        budget: &Budget,
    ) -> Result<(Vec<Vec<N>>, Lease), Stop> {
        let states: usize = self.layers.iter().map(Vec::len).sum();
        let lease = budget.meter().take(states * NUMBER)?;
        let mut all = vec![vec![N::one(); self.layers[0].len()]];
        for step in 0..p.steps() {
            budget.poll()?;
            let after = index(&self.layers[step + 1], budget)?;
            let mut next = vec![N::default(); self.layers[step + 1].len()];
            for (key, ways_to) in self.layers[step].iter().zip(&all[step]) {
                p.moves(step, *key, &mut |k, _| {
                    if let Some(&[j]) = after.get(k) {
                        // Both live, so not more than the number of answers, which fits.
                        let fits = next[j as usize].add(ways_to);
                        assert!(fits, "at most the number of answers");
                    }
                });
            }
            all.push(next);
        }
        Ok((all, lease))
    }

    fn completions(&self, layer: usize, key: &K) -> Option<&N> {
        self.layers[layer].binary_search(key).ok().map(|i| &self.ways[layer][i])
    }

    /// The choices of the first `k` answers in the order of the programme's choices (all if there
    /// are fewer).
    pub fn first<P: Programme<Key = K>>(&self, p: &P, k: usize) -> Vec<Vec<u32>> {
        let mut answers = Vec::new();
        let steps = p.steps();
        let mut choices = vec![0; steps];
        // Walks still to take, (step, choice that led there, key), the next one on top.
        let mut stack = Vec::new();
        if let Some(&key) = self.layers[0].first() {
            stack.push((0, 0, key));
        }
        let mut next = Vec::new();
        while answers.len() < k {
            let Some((step, choice, key)) = stack.pop() else { break };
            if step > 0 {
                choices[step - 1] = choice;
            }
            if step == steps {
                answers.push(choices.clone());
                continue;
            }
            next.clear();
            p.moves(step, key, &mut |after, choice| {
                if self.completions(step + 1, &after).is_some() {
                    next.push((choice, after));
                }
            });
            next.sort_unstable();
            stack.extend(next.iter().rev().map(|&(choice, after)| (step + 1, choice, after)));
        }
        answers
    }

    /// The choices of an answer drawn uniformly; `None` if there is no answer.
    pub fn sample<P: Programme<Key = K>>(&self, p: &P, rng: &mut dyn RngCore) -> Option<Vec<u32>> {
        let mut key = *self.layers[0].first()?;
        let mut choices = Vec::with_capacity(p.steps());
        let mut next = Vec::new();
        for step in 0..p.steps() {
            next.clear();
            p.moves(step, key, &mut |after, choice| {
                if let Some(ways) = self.completions(step + 1, &after) {
                    next.push((choice, after, ways.big()));
                }
            });
            next.sort_unstable();
            let all: BigUint = next.iter().map(|n| &n.2).sum();
            let mut at = below(rng, &all);
            for (choice, after, ways) in &next {
                if at < *ways {
                    choices.push(*choice);
                    key = *after;
                    break;
                }
                at -= ways;
            }
        }
        Some(choices)
    }

    /// For every step and choice, in how many answers it is made; a pair may be visited many times,
    /// the numbers add up.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn choices<P: Programme<Key = K>>(
        &self,
        p: &P,
        budget: &Budget,
        mut visit: impl FnMut(usize, u32, N),
    ) -> Result<(), Stop> {
        let mut reached = vec![N::one(); self.layers[0].len()];
        for step in 0..p.steps() {
            budget.poll()?;
            let after = index(&self.layers[step + 1], budget)?;
            let mut next = vec![N::default(); self.layers[step + 1].len()];
            let mut at_choice: FxHashMap<u32, N> = FxHashMap::default();
            for (key, ways_to) in self.layers[step].iter().zip(&reached) {
                p.moves(step, *key, &mut |k, choice| {
                    let Some(&[j]) = after.get(k) else { return };
                    let j = j as usize;
                    // Both live, so neither exceeds the number of answers, which fits.
                    let through = ways_to.times(&self.ways[step + 1][j]);
                    let through = through.expect("at most the number of answers");
                    let fits =
                        next[j].add(ways_to) && at_choice.entry(choice).or_default().add(&through);
                    assert!(fits, "at most the number of answers");
                });
            }
            let mut sums: Vec<(u32, N)> = at_choice.into_iter().collect();
            sums.sort_unstable_by_key(|s| s.0);
            for (choice, n) in sums {
                visit(step, choice, n);
            }
            reached = next;
        }
        Ok(())
    }
}

/// A uniformly random number below `bound`, which is not 0: random bits, drawn again when too large.
fn below(rng: &mut dyn RngCore, bound: &BigUint) -> BigUint {
    let bits = bound.bits();
    let words = bits.div_ceil(32) as usize;
    let top = u32::MAX >> ((32 - bits % 32) % 32);
    loop {
        let mut digits: Vec<u32> = (0..words).map(|_| rng.next_u32()).collect();
        if let Some(last) = digits.last_mut() {
            *last &= top;
        }
        let x = BigUint::new(digits);
        if x < *bound {
            return x;
        }
    }
}
