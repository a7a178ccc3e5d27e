//! The constraints of the hidato networks against their oracle.

mod support;

use clew::kernel::{Engine, Term, VarId};
use clew::propagators::Adjacency;
use clew::propagators::adjacency::Graph;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use support::oracle::{Case, Strength, check, cut};

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
        let xs: Vec<VarId> = (0..n).map(|_| engine.new_var(n)).collect();
        let matrix = engine.new_matrix(xs[0], n);
        let terms: Vec<Term> = xs.iter().map(|&x| Term::Var(x)).collect();
        if rng.random_bool(0.5) {
            cut(&mut engine, &terms, rng, 0.2);
        }
        let graph = Arc::new(Graph::new(n, |v| &lists[v as usize]));
        Case {
            engine,
            constraint: Box::new(Adjacency::new(graph, matrix, xs[0])),
            strength: Strength::Checking,
        }
    });
}
