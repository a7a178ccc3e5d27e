//! Depth-first search and floods over the board with a depot, for reasoning about cuts.
//!
//! Nodes are the cells and the depot (the last number); arcs are the edges, then one arc per cell
//! to the depot. A search collects, for every subtree: how many arcs leave it besides the tree arc
//! (none: a bridge, exactly), the random label of the tree arc, how many used cells it has and the
//! parity of the arcs on that leave it. Linear; nothing is allocated once the scratch has grown.

use super::graph::{Flag, PathVars, What};
use crate::kernel::{Atom, Halt, Propagation, View};
use crate::structures::Marks;
use crate::structures::random::{GOLDEN_RATIO, mix};
use std::sync::Arc;

/// No node, no arc.
pub(super) const NONE: u32 = u32::MAX;

/// Which arcs are walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Those that are not off.
    Possible,
    /// Those that are neither on nor off.
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Off,
    Open,
    On,
}

/// The results of a search for one node and the tree below it.
#[derive(Clone, Copy, Default, Debug)]
struct Node {
    /// Visiting number, from 1; 0 is not visited.
    number: u32,
    up: u32,
    parent: u32,
    piece: u32,
    cursor: u32,
    cover: i32,
    used: u32,
    odd: bool,
    label: u64,
}

/// The searches and their results.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    vars: PathVars,
    /// Cells with an arc to the depot.
    depot: Arc<[u32]>,
    random: Arc<[u64]>,
    depot_is_used: bool,
    /// State of each arc at the last `load`.
    states: Vec<State>,
    nodes: Vec<Node>,
    order: Vec<u32>,
    path: Vec<u32>,
    pieces: u32,
    labelled: Vec<(u64, u32)>,
    marks: Marks,
    queue: Vec<u32>,
}

impl Walk {
    pub fn new(vars: &PathVars, depot_is_used: bool) -> Walk {
        let n = vars.graph.cells();
        let arcs = n + vars.graph.edges();
        let depot = (0..n).filter(|&c| vars.ends[c as usize] != Flag::Never).collect();
        Walk {
            vars: vars.clone(),
            depot,
            random: (0..u64::from(arcs)).map(mixed).collect(),
            depot_is_used,
            states: Vec::new(),
            nodes: vec![Node::default(); n as usize + 1],
            order: Vec::new(),
            path: Vec::new(),
            pieces: 0,
            labelled: Vec::new(),
            marks: Marks::new(n as usize + 1),
            queue: Vec::new(),
        }
    }

    pub fn arcs(&self) -> usize {
        self.random.len()
    }

    /// The node of the depot.
    pub fn depot(&self) -> u32 {
        self.vars.graph.cells()
    }

    /// The atom of an arc; a constant end has none.
    #[inline]
    pub fn atom(&self, arc: u32) -> Option<Atom> {
        let m = self.vars.graph.edges();
        if arc < m {
            return Some(self.vars.edge(arc));
        }
        self.vars.ends[(arc - m) as usize].atom()
    }

    /// The arc of an atom.
    pub fn arc(&self, a: Atom) -> Option<u32> {
        match self.vars.what(a) {
            What::Edge(e) => Some(e),
            What::End(c) => Some(self.vars.graph.edges() + c),
            _ => None,
        }
    }

    #[inline]
    fn ends(&self, arc: u32) -> [u32; 2] {
        let m = self.vars.graph.edges();
        if arc < m { self.vars.graph.ends(arc) } else { [arc - m, self.depot()] }
    }

    #[inline]
    fn state(&self, view: &impl View, arc: u32) -> State {
        match self.atom(arc) {
            Some(a) if view.is_true(a.neg()) => State::Off,
            Some(a) if view.is_true(a.pos()) => State::On,
            Some(_) => State::Open,
            None => match self.vars.ends[(arc - self.vars.graph.edges()) as usize] {
                Flag::Always => State::On,
                _ => State::Off,
            },
        }
    }

    /// The `i`-th arc at a node and the node it leads to.
    #[inline]
    fn step(&self, v: u32, i: u32, with_depot: bool) -> Option<(u32, u32)> {
        let g = &self.vars.graph;
        let m = g.edges();
        if v == self.depot() {
            return self.depot.get(i as usize).map(|&c| (m + c, c));
        }
        match g.incident(v).get(i as usize) {
            Some(&e) => Some((e, g.neighbours(v)[i as usize])),
            None => {
                (with_depot && i as usize == g.incident(v).len()).then(|| (m + v, self.depot()))
            }
        }
    }

    /// Reads the state of all arcs, for the searches that follow.
    pub fn load(&mut self, view: &impl View) {
        self.states.clear();
        for (w, mask) in self.vars.edges.words() {
            let first = mask.trailing_zeros();
            let (alive, known) = (view.alive(w), view.known(w));
            let state = |i: u32| match (alive >> i & 1, known >> i & 1) {
                (0, _) => State::Off,
                (_, 0) => State::Open,
                _ => State::On,
            };
            self.states.extend((first..first + mask.count_ones()).map(state));
        }
        self.states.extend(self.vars.ends.iter().map(|f| match () {
            () if f.is_false(view) => State::Off,
            () if f.is_true(view) => State::On,
            () => State::Open,
        }));
    }

    /// Searches the whole graph as it was loaded. The depot is a node only if `with_depot`.
    pub fn run(&mut self, p: &Propagation<'_>, kind: Kind, with_depot: bool) -> Result<(), Halt> {
        let n = self.depot();
        self.order.clear();
        self.path.clear();
        self.labelled.clear();
        self.pieces = 0;
        self.nodes.fill(Node::default());
        for c in 0..n {
            self.nodes[c as usize].used = u32::from(self.vars.used[c as usize].is_true(p));
        }
        if with_depot {
            self.nodes[n as usize].used = u32::from(self.depot_is_used);
        }
        for root in 0..n + u32::from(with_depot) {
            if self.nodes[root as usize].number == 0 {
                self.enter(root, NONE, NONE);
                self.search(p, kind, with_depot)?;
                self.pieces += 1;
            }
        }
        for i in (0..self.order.len()).rev() {
            p.work(1)?;
            let v = self.nodes[self.order[i] as usize];
            if v.parent == NONE {
                continue;
            }
            let up = &mut self.nodes[v.parent as usize];
            up.cover += v.cover;
            up.used += v.used;
            up.odd ^= v.odd;
            up.label ^= v.label;
            if v.cover > 0 {
                self.labelled.push((v.label, v.up));
            }
        }
        Ok(())
    }

    fn enter(&mut self, v: u32, up: u32, parent: u32) {
        self.order.push(v);
        self.path.push(v);
        let node = &mut self.nodes[v as usize];
        node.number = self.order.len() as u32;
        (node.up, node.parent, node.piece) = (up, parent, self.pieces);
    }

    fn search(&mut self, p: &Propagation<'_>, kind: Kind, with_depot: bool) -> Result<(), Halt> {
        while let Some(&v) = self.path.last() {
            let i = self.nodes[v as usize].cursor;
            let Some((arc, q)) = self.step(v, i, with_depot) else {
                self.path.pop();
                p.work(4 + i as usize)?;
                continue;
            };
            self.nodes[v as usize].cursor = i + 1;
            let state = self.states[arc as usize];
            if kind == Kind::Open && state == State::On {
                // An edge is visited once from each end.
                self.nodes[v as usize].odd ^= true;
                continue;
            }
            if state == State::Off || arc == self.nodes[v as usize].up {
                continue;
            }
            let there = self.nodes[q as usize].number;
            if there == 0 {
                // A path goes down to its end before anything is popped.
                p.work(4)?;
                self.enter(q, arc, v);
            } else if there < self.nodes[v as usize].number {
                // An arc up the tree: it covers the tree arcs between q and v.
                let label = self.random[arc as usize];
                self.nodes[v as usize].cover += 1;
                self.nodes[v as usize].label ^= label;
                self.nodes[q as usize].cover -= 1;
                self.nodes[q as usize].label ^= label;
                self.labelled.push((label, arc));
            }
        }
        Ok(())
    }

    /// The number of connected components.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// The component of a node.
    pub fn piece(&self, v: u32) -> u32 {
        self.nodes[v as usize].piece
    }

    /// The nodes in preorder.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Whether the arc above `v` is the only one out of the tree below it.
    pub fn is_bridge(&self, v: u32) -> bool {
        let node = &self.nodes[v as usize];
        node.up != NONE && node.cover == 0
    }

    /// Whether `v` is the root of its component.
    pub fn is_root(&self, v: u32) -> bool {
        self.nodes[v as usize].up == NONE
    }

    /// The arc above `v`.
    pub fn up(&self, v: u32) -> u32 {
        self.nodes[v as usize].up
    }

    /// How many used nodes are below `v`, itself included.
    pub fn used_below(&self, v: u32) -> u32 {
        self.nodes[v as usize].used
    }

    /// Whether an odd number of arcs that are on leave the tree below `v` (`Kind::Open`).
    pub fn odd_below(&self, v: u32) -> bool {
        self.nodes[v as usize].odd
    }

    /// Arcs that are no bridges, with their labels.
    pub fn labelled(&self) -> &[(u64, u32)] {
        &self.labelled
    }

    /// Floods from one end of `arc`, not through the two banned arcs. Returns whether the other end
    /// was not reached.
    pub fn flood(
        &mut self,
        view: &impl View,
        arc: u32,
        banned: [u32; 2],
        kind: Kind,
        with_depot: bool,
    ) -> bool {
        let [a, b] = self.ends(arc);
        self.flood_but(view, a, banned, kind, with_depot);
        !self.flooded(b)
    }

    /// Floods from a node.
    pub fn flood_from(&mut self, view: &impl View, v: u32, kind: Kind, with_depot: bool) {
        self.flood_but(view, v, [NONE; 2], kind, with_depot);
    }

    fn flood_but(
        &mut self,
        view: &impl View,
        from: u32,
        banned: [u32; 2],
        kind: Kind,
        with_depot: bool,
    ) {
        self.marks.clear();
        self.queue.clear();
        self.queue.push(from);
        self.marks.mark(from);
        let mut next = 0;
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            let mut i = 0;
            while let Some((arc, q)) = self.step(v, i, with_depot) {
                i += 1;
                if self.marks.has(q) || banned.contains(&arc) {
                    continue;
                }
                let state = self.state(view, arc);
                if state == State::Open || (state == State::On && kind == Kind::Possible) {
                    self.marks.mark(q);
                    self.queue.push(q);
                }
            }
        }
    }

    /// Whether the last flood reached a node.
    pub fn flooded(&self, v: u32) -> bool {
        self.marks.has(v)
    }

    /// Calls `f` with every arc between the flooded side and the rest.
    pub fn border(&self, with_depot: bool, mut f: impl FnMut(u32)) {
        for &v in &self.queue {
            let mut i = 0;
            while let Some((arc, q)) = self.step(v, i, with_depot) {
                i += 1;
                if !self.flooded(q) {
                    f(arc);
                }
            }
        }
    }

    /// How many arcs lie between the flooded side and the rest.
    pub fn border_length(&self, with_depot: bool) -> usize {
        let mut length = 0;
        self.border(with_depot, |_| length += 1);
        length
    }

    /// Floods from that end of an arc over open arcs whose side has the shorter border.
    pub fn shorter_side(&mut self, view: &impl View, arc: u32) {
        let [a, b] = self.ends(arc);
        self.flood_but(view, a, [arc, NONE], Kind::Open, true);
        let length = self.border_length(true);
        self.flood_but(view, b, [arc, NONE], Kind::Open, true);
        if self.border_length(true) > length {
            self.flood_but(view, a, [arc, NONE], Kind::Open, true);
        }
    }
}

/// A fixed pseudo-random word per number: the outputs of splitmix64 in their order.
fn mixed(i: u64) -> u64 {
    mix(i.wrapping_add(1).wrapping_mul(GOLDEN_RATIO))
}
