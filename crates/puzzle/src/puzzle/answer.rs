//! Answers: the few shapes that they have, for any family.

use super::Cell;

/// A filled-in puzzle.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Answer {
    /// A line through cells: the number of each cell, 1-based; 0 for a cell that is not on the line (only with the goal
    /// of the longest line).
    Line(Vec<u32>),
    /// Which edges of the board are on a path.
    Links(Vec<bool>),
    /// The value of each cell of a square, 1-based, row-major.
    Square(Vec<u32>),
    /// The values of variables, where there are no cells.
    Values(Vec<i64>),
}

impl Answer {
    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        let values = match self {
            Answer::Line(values) | Answer::Square(values) => size_of_val(&values[..]),
            Answer::Links(on) => size_of_val(&on[..]),
            Answer::Values(values) => size_of_val(&values[..]),
        };
        size_of::<Answer>() + values
    }
}

/// The cells of a line in the order of their numbers; cells with a 0 are left out.
pub fn line_order(numbers: &[u32]) -> Vec<Cell> {
    let mut order: Vec<Cell> = (0..numbers.len() as u32).collect();
    order.retain(|&c| numbers[c as usize] != 0);
    order.sort_by_key(|&c| numbers[c as usize]);
    order
}
