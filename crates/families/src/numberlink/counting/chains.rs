//! Which turns of a path are possible, by turn chains.
//!
//! On a rook board with every cell on a path and no 2×2 block on one path, a cell that turns around a square pushes the
//! cell diagonally across off both its neighbours in that square: that cell, if no end-point, makes the same turn, and
//! so on until an end-point or a hole. A chain that runs into the border, where the turn is impossible, cannot begin.

use super::Question;
use super::guard::Fragment;
use crate::{Cover, Touch};
use clew_puzzle::puzzle::Cell;

/// See the head of the file.
pub(super) struct Chains<'a> {
    question: Question<'a>,
    terminal: &'a [Fragment],
    /// The rules and the board make chains.
    hold: bool,
}

impl<'a> Chains<'a> {
    pub fn new(question: Question<'a>, terminal: &'a [Fragment]) -> Chains<'a> {
        let Question { puzzle, .. } = question;
        let board = &puzzle.board;
        let ruled = match puzzle.touch {
            Touch::Yes => false,
            Touch::No2x2 => true,
            // Cells that a wall parts are no neighbours and may lie on one path.
            Touch::No => board.walls().is_empty(),
        };
        let hold = ruled && board.is_rook() && puzzle.cover == Cover::All;
        Chains { question, terminal, hold }
    }

    /// Whether a path may turn at `cell`, from `a` to `b`.
    pub fn allow(&self, cell: Cell, a: Cell, b: Cell) -> bool {
        let board = &self.question.puzzle.board;
        let (at, a, b) = (board.place(cell), board.place(a), board.place(b));
        let step =
            |to: (u32, u32)| (i64::from(to.0) - i64::from(at.0), i64::from(to.1) - i64::from(at.1));
        let (a, b) = (step(a), step(b));
        if !self.hold || (a.0 + b.0, a.1 + b.1) == (0, 0) {
            return true;
        }
        let look = |c: Cell, by: (i64, i64)| {
            let (r, k) = board.place(c);
            let (r, k) = (i64::from(r) + by.0, i64::from(k) + by.1);
            board.cell_at(u32::try_from(r).ok()?, u32::try_from(k).ok()?)
        };
        let can = |c: Cell, by| {
            let edge = look(c, by).and_then(|to| board.edge_between(c, to));
            edge.is_some_and(|e| {
                self.question.known.get(e as usize).copied().flatten() != Some(false)
            })
        };
        let mut at = cell;
        loop {
            if !can(at, a) || !can(at, b) {
                return false;
            }
            match look(at, (a.0 + b.0, a.1 + b.1)) {
                Some(next) if self.terminal[next as usize] == 0 => at = next,
                _ => return true,
            }
        }
    }
}
