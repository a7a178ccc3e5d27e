//! The entries of a person so far. They may be wrong or contain a number twice, which is not allowed in a puzzle, so
//! they are read separately from puzzles.

use crate::api::people::puzzle_notes;
use clew_formats::entries;
use clew_puzzle::puzzle::ladder::Finding;
use clew_puzzle::puzzle::{Cell, Content, Puzzle};

/// A cell, and its entry.
pub type Entered = (Cell, Content);

/// All entries and notes of a person.
#[derive(Clone, Default, Debug)]
pub struct Filled {
    /// The cells that are filled.
    pub entered: Vec<Entered>,
    /// The notes: candidates, pieces of path, edges that are struck out.
    pub noted: Vec<Finding>,
}

impl Filled {
    /// Whether there are no entries and no notes.
    pub fn is_empty(&self) -> bool {
        self.entered.is_empty() && self.noted.is_empty()
    }
}

/// Reads cells and notes; a text of notes alone needs no grid.
///
/// # Errors
/// The first mistake in the text, and its place.
pub fn everything(puzzle: &Puzzle, text: &str) -> Result<Filled, String> {
    let noted = puzzle_notes::read(puzzle, text)?;
    let row = |line: &str| !line.trim().is_empty() && !line.contains(':');
    let has_cells = match text.trim_start().starts_with(['{', '[']) {
        true => !text.trim_start().starts_with('{') || text.contains("\"cells\""),
        false => text.lines().any(row),
    };
    let entered = match noted.is_empty() || has_cells {
        true => read(puzzle, text)?,
        false => Vec::new(),
    };
    Ok(Filled { entered, noted })
}

/// Reads cells, as [`entries`].
///
/// # Errors
/// The first mistake in the text, and its place.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<Entered>, String> {
    entries(puzzle, text).map_err(|why| why.to_string())
}
