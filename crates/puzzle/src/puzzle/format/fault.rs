//! Mistakes that have a place in a puzzle, found before line and column are known.

use super::locate::Spot;
use super::text::Token;

/// A position in an input: a token of the text format, or a path into a JSON value.
#[derive(Clone, Copy, Debug)]
pub enum At<'a> {
    /// A token of the text format.
    Text(Token<'a>),
    /// A value within a JSON object.
    Json(Spot),
}

impl<'a> From<Token<'a>> for At<'a> {
    fn from(token: Token<'a>) -> At<'a> {
        At::Text(token)
    }
}

impl From<Spot> for At<'_> {
    fn from(spot: Spot) -> Self {
        At::Json(spot)
    }
}

/// A mistake and where it is.
///
/// The reader that knows the input makes a [`ParseError`](super::ParseError) of it, with line and column.
#[derive(Debug)]
pub struct Fault<'a> {
    /// Where it is.
    pub at: At<'a>,
    /// The expected text, in words.
    pub expected: String,
}

impl<'a> Fault<'a> {
    /// A fault at `at`.
    pub fn new(at: impl Into<At<'a>>, expected: impl Into<String>) -> Fault<'a> {
        Fault { at: at.into(), expected: expected.into() }
    }
}

/// A part of a JSON value, or the fault in it.
pub(super) type Checked<T> = Result<T, Fault<'static>>;
