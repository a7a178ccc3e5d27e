//! The project's own formats: the text format and JSON.

use super::reading::{addresses, places};
use super::{FORMATS, Format, Opening, Reading, Sheet, Written, read_own, result};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{
    Chunk, ChunkKind, Cut, Fields, ParseError, in_full, is_headed, quote, write_json, write_native,
};
use clew_puzzle::registry::all;
use serde_json::value::RawValue;

/// The text format.
pub const FORMAT: Format = Format {
    name: "native",
    summary: "the text format: a header, a blank line, the grid",
    cut: Cut::Blocks,
    is: |opening| is_headed(opening.text, all()),
    read: Some(|chunk, reading| {
        let own = read_own(&Chunk { kind: ChunkKind::Native, ..*chunk }, reading);
        own.map_err(|error| unknown_address_error(chunk.text, error))
    }),
    write: Some(|sheet| Ok(text(sheet))),
    solutions: true,
    needs_solution: false,
    special_grids: true,
    joined_labels: true,
    ending: "puzzle",
};

/// JSON objects.
pub const JSON: Format = Format {
    name: "json",
    summary: "a JSON object a puzzle; results of --json are read too",
    cut: Cut::Blocks,
    is: is_json,
    read: Some(|chunk, said| {
        let own = result::json(chunk);
        own.or_else(|error| foreign(chunk, said).unwrap_or(Err(error)))
    }),
    write: Some(|sheet| Ok(Written { text: write_json(sheet.entry) + "\n", lost: Vec::new() })),
    solutions: false,
    needs_solution: false,
    special_grids: true,
    joined_labels: true,
    ending: "json",
};

/// Reads an object with the keys of other programs; `None` if it has those of this one, or nothing of a puzzle.
fn foreign(chunk: &Chunk<'_>, said: &Reading) -> Option<Result<Entry, ParseError>> {
    let Fields(members) = serde_json::from_str::<Fields<&RawValue>>(chunk.text).ok()?;
    let has = |name: &str| members.iter().any(|(key, _)| key == name);
    let own = has("schema") || has("puzzle") && has("cells") || has("points");
    (!own).then(|| places::read_object(chunk, said)).flatten()
}

/// Whether the input starts with an object whose keys are in quotation marks, or a list of objects.
fn is_json(opening: &Opening<'_>) -> bool {
    let mut marks = opening.text.trim_start().chars().filter(|c| !c.is_whitespace());
    match (marks.next(), marks.next()) {
        (Some('{'), next) => matches!(next, None | Some('"' | '}')),
        (Some('['), next) => matches!(next, None | Some('{' | ']')),
        _ => false,
    }
}

/// The error for an address that no format knows, instead of an error about its colon.
fn unknown_address_error(text: &str, error: ParseError) -> ParseError {
    let line = text.trim_start().lines().next().unwrap_or_default().trim_end();
    match addresses::address(line) {
        Some(range) if error.found.starts_with("\"http") => {
            let pages: Vec<&str> =
                FORMATS.iter().filter_map(|f| f.summary.strip_prefix("an address of ")).collect();
            let expected = format!(
                "an address of {}; a short one shows the long one when it is opened",
                pages.join(", ")
            );
            ParseError { found: quote(&line[range]), expected, ..error }
        }
        _ => error,
    }
}

/// The puzzle, or the filled grid alone, with the routes of paths that letters leave open: the second input of `clew
/// verify`.
fn text(sheet: Sheet<'_>) -> Written {
    let text = match sheet.answer {
        None => write_native(sheet.entry),
        Some(answer) => in_full(&sheet.entry.puzzle, answer),
    };
    Written { text, lost: Vec::new() }
}
