//! Edges and labels: an edge that is on joins equal labels, one that is off may separate them.
//!
//! One propagator for a whole board. Rules, each explained by the fewest literals it needs:
//! * edge on: both ends lose the values that the other lacks, and the value "empty";
//! * edge off, where neighbours of one label must be joined: a known label is removed from the
//!   other end;
//! * no label in common: edge off;
//! * both labels known and equal, where such neighbours must be joined: edge on.
//!
//! Labels are bit sets, so a rule costs one word operation per 64 labels. The propagator reads the
//! news: work is proportional to the number of changes, times the number of neighbours. It has no
//! state.
//!
//! Domain consistent for each edge by itself.
//!
//! A known label is propagated as a whole ("d = v because c = v") and not as the removal of all
//! other values: the reason then has two literals instead of one per label.

use super::labels::Labels;
use crate::kernel::prelude::*;
use crate::kernel::{Cause, Entry};
use crate::propagators::path::Graph;
use std::sync::Arc;

rules! {
    /// The inference rules of edges and labels.
    enum Rule {
        Same => "joined cells share a label",
        SameValue => "joined cells share a label",
        Differ => "unjoined neighbours differ",
        Apart => "no label in common",
        Twins => "equal neighbours are joined",
    }
}

/// For every edge (c, d) of a graph: on exactly if, or only if, c and d have the same label.
#[derive(Clone)]
pub struct EqualityChannel {
    graph: Arc<Graph>,
    /// An edge never touches an empty cell: it is on no path.
    labels: Labels,
    edges: Bools,
    /// Whether neighbours with the same label must be joined (paths do not touch themselves).
    exact: bool,
    /// The first word of the labels, and their words per cell.
    base: usize,
    stride: usize,
}

impl EqualityChannel {
    /// For the label of each cell, all with the same number of values, and the edges of the graph.
    ///
    /// # Panics
    /// If the cells' variables do not lie side by side in the store.
    pub fn new(
        engine: &Engine,
        graph: Arc<Graph>,
        labels: Vars,
        edges: Bools,
        empty: Option<u32>,
        exact: bool,
    ) -> EqualityChannel {
        let store = engine.store();
        let (mut base, mut stride) = (0, 1);
        for (i, x) in labels.iter().enumerate() {
            if i == 0 {
                base = store.first_word(x);
                stride = store.values(x).div_ceil(64) as usize;
            }
            assert_eq!(store.first_word(x), base + i * stride, "side by side");
        }
        let labels = Labels { vars: labels, empty };
        EqualityChannel { graph, labels, edges, exact, base, stride }
    }

    #[inline]
    fn word(&self, c: u32) -> usize {
        self.base + c as usize * self.stride
    }

    #[inline]
    fn disjoint(&self, p: &Propagation<'_>, c: u32, d: u32) -> bool {
        let (wc, wd) = (self.word(c), self.word(d));
        (0..self.stride).all(|i| p.alive(wc + i) & p.alive(wd + i) & self.labels.real(i) == 0)
    }

    /// An edge has come on.
    fn on(&self, p: &mut Propagation<'_>, e: u32) -> Result<(), Conflict> {
        let [c, d] = self.graph.ends(e);
        if let Some(v) = self.labels.empty {
            p.remove(self.labels.var(c), v, Rule::Same.about(e))?;
            p.remove(self.labels.var(d), v, Rule::Same.about(e))?;
        }
        for (c, d) in [(c, d), (d, c)] {
            if let Some(v) = p.value(self.labels.var(c)) {
                p.fix(self.labels.var(d), v, Rule::SameValue.about(e))?;
                return Ok(());
            }
        }
        let (wc, wd) = (self.word(c), self.word(d));
        for i in 0..self.stride {
            let (a, b) = (p.alive(wc + i), p.alive(wd + i));
            p.remove_mask(wc + i, !b, Rule::Same.about(e))?;
            p.remove_mask(wd + i, !a, Rule::Same.about(e))?;
        }
        Ok(())
    }

    /// An edge has gone off.
    fn off(&self, p: &mut Propagation<'_>, e: u32) -> Result<(), Conflict> {
        if !self.exact {
            return Ok(());
        }
        let [c, d] = self.graph.ends(e);
        for (c, d) in [(c, d), (d, c)] {
            if let Some(v) = p.value(self.labels.var(c)).filter(|&v| self.labels.is_label(v)) {
                p.remove(self.labels.var(d), v, Rule::Differ.about(e))?;
            }
        }
        Ok(())
    }

    /// The label of a cell has become known.
    fn known(&self, p: &mut Propagation<'_>, c: u32, v: u32) -> Result<(), Conflict> {
        for (d, e) in self.graph.around(c) {
            let edge = self.edges.at(e);
            if !self.labels.is_label(v) {
                p.infer(edge.neg(), Rule::Apart.about(e))?;
            } else if p.is_true(edge.pos()) {
                p.fix(self.labels.var(d), v, Rule::SameValue.about(e))?;
            } else if p.is_true(edge.neg()) {
                if self.exact {
                    p.remove(self.labels.var(d), v, Rule::Differ.about(e))?;
                }
            } else if !p.domain(self.labels.var(d)).contains(v) {
                p.infer(edge.neg(), Rule::Apart.about(e))?;
            } else if self.exact && p.size(self.labels.var(d)) == 1 {
                p.infer(edge.pos(), Rule::Twins.about(e))?;
            }
        }
        Ok(())
    }

    /// A cell has lost the values `mask` of word `i` of its domain.
    fn lost(&self, p: &mut Propagation<'_>, c: u32, i: usize, mask: u64) -> Result<(), Conflict> {
        if let Some(v) = p.value(self.labels.var(c)) {
            return self.known(p, c, v);
        }
        for (d, e) in self.graph.around(c) {
            let edge = self.edges.at(e);
            if p.is_true(edge.pos()) {
                p.remove_mask(self.word(d) + i, mask, Rule::Same.about(e))?;
            } else if p.is_open(edge) && self.disjoint(p, c, d) {
                p.infer(edge.neg(), Rule::Apart.about(e))?;
            }
        }
        Ok(())
    }

    fn take(&self, p: &mut Propagation<'_>, news: Entry) -> Result<(), Conflict> {
        let w = news.word();
        let end = self.base + self.graph.cells() as usize * self.stride;
        if (self.base..end).contains(&w) {
            let c = ((w - self.base) / self.stride) as u32;
            let i = (w - self.base) % self.stride;
            // When a value is settled two entries stand in a row: it is known, the others are gone. The
            // consequences have been drawn from the former.
            if matches!(news.reason.cause(), Cause::Fixed { .. } | Cause::LastValue) {
                return Ok(());
            }
            if !news.removes() {
                let v = i as u32 * 64 + news.mask.trailing_zeros();
                self.known(p, c, v)?;
            } else {
                self.lost(p, c, i, news.mask)?;
            }
            return Ok(());
        }
        for l in news.lits() {
            match self.edges.index_of(l.atom()) {
                Some(e) if l.is_positive() => self.on(p, e)?,
                Some(e) => self.off(p, e)?,
                None => {}
            }
        }
        Ok(())
    }

    fn look_at_all(&self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        for c in 0..self.graph.cells() {
            if let Some(v) = p.value(self.labels.var(c)) {
                self.known(p, c, v)?;
            }
        }
        for e in 0..self.graph.edges() {
            let edge = self.edges.at(e);
            if p.is_true(edge.pos()) {
                self.on(p, e)?;
            } else if p.is_true(edge.neg()) {
                self.off(p, e)?;
            } else {
                let [c, d] = self.graph.ends(e);
                if self.disjoint(p, c, d) {
                    p.infer(edge.neg(), Rule::Apart.about(e))?;
                }
            }
        }
        Ok(())
    }

    /// Why edge e had no label in common: the ends' domains exclude each other.
    fn explain_apart(&self, past: &Past<'_>, e: u32, why: &mut Lits) {
        let [c, d] = self.graph.ends(e).map(|c| self.labels.var(c));
        let store = past.store();
        for (c, d) in [(c, d), (d, c)] {
            if let Some(v) = past.value(c) {
                why.push(past.is(c, v));
                if self.labels.is_label(v) {
                    why.push(past.not(d, v));
                }
                return;
            }
        }
        for v in 0..store.values(c) {
            if !self.labels.is_label(v) {
                continue;
            }
            let (at_c, at_d) = (past.not(c, v), past.not(d, v));
            // If both lack the label, the older fact gives the better nogood.
            let c_first = past.is_true(at_c)
                && (!past.is_true(at_d) || store.position(at_c) <= store.position(at_d));
            why.push(if c_first { at_c } else { at_d });
        }
    }
}

impl Propagator for EqualityChannel {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "equality_channel"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.labels.subscribe(to, &[Event::Any, Event::Fixed]);
        to.on_bools(self.edges);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if p.is_first_run() {
            self.look_at_all(p)?;
            return Ok(Status::Fixpoint);
        }
        for at in p.news() {
            let news = p.entry(at);
            self.take(p, news)?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by inferring only");
        let e = tag.note();
        let edge = self.edges.at(e);
        let [c, d] = self.graph.ends(e).map(|c| self.labels.var(c));
        let about = |store: &Store| {
            let (x, v) = store.meaning(fact.atom()).expect("a fact about a label");
            (if x == c { d } else { c }, v)
        };
        match Rule::from_tag(tag) {
            Rule::Apart => self.explain_apart(past, e, why),
            Rule::Twins => {
                let v = past.value(c).expect("both labels were known");
                why.extend([past.is(c, v), past.is(d, v)]);
            }
            Rule::Same => {
                let (other, v) = about(past.store());
                why.push(edge.pos());
                if self.labels.is_label(v) {
                    why.push(past.not(other, v));
                }
            }
            Rule::SameValue => {
                let (other, v) = about(past.store());
                why.extend([edge.pos(), past.is(other, v)]);
            }
            Rule::Differ => {
                let (other, v) = about(past.store());
                why.extend([edge.neg(), past.is(other, v)]);
            }
        }
    }

    /// An edge.
    fn part(&self, _store: &Store, _fact: Option<Lit>, tag: Tag) -> Option<u32> {
        Some(tag.note())
    }

    fn part_scope(&self, _store: &Store, part: u32) -> Vec<Atom> {
        vec![self.edges.at(part)]
    }
}

impl Constraint for EqualityChannel {
    fn scope(&self) -> Vec<Term> {
        self.labels.terms().chain(self.edges.iter().map(Term::Bool)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let (labels, edges) = values.split_at(self.graph.cells() as usize);
        (0..self.graph.edges()).zip(edges).all(|(e, &on)| {
            let [c, d] = self.graph.ends(e).map(|c| labels[c as usize]);
            let same = c == d && self.labels.is_label(c);
            if on == 1 { same } else { !(self.exact && same) }
        })
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
