//! Rules of labels a cell.

use super::values::{left, supported};
use crate::support::oracle::Fixpoint;
use clew::kernel::{Bools, Term, Vars};
use clew::propagators::path::Graph;

/// Each edge for itself: one that is on joins equal labels, and if `exact` one that is off does not.
pub fn channel(
    at: &Fixpoint<'_>,
    graph: &Graph,
    (labels, edges): (Vars, Bools),
    empty: Option<u32>,
    exact: bool,
) {
    for e in 0..graph.edges() {
        let [c, d] = graph.ends(e).map(|c| Term::Var(labels.at(c)));
        let holds = |v: &[u32]| {
            let twins = v[1] == v[2] && Some(v[1]) != empty;
            if v[0] == 1 { twins } else { !(exact && twins) }
        };
        supported(at, &[Term::Bool(edges.at(e)), c, d], holds, "an edge and its labels");
    }
}

/// A cell has a label only if enough neighbours may have it and not too many have; a label that is known is given
/// to neighbours and taken from them when that is all they can do.
pub fn equal_counts(
    at: &Fixpoint<'_>,
    graph: &Graph,
    labels: Vars,
    count: &[u8],
    empty: Option<u32>,
) {
    let domains: Vec<Vec<u32>> = labels.iter().map(|x| left(at, Term::Var(x))).collect();
    for c in 0..graph.cells() {
        let count = usize::from(count[c as usize]);
        for &v in domains[c as usize].iter().filter(|&&v| Some(v) != empty) {
            let can = |d: &u32| domains[*d as usize].contains(&v);
            let has = |d: &u32| domains[*d as usize] == [v];
            let near = graph.neighbours(c);
            let (may, do_) =
                (near.iter().filter(|d| can(d)).count(), near.iter().filter(|d| has(d)).count());
            if may < count || do_ > count {
                at.must(at.store.atom(labels.at(c), v).not(), "neighbours of one label");
            }
            for &d in near.iter().filter(|d| has(&c) && can(d) && !has(d)) {
                let atom = at.store.atom(labels.at(d), v);
                if do_ == count {
                    at.must(atom.not(), "the label's neighbours are complete");
                } else if may == count {
                    at.must(atom.is(), "all neighbours that can must have the label");
                }
            }
        }
    }
}

/// A cell that may have a label is joined to its first end-point by cells that may, not through the second.
pub fn connected(
    at: &Fixpoint<'_>,
    graph: &Graph,
    labels: Vars,
    edges: Option<Bools>,
    ends: &[[u32; 2]],
) {
    for (&[a, b], k) in ends.iter().zip(0..) {
        let may: Vec<bool> = labels.iter().map(|x| left(at, Term::Var(x)).contains(&k)).collect();
        let mut joined = vec![false; may.len()];
        joined[a as usize] = true;
        for _ in 0..may.len() {
            for e in 0..graph.edges() {
                let is_off = edges.is_some_and(|edges| at.store.is_true(edges.at(e).not()));
                let [c, d] = graph.ends(e);
                for (c, d) in [(c, d), (d, c)] {
                    joined[d as usize] |=
                        joined[c as usize] && c != b && may[d as usize] && !is_off;
                }
            }
        }
        for (c, _) in (0..).zip(&joined).filter(|(_, joined)| !**joined) {
            at.must(at.store.atom(labels.at(c), k).not(), "cut off from the end-point");
        }
    }
}

/// Each block for itself: not all of its cells have one label.
pub fn mixed(at: &Fixpoint<'_>, labels: Vars, blocks: &[[u32; 4]], empty: Option<u32>) {
    for block in blocks {
        let holds = |v: &[u32]| Some(v[0]) == empty || v.iter().any(|&w| w != v[0]);
        supported(at, &block.map(|c| Term::Var(labels.at(c))), holds, "a block of one label");
    }
}
