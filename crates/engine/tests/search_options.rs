//! Learning search counts correctly under all options: every restart policy, every kind of nogood, small
//! databases, user-defined deciders. Every explanation and every learnt clause is checked on the way.

use clew_engine::kernel::Group;
use clew_engine::kernel::prelude::*;
use clew_engine::propagators::{AllDifferent, Level, NotEqual};
use clew_engine::run::{Budget, Stats};
use clew_engine::search::{
    Count, DecideBy, Decider, LearnOptions, Learner, NogoodKind, OnSolution, RestartPolicy,
};
use clew_engine::testing::{CheckExplanations, Rng, rand};
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// "Variable x is v", or is not.
type Statement = (u32, u32, bool);

/// Variables of which the first three and some pairs differ, and clauses of three literals.
struct Problem {
    n: u32,
    k: u32,
    pairs: Vec<(u32, u32)>,
    clauses: Vec<[Statement; 3]>,
}

impl Problem {
    fn new(seed: u64) -> Problem {
        let mut rng = Rng::seed_from_u64(seed);
        let (n, k) = (rng.random_range(4..7), rng.random_range(3..6));
        let all = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        let pairs = all.filter(|_| rng.random_bool(0.4)).collect();
        let count = rng.random_range(0..25);
        let mut says = || (rng.random_range(0..n), rng.random_range(0..k), rng.random_bool(0.6));
        let clauses = (0..count).map(|_| [says(), says(), says()]).collect();
        Problem { n, k, pairs, clauses }
    }

    fn post(&self, check: &mut CheckExplanations) -> (Engine, Vars) {
        let mut engine = Engine::new();
        let xs = engine.new_vars(self.n, self.k);
        for &(i, j) in &self.pairs {
            check.post(&mut engine, NotEqual::new(xs.at(i), xs.at(j))).expect("open");
        }
        let three: Vec<VarId> = (0..3).map(|i| xs.at(i)).collect();
        check.post(&mut engine, AllDifferent::new(&three, Level::Domain)).expect("open");
        for clause in &self.clauses {
            let lits = clause.map(|(x, v, is)| engine.store().atom(xs.at(x), v).lit(is));
            engine.add_clause(&lits).expect("nothing is decided yet");
        }
        (engine, xs)
    }

    /// By trying everything.
    fn count(&self) -> u64 {
        let digit =
            |code: u64, i: u32| (code / u64::from(self.k).pow(i) % u64::from(self.k)) as u32;
        let holds = |code: &u64| {
            let value = |i: u32| digit(*code, i);
            let says = |&(x, v, is): &Statement| (value(x) == v) == is;
            let mut pairs = self.pairs.iter().chain(&[(0, 1), (1, 2), (0, 2)]);
            pairs.all(|&(i, j)| value(i) != value(j))
                && self.clauses.iter().all(|clause| clause.iter().any(says))
        };
        (0..u64::from(self.k).pow(self.n)).filter(holds).count() as u64
    }

    /// Counts by learning; returns the count, the statistics, and the number of checked clauses.
    fn search(&self, options: LearnOptions) -> (u64, Stats, u64) {
        let mut check = CheckExplanations::new();
        let (mut engine, xs) = self.post(&mut check);
        let (mut count, mut stats) = (Count::default(), Stats::default());
        let groups = [Group::Vars(xs)];
        let Ok(mut learner) = Learner::new(&mut engine, &groups, options, &mut check) else {
            return (0, stats, 0);
        };
        let budget = Budget::default();
        learner.run(&mut engine, &mut count, &budget, &mut stats, &mut check).expect("no limit");
        (count.found, stats, check.checked().clauses)
    }
}

/// Settings that bring restarts and forgetting within the few failures of a small problem.
fn hasty() -> LearnOptions {
    LearnOptions { luby_unit: 2, first_reduce: 5, ..LearnOptions::default() }
}

#[test]
fn policies_nogoods_and_limits_change_no_count() {
    let policies = [
        RestartPolicy::Alternating,
        RestartPolicy::Glue,
        RestartPolicy::Luby,
        RestartPolicy::Geometric { first: 2, factor: 1.5 },
        RestartPolicy::Never,
    ];
    let nogoods = [NogoodKind::Minimised, NogoodKind::FirstUip, NogoodKind::Decisions];
    let (mut restarts, mut checked) = ([0; 5], 0);
    for seed in 0..12 {
        let problem = Problem::new(seed);
        let count = problem.count();
        for (i, &policy) in policies.iter().enumerate() {
            for kind in nogoods {
                for on_solution in [OnSolution::Forbid, OnSolution::TurnBack] {
                    for most_clauses in [usize::MAX, 4] {
                        let options = LearnOptions {
                            restarts: policy,
                            nogoods: kind,
                            on_solution,
                            most_clauses,
                            ..hasty()
                        };
                        let label = format!("seed {seed}: {options:?}");
                        let (found, stats, clauses) = problem.search(options);
                        assert_eq!(found, count, "{label}");
                        restarts[i] += stats.restarts;
                        checked += clauses;
                    }
                }
            }
        }
    }
    assert_eq!(restarts[4], 0, "never");
    assert!(restarts[2] > 0 && restarts[3] > 0, "{restarts:?}");
    assert!(checked > 1000, "hardly anything was learnt: {checked}");
}

/// Chooses the last open variable and its largest value; counts its notifications.
#[derive(Clone)]
struct Backwards {
    xs: Vars,
    /// The number of clauses after which it restarts; 0: never.
    restarts: u64,
    since: u64,
    told: Arc<AtomicU64>,
}

impl Decider for Backwards {
    fn next(&mut self, engine: &Engine, _patient: bool) -> Option<Lit> {
        let x = self.xs.iter().rev().find(|&x| engine.store().value(x).is_none())?;
        Some(engine.store().atom(x, engine.store().domain(x).max()).pos())
    }

    fn learnt(&mut self, _engine: &Engine, _patient: bool) {
        self.told.fetch_add(1, Ordering::Relaxed);
        self.since += 1;
    }

    fn restart(&mut self) -> Option<bool> {
        let due = self.restarts > 0 && self.since >= self.restarts;
        self.since = if due { 0 } else { self.since };
        Some(due)
    }
}

#[test]
fn own_deciders_change_no_count() {
    let (mut told, mut restarted) = (0, 0);
    for seed in 0..20 {
        let problem = Problem::new(seed);
        let xs = problem.post(&mut CheckExplanations::new()).1;
        for restarts in [0, 3] {
            let own = Backwards { xs, restarts, since: 0, told: Arc::default() };
            let learnt = own.told.clone();
            let decide = DecideBy::own(move |_| Ok(own.clone()));
            let (found, stats, clauses) = problem.search(LearnOptions { decide, ..hasty() });
            assert_eq!(found, problem.count(), "seed {seed}");
            assert_eq!(learnt.load(Ordering::Relaxed), clauses);
            told += clauses;
            restarted += stats.restarts;
            assert!(restarts > 0 || stats.restarts == 0);
        }
    }
    assert!(told > 20 && restarted > 5, "{told} clauses, {restarted} restarts");
}

/// Decides by activity, except for one decision of its own.
#[derive(Clone)]
struct First {
    first: Lit,
    usual: Box<dyn Decider>,
}

impl Decider for First {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        match engine.store().is_open(self.first.atom()) {
            true => Some(self.first),
            false => self.usual.next(engine, patient),
        }
    }

    fn involved(&mut self, lits: &[Lit]) {
        self.usual.involved(lits);
    }

    fn learnt(&mut self, engine: &Engine, patient: bool) {
        self.usual.learnt(engine, patient);
    }

    fn undone(&mut self, entries: &[clew_engine::kernel::Entry]) {
        self.usual.undone(entries);
    }
}

#[test]
fn own_deciders_may_ask_the_usual_one() {
    for seed in 0..20 {
        let problem = Problem::new(seed);
        let (engine, xs) = problem.post(&mut CheckExplanations::new());
        let first = engine.store().atom(xs.at(2), 1).pos();
        let decide = DecideBy::own(move |at| Ok(First { first, usual: at.by_activity()? }));
        assert_eq!(problem.search(LearnOptions { decide, ..hasty() }).0, problem.count());
    }
}

/// Claims that everything is decided, or chooses a decided literal again.
#[derive(Clone)]
struct Wrong(Option<Lit>);

impl Decider for Wrong {
    fn next(&mut self, _engine: &Engine, _patient: bool) -> Option<Lit> {
        self.0
    }
}

#[test]
#[should_panic(expected = "this atom is open")]
fn a_decider_that_ends_early_is_a_mistake() {
    Problem::new(1).search(LearnOptions { decide: DecideBy::own(|_| Ok(Wrong(None))), ..hasty() });
}

#[test]
#[should_panic(expected = "which is decided")]
fn a_decider_that_chooses_what_is_decided_is_a_mistake() {
    let problem = Problem { n: 3, k: 5, pairs: Vec::new(), clauses: Vec::new() };
    let (engine, xs) = problem.post(&mut CheckExplanations::new());
    let l = engine.store().atom(xs.at(0), 0).pos();
    let decide = DecideBy::own(move |_| Ok(Wrong(Some(l))));
    problem.search(LearnOptions { decide, ..hasty() });
}
