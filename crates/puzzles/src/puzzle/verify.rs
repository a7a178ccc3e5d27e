//! Whether an answer obeys the rules of its puzzle.
//!
//! Every solution that leaves the program is verified, so nothing here is shared with the
//! networks that find solutions: each family states its rules a second time, directly, and here is what
//! they have in common, down to which places are neighbours. Everything is linear in the board.

mod worth;

pub use worth::turns_of;

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

/// A rule that an answer breaks, with the cells and numbers concerned. Its text is meant for people.
#[allow(missing_docs, reason = "the fields are named in each message")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Violation {
    /// Cells that are marked as consecutive hold other numbers.
    #[error("{first} and {second} are marked to follow each other, and hold {held} and {other}")]
    Unlinked { first: Spot, second: Spot, held: u32, other: u32 },
    /// The answer is of the wrong kind.
    #[error("the answer is one for another family of puzzles")]
    OtherFamily,
    /// A constraint that a program stated, in words.
    #[error("{0}")]
    Stated(String),
    /// The answer has too many or too few entries.
    #[error("the answer has {found} entries, the puzzle {expected}")]
    Length { expected: usize, found: usize },
    /// A cell that must hold a number holds none.
    #[error("{0} is not filled")]
    Unfilled(Spot),
    /// A number below 1 or above `most`.
    #[error("{at} holds {number}, which is not from 1 to {most}")]
    OutOfRange { at: Spot, number: u32, most: u32 },
    /// Two cells hold the same number of a line.
    #[error("{number} stands at {first} and at {second}")]
    Twice { number: u32, first: Spot, second: Spot },
    /// No cell holds this number of a line.
    #[error("{0} stands nowhere")]
    Missing(u32),
    /// A given number was changed.
    #[error("{at} holds {found} where {given} is given")]
    Given { at: Spot, given: u32, found: u32 },
    /// `number` and the next one are not on neighbouring cells.
    #[error("{number} at {first} and {} at {second} are not neighbours", number + 1)]
    Apart { number: u32, first: Spot, second: Spot },
    /// A link between cells that are not neighbours.
    #[error("{first} and {second} are joined but are not neighbours")]
    NotAnEdge { first: Spot, second: Spot },
    /// An end-point without exactly one link.
    #[error("{at}, an end of {label}, has {} instead of 1", how_many(degree, "link"))]
    EndDegree { at: Spot, label: String, degree: u32 },
    /// A cell on a path without exactly two links.
    #[error("{at} has {} instead of 2", how_many(degree, "link"))]
    Degree { at: Spot, degree: u32 },
    /// An empty cell where every cell must be on a path.
    #[error("{0} is on no path")]
    Uncovered(Spot),
    /// A path that joins end-points of two labels.
    #[error("the path of {label} from {from} ends at {to}, not at the other {label}")]
    WrongEnd { label: String, from: Spot, to: Spot },
    /// A cell on a closed loop apart from the paths.
    #[error("{0} is on a closed loop")]
    Loop(Spot),
    /// Two neighbouring cells of a path that are not consecutive on it.
    #[error("the path of {label} touches itself at {first} and {second}")]
    Touching { label: String, first: Spot, second: Spot },
    /// A 2×2 block, named by its upper left cell, wholly on one path.
    #[error("the path of {label} fills the 2x2 block at {at}")]
    Block { label: String, at: Spot },
    /// A number twice in a row (0-based).
    #[error("{number} stands twice in row {}", row + 1)]
    Row { row: u32, number: u32 },
    /// A number twice in a column (0-based).
    #[error("{number} stands twice in column {}", col + 1)]
    Column { col: u32, number: u32 },
    /// An answer that is not worth what is said of it.
    #[error("the goal is said to be {}, but is {found}", said.map_or("?".into(), |v| v.to_string()))]
    Worth { said: Option<i64>, found: i64 },
    /// An inequality that does not hold.
    #[error("{low} must be less than {high}, but holds {low_value} and that {high_value}")]
    NotLess { low: Spot, high: Spot, low_value: u32, high_value: u32 },
}

/// Whether an answer has as many entries as it should.
///
/// # Errors
/// [`Violation::Length`].
pub fn same_length(expected: usize, found: usize) -> Result<(), Violation> {
    if expected == found { Ok(()) } else { Err(Violation::Length { expected, found }) }
}

/// The place of a cell.
pub fn spot(board: &Board, c: Cell) -> Spot {
    let (row, col) = board.place(c);
    Spot { row, col, free: matches!(board.shape(), Shape::Points { .. }) }
}

/// Which line of a bridge a cell is: `row` or `column`, for both have one place; `None` anywhere else.
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

#[cfg(test)]
mod tests;
