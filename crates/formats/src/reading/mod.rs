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
//! tokenizer of rows and [`tree`] that of data, [`keys`] takes header lines from around a grid, [`roles`] decides about blanks and holes for all
//! shapes, [`squares`] finds the places of signs of order, [`meaning`] tries the possible puzzles. [`examples`] lists
//! the recognised layouts.

pub mod addresses;
pub mod answer;
mod blocks;
mod bytes;
pub mod companion;
pub mod data;
pub mod examples;
mod keys;
mod meaning;
mod names;
pub mod outline;
pub mod places;
mod prose;
mod roles;
mod shape;
mod squares;
mod tree;
mod word;

pub use blocks::together;

pub(crate) use blocks::is_for_people;
pub use meaning::is_question;
pub use word::sign;

use super::{PlaceRules, Reading};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{
    BETWEEN, Chunk, ChunkKind, KeyLines, ParseError, is_headed, read_chunk,
};
use clew_puzzle::registry::all;

/// Whether a text has a line that may be a row in any layout, not only prose.
pub(crate) fn looks_laid_out(text: &str) -> bool {
    /// The most lines that are checked.
    const MOST: usize = 64;
    let filled = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(MOST);
    let row = |line: &str| {
        // A fact or a function of places.
        let fact = line.contains(['(', '=']) && line.contains(|c: char| c.is_ascii_digit());
        !bytes::is_prose(line)
            || fact
            || line.contains(['[', '{', '|', '│', '┃'])
            || shape::is_cell(line)
    };
    filled.into_iter().any(row)
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
    let keys = match keys::take(&mut lines) {
        Ok(keys) => keys,
        Err(fault) if !chunk.text.contains(['[', '{']) => return Err(fault),
        Err(fault) => {
            // Lines of data may look like those of a header.
            let titles = shape::titles(&mut lines);
            let list = places::read(chunk, &lines, &titles, &KeyLines::default(), said);
            return list.unwrap_or(Err(fault));
        }
    };
    bytes::bullets(&lines, said.blank.iter().chain(&said.hole).chain(&said.given))?;
    let page = shape::page(chunk.text, lines.clone(), said.size_row);
    // A single row may be a list, with the size before it; short rows of numbers below a size may be records.
    let row = |layout: &shape::Layout<'_>| {
        layout.rows.len() == 1 && layout.rows[0].len() > 4 && layout.sizes.at.is_none()
    };
    let short = |layout: &shape::Layout<'_>| {
        let number = |word: &word::Word<'_>| word.is_number() || matches!(&*word.text, "<" | ">");
        let sized = layout.sizes.at.is_some() && said.size_row.is_none();
        sized && layout.rows[0].len() < 6 && layout.rows.iter().flatten().all(number)
    };
    let layout = |is: &dyn Fn(&shape::Layout<'_>) -> bool| {
        page.as_ref().is_ok_and(|page| page.layouts.iter().any(is))
    };
    let (is_row, is_short) = (layout(&row), layout(&short));
    let grid = page.and_then(|page| meaning::entry(&page, &keys, said));
    if grid.is_ok() && !is_row && !is_short {
        return grid;
    }
    let titles = shape::titles(&mut lines);
    match (places::read(chunk, &lines, &titles, &keys, said), grid) {
        (Some(Ok(list)), Ok(grid)) if is_short && said.places == PlaceRules::default() => {
            if list.puzzle == grid.puzzle { Ok(grid) } else { Err(two(chunk, &grid, &list)) }
        }
        (Some(Ok(entry)), _) => Ok(entry),
        (Some(Err(asked)), Ok(_)) if is_row && is_question(&asked) => Err(asked),
        (_, Ok(entry)) => Ok(entry),
        (Some(Err(listed)), Err(fault)) if !meaning::is_question(&fault) => Err(listed),
        (_, Err(fault)) => Err(fault),
    }
}

/// The question about a text that is a grid below its size or a list of places.
fn two(chunk: &Chunk<'_>, grid: &Entry, list: &Entry) -> ParseError {
    let reading = |entry: &Entry| entry.guessed.reading.clone().unwrap_or_default();
    ParseError {
        line: chunk.line,
        column: chunk.column,
        found: "numbers below a size, which can be read in 2 ways".into(),
        expected: format!(
            "the options of one of them:\n  --size-row: {}\n  --places row (or 0, 1, column, ...): {}",
            reading(grid),
            reading(list)
        ),
    }
}
