//! The one list of families, and readers for puzzles of any of them.

use super::{futoshiki, line, numberlink};
use crate::puzzle::family::Named;
use crate::puzzle::format::{self, Chunk, ParseError};
use crate::puzzle::{Entry, Family};

/// All families, in the order of the documentation. A new one is a folder beside this file and a line
/// here.
pub const ALL: [Family; 4] =
    [line::hidato::FAMILY, line::path::FAMILY, numberlink::FAMILY, futoshiki::FAMILY];

/// The family that a keyword of the formats names.
pub fn from_keyword(word: &str) -> Option<Family> {
    ALL.into_iter().find(|family| family.keyword() == word)
}

/// The family that a keyword or an alias stands for, in letters of any case.
pub fn named(name: &str) -> Option<Named> {
    Named::find(&ALL, name)
}

/// Reads one puzzle in the text format.
///
/// # Errors
/// The first mistake, with its position.
pub fn parse_native(text: &str) -> Result<Entry, ParseError> {
    format::read_native(text, &ALL)
}

/// Reads one puzzle, a JSON object.
///
/// # Errors
/// The first mistake, with its position: of the JSON text itself or of the puzzle it states.
pub fn parse_json(text: &str) -> Result<Entry, ParseError> {
    format::read_json(text, &ALL)
}

/// Reads one chunk of an input.
///
/// # Errors
/// The first mistake, with its position in the whole input.
pub fn parse_chunk(chunk: &Chunk<'_>) -> Result<Entry, ParseError> {
    format::read_chunk(chunk, &ALL)
}
