//! A user-defined propagator: `|x - y| >= d`, with explanations, checked by the oracle, used by two
//! searches.
//!
//! `cargo run -p clew-engine --example own_propagator`

use clew_engine::kernel::Group;
use clew_engine::kernel::prelude::*;
use clew_engine::run::{Budget, Stats};
use clew_engine::search::{BranchSpec, Brancher, Count, LearnOptions, Learner, dfs};
use clew_engine::testing::{Case, Rng, Strength, check, cut, rand::RngExt};

rules! {
    /// Its inference rules.
    enum Rule {
        TooClose => "too close to every value of the other",
    }
}

/// `|x - y| >= d`. Domain consistent: a value is removed once all values of the other variable are too close
/// to it.
#[derive(Clone)]
struct Apart {
    xs: [VarId; 2],
    d: u32,
}

impl Propagator for Apart {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "apart"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.xs.iter().for_each(|&x| to.on(x, Event::Any));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let [x, y] = self.xs;
        for (x, y) in [(x, y), (y, x)] {
            for v in 0..p.values(x) {
                let far = p.domain(y).min().abs_diff(v) >= self.d
                    || p.domain(y).max().abs_diff(v) >= self.d;
                if !far && p.domain(x).contains(v) {
                    p.remove(x, v, Rule::TooClose.tag())?;
                }
            }
        }
        Ok(Status::Fixpoint)
    }

    /// `x` is not `v`, since the other one has no value that is far enough from `v`.
    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _: Tag, why: &mut Lits) {
        let fact = fact.expect("it fails only by taking the last value");
        let (x, v) = past.store().meaning(fact.atom()).expect("about a variable");
        let y = self.xs[usize::from(x == self.xs[0])];
        let far = (0..past.store().values(y)).filter(|w| w.abs_diff(v) >= self.d);
        why.extend(far.map(|w| past.not(y, w)));
    }
}

/// The plain definition of the constraint, for the oracle.
impl Constraint for Apart {
    fn scope(&self) -> Vec<Term> {
        self.xs.map(Term::Var).to_vec()
    }

    fn holds(&self, values: &[u32]) -> bool {
        values[0].abs_diff(values[1]) >= self.d
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}

/// Checks the propagator, then counts how seven stations of a ring get one of seven channels each, neighbours
/// three apart.
pub fn main() {
    check("apart", 100, |rng: &mut Rng| {
        let mut engine = Engine::new();
        let xs = [0; 2].map(|_| engine.new_var(rng.random_range(1..8)));
        cut(&mut engine, &xs.map(Term::Var), rng, 0.3);
        let apart = Apart { xs, d: rng.random_range(0..5) };
        Case { engine, constraint: Box::new(apart), strength: Strength::Domain }
    });

    let mut engine = Engine::new();
    let stations = engine.new_vars(7, 7);
    for i in 0..7 {
        let xs = [stations.at(i), stations.at((i + 1) % 7)];
        Apart { xs, d: 3 }.post(&mut engine).expect("seven channels leave a way");
    }
    let (budget, groups) = (Budget::default(), [Group::Vars(stations)]);

    let (mut plain, mut stats) = (Count::default(), Stats::default());
    let mut copy = engine.clone();
    let mut brancher = Brancher::new(&groups, BranchSpec::default(), copy.store());
    let end = dfs(&mut copy, &mut brancher, &mut plain, &budget, &mut stats, &mut ());
    assert!(end.is_ok(), "nothing stopped it");

    let (mut learnt, mut stats) = (Count::default(), Stats::default());
    let options = LearnOptions::default();
    let mut learner =
        Learner::new(&mut engine, &groups, options, &mut ()).expect("no contradiction");
    let end = learner.run(&mut engine, &mut learnt, &budget, &mut stats, &mut ());
    assert!(end.is_ok(), "nothing stopped it");

    assert_eq!(plain.found, learnt.found);
    assert_eq!(learnt.found, by_hand());
    println!("{} plans, {} failures", learnt.found, stats.failures);
}

/// The same by brute force.
fn by_hand() -> u64 {
    let channel = |plan: u32, i: u32| plan / 7u32.pow(i % 7) % 7;
    let holds = |&plan: &u32| (0..7).all(|i| channel(plan, i).abs_diff(channel(plan, i + 1)) >= 3);
    (0..7u32.pow(7)).filter(holds).count() as u64
}
