//! The obvious steps after an edge is drawn or struck out: forced ways out of its cells, and the edges that cannot be
//! used by the pieces of path there. They are made wave by wave, so that nothing depends on the order of cells.

use super::{Edge, EdgeLadder, NONE, Shape, Touching};
use clew_puzzle::puzzle::ladder::{Contradiction, Fact, Finding, Found, Ladder, Level};
use clew_puzzle::puzzle::{Cell, EdgeId};

/// The most edges that are drawn in one go beyond those that a technique concludes: more cannot be followed at a glance.
const CORRIDOR: usize = 8;

impl EdgeLadder {
    /// Adds the next wave: ways out where the position has changed. Only if there are none, edges between the pieces
    /// there that must be struck out or drawn.
    ///
    /// # Errors
    /// If a cell there has too few ways out, or a piece touches itself.
    pub(super) fn spread(&mut self, level: Level, found: &mut Found) -> Result<(), Contradiction> {
        let mut touched = std::mem::take(&mut self.touched);
        if !self.corners.is_empty() {
            let near: Vec<Cell> =
                touched.iter().flat_map(|&c| self.rules.board.neighbours(c)).copied().collect();
            let far = near.iter().flat_map(|&c| self.rules.board.neighbours(c));
            touched.extend(far.copied().collect::<Vec<Cell>>());
            touched.extend(near);
        }
        touched.sort_unstable();
        touched.dedup();
        for &c in touched.iter().filter(|&&c| self.is_used(c)) {
            let (on, open) = (self.on[c as usize], self.open[c as usize]);
            if on + open < self.want[c as usize] {
                return Err(Contradiction::at([c], self.shut_in(c)));
            }
            if open > 0 && on + open == self.want[c as usize] {
                found.add(self.ways(c).map(|e| self.about(e, true)), [c, 0, 0, 0]);
            }
        }
        self.stale.extend(
            touched.into_iter().filter(|&c| self.on[c as usize] > 0 || self.corners.is_empty()),
        );
        if found.is_empty() {
            self.spread_pieces(level, found)?;
        }
        Ok(())
    }

    /// The same position, in which nothing was drawn or struck out yet.
    pub(super) fn begun(&self) -> EdgeLadder {
        EdgeLadder { drawn: Vec::new(), touched: Vec::new(), stale: Vec::new(), ..self.clone() }
    }

    /// These findings, and the edges by which the drawn ones run on from their ends, cell by cell, where one way is
    /// left; from all ends at once, up to [`CORRIDOR`] edges more.
    pub(super) fn run_on(&self, findings: &[Finding]) -> Vec<Finding> {
        let mut all = findings.to_vec();
        let drawn = |finding: &Finding| match finding.fact {
            Fact::Link { from, to } if finding.holds => [Some(from), Some(to)],
            _ => [None, None],
        };
        let mut ends: Vec<Cell> = findings.iter().flat_map(drawn).flatten().collect();
        if ends.is_empty() {
            return all;
        }
        let mut then = self.begun();
        // Learning these findings meets a contradiction again.
        if findings.iter().any(|&finding| then.learn(finding).is_err()) {
            return all;
        }
        while !ends.is_empty() && all.len() < findings.len() + CORRIDOR {
            let mut next: Vec<EdgeId> = ends.drain(..).filter_map(|c| then.way_on(c)).collect();
            next.sort_unstable();
            next.dedup();
            for e in next {
                let finding = then.about(e, true);
                if !matches!(then.learn(finding), Ok(true)) {
                    return all;
                }
                all.push(finding);
                ends.extend(then.pair(e));
            }
        }
        all
    }

    /// The only way by which a path that has come to a cell can go on from it; ways that plainly close a loop or join
    /// two labels do not count.
    fn way_on(&self, c: Cell) -> Option<EdgeId> {
        if self.on[c as usize] == 0 || self.on[c as usize] + 1 != self.want[c as usize] {
            return None;
        }
        let mut ways = self.ways(c).filter(|&e| self.must(e, Level::Trivial) != Some(false));
        match (ways.next(), ways.next()) {
            (Some(e), None) => Some(e),
            _ => None,
        }
    }

    /// The edges at the changed pieces that cannot be drawn, or must be.
    fn spread_pieces(&mut self, level: Level, found: &mut Found) -> Result<(), Contradiction> {
        let stale = std::mem::take(&mut self.stale);
        let mut pieces: Vec<u32> = stale.iter().map(|&c| self.fragment[c as usize]).collect();
        pieces.sort_unstable();
        pieces.dedup();
        for f in pieces {
            for c in self.members(f) {
                self.touches_itself(c)?;
                for e in self.ways(c) {
                    if let Some(holds) = self.must(e, level) {
                        let [a, b] = self.pair(e);
                        found.add([self.about(e, holds)], [a, b, 0, 0]);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns an error if a path runs next to itself at a cell where it must not.
    fn touches_itself(&self, c: Cell) -> Result<(), Contradiction> {
        if self.rules.touching != Touching::Never {
            return Ok(());
        }
        let board = &self.rules.board;
        let (piece, label) = (self.fragment[c as usize], self.label_of(c));
        for (&q, &e) in board.neighbours(c).iter().zip(board.incident(c)) {
            let one = self.fragment[q as usize] == piece;
            let kin = label != NONE && self.label_of(q) == label;
            let wrong = match self.edges[e as usize] {
                Edge::On => false,
                Edge::Off => one || kin,
                Edge::Open => one,
            };
            if wrong {
                let (a, b) = (self.spot(c.min(q)), self.spot(c.max(q)));
                let why = format!("a path would be beside itself at {a} and {b}");
                return Err(Contradiction::at([c, q], why));
            }
        }
        Ok(())
    }

    /// Whether an open edge must be drawn, or cannot be, for the pieces at its ends.
    fn must(&self, e: EdgeId, level: Level) -> Option<bool> {
        let [a, b] = self.pair(e);
        let (k, l) = (self.label_of(a), self.label_of(b));
        let one = self.fragment[a as usize] == self.fragment[b as usize];
        if one || (k != NONE && l != NONE && k != l) {
            return Some(false);
        }
        let whole = || self.size_of(a) + self.size_of(b) == self.on.len();
        if k != NONE && k == l && self.rules.shape == Shape::Line && !whole() {
            return Some(false);
        }
        if level == Level::Trivial {
            return None;
        }
        if k != NONE && k == l && self.rules.touching == Touching::Never {
            return Some(true);
        }
        self.touching(e).is_some().then_some(false)
    }
}
