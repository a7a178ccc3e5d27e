//! The possible edges must be connected, and every cut must be crossed often enough.
//!
//! The model adds a depot joined to every cell that may be an end: a line is then a round trip
//! through the depot, a set of links several round trips. Over the edges that are not off:
//! * all used cells lie in one component (a line: without the depot), and no cell outside it is
//!   used;
//! * a line: an edge between two used parts is on if no other edge joins them;
//! * with the depot: a cut between used parts has two edges at least; if it has just two, both are
//!   on. Such pairs are found by random labels: one per non-tree edge of a spanning tree, and for a
//!   tree edge the sum of those that cover it; the edges of a pair have equal labels. Every
//!   candidate is checked exactly before it is used;
//! * with the depot every cut is crossed an even number of times: if an open edge is the only one
//!   across a cut, its value follows from the parity of the edges on.
//!
//! At a fixpoint nothing of this can be inferred from any single cut. Two or three depth-first searches
//! per run, linear, and a search for each candidate; no state. Explanations: the off-edges of the cut
//! (for parity also those that are on), one used cell on either side.
//!
//! Source: D. Pritchard and R. Thurimella, Fast computation of small cuts via cycle space sampling,
//! 2011.

use super::graph::{Flag, PathVars, What};
use super::walk::{Kind, NONE, Walk};
use crate::kernel::prelude::*;

rules! {
    /// The inference rules of cuts.
    enum Rule {
        Apart => "cells are cut off from each other",
        CutOff => "cut off from the path",
        Bridge => "the only way across",
        Lone => "one way across, but a path must come back",
        Pair => "the only two ways across",
        Parity => "every border is crossed an even number of times",
        Odd => "every border is crossed an even number of times",
    }
}

/// Connectivity and small cuts of the graph of edges that are not off.
#[derive(Clone, Debug)]
pub struct Connectivity {
    vars: PathVars,
    is_line: bool,
    depot_is_used: bool,
    walk: Walk,
    /// Open-addressing table from labels to arcs, by stamp.
    table: Vec<(u64, u32, u32)>,
    stamp: u32,
    pairs: Vec<(u32, u32)>,
}

impl Connectivity {
    /// Posts the constraint. `is_line`: all used cells are on one path with two ends; otherwise
    /// every path has two ends, and an even number of cells are ends.
    pub fn post(engine: &mut Engine, vars: &PathVars, is_line: bool) -> PropId {
        // A path has ends, so the depot is used.
        let depot_is_used = is_line || vars.ends.contains(&Flag::Always);
        let walk = Walk::new(vars, depot_is_used);
        let arcs = walk.arcs();
        engine.add(Connectivity {
            vars: vars.clone(),
            is_line,
            depot_is_used,
            walk,
            table: vec![(0, 0, 0); (arcs * 2).next_power_of_two()],
            stamp: 0,
            pairs: Vec::new(),
        })
    }

    /// Enforces a single component. `Ok(true)`: something was inferred.
    fn pieces(&mut self, p: &mut Propagation<'_>) -> Result<bool, Conflict> {
        let n = self.vars.graph.cells();
        if self.walk.pieces() == 1 {
            return Ok(false);
        }
        // The piece that the used cells must be in: the depot's, or that of the first used cell.
        let home = if self.is_line {
            let first = (0..n).find(|&c| self.vars.used[c as usize].is_true(p));
            match first {
                Some(c) => self.walk.piece(c),
                None => return Ok(false),
            }
        } else {
            self.walk.piece(n)
        };
        let mut changed = false;
        for c in 0..n {
            if self.walk.piece(c) == home {
                continue;
            }
            let used = self.vars.used[c as usize];
            if used.is_true(p) {
                return Err(p.fail(Rule::Apart.about(c)));
            }
            if let Some(l) = used.neg() {
                changed |= p.infer(l, Rule::CutOff.tag())?;
            }
        }
        Ok(changed)
    }

    /// Bridges of the board itself: the line must cross them once.
    fn bridges(&mut self, p: &mut Propagation<'_>) -> Result<bool, Conflict> {
        let total = self.used_in_all(p);
        let mut changed = false;
        for i in 0..self.walk.order().len() {
            let v = self.walk.order()[i];
            if !self.walk.is_bridge(v) {
                continue;
            }
            let inside = self.walk.used_below(v);
            if inside > 0 && inside < total {
                let atom = self.walk.atom(self.walk.up(v)).expect("edges have atoms");
                changed |= p.infer(atom.pos(), Rule::Bridge.tag())?;
            }
        }
        Ok(changed)
    }

    fn used_in_all(&self, p: &Propagation<'_>) -> u32 {
        self.vars.used.iter().filter(|u| u.is_true(p)).count() as u32
    }

    /// Cuts of one or two arcs, with the depot.
    fn small_cuts(&mut self, p: &mut Propagation<'_>) -> Result<bool, Halt> {
        let total = self.used_in_all(p) + u32::from(self.depot_is_used);
        for i in 0..self.walk.order().len() {
            let v = self.walk.order()[i];
            let inside = self.walk.used_below(v);
            if self.walk.is_bridge(v) && inside > 0 && inside < total {
                return Err(p.fail(Rule::Lone.about(self.walk.up(v))).into());
            }
        }
        self.find_pairs(p);
        let mut changed = false;
        for i in 0..self.pairs.len() {
            let (a, b) = self.pairs[i];
            let open = |&(arc, other): &(u32, u32)| {
                let atom = self.walk.atom(arc).filter(|&atom| p.is_open(atom))?;
                Some((atom, other))
            };
            let open = [(a, b), (b, a)].each_ref().map(open);
            if open == [None; 2] {
                continue;
            }
            p.work(4 * self.walk.order().len())?;
            // The two arcs induce the same cut, so one check serves both.
            if self.parts(p, a, b) {
                for (atom, other) in open.into_iter().flatten() {
                    changed |= p.infer(atom.pos(), Rule::Pair.about(other))?;
                }
            }
        }
        Ok(changed)
    }

    /// Whether two arcs alone join two used parts.
    fn parts(&mut self, p: &Propagation<'_>, a: u32, b: u32) -> bool {
        let n = self.vars.graph.cells();
        if !self.walk.flood(p, a, [a, b], Kind::Possible, true) {
            return false;
        }
        if self.vars.covers_all {
            return true;
        }
        let (mut inside, mut outside) = (false, false);
        for c in 0..n {
            if self.vars.used[c as usize].is_true(p) {
                *(if self.walk.flooded(c) { &mut inside } else { &mut outside }) = true;
            }
        }
        if self.depot_is_used {
            *(if self.walk.flooded(n) { &mut inside } else { &mut outside }) = true;
        }
        inside && outside
    }

    /// Collects pairs of arcs with equal labels, at least one of them open.
    fn find_pairs(&mut self, p: &Propagation<'_>) {
        self.pairs.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.table.fill((0, 0, 0));
            self.stamp = 1;
        }
        let mask = self.table.len() - 1;
        for i in 0..self.walk.labelled().len() {
            let (label, arc) = self.walk.labelled()[i];
            // With one of the two on, parity finds the other.
            if !self.walk.atom(arc).is_some_and(|a| p.is_open(a)) {
                continue;
            }
            let mut at = label as usize & mask;
            loop {
                let (l, s, other) = self.table[at];
                if s != self.stamp {
                    self.table[at] = (label, self.stamp, arc);
                    break;
                }
                if l == label {
                    self.pairs.push((other, arc));
                    break;
                }
                at = (at + 1) & mask;
            }
        }
    }

    /// Infers open arcs that are the only open arc across a cut.
    fn parity(&mut self, p: &mut Propagation<'_>) -> Result<bool, Conflict> {
        let mut changed = false;
        for i in 0..self.walk.order().len() {
            let v = self.walk.order()[i];
            if self.walk.is_root(v) && self.walk.odd_below(v) {
                return Err(p.fail(Rule::Odd.about(v)));
            }
            if self.walk.is_bridge(v) {
                let atom = self.walk.atom(self.walk.up(v)).expect("an open arc has an atom");
                changed |= p.infer(atom.lit(self.walk.odd_below(v)), Rule::Parity.tag())?;
            }
        }
        Ok(changed)
    }

    /// Appends one literal that implies that some cell on (off) the flooded side was used, unless
    /// that is certain.
    fn used_side(&self, past: &Past<'_>, flooded: bool, why: &mut Lits) {
        let n = self.vars.graph.cells();
        if self.vars.covers_all {
            return;
        }
        let mut found = None;
        for c in 0..n {
            let used = self.vars.used[c as usize];
            if self.walk.flooded(c) == flooded && used.is_true(past) {
                match used.pos() {
                    None => return,
                    Some(l) => found = found.or(Some(l)),
                }
            }
        }
        why.extend(found);
    }

    /// Appends the off-arcs on the border of the flooded side.
    fn border(
        &self,
        past: &Past<'_>,
        with_depot: bool,
        both: bool,
        about: Option<Atom>,
        why: &mut Lits,
    ) {
        self.walk.border(with_depot, |arc| {
            let Some(atom) = self.walk.atom(arc) else { return };
            if Some(atom) == about {
                return;
            }
            if past.is_true(atom.neg()) {
                why.push(atom.neg());
            } else if both && past.is_true(atom.pos()) {
                why.push(atom.pos());
            }
        });
    }

    /// Floods from `c`, or from the rest if its border is shorter; explains that they are not
    /// connected.
    fn apart(&mut self, past: &Past<'_>, c: u32, why: &mut Lits) {
        let n = self.vars.graph.cells();
        let depot = !self.is_line;
        self.walk.flood_from(past, c, Kind::Possible, depot);
        let mine = self.walk.border_length(depot);
        // The used cell (or depot) on the other side.
        let other = if depot {
            Some(n)
        } else {
            (0..n).find(|&d| !self.walk.flooded(d) && self.vars.used[d as usize].is_true(past))
        };
        if let Some(d) = other {
            self.walk.flood_from(past, d, Kind::Possible, depot);
            if self.walk.border_length(depot) > mine {
                self.walk.flood_from(past, c, Kind::Possible, depot);
            }
        }
        self.border(past, depot, false, None, why);
    }
}

impl Propagator for Connectivity {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "connectivity"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.vars.subscribe(to);
    }

    fn priority(&self) -> Priority {
        Priority::Global
    }

    fn steps(&self) -> u64 {
        // Three searches of the whole graph, plus a few for candidates.
        60 * u64::from(self.vars.graph.edges())
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let mut changed = false;
        self.walk.load(p);
        if self.is_line {
            self.walk.run(p, Kind::Possible, false)?;
            changed |= self.pieces(p)?;
            changed |= self.bridges(p)?;
        }
        self.walk.run(p, Kind::Possible, true)?;
        if !self.is_line {
            changed |= self.pieces(p)?;
        }
        changed |= self.small_cuts(p)?;
        if changed {
            self.walk.load(p);
        }
        self.walk.run(p, Kind::Open, true)?;
        changed |= self.parity(p)?;
        Ok(if changed { Status::Again } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let about = fact.map(|f| f.atom());
        let arc = about.and_then(|a| self.walk.arc(a)).unwrap_or(NONE);
        match Rule::from_tag(tag) {
            Rule::Apart => {
                self.apart(past, tag.note(), why);
                self.used_side(past, true, why);
                self.used_side(past, false, why);
            }
            Rule::CutOff => {
                let Some(What::Used(c)) = about.map(|a| self.vars.what(a)) else { return };
                self.apart(past, c, why);
                if self.is_line {
                    let cell_is_inside = self.walk.flooded(c);
                    self.used_side(past, !cell_is_inside, why);
                }
            }
            Rule::Bridge => {
                self.walk.flood(past, arc, [arc, NONE], Kind::Possible, false);
                self.border(past, false, false, about, why);
                self.used_side(past, true, why);
                self.used_side(past, false, why);
            }
            Rule::Lone | Rule::Pair => {
                let other = tag.note();
                let start = if arc == NONE { other } else { arc };
                self.walk.flood(past, start, [arc, other], Kind::Possible, true);
                self.border(past, true, false, about, why);
                // The side of the depot is used if paths have ends at all.
                let depot_side = self.walk.flooded(self.walk.depot());
                for flooded in [true, false] {
                    if !(self.depot_is_used && depot_side == flooded) {
                        self.used_side(past, flooded, why);
                    }
                }
            }
            Rule::Odd => {
                self.walk.flood_from(past, tag.note(), Kind::Open, true);
                self.border(past, true, true, None, why);
            }
            Rule::Parity => {
                self.walk.shorter_side(past, arc);
                self.border(past, true, true, about, why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::Graph;
    use super::*;
    use std::sync::Arc;

    /// The inference on two blocks of the cells 0 to 3 and 4 to 7 with some edges between them:
    /// whether the first of these edges is on, if known; an error if there is a conflict.
    fn inferred(between: &[[u32; 2]], ends: Option<&[u32]>) -> Result<Option<bool>, Halt> {
        let within =
            |first: u32| (0..4).flat_map(move |a| (0..a).map(move |b| [first + b, first + a]));
        let mut edges: Vec<[u32; 2]> = within(0).chain(within(4)).collect();
        edges.extend(between);
        let mut engine = Engine::new();
        let of_edges = engine.new_bools(edges.len() as u32);
        let open = engine.new_bools(8);
        let flag = |c: u32| match ends {
            None => Flag::Open(open.at(c)),
            Some(ends) if ends.contains(&c) => Flag::Always,
            Some(_) => Flag::Never,
        };
        let graph = Arc::new(Graph::new(8, &edges));
        let vars = PathVars::new(graph, of_edges, (0..8).map(flag).collect(), None);
        Connectivity::post(&mut engine, &vars, ends.is_none());
        engine.fixpoint(&mut ())?;
        let store = engine.store();
        let atom = between.first().map(|_| vars.edge(12)).filter(|&atom| !store.is_open(atom));
        Ok(atom.map(|atom| store.is_true(atom.pos())))
    }

    #[test]
    fn small_cuts_are_crossed_as_often_as_they_must_be() {
        // A line must get across.
        assert_eq!(inferred(&[[3, 4]], None), Ok(Some(true)));
        assert!(inferred(&[], None).is_err());
        // Links get across where the number of ends on a side is odd.
        assert_eq!(inferred(&[[3, 4]], Some(&[0, 1, 4, 5])), Ok(Some(false)));
        assert_eq!(inferred(&[[3, 4]], Some(&[1, 5])), Ok(Some(true)));
        assert_eq!(inferred(&[], Some(&[0, 1, 4, 5])), Ok(None));
        assert!(inferred(&[], Some(&[0, 1, 2, 5, 6, 7])).is_err());
        // A link goes to the block without ends and comes back.
        assert_eq!(inferred(&[[3, 4], [0, 7]], Some(&[5, 6])), Ok(Some(true)));
    }
}
