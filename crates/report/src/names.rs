//! Cells, contents, clues and changes in words.

use super::text;
use clew_puzzle::puzzle::{Cell, Change, Clue, Content, Gap, Puzzle};

/// The name of a cell.
pub fn place(puzzle: &Puzzle, cell: Cell) -> String {
    text::place(puzzle, puzzle.place(cell))
}

/// A clue.
pub fn clue(puzzle: &Puzzle, clue: Clue) -> String {
    match clue {
        Clue::Holds { cell, content: Content::Label(k) } => {
            let held = puzzle.family().labels.held;
            format!("{} {held} {}", place(puzzle, cell), puzzle.label(k))
        }
        Clue::Holds { cell, content } => {
            format!("{} = {}", place(puzzle, cell), puzzle.written(content))
        }
        Clue::Less([a, b]) => format!("{} < {}", place(puzzle, a), place(puzzle, b)),
        Clue::Gap(Gap { cells: [a, b], by, is }) => {
            let (a, b) = (place(puzzle, a), place(puzzle, b));
            let word = if is { "differ" } else { "do not differ" };
            format!("{a} and {b} {word} by {by}")
        }
    }
}

/// A change of a given.
pub fn change(puzzle: &Puzzle, change: Change) -> String {
    match change {
        Change::Removed(old) => format!("without {}", clue(puzzle, old)),
        Change::Replaced { old, new } => {
            format!("{} in place of {}", clue(puzzle, new), clue(puzzle, old))
        }
        Change::Moved { label, from, to } => format!(
            "the end of {} at {} moved to {}",
            puzzle.label(label),
            place(puzzle, from),
            place(puzzle, to)
        ),
        Change::Dropped { label } => format!("without both ends of {}", puzzle.label(label)),
    }
}
