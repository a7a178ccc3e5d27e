//! Circuits through some nodes, closed loops, connectivity.

use crate::case::{Case, check};
use clew::model::Graph;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

fn graph(rng: &mut ChaCha8Rng, n: u32, share: f64) -> Graph {
    Graph::from_fn(n, |_, _| rng.random_bool(share))
}

#[test]
fn circuits_through_some_nodes() {
    check(|rng| {
        let n = rng.random_range(1..6);
        let mut case = Case::of(n, 0..=n as i64 - 1, 0);
        if rng.random_bool(0.3) {
            case = Case::of(n, -1..=n as i64, 0);
        }
        let graph = graph(rng, n as u32, 0.7);
        case.model.sub_circuit(&graph, &case.ints)?;
        case.means(move |p| {
            let inside = p.0.iter().all(|v| (0..n as i64).contains(v));
            let joined = |v: usize| p.0[v] == v as i64 || graph.joins(v as u32, p.0[v] as u32);
            if !inside || !(0..n).all(joined) {
                return false;
            }
            let Some(first) = (0..n).find(|&v| p.0[v] != v as i64) else { return true };
            let mut seen = vec![false; n];
            let mut at = first;
            while !std::mem::replace(&mut seen[at], true) {
                at = p.0[at] as usize;
            }
            at == first && (0..n).all(|v| seen[v] == (p.0[v] != v as i64))
        });
        Ok(case)
    });
}

/// The number of components of some nodes, by repeated merging.
fn pieces(nodes: &[u32], edges: &[[u32; 2]]) -> usize {
    let mut name: Vec<u32> = nodes.to_vec();
    let at = |v: u32| nodes.iter().position(|&w| w == v);
    for &[a, b] in edges {
        if let (Some(a), Some(b)) = (at(a), at(b)) {
            let (old, new) = (name[a], name[b]);
            name.iter_mut().filter(|n| **n == old).for_each(|n| *n = new);
        }
    }
    name.sort_unstable();
    name.dedup();
    name.len()
}

#[test]
fn closed_loops() {
    check(|rng| {
        // Dense graphs, since a loop needs edges.
        let n = rng.random_range(3..6);
        let graph = graph(rng, n, 0.8);
        let of = graph.edges();
        let mut case = Case::of(0, 0..=0, of.len());
        case.model.closed_loop(&graph, &case.bools)?;
        case.means(move |p| {
            let on: Vec<[u32; 2]> = (0..of.len()).filter(|&e| p.1[e]).map(|e| of[e]).collect();
            let degree = |v: u32| on.iter().filter(|e| e.contains(&v)).count();
            let used: Vec<u32> = (0..n).filter(|&v| degree(v) > 0).collect();
            used.iter().all(|&v| degree(v) == 2) && pieces(&used, &on) == 1
        });
        Ok(case)
    });
}

#[test]
fn nodes_that_hang_together() {
    check(|rng| {
        let n = rng.random_range(1..8);
        let graph = graph(rng, n, 0.4);
        let mut case = Case::of(0, 0..=0, n as usize);
        let negated = rng.random_bool(0.3);
        let nodes: Vec<_> = case.bools.iter().map(|&b| if negated { !b } else { b }).collect();
        case.model.connected(&graph, &nodes)?;
        case.means(move |p| {
            let on: Vec<u32> = (0..n).filter(|&v| p.1[v as usize] != negated).collect();
            pieces(&on, &graph.edges()) <= 1
        });
        Ok(case)
    });
}
