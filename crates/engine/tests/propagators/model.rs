//! The constraints of general models, against the oracle.

use crate::rules::values;
use clew_engine::kernel::{Engine, Lit, Term, VarId};
use clew_engine::propagators::linear::Part;
use clew_engine::propagators::position::adjacency::Graph;
use clew_engine::propagators::{Affine, InTable, IntLinear, LinearDiffers, NextTo};
use clew_engine::testing::{Case, Strength, check, cut};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::sync::Arc;

/// Two variables, sometimes of more than a word each, with domains cut at random.
fn two(rng: &mut ChaCha8Rng) -> (Engine, VarId, VarId) {
    let mut engine = Engine::new();
    let wide = rng.random_bool(0.1);
    let mut size = || if wide { rng.random_range(60..140) } else { rng.random_range(1..9) };
    let (nx, ny) = (size(), size());
    let (x, y) = (engine.new_var(nx), engine.new_var(ny));
    cut(&mut engine, &[Term::Var(x), Term::Var(y)], rng, if wide { 0.9 } else { 0.25 });
    (engine, x, y)
}

#[test]
fn affine() {
    check("affine", 1000, |rng| {
        let (engine, x, y) = two(rng);
        let (nx, ny) = (engine.store().values(x) as i64, engine.store().values(y) as i64);
        let constraint = if rng.random_bool(0.5) {
            Affine::shifted(x, y, rng.random_range(-ny..=nx))
        } else {
            Affine::mirrored(x, y, rng.random_range(-1..=nx + ny))
        };
        Case { engine, constraint: Box::new(constraint), strength: Strength::Domain }
    });
}

#[test]
fn next_to() {
    check("next_to", 600, |rng| {
        let mut engine = Engine::new();
        let wide = rng.random_bool(0.1);
        let n: u32 = if wide { rng.random_range(60..80) } else { rng.random_range(1..8) };
        let mut lists = vec![Vec::new(); n as usize];
        for a in 0..n {
            for b in 0..a {
                if rng.random_bool(if wide { 0.1 } else { 0.4 }) {
                    lists[a as usize].push(b);
                    lists[b as usize].push(a);
                }
            }
        }
        let (x, y) = (engine.new_var(n), engine.new_var(n));
        cut(&mut engine, &[Term::Var(x), Term::Var(y)], rng, if wide { 0.8 } else { 0.2 });
        let graph = Arc::new(Graph::new(n, |v| &lists[v as usize]));
        let constraint = Box::new(NextTo::new(graph, x, y));
        Case { engine, constraint, strength: Strength::Domain }
    });
}

/// Terms of a sum: variables, interval variables and Booleans.
fn mixed_parts(rng: &mut ChaCha8Rng, engine: &mut Engine) -> Vec<Part> {
    let mut parts = parts(rng, engine);
    for _ in 0..rng.random_range(1..4) {
        let c = [-7, -3, -1, 1, 1, 2, 5][rng.random_range(0..7)];
        let x = engine.new_interval(rng.random_range(1..7));
        cut(engine, &[Term::Interval(x)], rng, 0.6);
        parts.push(Part::Interval(x, c));
    }
    parts.truncate(5);
    let by = rng.random_range(0..parts.len());
    parts.rotate_left(by);
    parts
}

/// Terms of a sum: variables, Booleans, and values of variables that are in no other term.
fn parts(rng: &mut ChaCha8Rng, engine: &mut Engine) -> Vec<Part> {
    let mut parts = Vec::new();
    for _ in 0..rng.random_range(1..5) {
        let c = [-7, -3, -2, -1, 1, 1, 2, 3, 5][rng.random_range(0..9)];
        if rng.random_bool(0.7) {
            let wide = rng.random_bool(0.03);
            let n = if wide { rng.random_range(60..70) } else { rng.random_range(1..6) };
            let x = engine.new_var(n);
            cut(engine, &[Term::Var(x)], rng, if wide { 0.9 } else { 0.2 });
            parts.push(Part::Var(x, c));
        } else {
            let b = engine.new_bool();
            cut(engine, &[Term::Bool(b)], rng, 0.2);
            parts.push(Part::Lit(b.lit(rng.random_bool(0.6)), c));
        }
    }
    parts
}

/// The possible contributions of each part of a sum, with their literals.
fn ways(engine: &Engine, parts: &[Part]) -> Vec<Vec<(Lit, i64)>> {
    let of = |part: &Part| match *part {
        Part::Lit(l, c) => vec![(l, c), (!l, 0)],
        Part::Interval(..) => unreachable!("none is made here"),
        Part::Var(x, c) => (0..engine.store().values(x))
            .map(|v| (engine.store().atom(x, v).pos(), c * i64::from(v)))
            .collect(),
    };
    parts.iter().map(of).collect()
}

#[test]
fn int_linear() {
    for bounds in 0..3 {
        check("int_linear", 1500, |rng| {
            let mut engine = Engine::new();
            let parts = parts(rng, &mut engine);
            let low = rng.random_range(-15..20);
            let (low, high, strength) = match bounds {
                0 => (i64::MIN, low, Strength::Domain),
                1 => (low, i64::MAX, Strength::Domain),
                _ => {
                    let high = low + rng.random_range(0..3);
                    let ways = ways(&engine, &parts);
                    let rule = Strength::from_rules(move |at| values::bounds(at, &ways, low, high));
                    (low, high, rule)
                }
            };
            let constraint = Box::new(IntLinear::new(parts, low, high));
            Case { engine, constraint, strength }
        });
    }
}

/// The remaining bounds of interval variables and of other terms have a solution over the reals, so with one
/// bound over the integers too.
#[test]
fn int_linear_with_intervals() {
    check("int_linear with intervals", 3000, |rng| {
        let mut engine = Engine::new();
        let parts = mixed_parts(rng, &mut engine);
        let low = rng.random_range(-15..20);
        let (low, high, strength) = match rng.random_range(0..3) {
            0 => (i64::MIN, low, Strength::Domain),
            1 => (low, i64::MAX, Strength::Domain),
            _ => (low, low + rng.random_range(0..3), Strength::Checking),
        };
        Case { engine, constraint: Box::new(IntLinear::new(parts, low, high)), strength }
    });
}

#[test]
fn linear_differs_with_intervals() {
    check("linear_differs with intervals", 3000, |rng| {
        let mut engine = Engine::new();
        let parts = mixed_parts(rng, &mut engine);
        let constraint = Box::new(LinearDiffers::new(parts, rng.random_range(-6..12)));
        Case { engine, constraint, strength: Strength::Checking }
    });
}

#[test]
fn linear_differs() {
    check("linear_differs", 1500, |rng| {
        let mut engine = Engine::new();
        let parts = parts(rng, &mut engine);
        let constraint = Box::new(LinearDiffers::new(parts, rng.random_range(-6..12)));
        Case { engine, constraint, strength: Strength::Domain }
    });
}

#[test]
fn table() {
    check("table", 1000, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(1..5);
        let xs: Vec<VarId> = (0..n).map(|_| engine.new_var(rng.random_range(1..5))).collect();
        let terms: Vec<Term> = xs.iter().map(|&x| Term::Var(x)).collect();
        cut(&mut engine, &terms, rng, 0.15);
        // Now and then a value that no variable has, and a row twice.
        let many = if rng.random_bool(0.2) { 70 } else { 12 };
        let rows = (0..rng.random_range(0..many))
            .map(|_| xs.iter().map(|_| rng.random_range(0..5)).collect())
            .collect();
        let constraint = Box::new(InTable::new(&xs, rows));
        Case { engine, constraint, strength: Strength::Domain }
    });
}
