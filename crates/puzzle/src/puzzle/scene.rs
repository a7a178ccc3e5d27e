//! The drawing of a puzzle, as data: renderers know these few types and no family.

use super::Gap;
use super::board::{Board, Cell};

/// A drawing, for renderers to characters or pictures.
#[derive(Clone, Debug)]
pub enum Scene<'a> {
    /// Cells of a board with something in them, and lines through them.
    Board(BoardScene<'a>),
    /// A square of boxes with numbers in them and signs of inequality between them.
    Boxes(BoxScene<'a>),
}

/// A board with its contents.
#[derive(Clone, Debug)]
pub struct BoardScene<'a> {
    /// The board.
    pub board: &'a Board,
    /// The text in each cell.
    pub cells: Vec<Option<Writing>>,
    /// The lines, if there is an answer.
    pub strokes: Vec<Stroke>,
    /// Ends of lines that are given, in the order in which they are drawn.
    pub discs: Vec<Disc>,
    /// Signs in cells and between them, drawn under the lines.
    pub marks: Vec<Mark>,
    /// Where a line without a name begins and where it ends, as far as known; `None` where lines have
    /// names.
    pub ends: Option<[Option<Cell>; 2]>,
    /// The lines alone show the answer completely: the texts in the cells are for renderers that cannot show lines
    /// well.
    pub bare: bool,
    /// Holes are all filled, not only those that the outside does not reach.
    pub fill_holes: bool,
}

/// Something written in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Writing {
    /// The text.
    pub text: String,
    /// It is given, not found.
    pub given: bool,
    /// The number of its colour; `None` for black.
    pub colour: Option<u32>,
}

/// A sign in a cell or between two: a circle, or a text, or a text in a circle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where it is.
    pub at: Anchor,
    /// The circle around it.
    pub circle: Circle,
    /// The text; empty if there is none.
    pub text: String,
}

/// A place for a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The middle of a cell.
    Cell(Cell),
    /// Halfway between two neighbouring cells.
    Between([Cell; 2]),
}

/// The circle of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Circle {
    /// None.
    None,
    /// An open one.
    Open,
    /// A filled one.
    Filled,
}

impl Mark {
    /// The mark in one character, for output with one character per cell.
    pub fn sign(&self) -> &str {
        match (self.circle, self.text.as_str()) {
            (Circle::Open, "") => "○",
            (Circle::Filled, "") => "●",
            (_, text) => text,
        }
    }
}

/// A line through neighbouring cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// The cells in order; of a closed loop the first one is also the last.
    pub cells: Vec<Cell>,
    /// The number of its colour; `None` if it is the only one.
    pub colour: Option<u32>,
}

/// An end of a line that is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disc {
    /// Where it is.
    pub cell: Cell,
    /// Its name.
    pub text: String,
    /// The number of its colour.
    pub colour: u32,
}

/// A square of boxes.
#[derive(Clone, Debug)]
pub struct BoxScene<'a> {
    /// Boxes along a side.
    pub n: u32,
    /// Per box, row-major, the number that is given.
    pub given: &'a [Option<u32>],
    /// Per box the number that was found, 0 for none, if there is an answer.
    pub found: Option<Vec<u32>>,
    /// Pairs of boxes, the first smaller than the second.
    pub less: &'a [[Cell; 2]],
    /// Pairs of boxes whose numbers differ by a given amount, or must not differ by it.
    pub gaps: &'a [Gap],
}
