//! The routes that are still open to paths: which parts must be connected, and the only ways through.

use super::{Edge, EdgeLadder, NONE, Shape, Touching};
use clew_engine::structures::low_points::{Arc, LowPoints};
use clew_puzzle::puzzle::ladder::{Contradiction, Fact, Finding};
use clew_puzzle::puzzle::{Cell, EdgeId};
use std::convert::Infallible;

/// With more neighbours, ways around an edge in three steps are not looked for.
const MOST_NEAR: usize = 8;

impl EdgeLadder {
    /// Whether no path runs next to itself, or fills a square, where it may not.
    pub(super) fn untouched(&self) -> Result<(), Contradiction> {
        let wrong = |what: &str, word: &str, a: Cell, b: Cell| {
            let (one, other) = (self.spot(a), self.spot(b));
            Err(Contradiction::at([a, b], format!("a path {what} {one} {word} {other}")))
        };
        match self.rules.touching {
            Touching::Free => Ok(()),
            Touching::Never => {
                for (e, &[a, b]) in self.rules.board.edges().iter().enumerate() {
                    let one = self.fragment[a as usize] == self.fragment[b as usize];
                    let kin = self.label_of(a) != NONE && self.label_of(a) == self.label_of(b);
                    let parted = match self.edges[e] {
                        Edge::On => false,
                        Edge::Off => one || kin,
                        Edge::Open => one,
                    };
                    if parted {
                        return wrong("would be beside itself at", "and", a, b);
                    }
                }
                Ok(())
            }
            Touching::NoBlocks => {
                for [first, x, y, last] in self.rules.board.blocks() {
                    let same = |q: Cell| {
                        let k = self.label_of(q);
                        self.fragment[q as usize] == self.fragment[first as usize]
                            || (k != NONE && k == self.label_of(first))
                    };
                    if [x, y, last].into_iter().all(same) {
                        return wrong("would fill the square from", "to", first, last);
                    }
                }
                Ok(())
            }
        }
    }

    /// Per cell without a label the part it is in, of those that edges which are not off hold together when some cells
    /// are taken away; and how many parts there are.
    pub(super) fn parts(&self, without: &[Cell]) -> (Vec<u32>, u32) {
        let board = &self.rules.board;
        let (mut part, mut parts) = (vec![NONE; self.on.len()], 0);
        let stays = |c: Cell| self.label_of(c) == NONE && !without.contains(&c);
        let mut open = Vec::new();
        for first in 0..self.cells() {
            if part[first as usize] != NONE || !stays(first) {
                continue;
            }
            part[first as usize] = parts;
            open.push(first);
            while let Some(c) = open.pop() {
                for (&q, &e) in board.neighbours(c).iter().zip(board.incident(c)) {
                    let new = part[q as usize] == NONE && stays(q);
                    if new && self.edges[e as usize] != Edge::Off {
                        part[q as usize] = parts;
                        open.push(q);
                    }
                }
            }
            parts += 1;
        }
        (part, parts)
    }

    /// Per label whether it is joined, or can be over these parts; and where it comes next to a part: the label, the
    /// part, whether its first end does. Ascending.
    fn joins(&self, part: &[u32]) -> (Vec<bool>, Vec<(u32, u32, bool)>) {
        let mut joins = self.joined.clone();
        // Per label and part two bits: whether another end comes there, and the first one.
        let parts = part.iter().filter(|&&p| p != NONE).max().map_or(0, |p| *p as usize + 1);
        let mut ends = vec![0u8; joins.len() * parts];
        for (&[a, b], _) in
            self.rules.board.edges().iter().zip(&self.edges).filter(|(_, edge)| **edge != Edge::Off)
        {
            let (k, l) = (self.label_of(a), self.label_of(b));
            let (k, c, p) = match (k, l) {
                (NONE, NONE) => continue,
                (_, NONE) => (k, a, part[b as usize]),
                (NONE, _) => (l, b, part[a as usize]),
                _ => {
                    let apart = self.fragment[a as usize] != self.fragment[b as usize];
                    joins[k as usize] |= k == l && apart;
                    continue;
                }
            };
            if p != NONE && !self.joined[k as usize] {
                let first = self.rules.ends[k as usize][0];
                let is_first = self.fragment[c as usize] == self.fragment[first as usize];
                ends[k as usize * parts + p as usize] |= 1 << u8::from(is_first);
            }
        }
        let mut meets = Vec::new();
        for (i, &ends) in ends.iter().enumerate().filter(|(_, ends)| **ends > 0) {
            let (k, p) = ((i / parts) as u32, (i % parts) as u32);
            joins[k as usize] |= ends == 3;
            meets.extend(
                [false, true]
                    .map(|first| (k, p, first))
                    .into_iter()
                    .filter(|m| ends >> u8::from(m.2) & 1 == 1),
            );
        }
        (joins, meets)
    }

    /// The labels whose ends are parted without some cells that have no label. O(edges).
    pub(super) fn cut_off(&self, without: &[Cell]) -> Vec<u32> {
        let (joins, _) = self.joins(&self.parts(without).0);
        (0..).zip(joins).filter(|(_, joins)| !joins).map(|(k, _)| k).collect()
    }

    /// Whether every label can still be joined, and every cell that must be visited be reached.
    pub(super) fn connected(&self) -> Result<(), Contradiction> {
        let (part, parts) = self.parts(&[]);
        let (joins, meets) = self.joins(&part);
        if let Some(k) = joins.iter().position(|joins| !joins) {
            let [from, to] = self.rules.ends[k].map(|c| self.spot(c));
            let why = match self.rules.shape {
                Shape::Links => {
                    format!("{} could not get from {from} to {to}", self.name(k as u32))
                }
                Shape::Line => format!("the line could not get from {from} to {to}"),
            };
            return Err(Contradiction::at(self.rules.ends[k], why));
        }
        let mut reached = vec![false; parts as usize];
        meets.iter().for_each(|&(_, p, _)| reached[p as usize] = true);
        let lost = |&c: &Cell| {
            let p = part[c as usize];
            p != NONE && self.is_used(c) && !reached[p as usize]
        };
        match (0..self.cells()).find(lost) {
            Some(c) => {
                let why = match self.rules.shape {
                    Shape::Links => format!("no label could come to {}", self.spot(c)),
                    Shape::Line => format!("the line could not come to {}", self.spot(c)),
                };
                Err(Contradiction::at([c], why))
            }
            None => Ok(()),
        }
    }

    /// Whether it is plain that an edge which was just learnt cuts nothing off: it struck out no other one and joined
    /// no label, or one goes round it.
    pub(super) fn parts_nothing(&self, learnt: Finding) -> bool {
        let Fact::Link { from: a, to: b } = learnt.fact else { return false };
        let board = &self.rules.board;
        let free = |c: Cell| self.label_of(c) == NONE;
        if !free(a) || !free(b) {
            return false;
        }
        if learnt.holds {
            return self.rules.covers
                && [a, b].into_iter().all(|c| self.on[c as usize] < self.want[c as usize]);
        }
        let near = |c: Cell| {
            let beside = board.neighbours(c).iter().copied().zip(board.incident(c));
            beside.filter(|(q, e)| self.edges[**e as usize] != Edge::Off && free(*q))
        };
        let few = board.neighbours(a).len().max(board.neighbours(b).len()) <= MOST_NEAR;
        few && near(a).any(|(x, _)| near(x).any(|(y, _)| y == b || near(y).any(|(z, _)| z == b)))
    }

    /// A search from one end of a label over all that its path may use.
    fn search(&self, k: u32, from: Cell) -> LowPoints {
        let board = &self.rules.board;
        let may = |c: Cell| [NONE, k].contains(&self.label_of(c));
        let arc = |c: Cell, i: u32| {
            let Some(&node) = board.neighbours(c).get(i as usize) else { return Arc::End };
            let edge = board.incident(c)[i as usize];
            let open = self.edges[edge as usize] != Edge::Off && may(node);
            if open { Arc::To { edge, node } } else { Arc::Barred }
        };
        let mut tree = LowPoints::new(self.on.len());
        let Ok(()) = tree.search(from, arc, |_| Ok::<(), Infallible>(()));
        tree
    }

    /// The edges that every way between the ends of a label uses: bridges on a way between them.
    pub(super) fn bridges(&self, k: u32, [from, to]: [Cell; 2]) -> Vec<EdgeId> {
        let tree = self.search(k, from);
        // Up the tree from the other end.
        let mut bridges = Vec::new();
        let mut here = to;
        while let Some((parent, edge)) = tree.up(here) {
            if tree.is_bridge(here) {
                bridges.push(edge);
            }
            here = parent;
        }
        bridges
    }

    /// The cells without a label that every way between the ends of a label uses.
    pub(super) fn cut_cells(&self, k: u32, [from, to]: [Cell; 2]) -> Vec<Cell> {
        let tree = self.search(k, from);
        let mut cells = Vec::new();
        let mut here = to;
        while let Some((parent, _)) = tree.up(here) {
            if tree.is_articulation(here) && self.label_of(parent) == NONE {
                cells.push(parent);
            }
            here = parent;
        }
        cells
    }
}
