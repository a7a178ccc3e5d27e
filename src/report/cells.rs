//! The cells of a solution, written row by row without a value in memory for each.

use crate::puzzle::Puzzle;
use serde::{Serialize, Serializer};

/// What stands in a cell of a solution.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(super) enum Written<'a> {
    Number(u32),
    Text(&'a str),
    Nothing,
}

/// The contents of the cells, written as rows × cols values, `"#"` where there is no cell.
pub(super) struct Cells<'a> {
    pub puzzle: &'a Puzzle,
    pub contents: Vec<Written<'a>>,
}

impl Cells<'_> {
    fn at(&self, row: u32, col: u32) -> Written<'_> {
        let cell = self.puzzle.cell_at(row, col);
        cell.map_or(Written::Text("#"), |c| self.contents[c as usize])
    }
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rows, cols) = self.puzzle.size();
        serializer.collect_seq((0..rows).map(|row| Row { cells: self, row, cols }))
    }
}

/// A row of [`Cells`].
struct Row<'a> {
    cells: &'a Cells<'a>,
    row: u32,
    cols: u32,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.cols).map(|col| self.cells.at(self.row, col)))
    }
}
