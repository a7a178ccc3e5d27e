//! All degree constraints at once, as a flow.
//!
//! On a bipartite graph every black cell ships two units, one along each edge that is on, and every
//! white cell receives two; an end is a unit to (from) a virtual white (black) cell, and the number
//! of ends of each colour follows from the number of cells of each colour. A feasible flow is kept
//! across backtracking without being trailed: a flow that suits the deeper node suits the shallower
//! one. After a change it is repaired by augmenting paths; then the strongly connected components of
//! the residual graph show which open edges have the same value in every flow. On bipartite graphs
//! this is domain consistency of all degree constraints together. A graph with an odd cycle is
//! replaced by its double cover (every cell once black and once white, every edge twice), which is
//! the half-integral relaxation: weaker, still sound.
//!
//! Repair costs the cells searched; components are recomputed only from the ends of changed edges,
//! which reaches the affected components and nothing else.
//!
//! Explanations: a set R of nodes closed under residual arcs, whose supply fills its way out. The
//! premises are the off-edges that leave R on the black side and the on-edges that enter it on the
//! white side. The flow of the moment is kept as a bit set per inferring run, so that R can be found
//! again on demand.
//!
//! Sources: J.-C. Régin, Generalized arc consistency for global cardinality constraint, 1996;
//! R. E. Tarjan, Depth-first search and linear graph algorithms, 1972.

mod network;
mod phases;
mod scratch;

use super::graph::{PathVars, What};
use crate::kernel::prelude::*;
use crate::structures::Marks;
use crate::structures::bits::{flip, has};
use network::{NONE, Network};
use phases::Phases;
use scratch::{CLOSED, Components, Search};
use std::sync::Arc;

rules! {
    /// The inference rules of the flow.
    enum Rule {
        Short => "cells of one colour have too few ways out",
        Over => "three ways are taken",
        SameEverywhere => "forced by counting colours",
    }
}

/// The cost of a node visited by a search, with its arcs, in the unit of [`Propagator::steps`].
const STEPS_PER_NODE: u64 = 30;

/// Nodes that single searches may visit in one repair before phases take over: some tens of
/// milliseconds. Smaller boards never get there.
pub const SEARCH_LIMIT: usize = 1 << 20;

/// Nodes of that limit charged per arc: a network with more arcs than the limit allows starts with
/// a flow built in phases.
const NODES_PER_ARC: usize = 16;

/// The flow relaxation of all degree constraints.
#[derive(Clone, Debug)]
pub struct DegreeFlow {
    vars: PathVars,
    net: Arc<Network>,
    /// The number of snapshots of the current branch.
    kept: CellId,
    /// Flow of each arc, 0 or 1, as bits.
    flow: Vec<u64>,
    /// Supply minus flow, per node.
    need: Vec<i32>,
    /// Nodes that may have a need.
    needy: Vec<u32>,
    /// Nodes that single searches may visit in one repair.
    limit: usize,
    snapshots: Vec<u64>,
    news: Vec<(What, bool)>,
    touched: Vec<u32>,
    search: Search,
    phases: Phases,
    components: Components,
    /// The steps of this run or the last one.
    steps: u64,
}

impl DegreeFlow {
    /// Posts the relaxation of "every cell is used and has two ways out, `total` ends in all".
    /// `None`: the numbers of cells of the two colours leave no solution.
    ///
    /// # Panics
    /// If cells may stay unused.
    pub fn post(engine: &mut Engine, vars: &PathVars, total: u32) -> Option<PropId> {
        DegreeFlow::post_with(engine, vars, total, SEARCH_LIMIT)
    }

    /// As [`DegreeFlow::post`], with phases in place of single searches once these have visited more
    /// than `limit` nodes in one repair. The choice between them changes the flow that is found
    /// first, but no inference on bipartite graphs.
    ///
    /// # Panics
    /// If cells may stay unused.
    pub fn post_with(
        engine: &mut Engine,
        vars: &PathVars,
        total: u32,
        limit: usize,
    ) -> Option<PropId> {
        assert!(vars.covers_all, "the flow is about paths through all cells");
        let net = Network::build(vars, total)?;
        let (nodes, arcs) = (net.supply.len(), net.atom.len());
        let store = engine.store_mut();
        let kept = store.new_cell(0);
        let need: Vec<i32> = net.supply.iter().map(|&s| s as i32).collect();
        Some(engine.add(DegreeFlow {
            vars: vars.clone(),
            kept,
            flow: vec![0; arcs.div_ceil(64)],
            needy: (0..nodes as u32).collect(),
            need,
            limit,
            snapshots: Vec::new(),
            news: Vec::new(),
            touched: Vec::new(),
            search: Search { seen: Marks::new(nodes), by: vec![0; nodes], ..Search::default() },
            phases: Phases::default(),
            components: Components {
                number: vec![0; nodes],
                low: vec![0; nodes],
                cursor: vec![0; nodes],
                ..Components::default()
            },
            net: Arc::new(net),
            steps: 0,
        }))
    }

    #[inline]
    fn put(&mut self, a: u32, on: bool) {
        if has(&self.flow, a) == on {
            return;
        }
        flip(&mut self.flow, a);
        let by = if on { -1 } else { 1 };
        for v in [self.net.black[a as usize], self.net.white[a as usize]] {
            self.need[v as usize] += by;
            if self.need[v as usize] != 0 {
                self.needy.push(v);
            }
        }
    }

    /// The arc of an object; the second arc of the double cover mirrors it.
    #[inline]
    fn arc(&self, what: What) -> u32 {
        match what {
            What::Edge(e) => e,
            What::End(c) => self.net.end_arc[c as usize],
            _ => NONE,
        }
    }

    fn sync_arc(&mut self, a: u32, on: bool) {
        self.put(a, on);
        self.touched.push(self.net.black[a as usize]);
        self.touched.push(self.net.white[a as usize]);
    }

    /// Adapts the flow to the new facts. It is idempotent.
    fn sync(&mut self, p: &Propagation<'_>) {
        self.touched.clear();
        if p.is_first_run() {
            for a in 0..self.net.atom.len() as u32 {
                let atom = self.net.atom[a as usize];
                if p.is_true(atom.pos()) {
                    self.put(a, true);
                } else if p.is_true(atom.neg()) {
                    self.put(a, false);
                }
            }
            if self.net.atom.len() > self.limit / NODES_PER_ARC {
                self.start(p);
            }
            self.touched.extend(0..self.net.supply.len() as u32);
            return;
        }
        self.news.clear();
        // The inferences of the last run are already part of the flow and split no component.
        self.vars.news(p, Some(p.me()), &mut self.news);
        for i in 0..self.news.len() {
            let (what, on) = self.news[i];
            let a = self.arc(what);
            if a == NONE {
                continue;
            }
            self.sync_arc(a, on);
            if self.net.doubled {
                self.sync_arc(a + self.net.second, on);
            }
        }
    }

    /// A flow to begin with: along edges between cells that follow each other in number, then along any,
    /// as long as both ends lack a unit. On a large board, whose cells are numbered row by row, little is
    /// left to repair after it; searches that ship one unit after the other leave ends that lie far apart.
    fn start(&mut self, p: &Propagation<'_>) {
        let (copies, second) = (1 + u32::from(self.net.doubled), self.net.second);
        for near in [true, false] {
            for e in 0..self.vars.graph.edges() {
                let [a, b] = self.vars.graph.ends(e);
                if (a.abs_diff(b) == 1) != near {
                    continue;
                }
                for arc in (0..copies).map(|copy| e + copy * second) {
                    let i = arc as usize;
                    let ends = [self.net.black[i], self.net.white[i]];
                    if p.is_open(self.net.atom[i])
                        && ends.iter().all(|&v| self.need[v as usize] > 0)
                    {
                        self.put(arc, true);
                    }
                }
            }
        }
    }

    /// Makes the flow feasible again. After an interrupt the flow is at least as close to feasible.
    fn repair(&mut self, p: &mut Propagation<'_>) -> Result<(), Halt> {
        // Too much flow at a node: drop an arc that need not be on.
        let mut i = 0;
        while i < self.needy.len() {
            let v = self.needy[i];
            i += 1;
            while self.need[v as usize] < 0 {
                let net = &self.net;
                let free =
                    |&&a: &&u32| has(&self.flow, a) && !p.is_true(net.atom[a as usize].pos());
                // Prefer an arc with too much flow at its other end as well.
                let arcs = net.at(v);
                let both = arcs
                    .iter()
                    .filter(free)
                    .find(|&&a| self.need[net.across(a, v) as usize] < 0)
                    .or_else(|| arcs.iter().find(free));
                match both.copied() {
                    Some(a) => self.put(a, false),
                    None => return Err(p.fail(Rule::Over.about(v)).into()),
                }
            }
        }
        let (mut i, mut visited) = (0, 0);
        while i < self.needy.len() {
            let v = self.needy[i];
            i += 1;
            while self.net.is_black(v) && self.need[v as usize] > 0 {
                let found = self.augment(p, v);
                p.work(self.search.queue.len() * 4)?;
                visited += self.search.queue.len();
                if found && visited > self.limit {
                    visited = 0;
                    self.ship_in_phases(p)?;
                } else if !found {
                    return Err(p.fail(Rule::Short.about(v)).into());
                }
            }
        }
        debug_assert!(self.need.iter().all(|&k| k == 0), "supply and demand are equal");
        self.needy.clear();
        Ok(())
    }

    /// Sends one more unit from black node `from` to some white node that lacks one.
    fn augment(&mut self, p: &Propagation<'_>, from: u32) -> bool {
        let net = Arc::clone(&self.net);
        self.search.begin();
        self.search.visit(from, NONE);
        let mut i = 0;
        let mut goal = NONE;
        'search: while i < self.search.queue.len() {
            let v = self.search.queue[i];
            i += 1;
            let black = net.is_black(v);
            for &a in net.at(v) {
                let q = net.across(a, v);
                if self.search.has(q) || has(&self.flow, a) == black {
                    continue;
                }
                if !p.is_open(net.atom[a as usize]) {
                    continue;
                }
                self.search.visit(q, a);
                if black && self.need[q as usize] > 0 {
                    goal = q;
                    break 'search;
                }
            }
        }
        self.steps += STEPS_PER_NODE * self.search.queue.len() as u64;
        if goal == NONE {
            return false;
        }
        let mut v = goal;
        while v != from {
            let a = self.search.by[v as usize];
            flip(&mut self.flow, a);
            v = net.across(a, v);
        }
        self.need[from as usize] -= 1;
        self.need[goal as usize] -= 1;
        true
    }

    /// Finds the strongly connected components that the touched nodes reach.
    fn find_components(&mut self, p: &Propagation<'_>) -> Result<(), Halt> {
        let (net, flow) = (&*self.net, &self.flow);
        let k = &mut self.components;
        k.path.clear();
        k.stack.clear();
        for v in k.visited.drain(..) {
            k.number[v as usize] = 0;
        }
        k.next = 0;
        for i in 0..self.touched.len() {
            let root = self.touched[i];
            if k.number[root as usize] != 0 {
                continue;
            }
            k.enter(root, net);
            while let Some(&v) = k.path.last() {
                p.work(1)?;
                let at = k.cursor[v as usize];
                if at < net.arcs.starts()[v as usize + 1] {
                    k.cursor[v as usize] = at + 1;
                    let a = net.arcs.items()[at as usize];
                    // From black along an arc without flow, from white against one with flow.
                    if has(flow, a) == net.is_black(v) || !p.is_open(net.atom[a as usize]) {
                        continue;
                    }
                    let q = net.across(a, v);
                    if k.number[q as usize] == 0 {
                        k.enter(q, net);
                    } else if k.low[q as usize] < CLOSED {
                        let number = k.number[q as usize];
                        k.low[v as usize] = k.low[v as usize].min(number);
                    }
                    continue;
                }
                k.path.pop();
                let low = k.low[v as usize];
                if let Some(&u) = k.path.last() {
                    k.low[u as usize] = k.low[u as usize].min(low);
                }
                if low == k.number[v as usize] {
                    let name = CLOSED | low;
                    loop {
                        let q = k.stack.pop().expect("the component's first node is on the stack");
                        k.low[q as usize] = name;
                        if q == v {
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Fixes the open arcs between different components.
    fn filter(&mut self, p: &mut Propagation<'_>) -> Result<(), Halt> {
        let mut snapshot = NONE;
        for i in 0..self.components.visited.len() {
            let v = self.components.visited[i];
            if !self.net.is_black(v) {
                continue;
            }
            p.work(self.net.at(v).len())?;
            for j in self.net.arcs.range(v) {
                let a = self.net.arcs.items()[j];
                let w = self.net.white[a as usize];
                let atom = self.net.atom[a as usize];
                let same = self.components.number[w as usize] != 0
                    && self.components.low[v as usize] == self.components.low[w as usize];
                if same || !p.is_open(atom) {
                    continue;
                }
                if snapshot == NONE {
                    snapshot = self.keep_flow(p);
                }
                let on = has(&self.flow, a);
                p.infer(atom.lit(on), Rule::SameEverywhere.about(snapshot))?;
            }
        }
        Ok(())
    }

    /// Stores a snapshot of the flow; returns its number.
    fn keep_flow(&mut self, p: &mut Propagation<'_>) -> u32 {
        let k = p.cell(self.kept);
        if p.remembers() {
            p.set_cell(self.kept, k + 1);
            self.snapshots.truncate(k as usize * self.flow.len());
            self.snapshots.extend_from_slice(&self.flow);
        }
        k
    }

    /// Appends the premises: the literals that close the set R reached from `from` in the residual
    /// graph of the flow with a snapshot number, or of the failed flow.
    fn explain_cut(
        &mut self,
        past: &Past<'_>,
        snapshot: Option<u32>,
        from: u32,
        about: Option<Atom>,
        why: &mut Lits,
    ) {
        let net = Arc::clone(&self.net);
        let words = self.flow.len();
        let flow = match snapshot {
            Some(k) => &self.snapshots[k as usize * words..(k as usize + 1) * words],
            None => &self.flow[..],
        };
        let search = &mut self.search;
        search.begin();
        search.visit(from, NONE);
        // Black units of R that are not shipped: the number of premises that may be omitted.
        let mut surplus = -1;
        let mut i = 0;
        while i < search.queue.len() {
            let v = search.queue[i];
            i += 1;
            let black = net.is_black(v);
            if snapshot.is_none() && black {
                surplus += self.need[v as usize];
            }
            for &a in net.at(v) {
                let atom = net.atom[a as usize];
                if has(flow, a) != black && !past.is_true(atom.lit(!black)) {
                    search.visit(net.across(a, v), a);
                }
            }
        }
        let mut spare = surplus.max(0);
        for &v in &search.queue {
            let black = net.is_black(v);
            for &a in net.at(v) {
                let atom = net.atom[a as usize];
                if Some(atom) == about || search.has(net.across(a, v)) {
                    continue;
                }
                // An off-arc out of R, or an on-arc into R.
                let l = atom.lit(!black);
                if past.is_true(l) {
                    if spare > 0 {
                        spare -= 1;
                    } else {
                        why.push(l);
                    }
                }
            }
        }
    }
}

impl Propagator for DegreeFlow {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "degree_flow"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.vars.subscribe(to);
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.steps = 1;
        self.sync(p);
        if self.touched.is_empty() && self.needy.is_empty() {
            return Ok(Status::Fixpoint);
        }
        self.repair(p)?;
        self.find_components(p)?;
        self.steps += STEPS_PER_NODE * (1 + self.components.visited.len() as u64);
        self.filter(p)?;
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        match Rule::from_tag(tag) {
            Rule::Over => {
                let v = tag.note();
                let need = self.net.supply[v as usize] as usize + 1;
                let arcs = self.net.at(v).iter().map(|&a| self.net.atom[a as usize].pos());
                why.extend(arcs.filter(|&l| past.is_true(l)).take(need));
            }
            Rule::Short => self.explain_cut(past, None, tag.note(), None, why),
            Rule::SameEverywhere => {
                let fact = fact.expect("only inferences have this rule");
                let a = self.arc(self.vars.what(fact.atom()));
                let net = &self.net;
                let from =
                    if fact.is_positive() { net.black[a as usize] } else { net.white[a as usize] };
                self.explain_cut(past, Some(tag.note()), from, Some(fact.atom()), why);
                if self.net.doubled {
                    // Both arcs of an edge may lie on the border of R.
                    why.sort_unstable();
                    why.dedup();
                }
            }
        }
    }
}
