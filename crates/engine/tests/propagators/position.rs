//! Positions along a line, links and edges, against the oracle.

use crate::rules::position;
use clew_engine::kernel::{Atom, Cause, Constraint, Engine, Term, Vars};
use clew_engine::propagators::path::{Flag, PathVars};
use clew_engine::propagators::position::adjacency::Graph;
use clew_engine::propagators::{Adjacency, Circuit, EdgeNumber, FragmentOffset, ReifiedLink};
use clew_engine::testing::{Case, Fixpoint, Strength, check, cut};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
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
        let constraint = Box::new(Adjacency::new(graph, matrix, rows));
        let strength = Strength::from_rules(move |at| position::layers(at, &lists, rows));
        Case { engine, constraint, strength }
    });
}

/// Layers of more than a word, too large to enumerate: the vertices left after each decision, and after
/// backtracking, are those of the rule.
#[test]
fn adjacency_on_boards_of_several_words() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut gone, mut failures) = (0, 0);
    for (rows, cols, king) in [(5u32, 13u32, false), (8, 9, true), (12, 11, false)] {
        let n = rows * cols;
        let near = |a: u32, b: u32| {
            let (dr, dc) = ((a / cols).abs_diff(b / cols), (a % cols).abs_diff(b % cols));
            if king { dr.max(dc) == 1 } else { dr + dc == 1 }
        };
        let lists: Vec<Vec<u32>> =
            (0..n).map(|a| (0..n).filter(|&b| near(a, b)).collect()).collect();
        let mut engine = Engine::new();
        let cells = engine.new_vars(n, n);
        let matrix = engine.new_matrix(cells);
        let graph = Arc::new(Graph::new(n, |v| &lists[v as usize]));
        Adjacency::new(graph, matrix, cells).post(&mut engine).expect("every layer is full");
        for step in 0..60 {
            // A known position is news in all layers; a removed value in one of them: the consequences go
            // from layer to layer, here mostly from one word into the next or back.
            let (k, is_known) = (rng.random_range(54..n.min(72)), rng.random_bool(0.2));
            let holds: Vec<u32> =
                (0..n).filter(|&c| engine.store().domain(cells.at(c)).contains(k)).collect();
            let x = cells.at(holds[rng.random_range(0..holds.len())]);
            let atom = engine.store().atom(x, k);
            if engine.store().is_open(atom) {
                engine.decide(atom.lit(is_known));
            }
            if engine.fixpoint(&mut ()).is_err() {
                failures += 1;
                engine.backtrack(engine.level() - 1);
            } else if step % 20 == 19 {
                engine.backtrack(engine.level() / 2);
            }
            assert_eq!(engine.fixpoint(&mut ()), Ok(()));
            if step % 4 != 3 {
                continue;
            }
            let label = format!("{rows} by {cols}, step {step}");
            position::layers(&Fixpoint::new(engine.store(), &label), &lists, cells);
            gone += cells.iter().map(|x| n - engine.store().size(x)).sum::<u32>();
        }
        parts_are_two_layers(&engine, cells);
    }
    assert!(gone > 10_000, "hardly anything was inferred: {gone}, {failures} failures");
}

/// For reports, each fact is attributed to two layers: all atoms of both, including the fact's.
fn parts_are_two_layers(engine: &Engine, cells: Vars) {
    let store = engine.store();
    let mut seen = 0;
    for entry in store.trail() {
        let Cause::Rule { prop, tag } = entry.reason.cause() else { continue };
        for fact in entry.lits() {
            let part = engine.prop(prop).part(store, Some(fact), tag).expect("a pair of layers");
            let about = engine.prop(prop).part_scope(store, part);
            let both: BTreeSet<Atom> =
                cells.iter().flat_map(|x| [part, part + 1].map(|k| store.atom(x, k))).collect();
            assert!(both.contains(&fact.atom()), "{fact:?} is not of part {part}");
            assert_eq!(about.into_iter().collect::<BTreeSet<Atom>>(), both);
            seen += 1;
        }
    }
    assert!(seen > 0, "nothing was inferred");
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
        let strength = Strength::from_rules(move |at| position::circuit(at, nodes));
        Case { engine, constraint: Box::new(Circuit::new(nodes)), strength }
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
    let graph = Arc::new(clew_engine::propagators::path::Graph::new(n, &pairs));
    let vars = PathVars::new(graph, edges, vec![Flag::Never; n as usize], None);
    (engine, vars, cells, numbers)
}

#[test]
fn edge_number() {
    check("edge_number", 200, |rng| {
        let (engine, vars, cells, numbers) = edges_and_numbers(rng, false);
        let constraint = Box::new(EdgeNumber::new(&vars, cells, numbers));
        let strength = Strength::from_rules(move |at| position::edge_numbers(at, &vars, cells));
        Case { engine, constraint, strength }
    });
}

#[test]
fn fragment_offset() {
    check("fragment_offset", 400, |rng| {
        let (engine, vars, cells, numbers) = edges_and_numbers(rng, true);
        let constraint = Box::new(FragmentOffset::new(&vars, cells, numbers));
        let strength = Strength::from_rules(move |at| {
            position::edge_numbers(at, &vars, cells);
            position::offsets(at, &vars, cells);
        });
        Case { engine, constraint, strength }
    });
}
