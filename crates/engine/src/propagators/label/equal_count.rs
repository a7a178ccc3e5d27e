//! Around a cell, a fixed number of neighbours have its label: one for an end-point, two for other
//! cells.
//!
//! The counting form of numberlink's rule in constraint-programming terms,
//! `sum over neighbours q of [label q = label p] = count p`, for all cells at once.
//!
//! For a cell p, two saturating counters of bits run over the neighbours' words: which labels can
//! stand at enough of them, which are known at too many. Labels that fail these tests are removed
//! from p, 64 at a time. Once the label of p is known, it is taken from the neighbours when the count
//! is full, and assigned to them when all neighbours that can have it must have it. That is all the
//! propagation the sum of reified equalities gives; it is not domain consistent.
//!
//! Cost: words of a domain times neighbours, for each cell adjacent to a change. It has no state.
//!
//! Source: E. Kalvelagen, "Numberlink", 2017 (the counting constraint).

use super::labels::Labels;
use crate::kernel::prelude::*;
use crate::propagators::path::Graph;
use crate::structures::Worklist;
use std::sync::Arc;

rules! {
    /// The inference rules of the counts.
    enum Rule {
        TooFew => "too few neighbours can have the label",
        TooMany => "too many neighbours have the label",
        Full => "the label's neighbours are complete",
        AllNeeded => "all neighbours that can must have the label",
    }
}

/// For every cell with a label: exactly `count` of its neighbours have the same label.
#[derive(Clone)]
pub struct EqualCount {
    graph: Arc<Graph>,
    /// Empty cells count nothing.
    labels: Labels,
    count: Arc<[u8]>,
    dirty: Worklist,
}

impl EqualCount {
    /// For the label of each cell, all with the same number of values, side by side in the store.
    /// `count` is 1 or 2 for each cell.
    ///
    /// # Panics
    /// If there is not one count per cell, or one is not 1 or 2.
    pub fn new(graph: Arc<Graph>, labels: Vars, count: Vec<u8>, empty: Option<u32>) -> EqualCount {
        let n = graph.cells() as usize;
        assert!(count.len() == n && count.iter().all(|k| (1..=2).contains(k)), "1 or 2 a cell");
        EqualCount {
            dirty: Worklist::new(graph.cells()),
            labels: Labels { vars: labels, empty },
            graph,
            count: count.into(),
        }
    }

    fn look(&self, p: &mut Propagation<'_>, c: u32) -> Result<(), Conflict> {
        let count = self.count[c as usize];
        let first = p.first_word(self.labels.var(c));
        for i in 0..p.domain_words(self.labels.var(c)).len() {
            // Bits of "at least one, two, three neighbours".
            let (mut can, mut must) = ([0u64; 3], [0u64; 3]);
            for &d in self.graph.neighbours(c) {
                let w = p.first_word(self.labels.var(d)) + i;
                add(&mut can, p.alive(w));
                add(&mut must, p.known(w));
            }
            let (few, many) = (!can[count as usize - 1], must[count as usize]);
            let real = self.labels.real(i);
            p.remove_mask(first + i, few & real, Rule::TooFew.about(c))?;
            p.remove_mask(first + i, many & real, Rule::TooMany.about(c))?;
        }
        match p.value(self.labels.var(c)) {
            Some(v) if self.labels.is_label(v) => self.propagate_known(p, c, v),
            _ => Ok(()),
        }
    }

    /// The label v of cell c is known: its neighbours follow.
    fn propagate_known(&self, p: &mut Propagation<'_>, c: u32, v: u32) -> Result<(), Conflict> {
        let (mut can, mut must) = (0, 0);
        for &d in self.graph.neighbours(c) {
            can += u32::from(p.domain(self.labels.var(d)).contains(v));
            must += u32::from(p.value(self.labels.var(d)) == Some(v));
        }
        let count = u32::from(self.count[c as usize]);
        if can == must || (must < count && can > count) {
            return Ok(());
        }
        for &d in self.graph.neighbours(c) {
            if p.value(self.labels.var(d)) == Some(v) {
                continue;
            }
            if must >= count {
                p.remove(self.labels.var(d), v, Rule::Full.about(c))?;
            } else if p.domain(self.labels.var(d)).contains(v) {
                p.fix(self.labels.var(d), v, Rule::AllNeeded.about(c))?;
            }
        }
        Ok(())
    }
}

#[inline]
fn add(counter: &mut [u64; 3], bits: u64) {
    counter[2] |= counter[1] & bits;
    counter[1] |= counter[0] & bits;
    counter[0] |= bits;
}

impl Propagator for EqualCount {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "equal_count"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.labels.subscribe(to, &[Event::Any, Event::Fixed]);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if p.is_first_run() {
            (0..self.graph.cells()).for_each(|c| self.dirty.push(c));
        }
        for at in p.news() {
            let w = p.entry(at).word();
            let Some(c) = self.labels.cell_at(p, w) else { continue };
            self.dirty.push(c);
            for i in 0..self.graph.neighbours(c).len() {
                self.dirty.push(self.graph.neighbours(c)[i]);
            }
        }
        while let Some(c) = self.dirty.pop() {
            self.look(p, c).inspect_err(|_| self.dirty.clear())?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by inferring only");
        let (x, v) = past.store().meaning(fact.atom()).expect("a fact about a label");
        let c = tag.note();
        let count = usize::from(self.count[c as usize]);
        let around = self.graph.neighbours(c);
        let others = || around.iter().map(|&d| self.labels.var(d)).filter(|&d| d != x);
        let have = || others().map(|d| past.is(d, v)).filter(|&l| past.is_true(l));
        let lack = || others().map(|d| past.not(d, v)).filter(|&l| past.is_true(l));
        match Rule::from_tag(tag) {
            Rule::TooFew => why.extend(lack().take((around.len() + 1).saturating_sub(count))),
            Rule::TooMany => why.extend(have().take(count + 1)),
            Rule::Full => {
                why.push(past.is(self.labels.var(c), v));
                why.extend(have().take(count));
            }
            Rule::AllNeeded => {
                why.push(past.is(self.labels.var(c), v));
                why.extend(lack().take(around.len() - count));
            }
        }
    }

    /// A cell.
    fn part(&self, _store: &Store, _fact: Option<Lit>, tag: Tag) -> Option<u32> {
        Some(tag.note())
    }

    fn part_scope(&self, store: &Store, part: u32) -> Vec<Atom> {
        vec![store.atom(self.labels.var(part), 0)]
    }
}

impl Constraint for EqualCount {
    fn scope(&self) -> Vec<Term> {
        self.labels.terms().collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        (0..self.graph.cells()).all(|c| {
            let label = values[c as usize];
            let same = |&&d: &&u32| values[d as usize] == label;
            !self.labels.is_label(label)
                || self.graph.neighbours(c).iter().filter(same).count()
                    == usize::from(self.count[c as usize])
        })
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
