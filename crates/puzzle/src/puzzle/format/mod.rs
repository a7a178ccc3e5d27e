//! Reading and writing puzzles: the native text format and JSON.
//!
//! This module contains the grammar that all families share: the header, grids of tokens, JSON, positions of mistakes.
//! Both readers bring their input into one draft with positions attached; the family makes a puzzle of it, so the rules
//! of well-formed input are stated once. The list of families is passed in by a higher layer.
//! Input is untrusted: the limits below are checked before memory is allocated for the items they bound, and
//! nothing here recurses over the input (JSON nesting is limited by the parser it is given to).
//!
//! # The text format
//! A header of `key: value` lines, a blank line, the grid:
//!
//! ```
//! use clew_families::parse_native;
//! use clew_puzzle::puzzle::format::write_native;
//!
//! let text = "puzzle: hidato\nneighbours: 8\nsolutions: 1\n\n6 . .\n. 2 8\n1 . .\n";
//! let entry = parse_native(text)?;
//! assert_eq!(entry.puzzle.board().unwrap().len(), 9);
//! assert_eq!(write_native(&entry), text);
//!
//! let error = parse_native("puzzle: numberlink\n\nA . D\nA . .\n").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 3, column 5: found \"D\", expected every label twice; this one stands once"
//! );
//! # Ok::<(), clew_puzzle::puzzle::format::ParseError>(())
//! ```
//!
//! Some header keys exist so that every JSON puzzle can be written as text; they may occur on several lines: `walls:
//! r1c1|r1c2 r2c2|r3c2` separates neighbouring cells, and pairs that a family knows, like `less: r1c1<r3c2`, relate
//! cells that are not side by side.
//!
//! # JSON
//! One object per puzzle. Besides the keys of the interchange format there is one more board: free
//! points have `"points": [[x, y], …]`, optionally `"reach": 1.4243`, and their clues as a single row
//! of `cells`. Their coordinates are exact decimals in both formats; a JSON number is the shortest
//! decimal that is the same double, so that `0.1` is a tenth.

mod below;
mod draft;
mod error;
mod fault;
mod fields;
mod header;
mod json;
mod keys;
mod keywords;
mod locate;
mod loose;
mod native;
mod nesting;
mod piece;
mod routes;
mod split;
mod text;
mod unread;
mod write;

use crate::puzzle::Decimal;

pub(crate) use crate::puzzle::grid::points::MAX_COORDINATE;

pub(crate) use crate::puzzle::grid::points::MAX_DIGITS;
pub use below::KeyLines;
pub use draft::{Clue, Draft, Pair, Place, Points, name, size_fault};
pub use error::{ParseError, is_unprintable, quote};
pub use fault::{At, Fault};
pub use fields::{Fields, has_too_many_values, marks};
pub use header::{end_of_input, is_headed, key_line, place};
pub(crate) use json::read_json;
pub use locate::Spot;
pub use loose::LayoutRules;
pub(crate) use native::read_native;
pub use piece::{
    BETWEEN, Chunk, ChunkKind, DataContext, MorePieces, Piece, read_chunk, read_drawn,
};
pub use routes::{in_full, routes};
pub use split::{Cut, DetectedForm, Detection, Splitter, split_input};
pub use text::{TextLine, Token};
pub use unread::{Items, Unread};
pub(crate) use write::board_text;
pub use write::{PuzzleObject, json_object, write_grid, write_json, write_native, write_solution};

/// Reads the lines of a grid into a draft, where a family has a layout of its own.
pub(crate) type GridReader = for<'a> fn(&[TextLine<'a>], &mut Draft<'a>) -> Result<(), ParseError>;

/// A layout of the grid in the text format that is a family's own: rows of cells, with signs between the cells and
/// between the rows.
#[derive(Clone, Copy)]
pub struct GridLayout {
    /// Reads a grid.
    pub read: GridReader,
    /// Whether a token is a sign. No token of a cell is one.
    pub is_sign: fn(&str) -> bool,
}

/// The most rows or columns of a grid.
pub const MAX_SIDE: usize = 4096;
/// The most places of a grid, holes included (the cells alone: [`MAX_CELLS`](super::board::MAX_CELLS)).
pub const MAX_PLACES: usize = 1 << 18;
/// The most labels of a numberlink.
pub const MAX_LABELS: usize = 4096;
/// The longest name of a label, in bytes.
pub const MAX_LABEL_NAME: usize = 32;
/// The longest line of the text format, in bytes.
pub const MAX_LINE: usize = 1 << 16;
/// The longest line of a foreign format, in bytes: an address with its solution on the largest board.
pub const MAX_FOREIGN_LINE: usize = 1 << 22;
/// The most lines of a puzzle that is not JSON.
pub const MAX_LINES: usize = 1 << 17;
/// The largest puzzle that is read, in bytes; the text of no larger one is taken into memory.
pub const MAX_PUZZLE: usize = 64 << 20;
/// The most walls, bridges or pairs of one key that a puzzle lists: walls part neighbours.
pub const MAX_PAIRS: usize = MAX_LINKS;
/// The largest number with which a line begins.
pub const MAX_FIRST: u32 = 1_000_000_000;
/// The longest title, source, identifier or number of solutions, in bytes.
pub const MAX_TEXT: usize = 4096;
/// The most free points of a board.
pub const MAX_POINTS: usize = 4096;
/// The most pairs of neighbours among free points; a full king's grid of 65 536 cells has as many.
pub const MAX_LINKS: usize = 1 << 18;
/// The most values (numbers, strings, lists, …) in one JSON puzzle.
pub const MAX_JSON_VALUES: usize = 1 << 21;
/// The most members of a JSON object whose members are read; enough for one path per label.
pub const MAX_MEMBERS: usize = MAX_LABELS;
/// The most values that one JSON puzzle holds for others, under keys that start with `x-`.
pub const MAX_EXTRA_VALUES: usize = 1 << 16;
/// The reach of free points where none is given: just over the square root of 2.
pub(crate) const DEFAULT_REACH: &str = "1.4243";

/// [`DEFAULT_REACH`] as a number.
fn default_reach() -> Decimal {
    DEFAULT_REACH.parse().expect("a decimal")
}
