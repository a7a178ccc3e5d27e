//! Consecutive positions stand on neighbouring vertices.
//!
//! The rows of a permutation matrix are vertices, its columns are positions; column k as a set of
//! vertices is layer k. The propagator keeps the chain of layers arc consistent: a vertex stays in
//! layer k while it has a neighbour in layer k - 1 and one in layer k + 1. Between two known
//! positions that is reachability by walks of the right length: all distance and colour arguments.
//! With the matrix's own exactly-one both ways it decides any full assignment.
//!
//! One instance handles a whole board. It is incremental by layer: the news are OR-ed, word by
//! word, into the set of changed layers; changed layers push upwards in one ascending sweep and
//! downwards in one descending sweep. A vertex removed for lack of support in one direction was
//! itself no support in that direction, so removals propagate only in their own direction. A push
//! is one [`Graph::dilate`] and a comparison of words: some tens of nanoseconds at a thousand
//! vertices.
//!
//! Explanation: v left layer k because all its neighbours had left layer k - 1 (or k + 1).

mod graph;
mod layers;

pub use graph::Graph;
pub use layers::{EmptyLayer, Layers};

use crate::kernel::prelude::*;
use std::sync::Arc;

rules! {
    /// The inference rules of a layer.
    enum Rule {
        FromBelow => "no neighbour can hold the number before",
        FromAbove => "no neighbour can hold the number after",
    }
}

/// Vertices at consecutive positions are neighbours, for a permutation matrix of vertices (rows) by
/// positions (columns).
#[derive(Clone, Debug)]
pub struct Adjacency {
    graph: Arc<Graph>,
    matrix: u32,
    /// The rows of the matrix.
    cells: Vars,
}

impl Adjacency {
    /// The rows of the matrix `matrix`, which are `cells`, are the vertices of `graph`.
    pub fn new(graph: Arc<Graph>, matrix: u32, cells: Vars) -> Adjacency {
        Adjacency { graph, matrix, cells }
    }
}

impl Constraint for Adjacency {
    fn scope(&self) -> Vec<Term> {
        self.cells.iter().map(Term::Var).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let n = values.len();
        let mut at = vec![usize::MAX; n];
        for (v, &k) in values.iter().enumerate() {
            if std::mem::replace(&mut at[k as usize], v) != usize::MAX {
                return false;
            }
        }
        at.windows(2).all(|w| self.graph.neighbours(w[0] as u32).contains(&(w[1] as u32)))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        let words = self.graph.words();
        into.add(LayerChain {
            graph: self.graph.clone(),
            matrix: self.matrix,
            cells: self.cells,
            rising: vec![0; words],
            falling: vec![0; words],
            near: vec![0; words],
        });
        Ok(())
    }
}

/// The propagator of [`Adjacency`].
#[derive(Clone, Debug)]
struct LayerChain {
    graph: Arc<Graph>,
    matrix: u32,
    cells: Vars,
    /// Layers that must be compared with the next, and with the one before. Empty between calls.
    rising: Vec<u64>,
    falling: Vec<u64>,
    near: Vec<u64>,
}

impl LayerChain {
    /// Marks the layers that lost a vertex since the last call.
    fn collect(&mut self, p: &Propagation<'_>) {
        let words = self.graph.words();
        if p.is_first_run() {
            self.rising.fill(!0);
            self.falling.fill(!0);
            if !self.graph.len().is_multiple_of(64) {
                let last = (1 << (self.graph.len() % 64)) - 1;
                self.rising[words - 1] = last;
                self.falling[words - 1] = last;
            }
            return;
        }
        self.rising.fill(0);
        self.falling.fill(0);
        for at in p.news() {
            let e = p.entry(at);
            let Some(x) = p.owner(e.word()).filter(|_| e.removes()) else { continue };
            if self.cells.index_of(x).is_none() {
                continue;
            }
            // Its own removals are no news.
            if e.reason.prop() == Some(p.me()) {
                continue;
            }
            let i = if words == 1 { 0 } else { e.word() - p.first_word(x) };
            self.rising[i] |= e.mask;
            self.falling[i] |= e.mask;
        }
    }

    /// Removes from layer `to` the vertices that have no neighbour in layer `from`; returns whether
    /// any was removed, and whether any is left.
    fn push(
        &mut self,
        p: &mut Propagation<'_>,
        from: u32,
        to: u32,
        tag: Tag,
    ) -> Result<(bool, bool), Conflict> {
        self.near.fill(0);
        self.graph.dilate(p.matrix(self.matrix).column(from), &mut self.near);
        let mut changed = false;
        for i in 0..self.near.len() {
            let gone = p.matrix(self.matrix).column(to)[i] & !self.near[i];
            for b in bits(gone) {
                p.remove(self.cells.at(i as u32 * 64 + b), to, tag)?;
                changed = true;
            }
        }
        Ok((changed, !changed || p.matrix(self.matrix).column_size(to) > 0))
    }

    /// Compares the layers that are marked with their neighbours.
    fn compare(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let n = self.graph.len();
        for i in 0..self.rising.len() {
            while self.rising[i] != 0 {
                p.work(8 * self.near.len())?;
                let k = i as u32 * 64 + self.rising[i].trailing_zeros();
                self.rising[i] &= self.rising[i] - 1;
                if k + 1 == n {
                    break;
                }
                let (changed, left) = self.push(p, k, k + 1, Rule::FromBelow.tag())?;
                if !left {
                    // An empty column: the matrix fails on it next.
                    return Ok(Status::Again);
                }
                if changed {
                    self.rising[(k + 1) as usize / 64] |= 1 << ((k + 1) % 64);
                }
            }
        }
        for i in (0..self.falling.len()).rev() {
            while self.falling[i] != 0 {
                p.work(8 * self.near.len())?;
                let k = i as u32 * 64 + 63 - self.falling[i].leading_zeros();
                self.falling[i] ^= 1 << (k % 64);
                if k == 0 {
                    break;
                }
                let (changed, left) = self.push(p, k, k - 1, Rule::FromAbove.tag())?;
                if !left {
                    return Ok(Status::Again);
                }
                if changed {
                    self.falling[(k - 1) as usize / 64] |= 1 << ((k - 1) % 64);
                }
            }
        }
        Ok(Status::Fixpoint)
    }
}

impl Propagator for LayerChain {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "adjacency"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_vars(self.cells, Event::Any);
    }

    fn priority(&self) -> Priority {
        Priority::Unit
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.collect(p);
        match self.compare(p) {
            Err(Halt::Interrupted) => {
                // Its own removals are no news to it, so next time all layers are compared.
                p.forget();
                Err(Halt::Interrupted)
            }
            other => other,
        }
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by removing a last value only");
        let (x, k) = past.store().meaning(fact.atom()).expect("a fact about a vertex");
        let from = if tag == Rule::FromBelow.tag() { k - 1 } else { k + 1 };
        let v = self.cells.index_of(x).expect("a fact about a vertex");
        let near = self.graph.neighbours(v);
        why.extend(near.iter().map(|&q| past.not(self.cells.at(q), from)));
    }

    /// A pair of consecutive positions, by the first.
    fn part(&self, store: &Store, fact: Option<Lit>, tag: Tag) -> Option<u32> {
        let (_, k) = store.meaning(fact?.atom())?;
        Some(if tag == Rule::FromBelow.tag() { k - 1 } else { k })
    }

    fn part_scope(&self, store: &Store, part: u32) -> Vec<Atom> {
        let both = |x| [part, part + 1].map(|k| store.atom(x, k));
        self.cells.iter().flat_map(both).collect()
    }
}
