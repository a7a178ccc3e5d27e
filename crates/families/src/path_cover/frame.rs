//! The board and the ends of the paths, which stay fixed.

use super::NONE;
use clew_puzzle::puzzle::{Board, Cell};

/// See the module documentation.
pub(super) struct Frame {
    pub board: Board,
    /// Per path its first and its last cell.
    pub ends: Vec<[Cell; 2]>,
    /// Per cell whether it is an end of a path.
    pub fixed: Vec<bool>,
    /// Per cell the path that starts there, or [`NONE`].
    pub starts: Vec<u32>,
    /// Whether cells have two colours in which neighbours differ.
    pub checkered: bool,
}

impl Frame {
    /// Time: linear in the cells.
    ///
    /// # Panics
    /// If two paths start in one cell, or two end in one.
    pub fn new(board: &Board, ends: Vec<[Cell; 2]>) -> Frame {
        let n = board.len();
        let (mut starts, mut stops) = (vec![NONE; n], vec![NONE; n]);
        for (path, &[first, last]) in (0..).zip(&ends) {
            let before = [
                std::mem::replace(&mut starts[first as usize], path),
                std::mem::replace(&mut stops[last as usize], path),
            ];
            assert_eq!(before, [NONE; 2], "a cell is the start and the end of one path at most");
        }
        let fixed = starts.iter().zip(&stops).map(|both| *both.0 != NONE || *both.1 != NONE);
        let fixed = fixed.collect();
        Frame { board: board.clone(), ends, fixed, starts, checkered: board.is_checkered() }
    }

    /// Whether the colours of the ends admit a cover. On a board of two colours a path has as many cells of one as of
    /// the other if its ends differ, and one more of the colour of its ends if they are equal.
    pub(crate) fn colours_admit(&self) -> bool {
        if !self.checkered {
            return true;
        }
        let colour = |c: Cell| if self.board.is_black(c) { 1i64 } else { -1 };
        let path = |&[a, b]: &[Cell; 2]| (colour(a) + colour(b)) / 2;
        let paths: i64 = self.ends.iter().map(path).sum();
        // A common end of two paths is one cell.
        let common =
            self.ends.iter().map(|ends| ends[1]).filter(|&c| self.starts[c as usize] != NONE);
        let common: i64 = common.map(colour).sum();
        let board: i64 = (0..self.board.len() as Cell).map(colour).sum();
        paths - common == board
    }
}
