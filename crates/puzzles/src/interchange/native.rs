//! The project's own formats: the text format and JSON.

use super::{Format, Opening, Sheet, Written, read_own, result};
use crate::puzzle::format::{Chunk, ChunkKind, Cut, in_full, write_json, write_native};

/// The text format.
pub const FORMAT: Format = Format {
    name: "native",
    summary: "the text format: a header, a blank line, the grid",
    cut: Cut::Blocks,
    is: is_header,
    read: Some(|chunk, reading| read_own(&Chunk { kind: ChunkKind::Native, ..*chunk }, reading)),
    write: Some(|sheet| Ok(text(sheet))),
    solutions: true,
    needs_solution: false,
    special_grids: true,
    ending: "puzzle",
};

/// JSON objects.
pub const JSON: Format = Format {
    name: "json",
    summary: "a JSON object a puzzle; results of --json are read too",
    cut: Cut::Blocks,
    is: is_json,
    read: Some(|chunk, _| result::json(chunk)),
    write: Some(|sheet| Ok(Written { text: write_json(sheet.entry) + "\n", lost: Vec::new() })),
    solutions: false,
    needs_solution: false,
    special_grids: true,
    ending: "json",
};

/// Whether the input starts with an object or a list; a word in brackets is neither.
fn is_json(opening: &Opening<'_>) -> bool {
    let list = opening.line.strip_prefix('[');
    opening.line.starts_with('{') || list.is_some_and(|t| !t.starts_with(char::is_alphabetic))
}

/// Whether the input starts with a line `key: value`; an address is none.
fn is_header(opening: &Opening<'_>) -> bool {
    opening.line.split_once(':').is_some_and(|(key, value)| {
        let key = key.trim_end();
        let word = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphabetic());
        word && !value.starts_with("//")
    })
}

/// The puzzle, or the filled grid alone, with the routes of paths that letters leave open: what `clew verify` takes
/// beside the puzzle.
fn text(sheet: Sheet<'_>) -> Written {
    let text = match sheet.answer {
        None => write_native(sheet.entry),
        Some(answer) => in_full(&sheet.entry.puzzle, answer),
    };
    Written { text, lost: Vec::new() }
}
