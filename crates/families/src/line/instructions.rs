//! The instructions for the player of a line.

use super::{Line, Zip};
use clew_puzzle::puzzle::Board;
use clew_puzzle::puzzle::wording::{dots, steps, walls};

/// Numbers into cells.
pub(super) fn numbers(line: &Line) -> String {
    let board = &line.board;
    format!(
        "Fill the cells with the numbers from {} on, each once. From each number one goes to the next {}.{}{}",
        board.first(),
        steps(board),
        walls(board),
        dots(board)
    )
}

/// One line, open or closed.
pub(super) fn line(line: &Line, closed: bool) -> String {
    let what = if closed { "one closed loop" } else { "one line" };
    let numbered = match line.given.iter().flatten().next() {
        Some(_) => " A number is the place of its cell along the line.",
        None => "",
    };
    format!("Draw {what} {}{numbered}{}", through(&line.board), dots(&line.board))
}

/// A line through numbers in their order.
pub(super) fn stops(zip: &Zip) -> String {
    let whole = through(&zip.board);
    format!(
        "Draw one line {whole} It starts at 1, meets the numbers in their order, and ends at the largest."
    )
}

/// How a line visits every cell of a board.
fn through(board: &Board) -> String {
    format!("that goes {} and visits every cell once.{}", steps(board), walls(board))
}
