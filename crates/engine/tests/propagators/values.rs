//! All-different, orders, lines with orders and sums against the oracle.

use crate::rules::values;
use clew_engine::kernel::{
    CallResult, Constraint, Engine, Lit, Lits, Observer, PropId, Term, VarId,
};
use clew_engine::propagators::all_different::{AllDifferent, Level, post_domain};
use clew_engine::propagators::linear::{SMALL, Sum};
use clew_engine::propagators::order::{Increasing, OrderedLines};
use clew_engine::testing::{Case, Strength, check, cut};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn terms(xs: &[VarId]) -> Vec<Term> {
    xs.iter().map(|&x| Term::Var(x)).collect()
}

/// `n` variables of at most `values` values; `equal`: all have that many.
fn variables(rng: &mut ChaCha8Rng, n: u32, values: u32, equal: bool) -> (Engine, Vec<VarId>) {
    let mut engine = Engine::new();
    let xs: Vec<VarId> = (0..n)
        .map(|_| engine.new_var(if equal { values } else { rng.random_range(1..=values) }))
        .collect();
    (engine, xs)
}

/// Variables of many values of which only a few, spread over the words, are left.
fn sparse(rng: &mut ChaCha8Rng, n: usize, values: u32) -> (Engine, Vec<VarId>) {
    let mut engine = Engine::new();
    let used: Vec<u32> =
        (0..rng.random_range(n..n + 3)).map(|_| rng.random_range(0..values)).collect();
    let xs: Vec<VarId> = (0..n).map(|_| engine.new_var(values)).collect();
    for &x in &xs {
        let some = used[rng.random_range(0..used.len())];
        for v in 0..values {
            let keep = v == some || used.contains(&v) && rng.random_bool(0.5);
            if !keep && engine.store().domain(x).contains(v) {
                let a = engine.store().atom(x, v);
                engine.assert(a.neg()).expect("another value is kept");
            }
        }
    }
    (engine, xs)
}

fn all_different(name: &str, level: Level) {
    let claimed = |xs: &[VarId], values: Option<u32>| {
        let xs = xs.to_vec();
        match level {
            Level::Value => Strength::from_rules(move |at| values::all_different(at, &xs, values)),
            Level::Domain => Strength::Domain,
        }
    };
    check(&format!("{name}, permutation"), 500, |rng| {
        let n = rng.random_range(2..7);
        let (mut engine, xs) = variables(rng, n, n, true);
        let chance = rng.random_range(0.0..0.6);
        cut(&mut engine, &terms(&xs), rng, chance);
        let strength = claimed(&xs, Some(n));
        Case { engine, constraint: Box::new(AllDifferent::new(&xs, level)), strength }
    });
    check(&format!("{name}, spare values"), 500, |rng| {
        let (n, values) = (rng.random_range(2..6), rng.random_range(2..8));
        let equal = rng.random_bool(0.5);
        let (mut engine, xs) = variables(rng, n, values, equal);
        let chance = rng.random_range(0.0..0.7);
        cut(&mut engine, &terms(&xs), rng, chance);
        let strength = claimed(&xs, None);
        Case { engine, constraint: Box::new(AllDifferent::new(&xs, level)), strength }
    });
}

#[test]
fn all_different_value() {
    all_different("value", Level::Value);
}

#[test]
fn all_different_domain() {
    all_different("domain", Level::Domain);
}

#[test]
fn all_different_two_words_and_wide() {
    for values in [100, 150] {
        check(&format!("{values} values"), 300, |rng| {
            let n = rng.random_range(3..7);
            let (engine, xs) = sparse(rng, n, values);
            let constraint = Box::new(AllDifferent::new(&xs, Level::Domain));
            Case { engine, constraint, strength: Strength::Domain }
        });
    }
}

/// Domain consistency without value elimination before it.
struct Alone(AllDifferent, Vec<VarId>, bool);

impl Constraint for Alone {
    fn scope(&self) -> Vec<Term> {
        self.0.scope()
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.0.holds(values)
    }

    fn post(&self, into: &mut Engine) -> Result<(), clew_engine::kernel::Conflict> {
        if self.2 {
            let wide = clew_engine::propagators::all_different::WideMatching::new(
                into.store_mut(),
                &self.1,
            );
            into.add(wide);
        } else {
            post_domain(into, &self.1);
        }
        Ok(())
    }
}

#[test]
fn matchings_alone_are_domain_consistent() {
    for wide in [false, true] {
        check(&format!("alone, wide: {wide}"), 400, |rng| {
            let n = rng.random_range(2..7);
            let values = n + rng.random_range(0..2) * rng.random_range(0..3);
            let (mut engine, xs) = variables(rng, n, values, true);
            let chance = rng.random_range(0.0..0.7);
            cut(&mut engine, &terms(&xs), rng, chance);
            let constraint = AllDifferent::new(&xs, Level::Domain);
            let constraint = Box::new(Alone(constraint, xs, wide));
            Case { engine, constraint, strength: Strength::Domain }
        });
    }
}

/// Random pairs along a random order of the variables; rarely a pair against it.
fn pairs(rng: &mut ChaCha8Rng, xs: &[VarId], cycles: bool) -> Vec<[VarId; 2]> {
    let mut less = Vec::new();
    for i in 0..xs.len() {
        for j in i + 1..xs.len() {
            if rng.random_bool(0.35) {
                let turn = cycles && rng.random_bool(0.03);
                less.push(if turn { [xs[j], xs[i]] } else { [xs[i], xs[j]] });
            }
        }
    }
    less
}

fn shuffled(rng: &mut ChaCha8Rng, mut xs: Vec<VarId>) -> Vec<VarId> {
    for i in (1..xs.len()).rev() {
        xs.swap(i, rng.random_range(0..=i));
    }
    xs
}

#[test]
fn order_chain() {
    check("order_chain", 800, |rng| {
        let (n, values) = (rng.random_range(2..6), rng.random_range(2..8));
        let equal = rng.random_bool(0.7);
        let (mut engine, xs) = variables(rng, n, values, equal);
        let chance = rng.random_range(0.0..0.5);
        cut(&mut engine, &terms(&xs), rng, chance);
        let xs = shuffled(rng, xs);
        let less = pairs(rng, &xs, true);
        Case { engine, constraint: Box::new(Increasing::new(&less)), strength: Strength::Domain }
    });
}

#[test]
fn line_order() {
    check("line_order", 800, |rng| {
        let values = rng.random_range(4..7);
        let (mut engine, xs) = variables(rng, 6, values, true);
        let chance = rng.random_range(0.0..0.4);
        cut(&mut engine, &terms(&xs), rng, chance);
        let xs = shuffled(rng, xs);
        let less = pairs(rng, &xs, false);
        let mut lines = vec![xs[..3].to_vec(), xs[3..].to_vec()];
        lines.push(vec![xs[0], xs[4], xs[2], xs[5]]);
        let constraint = Box::new(OrderedLines::new(&less, &lines));
        let strength = Strength::from_rules(move |at| values::ordered_lines(at, &less, &lines));
        Case { engine, constraint, strength }
    });
}

/// The bounds of a sum, atom by atom.
fn bounds(terms: Vec<(Lit, i64)>, low: i64, high: i64) -> Strength {
    Strength::from_rules(move |at| values::sum(at, &terms, low, high))
}

fn sum(rng: &mut ChaCha8Rng, n: u32, stride: u32, equal: bool) -> (Engine, Sum, Strength) {
    let mut engine = Engine::new();
    let first = engine.new_bools(n * stride);
    let mut terms = Vec::new();
    for i in 0..n {
        let a = first.at(i * stride);
        let w = if equal { 1 } else { rng.random_range(-4..6) };
        terms.push((a.lit(equal || rng.random_bool(0.7)), w));
        if !equal && rng.random_bool(0.1) {
            terms.push((a.lit(rng.random_bool(0.5)), rng.random_range(-3..4)));
        }
    }
    let low = if rng.random_bool(0.3) { i64::MIN } else { rng.random_range(-3..6) };
    let high = if rng.random_bool(0.3) { i64::MAX } else { low.max(-3) + rng.random_range(0..5) };
    let constraint = Sum::new(&terms, low, high);
    (engine, constraint, bounds(terms, low, high))
}

#[test]
fn cardinality() {
    check("cardinality", 800, |rng| {
        let (n, stride) = (rng.random_range(1..9), rng.random_range(1..40));
        let (mut engine, constraint, _) = sum(rng, n, stride, true);
        cut(&mut engine, &constraint.scope(), rng, 0.3);
        Case { engine, constraint: Box::new(constraint), strength: Strength::Domain }
    });
}

#[test]
fn weighted_sum() {
    check("weighted_sum", 800, |rng| {
        let (n, stride) = (rng.random_range(1..9), rng.random_range(1..40));
        let (mut engine, constraint, strength) = sum(rng, n, stride, false);
        cut(&mut engine, &constraint.scope(), rng, 0.3);
        Case { engine, constraint: Box::new(constraint), strength }
    });
}

/// Checks that no premise can be left out: without any one of them, the others and the opposite of the
/// inferred literal would satisfy the bound.
struct Spare {
    weights: Vec<(Lit, i64)>,
    high: i64,
    checked: u32,
}

impl Observer for Spare {
    const CALLS: bool = true;

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, _: &CallResult) {
        let weight = |l: Lit| self.weights.iter().find(|w| w.0 == l).expect("a term").1;
        let entries = engine.store().trail()[from..].to_vec();
        for entry in entries {
            for l in entry.lits().filter(|_| entry.reason.prop() == Some(who)) {
                let mut why = Lits::new();
                engine.explain(l, &mut why);
                let sum: i64 = why.iter().map(|&l| weight(l)).sum::<i64>() + weight(!l);
                assert!(sum > self.high, "{why:?} do not force {l:?}");
                let least = why.iter().map(|&l| weight(l)).min().unwrap_or(i64::MAX);
                assert!(sum - least <= self.high, "{why:?} has too many for {l:?}");
                self.checked += 1;
            }
        }
    }
}

#[test]
fn explanations_of_sums_have_no_premise_to_spare() {
    let mut checked = 0;
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut engine = Engine::new();
        engine.remember();
        let bools = engine.new_bools(10);
        let weights: Vec<(Lit, i64)> =
            bools.iter().map(|a| (a.pos(), rng.random_range(1..10))).collect();
        let high = rng.random_range(18..30);
        // Literals true from the start are taken first, however light.
        for (l, _) in weights.iter().take(2) {
            engine.assert(*l).expect("open");
        }
        Sum::new(&weights, i64::MIN, high).post(&mut engine).expect("nothing is true yet");
        let mut seen = Spare { weights: weights.clone(), high, checked: 0 };
        assert_eq!(engine.fixpoint(&mut seen), Ok(()));
        for _ in 0..6 {
            let (l, _) = weights[rng.random_range(0..weights.len())];
            if engine.store().is_open(l.atom()) {
                engine.decide(l);
            }
            assert_eq!(engine.fixpoint(&mut seen), Ok(()));
        }
        checked += seen.checked;
    }
    assert!(checked > 200, "hardly anything was explained: {checked}");
}

/// A long row: many terms are fixed at the root, so that the rest can be enumerated.
#[test]
fn long_sum() {
    check("long_sum", 200, |rng| {
        let n = SMALL as u32 + 20;
        let mut engine = Engine::new();
        let first = engine.new_bools(n * 64);
        let mut terms = Vec::new();
        let mut so_far = 0;
        for i in 0..n {
            let a = first.at(i * 64);
            let w = rng.random_range(1..5);
            terms.push((a.pos(), w));
            if i % 8 != 0 {
                let on = rng.random_bool(0.5);
                so_far += if on { w } else { 0 };
                engine.assert(a.lit(on)).expect("open");
            }
        }
        let low = so_far + rng.random_range(0..8);
        let high = low + rng.random_range(0..6);
        let constraint = Box::new(Sum::new(&terms, low, high));
        Case { engine, constraint, strength: bounds(terms, low, high) }
    });
}
