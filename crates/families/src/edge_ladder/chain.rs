//! Edges as people describe them: pieces of path, from bend to bend.

use super::{EdgeLadder, NONE, Shape};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Fact, Finding, Piece};

impl EdgeLadder {
    /// The pieces that these edges make, in the order of their first cells; those of one path come one after the other.
    pub(super) fn chains(&self, drawn: &[Finding]) -> Vec<Piece> {
        let pairs = drawn.iter().filter(|finding| finding.holds);
        let mut pairs: Vec<[Cell; 2]> = pairs
            .filter_map(|finding| match finding.fact {
                Fact::Link { from, to } => Some([from, to]),
                Fact::Number { .. } => None,
            })
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut pieces: Vec<Piece> = Vec::new();
        while let Some([a, b]) = pairs.pop() {
            let mut cells = std::collections::VecDeque::from([a, b]);
            while let Some(i) = pairs.iter().position(|pair| pair.contains(&cells[0])) {
                let [p, q] = pairs.swap_remove(i);
                cells.push_front(if p == cells[0] { q } else { p });
            }
            while let Some(i) = pairs.iter().position(|pair| pair.contains(&cells[cells.len() - 1]))
            {
                let [p, q] = pairs.swap_remove(i);
                cells.push_back(if p == cells[cells.len() - 1] { q } else { p });
            }
            let mut cells: Vec<Cell> = cells.into();
            // From the end of a label on, else from the smaller end.
            let begins = |c: Cell| (self.want[c as usize] != 1, c);
            if begins(cells[cells.len() - 1]) < begins(cells[0]) {
                cells.reverse();
            }
            let label = self.label_of(cells[0]);
            // Where there is one line only, a name adds nothing.
            let named = label != NONE && self.rules.shape == Shape::Links;
            let name = named.then(|| self.rules.names[label as usize].clone());
            pieces.push(Piece { name, cells: self.bends(&cells) });
        }
        pieces.sort_by(|a, b| {
            (a.name.is_none(), &a.name, a.cells[0]).cmp(&(b.name.is_none(), &b.name, b.cells[0]))
        });
        pieces
    }

    /// The ends of a piece and the cells where it turns; all cells where a step has no direction.
    fn bends(&self, cells: &[Cell]) -> Vec<Cell> {
        let board = &self.rules.board;
        if !board.is_rook() || cells.len() < 3 {
            return cells.to_vec();
        }
        let step = |a: Cell, b: Cell| {
            let ((r, c), (s, d)) = (board.place(a), board.place(b));
            (i64::from(s) - i64::from(r), i64::from(d) - i64::from(c))
        };
        let mut bends = vec![cells[0]];
        for three in cells.windows(3) {
            if step(three[0], three[1]) != step(three[1], three[2]) {
                bends.push(three[1]);
            }
        }
        bends.push(cells[cells.len() - 1]);
        bends
    }
}
