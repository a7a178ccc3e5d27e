//! `edge(c, d) ⇔ |number(c) - number(d)| = 1`, for all edges of a board.
//!
//! Connects the reasoning on degrees, fragments and cuts with the numbers. Domain consistent for each edge: an edge
//! that is on keeps in each cell the neighbours of the other's numbers; one that no pair of numbers supports is off; a
//! known number with nothing but neighbours of it across puts it on; an edge that is off removes numbers that have no
//! other partner (only possible while one side has at most two numbers). All on words.
//!
//! One instance per board, incremental: an edge is looked at when it, or a number of its cells, has
//! changed. An open edge remembers one pair of numbers that supports it and is passed over while
//! both are there; such a memory is only a hint and need not be undone. Source of that: C. Lecoutre
//! and F. Hemery, A study of residual supports in arc consistency, 2007.

use crate::kernel::prelude::*;
use crate::propagators::path::{Flag, Graph, PathVars};
use crate::structures::Worklist;
use std::sync::Arc;

rules! {
    /// The inference rules of edges and numbers.
    enum Rule {
        On => "the line goes on with the next number",
        NoPair => "no two consecutive numbers fit",
        Consecutive => "consecutive numbers are joined",
        Off => "not joined, not consecutive",
    }
}

/// Edges and the numbers of the cells they join.
#[derive(Clone, Debug)]
pub struct EdgeNumber {
    pub(super) graph: Arc<Graph>,
    pub(super) edges: Bools,
    /// The number of each cell.
    pub(super) cells: Vars,
    pub(super) numbers: u32,
}

impl EdgeNumber {
    /// Each cell has a number, one of `numbers`.
    pub fn new(vars: &PathVars, cells: Vars, numbers: u32) -> EdgeNumber {
        EdgeNumber { graph: vars.graph.clone(), edges: vars.edges, cells, numbers }
    }

    /// Posts the propagator.
    pub fn install(self, engine: &mut Engine) -> PropId {
        let edges = self.graph.edges();
        let words = self.numbers.div_ceil(64) as usize;
        engine.add(Channel {
            words,
            work: Worklist::new(edges),
            support: vec![0; edges as usize],
            at: self,
        })
    }
}

impl Constraint for EdgeNumber {
    fn scope(&self) -> Vec<Term> {
        self.edges.iter().map(Term::Bool).chain(self.cells.iter().map(Term::Var)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let (on, numbers) = values.split_at(self.graph.edges() as usize);
        on.iter().enumerate().all(|(e, &on)| {
            let [c, d] = self.graph.ends(e as u32);
            (on == 1) == (numbers[c as usize].abs_diff(numbers[d as usize]) == 1)
        })
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        self.clone().install(into);
        Ok(())
    }
}

/// The propagator of [`EdgeNumber`].
#[derive(Clone, Debug)]
struct Channel {
    at: EdgeNumber,
    /// Words of a cell's domain.
    words: usize,
    /// Edges to process in this run.
    work: Worklist,
    /// Per edge a pair of numbers that supported it: `2 * low + (is the low one the first cell's?)`.
    support: Vec<u32>,
}

/// Word i of a domain, with every value replaced by its two neighbours.
fn beside(d: &[u64], i: usize) -> u64 {
    let below = if i > 0 { d[i - 1] >> 63 } else { 0 };
    let above = d.get(i + 1).map_or(0, |w| w << 63);
    d[i] << 1 | below | d[i] >> 1 | above
}

impl Channel {
    fn list_around(&mut self, c: u32) {
        for i in 0..self.at.graph.incident(c).len() {
            self.work.push(self.at.graph.incident(c)[i]);
        }
    }

    fn collect(&mut self, p: &Propagation<'_>) {
        if p.is_first_run() {
            for e in 0..self.at.edges.len() {
                self.work.push(e);
            }
            return;
        }
        let mut last = u32::MAX;
        for at in p.news() {
            let entry = p.entry(at);
            // Its own inferences are followed up at once and are no news.
            if entry.reason.prop() == Some(p.me()) {
                continue;
            }
            if let Some(x) = p.owner(entry.word()) {
                let Some(c) = self.at.cells.index_of(x) else { continue };
                if entry.removes() && c != last {
                    last = c;
                    self.list_around(c);
                }
            } else {
                let edges = entry.lits().filter_map(|l| self.at.edges.index_of(l.atom()));
                edges.for_each(|e| self.work.push(e));
            }
        }
    }

    /// Keeps in cell d only neighbours of the numbers of c.
    fn keep_neighbours(
        &mut self,
        p: &mut Propagation<'_>,
        e: u32,
        c: u32,
        d: u32,
    ) -> Result<(), Conflict> {
        let first = p.first_word(self.at.cells.at(d));
        let before = p.trail().len();
        for i in 0..self.words {
            let keep = beside(p.domain_words(self.at.cells.at(c)), i);
            p.remove_mask(first + i, !keep, Rule::On.about(e))?;
        }
        if p.trail().len() > before {
            self.list_around(d);
        }
        Ok(())
    }

    /// Removes from cell d the number whose only partners are the remaining numbers of c.
    fn part(&mut self, p: &mut Propagation<'_>, e: u32, c: u32, d: u32) -> Result<(), Conflict> {
        if p.size(self.at.cells.at(c)) > 2 {
            return Ok(());
        }
        let domain = p.domain(self.at.cells.at(c));
        let (low, high) = (domain.min(), domain.max());
        let gone = match high - low {
            0 => [low.checked_sub(1), Some(low + 1)],
            2 => [Some(low + 1), None],
            _ => [None, None],
        };
        let before = p.trail().len();
        for v in gone.into_iter().flatten().filter(|&v| v < self.at.numbers) {
            p.remove(self.at.cells.at(d), v, Rule::Off.about(e))?;
        }
        if p.trail().len() > before {
            self.list_around(d);
        }
        Ok(())
    }

    fn is_supported(&mut self, store: &Store, e: u32, c: u32, d: u32) -> bool {
        let (x, z) = (self.at.cells.at(c), self.at.cells.at(d));
        let code = self.support[e as usize];
        let (low, high) = if code & 1 == 1 { (x, z) } else { (z, x) };
        if store.domain(low).contains(code / 2) && store.domain(high).contains(code / 2 + 1) {
            return true;
        }
        let (dx, dz) = (store.domain_words(x), store.domain_words(z));
        for (i, &word) in dz.iter().enumerate() {
            let meet = word & beside(dx, i);
            if meet != 0 {
                let v = i as u32 * 64 + meet.trailing_zeros();
                self.support[e as usize] = match v.checked_sub(1) {
                    Some(u) if store.domain(x).contains(u) => u * 2 + 1,
                    _ => v * 2,
                };
                return true;
            }
        }
        false
    }

    /// Whether c has one number and d only neighbours of it.
    fn always_adjacent(&self, store: &Store, c: u32, d: u32) -> bool {
        let (x, z) = (self.at.cells.at(c), self.at.cells.at(d));
        if store.size(x) > 1 || store.size(z) > 2 {
            return false;
        }
        let v = store.domain(x).min();
        store.domain(z).min().abs_diff(v) == 1 && store.domain(z).max().abs_diff(v) == 1
    }

    fn look_at(&mut self, p: &mut Propagation<'_>, e: u32) -> Result<(), Conflict> {
        let [c, d] = self.at.graph.ends(e);
        let a = self.at.edges.at(e);
        if p.is_open(a) {
            if !self.is_supported(p, e, c, d) {
                p.infer(a.neg(), Rule::NoPair.about(e))?;
                // No two numbers differ by one: nothing more can follow.
                return Ok(());
            }
            if self.always_adjacent(p, c, d) || self.always_adjacent(p, d, c) {
                p.infer(a.pos(), Rule::Consecutive.about(e))?;
            }
            return Ok(());
        }
        if p.is_true(a.pos()) {
            self.keep_neighbours(p, e, c, d)?;
            self.keep_neighbours(p, e, d, c)
        } else {
            self.part(p, e, c, d)?;
            self.part(p, e, d, c)
        }
    }
}

impl Propagator for Channel {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "edge_number"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_bools(self.at.edges);
        to.on_vars(self.at.cells, Event::Any);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.collect(p);
        while let Some(e) = self.work.pop() {
            self.look_at(p, e).inspect_err(|_| self.work.clear())?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by inferring what is false only");
        let e = tag.note();
        let [c, d] = self.at.graph.ends(e).map(|c| self.at.cells.at(c));
        match Rule::from_tag(tag) {
            Rule::NoPair => no_pair(past, c, d, self.at.numbers, why),
            Rule::Consecutive => {
                let near = |v: u32| move |u: &u32| u.abs_diff(v) == 1;
                let (x, z, v) = [(c, d), (d, c)]
                    .into_iter()
                    .find_map(|(x, z)| past.value(x).map(|v| (x, z, v)))
                    .expect("one was fixed");
                why.push(past.is(x, v));
                match past.value(z) {
                    Some(u) => why.push(past.is(z, u)),
                    None => {
                        let others = (0..self.at.numbers).filter(|u| !near(v)(u));
                        why.extend(others.map(|u| past.not(z, u)));
                    }
                }
            }
            rule @ (Rule::On | Rule::Off) => {
                let (x, v) = past.store().meaning(fact.atom()).expect("a fact about a cell");
                let other = if x == c { d } else { c };
                why.push(self.at.edges.at(e).lit(rule == Rule::On));
                let partners = [v.checked_sub(1), Some(v + 1).filter(|&u| u < self.at.numbers)];
                if rule == Rule::On {
                    why.extend(partners.into_iter().flatten().map(|u| past.not(other, u)));
                } else if let Some(u) = past.value(other) {
                    why.push(past.is(other, u));
                } else {
                    let others = (0..self.at.numbers).filter(|u| !partners.contains(&Some(*u)));
                    why.extend(others.map(|u| past.not(other, u)));
                }
            }
        }
    }

    /// An edge.
    fn part(&self, _store: &Store, _fact: Option<Lit>, tag: Tag) -> Option<u32> {
        Some(tag.note())
    }

    fn part_scope(&self, _store: &Store, part: u32) -> Vec<Atom> {
        vec![self.at.edges.at(part)]
    }
}

/// Of every two values that differ by one, one was gone: appends which, with few literals by a
/// simple choice.
fn no_pair(past: &Past<'_>, c: VarId, d: VarId, numbers: u32, why: &mut Lits) {
    for (x, z) in [(c, d), (d, c)] {
        if let Some(v) = past.value(x) {
            why.push(past.is(x, v));
            why.extend(v.checked_sub(1).map(|u| past.not(z, u)));
            why.extend((v + 1 < numbers).then(|| past.not(z, v + 1)));
            return;
        }
    }
    // Numbers of c adjacent to one that d still had must be gone from c; a number gone from d is a
    // premise only if that does not cover it from both sides already.
    let near =
        |v: u32| [v.checked_sub(1), Some(v + 1).filter(|&u| u < numbers)].into_iter().flatten();
    let is_blamed_on_c = |u: u32| near(u).any(|w| past.contains(d, w));
    for v in 0..numbers {
        if is_blamed_on_c(v) {
            why.push(past.not(c, v));
        }
        if !past.contains(d, v) && near(v).any(|u| !is_blamed_on_c(u)) {
            why.push(past.not(d, v));
        }
    }
}

/// Ends of the line are the cells of the first and the last number: clauses for
/// `end(c) ⇔ number(c) ∈ {0, numbers - 1}`.
///
/// # Errors
/// [`Conflict`] if that is impossible.
pub fn post_ends(
    engine: &mut Engine,
    vars: &PathVars,
    cells: Vars,
    numbers: u32,
) -> Result<(), Conflict> {
    for (flag, x) in vars.ends.iter().zip(cells.iter()) {
        let Flag::Open(end) = *flag else { continue };
        let (low, high) = (engine.store().atom(x, 0), engine.store().atom(x, numbers - 1));
        engine.add_clause(&[end.neg(), low.pos(), high.pos()])?;
        engine.add_clause(&[end.pos(), low.neg()])?;
        engine.add_clause(&[end.pos(), high.neg()])?;
    }
    Ok(())
}
