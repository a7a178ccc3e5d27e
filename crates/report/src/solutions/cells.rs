//! The contents of the cells of a board, row by row: for a solution without a value in memory for each cell, for
//! anything else as a table.

use clew_puzzle::puzzle::{Cell, Content, Puzzle};
use serde::{Serialize, Serializer};

/// The content of a cell.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Written<'a> {
    /// A number.
    Number(u32),
    /// A label; `"#"` where there is no cell.
    Text(&'a str),
    /// It stays empty.
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
pub(crate) struct Cells<'a> {
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

/// A value of a place among rows × cols.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Spot<T> {
    /// `"#"`: there is no cell.
    Outside(&'static str),
    /// The value of the cell.
    One(T),
    /// On a bridge: the value of the line along the row, and of that along the column.
    Both([T; 2]),
}

/// A value for every place, rows × cols.
pub type Rows<T> = Vec<Vec<Spot<T>>>;

/// A value for every place.
pub(crate) fn rows<T>(puzzle: &Puzzle, value: &dyn Fn(Cell) -> T) -> Rows<T> {
    let (rows, cols) = puzzle.size();
    let crossing = |c: Cell| puzzle.board().and_then(|board| board.crossing(c));
    let at = |r, c| match puzzle.cell_at(r, c).map(|c| (c, crossing(c))) {
        None => Spot::Outside("#"),
        Some((c, None)) => Spot::One(value(c)),
        Some((c, Some(other))) => Spot::Both([value(c), value(other)]),
    };
    (0..rows).map(|r| (0..cols).map(|c| at(r, c)).collect()).collect()
}

/// The possible contents of each cell.
pub(crate) fn candidates<'a>(puzzle: &'a Puzzle, of: &[Vec<Content>]) -> Rows<Vec<Written<'a>>> {
    rows(puzzle, &|c| of[c as usize].iter().map(|&one| content(puzzle, one)).collect())
}

/// The content of a cell: a number, a label, or null for nothing.
pub fn content(puzzle: &Puzzle, content: Content) -> Written<'_> {
    match content {
        Content::Number(v) => Written::Number(puzzle.shown(v)),
        Content::Label(k) => Written::Text(puzzle.label(k)),
        Content::Nothing => Written::Nothing,
    }
}

#[cfg(feature = "schema")]
clew_puzzle::schema_as!(Cells<'_>, Vec<Vec<Written<'static>>>);
