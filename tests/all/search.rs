//! Every way to search gives the same solutions, on random networks small enough to enumerate.

use clew::kernel::{Constraint, Engine, Group, Lit, Term, VarId};
use clew::propagators::NotEqual;
use clew::propagators::order::Increasing;
use clew::run::{Budget, Exhausted, Stats, Stop, Threads};
use clew::search::{
    BranchSpec, Brancher, Count, LearnOptions, Learner, ValueOrder, VarOrder, dfs, split,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A random network and the number of its solutions, by enumeration.
struct Net {
    engine: Engine,
    groups: Vec<Group>,
    solutions: u64,
    posted: bool,
}

type Check = Box<dyn Fn(&[u32], &[bool]) -> bool>;

fn random_net(seed: u64) -> Net {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut engine = Engine::new();
    let matrix = rng.random_bool(0.4);
    let n = rng.random_range(2..5u32);
    let values = if matrix { n } else { rng.random_range(2..5) };
    let vars = engine.new_vars(n, values);
    let xs: Vec<VarId> = vars.iter().collect();
    let mut checks: Vec<Check> = Vec::new();
    if matrix {
        engine.new_matrix(vars);
        checks.push(Box::new(|v, _| (0..v.len()).all(|i| (0..i).all(|j| v[i] != v[j]))));
    }
    let bools = rng.random_range(1..6u32);
    let first = engine.new_bools(bools);
    for _ in 0..rng.random_range(0..5) {
        let (i, j) = (rng.random_range(0..n) as usize, rng.random_range(0..n) as usize);
        if i == j {
            continue;
        }
        if rng.random_bool(0.5) {
            engine.add(NotEqual::new(xs[i], xs[j]));
            checks.push(Box::new(move |v, _| v[i] != v[j]));
        } else {
            Increasing::new(&[[xs[i], xs[j]]]).post(&mut engine).expect("one pair is no circle");
            checks.push(Box::new(move |v, _| v[i] < v[j]));
        }
    }
    let mut posted = true;
    for _ in 0..rng.random_range(0..12) {
        let mut lits: Vec<Lit> = Vec::new();
        let mut says: Vec<(bool, u32, u32, bool)> = Vec::new();
        for _ in 0..rng.random_range(1..4) {
            let holds = rng.random_bool(0.5);
            if rng.random_bool(0.5) {
                let (x, v) = (rng.random_range(0..n), rng.random_range(0..values));
                lits.push(engine.store().atom(xs[x as usize], v).lit(holds));
                says.push((true, x, v, holds));
            } else {
                let b = rng.random_range(0..bools);
                lits.push(first.at(b).lit(holds));
                says.push((false, b, 0, holds));
            }
        }
        posted &= engine.add_clause(&lits).is_ok();
        checks.push(Box::new(move |v, b| {
            says.iter().any(|&(var, i, u, holds)| {
                (if var { v[i as usize] == u } else { b[i as usize] }) == holds
            })
        }));
    }
    let mut solutions = 0;
    for code in 0..u64::from(values).pow(n) {
        let mut rest = code;
        let v: Vec<u32> = (0..n)
            .map(|_| {
                let d = rest % u64::from(values);
                rest /= u64::from(values);
                d as u32
            })
            .collect();
        for mask in 0..1u32 << bools {
            let b: Vec<bool> = (0..bools).map(|i| mask >> i & 1 == 1).collect();
            solutions += u64::from(checks.iter().all(|c| c(&v, &b)));
        }
    }
    let groups =
        vec![Group::Vars(vars), Group::Bools { bools: first, prefer: rng.random_bool(0.5) }];
    Net { engine, groups, solutions, posted }
}

/// The changes of a search at the level on which it began are undone with that level.
#[test]
fn a_search_on_a_level_of_its_own_can_be_repeated() {
    let mut nets = (0..).map(random_net).filter(|net| net.posted && net.solutions > 1);
    for Net { mut engine, groups, solutions, .. } in nets.by_ref().take(100) {
        let base = engine.level();
        for _ in 0..2 {
            let spec = BranchSpec::default();
            let mut brancher = Brancher::new(&groups, spec, engine.store());
            let (mut sink, mut stats) = (Count::default(), Stats::default());
            let budget = Budget::default();
            engine.push_level();
            let end = dfs(&mut engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ());
            engine.backtrack(base);
            assert_eq!((end, sink.found), (Ok(Exhausted), solutions));
        }
    }
}

#[test]
fn plain_search_counts_right() {
    for seed in 0..1500 {
        let net = random_net(seed);
        if !net.posted {
            assert_eq!(net.solutions, 0);
            continue;
        }
        for order in [VarOrder::SmallestDomain, VarOrder::DomWdeg] {
            for values in [ValueOrder::Ascending, ValueOrder::Random] {
                let spec = BranchSpec { order, values, seed };
                let mut engine = net.engine.clone();
                let mut brancher = Brancher::new(&net.groups, spec, engine.store());
                let mut sink = Count::default();
                let mut stats = Stats::default();
                let budget = Budget::default();
                let end = dfs(&mut engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ());
                assert_eq!(end, Ok(Exhausted));
                assert_eq!(sink.found, net.solutions, "seed {seed} {spec:?}");
            }
        }
    }
}

#[test]
fn learning_search_counts_right() {
    for seed in 0..3000 {
        let net = random_net(seed);
        if !net.posted {
            continue;
        }
        let mut engine = net.engine.clone();
        let mut sink = Count::default();
        let options = LearnOptions { luby_unit: 2, first_reduce: 5, ..LearnOptions::default() };
        if let Ok(mut learner) = Learner::new(&mut engine, &net.groups, options, &mut ()) {
            let mut stats = Stats::default();
            let end = learner.run(&mut engine, &mut sink, &Budget::default(), &mut stats, &mut ());
            assert_eq!(end, Ok(Exhausted));
        }
        assert_eq!(sink.found, net.solutions, "seed {seed}");
    }
}

#[test]
fn splits_cover_everything_at_any_thread_count() {
    for seed in 0..200 {
        let net = random_net(seed);
        if !net.posted {
            continue;
        }
        let spec = BranchSpec::default();
        let mut totals = Vec::new();
        for threads in [1, 2, 8] {
            let pool = Threads::new(threads);
            let budget = Budget::default();
            let splits = split::split(&net.engine, &net.groups, spec, 16, &budget);
            let root = &net.engine;
            let results =
                split::run_jobs(&pool, root, &splits, &budget, None, |mut engine, budget| {
                    let mut sink = Count::default();
                    let mut stats = Stats::default();
                    let mut brancher = Brancher::new(&net.groups, spec, engine.store());
                    let end =
                        dfs(&mut engine, &mut brancher, &mut sink, budget, &mut stats, &mut ());
                    split::JobResult::<()> { found: vec![], count: sink.found, end, stats }
                });
            let mut stats = splits.stats;
            results.iter().for_each(|r| stats.add(&r.stats));
            let count: u64 = results.iter().map(|r| r.count).sum();
            assert_eq!(count, net.solutions, "seed {seed} threads {threads}");
            totals.push(stats);
        }
        assert!(totals.windows(2).all(|w| w[0] == w[1]), "seed {seed}: nodes depend on threads");
    }
}

#[test]
fn limits_stop_and_say_why() {
    // A pigeonhole problem without all-different reasoning: large enough for every limit.
    let mut engine = Engine::new();
    let vars = engine.new_vars(11, 10);
    let xs: Vec<VarId> = vars.iter().collect();
    for i in 0..xs.len() {
        for j in 0..i {
            engine.add(NotEqual::new(xs[i], xs[j]));
        }
    }
    assert!(matches!(Term::Var(xs[0]), Term::Var(_)));
    let groups = [Group::Vars(vars)];
    let run = |budget: Budget| {
        let mut engine = engine.clone();
        let mut brancher = Brancher::new(&groups, BranchSpec::default(), engine.store());
        let mut stats = Stats::default();
        let mut sink = Count::default();
        let end = dfs(&mut engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ());
        (end, stats.nodes)
    };
    let nodes = Budget { nodes: Some(50), ..Budget::default() };
    assert_eq!(run(nodes), (Err(Stop::Nodes), 50));
    let past = Budget { deadline: Some(std::time::Instant::now()), ..Budget::default() };
    assert_eq!(run(past).0, Err(Stop::Time));
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    assert_eq!(run(Budget::default().with_cancel(flag)).0, Err(Stop::Interrupt));
}
