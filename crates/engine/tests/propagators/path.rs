//! The propagators of paths on graphs against the oracle, on random small graphs.

use crate::boards::{Moves, near};
use crate::rules::path::Paths;
use clew_engine::kernel::{Constraint, Engine, Term};
use clew_engine::propagators::path::{
    DegreeSystem, Flag, Graph, PathSystem, PathVars, Pattern, SEARCH_LIMIT,
};
use clew_engine::testing::{Case, Strength, check, cut};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;

/// A random part of a small grid with at most `most` edges, of rook moves, or of king moves or hexagons.
fn small_graph(rng: &mut ChaCha8Rng, rook: bool, most: usize) -> Graph {
    let (rows, cols) = [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3)][rng.random_range(0..5)];
    let present: Vec<bool> = (0..rows * cols).map(|_| rng.random_bool(0.9)).collect();
    let mut number = vec![0; present.len()];
    let mut n = 0;
    for (i, &there) in present.iter().enumerate() {
        number[i] = n;
        n += u32::from(there);
    }
    let moves = match rook {
        true => Moves::Rook,
        false => [Moves::King, Moves::Hex][rng.random_range(0..2)],
    };
    let mut edges = Vec::new();
    for i in 0..present.len() {
        for j in i + 1..present.len() {
            if near(moves, cols, i, j) && present[i] && present[j] {
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
            _ => Flag::Open(first_end.at(c)),
        })
        .collect();
    let used = partial.then(|| {
        let first = engine.new_bools(n);
        (0..n)
            .map(|c| match rng.random_range(0..6) {
                0 => Flag::Always,
                _ => Flag::Open(first.at(c)),
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

/// The degree of each cell, and the number of ends.
fn degrees(vars: &PathVars, ends: Option<u32>) -> Strength {
    let vars = vars.clone();
    Strength::from_rules(move |at| {
        let paths = Paths::new(at, &vars);
        paths.degrees();
        ends.into_iter().for_each(|total| paths.count_of_ends(total as usize));
    })
}

/// The claims of the propagators of a system.
fn patterns(system: &PathSystem) -> Strength {
    let PathSystem { vars, pattern, connectivity, blocks } = system.clone();
    Strength::from_rules(move |at| {
        let (paths, is_line) = (Paths::new(at, &vars), pattern == Pattern::Line);
        paths.degrees();
        if is_line {
            paths.count_of_ends(2);
        }
        paths.fragments_stay_open(pattern);
        if connectivity {
            paths.hangs_together(is_line);
        }
        if blocks && is_line && vars.covers_all {
            paths.blocks();
        }
    })
}

#[test]
fn degree() {
    check("degree", 250, |rng| {
        let partial = rng.random_bool(0.3);
        let (mut engine, vars) = line_case(rng, partial);
        start(&mut engine, &vars, rng);
        let ends = rng.random_bool(0.5).then(|| rng.random_range(0..4));
        let strength = degrees(&vars, ends);
        let constraint = Box::new(DegreeSystem { vars, ends, flow: None });
        Case { engine, constraint, strength }
    });
}

fn check_flow(name: &str, limit: usize) {
    for rook in [true, false] {
        check(name, 300, |rng| {
            let mut engine = Engine::new();
            let graph = loop {
                let graph = small_graph(rng, rook, 8);
                if graph.cells() > 1 && graph.edges() + graph.cells() <= 14 {
                    break graph;
                }
            };
            let vars = variables(rng, &mut engine, graph, false);
            start(&mut engine, &vars, rng);
            let (ends, flow) = (Some(rng.random_range(0..3) * 2), Some(limit));
            let strength = if rook { Strength::Domain } else { degrees(&vars, ends) };
            Case { engine, constraint: Box::new(DegreeSystem { vars, ends, flow }), strength }
        });
    }
}

#[test]
fn degree_flow() {
    check_flow("degree flow", SEARCH_LIMIT);
}

/// Small boards never get beyond the limit of single searches; here there is none.
#[test]
fn degree_flow_in_phases() {
    check_flow("degree flow in phases", 0);
}

/// The rook's board of this size, as a network of degrees and flow with two ends.
fn square_board(side: u32, limit: usize) -> (Engine, PathVars) {
    let at = |r: u32, c: u32| r * side + c;
    let across = (0..side).flat_map(|r| (1..side).map(move |c| [at(r, c - 1), at(r, c)]));
    let down = (1..side).flat_map(|r| (0..side).map(move |c| [at(r - 1, c), at(r, c)]));
    let mut edges: Vec<[u32; 2]> = across.chain(down).collect();
    edges.sort_unstable();
    let graph = Graph::new(side * side, &edges);
    let mut engine = Engine::new();
    let first_edge = engine.new_bools(graph.edges());
    let corners = [0, side * side - 1];
    let ends = (0..side * side)
        .map(|c| if corners.contains(&c) { Flag::Always } else { Flag::Never })
        .collect();
    let vars = PathVars::new(Arc::new(graph), first_edge, ends, None);
    let flow = Some(limit);
    let system = DegreeSystem { vars: vars.clone(), ends: Some(2), flow };
    system.post(&mut engine).expect("as many black ends as white ones fit");
    (engine, vars)
}

/// On a board where phases ship many units at once, the same edges are left after any decisions. On
/// a bipartite graph the open edges always have a feasible flow, so no decision ever fails.
#[test]
fn phases_and_single_searches_infer_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut inferred = 0;
    for _ in 0..40 {
        let mut both = [SEARCH_LIMIT, 0].map(|limit| square_board(9, limit));
        let mut order: Vec<u32> = (0..both[0].1.graph.edges()).collect();
        order.shuffle(&mut rng);
        for e in order {
            let on = rng.random_bool(0.5);
            let seen = both.each_mut().map(|(engine, vars)| {
                assert_eq!(engine.fixpoint(&mut ()), Ok(()));
                let store = engine.store();
                let words: Vec<[u64; 2]> =
                    (0..store.words()).map(|w| [store.known(w), store.alive(w)]).collect();
                let is_open = store.is_open(vars.edge(e));
                if is_open {
                    engine.decide(vars.edge(e).lit(on));
                }
                (is_open, words)
            });
            assert_eq!(seen[0], seen[1]);
            inferred += u32::from(!seen[0].0);
        }
    }
    assert!(inferred > 1000, "hardly anything was inferred: {inferred}");
}

#[test]
fn one_line() {
    for partial in [false, true] {
        check("one line", 250, |rng| {
            let (mut engine, vars) = line_case(rng, partial);
            start(&mut engine, &vars, rng);
            let system = PathSystem {
                vars,
                pattern: Pattern::Line,
                connectivity: rng.random_bool(0.6),
                blocks: rng.random_bool(0.6),
            };
            let strength = patterns(&system);
            Case { engine, constraint: Box::new(system), strength }
        });
    }
}

/// Edges, triangles and squares, some with their diagonals, each joined to an earlier one in one cell: chains of blocks mostly, and forks.
fn blocks(rng: &mut ChaCha8Rng) -> Graph {
    let (mut edges, mut cells, mut joint) = (Vec::new(), 1, 0);
    for _ in 0..rng.random_range(2..4) {
        let block: Vec<u32> =
            std::iter::once(joint).chain(cells..cells + rng.random_range(1..4)).collect();
        edges.extend(block.windows(2).map(|w| [w[0].min(w[1]), w[0].max(w[1])]));
        if let [first, _, .., last] = block[..] {
            edges.push([first, last]);
        }
        // A whole block can be entered by any of its cells.
        if let [a, b, c, d] = block[..]
            && rng.random_bool(0.5)
        {
            edges.extend([[a, c], [b, d]]);
        }
        cells += block.len() as u32 - 1;
        let anywhere = rng.random_bool(0.2);
        let first = if anywhere { 0 } else { cells + 1 - block.len() as u32 };
        joint = rng.random_range(first..cells);
    }
    edges.sort_unstable();
    Graph::new(cells, &edges)
}

/// Boards where most cells are articulation points.
#[test]
fn one_line_through_blocks() {
    check("one line through blocks", 300, |rng| {
        let mut engine = Engine::new();
        let graph = loop {
            let graph = blocks(rng);
            if graph.cells() + graph.edges() <= 14 {
                break graph;
            }
        };
        let vars = variables(rng, &mut engine, graph, false);
        start(&mut engine, &vars, rng);
        let connectivity = rng.random_bool(0.2);
        let system = PathSystem { vars, pattern: Pattern::Line, connectivity, blocks: true };
        let strength = patterns(&system);
        Case { engine, constraint: Box::new(system), strength }
    });
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
    let mut terminals = vec![false; n as usize];
    let links = rng.random_range(1..=(n / 2).min(3));
    cells.iter().take(2 * links as usize).for_each(|&c| terminals[c as usize] = true);
    let terminal = |c: u32| terminals[c as usize];
    let first_edge = engine.new_bools(graph.edges());
    let first_used = engine.new_bools(n);
    let ends = (0..n).map(|c| if terminal(c) { Flag::Always } else { Flag::Never }).collect();
    let used = partial.then(|| {
        let open = |c: u32| Flag::Open(first_used.at(c));
        (0..n).map(|c| if terminal(c) { Flag::Always } else { open(c) }).collect()
    });
    let vars = PathVars::new(Arc::new(graph), first_edge, ends, used);
    (engine, vars, Pattern::Links)
}

#[test]
fn links() {
    for partial in [false, true] {
        check("links", 250, |rng| {
            let (mut engine, vars, pattern) = links_case(rng, partial);
            start(&mut engine, &vars, rng);
            let system = PathSystem {
                vars,
                pattern,
                connectivity: rng.random_bool(0.6),
                blocks: rng.random_bool(0.6),
            };
            let strength = patterns(&system);
            Case { engine, constraint: Box::new(system), strength }
        });
    }
}
