//! Numbers, tables with open places, circuits through some nodes and what hangs together, against the oracle.

use clew_engine::kernel::{Engine, Term, VarId};
use clew_engine::propagators::general::{InTable, STAR};
use clew_engine::propagators::path::{Graph, Joined};
use clew_engine::propagators::{Cumulative, Element, Job, Maximum, Number, OnSubCircuit, Product};
use clew_engine::testing::{Case, Strength, check, cut};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::sync::Arc;

/// Fresh numbers, some of their values cut.
fn numbers(engine: &mut Engine, rng: &mut ChaCha8Rng, n: usize, most: u32) -> Vec<Number> {
    let number = |_| {
        let var = engine.new_var(rng.random_range(1..=most));
        let x = Number::new(var, rng.random_range(-3..3));
        if rng.random_bool(0.3) { x.negated() } else { x }
    };
    (0..n).map(number).collect()
}

fn cut_numbers(engine: &mut Engine, rng: &mut ChaCha8Rng, of: &[Number]) {
    let terms: Vec<Term> = of.iter().map(|x| Term::Var(x.var)).collect();
    cut(engine, &terms, rng, 0.2);
}

#[test]
fn maximum() {
    check("maximum", 400, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(2..5);
        let all = numbers(&mut engine, rng, n, 5);
        cut_numbers(&mut engine, rng, &all);
        let constraint = Box::new(Maximum::new(all[0], &all[1..]));
        Case { engine, constraint, strength: Strength::Checking }
    });
}

#[test]
fn element() {
    check("element", 400, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(2..6);
        let all = numbers(&mut engine, rng, n, 4);
        cut_numbers(&mut engine, rng, &all);
        let constraint = Box::new(Element::new(all[0], &all[2..], all[1]));
        Case { engine, constraint, strength: Strength::Domain }
    });
}

#[test]
fn product() {
    check("product", 400, |rng| {
        let mut engine = Engine::new();
        let mut all = numbers(&mut engine, rng, 2, 7);
        let z = engine.new_var(rng.random_range(1..30));
        all.push(Number::new(z, rng.random_range(-12..5)));
        cut_numbers(&mut engine, rng, &all);
        let constraint = Box::new(Product::new(all[0], all[1], all[2]));
        Case { engine, constraint, strength: Strength::Checking }
    });
}

#[test]
fn cumulative() {
    check("cumulative", 400, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(1..5);
        let starts = numbers(&mut engine, rng, n, 6);
        cut_numbers(&mut engine, rng, &starts);
        let jobs: Vec<Job> = starts
            .iter()
            .map(|&start| Job {
                start,
                length: rng.random_range(1..5),
                need: rng.random_range(1..4),
            })
            .collect();
        let constraint = Box::new(Cumulative::new(&jobs, rng.random_range(1..6)));
        Case { engine, constraint, strength: Strength::Checking }
    });
}

#[test]
fn table_with_open_places() {
    check("table with open places", 400, |rng| {
        let mut engine = Engine::new();
        let xs: Vec<VarId> =
            (0..rng.random_range(1..5)).map(|_| engine.new_var(rng.random_range(1..5))).collect();
        let terms: Vec<Term> = xs.iter().map(|&x| Term::Var(x)).collect();
        cut(&mut engine, &terms, rng, 0.2);
        let row = |rng: &mut ChaCha8Rng| -> Vec<u32> {
            let place = |rng: &mut ChaCha8Rng| match rng.random_bool(0.3) {
                true => STAR,
                false => rng.random_range(0..4),
            };
            xs.iter().map(|_| place(rng)).collect()
        };
        let rows = (0..rng.random_range(1..8)).map(|_| row(rng)).collect();
        let constraint = Box::new(InTable::new(&xs, rows));
        Case { engine, constraint, strength: Strength::Domain }
    });
}

#[test]
fn sub_circuit() {
    check("sub_circuit", 400, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(1..6);
        let xs: Vec<VarId> = (0..n).map(|_| engine.new_var(n)).collect();
        let terms: Vec<Term> = xs.iter().map(|&x| Term::Var(x)).collect();
        cut(&mut engine, &terms, rng, 0.3);
        Case { engine, constraint: Box::new(OnSubCircuit(xs)), strength: Strength::Checking }
    });
}

#[test]
fn joined() {
    check("joined", 400, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(1..7u32);
        let pairs = (0..n).flat_map(|b| (0..b).map(move |a| [a, b]));
        let edges: Vec<[u32; 2]> = pairs.filter(|_| rng.random_bool(0.4)).take(7).collect();
        let mut literal = || {
            let atom = engine.new_bools(1).at(0);
            atom.lit(rng.random_bool(0.7))
        };
        let vertices = (0..n).map(|_| literal()).collect();
        let on: Vec<_> = edges.iter().map(|_| literal()).collect();
        let on = rng.random_bool(0.5).then_some(on);
        let constraint = Box::new(Joined::new(Arc::new(Graph::new(n, &edges)), vertices, on));
        Case { engine, constraint, strength: Strength::Checking }
    });
}
