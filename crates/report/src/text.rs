//! Plain text: the filled grid in the text format, and titles that are safe to print.

use clew_puzzle::puzzle::format::{is_unprintable, write_solution};
use clew_puzzle::puzzle::verify::{Spot, bridge_line};
use clew_puzzle::puzzle::{Answer, Board, Cell, Puzzle, Shape};

/// The answer as a grid of the text format, ready to be pasted into a puzzle file.
///
/// # Panics
/// If the answer is not one for this puzzle's family and size.
pub fn solution(puzzle: &Puzzle, answer: &Answer) -> String {
    write_solution(puzzle, answer)
}

/// A title or a name on one line: characters that could move the cursor of a terminal, hide or
/// reverse text are escaped, the rest is left as it is.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// The name of a place: row and column from 1, or the number of a free point.
pub fn place(puzzle: &Puzzle, (row, col): (u32, u32)) -> String {
    let free = matches!(puzzle.board().map(Board::shape), Some(Shape::Points { .. }));
    Spot { row, col, free }.to_string()
}

/// The name of a cell: the name of its place, and on a bridge of one of its two lines.
pub fn cell(puzzle: &Puzzle, cell: Cell) -> String {
    let name = place(puzzle, puzzle.place(cell));
    line(puzzle, cell).map_or(name.clone(), |line| format!("{name} ({line})"))
}

/// The line of a bridge to which a cell belongs: `row` or `column`; `None` anywhere else.
pub fn line(puzzle: &Puzzle, cell: Cell) -> Option<&'static str> {
    bridge_line(puzzle.board()?, cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_families::parse_native;

    #[test]
    fn titles_cannot_steer_a_terminal() {
        assert_eq!(printable("Größe \u{1b}[2J\n\u{202e}x"), r"Größe \u{1b}[2J\n\u{202e}x");
    }

    #[test]
    fn solutions_are_native_grids() {
        let text = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
        let puzzle = parse_native(text).expect("a puzzle").puzzle;
        let answer = Answer::Line(vec![6, 7, 9, 5, 2, 8, 1, 4, 3]);
        assert_eq!(solution(&puzzle, &answer), "6 7 9\n5 2 8\n1 4 3\n");
    }
}
