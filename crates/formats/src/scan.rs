//! Lines of an input, decoded, in which every character keeps its column.
//!
//! Addresses contain escapes (`%2E`) and are parsed from the outside in; a mistake deep inside is still reported at its
//! position in the input.

use clew_puzzle::puzzle::format::{MAX_PLACES, MAX_SIDE, ParseError, Token, size_fault};
use std::borrow::Cow;
use std::ops::Range;

/// The least distance of two marks in bytes, if marks are needed to find a column.
const APART: usize = 64;

/// A line of text whose characters know their columns in the input. In addition to the text it takes a few bytes for
/// each escape, and a quarter of the text where that is not ASCII.
#[derive(Clone, Debug)]
pub struct Scan<'t> {
    text: Cow<'t, str>,
    line: usize,
    /// Whether each byte is a character.
    ascii: bool,
    /// Starts of characters in bytes, rising from 0, with their columns counted from 1. From one to the next each
    /// character is a column.
    marks: Vec<(usize, usize)>,
}

impl<'t> Scan<'t> {
    /// A line without decoding; `column` is that of its first character.
    pub fn new(text: &'t str, line: usize, column: usize) -> Scan<'t> {
        let (ascii, mut marks) = (text.is_ascii(), vec![(0, column)]);
        if !ascii {
            for ((byte, _), column) in text.char_indices().zip(column..) {
                if byte >= marks[marks.len() - 1].0 + APART {
                    marks.push((byte, column));
                }
            }
        }
        Scan { text: Cow::Borrowed(text), line, ascii, marks }
    }

    /// The line, which was not decoded yet, with `%` and two hexadecimal digits replaced by the printable character
    /// that they encode; others are left alone.
    pub(crate) fn percent_decoded(&self) -> Scan<'t> {
        if !self.text.contains('%') {
            return self.clone();
        }
        let (mut text, mut marks) = (String::with_capacity(self.text.len()), Vec::new());
        let mut column = self.marks[0].1;
        // Whether each character since the last mark is a column.
        let mut even = false;
        let mut rest = self.text.char_indices();
        while let Some((i, c)) = rest.next() {
            let near = marks.last().is_some_and(|&(byte, _)| text.len() < byte + APART);
            if !even || !(near || self.ascii) {
                marks.push((text.len(), column));
            }
            even = true;
            let hex =
                self.text.get(i + 1..i + 3).filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit()));
            let code = hex.and_then(|h| u8::from_str_radix(h, 16).ok());
            let shown = match (c, code.filter(|b| (0x20..0x7f).contains(b))) {
                ('%', Some(code)) => {
                    rest.nth(1);
                    (column, even) = (column + 2, false);
                    char::from(code)
                }
                _ => c,
            };
            column += 1;
            text.push(shown);
        }
        if !even {
            marks.push((text.len(), column));
        }
        Scan { text: Cow::Owned(text), line: self.line, ascii: self.ascii, marks }
    }

    /// The column of the character that starts at a byte, or of the end.
    fn column(&self, byte: usize) -> usize {
        let (from, column) = self.marks[self.marks.partition_point(|mark| mark.0 <= byte) - 1];
        match self.ascii {
            true => column + byte - from,
            false => column + self.text[from..byte].chars().count(),
        }
    }

    /// All of it.
    pub fn all(&self) -> Part<'_> {
        Part { scan: self, from: 0, to: self.text.len() }
    }
}

/// A stretch of a [`Scan`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    scan: &'a Scan<'a>,
    from: usize,
    to: usize,
}

impl<'a> Part<'a> {
    /// Its characters.
    pub fn text(self) -> &'a str {
        &self.scan.text[self.from..self.to]
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.from == self.to
    }

    /// The stretch as a token.
    pub fn token(self) -> Token<'a> {
        Token { text: self.text(), line: self.scan.line, column: self.scan.column(self.from) }
    }

    /// A mistake here.
    pub fn error(self, expected: impl Into<String>) -> ParseError {
        let mut error = self.token().error(expected);
        if self.is_empty() {
            error.found = "the end".into();
        }
        error
    }

    /// Bytes `range` of it.
    ///
    /// # Panics
    /// If they are not within it, or cut a character.
    pub fn sub(self, range: Range<usize>) -> Part<'a> {
        let part =
            Part { scan: self.scan, from: self.from + range.start, to: self.from + range.end };
        assert!(part.to <= self.to && part.from <= part.to, "a stretch within a stretch");
        part
    }

    /// The part after the first `n` bytes.
    pub fn skip(self, n: usize) -> Part<'a> {
        self.sub(n..self.to - self.from)
    }

    /// The stretch from its first character on, one character long; empty at the end.
    pub fn first(self) -> Part<'a> {
        let n = self.text().chars().next().map_or(0, char::len_utf8);
        self.sub(0..n)
    }

    /// The pieces between these marks; one piece more than there are marks.
    pub fn split(self, mark: char) -> impl Iterator<Item = Part<'a>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let part = rest?;
            let (head, behind) = match part.split_once(mark) {
                Some((head, behind)) => (head, Some(behind)),
                None => (part, None),
            };
            rest = behind;
            Some(head)
        })
    }

    /// The pieces between these marks, of which there are at most `most`.
    ///
    /// # Errors
    /// Where there are more.
    pub(crate) fn split_within(self, mark: char, most: usize) -> Result<Vec<Part<'a>>, ParseError> {
        if let Some((at, _)) = self.text().match_indices(mark).nth(most) {
            return Err(self.skip(at).first().error(format!("at most {most} such marks")));
        }
        Ok(self.split(mark).collect())
    }

    /// The parts before and after the first of these marks.
    pub fn split_once(self, mark: char) -> Option<(Part<'a>, Part<'a>)> {
        let i = self.text().find(mark)?;
        Some((self.sub(0..i), self.skip(i + mark.len_utf8())))
    }

    /// Pieces without blanks.
    pub fn words(self) -> Vec<Part<'a>> {
        self.each_word().collect()
    }

    /// Pieces without blanks, one after the other: a list of all of them takes many times the text.
    pub(crate) fn each_word(self) -> impl Iterator<Item = Part<'a>> {
        let mut rest = self;
        std::iter::from_fn(move || {
            rest = rest.skip(rest.text().find(|c: char| !c.is_whitespace())?);
            let (word, behind) = rest.take_while(|c| !c.is_whitespace());
            rest = behind;
            Some(word)
        })
    }

    /// The stretch without blanks at either end.
    pub fn trim(self) -> Part<'a> {
        let text = self.text();
        let from = text.len() - text.trim_start().len();
        self.sub(from..from + text[from..].trim_end().len())
    }

    /// The longest start that consists of such characters, and the rest.
    pub fn take_while(self, is: impl Fn(char) -> bool) -> (Part<'a>, Part<'a>) {
        let n = self.text().find(|c| !is(c)).unwrap_or(self.to - self.from);
        (self.sub(0..n), self.skip(n))
    }

    /// A whole number of decimal digits that is at most `most`.
    ///
    /// # Errors
    /// `what` as the expected text.
    pub fn number(self, most: u32, what: &str) -> Result<u32, ParseError> {
        let digits = !self.is_empty() && self.text().bytes().all(|b| b.is_ascii_digit());
        let number = digits.then(|| self.text().parse::<u32>().ok()).flatten();
        number.filter(|&n| n <= most).ok_or_else(|| self.error(what))
    }
}

/// The lines of a text, from line `line` and column `column` of the input on.
pub fn lines(text: &str, line: usize, column: usize) -> Vec<Scan<'_>> {
    let mut scans = Vec::with_capacity(text.bytes().filter(|&b| b == b'\n').count() + 1);
    for (i, text) in text.split('\n').enumerate() {
        let text = text.strip_suffix('\r').unwrap_or(text);
        scans.push(Scan::new(text, line + i, if i == 0 { column } else { 1 }));
    }
    scans
}

/// Refuses rows beyond the limits of a grid, before a list of their tokens is made: signs of order are between cells
/// and between rows, so that there are up to twice as many of both.
///
/// # Errors
/// For the row that is too much, or is too long.
pub(crate) fn within_grid(rows: &[Part<'_>]) -> Result<(), ParseError> {
    let mut all = 0;
    for (i, row) in rows.iter().enumerate() {
        // A sign may touch a cell without a blank.
        let signs = row.text().bytes().filter(|b| matches!(b, b'<' | b'>')).count();
        let tokens = row.text().split_whitespace().count() + 2 * signs;
        all += tokens;
        let fault = match () {
            () if i > 2 * MAX_SIDE => size_fault(MAX_SIDE + 1, 1),
            () if tokens > 4 * MAX_SIDE => size_fault(1, MAX_SIDE + 1),
            () if all > 8 * MAX_PLACES => size_fault(MAX_SIDE, MAX_SIDE),
            () => None,
        };
        if let Some(expected) = fault {
            return Err(row.trim().error(expected));
        }
    }
    Ok(())
}

/// Characters that mean something in an address written as `%` and two digits.
pub(crate) fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for &b in text.as_bytes() {
        if b.is_ascii_alphanumeric() || b"-._~/".contains(&b) {
            out.push(char::from(b));
        } else {
            out += &format!("%{b:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded_characters_know_their_columns() {
        let scan = Scan::new("ä%2Fb%ZZ%2", 3, 5).percent_decoded();
        assert_eq!(scan.all().text(), "ä/b%ZZ%2");
        let parts: Vec<Part<'_>> = scan.all().split('/').collect();
        assert_eq!((parts[1].text(), parts[1].token().column), ("b%ZZ%2", 9));
        assert_eq!(parts[1].skip(1).token().column, 10);
        assert_eq!(
            parts[1].skip(6).error("x").to_string(),
            "line 3, column 15: found the end, expected x"
        );
    }

    #[test]
    fn columns_are_those_of_characters() {
        for text in ["", "%2F", "ab%41%42c", "\u{e4}%2Fb%ZZ%2", "%41\u{e4}\u{1f600}%42", "%20x%"] {
            let text = text.repeat(60);
            let plain = Scan::new(&text, 1, 7);
            for ((byte, _), column) in text.char_indices().zip(7..) {
                assert_eq!(plain.column(byte), column);
            }
            // Each character decoded by itself.
            let decoded = plain.percent_decoded();
            let (mut rest, mut column) = (&text[..], 7);
            for (byte, c) in decoded.text.char_indices() {
                assert_eq!(decoded.column(byte), column, "{text} {byte}");
                let taken = if rest.starts_with(c) { c.len_utf8() } else { 3 };
                column += rest[..taken].chars().count();
                rest = &rest[taken..];
            }
            assert_eq!((rest, decoded.column(decoded.text.len())), ("", column));
        }
    }

    #[test]
    fn encoding_leads_back() {
        let text = "pzprv3/a b/+1\u{e9}%";
        let coded = percent_encoded(text);
        assert_eq!(coded, "pzprv3/a%20b/%2B1%C3%A9%25");
        assert_eq!(Scan::new(&coded, 1, 1).percent_decoded().all().text(), "pzprv3/a b/+1%C3%A9%");
    }
}
