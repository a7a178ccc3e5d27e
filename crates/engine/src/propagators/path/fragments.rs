//! Fragments of paths must not close too early.
//!
//! A maximal run of edges that are on is a fragment; a cell without any is one of length 1. For the
//! two end cells of each fragment, reversible cells hold the other end and the length: one edge
//! costs a constant number of writes. At a fixpoint:
//! * the edge between the two ends of a fragment of three cells or more is off (it would close a
//!   cycle), and no fragment is a cycle;
//! * one line: if one of the two ends of a fragment of two cells or more is an end of the line, and fewer
//!   cells are on the fragment than are known to be used, the other one is not;
//! * one line: if both are, and no other cell is known to be used, no other cell is used.
//!
//! Explanations walk along the edges that were on then, so they form a unique route. Relies on
//! [`super::Degree`] being posted as well. Source: the idea of storing opposite ends is that of Y.
//! Caseau and F. Laburthe, Solving small TSPs with constraints, 1997.

use super::graph::{Flag, PathVars, What};
use crate::kernel::prelude::*;
use bitvec::vec::BitVec;

/// The pattern formed by all paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// One line through all used cells.
    Line,
    /// Any number of paths, each between two ends. Which ends they join is left to other
    /// constraints.
    Links,
}

rules! {
    /// The inference rules of fragments.
    enum Rule {
        Cycle => "the path bites itself",
        Closes => "would close a loop",
        NotTheEnd => "the line would end too early",
        LineIsDone => "the line is complete",
    }
}

/// Interior cells of fragments have no other end.
const INTERIOR: u32 = u32::MAX;

/// No cycles, and no line that ends too early.
#[derive(Clone, Debug)]
pub struct Fragments {
    vars: PathVars,
    pattern: Pattern,
    /// Per cell the other end of its fragment, or `INTERIOR`.
    mate: Cells,
    /// Per cell the number of cells of its fragment, valid at ends.
    length: Cells,
    /// Line: up to two cells known to be ends, and how many cells are known to be used.
    ends: [CellId; 2],
    used: CellId,
    news: Vec<(What, bool)>,
    grown: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Fragments {
    /// Posts the constraint for the whole graph.
    pub fn post(engine: &mut Engine, vars: &PathVars, pattern: Pattern) -> PropId {
        let store = engine.store_mut();
        let n = vars.graph.cells();
        let mate = store.new_cells(n, 0);
        let length = store.new_cells(n, 1);
        let ends = [store.new_cell(NONE), store.new_cell(NONE)];
        let used = store.new_cell(0);
        engine.add(Fragments {
            vars: vars.clone(),
            pattern,
            mate,
            length,
            ends,
            used,
            news: Vec::new(),
            grown: Vec::new(),
        })
    }

    #[inline]
    fn mate_of(&self, p: &Propagation<'_>, c: u32) -> u32 {
        p.cell(self.mate.at(c))
    }

    #[inline]
    fn set_mate(&self, p: &mut Propagation<'_>, c: u32, to: u32) {
        p.set_cell(self.mate.at(c), to);
    }

    #[inline]
    fn length_of(&self, p: &Propagation<'_>, c: u32) -> u32 {
        p.cell(self.length.at(c))
    }

    /// All facts that hold now, as if they were news.
    fn start(&mut self, p: &mut Propagation<'_>) {
        let vars = &self.vars;
        for c in 0..vars.graph.cells() {
            self.set_mate(p, c, c);
            if vars.used[c as usize].is_true(p) {
                self.news.push((What::Used(c), true));
            }
            if vars.ends[c as usize].is_true(p) {
                self.news.push((What::End(c), true));
            }
        }
        for e in 0..vars.graph.edges() {
            if p.is_true(vars.edge(e).pos()) {
                self.news.push((What::Edge(e), true));
            }
        }
    }

    fn join(&mut self, p: &mut Propagation<'_>, e: u32) -> Result<(), Conflict> {
        let [u, v] = self.vars.graph.ends(e);
        let (a, b) = (self.mate_of(p, u), self.mate_of(p, v));
        if a == INTERIOR || b == INTERIOR {
            // Three edges at a cell: the degree constraint fails.
            return Ok(());
        }
        if a == v {
            return Err(p.fail(Rule::Cycle.about(e)));
        }
        let length = self.length_of(p, u) + self.length_of(p, v);
        if a != u {
            self.set_mate(p, u, INTERIOR);
        }
        if b != v {
            self.set_mate(p, v, INTERIOR);
        }
        self.set_mate(p, a, b);
        self.set_mate(p, b, a);
        for end in [a, b] {
            p.set_cell(self.length.at(end), length);
        }
        self.grown.push(a);
        Ok(())
    }

    /// Infers the consequences of the fragment that ends in `a`.
    fn draw(&self, p: &mut Propagation<'_>, a: u32) -> Result<(), Conflict> {
        let b = self.mate_of(p, a);
        if b == INTERIOR {
            return Ok(());
        }
        let length = self.length_of(p, a);
        if length > 2
            && let Some(e) = self.vars.graph.edge_between(a, b)
        {
            p.infer(self.vars.edge(e).neg(), Rule::Closes.tag())?;
        }
        Ok(())
    }

    /// One line: infers the consequences of its known ends.
    fn line(&mut self, p: &mut Propagation<'_>) -> Result<(), Conflict> {
        for end in self.ends {
            let a = p.cell(end);
            if a == NONE {
                continue;
            }
            let b = self.mate_of(p, a);
            if b == INTERIOR || b == a {
                continue;
            }
            let length = self.length_of(p, a);
            if length < p.cell(self.used) {
                match self.vars.ends[b as usize].neg() {
                    Some(l) => p.infer(l, Rule::NotTheEnd.about(a))?,
                    None if self.vars.ends[b as usize] == Flag::Always => {
                        return Err(p.fail(Rule::NotTheEnd.about(a)));
                    }
                    None => false,
                };
            } else if !self.vars.covers_all && self.vars.ends[b as usize].is_true(p) {
                // The whole line: nothing else is used.
                for c in 0..self.vars.graph.cells() {
                    if let Some(l) = self.vars.used[c as usize].neg()
                        && !p.is_true(!l)
                    {
                        p.infer(l, Rule::LineIsDone.about(a))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Appends the edges of the route from `from`, not by edge `but`, until it ends or reaches
    /// `until`; returns the last cell.
    fn route(&self, past: &Past<'_>, from: u32, until: u32, but: u32, why: &mut Lits) -> u32 {
        let (mut at, mut came) = (from, but);
        while at != until {
            let next =
                self.vars.graph.around(at).find(|&(_, e)| e != came && self.vars.is_on(past, e));
            let Some((q, e)) = next else { break };
            why.push(self.vars.edge(e).pos());
            (at, came) = (q, e);
            if at == from {
                break;
            }
        }
        at
    }

    /// A cell off the fragment from `a` that was known to be used, if the flag of none is constant.
    fn outside(&self, past: &Past<'_>, a: u32, why: &mut Lits) {
        if self.vars.covers_all {
            return;
        }
        let mut inside: BitVec = BitVec::repeat(false, self.vars.graph.cells() as usize);
        let (mut at, mut came) = (a, NONE);
        inside.set(a as usize, true);
        while let Some((q, e)) =
            self.vars.graph.around(at).find(|&(_, e)| e != came && self.vars.is_on(past, e))
        {
            inside.set(q as usize, true);
            (at, came) = (q, e);
        }
        let found = self
            .vars
            .used
            .iter()
            .zip(inside.iter().by_vals())
            .filter(|&(u, inside)| !inside && u.is_true(past))
            .map(|(u, _)| u.pos())
            .min_by_key(|l| l.is_some());
        why.extend(found.flatten());
    }
}

impl Propagator for Fragments {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "fragments"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_known(self.vars.edges);
        if self.pattern == Pattern::Line {
            for f in self.vars.ends.iter().chain(self.vars.used.iter()) {
                if let Some(l) = f.pos() {
                    to.on_lit(l);
                }
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.news.clear();
        self.grown.clear();
        if p.is_first_run() {
            self.start(p);
        } else {
            self.vars.news(p, None, &mut self.news);
        }
        let mut used = p.cell(self.used);
        for i in 0..self.news.len() {
            match self.news[i] {
                (What::Edge(e), true) => self.join(p, e)?,
                (What::End(c), true) => {
                    // A third end is detected by the count of ends.
                    let free = self.ends.into_iter().find(|&end| p.cell(end) == NONE);
                    if let Some(end) = free {
                        p.set_cell(end, c);
                    }
                }
                (What::Used(_), true) => used += 1,
                _ => {}
            }
        }
        p.set_cell(self.used, used);
        for i in 0..self.grown.len() {
            self.draw(p, self.grown[i])?;
        }
        if self.pattern == Pattern::Line && !self.news.is_empty() {
            self.line(p)?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let vars = &self.vars;
        match Rule::from_tag(tag) {
            Rule::Cycle => {
                let e = tag.note();
                let [u, v] = vars.graph.ends(e);
                why.push(vars.edge(e).pos());
                self.route(past, u, v, e, why);
            }
            Rule::Closes => {
                let Some(What::Edge(e)) = fact.map(|f| vars.what(f.atom())) else { return };
                let [u, v] = vars.graph.ends(e);
                self.route(past, u, v, e, why);
            }
            Rule::NotTheEnd => {
                let a = tag.note();
                why.extend(vars.ends[a as usize].pos());
                let b = self.route(past, a, NONE, NONE, why);
                if fact.is_none() {
                    why.extend(vars.ends[b as usize].pos());
                }
                self.outside(past, a, why);
            }
            Rule::LineIsDone => {
                let a = tag.note();
                why.extend(vars.ends[a as usize].pos());
                let b = self.route(past, a, NONE, NONE, why);
                why.extend(vars.ends[b as usize].pos());
            }
        }
    }
}
