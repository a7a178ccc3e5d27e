//! The conclusions of each technique from a position.

use super::{Edge, EdgeLadder, NONE, Touching};
use clew_puzzle::puzzle::ladder::{Finding, Found};
use clew_puzzle::puzzle::{Cell, EdgeId};

impl EdgeLadder {
    /// One edge on or off.
    pub(super) fn about(&self, e: EdgeId, holds: bool) -> Finding {
        Finding::link(self.pair(e), holds)
    }

    pub(super) fn exits(&self, found: &mut Found) {
        // Cells that block a detour have a technique of their own.
        let plain =
            |c: &Cell| self.rules.covers || self.on[*c as usize] > 0 || self.want[*c as usize] == 1;
        for c in (0..self.cells()).filter(plain) {
            let (on, open) = (self.on[c as usize], self.open[c as usize]);
            if open > 0 && on + open == self.want[c as usize] {
                found.add(self.ways(c).map(|e| self.about(e, true)), [c, 0, 0, 0]);
            }
        }
        // When all labels are joined, the edges between them stay empty.
        if !self.rules.covers && self.joined.iter().all(|&joined| joined) {
            found.add(self.open_edges().map(|e| self.about(e, false)), [NONE, 0, 0, 0]);
        }
    }

    pub(super) fn labels(&self, found: &mut Found) {
        for e in self.open_edges() {
            let [a, b] = self.pair(e);
            let (k, l) = (self.label_of(a), self.label_of(b));
            if k != NONE && l != NONE && k != l {
                found.add([self.about(e, false)], [a, b, k, l]);
            }
        }
    }

    pub(super) fn loops(&self, found: &mut Found) {
        for e in self.open_edges() {
            let [a, b] = self.pair(e);
            if self.fragment[a as usize] == self.fragment[b as usize] {
                found.add([self.about(e, false)], [a, b, 0, 0]);
            }
        }
    }

    pub(super) fn early(&self, found: &mut Found) {
        for e in self.open_edges() {
            let [a, b] = self.pair(e);
            let apart = self.fragment[a as usize] != self.fragment[b as usize];
            let same = self.label_of(a) != NONE && self.label_of(a) == self.label_of(b);
            let size = self.size_of(a) + self.size_of(b);
            if apart && same && size < self.on.len() {
                found.add([self.about(e, false)], [a, b, 0, 0]);
            }
        }
    }

    pub(super) fn same_labels(&self, found: &mut Found) {
        if self.rules.touching != Touching::Never {
            return;
        }
        for e in self.open_edges() {
            let [a, b] = self.pair(e);
            let k = self.label_of(a);
            let apart = self.fragment[a as usize] != self.fragment[b as usize];
            if apart && k != NONE && self.label_of(b) == k {
                found.add([self.about(e, true)], [a, b, k, 0]);
            }
        }
    }

    /// Joining two fragments makes neighbours of one path out of neighbours that are in both.
    pub(super) fn beside(&self, found: &mut Found) {
        for e in self.open_edges() {
            let [a, b] = self.pair(e);
            if self.fragment[a as usize] == self.fragment[b as usize] {
                continue;
            }
            if let Some([x, y]) = self.touching(e) {
                found.add([self.about(e, false)], [a, b, x, y]);
            }
        }
    }

    /// The two cells where a path would run next to itself, or fill a square, with this edge drawn.
    pub(super) fn touching(&self, e: EdgeId) -> Option<[Cell; 2]> {
        let [a, b] = self.pair(e);
        // Two cells that no path has come to have no neighbours of one path.
        let alone = |c: Cell| self.size_of(c) == 1 && self.label_of(c) == NONE;
        match self.rules.touching {
            Touching::Free => None,
            Touching::NoBlocks => self.filled_block(a, b),
            Touching::Never if self.rules.board.is_rook() && alone(a) && alone(b) => None,
            Touching::Never => self.touch(e, a, b).or_else(|| self.touch(e, b, a)),
        }
    }

    /// Two neighbours, one in the part of the path that `a` brings and one in the part that `b` brings, that would be
    /// on the path without being joined. Neighbours in another fragment with the same label count too, if they
    /// certainly are not joined.
    fn touch(&self, e: EdgeId, a: Cell, b: Cell) -> Option<[Cell; 2]> {
        let board = &self.rules.board;
        let (mine, label) = (self.fragment[a as usize], self.label_of(a));
        for y in self.mates(b) {
            for (&x, &f) in board.neighbours(y).iter().zip(board.incident(y)) {
                let same = self.fragment[x as usize] == mine;
                let kin = label != NONE && self.label_of(x) == label;
                let other = self.fragment[x as usize] != self.fragment[b as usize];
                let parted = self.edges[f as usize] == Edge::Off;
                if f != e && other && (same || (kin && parted)) {
                    return Some([x, y]);
                }
            }
        }
        None
    }

    /// A block of four cells that lies in the two fragments together; its first and last cell.
    fn filled_block(&self, a: Cell, b: Cell) -> Option<[Cell; 2]> {
        let board = &self.rules.board;
        let both = [self.fragment[a as usize], self.fragment[b as usize]];
        let inside = |c: Cell| both.contains(&self.fragment[c as usize]);
        if !board.is_flat() {
            let blocks = board.blocks().into_iter();
            let mut blocks = blocks.filter(|block| block.contains(&a) && block.contains(&b));
            return blocks.find(|block| block.iter().all(|&c| inside(c))).map(|b| [b[0], b[3]]);
        }
        let (r, k) = board.place(a.min(b));
        for top in r.saturating_sub(1)..=r {
            for left in k.saturating_sub(1)..=k {
                let corner = |i: u32, j: u32| board.cell_at(top + i, left + j);
                let block = [corner(0, 0), corner(0, 1), corner(1, 0), corner(1, 1)];
                let holds = block.contains(&Some(a)) && block.contains(&Some(b));
                if holds && block.iter().all(|c| c.is_some_and(inside)) {
                    return Some([block[0]?, block[3]?]);
                }
            }
        }
        None
    }

    /// An edge that fills a cell strikes out the other open edges there; if one of them leads to a
    /// cell that then has too few, it is not on. Where cells may stay empty, an edge into a cell
    /// without another way out is not on.
    pub(super) fn dead_ends(&self, found: &mut Found) {
        for e in self.open_edges() {
            let ends = self.pair(e);
            // A neighbour of both loses two.
            let mut loses: Vec<Cell> = Vec::new();
            for c in ends {
                if self.on[c as usize] + 1 == self.want[c as usize] {
                    let others = self.ways(c).filter(|&f| f != e).map(|f| self.pair(f));
                    loses.extend(others.map(|[p, q]| if p == c { q } else { p }));
                }
            }
            let short = |&&c: &&Cell| {
                let lost = loses.iter().filter(|&&q| q == c).count() as u16;
                let more = u16::from(ends.contains(&c));
                let left = (self.on[c as usize] + self.open[c as usize]).saturating_sub(lost);
                (self.is_used(c) || more > 0) && left < self.want[c as usize]
            };
            if let Some(&c) = loses.iter().chain(&ends).filter(short).min() {
                found.add([self.about(e, false)], [ends[0], ends[1], c, 0]);
            }
        }
    }

    /// Edges without which the ends of a label are parted.
    pub(super) fn bottlenecks(&self, found: &mut Found) {
        for (k, &ends) in (0..).zip(&self.rules.ends) {
            if !self.joined[k as usize] {
                for e in self.bridges(k, ends) {
                    if self.is_open(e) {
                        let [a, b] = self.pair(e);
                        found.add([self.about(e, true)], [a, b, k, 0]);
                    }
                }
            }
        }
    }
}
