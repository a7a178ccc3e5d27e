//! The blocks of the graph of possible edges form a chain along the line.
//!
//! If cell a separates the graph of edges that are not off into sides, the line crosses from one side to
//! the other in a: there are at most two sides, a is no end, each side holds exactly one end and is entered
//! from a by exactly one edge. Where the board has two colours, the numbers of cells of each colour on a
//! side give the colour of its end, or show that there is no line. At a fixpoint nothing of this can be
//! inferred from a single cell and side, provided that the edges that are not off form a connected graph.
//!
//! One depth-first search per run finds all cells that separate the board; every side is an interval
//! of the preorder or the rest, so all counts come from prefix sums. Linear, no state. Explanations:
//! the off-edges between the sides, and the ends that were counted.
//!
//! Source: J. Hopcroft and R. Tarjan, Efficient algorithms for graph manipulation, 1973 (separation
//! cells); A. Itai, C. Papadimitriou and J. Szwarcfiter, Hamilton paths in grid graphs, 1982 (colours).

use super::graph::{Flag, PathVars, What};
use crate::kernel::prelude::*;
use crate::structures::Marks;
use crate::structures::low_points::{Arc, LowPoints};
use std::sync;

rules! {
    /// The inference rules of separation cells.
    enum Rule {
        ThreeSides => "a cell has three sides",
        Middle => "a cut cell is no end",
        Colours => "the colours of a side do not fit",
        NoEnd => "a side without an end",
        OtherColour => "the end of this side has the other colour",
        OtherEnd => "this side has its end",
        OnlyEnd => "the only place for this side's end",
        OneWay => "a side is entered once",
        LastWay => "the only way into a side",
    }
}

const NONE: u32 = u32::MAX;

/// The line passes once through every cell that separates the board. All cells must be used.
#[derive(Clone, Debug)]
pub struct BlockChain {
    vars: PathVars,
    black: Option<sync::Arc<[bool]>>,
    tree: LowPoints,
    separation: Vec<Separation>,
    /// Sums over the first i cells of the preorder.
    sums: Vec<Sums>,
    marks: Marks,
    queue: Vec<u32>,
    /// The side of the last failure: one of its cells.
    failed_side: u32,
    /// Whether this run has switched an edge off: `tree` may have fewer sides than the store.
    parts: bool,
}

/// The subtrees that a cell separates from the rest.
#[derive(Clone, Copy, Default, Debug)]
struct Separation {
    count: u32,
    /// The first two, by their uppermost cells.
    children: [u32; 2],
}

#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    balance: i32,
    known: i32,
    /// Possible ends, white and black.
    possible: [i32; 2],
}

impl Sums {
    fn minus(self, o: Sums) -> Sums {
        Sums {
            balance: self.balance - o.balance,
            known: self.known - o.known,
            possible: [0, 1].map(|k| self.possible[k] - o.possible[k]),
        }
    }
}

/// An interval of the preorder, or everything but an interval and the separation cell.
#[derive(Clone, Copy)]
struct Side {
    from: u32,
    to: u32,
    is_rest: bool,
}

impl BlockChain {
    /// Posts the constraint.
    ///
    /// # Panics
    /// If cells may stay unused.
    pub fn post(engine: &mut Engine, vars: &PathVars) -> PropId {
        assert!(vars.covers_all, "a chain of blocks is about a line through all cells");
        let n = vars.graph.cells() as usize;
        engine.add(BlockChain {
            vars: vars.clone(),
            black: vars.graph.two_colouring().map(|k| k.iter().by_vals().collect()),
            tree: LowPoints::new(n),
            separation: vec![Separation::default(); n],
            sums: Vec::new(),
            marks: Marks::new(n),
            queue: Vec::new(),
            failed_side: NONE,
            parts: false,
        })
    }

    fn is_black(&self, c: u32) -> bool {
        self.black.as_ref().is_none_or(|k| k[c as usize])
    }

    /// Searches from cell 0, and records for each cell the sides that it separates.
    fn search(&mut self, p: &Propagation<'_>) -> Result<(), Halt> {
        self.tree.clear();
        self.separation.fill(Separation::default());
        if self.separation.is_empty() {
            return Ok(());
        }
        let vars = &self.vars;
        let arc = |v: u32, i: u32| {
            let Some(&node) = vars.graph.neighbours(v).get(i as usize) else { return Arc::End };
            let edge = vars.graph.incident(v)[i as usize];
            if vars.is_off(p, edge) { Arc::Barred } else { Arc::To { edge, node } }
        };
        self.tree.search(0, arc, |arcs| p.work(4 + arcs as usize))?;
        for &v in self.tree.order() {
            if let Some((u, _)) = self.tree.up(v).filter(|_| self.tree.is_articulation(v)) {
                let Separation { count, children } = &mut self.separation[u as usize];
                if let Some(child) = children.get_mut(*count as usize) {
                    *child = v;
                }
                *count += 1;
            }
        }
        Ok(())
    }

    /// The number of sides into which a cell separates the board.
    fn sides(&self, a: u32) -> u32 {
        self.separation[a as usize].count + u32::from(self.tree.up(a).is_some())
    }

    fn add_up(&mut self, p: &Propagation<'_>) {
        self.sums.clear();
        let mut sum = Sums::default();
        self.sums.push(sum);
        for &c in self.tree.order() {
            let black = self.is_black(c);
            let end = self.vars.ends[c as usize];
            sum.balance += if black { 1 } else { -1 };
            sum.known += i32::from(end.is_true(p));
            sum.possible[usize::from(black)] += i32::from(!end.is_false(p));
            self.sums.push(sum);
        }
    }

    fn sums_of(&self, side: Side, a: u32) -> Sums {
        let between =
            |from: u32, to: u32| self.sums[to as usize - 1].minus(self.sums[from as usize - 1]);
        let inside = between(side.from, side.to);
        if !side.is_rest {
            return inside;
        }
        let at = self.tree.number(a);
        let all = self.sums[self.tree.order().len()];
        all.minus(inside).minus(between(at, at + 1))
    }

    fn is_on(&self, side: Side, a: u32, c: u32) -> bool {
        let number = self.tree.number(c);
        ((side.from..side.to).contains(&number) != side.is_rest) && c != a
    }

    /// The colour that the end on a side with this balance must have (`true`: black), if the line
    /// enters it from `a`. `None`: there is no line.
    fn end_colour(&self, balance: i32, a: u32) -> Option<bool> {
        match (balance, self.is_black(a)) {
            (0, black) => Some(black),
            (1, false) => Some(true),
            (-1, true) => Some(false),
            _ => None,
        }
    }

    fn fail(&mut self, p: &mut Propagation<'_>, rule: Rule, a: u32, side: Side) -> Conflict {
        let cell = self.tree.order().iter().copied().find(|&c| self.is_on(side, a, c));
        self.failed_side = cell.unwrap_or(NONE);
        p.fail(rule.about(a))
    }

    fn cross(&mut self, p: &mut Propagation<'_>, a: u32) -> Result<bool, Halt> {
        let sides = self.sides(a);
        if sides < 2 {
            return Ok(false);
        }
        if sides > 2 {
            return Err(p.fail(Rule::ThreeSides.about(a)).into());
        }
        let below =
            |v: u32| Side { from: self.tree.number(v), to: self.tree.end(v), is_rest: false };
        let [one, other] = self.separation[a as usize].children;
        let first = below(one);
        let second =
            if self.tree.up(a).is_none() { below(other) } else { Side { is_rest: true, ..first } };
        let mut changed = false;
        match self.vars.ends[a as usize] {
            Flag::Always => return Err(self.fail(p, Rule::Middle, a, first).into()),
            Flag::Never => {}
            Flag::Open(end) => changed |= p.infer(end.neg(), Rule::Middle.about(a))?,
        }
        for side in [first, second] {
            p.work(self.tree.order().len())?;
            changed |= self.one_end(p, a, side)?;
            changed |= self.one_way(p, a, side)?;
        }
        Ok(changed)
    }

    /// A side holds one end, of the right colour.
    fn one_end(&mut self, p: &mut Propagation<'_>, a: u32, side: Side) -> Result<bool, Conflict> {
        let sums = self.sums_of(side, a);
        let colour = match self.black {
            None => None,
            Some(_) => match self.end_colour(sums.balance, a) {
                None => return Err(self.fail(p, Rule::Colours, a, side)),
                colour => colour,
            },
        };
        let possible = match colour {
            None => sums.possible[0] + sums.possible[1],
            Some(black) => sums.possible[usize::from(black)],
        };
        if possible == 0 {
            return Err(self.fail(p, Rule::NoEnd, a, side));
        }
        if sums.known > 1 {
            return Err(self.fail(p, Rule::OtherEnd, a, side));
        }
        let wrong = sums.possible[0] + sums.possible[1] - possible;
        if wrong == 0 && (possible > 1) == (sums.known == 0) {
            return Ok(false);
        }
        let mut changed = false;
        for i in 0..self.tree.order().len() {
            let c = self.tree.order()[i];
            let Flag::Open(end) = self.vars.ends[c as usize] else {
                let misplaced = self.vars.ends[c as usize] == Flag::Always
                    && colour.is_some_and(|k| k != self.is_black(c))
                    && self.is_on(side, a, c);
                if misplaced {
                    return Err(self.fail(p, Rule::OtherColour, a, side));
                }
                continue;
            };
            if !self.is_on(side, a, c) || p.is_true(end.neg()) {
                continue;
            }
            if colour.is_some_and(|k| k != self.is_black(c)) {
                changed |= p.infer(end.neg(), Rule::OtherColour.about(a))?;
            } else if possible == 1 {
                changed |= p.infer(end.pos(), Rule::OnlyEnd.about(a))?;
            } else if sums.known == 1 && !p.is_true(end.pos()) {
                changed |= p.infer(end.neg(), Rule::OtherEnd.about(a))?;
            }
        }
        Ok(changed)
    }

    /// One edge joins the separation cell to a side.
    fn one_way(&mut self, p: &mut Propagation<'_>, a: u32, side: Side) -> Result<bool, Conflict> {
        let (mut on, mut open) = (0, 0);
        for (q, e) in self.vars.graph.around(a) {
            if self.is_on(side, a, q) {
                on += u32::from(p.is_true(self.vars.edge(e).pos()));
                open += u32::from(p.is_open(self.vars.edge(e)));
            }
        }
        if open == 0 || (on == 0 && open > 1) {
            return Ok(false);
        }
        let mut changed = false;
        let tag = if on > 0 { Rule::OneWay } else { Rule::LastWay }.about(a);
        for (q, e) in self.vars.graph.around(a) {
            let edge = self.vars.edge(e);
            if self.is_on(side, a, q) && p.is_open(edge) {
                let inferred = p.infer(edge.lit(on == 0), tag)?;
                self.parts |= inferred && on > 0;
                changed |= inferred;
            }
        }
        Ok(changed)
    }

    /// Marks the side of `from` in the past state; its cells are in `queue`.
    fn flood(&mut self, past: &Past<'_>, from: u32, a: u32) {
        self.begin();
        self.flood_on(past, from, a);
    }

    fn begin(&mut self) {
        self.marks.clear();
        self.queue.clear();
    }

    fn flood_on(&mut self, past: &Past<'_>, from: u32, a: u32) {
        let mut next = self.queue.len();
        self.queue.push(from);
        self.marks.mark(from);
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            for (q, e) in self.vars.graph.around(v) {
                let seen = self.marks.has(q);
                if q != a && !seen && !past.is_true(self.vars.edge(e).neg()) {
                    self.marks.mark(q);
                    self.queue.push(q);
                }
            }
        }
    }

    /// Appends the off-edges from the cells behind the first `from` of the queue to cells that are not
    /// marked, and with `and_to` those to `a` but one.
    fn border(&self, past: &Past<'_>, a: u32, from: usize, and_to: Option<u32>, why: &mut Lits) {
        for &v in &self.queue[from..] {
            for (q, e) in self.vars.graph.around(v) {
                let wanted = if q == a { and_to.is_some_and(|but| e != but) } else { true };
                let off = self.vars.edge(e).neg();
                if wanted && !self.marks.has(q) && past.is_true(off) {
                    why.push(off);
                }
            }
        }
    }

    /// Appends the premises that no cell of the marked side except `but` is an end of the right
    /// colour.
    fn no_other_end(&self, past: &Past<'_>, a: u32, but: u32, why: &mut Lits) {
        let balance: i32 = self.queue.iter().map(|&c| if self.is_black(c) { 1 } else { -1 }).sum();
        let colour = self.black.as_ref().and_then(|_| self.end_colour(balance, a));
        for &c in &self.queue {
            if c != but && colour.is_none_or(|k| k == self.is_black(c)) {
                why.extend(self.vars.ends[c as usize].neg().filter(|&l| past.is_true(l)));
            }
        }
    }

    fn explain_three(&mut self, past: &Past<'_>, a: u32, why: &mut Lits) {
        // For two of the sides: the edges that join them to each other or to the rest are off.
        self.begin();
        let neighbours: Vec<u32> = self.vars.graph.neighbours(a).to_vec();
        let mut sides = 0;
        for q in neighbours {
            if sides == 2 || self.marks.has(q) {
                continue;
            }
            let from = self.queue.len();
            self.flood_on(past, q, a);
            sides += 1;
            // The edges from the second side to the first, whose cells are marked, are already
            // included.
            self.border(past, a, from, None, why);
        }
    }
}

impl Propagator for BlockChain {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "block_chain"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.vars.subscribe(to);
    }

    fn priority(&self) -> Priority {
        Priority::Global
    }

    fn steps(&self) -> u64 {
        // One search of the whole graph, plus a little for each cut.
        10 * u64::from(self.vars.graph.edges())
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.search(p)?;
        if self.tree.order().len() < self.separation.len() {
            // Not connected: another propagator detects it and fails.
            return Ok(Status::Fixpoint);
        }
        if self.tree.order().iter().all(|&c| self.sides(c) < 2) {
            return Ok(Status::Fixpoint);
        }
        self.add_up(p);
        let mut changed = false;
        self.parts = false;
        for i in 0..self.tree.order().len() {
            p.work(1)?;
            changed |= self.cross(p, self.tree.order()[i])?;
            // Explanations recompute the sides at the time of the inference. Switching off an edge
            // at this cell does not change its own sides, but may split those of other cells.
            if self.parts {
                return Ok(Status::Again);
            }
        }
        Ok(if changed { Status::Again } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let a = tag.note();
        if Rule::from_tag(tag) == Rule::ThreeSides {
            return self.explain_three(past, a, why);
        }
        let about = fact.map(|f| self.vars.what(f.atom()));
        // A cell of the side of the inference.
        let cell = match about {
            Some(What::Edge(e)) => self.vars.graph.across(e, a),
            Some(What::End(c)) if c != a => c,
            Some(What::End(_) | What::Used(_) | What::Other) => {
                // Either side will do: that of some neighbour.
                self.vars.graph.neighbours(a)[0]
            }
            None => self.failed_side,
        };
        self.flood(past, cell, a);
        let edge = match about {
            Some(What::Edge(e)) => Some(e),
            _ => None,
        };
        self.border(past, a, 0, edge.filter(|_| Rule::from_tag(tag) == Rule::LastWay), why);
        match Rule::from_tag(tag) {
            Rule::OtherEnd => {
                let known = self.queue.iter().map(|&c| self.vars.ends[c as usize]);
                let take = if fact.is_none() { 2 } else { 1 };
                why.extend(known.filter(|f| f.is_true(past)).take(take).filter_map(|f| f.pos()));
            }
            Rule::NoEnd => self.no_other_end(past, a, NONE, why),
            Rule::OnlyEnd => self.no_other_end(past, a, cell, why),
            Rule::OneWay => {
                let on = self
                    .vars
                    .graph
                    .around(a)
                    .find(|&(q, e)| self.marks.has(q) && self.vars.is_on(past, e));
                why.extend(on.map(|(_, e)| self.vars.edge(e).pos()));
            }
            Rule::Middle | Rule::Colours | Rule::OtherColour | Rule::LastWay => {}
            Rule::ThreeSides => unreachable!("explained above"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::path::Graph;
    use std::sync::Arc;

    /// Two triangles that meet in cell 2, where no other propagator infers before the chain of blocks: the
    /// last way to a side is explained by the edges to that side that are off.
    #[test]
    fn the_last_way_is_explained_by_the_others() {
        let edges = [[0, 1], [0, 2], [1, 2], [2, 3], [2, 4], [3, 4]];
        let graph = Arc::new(Graph::new(5, &edges));
        let mut engine = Engine::new();
        let (on, ends) = (engine.new_bools(6), engine.new_bools(5));
        let ends = ends.iter().map(Flag::Open).collect();
        let vars = PathVars::new(graph, on, ends, None);
        BlockChain::post(&mut engine, &vars);
        engine.remember();
        engine.propagate_root(&mut ()).expect("a line through all cells is there");
        assert!(engine.store().is_true(vars.ends[2].neg().expect("open")), "it lies between sides");
        // An edge off to one side, then one to the other: the two are independent.
        for (off, last) in [(1, 2), (3, 4)] {
            engine.decide(on.at(off).neg());
            engine.fixpoint(&mut ()).expect("another way is left");
            let mut why = Lits::new();
            assert!(engine.store().is_true(on.at(last).pos()));
            engine.explain(on.at(last).pos(), &mut why);
            assert_eq!(why[..], [on.at(off).neg()]);
        }
    }

    /// A wheel of six cells around one: three edges of its rim off give the hub three sides, of which two
    /// suffice as explanation, each edge once.
    #[test]
    fn three_sides_are_explained_by_the_edges_of_two() {
        let rim = |i: u32| [i, (i + 1) % 6];
        let spokes = (0..6).map(|i| [i, 6]);
        let edges: Vec<[u32; 2]> = (0..6).map(rim).chain(spokes).collect();
        let graph = Arc::new(Graph::new(7, &edges));
        let mut engine = Engine::new();
        let (on, ends) = (engine.new_bools(12), engine.new_bools(7));
        let ends = ends.iter().map(Flag::Open).collect();
        let vars = PathVars::new(graph, on, ends, None);
        BlockChain::post(&mut engine, &vars);
        engine.remember();
        engine.propagate_root(&mut ()).expect("a line through all cells is there");
        for off in [1, 3, 5] {
            engine.decide(on.at(off).neg());
            assert_eq!(engine.fixpoint(&mut ()).is_err(), off == 5, "the last makes three sides");
        }
        let mut why = Lits::new();
        engine.explain_failure(&mut why);
        why.sort_unstable();
        assert_eq!(why[..], [1, 3, 5].map(|off| on.at(off).neg()));
    }
}
