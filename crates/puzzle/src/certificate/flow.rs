//! Cells that cannot all have two ways each.
//!
//! Every cell has two of its edges or one and an end. Each cell is a giver, which needs two ways to takers, and a taker
//! of capacity two. If a largest flow leaves a giver unsatisfied, there is a cut, and the rows of the cells on its near
//! side, "two at least" of the givers and "two at the most" of the takers, have a sum that is false. On boards of two
//! colours that is a bipartite flow, twice.
//!
//! Source: Ford, Fulkerson, "Maximal flow through a network", 1956; for proofs: Elffers, Gocht, McCreesh,
//! Nordström, "Justifying all differences using pseudo-Boolean reasoning", 2020.

use super::prover::Prover;
use std::collections::VecDeque;

/// A node of the flow. Every cell occurs twice: as a giver, with ways to its neighbours, and as a taker, with ways from
/// its neighbours. Being an end of the line is a way too: it leads to the node for ends of its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Giver(usize),
    Taker(usize),
    End(usize),
}

/// The open ways that are not taken, and the flow on them.
struct Flow {
    /// For each giver the takers it can reach, and whether the flow uses the way.
    ways: Vec<Vec<(usize, bool)>>,
    /// Per taker the givers that can reach it.
    givers: Vec<Vec<usize>>,
    /// For each giver the number of ways it still needs.
    need: Vec<i32>,
    /// For each taker its remaining capacity.
    room: Vec<i32>,
    /// For each kind the number of ends that are still possible.
    ends: Vec<i32>,
    /// Per giver and kind whether it can be an end, and whether it is used as one.
    can_end: Vec<[bool; 2]>,
    is_end: Vec<[bool; 2]>,
}

impl Prover<'_> {
    /// The rows whose sum is false under the values that the checker holds now, if some cells cannot have two ways
    /// each.
    pub(super) fn shortage(&self) -> Option<Vec<u32>> {
        let derivations = &self.opb.derivations;
        let n = derivations.degrees.len();
        let value = |l| self.checker.value(l);
        let mut flow = Flow {
            ways: vec![Vec::new(); n],
            givers: vec![Vec::new(); n],
            need: vec![2; n],
            room: vec![2; n],
            ends: derivations.ends.iter().map(|ends| ends.0).collect(),
            can_end: vec![[false; 2]; n],
            is_end: vec![[false; 2]; n],
        };
        for step in &derivations.steps {
            let [from, to] = step.cells;
            match value(step.edge) {
                Some(false) => {}
                Some(true) => {
                    flow.need[from] -= 1;
                    flow.room[to] -= 1;
                }
                None => {
                    flow.ways[from].push((to, false));
                    flow.givers[to].push(from);
                }
            }
        }
        for (c, tip) in derivations.tips.iter().enumerate() {
            for (kind, &end) in tip.end.iter().enumerate() {
                match end.map(value) {
                    Some(Some(true)) => {
                        flow.need[c] -= 1;
                        flow.room[c] -= 1;
                        flow.ends[kind] -= 1;
                    }
                    Some(None) => flow.can_end[c][kind] = true,
                    Some(Some(false)) | None => {}
                }
            }
        }
        let near = flow.cut()?;
        let rows = near.into_iter().map(|node| {
            let sum = match node {
                Node::Giver(c) => derivations.degrees[c][0],
                Node::Taker(c) => derivations.degrees[c][1],
                Node::End(kind) => derivations.ends[kind].1,
            };
            self.sums[sum?]
        });
        rows.collect()
    }
}

impl Flow {
    /// The near side of a cut, if some giver is left unsatisfied.
    fn cut(&mut self) -> Option<Vec<Node>> {
        for c in 0..self.need.len() {
            while self.need[c] > 0 {
                if let Some(near) = self.augment(c) {
                    return Some(near);
                }
            }
        }
        // If too many ways are taken already, the degrees of single cells show it.
        None
    }

    /// Finds one more way for a giver; if there is none, returns the nodes reached.
    fn augment(&mut self, start: usize) -> Option<Vec<Node>> {
        let n = self.need.len();
        let mut giver_from: Vec<Option<Node>> = vec![None; n];
        let mut taker_from: Vec<Option<usize>> = vec![None; n];
        let mut ends_from = [None; 2];
        giver_from[start] = Some(Node::Giver(start));
        let mut open = VecDeque::from([Node::Giver(start)]);
        let mut near = Vec::new();
        let mut last = None;
        'grow: while let Some(node) = open.pop_front() {
            near.push(node);
            match node {
                Node::Giver(c) => {
                    for &(to, used) in &self.ways[c] {
                        if used || taker_from[to].is_some() {
                            continue;
                        }
                        taker_from[to] = Some(c);
                        if self.room[to] > 0 {
                            last = Some(Node::Taker(to));
                            break 'grow;
                        }
                        open.push_back(Node::Taker(to));
                    }
                    for (kind, from) in ends_from.iter_mut().enumerate() {
                        let can = self.can_end[c][kind] && !self.is_end[c][kind];
                        if !can || from.is_some() {
                            continue;
                        }
                        *from = Some(c);
                        if self.ends[kind] > 0 {
                            last = Some(Node::End(kind));
                            break 'grow;
                        }
                        open.push_back(Node::End(kind));
                    }
                }
                Node::Taker(c) => {
                    for &giver in &self.givers[c] {
                        let used = self.ways[giver].iter().any(|&(to, used)| to == c && used);
                        if used && giver_from[giver].is_none() {
                            giver_from[giver] = Some(node);
                            open.push_back(Node::Giver(giver));
                        }
                    }
                }
                Node::End(kind) => {
                    for (giver, from) in giver_from.iter_mut().enumerate() {
                        if self.is_end[giver][kind] && from.is_none() {
                            *from = Some(node);
                            open.push_back(Node::Giver(giver));
                        }
                    }
                }
            }
        }
        let Some(mut node) = last else { return Some(near) };
        match node {
            Node::Taker(c) => self.room[c] -= 1,
            Node::End(kind) => self.ends[kind] -= 1,
            Node::Giver(_) => {}
        }
        loop {
            // A giver takes the way to the node, and releases the one by which it was reached.
            let giver = match node {
                Node::Taker(c) => taker_from[c],
                Node::End(kind) => ends_from[kind],
                Node::Giver(_) => None,
            };
            let giver = giver.expect("what was reached was reached from a giver");
            self.uses(giver, node, true);
            node = giver_from[giver].expect("a giver that was reached");
            if let Node::Giver(_) = node {
                self.need[start] -= 1;
                return None;
            }
            self.uses(giver, node, false);
        }
    }

    fn uses(&mut self, giver: usize, node: Node, uses: bool) {
        match node {
            Node::Taker(to) => {
                let way = self.ways[giver].iter_mut().find(|way| way.0 == to);
                way.expect("there is a way").1 = uses;
            }
            Node::End(kind) => self.is_end[giver][kind] = uses,
            Node::Giver(_) => {}
        }
    }
}
