//! Lines and tokens of a text, each with its position.

use super::error::{ParseError, quote};
use super::{MAX_LINE, MAX_SIDE};

/// A piece of one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// Its characters.
    pub text: &'a str,
    /// Counted from 1, in the whole input.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
}

impl Token<'_> {
    /// An error about this token.
    pub fn error(&self, expected: impl Into<String>) -> ParseError {
        ParseError {
            line: self.line,
            column: self.column,
            found: quote(self.text),
            expected: expected.into(),
        }
    }
}

/// One line without its end.
#[derive(Clone, Copy, Debug)]
pub struct TextLine<'a> {
    /// Its characters, without the line break.
    pub text: &'a str,
    /// Counted from 1, in the whole input.
    pub number: usize,
    /// The column of its first character, counted from 1.
    pub column: usize,
}

impl<'a> TextLine<'a> {
    /// Whether there is nothing but blanks.
    pub fn is_blank(&self) -> bool {
        self.text.chars().all(is_blank)
    }

    /// The tokens of the line: pieces without blanks and tabs.
    pub fn tokens(&self) -> Vec<Token<'a>> {
        // Most tokens are a character and a blank long.
        let mut tokens = Vec::with_capacity((self.text.len() / 2 + 1).min(MAX_SIDE));
        let mut open: Option<(usize, usize)> = None;
        let mut column = 0;
        for (at, &byte) in self.text.as_bytes().iter().enumerate() {
            match (is_blank(byte.into()), open) {
                (false, None) => open = Some((at, column)),
                (true, Some((from, column))) => {
                    tokens.push(self.token(from, at, column));
                    open = None;
                }
                _ => {}
            }
            // The bytes of a character but the first have the form 10......
            column += usize::from(byte >> 6 != 0b10);
        }
        if let Some((from, column)) = open {
            tokens.push(self.token(from, self.text.len(), column));
        }
        tokens
    }

    /// The part from byte `from` on, trimmed of blanks on both sides, as one token.
    pub fn rest(&self, from: usize) -> Token<'a> {
        let tail = &self.text[from..];
        let trimmed = tail.trim_start_matches(is_blank);
        let start = from + tail.len() - trimmed.len();
        let end = start + trimmed.trim_end_matches(is_blank).len();
        self.token(start, end, self.text[..start].chars().count())
    }

    fn token(&self, from: usize, to: usize, column: usize) -> Token<'a> {
        Token { text: &self.text[from..to], line: self.number, column: column + self.column }
    }

    /// An error just after the last character that is not blank.
    pub fn error_at_end(&self, expected: impl Into<String>) -> ParseError {
        ParseError {
            line: self.number,
            column: self.text.trim_end_matches(is_blank).chars().count() + self.column,
            found: "end of line".into(),
            expected: expected.into(),
        }
    }
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// The limit of a line that is too long, and the way out.
pub(super) fn line_limit() -> String {
    format!(
        "at most {MAX_LINE} bytes a line; a list such as `walls` may have several lines of its key"
    )
}

/// Splits a text into lines, the first of which has the number `first`.
///
/// # Errors
/// If a line is longer than [`MAX_LINE`] bytes.
pub(super) fn lines(text: &str, first: usize) -> Result<Vec<TextLine<'_>>, ParseError> {
    let mut all = Vec::new();
    for (i, text) in text.split('\n').enumerate() {
        let text = text.strip_suffix('\r').unwrap_or(text);
        let number = first + i;
        if text.len() > MAX_LINE {
            return Err(ParseError {
                line: number,
                column: 1,
                found: format!("a line of {} bytes", text.len()),
                expected: line_limit(),
            });
        }
        all.push(TextLine { text, number, column: 1 });
    }
    Ok(all)
}
