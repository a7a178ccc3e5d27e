//! Counting by independent parts: where the open variables fall into parts that do not depend on
//! each other, each is counted by itself and the numbers are multiplied. What a part came to is kept
//! under its variables and their domains, in full, so two parts are taken for the same only if they
//! are.
//!
//! Propagators see all parts at once. If one of them can be completed in no way, they may prune the
//! others, whose numbers then come out too small. The product is zero and right, but those numbers are
//! not for use elsewhere: so what is counted beside other parts is held back, and kept only once every
//! part beside it has turned out to have completions.
//!
//! Source: Bayardo, Pehoushek, "Counting models using connected components", 2000; Sang, Bacchus,
//! Beame, Kautz, Pitassi, "Combining component caching and clause learning for effective model
//! counting", 2004.

use crate::kernel::{
    Atom, Components, Engine, Failure, Halt, Observer, Reason, Store, VarId, Vars, bits,
};
use crate::run::{Budget, Stats, Stop};
use crate::structures::UnionFind;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Separately locked pieces of the cache.
const SHARDS: usize = 64;
/// Bytes of an entry beside its key: the table's slot and the number, roughly.
const ENTRY: usize = 96;

type Key = Box<[u64]>;

/// What parts came to. Shared by the threads that count one problem.
#[derive(Debug)]
pub struct Cache {
    shards: Vec<Mutex<FxHashMap<Key, BigUint>>>,
    bytes: AtomicUsize,
    limit: usize,
}

impl Cache {
    /// An empty cache that takes nothing in beyond so many bytes.
    pub fn new(limit: usize) -> Cache {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Cache { shards, bytes: AtomicUsize::new(0), limit }
    }

    /// Bytes it holds, roughly.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.bytes() + bytes <= self.limit
    }

    fn shard(&self, key: &[u64]) -> &Mutex<FxHashMap<Key, BigUint>> {
        let hash = BuildHasherDefault::<rustc_hash::FxHasher>::default().hash_one(key);
        &self.shards[(hash >> 57) as usize % SHARDS]
    }

    fn get(&self, key: &[u64]) -> Option<BigUint> {
        self.shard(key).lock().unwrap_or_else(|e| e.into_inner()).get(key).cloned()
    }

    fn put(&self, key: Key, count: BigUint) {
        let bytes = key.len() * 8 + ENTRY;
        if self.bytes.fetch_add(bytes, Relaxed) + bytes > self.limit {
            self.bytes.fetch_sub(bytes, Relaxed);
            return;
        }
        self.shard(&key).lock().unwrap_or_else(|e| e.into_inner()).insert(key, count);
    }
}

/// Alternatives of which exactly one holds: the values of a variable, or the places of a value.
type Alternatives = SmallVec<[Atom; 16]>;

/// Counts one problem, or a piece of it, on one thread.
pub struct PartCounter<'a> {
    components: &'a dyn Components,
    vars: Vars,
    cache: &'a Cache,
    budget: &'a Budget,
    /// What it did: nodes are choices tried.
    pub stats: Stats,
    /// Parts met.
    pub parts: u64,
    /// How many of them the cache knew.
    pub hits: u64,
    /// Counts held back, and their keys in the order of their making.
    held: FxHashMap<Key, BigUint>,
    made: Vec<Key>,
    /// Products of several parts that are being made.
    open: u32,
    /// When stopped: ways that were seen before that, of what was asked last.
    partial: BigUint,
    /// Failures a variable was involved in.
    weight: Vec<f32>,
    sets: UnionFind,
}

impl<'a> PartCounter<'a> {
    /// A counter with this knowledge of what is tied to what.
    pub fn new(
        components: &'a dyn Components,
        cache: &'a Cache,
        budget: &'a Budget,
    ) -> PartCounter<'a> {
        let vars = components.vars();
        let size = vars.len() as usize;
        PartCounter {
            components,
            vars,
            cache,
            budget,
            stats: Stats::default(),
            parts: 0,
            hits: 0,
            held: FxHashMap::default(),
            made: Vec::new(),
            open: 0,
            partial: BigUint::ZERO,
            weight: vec![1.0; size],
            sets: UnionFind::default(),
        }
    }

    /// The solutions below the engine's state, which is at a fixpoint.
    ///
    /// # Errors
    /// Why it was stopped; the engine then is wherever that was.
    pub fn count<O: Observer>(
        &mut self,
        engine: &mut Engine,
        seen: &mut O,
    ) -> Result<BigUint, Stop> {
        let (calls, clause_calls) = (engine.propagations, engine.clauses().propagations);
        let all: Vec<VarId> = self.vars.iter().collect();
        let count = self.product(engine, &all, seen);
        self.stats.propagations += engine.propagations - calls;
        self.stats.clause_propagations += engine.clauses().propagations - clause_calls;
        count
    }

    /// All variables that matter.
    pub fn vars(&self) -> Vars {
        self.vars
    }

    /// After a count that was stopped: a number that it would not have been less than.
    pub fn at_least(&self) -> &BigUint {
        &self.partial
    }

    /// The parts that these variables fall into, smallest first.
    pub fn split(&mut self, store: &Store, among: &[VarId]) -> Vec<Vec<VarId>> {
        let place = |x: VarId| self.vars.index_of(x).expect("ties are of these variables");
        self.sets.reset(self.vars.len());
        let sets = &mut self.sets;
        self.components.each(store, &mut |x, y| {
            sets.join(place(x), place(y));
        });
        let mut parts: FxHashMap<u32, Vec<VarId>> = FxHashMap::default();
        for &x in among.iter().filter(|&&x| store.size(x) > 1) {
            parts.entry(sets.root(place(x))).or_default().push(x);
        }
        let mut parts: Vec<Vec<VarId>> = parts.into_values().collect();
        parts.sort_unstable_by_key(|p| (p.len(), p[0]));
        parts
    }

    fn product<O: Observer>(
        &mut self,
        engine: &mut Engine,
        among: &[VarId],
        seen: &mut O,
    ) -> Result<BigUint, Stop> {
        let mut product = BigUint::from(1u32);
        let parts = self.split(engine.store(), among);
        let (before, several) = (self.made.len(), u32::from(parts.len() > 1));
        self.open += several;
        for (i, part) in parts.iter().enumerate() {
            match self.part(engine, part, seen) {
                Ok(ways) => product *= ways,
                Err(stop) => {
                    // Of parts that were not looked at nothing is known.
                    let last = i + 1 == parts.len();
                    self.partial *= if last { product } else { BigUint::ZERO };
                    self.open -= several;
                    return Err(stop);
                }
            }
            if product == BigUint::ZERO {
                break;
            }
        }
        self.open -= several;
        if several == 1 && product == BigUint::ZERO {
            for key in self.made.drain(before..) {
                self.held.remove(&key);
            }
        } else if self.open == 0 {
            self.made.clear();
            self.held.drain().for_each(|(key, count)| self.cache.put(key, count));
        }
        Ok(product)
    }

    /// What is known of a part.
    fn known(&self, key: &[u64]) -> Option<BigUint> {
        self.held.get(key).cloned().or_else(|| self.cache.get(key))
    }

    /// Keeps what a part came to, or holds it back.
    fn keep(&mut self, key: Key, count: BigUint) {
        if self.open == 0 {
            self.cache.put(key, count);
        } else if self.cache.has_room(self.held.len() * (key.len() * 8 + 2 * ENTRY)) {
            self.made.push(key.clone());
            self.held.insert(key, count);
        }
    }

    /// The ways to complete one part.
    fn part<O: Observer>(
        &mut self,
        engine: &mut Engine,
        part: &[VarId],
        seen: &mut O,
    ) -> Result<BigUint, Stop> {
        self.parts += 1;
        let key = key(engine.store(), part);
        if let Some(count) = self.known(&key) {
            self.hits += 1;
            return Ok(count);
        }
        let mut count = BigUint::ZERO;
        let level = engine.level();
        for a in self.choices(engine.store(), part) {
            let holds = match self.budget.reached(self.stats.nodes) {
                Some(stop) => Err(stop),
                None => self.holds(engine, a, seen),
            };
            self.partial = BigUint::ZERO;
            let ways = match holds {
                Ok(true) => self.product(engine, part, seen),
                Ok(false) => Ok(BigUint::ZERO),
                Err(stop) => Err(stop),
            };
            match ways {
                Ok(ways) => count += ways,
                Err(stop) => {
                    self.partial += count;
                    return Err(stop);
                }
            }
            engine.backtrack(level);
        }
        self.keep(key, count.clone());
        Ok(count)
    }

    /// Chooses an atom and propagates; whether nothing fails.
    fn holds<O: Observer>(
        &mut self,
        engine: &mut Engine,
        a: Atom,
        seen: &mut O,
    ) -> Result<bool, Stop> {
        engine.push_level();
        self.stats.nodes += 1;
        self.stats.peak_depth = self.stats.peak_depth.max(u64::from(engine.level()));
        seen.branched(engine.level(), a.is());
        let result = match engine.assign(a.is(), Reason::DECISION) {
            Ok(_) => engine.fixpoint(seen),
            Err(conflict) => Err(conflict.into()),
        };
        match result {
            Ok(()) => Ok(true),
            Err(Halt::Interrupted) => Err(self.budget.why()),
            Err(Halt::Conflict) => {
                self.stats.failures += 1;
                seen.failed(engine.level());
                if let Some(Failure::Lit { lit, .. }) = engine.store().failure()
                    && let Some(x) = engine.store().owner(lit.atom().word())
                    && let Some(i) = self.vars.index_of(x)
                {
                    self.weight[i as usize] += 1.0;
                }
                Ok(false)
            }
        }
    }

    /// What to try: the values of the variable, or the places of the value, that has the fewest, those
    /// of variables against the failures they were involved in.
    fn choices(&self, store: &Store, part: &[VarId]) -> Alternatives {
        let weight = |x: VarId| self.vars.index_of(x).map_or(1.0, |i| self.weight[i as usize]);
        let cost = |x: &VarId| store.size(*x) as f32 / weight(*x);
        let best = part.iter().min_by(|x, y| cost(x).total_cmp(&cost(y)));
        let best = *best.expect("a part has variables");
        let mut least = cost(&best);
        let mut column = None;
        for m in 0..store.matrices() {
            let matrix = store.matrix(m);
            for k in 0..matrix.order() {
                let size = matrix.column_size(k);
                if size > 1 && (size as f32) < least && part.contains(&row(matrix, k)) {
                    least = size as f32;
                    column = Some((m, k));
                }
            }
        }
        match column {
            None => store.domain(best).iter().map(|v| store.atom(best, v)).collect(),
            Some((m, k)) => {
                let matrix = store.matrix(m);
                let words = matrix.column(k).iter().enumerate();
                let rows = words.flat_map(|(i, &w)| bits(w).map(move |b| i as u32 * 64 + b));
                rows.map(|r| store.atom(matrix.rows().at(r), k)).collect()
            }
        }
    }

    /// Cuts a part into at least `jobs` sequences of choices, if it has so many. Together they cover
    /// it, and no solution is below two of them.
    ///
    /// # Errors
    /// Why it was stopped.
    pub fn cut(
        &mut self,
        engine: &mut Engine,
        part: &[VarId],
        jobs: usize,
    ) -> Result<Vec<Vec<Atom>>, Stop> {
        let level = engine.level();
        let mut open: VecDeque<Vec<Atom>> = VecDeque::from([Vec::new()]);
        let mut done = Vec::new();
        while open.len() + done.len() < jobs
            && let Some(path) = open.pop_front()
        {
            let fits = self.follow(engine, &path)?;
            let parts = if fits { self.split(engine.store(), part) } else { Vec::new() };
            match &parts[..] {
                [one] => {
                    let choices = self.choices(engine.store(), one);
                    open.extend(choices.iter().map(|&a| [&path[..], &[a]].concat()));
                }
                _ if fits => done.push(path),
                _ => {}
            }
            engine.backtrack(level);
        }
        done.extend(open);
        Ok(done)
    }

    /// The ways to complete a part below a sequence of choices.
    ///
    /// # Errors
    /// Why it was stopped.
    pub fn below(
        &mut self,
        engine: &mut Engine,
        part: &[VarId],
        path: &[Atom],
    ) -> Result<BigUint, Stop> {
        let level = engine.level();
        let (calls, clause_calls) = (engine.propagations, engine.clauses().propagations);
        let mut count = BigUint::ZERO;
        self.partial = BigUint::ZERO;
        if self.follow(engine, path)? {
            count = self.product(engine, part, &mut ())?;
        }
        engine.backtrack(level);
        self.stats.propagations += engine.propagations - calls;
        self.stats.clause_propagations += engine.clauses().propagations - clause_calls;
        Ok(count)
    }

    fn follow(&mut self, engine: &mut Engine, path: &[Atom]) -> Result<bool, Stop> {
        for &a in path {
            if engine.store().is_false(a.is()) || !self.holds(engine, a, &mut ())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Some row that can take value `k`.
fn row(matrix: &crate::kernel::Matrix, k: u32) -> VarId {
    let (i, w) = matrix
        .column(k)
        .iter()
        .enumerate()
        .find(|(_, w)| **w != 0)
        .expect("an open column has rows");
    matrix.rows().at(i as u32 * 64 + w.trailing_zeros())
}

/// The variables of a part with their domains.
fn key(store: &Store, part: &[VarId]) -> Key {
    let mut key = Vec::with_capacity(part.len() * 2);
    for &x in part {
        key.push(x.index() as u64);
        key.extend_from_slice(store.domain_words(x));
    }
    key.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Lit;
    use crate::search::idle::Idle;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Variables of which some pairs must not take certain values together.
    struct Pairs {
        vars: Vars,
        pairs: Vec<(VarId, VarId)>,
    }

    impl Components for Pairs {
        fn vars(&self) -> Vars {
            self.vars
        }

        fn each(&self, store: &Store, tie: &mut dyn FnMut(VarId, VarId)) {
            for &(x, y) in &self.pairs {
                if store.size(x) > 1 && store.size(y) > 1 {
                    tie(x, y);
                }
            }
        }
    }

    const N: u32 = 7;
    const VALUES: u32 = 3;

    /// A random problem with few pairs, and its number of solutions by looking at all assignments.
    fn random(seed: u64) -> (Engine, Pairs, u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut engine = Engine::new();
        let vars = engine.new_vars(N, VALUES);
        let xs: Vec<VarId> = vars.iter().collect();
        let mut pairs = Vec::new();
        let mut forbidden: Vec<[(usize, u32); 2]> = Vec::new();
        for _ in 0..rng.random_range(2..7) {
            let (i, j) = (rng.random_range(0..N as usize), rng.random_range(0..N as usize));
            if i == j {
                continue;
            }
            pairs.push((xs[i], xs[j]));
            for _ in 0..rng.random_range(1..6) {
                let (a, b) = (rng.random_range(0..VALUES), rng.random_range(0..VALUES));
                forbidden.push([(i, a), (j, b)]);
                let lits: Vec<Lit> =
                    [(i, a), (j, b)].map(|(x, v)| engine.store().atom(xs[x], v).not()).to_vec();
                engine.add_clause(&lits).expect("two literals leave a way");
            }
        }
        let solutions = (0..VALUES.pow(N))
            .filter(|code| {
                let value = |x: usize| code / VALUES.pow(x as u32) % VALUES;
                !forbidden.iter().any(|pair| pair.iter().all(|&(x, v)| value(x) == v))
            })
            .count();
        (engine, Pairs { vars, pairs }, solutions as u64)
    }

    #[test]
    fn counts_are_those_of_brute_force_also_in_jobs_and_without_a_cache() {
        let (mut hits, mut several, mut jobs_of_five) = (0, 0, 0);
        for seed in 0..300 {
            let (mut engine, components, expected) = random(seed);
            if engine.fixpoint(&mut ()).is_err() {
                assert_eq!(expected, 0);
                continue;
            }
            let budget = Budget::default();
            for room in [0, 1 << 20] {
                let cache = Cache::new(room);
                let mut counter = PartCounter::new(&components, &cache, &budget);
                let count = counter.count(&mut engine, &mut ());
                assert_eq!(count, Ok(BigUint::from(expected)), "seed {seed}, room {room}");
                assert_eq!(engine.level(), 0);
                assert!(cache.bytes() <= room);
                hits += counter.hits;
                let all: Vec<VarId> = counter.vars().iter().collect();
                let parts = counter.split(engine.store(), &all);
                several += u64::from(parts.len() > 1);
                let mut product = BigUint::from(1u32);
                for part in &parts {
                    let jobs = counter.cut(&mut engine, part, 5).expect("nothing limits it");
                    jobs_of_five += u64::from(jobs.len() >= 5);
                    let ways = jobs.iter().map(|path| {
                        counter.below(&mut engine, part, path).expect("nothing limits it")
                    });
                    product *= ways.sum::<BigUint>();
                }
                assert_eq!(product, BigUint::from(expected), "seed {seed}, in jobs");
            }
        }
        assert!(hits > 100 && several > 100, "{hits} hits, {several} that fall apart");
        assert!(jobs_of_five > 100, "hardly any part is cut into as many jobs as wanted");
    }

    /// A counter's figures are what the engine did while it counted, whatever it had done before.
    #[test]
    fn propagations_are_those_of_the_engine() {
        for seed in 0..20 {
            let (mut engine, components, _) = random(seed);
            engine.add(Idle { vars: components.vars, runs: Default::default() });
            if engine.fixpoint(&mut ()).is_err() {
                continue;
            }
            let done = |engine: &Engine| (engine.propagations, engine.clauses().propagations);
            let (budget, cache) = (Budget::default(), Cache::new(0));
            let mut counter = PartCounter::new(&components, &cache, &budget);
            let all: Vec<VarId> = counter.vars().iter().collect();
            // Twice in jobs, then as a whole: none begins where the engine has done nothing.
            for round in 0..3 {
                let jobs = counter.cut(&mut engine, &all, 3).expect("nothing limits it");
                let before = (done(&engine), counter.stats);
                if round < 2 {
                    for path in &jobs {
                        counter.below(&mut engine, &all, path).expect("nothing limits it");
                    }
                } else {
                    counter.count(&mut engine, &mut ()).expect("nothing limits it");
                }
                let ((calls, clauses), (old, now)) = (before.0, (&before.1, &counter.stats));
                let here = done(&engine);
                assert!(here.0 > calls && calls > 0, "seed {seed}: nothing ran");
                assert_eq!(now.propagations - old.propagations, here.0 - calls);
                assert_eq!(now.clause_propagations - old.clause_propagations, here.1 - clauses);
            }
        }
    }

    /// What was counted before a limit is a lower bound.
    #[test]
    fn a_limit_leaves_a_lower_bound() {
        let mut stopped = 0;
        for seed in 0..60 {
            let (mut engine, components, expected) = random(seed);
            if engine.fixpoint(&mut ()).is_err() {
                continue;
            }
            let budget = Budget::default().at_most_nodes(seed % 12);
            let cache = Cache::new(0);
            let mut counter = PartCounter::new(&components, &cache, &budget);
            match counter.count(&mut engine.clone(), &mut ()) {
                Ok(count) => assert_eq!(count, BigUint::from(expected)),
                Err(stop) => {
                    assert_eq!(stop, Stop::Nodes);
                    assert!(*counter.at_least() <= BigUint::from(expected));
                    stopped += 1;
                }
            }
        }
        assert!(stopped > 10);
    }
}
