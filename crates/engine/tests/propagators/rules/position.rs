//! Rules of positions along a line, and of successors.

use super::values::{all_different, left, supported};
use clew_engine::kernel::{Term, VarId, Vars};
use clew_engine::propagators::path::{Graph, PathVars};
use clew_engine::testing::Fixpoint;

fn domains(at: &Fixpoint<'_>, xs: Vars) -> Vec<Vec<u32>> {
    xs.iter().map(|x| left(at, Term::Var(x))).collect()
}

/// A vertex at a position has a neighbour that may have the one before, and one for the one after. Each position
/// has one vertex.
pub fn layers(at: &Fixpoint<'_>, neighbours: &[Vec<u32>], rows: Vars) {
    let xs: Vec<VarId> = rows.iter().collect();
    all_different(at, &xs, Some(rows.len()));
    let domains = domains(at, rows);
    let may = |q: &u32, k: u32| domains[*q as usize].contains(&k);
    for (i, d) in domains.iter().enumerate() {
        for &k in d {
            let before = k == 0 || neighbours[i].iter().any(|q| may(q, k - 1));
            let after = k + 1 == rows.len() || neighbours[i].iter().any(|q| may(q, k + 1));
            if !before || !after {
                at.must(at.store.atom(xs[i], k).neg(), "no neighbour can hold the next number");
            }
        }
    }
}

/// A chain of known successors does not lead back to where it begins before it has all nodes.
pub fn circuit(at: &Fixpoint<'_>, nodes: Vars) {
    let xs: Vec<VarId> = nodes.iter().collect();
    all_different(at, &xs, Some(nodes.len()));
    let next = domains(at, nodes);
    for start in 0..next.len() {
        let mut chain = vec![start];
        while let [next] = next[chain[chain.len() - 1]][..]
            && !chain.contains(&(next as usize))
        {
            chain.push(next as usize);
        }
        if chain.len() < next.len() {
            let last = at.store.atom(xs[chain[chain.len() - 1]], start as u32);
            at.must(last.neg(), "would close a short loop");
        }
    }
}

/// Each edge by itself: on exactly if its cells have consecutive numbers.
pub fn edge_numbers(at: &Fixpoint<'_>, vars: &PathVars, cells: Vars) {
    for e in 0..vars.graph.edges() {
        let [c, d] = vars.graph.ends(e).map(|c| Term::Var(cells.at(c)));
        let holds = |v: &[u32]| (v[0] == 1) == (v[1].abs_diff(v[2]) == 1);
        supported(at, &[Term::Bool(vars.edge(e)), c, d], holds, "an edge and its numbers");
    }
}

/// The fragments of edges that are on, each from end to end; forks and loops are not covered.
fn lines(at: &Fixpoint<'_>, vars: &PathVars, graph: &Graph) -> Vec<Vec<u32>> {
    let on = |c: u32| -> Vec<u32> {
        graph
            .around(c)
            .filter(|&(_, e)| at.store.is_true(vars.edge(e).pos()))
            .map(|a| a.0)
            .collect()
    };
    let mut all = Vec::new();
    for first in (0..graph.cells()).filter(|&c| on(c).len() == 1) {
        let mut line = vec![first];
        while let Some(&next) = on(line[line.len() - 1]).iter().find(|c| !line.contains(c)) {
            line.push(next);
        }
        let forks = line.iter().any(|&c| on(c).len() > 2);
        if !forks && on(line[line.len() - 1]).len() == 1 && first < line[line.len() - 1] {
            all.push(line);
        }
    }
    all
}

/// Along a fragment numbers rise, or fall, by one per cell.
pub fn offsets(at: &Fixpoint<'_>, vars: &PathVars, cells: Vars) {
    let domains = domains(at, cells);
    let may = |c: u32, v: i64| u32::try_from(v).is_ok_and(|v| domains[c as usize].contains(&v));
    for line in lines(at, vars, &vars.graph) {
        for (i, &c) in (0i64..).zip(&line) {
            for &v in &domains[c as usize] {
                let fits = |turn: i64| {
                    (0i64..).zip(&line).all(|(j, &d)| may(d, i64::from(v) + turn * (j - i)))
                };
                if !fits(1) && !fits(-1) {
                    at.must(at.store.atom(cells.at(c), v).neg(), "numbers along a fragment");
                }
            }
        }
    }
}
