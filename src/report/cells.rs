//! What is in the cells of a board, row by row: of a solution without a value in memory for each, of
//! anything else as a table.

use crate::puzzle::{Cell, Content, Puzzle};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

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

/// A value for every place, rows × cols.
pub(super) type Rows = Vec<Vec<Value>>;

/// rows × cols values, `"#"` where there is no cell.
pub(super) fn rows(puzzle: &Puzzle, value: &dyn Fn(Cell) -> Value) -> Rows {
    let (rows, cols) = puzzle.size();
    let at = |r, c| puzzle.cell_at(r, c).map_or(json!("#"), value);
    (0..rows).map(|r| (0..cols).map(|c| at(r, c)).collect()).collect()
}

/// What each cell can hold, as rows × cols lists.
pub(super) fn candidates(puzzle: &Puzzle, of: &[Vec<Content>]) -> Rows {
    let one = |candidate: &Content| match *candidate {
        Content::Number(v) => json!(v),
        Content::Label(k) => json!(puzzle.label(k)),
        Content::Nothing => Value::Null,
    };
    rows(puzzle, &|c| of[c as usize].iter().map(one).collect())
}
