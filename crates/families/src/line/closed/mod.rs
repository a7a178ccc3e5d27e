//! The closed line: one line through every cell that comes back to where it began.
//!
//! It has no ends and no direction, so an answer is the set of its edges. Where cells are to hold something, they are
//! numbered from the first cell of the board, towards the smaller of its two neighbours on the line.

mod counting;
mod network;
mod rules;

pub use rules::Circuit;

use clew_puzzle::puzzle::{Board, Cell, EdgeId};

/// The fewest cells of a closed line.
const FEWEST: usize = 3;

/// The numbers along the closed line of these edges; `None` if they are not one line through all
/// cells. Linear in the board.
pub(super) fn along(board: &Board, on: impl Fn(EdgeId) -> bool) -> Option<Vec<u32>> {
    let n = board.len();
    let next = |c: Cell| {
        let ways = board.neighbours(c).iter().zip(board.incident(c));
        ways.filter(|&(_, &e)| on(e)).map(|(&q, _)| q)
    };
    if n < FEWEST || (0..n as Cell).any(|c| next(c).count() != 2) {
        return None;
    }
    let mut numbers = vec![0; n];
    let (mut from, mut at) = (0, next(0).min()?);
    numbers[0] = 1;
    for k in 2..=n as u32 {
        if at == 0 {
            return None;
        }
        numbers[at as usize] = k;
        let on = next(at).find(|&q| q != from)?;
        (from, at) = (at, on);
    }
    (at == 0).then_some(numbers)
}

/// The edges of a line through all cells that these numbers close, from whichever cell and whichever way they run.
fn edges(board: &Board, numbers: &[u32]) -> Vec<bool> {
    let n = numbers.len() as u32;
    let steps = |&[a, b]: &[Cell; 2]| {
        let apart = numbers[a as usize].abs_diff(numbers[b as usize]);
        apart == 1 || (apart + 1 == n && n > 2)
    };
    board.edges().iter().map(steps).collect()
}
