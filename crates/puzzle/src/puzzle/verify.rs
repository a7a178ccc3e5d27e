//! Whether an answer obeys the rules of its puzzle.
//!
//! Every solution that leaves the program is verified, so nothing here is shared with the
//! networks that find solutions: each family states its rules a second time, directly, and this module contains the
//! common parts, down to the neighbour relation. Everything is linear in the board.

mod so_far;
mod worth;

pub use so_far::{DrawnPiece, SoFar};
pub use worth::{turns_of, turns_of_path};

use std::fmt;

use super::wording::how_many;
use super::{Board, Cell, Neighbourhood, Shape, Wrap};

/// A place of a grid, printed as `r1c1`, counted from 1, or a free point, printed as `point 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// 0-based.
    pub row: u32,
    /// 0-based; for free points the index of the point.
    pub col: u32,
    /// Whether it is a free point.
    pub free: bool,
}

impl Spot {
    /// A place of a grid.
    pub fn of_grid(row: u32, col: u32) -> Spot {
        Spot { row, col, free: false }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.free {
            true => write!(f, "point {}", self.col + 1),
            false => write!(f, "r{}c{}", self.row + 1, self.col + 1),
        }
    }
}

/// A rule that an answer breaks. Each family words its own; those that several have are made here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct Violation {
    /// The name of the rule, for programs: `given`, `degree`.
    pub rule: &'static str,
    /// The places concerned, in the order in which the text names them.
    pub at: Vec<Spot>,
    /// The message for people: a sentence without its full stop.
    pub text: String,
}

impl Violation {
    /// A broken rule: its name, the places concerned, and the message.
    pub fn new(rule: &'static str, at: impl Into<Vec<Spot>>, text: impl Into<String>) -> Violation {
        Violation { rule, at: at.into(), text: text.into() }
    }

    /// The answer is of the wrong kind.
    pub fn other_family() -> Violation {
        Violation::new("family", [], "the answer is one for another family of puzzles")
    }

    /// A cell that must hold a number holds none.
    pub fn unfilled(at: Spot) -> Violation {
        Violation::new("filled", [at], format!("{at} is not filled"))
    }

    /// A number that is not from 1 to `most`.
    pub fn out_of_range(at: Spot, number: u32, most: u32) -> Violation {
        let text = format!("{at} holds {number}, which is not from 1 to {most}");
        Violation::new("range", [at], text)
    }

    /// A given number was changed.
    pub fn given(at: Spot, given: u32, found: u32) -> Violation {
        Violation::new("given", [at], format!("{at} holds {found} where {given} is given"))
    }

    /// A link between cells that are not neighbours.
    pub fn not_an_edge(first: Spot, second: Spot) -> Violation {
        let text = format!("{first} and {second} are joined but are not neighbours");
        Violation::new("neighbours", [first, second], text)
    }

    /// A cell on a path or loop without exactly two links.
    pub fn degree(at: Spot, degree: u32) -> Violation {
        Violation::new(
            "degree",
            [at],
            format!("{at} has {} instead of 2", how_many(degree, "link")),
        )
    }

    /// An answer whose value differs from the stated one.
    pub fn worth(said: Option<i64>, found: i64) -> Violation {
        let said = said.map_or("?".into(), |v| v.to_string());
        Violation::new("worth", [], format!("the goal is stated as {said}, but is {found}"))
    }
}

/// Whether an answer has as many entries as it should.
///
/// # Errors
/// If not.
pub fn same_length(expected: usize, found: usize) -> Result<(), Violation> {
    if expected == found {
        return Ok(());
    }
    let text = format!("the answer has {found} entries, the puzzle {expected}");
    Err(Violation::new("length", [], text))
}

/// The place of a cell.
pub fn spot(board: &Board, c: Cell) -> Spot {
    let (row, col) = board.place(c);
    Spot { row, col, free: matches!(board.shape(), Shape::Points { .. }) }
}

/// The line of a bridge that a cell belongs to: `row` or `column`, since both have one place; `None` for other cells.
pub fn bridge_line(board: &Board, c: Cell) -> Option<&'static str> {
    board.crossing(c)?;
    Some(if board.is_second(c) { "column" } else { "row" })
}

/// The neighbour relation by its definition, from coordinates. A cell of a bridge has neighbours along
/// its own line only.
pub fn touching(board: &Board, a: Cell, b: Cell) -> bool {
    let (p, q) = (board.place(a), board.place(b));
    // The way over a joined side may be the shorter one.
    let least = |by: u32, round: u32, joined: bool| if joined { by.min(round - by) } else { by };
    let ((rows, cols), wrap) = (board.size(), board.wrap());
    let joined =
        (matches!(wrap, Wrap::Columns | Wrap::Both), matches!(wrap, Wrap::Rows | Wrap::Both));
    let down = least(p.0.abs_diff(q.0), rows, joined.0);
    let right = least(p.1.abs_diff(q.1), cols, joined.1);
    let crosses = board.bridges().iter().any(|&[along, across]| {
        (down > 0 && (a == along || b == along)) || (right > 0 && (a == across || b == across))
    });
    if crosses {
        return false;
    }
    let near = match board.shape() {
        Shape::Points { at, reach } => {
            let (p, q) = (at[a as usize], at[b as usize]);
            let aside = p.0.units().abs_diff(q.0.units());
            let down = p.1.units().abs_diff(q.1.units());
            let squared = u128::from(aside).pow(2) + u128::from(down).pow(2);
            squared > 0 && squared <= u128::from(reach.units().unsigned_abs()).pow(2)
        }
        Shape::Grid { moves: Neighbourhood::Rook, .. } => down + right == 1,
        Shape::Grid { moves: Neighbourhood::King, .. } => down.max(right) == 1,
        Shape::Grid { moves: Neighbourhood::Hex, .. } => {
            // Twice the horizontal position of the cell's centre: odd rows lie half a cell to the
            // right. Neighbours are a whole cell apart in a row, or half a cell and one row apart.
            let centre = |(row, col): (u32, u32)| 2 * col + row % 2;
            let aside = least(centre(p).abs_diff(centre(q)), 2 * cols, joined.1);
            (down == 0 && aside == 2) || (down == 1 && aside == 1)
        }
    };
    near && board.walls().binary_search(&[a.min(b), a.max(b)]).is_err()
}
