//! The contents of the cells of a board, row by row: for a solution without a value in memory for each cell, for
//! anything else as a table.

use clew_puzzle::puzzle::{Cell, Content, Puzzle};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The content of a cell of a solution.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(super) enum Written<'a> {
    Number(u32),
    Text(&'a str),
    Nothing,
    /// On a bridge: the contents of the line along the row, and of that along the column.
    Both([Option<&'a str>; 2]),
}

impl<'a> Written<'a> {
    fn label(self) -> Option<&'a str> {
        if let Written::Text(text) = self { Some(text) } else { None }
    }
}

/// The contents of the cells, written as rows × cols values, `"#"` where there is no cell.
pub(super) struct Cells<'a> {
    pub puzzle: &'a Puzzle,
    pub contents: Vec<Written<'a>>,
}

impl Cells<'_> {
    fn at(&self, row: u32, col: u32) -> Written<'_> {
        let Some(cell) = self.puzzle.cell_at(row, col) else { return Written::Text("#") };
        match self.puzzle.board().and_then(|board| board.crossing(cell)) {
            Some(other) => Written::Both([cell, other].map(|c| self.contents[c as usize].label())),
            None => self.contents[cell as usize],
        }
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

/// rows × cols values, `"#"` where there is no cell; on a bridge a list of two: for the line along the row and for
/// that along the column.
pub(super) fn rows(puzzle: &Puzzle, value: &dyn Fn(Cell) -> Value) -> Rows {
    let (rows, cols) = puzzle.size();
    let crossing = |c: Cell| puzzle.board().and_then(|board| board.crossing(c));
    let at = |r, c| match puzzle.cell_at(r, c).map(|c| (c, crossing(c))) {
        None => json!("#"),
        Some((c, None)) => value(c),
        Some((c, Some(other))) => json!([value(c), value(other)]),
    };
    (0..rows).map(|r| (0..cols).map(|c| at(r, c)).collect()).collect()
}

/// The possible contents of each cell, as rows × cols lists.
pub(super) fn candidates(puzzle: &Puzzle, of: &[Vec<Content>]) -> Rows {
    let one = |&candidate: &Content| content(puzzle, candidate);
    rows(puzzle, &|c| of[c as usize].iter().map(one).collect())
}

/// The content of a cell: a number, a label, or null for nothing.
pub fn content(puzzle: &Puzzle, content: Content) -> Value {
    match content {
        Content::Number(v) => json!(puzzle.shown(v)),
        Content::Label(k) => json!(puzzle.label(k)),
        Content::Nothing => Value::Null,
    }
}
