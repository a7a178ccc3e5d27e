//! The propagators of paths on graphs against the oracle, on random small graphs.

use crate::support::oracle::{Case, Strength, check, cut};
use clew::kernel::{Engine, Term};
use clew::propagators::path::{DegreeSystem, Flag, Graph, NO_LABEL, PathSystem, PathVars, Pattern};
use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// A random part of a small grid with at most `most` edges; king moves now and then.
fn small_graph(rng: &mut ChaCha8Rng, rook: bool, most: usize) -> Graph {
    let (rows, cols) = [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3)][rng.random_range(0..5)];
    let present: Vec<bool> = (0..rows * cols).map(|_| rng.random_bool(0.9)).collect();
    let mut number = vec![0; present.len()];
    let mut n = 0;
    for (i, &there) in present.iter().enumerate() {
        number[i] = n;
        n += u32::from(there);
    }
    let mut edges = Vec::new();
    for i in 0..present.len() {
        for j in i + 1..present.len() {
            let (dr, dc) = ((j / cols).abs_diff(i / cols), (j % cols).abs_diff(i % cols));
            let near = if rook { dr + dc == 1 } else { dr.max(dc) == 1 };
            if near && present[i] && present[j] {
                edges.push([number[i], number[j]]);
            }
        }
    }
    edges.shuffle(rng);
    edges.truncate(most);
    edges.sort_unstable();
    Graph::new(n, &edges)
}

/// Variables with random constants among the flags, in an engine.
fn variables(rng: &mut ChaCha8Rng, engine: &mut Engine, graph: Graph, partial: bool) -> PathVars {
    let n = graph.cells();
    let first_edge = engine.new_bools(graph.edges());
    let first_end = engine.new_bools(n);
    let constant = rng.random_bool(0.3);
    let ends = (0..n)
        .map(|c| match rng.random_range(0..8) {
            0 if constant => Flag::Always,
            1..4 if constant => Flag::Never,
            _ => Flag::Open(clew::kernel::Atom(first_end.0 + c)),
        })
        .collect();
    let used = partial.then(|| {
        let first = engine.new_bools(n);
        (0..n)
            .map(|c| match rng.random_range(0..6) {
                0 => Flag::Always,
                _ => Flag::Open(clew::kernel::Atom(first.0 + c)),
            })
            .collect()
    });
    PathVars::new(Arc::new(graph), first_edge, ends, used)
}

fn line_case(rng: &mut ChaCha8Rng, partial: bool) -> (Engine, PathVars) {
    let rook = rng.random_bool(0.7);
    let mut engine = Engine::new();
    let graph = loop {
        let graph = small_graph(rng, rook, if partial { 5 } else { 8 });
        let flags = graph.cells() * if partial { 2 } else { 1 };
        if graph.cells() > 1 && graph.edges() + flags <= 14 {
            break graph;
        }
    };
    let vars = variables(rng, &mut engine, graph, partial);
    (engine, vars)
}

fn start(engine: &mut Engine, vars: &PathVars, rng: &mut ChaCha8Rng) {
    let edges: Vec<Term> = (0..vars.graph.edges()).map(|e| Term::Bool(vars.edge(e))).collect();
    cut(engine, &edges, rng, 0.15);
}

#[test]
fn degree() {
    check("degree", 250, |rng| {
        let partial = rng.random_bool(0.3);
        let (mut engine, vars) = line_case(rng, partial);
        start(&mut engine, &vars, rng);
        let ends = rng.random_bool(0.5).then(|| rng.random_range(0..4));
        let constraint = Box::new(DegreeSystem { vars, ends, flow: false });
        Case { engine, constraint, strength: Strength::Checking }
    });
}

#[test]
fn degree_flow() {
    for rook in [true, false] {
        let strength = if rook { Strength::Domain } else { Strength::Checking };
        check("degree flow", 300, |rng| {
            let mut engine = Engine::new();
            let graph = loop {
                let graph = small_graph(rng, rook, 8);
                if graph.cells() > 1 && graph.edges() + graph.cells() <= 14 {
                    break graph;
                }
            };
            let vars = variables(rng, &mut engine, graph, false);
            start(&mut engine, &vars, rng);
            let ends = Some(rng.random_range(0..3) * 2);
            Case { engine, constraint: Box::new(DegreeSystem { vars, ends, flow: true }), strength }
        });
    }
}

#[test]
fn one_line() {
    for partial in [false, true] {
        check("one line", 250, |rng| {
            let (mut engine, vars) = line_case(rng, partial);
            start(&mut engine, &vars, rng);
            let constraint = Box::new(PathSystem {
                vars,
                pattern: Pattern::Line,
                connectivity: rng.random_bool(0.6),
                blocks: rng.random_bool(0.6),
            });
            Case { engine, constraint, strength: Strength::Checking }
        });
    }
}

fn links_case(rng: &mut ChaCha8Rng, partial: bool) -> (Engine, PathVars, Pattern) {
    let mut engine = Engine::new();
    let graph = loop {
        let graph = small_graph(rng, true, if partial { 7 } else { 12 });
        if graph.cells() >= 4 && graph.edges() + if partial { graph.cells() } else { 0 } <= 13 {
            break graph;
        }
    };
    let n = graph.cells();
    let mut cells: Vec<u32> = (0..n).collect();
    cells.shuffle(rng);
    let mut label = vec![NO_LABEL; n as usize];
    let links = rng.random_range(1..=(n / 2).min(3));
    for (i, &c) in cells.iter().take(2 * links as usize).enumerate() {
        label[c as usize] = i as u32 / 2;
    }
    let terminal = |c: u32| label[c as usize] != NO_LABEL;
    let first_edge = engine.new_bools(graph.edges());
    let first_used = engine.new_bools(n);
    let ends = (0..n).map(|c| if terminal(c) { Flag::Always } else { Flag::Never }).collect();
    let used = partial.then(|| {
        let open = |c: u32| Flag::Open(clew::kernel::Atom(first_used.0 + c));
        (0..n).map(|c| if terminal(c) { Flag::Always } else { open(c) }).collect()
    });
    let vars = PathVars::new(Arc::new(graph), first_edge, ends, used);
    (engine, vars, Pattern::Links(label.into()))
}

#[test]
fn links() {
    for partial in [false, true] {
        check("links", 250, |rng| {
            let (mut engine, vars, pattern) = links_case(rng, partial);
            start(&mut engine, &vars, rng);
            let constraint = Box::new(PathSystem {
                vars,
                pattern,
                connectivity: rng.random_bool(0.6),
                blocks: rng.random_bool(0.6),
            });
            Case { engine, constraint, strength: Strength::Checking }
        });
    }
}
