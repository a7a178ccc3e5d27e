//! Rules of cell labels.

use super::values::{left, supported};
use clew_engine::kernel::{Bools, Term, Vars};
use clew_engine::propagators::path::Graph;
use clew_engine::structures::Csr;
use clew_engine::testing::Fixpoint;

/// Each edge by itself: one that is on joins equal labels, and, if `exact`, one that is off does
/// not.
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

/// A cell has a label only if enough neighbours may have it and not too many have; a known label is assigned to
/// neighbours, or removed from them, if that is the only possibility.
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
                at.must(at.store.atom(labels.at(c), v).neg(), "neighbours of one label");
            }
            for &d in near.iter().filter(|d| has(&c) && can(d) && !has(d)) {
                let atom = at.store.atom(labels.at(d), v);
                if do_ == count {
                    at.must(atom.neg(), "the label's neighbours are complete");
                } else if may == count {
                    at.must(atom.pos(), "all neighbours that can must have the label");
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
                let is_off = edges.is_some_and(|edges| at.store.is_true(edges.at(e).neg()));
                let [c, d] = graph.ends(e);
                for (c, d) in [(c, d), (d, c)] {
                    joined[d as usize] |=
                        joined[c as usize] && c != b && may[d as usize] && !is_off;
                }
            }
        }
        for (c, _) in (0..).zip(&joined).filter(|(_, joined)| !**joined) {
            at.must(at.store.atom(labels.at(c), k).neg(), "cut off from the end-point");
        }
    }
}

/// Each block by itself: not all of its cells have one label.
pub fn mixed(at: &Fixpoint<'_>, labels: Vars, blocks: &[[u32; 4]], empty: Option<u32>) {
    for block in blocks {
        let holds = |v: &[u32]| Some(v[0]) == empty || v.iter().any(|&w| w != v[0]);
        supported(at, &block.map(|c| Term::Var(labels.at(c))), holds, "a block of one label");
    }
}

/// Each three cells of a line by themselves, if all other cells between them are known to be empty: the
/// outer ones do not have one label across an empty cell.
pub fn sight(at: &Fixpoint<'_>, labels: Vars, lines: &Csr, empty: u32) {
    let is_empty = |c: u32| at.store.value(labels.at(c)) == Some(empty);
    for line in 0..lines.rows() {
        let cells = lines.row(line);
        for low in 0..cells.len() {
            for high in low + 2..cells.len() {
                let open: Vec<u32> =
                    cells[low + 1..high].iter().copied().filter(|&c| !is_empty(c)).collect();
                let ends = [cells[low], cells[high]].map(|c| Term::Var(labels.at(c)));
                let apart = |a: u32, b: u32| a == empty || a != b;
                let known = ends.map(|x| left(at, x).len() == 1);
                match open[..] {
                    [] if known[0] || known[1] => {
                        supported(at, &ends, |v: &[u32]| apart(v[0], v[1]), "a label in sight");
                    }
                    [c] if known[0] && known[1] => {
                        let three = [ends[0], Term::Var(labels.at(c)), ends[1]];
                        let holds = |v: &[u32]| v[1] != empty || apart(v[0], v[2]);
                        supported(at, &three, holds, "two cells in sight of each other");
                    }
                    _ => {}
                }
            }
        }
    }
}
