//! The cells of a label are connected with its end-points.
//!
//! For each label whose possible cells changed: a breadth-first search from one end-point over the
//! cells that may have it (and edges that are not off). Cells it does not reach lose the label; if
//! the other end-point is among them the branch is dead. Together with the counting rules this
//! excludes closed loops; elsewhere it is redundant lookahead.
//!
//! A path only ends in an end-point, so the search does not go on through the second one.
//!
//! Time linear in the board for each changed label. Explanation: a border of cells that lack the
//! label (of edges that are off, where the cell beyond has it), either around the cut-off side or
//! around the end-point's, whichever is shorter. Recomputed on demand, so there is no state.
//!
//! At a fixpoint a cell that may have the label is reached by such a search. Not domain consistent: a
//! label's path is only required to be a connected set.

use super::labels::Labels;
use crate::kernel::prelude::*;
use crate::propagators::path::Graph;
use crate::structures::Marks;
use std::sync::Arc;

const CUT_OFF: Tag = Tag::new(0, 0);

/// Every cell with label k is joined, through cells with label k, to an end-point of k.
#[derive(Clone)]
pub struct LabelConnectivity {
    graph: Arc<Graph>,
    labels: Labels,
    edges: Option<Bools>,
    ends: Arc<[[u32; 2]]>,
    /// Labels to look at: bits.
    dirty: Vec<u64>,
    reached: Marks,
    stack: Vec<u32>,
    borders: [Lits; 2],
}

impl LabelConnectivity {
    /// For the label of each cell; `ends` are the end-points of each label. With `edges`, neighbours
    /// are only joined while their edge is not off.
    pub fn new(
        graph: Arc<Graph>,
        labels: Vars,
        edges: Option<Bools>,
        ends: Vec<[u32; 2]>,
    ) -> LabelConnectivity {
        let n = graph.cells() as usize;
        LabelConnectivity {
            labels: Labels { vars: labels, empty: None },
            graph,
            edges,
            dirty: vec![0; ends.len().div_ceil(64)],
            ends: ends.into(),
            reached: Marks::new(n),
            stack: Vec::new(),
            borders: [Lits::new(), Lits::new()],
        }
    }

    #[inline]
    fn edge(&self, e: u32) -> Option<Atom> {
        self.edges.map(|edges| edges.at(e))
    }

    /// Marks the cells that can be reached from `from` with label `k`, through cells that may have
    /// it, now or then, and edges that are not off, but not on through the label's end-points.
    fn search(&mut self, view: &impl View, k: u32, from: u32) {
        self.reached.clear();
        self.stack.clear();
        self.stack.push(from);
        self.reached.mark(from);
        let ends = self.ends[k as usize];
        while let Some(c) = self.stack.pop() {
            if c != from && ends.contains(&c) {
                continue;
            }
            for (d, e) in self.graph.around(c) {
                if !self.reached.has(d)
                    && view.contains(self.labels.var(d), k)
                    && self.edge(e).is_none_or(|a| !view.is_true(a.neg()))
                {
                    self.reached.mark(d);
                    self.stack.push(d);
                }
            }
        }
    }

    #[inline]
    fn is_reached(&self, c: u32) -> bool {
        self.reached.has(c)
    }

    fn look(&mut self, p: &mut Propagation<'_>, k: u32) -> Result<(), Conflict> {
        let from = self.ends[k as usize][0];
        self.search(p, k, from);
        for c in 0..self.graph.cells() {
            if !self.is_reached(c) {
                p.remove(self.labels.var(c), k, CUT_OFF)?;
            }
        }
        Ok(())
    }

    /// Appends why nothing beyond the marked cells can be joined to them with label `k`.
    fn border(&self, past: &Past<'_>, k: u32, from: u32, into: &mut Lits) {
        let ends = self.ends[k as usize];
        for c in 0..self.graph.cells() {
            if !self.is_reached(c) || (c != from && ends.contains(&c)) {
                continue;
            }
            for (d, e) in self.graph.around(c) {
                if self.is_reached(d) {
                    continue;
                }
                let lacks = past.not(self.labels.var(d), k);
                if past.is_true(lacks) {
                    into.push(lacks);
                } else {
                    into.extend(self.edge(e).map(|a| a.neg()));
                }
            }
        }
        into.sort_unstable();
        into.dedup();
    }
}

impl Propagator for LabelConnectivity {
    const RULES: &'static [&'static str] = &["cut off from the end-point"];

    fn name(&self) -> &'static str {
        "label_connectivity"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.labels.subscribe(to, &[Event::Any]);
        if let Some(edges) = self.edges {
            to.on_bools(edges);
        }
    }

    fn priority(&self) -> Priority {
        Priority::Global
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if p.is_first_run() {
            self.dirty.fill(!0);
        }
        for at in p.news() {
            let news = p.entry(at);
            if !news.removes() {
                continue;
            }
            let w = news.word();
            if let Some(x) = p.owner(w) {
                if self.labels.cell(x).is_some() {
                    let i = w - p.first_word(x);
                    if let Some(dirty) = self.dirty.get_mut(i) {
                        *dirty |= news.mask;
                    }
                }
            } else if let Some(edges) = self.edges {
                for e in news.lits().filter_map(|l| edges.index_of(l.atom())) {
                    let [c, d] = self.graph.ends(e).map(|c| p.first_word(self.labels.var(c)));
                    for (i, dirty) in self.dirty.iter_mut().enumerate() {
                        *dirty |= p.alive(c + i) & p.alive(d + i);
                    }
                }
            }
        }
        p.mark_news_read();
        for i in 0..self.dirty.len() {
            while self.dirty[i] != 0 {
                // An interrupt leaves the dirty labels to the next run.
                p.work(8 * self.graph.cells() as usize)?;
                let k = i as u32 * 64 + self.dirty[i].trailing_zeros();
                self.dirty[i] &= self.dirty[i] - 1;
                if (k as usize) < self.ends.len()
                    && let Err(conflict) = self.look(p, k)
                {
                    self.dirty.fill(0);
                    return Err(conflict.into());
                }
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by removing a known label only");
        let (x, k) = past.store().meaning(fact.atom()).expect("a fact about a label");
        let c = self.labels.cell(x).expect("a fact about a label");
        let from = self.ends[k as usize][0];
        let [mut near, mut far] = std::mem::take(&mut self.borders);
        near.clear();
        far.clear();
        // From the cut-off cell, its own label supposed; then from the end-point.
        self.search(past, k, c);
        self.border(past, k, c, &mut near);
        self.search(past, k, from);
        self.border(past, k, from, &mut far);
        why.extend_from_slice(if near.len() <= far.len() { &near } else { &far });
        self.borders = [near, far];
    }
}

impl Constraint for LabelConnectivity {
    fn scope(&self) -> Vec<Term> {
        let edges = self.edges.unwrap_or_default();
        self.labels.terms().chain(edges.iter().map(Term::Bool)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let n = self.graph.cells() as usize;
        self.ends.iter().zip(0u32..).all(|(&[a, b], k)| {
            // Spread from the first end-point until nothing is added.
            let mut joined = vec![false; n];
            joined[a as usize] = true;
            for _ in 0..n {
                for e in 0..self.graph.edges() {
                    let [c, d] = self.graph.ends(e);
                    let open = self.edges.is_none() || values[n + e as usize] == 1;
                    for (c, d) in [(c, d), (d, c)] {
                        let on = c != b && values[c as usize] == k && values[d as usize] == k;
                        if open && on && joined[c as usize] {
                            joined[d as usize] = true;
                        }
                    }
                }
            }
            values[a as usize] == k && (0..n).all(|c| values[c] != k || joined[c])
        })
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        for (&[a, b], k) in self.ends.iter().zip(0u32..) {
            for c in [a, b] {
                let at = into.store().atom(self.labels.var(c), k);
                into.assert(at.pos())?;
            }
        }
        into.add(self.clone());
        Ok(())
    }
}
