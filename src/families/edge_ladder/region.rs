//! Where paths can still go: what must hold together, and the only ways through.

use super::{Edge, EdgeLadder, NONE, Touching};
use crate::puzzle::ladder::Nonsense;
use crate::puzzle::{Cell, EdgeId};
use crate::structures::low_points::{Arc, LowPoints};
use std::convert::Infallible;

impl EdgeLadder {
    /// Whether no path runs beside itself where it may not.
    pub(super) fn untouched(&self) -> Result<(), Nonsense> {
        let beside = |a: Cell, b: Cell| {
            let (a, b) = (self.spot(a), self.spot(b));
            Err(Nonsense(format!("a path runs beside itself at {a} and {b}")))
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
                        return beside(a, b);
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
                        return beside(first, last);
                    }
                }
                Ok(())
            }
        }
    }

    /// The cells that a flood from `from` reaches over edges that are not off, entering what `may`
    /// allows.
    fn flood(&self, from: &[Cell], may: impl Fn(Cell) -> bool) -> Vec<bool> {
        let board = &self.rules.board;
        let mut seen = vec![false; self.on.len()];
        from.iter().for_each(|&c| seen[c as usize] = true);
        let mut open = from.to_vec();
        while let Some(c) = open.pop() {
            for (&q, &e) in board.neighbours(c).iter().zip(board.incident(c)) {
                if !seen[q as usize] && self.edges[e as usize] != Edge::Off && may(q) {
                    seen[q as usize] = true;
                    open.push(q);
                }
            }
        }
        seen
    }

    /// Whether every label can still be joined, and every cell that must be visited be reached.
    pub(super) fn connected(&self) -> Result<(), Nonsense> {
        let mut heads: Vec<Cell> = Vec::new();
        for (k, &[from, to]) in (0..).zip(&self.rules.ends) {
            if self.joined[k as usize] {
                continue;
            }
            let may = |c: Cell| [NONE, k].contains(&self.label_of(c));
            if !self.flood(&[from], may)[to as usize] {
                let name = &self.rules.names[k as usize];
                return Err(Nonsense(format!(
                    "{} and {}, the ends of {name}, are cut off from each other",
                    self.spot(from),
                    self.spot(to)
                )));
            }
            heads.extend(self.mates(from));
            heads.extend(self.mates(to));
        }
        let reached = self.flood(&heads, |c| self.label_of(c) == NONE);
        let lost =
            |c: &Cell| self.label_of(*c) == NONE && self.is_used(*c) && !reached[*c as usize];
        match (0..self.cells()).find(lost) {
            Some(c) => Err(Nonsense(format!("no path can come to {}", self.spot(c)))),
            None => Ok(()),
        }
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
            if tree.is_parted(here) && self.label_of(parent) == NONE {
                cells.push(parent);
            }
            here = parent;
        }
        cells
    }
}
