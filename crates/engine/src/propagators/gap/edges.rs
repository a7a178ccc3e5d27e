//! Neighbours on the line lie in one gap; a given number has one neighbour in the gap on either side.
//!
//! At a fixpoint: along an edge that is on, both cells have the same gaps left; an edge between cells
//! without a common gap is off. A way from a given number into the gap below it, or into the one above, is
//! an edge that is not off to a cell that may lie in that gap. There is one; if there is only one, it is on
//! and its cell lies in the gap; once a way is on and its cell does lie there, no other neighbour that is
//! joined lies there, and none that lies there is joined. For each changed cell, its neighbours are
//! examined; no state beyond the news.
//!
//! Explanations: the edge and the gap that the other cell has lost, or for each common gap which of
//! the two has lost it.

use super::table::{Hold, common};
use super::vars::GapVars;
use crate::kernel::prelude::*;
use crate::propagators::path::What;
use crate::structures::Worklist;

rules! {
    /// The inference rules of edges and gaps.
    enum Rule {
        Along => "neighbours on the line lie in one gap",
        Apart => "no gap for both cells",
        OnlyWay => "the only way into the gap",
        NoWay => "no way into the gap",
        Taken => "the gap has its first cell",
    }
}

/// Equal gaps along edges, and one way out of a given number on either side.
#[derive(Clone, Debug)]
pub(crate) struct GapEdges {
    gaps: GapVars,
    dirty: Worklist,
}

impl GapEdges {
    /// Posts the constraint for the whole board.
    pub fn post(engine: &mut Engine, gaps: &GapVars) -> PropId {
        let dirty = Worklist::new(gaps.table.cells());
        engine.add(GapEdges { gaps: gaps.clone(), dirty })
    }

    fn collect(&mut self, p: &mut Propagation<'_>) {
        if p.is_first_run() {
            (0..self.gaps.table.cells()).for_each(|c| self.dirty.push(c));
            return;
        }
        for at in p.news() {
            let entry = p.entry(at);
            let w = entry.word();
            if let Some(c) = self.gaps.cell_of_word(p, w) {
                self.dirty.push(c);
                let graph = self.gaps.path.graph.clone();
                for &d in graph.neighbours(c) {
                    if self.gaps.table.clue(d).is_some() {
                        self.dirty.push(d);
                    }
                }
                continue;
            }
            for l in entry.lits() {
                let What::Edge(e) = self.gaps.path.what(l.atom()) else { continue };
                for c in self.gaps.path.graph.ends(e) {
                    if l.is_positive() || self.gaps.table.clue(c).is_some() {
                        self.dirty.push(c);
                    }
                }
            }
        }
    }

    /// Examines a cell that is not given and its neighbours.
    fn look(&self, p: &mut Propagation<'_>, c: u32) -> Result<(), Conflict> {
        let graph = &self.gaps.path.graph;
        for (d, e) in graph.around(c) {
            let edge = self.gaps.path.edge(e);
            if p.is_true(edge.neg()) {
                continue;
            }
            let on = p.is_true(edge.pos());
            if self.gaps.table.clue(d).is_some() {
                if on {
                    self.restrict(p, c, d, e)?;
                } else if !self.meets(p, c, d) {
                    p.infer(edge.neg(), Rule::Apart.tag())?;
                }
            } else if on {
                self.restrict(p, c, d, e)?;
                self.restrict(p, d, c, e)?;
            } else if !self.meets(p, c, d) {
                p.infer(edge.neg(), Rule::Apart.tag())?;
            }
        }
        Ok(())
    }

    /// Whether `c` may be next to `d` in a gap that both have left.
    fn meets(&self, view: &impl View, c: u32, d: u32) -> bool {
        let table = &self.gaps.table;
        match table.clue(d) {
            Some(i) => self.gaps.may(view, c, i) || self.gaps.may(view, c, i + 1),
            None => common(table.holds(c), table.holds(d))
                .any(|(v, w)| !self.gaps.lost(view, c, v) && !self.gaps.lost(view, d, w)),
        }
    }

    /// Removes from `c` the gaps that `d`, its neighbour on the line, does not have.
    fn restrict(&self, p: &mut Propagation<'_>, c: u32, d: u32, e: u32) -> Result<(), Conflict> {
        let table = &self.gaps.table;
        let clue = table.clue(d);
        let other: &[Hold] = table.holds(d);
        let mut j = 0;
        for (v, hold) in (0..).zip(table.holds(c)) {
            let shared = match clue {
                Some(i) => hold.gap == i || hold.gap == i + 1,
                None => {
                    while j < other.len() && other[j].gap < hold.gap {
                        j += 1;
                    }
                    other.get(j).is_some_and(|h| h.gap == hold.gap)
                        && !self.gaps.lost(p, d, j as u32)
                }
            };
            if !shared {
                p.remove(self.gaps.var(c), v, Rule::Along.about(e))?;
            }
        }
        Ok(())
    }

    /// Examines the ways out of a given number.
    fn look_at_given(&self, p: &mut Propagation<'_>, c: u32, clue: u32) -> Result<(), Conflict> {
        let (table, path) = (&self.gaps.table, &self.gaps.path);
        for (side, gap) in [(0, clue), (1, clue + 1)] {
            if table.length(gap) == 1 {
                continue;
            }
            let (mut ways, mut only, mut taken) = (0, None, None);
            for (d, e) in path.graph.around(c) {
                let edge = path.edge(e);
                if p.is_true(edge.neg()) || !self.gaps.may(p, d, gap) {
                    continue;
                }
                ways += 1;
                only = Some((d, e));
                if taken.is_none() && p.is_true(edge.pos()) && self.gaps.lies(p, d, gap) {
                    taken = Some((d, e));
                }
            }
            let note = c * 2 + side;
            if let Some((way, by)) = taken {
                let tag = Rule::Taken.about(by);
                for (d, e) in path.graph.around(c).filter(|&(d, _)| d != way) {
                    let edge = path.edge(e);
                    if p.is_true(edge.pos()) {
                        self.gaps.bar(p, d, gap, tag)?;
                    } else if !p.is_true(edge.neg()) && self.gaps.lies(p, d, gap) {
                        p.infer(edge.neg(), tag)?;
                    }
                }
            } else if ways == 0 {
                return Err(p.fail(Rule::NoWay.about(note)));
            } else if let Some((d, e)) = only.filter(|_| ways == 1) {
                let tag = Rule::OnlyWay.about(note);
                p.infer(path.edge(e).pos(), tag)?;
                let v = table.value(d, gap).expect("the cell may lie in the gap");
                p.fix(self.gaps.var(d), v, tag)?;
            }
        }
        Ok(())
    }

    /// The cell of a fact about the surroundings of `c`: the other end of an edge, or the cell of a
    /// gap variable.
    fn about(&self, store: &Store, fact: Lit, c: u32) -> Option<u32> {
        match self.gaps.path.what(fact.atom()) {
            What::Edge(e) => Some(self.gaps.path.graph.across(e, c)),
            _ => self.gaps.place(store, fact.atom()).map(|(d, _)| d),
        }
    }

    /// That none of the neighbours of a given cell but `but` is a way into a gap.
    fn no_way(&self, past: &Past<'_>, c: u32, gap: u32, but: Option<u32>, why: &mut Lits) {
        let path = &self.gaps.path;
        for (d, e) in path.graph.around(c).filter(|&(d, _)| Some(d) != but) {
            let off = path.edge(e).neg();
            if self.gaps.table.value(d, gap).is_none() {
                continue;
            }
            why.extend(Some(off).filter(|&l| past.is_true(l)).or(self.gaps.was_not(past, d, gap)));
        }
    }
}

impl Propagator for GapEdges {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "gap_edges"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_bools(self.gaps.path.edges);
        self.gaps.subscribe_gaps(to);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.collect(p);
        // From here on an interrupt leaves the dirty cells to the next run.
        p.mark_news_read();
        while let Some(c) = self.dirty.pop() {
            let looked = match self.gaps.table.clue(c) {
                Some(clue) => self.look_at_given(p, c, clue),
                None => self.look(p, c),
            };
            looked.inspect_err(|_| self.dirty.clear())?;
            p.work(8 * self.gaps.table.holds(c).len())?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let (table, path, store) = (&self.gaps.table, &self.gaps.path, past.store());
        match (Rule::from_tag(tag), fact) {
            (Rule::Along, Some(fact)) => {
                let e = tag.note();
                why.push(path.edge(e).pos());
                let (c, gap) = self.gaps.place(store, fact.atom()).expect("the gap of a cell");
                why.extend(self.gaps.never(store, path.graph.across(e, c), gap));
            }
            (Rule::Apart, Some(fact)) => {
                let What::Edge(e) = path.what(fact.atom()) else { return };
                let [c, d] = path.graph.ends(e);
                let (c, d) = if table.clue(c).is_some() { (d, c) } else { (c, d) };
                match table.clue(d) {
                    Some(i) => {
                        why.extend([i, i + 1].iter().filter_map(|&g| self.gaps.never(store, c, g)))
                    }
                    None => {
                        for (v, w) in common(table.holds(c), table.holds(d)) {
                            let [l, k] =
                                [(c, v), (d, w)].map(|(c, v)| self.gaps.atom(store, c, v).neg());
                            why.push(if past.is_true(l) { l } else { k });
                        }
                    }
                }
            }
            (Rule::Taken, Some(fact)) => {
                let e = tag.note();
                let [a, b] = path.graph.ends(e);
                let (c, way) = if table.clue(a).is_some() { (a, b) } else { (b, a) };
                why.push(path.edge(e).pos());
                let d = self.about(store, fact, c).expect("a neighbour of the given cell");
                let on = path.graph.edge_between(c, d).expect("a neighbour");
                let gap = match self.gaps.place(store, fact.atom()) {
                    Some((_, gap)) => {
                        why.push(path.edge(on).pos());
                        gap
                    }
                    None => {
                        let v = past.value(self.gaps.var(d)).expect("the cell's gap was known");
                        why.push(past.is(self.gaps.var(d), v));
                        table.holds(d)[v as usize].gap
                    }
                };
                let v = table.value(way, gap).expect("the way in lies in the gap");
                why.push(self.gaps.atom(store, way, v).pos());
            }
            (Rule::OnlyWay | Rule::NoWay, _) => {
                let (c, side) = (tag.note() / 2, tag.note() % 2);
                let gap = table.clue(c).expect("a given cell") + side;
                let but = fact.and_then(|fact| self.about(store, fact, c));
                self.no_way(past, c, gap, but, why);
            }
            (Rule::Along | Rule::Apart | Rule::Taken, None) => {
                unreachable!("these rules infer and never fail")
            }
        }
    }
}
