//! One puzzle of an input before it is read: the output of the splitter and the input of the readers.

use super::error::ParseError;
use super::{json, native};
use crate::puzzle::family::DrawnRules;
use crate::puzzle::{Entry, Family};

/// The line between two blocks: puzzles, or filled grids.
pub const BETWEEN: &str = "---";

/// A place in the input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Bytes before it.
    pub at: u64,
    pub line: usize,
    pub column: usize,
}

impl Mark {
    /// Its line and the bytes before it.
    pub fn position(self) -> (usize, u64) {
        (self.line, self.at)
    }
}

/// Which reader a chunk is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkKind {
    /// The text format.
    Native,
    /// A JSON object.
    Json,
    /// A format of other programs, by its name; empty if the format of each piece has to be detected separately.
    Other(&'static str),
}

/// One puzzle of an input, not yet read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk<'a> {
    /// Which reader it is for.
    pub kind: ChunkKind,
    /// The puzzle's text.
    pub text: &'a str,
    /// The line of the input on which `text` starts, counted from 1.
    pub line: usize,
    /// The column at which `text` starts, counted from 1, in characters.
    pub column: usize,
}

/// Whether more pieces follow, as far as the end of a piece shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MorePieces {
    /// The piece ended at a mark between two: a line `---`, or a comma of a list.
    Announced,
    /// It ended with its line, as objects of JSON Lines do.
    Possible,
    /// The input or its list ended.
    No,
}

/// One puzzle of an input, not yet read, with its own text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub(super) kind: ChunkKind,
    pub(super) text: Vec<u8>,
    /// Bytes of the input before `text`.
    pub(super) offset: u64,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) follow: MorePieces,
    /// The error if the piece exceeded a limit; its text is not kept then.
    pub(super) refused: Option<Box<ParseError>>,
    /// Its surroundings, if it was found in data.
    pub(super) beside: Option<Box<DataContext>>,
}

/// The surroundings of a puzzle that was found in data.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DataContext {
    /// Its identifier.
    pub id: Option<String>,
    /// Texts of its solutions.
    pub answers: Vec<String>,
    /// The name of its kind.
    pub kind: Option<String>,
    /// Whether it is a text in the data, whose lines are not those of the input.
    pub is_text: bool,
}

impl Piece {
    /// The piece as text.
    ///
    /// # Errors
    /// If it went beyond a limit of its format: the line where it did. If it is not UTF-8: the position of the
    /// first byte that is not.
    pub fn chunk(&self) -> Result<Chunk<'_>, ParseError> {
        if let Some(refused) = &self.refused {
            return Err(ParseError::clone(refused));
        }
        if let Some(zero) = self.text.iter().position(|&b| b == 0) {
            let found = "a zero byte, as text in UTF-16 has";
            return Err(self.error_at(zero, found, "text in UTF-8: save it in that encoding"));
        }
        let text = std::str::from_utf8(&self.text).map_err(|error| {
            let at = error.valid_up_to();
            self.error_at(at, &format!("the byte 0x{:02x}", self.text[at]), "text in UTF-8")
        })?;
        Ok(Chunk { kind: self.kind, text, line: self.line, column: self.column })
    }

    /// The error at a byte of the text, counted from 0, before which all is UTF-8.
    fn error_at(&self, at: usize, found: &str, expected: &str) -> ParseError {
        let before = &self.text[..at];
        let breaks = before.iter().filter(|&&b| b == b'\n').count();
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let first = if breaks == 0 { self.column } else { 1 };
        ParseError {
            line: self.line + breaks,
            column: first + characters(&before[line_start..]),
            found: format!("{found} (byte {} of the input)", self.offset + at as u64 + 1),
            expected: expected.into(),
        }
    }

    /// An input that cannot be read.
    pub fn unreadable(why: ParseError) -> Piece {
        Piece {
            kind: ChunkKind::Other(""),
            text: Vec::new(),
            offset: 0,
            line: why.line,
            column: why.column,
            follow: MorePieces::No,
            refused: Some(Box::new(why)),
            beside: None,
        }
    }

    /// A puzzle within it, at a place of the whole input, and its surroundings.
    pub fn inner(
        &self,
        kind: ChunkKind,
        text: String,
        (line, column): (usize, usize),
        beside: DataContext,
    ) -> Piece {
        let (text, beside) = (text.into_bytes(), Some(Box::new(beside)));
        Piece { kind, text, line, column, beside, refused: None, ..*self }
    }

    /// Its surroundings, if it was found in data.
    pub fn beside(&self) -> Option<&DataContext> {
        self.beside.as_deref()
    }

    /// Whether it went beyond a limit of its format, so that its text was not kept.
    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// The bytes of its text.
    pub fn bytes(&self) -> &[u8] {
        &self.text
    }

    /// The line of the input on which it starts, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column at which it starts, counted from 1, in characters.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Whether more pieces follow, as far as its end shows it.
    pub fn follow(&self) -> MorePieces {
        self.follow
    }
}

/// Characters of UTF-8 are counted by their first bytes.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&b| starts_character(b)).count()
}

pub(super) fn starts_character(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// Reads one chunk, a puzzle of one of these families.
///
/// # Errors
/// The first mistake, with its position in the whole input.
pub fn read_chunk(chunk: &Chunk<'_>, families: &[Family]) -> Result<Entry, ParseError> {
    read_stated(chunk, families, None)
}

/// Reads one chunk in which a solution is drawn, a puzzle of one of these families, under these rules. The solution is
/// among the answers of the entry, unless the givens state it.
///
/// # Errors
/// The first mistake, with its position in the whole input.
pub fn read_drawn(
    chunk: &Chunk<'_>,
    families: &[Family],
    rules: &DrawnRules,
) -> Result<Entry, ParseError> {
    read_stated(chunk, families, Some(rules))
}

fn read_stated(
    chunk: &Chunk<'_>,
    families: &[Family],
    drawn: Option<&DrawnRules>,
) -> Result<Entry, ParseError> {
    match chunk.kind {
        ChunkKind::Native => native::read_at(chunk.text, chunk.line, families, drawn),
        ChunkKind::Json => json::read_stated(chunk.text, families, drawn).map_err(|mut error| {
            if error.line == 1 {
                error.column += chunk.column - 1;
            }
            error.line += chunk.line - 1;
            error
        }),
        ChunkKind::Other(format) => Err(ParseError {
            line: chunk.line,
            column: chunk.column,
            found: format!("the format {format}"),
            expected: "the text format or JSON".into(),
        }),
    }
}
