//! Counting by independent parts: where the open variables fall into parts that do not depend on
//! each other, each is counted by itself and the numbers are multiplied. The count of a part is
//! cached under its full variables and domains, so two parts are identified only if they are equal.
//!
//! Propagators see all parts at once. If one of them can be completed in no way, they may prune the
//! others, whose numbers then come out too small. The product is zero and right, but those numbers are
//! not for use elsewhere: so a count made next to other parts is held back, and cached only once all
//! parts next to it are known to have completions.
//!
//! Source: Bayardo, Pehoushek, "Counting models using connected components", 2000; Sang, Bacchus,
//! Beame, Kautz, Pitassi, "Combining component caching and clause learning for effective model
//! counting", 2004.

use super::stats::Calls;
use crate::kernel::{
    Atom, Components, Engine, Failure, Halt, Observer, Reason, Store, VarId, Vars,
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
/// Bytes of an entry besides its key: the table's slot and the number, roughly.
const ENTRY: usize = 96;

type Key = Box<[u64]>;

/// The counts of parts. Shared by the threads that count one problem.
#[derive(Debug)]
pub struct Cache {
    shards: Vec<Mutex<FxHashMap<Key, BigUint>>>,
    bytes: AtomicUsize,
    limit: usize,
}

impl Cache {
    /// An empty cache that holds at most `limit` bytes.
    pub fn new(limit: usize) -> Cache {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Cache { shards, bytes: AtomicUsize::new(0), limit }
    }

    /// Its approximate size in bytes.
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

/// Parts that are counted one after the other, with the product of the counts so far.
struct Product {
    parts: Vec<Vec<VarId>>,
    /// The part that is counted, or will be.
    next: usize,
    ways: BigUint,
    /// The number of counts held back when it began.
    made: usize,
    open: Option<Part>,
}

impl Product {
    /// Multiplies by the count of the current part.
    fn takes(&mut self, count: BigUint) {
        self.ways *= count;
        self.next += 1;
    }
}

/// A part that is being counted: the count so far, and the remaining choices.
struct Part {
    key: Key,
    count: BigUint,
    /// The engine's level before any of the choices.
    level: u32,
    choices: <Alternatives as IntoIterator>::IntoIter,
}

/// Counts one problem, or a piece of it, on one thread.
pub struct PartCounter<'a> {
    components: &'a dyn Components,
    vars: Vars,
    cache: &'a Cache,
    budget: &'a Budget,
    /// Statistics: nodes are choices tried.
    pub stats: Stats,
    /// Parts met.
    pub parts: u64,
    /// The number of cache hits among them.
    pub hits: u64,
    /// Counts held back, and their keys in the order of their making.
    held: FxHashMap<Key, BigUint>,
    made: Vec<Key>,
    /// The number of products of several parts under construction.
    open: u32,
    /// If stopped: the number of ways counted before, in the last request.
    partial: BigUint,
    /// Failures a variable was involved in.
    weight: Vec<f32>,
    sets: UnionFind,
    /// Space of [`PartCounter::split`].
    part_of: Vec<u32>,
}

impl<'a> PartCounter<'a> {
    /// A counter with these components.
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
            part_of: vec![0; size],
        }
    }

    /// The solutions below the engine's state, which is at a fixpoint.
    ///
    /// # Errors
    /// The reason to stop; the engine stays where it was stopped.
    pub fn count<O: Observer>(
        &mut self,
        engine: &mut Engine,
        seen: &mut O,
    ) -> Result<BigUint, Stop> {
        let before = Calls::new(engine);
        let all: Vec<VarId> = self.vars.iter().collect();
        let count = self.product(engine, &all, seen);
        before.note(engine, &mut self.stats);
        count
    }

    /// All variables to be counted.
    pub fn vars(&self) -> Vars {
        self.vars
    }

    /// After a count was stopped: a lower bound on its result.
    pub fn at_least(&self) -> &BigUint {
        &self.partial
    }

    /// The independent parts of these variables, smallest first.
    pub fn split(&mut self, store: &Store, among: &[VarId]) -> Vec<Vec<VarId>> {
        let place = |x: VarId| self.vars.index_of(x).expect("components are of these variables");
        self.sets.reset(self.vars.len());
        let sets = &mut self.sets;
        self.components.each(store, &mut |x, y| {
            sets.join(place(x), place(y));
        });
        let mut parts: Vec<Vec<VarId>> = Vec::new();
        // Per root the part, from 1; 0 for none.
        self.part_of.fill(0);
        for &x in among.iter().filter(|&&x| store.size(x) > 1) {
            let part = &mut self.part_of[sets.root(place(x)) as usize];
            if *part == 0 {
                parts.push(Vec::new());
                *part = parts.len() as u32;
            }
            parts[*part as usize - 1].push(x);
        }
        parts.sort_unstable_by_key(|p| (p.len(), p[0]));
        parts
    }

    /// The number of completions of all these variables together: the product over their parts.
    ///
    /// Parts lie within choices within parts, as deep as there are variables, so they are kept on an explicit
    /// stack instead of the thread's.
    fn product<O: Observer>(
        &mut self,
        engine: &mut Engine,
        among: &[VarId],
        seen: &mut O,
    ) -> Result<BigUint, Stop> {
        let mut stack = vec![self.begun(engine.store(), among)];
        loop {
            let top = stack.last_mut().expect("the first product is taken out at the end only");
            let Some(part) = &mut top.open else {
                if top.next < top.parts.len() && top.ways != BigUint::ZERO {
                    self.parts += 1;
                    let part = &top.parts[top.next];
                    if let Some(count) = self.components.completions(engine.store(), part) {
                        top.takes(count.into());
                        continue;
                    }
                    let key = key(engine.store(), &top.parts[top.next]);
                    match self.known(&key) {
                        Some(count) => {
                            self.hits += 1;
                            top.takes(count);
                        }
                        None => {
                            let choices = self.choices(engine.store(), &top.parts[top.next]);
                            let (count, level) = (BigUint::ZERO, engine.level());
                            let choices = choices.into_iter();
                            top.open = Some(Part { key, count, level, choices });
                        }
                    }
                    continue;
                }
                let done = stack.pop().expect("it was there");
                let ways = self.ended(done);
                match stack.last_mut() {
                    None => return Ok(ways),
                    Some(below) => {
                        let part = below.open.as_mut().expect("a product is of a choice in a part");
                        part.count += ways;
                        engine.backtrack(part.level);
                    }
                }
                continue;
            };
            let Some(a) = part.choices.next() else {
                let part = top.open.take().expect("it is open");
                self.keep(part.key, part.count.clone());
                top.takes(part.count);
                continue;
            };
            let holds = match self.budget.reached(self.stats.nodes) {
                Some(stop) => Err(stop),
                None => self.holds(engine, a, seen),
            };
            self.partial = BigUint::ZERO;
            match holds {
                Ok(true) => {
                    let within = self.begun(engine.store(), &top.parts[top.next]);
                    stack.push(within);
                }
                Ok(false) => engine.backtrack(part.level),
                Err(stop) => {
                    self.given_up(stack);
                    return Err(stop);
                }
            }
        }
    }

    /// A product of which no part is counted yet.
    fn begun(&mut self, store: &Store, among: &[VarId]) -> Product {
        let parts = self.split(store, among);
        self.open += u32::from(parts.len() > 1);
        let ways = BigUint::from(1u32);
        Product { parts, next: 0, ways, made: self.made.len(), open: None }
    }

    /// Finishes a product and returns it; counts that were held back for it are cached or dropped.
    fn ended(&mut self, product: Product) -> BigUint {
        let several = product.parts.len() > 1;
        self.open -= u32::from(several);
        if several && product.ways == BigUint::ZERO {
            for key in self.made.drain(product.made..) {
                self.held.remove(&key);
            }
        } else if self.open == 0 {
            self.made.clear();
            self.held.drain().for_each(|(key, count)| self.cache.put(key, count));
        }
        product.ways
    }

    /// Adds up the lower bounds of interrupted products, the innermost first.
    fn given_up(&mut self, stack: Vec<Product>) {
        for product in stack.into_iter().rev() {
            let last = product.next + 1 == product.parts.len();
            if let Some(part) = product.open {
                self.partial += part.count;
            }
            // Nothing is known of unvisited parts.
            self.partial *= if last { product.ways } else { BigUint::ZERO };
            self.open -= u32::from(product.parts.len() > 1);
        }
    }

    /// The known count of a part.
    fn known(&self, key: &[u64]) -> Option<BigUint> {
        self.held.get(key).cloned().or_else(|| self.cache.get(key))
    }

    /// Caches the count of a part, or holds it back.
    fn keep(&mut self, key: Key, count: BigUint) {
        if self.open == 0 {
            self.cache.put(key, count);
        } else if self.cache.has_room(self.held.len() * (key.len() * 8 + 2 * ENTRY)) {
            self.made.push(key.clone());
            self.held.insert(key, count);
        }
    }

    /// Decides an atom and propagates; returns whether it does not fail.
    fn holds<O: Observer>(
        &mut self,
        engine: &mut Engine,
        a: Atom,
        seen: &mut O,
    ) -> Result<bool, Stop> {
        engine.push_level();
        self.stats.nodes += 1;
        self.stats.peak_depth = self.stats.peak_depth.max(u64::from(engine.level()));
        seen.branched(engine.level(), a.pos());
        let result = match engine.assign(a.pos(), Reason::DECISION) {
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

    /// The alternatives to branch on: the values of the variable, or the places of the value, with the
    /// fewest; for variables, weighted by the failures they were involved in.
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
                matrix.places(k).map(|r| store.atom(matrix.rows().at(r), k)).collect()
            }
        }
    }

    /// Cuts a part into at least `jobs` sequences of choices, if it has enough. Together they cover
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
            if let Some(stop) = self.budget.urgent() {
                return Err(stop);
            }
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

    /// The number of completions of a part below a sequence of choices.
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
        let before = Calls::new(engine);
        self.partial = BigUint::ZERO;
        let count = match self.follow(engine, path) {
            Ok(true) => self.product(engine, part, &mut ()),
            Ok(false) => Ok(BigUint::ZERO),
            Err(stop) => Err(stop),
        };
        before.note(engine, &mut self.stats);
        let count = count?;
        engine.backtrack(level);
        Ok(count)
    }

    fn follow(&mut self, engine: &mut Engine, path: &[Atom]) -> Result<bool, Stop> {
        for &a in path {
            if engine.store().is_false(a.pos()) || !self.holds(engine, a, &mut ())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Some row that can take value `k`.
fn row(matrix: &crate::kernel::Matrix, k: u32) -> VarId {
    let row = matrix.places(k).next().expect("an open column has rows");
    matrix.rows().at(row)
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
mod tests;
