//! Labels of cells, against the oracle.

use crate::rules::label;
use clew_engine::kernel::{Engine, Term, Vars};
use clew_engine::propagators::path::Graph;
use clew_engine::propagators::{
    EqualCount, EqualityChannel, LabelConnectivity, MixedBlocks, Sight,
};
use clew_engine::structures::Csr;
use clew_engine::testing::{Case, Strength, check, cut};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::sync::Arc;

/// A random graph on `cells` cells without double edges.
fn random_graph(cells: u32, chance: f64, rng: &mut ChaCha8Rng) -> Arc<Graph> {
    let pairs = (0..cells).flat_map(|c| (c + 1..cells).map(move |d| [c, d]));
    let edges: Vec<[u32; 2]> = pairs.filter(|_| rng.random_bool(chance)).collect();
    Arc::new(Graph::new(cells, &edges))
}

fn terms(labels: Vars) -> Vec<Term> {
    labels.iter().map(Term::Var).collect()
}

fn channel_case(rng: &mut ChaCha8Rng, cells: u32, values: u32) -> Case {
    let mut engine = Engine::new();
    let labels = engine.new_vars(cells, values);
    let graph = random_graph(cells, if cells == 2 { 1.0 } else { 0.6 }, rng);
    let edges = engine.new_bools(graph.edges());
    let empty = rng.random_bool(0.5).then_some(values - 1);
    let exact = rng.random_bool(0.5);
    let mut all = terms(labels);
    all.extend(edges.iter().map(Term::Bool));
    cut(&mut engine, &all, rng, 0.4);
    let strength = match cells {
        2 => Strength::Domain,
        _ => {
            let graph = graph.clone();
            Strength::from_rules(move |at| {
                label::channel(at, &graph, (labels, edges), empty, exact)
            })
        }
    };
    let channel = EqualityChannel::new(&engine, graph, labels, edges, empty, exact);
    Case { engine, constraint: Box::new(channel), strength }
}

#[test]
fn equality_channel_on_one_edge_is_domain_consistent() {
    check("equality_channel (one edge)", 600, |rng| {
        let values = rng.random_range(2..6);
        channel_case(rng, 2, values)
    });
}

#[test]
fn equality_channel() {
    check("equality_channel", 300, |rng| {
        let values = rng.random_range(2..4);
        channel_case(rng, 4, values)
    });
}

#[test]
fn equality_channel_of_many_labels() {
    check("equality_channel (two words)", 60, |rng| channel_case(rng, 2, 67));
}

#[test]
fn equal_count() {
    check("equal_count", 400, |rng| {
        let mut engine = Engine::new();
        let (cells, values) = (rng.random_range(2..6), rng.random_range(1..4));
        let labels = engine.new_vars(cells, values);
        let graph = random_graph(cells, 0.6, rng);
        cut(&mut engine, &terms(labels), rng, 0.2);
        let count: Vec<u8> = (0..cells).map(|_| rng.random_range(1..3)).collect();
        let empty = rng.random_bool(0.5).then_some(values - 1);
        let constraint = EqualCount::new(graph.clone(), labels, count.clone(), empty);
        let strength =
            Strength::from_rules(move |at| label::equal_counts(at, &graph, labels, &count, empty));
        Case { engine, constraint: Box::new(constraint), strength }
    });
}

#[test]
fn label_connectivity() {
    check("label_connectivity", 400, |rng| {
        let mut engine = Engine::new();
        let cells = rng.random_range(3..7);
        let labels = engine.new_vars(cells, 3);
        let graph = random_graph(cells, 0.5, rng);
        let with_edges = rng.random_bool(0.5) && graph.edges() < 6;
        let edges = with_edges.then(|| engine.new_bools(graph.edges()));
        // End-points of one or two labels; value 2 may be no label at all.
        let mut order: Vec<u32> = (0..cells).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.random_range(0..=i));
        }
        let pairs = if cells > 3 { rng.random_range(1..3) } else { 1 };
        let ends: Vec<[u32; 2]> = (0..pairs).map(|k| [order[2 * k], order[2 * k + 1]]).collect();
        let constraint = LabelConnectivity::new(graph.clone(), labels, edges, ends.clone());
        let strength =
            Strength::from_rules(move |at| label::connected(at, &graph, labels, edges, &ends));
        Case { engine, constraint: Box::new(constraint), strength }
    });
}

#[test]
fn mixed_blocks() {
    check("mixed_blocks", 400, |rng| {
        let mut engine = Engine::new();
        let cells = rng.random_range(4..7);
        let values = rng.random_range(2..4);
        let labels = engine.new_vars(cells, values);
        cut(&mut engine, &terms(labels), rng, 0.3);
        let blocks: Vec<[u32; 4]> = (0..rng.random_range(1..3u32))
            .map(|i| {
                let at = i.min(cells - 4);
                [at, at + 1, at + 2, at + 3]
            })
            .collect();
        let empty = rng.random_bool(0.5).then_some(values - 1);
        let constraint = MixedBlocks::new(labels, blocks.clone(), empty);
        let strength = Strength::from_rules(move |at| label::mixed(at, labels, &blocks, empty));
        Case { engine, constraint: Box::new(constraint), strength }
    });
}

#[test]
fn sight() {
    check("sight", 600, |rng| {
        let mut engine = Engine::new();
        let cells = rng.random_range(3..7);
        let values = rng.random_range(2..4);
        let labels = engine.new_vars(cells, values);
        cut(&mut engine, &terms(labels), rng, 0.5);
        // One line, or two that cross in a cell.
        let middle = rng.random_range(0..cells);
        let mut lines = Csr::default();
        lines.add_row(0..=middle);
        if rng.random_bool(0.7) {
            lines.add_row((middle..cells).rev());
        }
        let strength = Strength::from_rules({
            let lines = lines.clone();
            move |at| label::sight(at, labels, &lines, values - 1)
        });
        let constraint = Sight::new(labels, values - 1, lines);
        Case { engine, constraint: Box::new(constraint), strength }
    });
}
