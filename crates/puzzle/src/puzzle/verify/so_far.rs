//! Entries and lines of a person so far, and the rules that they break already. Nothing is inferred: entries and lines
//! alone are compared with the rules.

use super::{Spot, Violation, spot};
use crate::puzzle::{Board, Cell, EdgeId};

/// Entries and lines of a person.
#[derive(Clone, Debug, Default)]
pub struct SoFar {
    /// Per cell its number, given or entered.
    pub numbers: Vec<Option<u32>>,
    /// Per edge of the board whether a line is drawn along it; empty for puzzles without a board.
    pub drawn: Vec<bool>,
}

/// Cells that are joined by drawn lines.
#[derive(Clone, Debug)]
pub struct DrawnPiece {
    /// In their order along the line; in any order if a cell has three lines.
    pub cells: Vec<Cell>,
    /// Whether the line ends where it begins.
    pub closed: bool,
    /// Whether no cell has three lines.
    pub simple: bool,
}

impl DrawnPiece {
    /// The places of its cells.
    pub fn spots(&self, board: &Board) -> Vec<Spot> {
        self.cells.iter().map(|&c| spot(board, c)).collect()
    }
}

impl SoFar {
    fn is_drawn(&self, edge: EdgeId) -> bool {
        self.drawn.get(edge as usize) == Some(&true)
    }

    /// The cells to which a line is drawn from this one.
    fn joined(&self, board: &Board, c: Cell) -> Vec<Cell> {
        let steps = board.neighbours(c).iter().zip(board.incident(c));
        steps.filter(|&(_, &edge)| self.is_drawn(edge)).map(|(&next, _)| next).collect()
    }

    /// All pieces of line of two cells or more. Linear in the board.
    pub fn pieces(&self, board: &Board) -> Vec<DrawnPiece> {
        let mut seen = vec![false; board.len()];
        let degree: Vec<usize> =
            (0..board.len() as u32).map(|c| self.joined(board, c).len()).collect();
        let ends = (0..board.len() as u32).filter(|&c| degree[c as usize] == 1);
        let others = (0..board.len() as u32).filter(|&c| degree[c as usize] > 1);
        let mut pieces = Vec::new();
        for start in ends.chain(others) {
            if seen[start as usize] {
                continue;
            }
            seen[start as usize] = true;
            let (mut cells, mut open) = (Vec::new(), vec![start]);
            while let Some(c) = open.pop() {
                cells.push(c);
                for next in self.joined(board, c) {
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        open.push(next);
                    }
                }
            }
            let simple = cells.iter().all(|&c| degree[c as usize] <= 2);
            let closed = cells.iter().all(|&c| degree[c as usize] == 2);
            if closed {
                // A search in depth takes both ways from its start at once.
                cells = self.around(board, start, cells.len());
            }
            pieces.push(DrawnPiece { cells, closed, simple });
        }
        pieces
    }

    /// The cells of a closed line, in their order.
    fn around(&self, board: &Board, start: Cell, length: usize) -> Vec<Cell> {
        let (mut cells, mut before, mut here) = (vec![start], start, start);
        while cells.len() < length {
            let next = self.joined(board, here).into_iter().find(|&next| next != before);
            let Some(next) = next else { break };
            cells.push(next);
            (before, here) = (here, next);
        }
        cells
    }

    /// The cells with more lines than two, and the closed lines that leave out cells or that `may_close` forbids.
    pub fn forks_and_loops(&self, board: &Board, may_close: bool) -> Vec<Violation> {
        let mut found = Vec::new();
        for piece in self.pieces(board) {
            let forks = piece.cells.iter().filter(|&&c| self.joined(board, c).len() > 2);
            found.extend(forks.map(|&c| {
                let at = spot(board, c);
                Violation::new("degree", [at], format!("more than two lines meet at {at}"))
            }));
            if piece.closed && !(may_close && piece.cells.len() == board.len()) {
                let at = piece.spots(board);
                let text = format!("the line through {} is closed", at[0]);
                found.push(Violation::new("closed", at, text));
            }
        }
        found
    }
}
