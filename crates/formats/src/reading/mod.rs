//! Reading foreign layouts: grids, lists and tables as they are pasted, in any notation.
//!
//! Two rules hold. Every guess is reported ([`describe`](super::describe)). A text that can be read as two different
//! puzzles is an error that shows both and the options that choose.
//!
//! ```text
//! bytes ─▶ lines ─▶ shape ─▶ rows of words ─▶ roles of signs ─▶ a draft ─▶ the family's puzzle
//! ```
//!
//! [`bytes`] removes text that only wraps a puzzle, [`shape`] separates rows from their surroundings, [`word`] is the
//! one tokenizer, [`keys`] takes header lines from around a grid, [`roles`] decides about blanks and holes for all
//! shapes, [`squares`] finds the places of signs of order, [`meaning`] tries the possible puzzles. [`examples`] lists
//! the recognised layouts.

pub mod addresses;
mod blocks;
mod bytes;
pub mod companion;
pub mod examples;
mod keys;
mod meaning;
pub mod objects;
mod prose;
mod roles;
mod shape;
mod squares;
mod word;

pub use blocks::{is_for_people, together};

use super::Reading;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{
    BETWEEN, Chunk, ChunkKind, ParseError, Token, is_headed, read_chunk,
};
use clew_puzzle::registry::all;

/// Whether a text has a line that may be a row in any layout, not only prose.
pub fn looks_laid_out(text: &str) -> bool {
    /// The most lines that are checked.
    const MOST: usize = 64;
    let filled = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(MOST);
    let row = |line: &str| {
        !bytes::is_prose(line) || line.contains(['[', '{', '|', '│', '┃']) || shape::is_cell(line)
    };
    filled.into_iter().any(row)
}

/// A sign of a grid as it is understood: one that looks like it, once where it is doubled.
pub fn sign(text: &str) -> String {
    word::Word::new(Token { text, line: 1, column: 1 }).text.into_owned()
}

/// Reads one puzzle that is laid out as a grid in some way.
///
/// Time and memory are linear in the text, which may have 16 MiB; sizes are checked while rows are read.
///
/// # Errors
/// The first fault, or the ways to read it if there are several.
pub fn read(chunk: &Chunk<'_>, said: &Reading) -> Result<Entry, ParseError> {
    if is_headed(chunk.text, all()) {
        // After other grids the text format may follow.
        return read_chunk(&Chunk { kind: ChunkKind::Native, ..*chunk }, all());
    }
    let chunk = &Chunk { text: companion::parted(chunk.text).0, ..*chunk };
    let entry = one(chunk, said)?;
    dashes(chunk, said)?;
    Ok(entry)
}

/// Refuses a row `---` that may be cells to fill or a line between two puzzles; the message asks for a distinction.
fn dashes(chunk: &Chunk<'_>, said: &Reading) -> Result<(), ParseError> {
    let is_line = |line: &&str| line.trim() == BETWEEN;
    let Some(at) = chunk.text.lines().position(|line| is_line(&line)) else { return Ok(()) };
    let parts: Vec<String> = chunk
        .text
        .split('\n')
        .collect::<Vec<_>>()
        .split(|line| is_line(line))
        .map(|lines| lines.join("\n"))
        .collect();
    if parts.iter().any(|text| one(&Chunk { text, ..*chunk }, said).is_err()) {
        return Ok(());
    }
    Err(ParseError {
        line: chunk.line + at,
        column: 1,
        found: "\"---\"".into(),
        expected: format!(
            "another sign than \"-\" for cells to fill, or a blank line between puzzles: this is a row of \
             cells, or parts {} puzzles",
            parts.len()
        ),
    })
}

fn one(chunk: &Chunk<'_>, said: &Reading) -> Result<Entry, ParseError> {
    let mut lines = bytes::lines(chunk)?;
    let keys = keys::take(&mut lines)?;
    bytes::bullets(&lines, said.blank.iter().chain(&said.hole).chain(&said.given))?;
    let page = shape::page(lines, said.size_row)?;
    meaning::entry(&page, &keys, said)
}
