use super::*;
use crate::kernel::Lit;
use crate::search::idle::Idle;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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

/// A random problem with few pairs, and its number of solutions by brute force.
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
                [(i, a), (j, b)].map(|(x, v)| engine.store().atom(xs[x], v).neg()).to_vec();
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
                let ways = jobs
                    .iter()
                    .map(|path| counter.below(&mut engine, part, path).expect("nothing limits it"));
                product *= ways.sum::<BigUint>();
            }
            assert_eq!(product, BigUint::from(expected), "seed {seed}, in jobs");
        }
    }
    assert!(hits > 100 && several > 100, "{hits} hits, {several} that fall apart");
    assert!(jobs_of_five > 100, "hardly any part is cut into as many jobs as wanted");
}

/// A counter's figures cover the engine's work during the count only.
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
        // Twice in jobs, then as a whole: none starts with a fresh engine.
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

/// A raised flag ends the cutting even if there are too few steps for the engine to poll.
#[test]
fn cutting_asks_its_budget() {
    let (mut engine, components) = two_parts(true);
    let raised = Budget::default().with_cancel(Arc::new(AtomicBool::new(true)));
    let cache = Cache::new(1 << 20);
    let mut counter = PartCounter::new(&components, &cache, &raised);
    let all: Vec<VarId> = counter.vars().iter().collect();
    assert_eq!(counter.cut(&mut engine, &all, 3), Err(Stop::Interrupt));
}

/// The count before a limit is a lower bound.
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

/// Two two-valued variables that differ, and three of two values that all differ or, with `third`, of which
/// one may take a third value: two parts, of 2 and of 0 or 6 solutions, which no clause alone refutes.
fn two_parts(third: bool) -> (Engine, Pairs) {
    let mut engine = Engine::new();
    let vars = engine.new_vars(5, 3);
    let xs: Vec<VarId> = vars.iter().collect();
    let spared = if third { 4 } else { 5 };
    for &x in &xs[..spared] {
        engine.assert(engine.store().atom(x, 2).neg()).expect("two values are left");
    }
    let pairs = [(0, 1), (2, 3), (3, 4), (2, 4)].map(|(i, j)| (xs[i], xs[j])).to_vec();
    for &(x, y) in &pairs {
        for v in 0..3 {
            let store = engine.store();
            let lits = [store.atom(x, v).neg(), store.atom(y, v).neg()];
            engine.add_clause(&lits).expect("two literals leave a way");
        }
    }
    engine.fixpoint(&mut ()).expect("no pair alone contradicts");
    (engine, Pairs { vars, pairs })
}

/// Counts of parts are available later, but not before all parts next to them have solutions: otherwise
/// none of them is cached.
#[test]
fn parts_are_kept_once_all_beside_them_have_solutions() {
    for (third, solutions, kept) in [(true, 4u32, true), (false, 0, false)] {
        let (mut engine, components) = two_parts(third);
        let (budget, cache) = (Budget::default(), Cache::new(1 << 20));
        let mut first = PartCounter::new(&components, &cache, &budget);
        let count = first.count(&mut engine, &mut ());
        assert_eq!(count, Ok(BigUint::from(solutions)));
        assert_eq!(cache.bytes() > 0, kept, "third value: {third}");
        assert!(first.held.is_empty() && first.made.is_empty() && first.open == 0);
        let mut again = PartCounter::new(&components, &cache, &budget);
        assert_eq!(again.count(&mut engine, &mut ()), Ok(BigUint::from(solutions)));
        assert_eq!((again.parts, again.hits), if kept { (2, 2) } else { (again.parts, 0) });
        assert_eq!(again.stats.nodes == 0, kept, "what is known is not searched");
    }
}

/// The count of a single part is cached at once, even without solutions; the cache counts its
/// bytes.
#[test]
fn a_part_that_is_alone_is_kept() {
    let (mut engine, components) = two_parts(false);
    let (budget, cache) = (Budget::default(), Cache::new(1 << 20));
    let all: Vec<VarId> = components.vars.iter().collect();
    let mut counter = PartCounter::new(&components, &cache, &budget);
    let triangle = key(engine.store(), &all[2..]);
    assert_eq!(counter.product(&mut engine, &all[2..], &mut ()), Ok(BigUint::ZERO));
    assert_eq!(cache.get(&triangle), Some(BigUint::ZERO));
    assert_eq!((counter.parts, counter.hits), (1, 0));
    assert_eq!(cache.bytes() % 8, 0);
    assert!(cache.bytes() >= triangle.len() * 8 + ENTRY);
    let full = Cache::new(triangle.len() * 8 + ENTRY);
    full.put(triangle.clone(), BigUint::from(7u32));
    assert_eq!(full.bytes(), triangle.len() * 8 + ENTRY, "it fits exactly");
    full.put(key(engine.store(), &all[..2]), BigUint::from(1u32));
    assert_eq!(full.bytes(), triangle.len() * 8 + ENTRY, "what does not fit is not taken in");
    assert_eq!(full.get(&key(engine.store(), &all[..2])), None);
    assert!(full.has_room(0) && !full.has_room(1));
}

/// Where a value of a matrix has fewer places than any variable has values, its places are tried: also those
/// beyond the first word of rows.
#[test]
fn places_of_a_value_are_counted_like_values() {
    let mut engine = Engine::new();
    let n = 66;
    let rows = engine.new_vars(n, n);
    let xs: Vec<VarId> = rows.iter().collect();
    let m = engine.new_matrix(rows);
    for (i, &x) in (0..n).zip(&xs[..62]) {
        engine.assert(engine.store().atom(x, i).pos()).expect("open");
    }
    for &x in &xs[62..] {
        for v in 0..62 {
            let gone = engine.store().atom(x, v).neg();
            engine.assert(gone).expect("four values are left");
        }
    }
    for x in [62, 63] {
        engine.assert(engine.store().atom(xs[x], 65).neg()).expect("three values are left");
    }
    engine.fixpoint(&mut ()).expect("nothing contradicts");
    let pairs = xs[62..].windows(2).map(|pair| (pair[0], pair[1])).collect();
    let components = Pairs { vars: rows, pairs };
    let (budget, cache) = (Budget::default(), Cache::new(0));
    let mut counter = PartCounter::new(&components, &cache, &budget);
    assert_eq!(engine.store().matrix(m).column_size(65), 2);
    let expected = [64, 65].map(|x| engine.store().atom(xs[x], 65));
    assert_eq!(counter.choices(engine.store(), &xs[62..])[..], expected[..]);
    // Failures of a variable make its values count for less than the places.
    counter.weight[62] = 2.0;
    let values = [62, 63, 64].map(|v| engine.store().atom(xs[62], v));
    assert_eq!(counter.choices(engine.store(), &xs[62..])[..], values[..]);
}

/// Parts within parts as deep as there are variables, on a thread with a very small stack.
#[test]
fn depth_takes_no_stack() {
    const LONG: u32 = 1_500;
    let deep = || {
        let mut engine = Engine::new();
        let vars = engine.new_vars(LONG, 2);
        let xs: Vec<VarId> = vars.iter().collect();
        let pairs = xs.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let (cache, budget) = (Cache::new(1 << 26), Budget::default());
        PartCounter::new(&Pairs { vars, pairs }, &cache, &budget).count(&mut engine, &mut ())
    };
    let small = std::thread::Builder::new().stack_size(128 << 10).spawn(deep).expect("a thread");
    assert_eq!(small.join().expect("no overflow"), Ok(BigUint::from(2u32).pow(LONG)));
}
