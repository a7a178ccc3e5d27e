//! Every used cell has two ways out, where a path's end counts as one: edges on + end = 2 * used.
//!
//! One propagator for the whole board. A changed literal touches at most two cells; each is
//! recounted from the store's bits (at most nine), which is cheaper than keeping counters on the
//! trail. Domain consistent for each cell; the propagator receives its own inferences as news, so
//! they propagate across the board to a fixpoint. No state.
//!
//! Explanations: the two that are on, or all that are off.

use super::graph::{Flag, PathVars, What};
use crate::kernel::prelude::*;
use crate::structures::Worklist;

rules! {
    /// The inference rules of the ways at a cell.
    enum Rule {
        Full => "two ways are taken",
        LastWays => "last ways out",
        Used => "a path comes here",
        Unused => "no path comes here",
        TooFew => "too few ways out",
    }
}

/// Two ways at every used cell, none at an unused one.
#[derive(Clone, Debug)]
pub struct Degree {
    vars: PathVars,
    news: Vec<(What, bool)>,
    /// Cells to look at in this run.
    dirty: Worklist,
}

impl Degree {
    /// Posts the constraint for all cells of the graph.
    pub fn post(engine: &mut Engine, vars: &PathVars) -> PropId {
        engine.add(Degree {
            vars: vars.clone(),
            news: Vec::new(),
            dirty: Worklist::new(vars.graph.cells()),
        })
    }

    /// The atoms of the ways out of `c`: its edges and its end flag if that is open.
    fn ways(&self, c: u32) -> impl Iterator<Item = Atom> + '_ {
        let end = self.vars.ends[c as usize].atom();
        self.vars.graph.incident(c).iter().map(|&e| self.vars.edge(e)).chain(end)
    }

    fn always(&self, c: u32) -> u32 {
        u32::from(self.vars.ends[c as usize] == Flag::Always)
    }

    fn look(&self, p: &mut Propagation<'_>, c: u32) -> Result<(), Conflict> {
        let (mut on, mut open) = (self.always(c), 0);
        for a in self.ways(c) {
            if p.is_true(a.pos()) {
                on += 1;
            } else if !p.is_true(a.neg()) {
                open += 1;
            }
        }
        let used = self.vars.used[c as usize];
        if on > 0
            && let Some(l) = used.pos()
        {
            p.infer(l, Rule::Used.about(c))?;
        }
        if used.is_false(p) {
            return self.settle(p, c, false, Rule::Unused.about(c), on > 0 || open > 0);
        }
        if on + open < 2 {
            return match used.neg() {
                Some(l) => p.infer(l, Rule::TooFew.about(c)).map(|_| ()),
                None => Err(p.fail(Rule::TooFew.about(c))),
            };
        }
        if on >= 2 {
            return self.settle(p, c, false, Rule::Full.about(c), on > 2 || open > 0);
        }
        if on + open == 2 && used.is_true(p) {
            return self.settle(p, c, true, Rule::LastWays.about(c), true);
        }
        Ok(())
    }

    /// Gives all ways that are not yet true (first two kept if `value` is false) their value.
    fn settle(
        &self,
        p: &mut Propagation<'_>,
        c: u32,
        value: bool,
        tag: Tag,
        any: bool,
    ) -> Result<(), Conflict> {
        if !any {
            return Ok(());
        }
        let mut keep = if Rule::from_tag(tag) == Rule::Full { 2 - self.always(c) } else { 0 };
        for a in self.ways(c) {
            if value {
                if !p.is_true(a.neg()) {
                    p.infer(a.pos(), tag)?;
                }
            } else if keep > 0 && p.is_true(a.pos()) {
                keep -= 1;
            } else {
                p.infer(a.neg(), tag)?;
            }
        }
        Ok(())
    }
}

impl Propagator for Degree {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "degree"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.vars.subscribe(to);
    }

    fn priority(&self) -> Priority {
        Priority::Unit
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if p.is_first_run() {
            for c in 0..self.vars.graph.cells() {
                self.dirty.push(c);
            }
        } else {
            self.news.clear();
            self.vars.news(p, None, &mut self.news);
            for i in 0..self.news.len() {
                match self.news[i].0 {
                    What::Edge(e) => {
                        let [a, b] = self.vars.graph.ends(e);
                        self.dirty.push(a);
                        self.dirty.push(b);
                    }
                    What::End(c) | What::Used(c) => self.dirty.push(c),
                    What::Other => {}
                }
            }
        }
        while let Some(c) = self.dirty.pop() {
            let looked = p.work(self.vars.graph.incident(c).len());
            let looked = looked.and_then(|()| Ok(self.look(p, c)?));
            looked.inspect_err(|_| self.dirty.clear())?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let c = tag.note();
        let about = fact.map(|f| f.atom());
        let used = self.vars.used[c as usize];
        let others = self.ways(c).filter(|&a| Some(a) != about);
        match Rule::from_tag(tag) {
            Rule::Unused => why.extend(used.neg()),
            Rule::Used => {
                if self.always(c) == 0 {
                    why.extend(others.map(|a| a.pos()).find(|&l| past.is_true(l)));
                }
            }
            Rule::Full => {
                let need = 2 - self.always(c) as usize;
                why.extend(others.map(|a| a.pos()).filter(|&l| past.is_true(l)).take(need));
            }
            Rule::LastWays | Rule::TooFew => {
                // If `need` ways are off, at most `spare` ways are left.
                let ways = self.ways(c).count() as u32 + self.always(c);
                let spare = if Rule::from_tag(tag) == Rule::LastWays { 2 } else { 1 };
                let need = ways.saturating_sub(spare) as usize;
                why.extend(others.map(|a| a.neg()).filter(|&l| past.is_true(l)).take(need));
                if about.is_none() || Rule::from_tag(tag) == Rule::LastWays {
                    why.extend(used.pos());
                }
            }
        }
    }

    /// A cell.
    fn part(&self, _store: &Store, _fact: Option<Lit>, tag: Tag) -> Option<u32> {
        Some(tag.note())
    }

    fn part_scope(&self, _store: &Store, part: u32) -> Vec<Atom> {
        self.ways(part).collect()
    }
}
