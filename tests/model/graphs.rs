//! Circuits through some nodes, closed loops, connectivity.

use crate::case::{Case, check};
use clew::model::{Arcs, Graph};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

fn graph(rng: &mut ChaCha8Rng, n: u32, share: f64) -> Graph {
    Graph::from_fn(n, |_, _| rng.random_bool(share))
}

#[test]
fn circuits_through_some_nodes() {
    check(|rng| {
        let n = rng.random_range(1..6);
        let mut case = Case::with_variables(n, 0..=n as i64 - 1, 0);
        if rng.random_bool(0.3) {
            case = Case::with_variables(n, -1..=n as i64, 0);
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
        let mut case = Case::with_variables(0, 0..=0, of.len());
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
        let mut case = Case::with_variables(0, 0..=0, n as usize);
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

/// The successor of a node, if it is a node.
fn node(value: i64, n: usize) -> Option<usize> {
    usize::try_from(value).ok().filter(|&v| v < n)
}

/// Along arcs that lead one way, both ways or everywhere; successors may be one variable several times.
#[test]
fn circuits_follow_arcs() {
    check(|rng| {
        let n = rng.random_range(1..6);
        let mut case = Case::with_variables(n, -1..=n as i64, 0);
        let pairs: Vec<[u32; 2]> = (0..n as u32)
            .flat_map(|a| (0..n as u32).map(move |b| [a, b]))
            .filter(|[a, b]| a != b && rng.random_bool(0.6))
            .collect();
        let kind = rng.random_range(0..3);
        let arcs = match kind {
            0 => Arcs::new(n as u32, pairs.iter().copied())?,
            1 => Arcs::from(&Graph::new(n as u32, pairs.iter().copied())?),
            _ => Arcs::complete(n as u32),
        };
        let leads = move |a: usize, b: usize| {
            let (a, b) = (a as u32, b as u32);
            match kind {
                0 => pairs.contains(&[a, b]),
                1 => pairs.contains(&[a, b]) || pairs.contains(&[b, a]),
                _ => a != b,
            }
        };
        let repeats = rng.random_bool(0.2);
        let of = move |v: usize| if repeats && v == n - 1 { 0 } else { v };
        let next: Vec<_> = (0..n).map(|v| case.ints[of(v)]).collect();
        let some = rng.random_bool(0.5);
        match some {
            true => case.model.sub_circuit(arcs, &next)?,
            false => case.model.circuit(arcs, &next)?,
        }
        case.means(move |p| {
            let next: Option<Vec<usize>> = (0..n).map(|v| node(p.0[of(v)], n)).collect();
            let Some(next) = next else { return false };
            let on: Vec<usize> = (0..n).filter(|&v| !some || next[v] != v).collect();
            if !on.iter().all(|&v| leads(v, next[v])) {
                return false;
            }
            let Some(&first) = on.first() else { return true };
            let (mut at, mut steps) = (next[first], 1);
            while at != first && steps <= n {
                (at, steps) = (next[at], steps + 1);
            }
            at == first && steps == on.len()
        });
        Ok(case)
    });
}

/// Inverses, walks, paths and tables in which a variable is given several times.
#[test]
fn variables_may_be_given_several_times() {
    check(|rng| {
        let n = rng.random_range(1..4);
        let mut case = Case::with_variables(n, -1..=n as i64, 0);
        let list = |rng: &mut ChaCha8Rng| -> Vec<usize> {
            (0..n).map(|_| rng.random_range(0..n)).collect()
        };
        let (first, second) = (list(rng), list(rng));
        let handles =
            |list: &[usize], of: &Case| list.iter().map(|&k| of.ints[k]).collect::<Vec<_>>();
        let (xs, ys) = (handles(&first, &case), handles(&second, &case));
        let at = |list: Vec<usize>| {
            move |p: &crate::case::Point| -> Vec<i64> { list.iter().map(|&k| p.0[k]).collect() }
        };
        let (xs_at, ys_at) = (at(first), at(second));
        let graph = graph(rng, n as u32, 0.7);
        let joins = {
            let graph = graph.clone();
            move |a: i64, b: i64| {
                node(a, n).zip(node(b, n)).is_some_and(|(a, b)| graph.joins(a as u32, b as u32))
            }
        };
        match rng.random_range(0..4) {
            0 => {
                case.model.inverse(&xs, &ys)?;
                case.means(move |p| {
                    let (xs, ys) = (xs_at(p), ys_at(p));
                    let back = |from: &[i64], to: &[i64]| {
                        (0..n).all(|i| node(from[i], n).is_some_and(|j| to[j] == i as i64))
                    };
                    back(&xs, &ys) && back(&ys, &xs)
                });
            }
            1 => {
                case.model.walk(&graph, &xs)?;
                case.means(move |p| {
                    let xs = xs_at(p);
                    xs.iter().all(|&v| node(v, n).is_some())
                        && xs.windows(2).all(|w| joins(w[0], w[1]))
                });
            }
            2 => {
                case.model.path(&graph, &xs, 0)?;
                case.means(move |p| {
                    let xs = xs_at(p);
                    let order: Option<Vec<i64>> = (0..n as i64)
                        .map(|k| Some(xs.iter().position(|&v| v == k)? as i64))
                        .collect();
                    order.is_some_and(|order| order.windows(2).all(|w| joins(w[0], w[1])))
                });
            }
            _ => {
                let row = |rng: &mut ChaCha8Rng| {
                    (0..n).map(|_| rng.random_range(-1..=n as i64)).collect()
                };
                let rows: Vec<Vec<i64>> = (0..6).map(|_| row(rng)).collect();
                case.model.table(&xs, &rows)?;
                case.means(move |p| rows.contains(&xs_at(p)));
            }
        }
        Ok(case)
    });
}
