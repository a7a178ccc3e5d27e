//! A line that meets numbered cells in their order.
//!
//! From the end of a piece that is to be joined the piece meets its numbers in some order, rising or falling by one
//! each. So does the joined piece: its numbers on the two sides of the new edge differ by one, and go on the way they
//! do on either side.

use super::{Edge, EdgeLadder, NONE};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::Found;

impl EdgeLadder {
    /// Edges that would bring numbers out of order.
    pub(super) fn orders(&self, found: &mut Found) {
        for e in self.open_edges() {
            let [a, b] = self.pair(e);
            if let Some([x, y]) = self.out_of_order(a, b) {
                found.add([self.about(e, false)], [a, b, x, y]);
            }
        }
    }

    /// Two numbered cells that the line would meet one after the other, and must not, if these ends of two pieces were
    /// joined; `None` if there is no such rule, or they are of one piece.
    pub(super) fn out_of_order(&self, a: Cell, b: Cell) -> Option<[Cell; 2]> {
        if self.rules.order.is_empty() || self.fragment[a as usize] == self.fragment[b as usize] {
            return None;
        }
        let rank = |c: Cell| i64::from(self.rank[c as usize]);
        let [one, other] = [a, b].map(|c| self.first_two(c));
        let ([Some(x), behind_x], [Some(y), behind_y]) = (one, other) else { return None };
        let way = rank(y) - rank(x);
        // From the cell behind x over x and y to the cell behind y.
        let goes_on = |from: Option<Cell>, to: Option<Cell>| match (from, to) {
            (Some(from), Some(to)) => rank(to) - rank(from) == way,
            _ => true,
        };
        let fits = way.abs() == 1 && goes_on(behind_x, Some(x)) && goes_on(Some(y), behind_y);
        (!fits).then_some([x, y])
    }

    /// That an edge would bring the line from one number to another one too soon, in words that follow its name.
    pub(super) fn disorder(&self, two: [Cell; 2]) -> String {
        let [x, y] = two.map(|c| self.rank[c as usize] + 1);
        let (low, high) = (x.min(y), x.max(y));
        let out = match high - low {
            0 | 1 => return format!("would bring {x} and {y} out of order"),
            2 => (low + 1).to_string(),
            3 => format!("{} and {}", low + 1, low + 2),
            _ => format!("{} to {}", low + 1, high - 1),
        };
        format!("would run from {x} straight to {y}, leaving out {out}")
    }

    /// The first two numbered cells of a piece, from one of its ends.
    fn first_two(&self, end: Cell) -> [Option<Cell>; 2] {
        let board = &self.rules.board;
        let mut met = [None; 2];
        let (mut at, mut from) = (end, None);
        loop {
            if self.rank[at as usize] != NONE {
                let place = usize::from(met[0].is_some());
                met[place] = Some(at);
                if place == 1 {
                    return met;
                }
            }
            let ways = board.neighbours(at).iter().zip(board.incident(at));
            let next = ways
                .filter(|(q, e)| self.edges[**e as usize] == Edge::On && Some(**q) != from)
                .map(|(q, _)| *q)
                .next();
            let Some(next) = next else { return met };
            (from, at) = (Some(at), next);
        }
    }
}
