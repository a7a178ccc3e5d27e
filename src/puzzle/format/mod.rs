//! Reading and writing puzzles: the native text format and JSON.
//!
//! Both readers bring their input into one draft with positions attached; the rules
//! for what is a well-formed puzzle are stated there, once. A mistake is reported where it stands.
//! Input is untrusted: the limits below are checked before memory is taken for what they bound, and
//! nothing here recurses over the input (JSON nesting is limited by the parser it is given to).
//!
//! # The text format
//! A header of `key: value` lines, a blank line, the grid:
//!
//! ```
//! use clew::puzzle::format::{parse_native, write_native};
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
//! # Ok::<(), clew::puzzle::format::ParseError>(())
//! ```
//!
//! Two header keys exist so that nothing a JSON puzzle can say is lost in text; both may stand on
//! several lines: `walls: r1c1|r1c2 r2c2|r3c2` (path families) parts neighbouring cells, and
//! `less: r1c1<r3c2` (futoshiki) relates cells that are not side by side.
//!
//! # JSON
//! One object a puzzle. Besides the keys of the interchange format there is one more board: free
//! points have `"points": [[x, y], …]`, optionally `"reach": 1.4243`, and their clues as a single row
//! of `cells`. Their coordinates are exact decimals in both formats; a JSON number is the shortest
//! decimal that is the same double, so that `0.1` is a tenth.

mod draft;
mod error;
mod header;
mod json;
mod keywords;
mod locate;
mod native;
mod split;
mod text;
mod write;

use crate::puzzle::Decimal;

#[cfg(test)]
mod tests;

pub use crate::puzzle::points::{MAX_COORDINATE, MAX_DIGITS};
pub use error::{ParseError, is_unprintable};
pub use json::parse_json;
pub use native::parse_native;
pub use split::{Chunk, ChunkKind, Follow, Piece, Splitter, parse_chunk, split_input};
pub use write::{write_grid, write_json, write_native, write_solution};

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
/// The longest title, source, identifier or number of solutions, in bytes.
pub const MAX_TEXT: usize = 4096;
/// The most free points of a board.
pub const MAX_POINTS: usize = 4096;
/// The most pairs of neighbours among free points; a full king's grid of 65 536 cells has as many.
pub const MAX_LINKS: usize = 1 << 18;
/// The most values (numbers, strings, lists, …) in one JSON puzzle.
pub const MAX_JSON_VALUES: usize = 1 << 21;
/// The reach of free points where none is given: just over the square root of 2.
pub const DEFAULT_REACH: &str = "1.4243";

/// [`DEFAULT_REACH`] as a number.
fn default_reach() -> Decimal {
    DEFAULT_REACH.parse().expect("a decimal")
}
