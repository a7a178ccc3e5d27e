//! The constraints of the hidato networks against their oracle.

use crate::support::oracle::{Case, Strength, check, cut};
use clew::kernel::{Engine, Term, Vars};
use clew::propagators::path::{Flag, PathVars};
use clew::propagators::position::adjacency::Graph;
use clew::propagators::{Adjacency, Circuit, EdgeNumber, FragmentOffset, ReifiedLink};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// A random graph with more edges than a tree.
fn graph(rng: &mut ChaCha8Rng, n: u32) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); n as usize];
    for a in 0..n {
        for b in 0..a {
            if rng.random_bool(0.55) {
                lists[a as usize].push(b);
                lists[b as usize].push(a);
            }
        }
    }
    lists
}

#[test]
fn adjacency() {
    check("adjacency", 300, |rng| {
        let n = rng.random_range(2..6);
        let lists = graph(rng, n);
        let mut engine = Engine::new();
        let rows = engine.new_vars(n, n);
        let matrix = engine.new_matrix(rows);
        let terms: Vec<Term> = rows.iter().map(Term::Var).collect();
        if rng.random_bool(0.5) {
            cut(&mut engine, &terms, rng, 0.2);
        }
        let graph = Arc::new(Graph::new(n, |v| &lists[v as usize]));
        Case {
            engine,
            constraint: Box::new(Adjacency::new(graph, matrix, rows)),
            strength: Strength::Checking,
        }
    });
}

#[test]
fn reified_link() {
    check("reified_link", 1000, |rng| {
        let mut engine = Engine::new();
        let wide = rng.random_bool(0.05);
        let mut size = || if wide { rng.random_range(60..70) } else { rng.random_range(1..8) };
        let (nx, nz) = (size(), size());
        let (x, z, y) = (engine.new_var(nx), engine.new_var(nz), engine.new_bool());
        let chance = if wide { 0.85 } else { 0.3 };
        cut(&mut engine, &[Term::Bool(y), Term::Var(x), Term::Var(z)], rng, chance);
        let link = y.lit(rng.random_bool(0.8));
        Case {
            engine,
            constraint: Box::new(ReifiedLink::new(link, x, z)),
            strength: Strength::Domain,
        }
    });
}

#[test]
fn circuit() {
    check("circuit", 400, |rng| {
        let n = rng.random_range(1..6);
        let mut engine = Engine::new();
        let nodes = engine.new_vars(n, n);
        let xs: Vec<Term> = nodes.iter().map(Term::Var).collect();
        engine.new_matrix(nodes);
        if rng.random_bool(0.5) {
            cut(&mut engine, &xs, rng, 0.15);
        }
        Case { engine, constraint: Box::new(Circuit::new(nodes)), strength: Strength::Checking }
    });
}

/// Edges and numbers on a small random graph; the numbers as a permutation matrix or free.
fn edges_and_numbers(rng: &mut ChaCha8Rng, matrix: bool) -> (Engine, PathVars, Vars, u32) {
    let n = rng.random_range(2..5);
    let numbers = if matrix { n } else { rng.random_range(1..6) };
    let lists = graph(rng, n);
    let mut pairs: Vec<[u32; 2]> = Vec::new();
    for a in 0..n {
        pairs.extend(lists[a as usize].iter().filter(|&&b| a < b).map(|&b| [a, b]));
    }
    pairs.truncate(5);
    let mut engine = Engine::new();
    let edges = engine.new_bools(pairs.len() as u32);
    let cells = engine.new_vars(n, numbers);
    if matrix {
        engine.new_matrix(cells);
    }
    let mut terms: Vec<Term> = cells.iter().map(Term::Var).collect();
    terms.extend(edges.iter().map(Term::Bool));
    if rng.random_bool(0.7) {
        cut(&mut engine, &terms, rng, 0.2);
    }
    let graph = Arc::new(clew::propagators::path::Graph::new(n, &pairs));
    let vars = PathVars::new(graph, edges, vec![Flag::Never; n as usize], None);
    (engine, vars, cells, numbers)
}

#[test]
fn edge_number() {
    check("edge_number", 200, |rng| {
        let (engine, vars, cells, numbers) = edges_and_numbers(rng, false);
        let strength = if vars.graph.edges() < 2 { Strength::Domain } else { Strength::Checking };
        Case { engine, constraint: Box::new(EdgeNumber::new(&vars, cells, numbers)), strength }
    });
}

#[test]
fn fragment_offset() {
    check("fragment_offset", 400, |rng| {
        let (engine, vars, cells, numbers) = edges_and_numbers(rng, true);
        Case {
            engine,
            constraint: Box::new(FragmentOffset::new(&vars, cells, numbers)),
            strength: Strength::Checking,
        }
    });
}
