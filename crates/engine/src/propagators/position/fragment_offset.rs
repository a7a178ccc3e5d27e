//! Along a fragment of a line the numbers go up, or go down, by one per cell.
//!
//! For cells c0 .. cL joined by edges that are on, `up` is the set of numbers c0 can have if they
//! rise: the intersection of the domains of all ci, each lowered by i; `down` likewise. Every cell
//! keeps the numbers that one of the two gives it. This sees across cells whose own numbers are
//! wide open, and fixes the direction once one set is empty. Relies on different cells having
//! different numbers.
//!
//! One instance per board: the fragments of changed cells are walked anew and their domains combined
//! word by word: linear in fragment length times words of a domain. No state. Fragments of two cells
//! are left to [`super::EdgeNumber`].
//!
//! Explanation of "ci is not v": a cell of the fragment that cannot have the number v would give it
//! going up, one for going down (or the numbers end there), the nearest ones, and the edges to them.

use super::edge_number::EdgeNumber;
use crate::kernel::prelude::*;
use crate::propagators::path::{Graph, PathVars};
use crate::structures::bits::{erase, insert};
use std::sync::Arc;

const OFFSET: Tag = Tag::new(0, 0);

/// Numbers along fragments, for cell variables that are all different by other means.
#[derive(Clone, Debug)]
pub struct FragmentOffset {
    graph: Arc<Graph>,
    edges: Bools,
    /// The number of each cell.
    cells: Vars,
    numbers: u32,
}

impl FragmentOffset {
    /// Each cell has a number, one of `numbers`.
    pub fn new(vars: &PathVars, cells: Vars, numbers: u32) -> FragmentOffset {
        FragmentOffset { graph: vars.graph.clone(), edges: vars.edges, cells, numbers }
    }

    /// Posts the propagator.
    pub fn install(self, engine: &mut Engine) -> PropId {
        let (cells, words) = (self.graph.cells() as usize, self.numbers.div_ceil(64) as usize);
        engine.add(Offsets {
            at: self,
            words,
            dirty: vec![0; cells.div_ceil(64)],
            route: Vec::new(),
            on_route: vec![false; cells],
            up: vec![0; words],
            down: vec![0; words],
            keep: vec![0; words],
        })
    }

    /// Whether an edge is on, now or then.
    #[inline]
    fn is_on(&self, view: &impl View, e: u32) -> bool {
        view.is_true(self.edges.at(e).pos())
    }

    /// Appends the cells of the fragment of `c` beyond it in the direction of edge `e`, which is on,
    /// and marks them as met. False if the edges fork or close a cycle: then there is no line, which
    /// other propagators detect.
    fn follow(
        &self,
        view: &impl View,
        c: u32,
        e: u32,
        met: &mut [bool],
        route: &mut Vec<u32>,
    ) -> bool {
        let (mut at, mut via) = (c, e);
        loop {
            at = self.graph.across(via, at);
            if std::mem::replace(&mut met[at as usize], true) {
                return false;
            }
            route.push(at);
            let is_next = |&f: &u32| f != via && self.is_on(view, f);
            let mut next = self.graph.incident(at).iter().copied().filter(is_next);
            match (next.next(), next.next()) {
                (Some(f), None) => via = f,
                (None, _) => return true,
                _ => return false,
            }
        }
    }
}

/// The constraint is that of [`EdgeNumber`] with all cells different, which this only strengthens.
impl Constraint for FragmentOffset {
    fn scope(&self) -> Vec<Term> {
        self.edges.iter().map(Term::Bool).chain(self.cells.iter().map(Term::Var)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let (on, numbers) = values.split_at(self.graph.edges() as usize);
        let different = (0..numbers.len()).all(|c| !numbers[..c].contains(&numbers[c]));
        different
            && on.iter().enumerate().all(|(e, &on)| {
                let [c, d] = self.graph.ends(e as u32);
                (on == 1) == (numbers[c as usize].abs_diff(numbers[d as usize]) == 1)
            })
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        EdgeNumber {
            graph: self.graph.clone(),
            edges: self.edges,
            cells: self.cells,
            numbers: self.numbers,
        }
        .post(into)?;
        self.clone().install(into);
        Ok(())
    }
}

/// The propagator of [`FragmentOffset`].
#[derive(Clone, Debug)]
struct Offsets {
    at: FragmentOffset,
    words: usize,
    /// Cells whose fragment must be walked.
    dirty: Vec<u64>,
    route: Vec<u32>,
    on_route: Vec<bool>,
    up: Vec<u64>,
    down: Vec<u64>,
    keep: Vec<u64>,
}

/// Word i of a set of numbers, each raised by `by`.
#[inline]
fn raised(d: &[u64], i: usize, by: u32) -> u64 {
    let (words, rest) = ((by / 64) as usize, by % 64);
    let at = |j: usize| if j <= i { d.get(i - j).copied().unwrap_or(0) } else { 0 };
    if rest == 0 { at(words) } else { at(words) << rest | at(words + 1) >> (64 - rest) }
}

/// Word i of a set of numbers, each lowered by `by`.
#[inline]
fn lowered(d: &[u64], i: usize, by: u32) -> u64 {
    let (words, rest) = ((by / 64) as usize, by % 64);
    let at = |j: usize| d.get(i + j).copied().unwrap_or(0);
    if rest == 0 { at(words) } else { at(words) >> rest | at(words + 1) << (64 - rest) }
}

impl Offsets {
    fn collect(&mut self, p: &Propagation<'_>) {
        if p.is_first_run() {
            for c in 0..self.at.cells.len() {
                insert(&mut self.dirty, c);
            }
            return;
        }
        self.dirty.fill(0);
        for at in p.news() {
            let entry = p.entry(at);
            if entry.removes() {
                let cell = p.owner(entry.word()).and_then(|x| self.at.cells.index_of(x));
                if let Some(c) = cell {
                    insert(&mut self.dirty, c);
                }
            } else {
                for e in entry.lits().filter_map(|l| self.at.edges.index_of(l.atom())) {
                    let c = self.at.graph.ends(e)[0];
                    insert(&mut self.dirty, c);
                }
            }
        }
    }

    /// Puts the fragment of `c` into `route`, from end to end; its cells are no longer dirty. Leaves
    /// `route` empty if it is no line.
    fn walk(&mut self, p: &Propagation<'_>, c: u32) {
        self.route.clear();
        self.on_route[c as usize] = true;
        let mut ways = self.at.graph.incident(c).iter().filter(|&&e| self.at.is_on(p, e));
        let mut is_line = true;
        if let Some(&e) = ways.next() {
            is_line = self.at.follow(p, c, e, &mut self.on_route, &mut self.route);
        }
        self.route.reverse();
        self.route.push(c);
        if let Some(&e) = ways.next() {
            is_line &= self.at.follow(p, c, e, &mut self.on_route, &mut self.route);
        }
        is_line &= ways.next().is_none();
        for &c in &self.route {
            self.on_route[c as usize] = false;
            erase(&mut self.dirty, c);
        }
        if !is_line {
            self.route.clear();
        }
    }

    /// Whether anything was removed.
    fn combine(&mut self, p: &mut Propagation<'_>) -> Result<bool, Conflict> {
        if self.route.iter().all(|&c| p.size(self.at.cells.at(c)) == 1)
            && self.route.windows(2).all(|w| {
                let [a, b] = [w[0], w[1]].map(|c| p.domain(self.at.cells.at(c)).min());
                a.abs_diff(b) == 1
            })
        {
            return Ok(false);
        }
        self.up.fill(!0);
        self.down.fill(!0);
        for (i, &c) in self.route.iter().enumerate() {
            let d = p.domain_words(self.at.cells.at(c));
            for w in 0..self.words {
                self.up[w] &= lowered(d, w, i as u32);
                self.down[w] &= raised(d, w, i as u32);
            }
        }
        let mut changed = false;
        for (i, &c) in self.route.iter().enumerate() {
            for w in 0..self.words {
                self.keep[w] = raised(&self.up, w, i as u32) | lowered(&self.down, w, i as u32);
            }
            changed |= p.keep_only(self.at.cells.at(c), &self.keep, OFFSET)?;
        }
        Ok(changed)
    }
}

impl Propagator for Offsets {
    const RULES: &'static [&'static str] = &["numbers along a fragment"];

    fn name(&self) -> &'static str {
        "fragment_offset"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_known(self.at.edges);
        to.on_vars(self.at.cells, Event::Any);
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.collect(p);
        for i in 0..self.dirty.len() {
            while self.dirty[i] != 0 {
                let c = i as u32 * 64 + self.dirty[i].trailing_zeros();
                self.walk(p, c);
                erase(&mut self.dirty, c);
                if self.route.len() > 2 {
                    self.combine(p)?;
                }
            }
        }
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by removing a last value only");
        let (x, v) = past.store().meaning(fact.atom()).expect("a fact about a cell");
        let c = self.at.cells.index_of(x).expect("a fact about a cell");
        let edges = self.at.edges;
        let mut sides = [Vec::new(), Vec::new()];
        self.on_route[c as usize] = true;
        let mut ways = self.at.graph.incident(c).iter().filter(|&&e| self.at.is_on(past, e));
        for side in &mut sides {
            if let Some(&e) = ways.next() {
                self.at.follow(past, c, e, &mut self.on_route, side);
            }
        }
        self.on_route[c as usize] = false;
        sides.iter().flatten().for_each(|&c| self.on_route[c as usize] = false);
        // Whether cell number `step` of a side cannot have its number, v moved by `step`.
        let blocked = |side: usize, step: usize, rising: bool| -> Option<Option<Lit>> {
            let &d = sides[side].get(step - 1)?;
            let there =
                if rising { v.checked_add(step as u32) } else { v.checked_sub(step as u32) };
            match there.filter(|&u| u < self.at.numbers) {
                None => Some(None),
                Some(u) if !past.contains(self.at.cells.at(d), u) => {
                    Some(Some(past.not(self.at.cells.at(d), u)))
                }
                Some(_) => None,
            }
        };
        let longest = sides[0].len().max(sides[1].len());
        let mut reach = [0, 0];
        // Side 0 rises and side 1 falls, or the other way round; either must be blocked.
        for first_rises in [true, false] {
            let block =
                (1..=longest).flat_map(|step| [(0, step), (1, step)]).find_map(|(side, step)| {
                    blocked(side, step, (side == 0) == first_rises).map(|l| (side, step, l))
                });
            let (side, step, lit) = block.expect("no direction was left for the number");
            reach[side] = reach[side].max(step);
            why.extend(lit);
        }
        for (side, &steps) in reach.iter().enumerate() {
            let mut at = c;
            for &d in &sides[side][..steps] {
                let e = self.at.graph.edge_between(at, d).expect("the route follows edges");
                why.push(edges.at(e).pos());
                at = d;
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }
}
