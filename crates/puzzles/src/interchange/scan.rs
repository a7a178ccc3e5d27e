//! Lines of an input, decoded, of which every character still knows its column.
//!
//! Addresses come with escapes (`%2E`) and are taken apart from the outside in; a mistake deep inside is
//! still reported where it stands in the input.

use crate::puzzle::format::{ParseError, Token};
use std::ops::Range;

/// A line of text whose characters know their columns in the input.
#[derive(Clone, Debug)]
pub struct Scan {
    text: String,
    line: usize,
    /// Per byte of `text`, and one behind it, the column counted from 1.
    columns: Vec<usize>,
}

impl Scan {
    /// A line as it stands; `column` is that of its first character.
    pub fn new(text: &str, line: usize, column: usize) -> Scan {
        let mut columns = Vec::with_capacity(text.len() + 1);
        let mut at = column;
        for c in text.chars() {
            columns.extend(std::iter::repeat_n(at, c.len_utf8()));
            at += 1;
        }
        columns.push(at);
        Scan { text: text.to_string(), line, columns }
    }

    /// The line with `%` and two hexadecimal digits replaced by the printable character that they
    /// stand for; others are left alone.
    pub fn percent_decoded(&self) -> Scan {
        let bytes = self.text.as_bytes();
        let (mut text, mut columns) = (String::with_capacity(bytes.len()), Vec::new());
        let mut rest = self.text.char_indices();
        while let Some((i, c)) = rest.next() {
            let column = self.columns[i];
            let hex =
                self.text.get(i + 1..i + 3).filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit()));
            let code = hex.and_then(|h| u8::from_str_radix(h, 16).ok());
            let shown = match (c, code.filter(|b| (0x20..0x7f).contains(b))) {
                ('%', Some(code)) => {
                    rest.nth(1);
                    char::from(code)
                }
                _ => c,
            };
            columns.extend(std::iter::repeat_n(column, shown.len_utf8()));
            text.push(shown);
        }
        columns.push(self.columns[bytes.len()]);
        Scan { text, line: self.line, columns }
    }

    /// All of it.
    pub fn all(&self) -> Part<'_> {
        Part { scan: self, from: 0, to: self.text.len() }
    }
}

/// A stretch of a [`Scan`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    scan: &'a Scan,
    from: usize,
    to: usize,
}

impl<'a> Part<'a> {
    /// Its characters.
    pub fn text(self) -> &'a str {
        &self.scan.text[self.from..self.to]
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.from == self.to
    }

    /// The stretch as a token.
    pub fn token(self) -> Token<'a> {
        Token { text: self.text(), line: self.scan.line, column: self.scan.columns[self.from] }
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

    /// What comes behind the first `n` bytes.
    pub fn skip(self, n: usize) -> Part<'a> {
        self.sub(n..self.to - self.from)
    }

    /// The stretch from its first character on, one character long; empty at the end.
    pub fn first(self) -> Part<'a> {
        let n = self.text().chars().next().map_or(0, char::len_utf8);
        self.sub(0..n)
    }

    /// What lies between these marks; one piece more than there are marks.
    pub fn split(self, mark: char) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        let mut from = 0;
        for (i, _) in self.text().match_indices(mark) {
            parts.push(self.sub(from..i));
            from = i + mark.len_utf8();
        }
        parts.push(self.skip(from));
        parts
    }

    /// What lies before and behind the first of these marks.
    pub fn split_once(self, mark: char) -> Option<(Part<'a>, Part<'a>)> {
        let i = self.text().find(mark)?;
        Some((self.sub(0..i), self.skip(i + mark.len_utf8())))
    }

    /// Pieces without blanks.
    pub fn words(self) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        let mut open = None;
        for (i, c) in self.text().char_indices() {
            match (c.is_whitespace(), open) {
                (false, None) => open = Some(i),
                (true, Some(from)) => {
                    parts.push(self.sub(from..i));
                    open = None;
                }
                _ => {}
            }
        }
        parts.extend(open.map(|from| self.skip(from)));
        parts
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
    /// With `what` was expected.
    pub fn number(self, most: u32, what: &str) -> Result<u32, ParseError> {
        let digits = !self.is_empty() && self.text().bytes().all(|b| b.is_ascii_digit());
        let number = digits.then(|| self.text().parse::<u32>().ok()).flatten();
        number.filter(|&n| n <= most).ok_or_else(|| self.error(what))
    }
}

/// The lines of a text, from line `line` and column `column` of the input on.
pub fn lines(text: &str, line: usize, column: usize) -> Vec<Scan> {
    let one = |(i, text): (usize, &str)| {
        let text = text.strip_suffix('\r').unwrap_or(text);
        Scan::new(text, line + i, if i == 0 { column } else { 1 })
    };
    text.split('\n').enumerate().map(one).collect()
}

/// Characters that mean something in an address written as `%` and two digits.
pub fn percent_encoded(text: &str) -> String {
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
        let parts = scan.all().split('/');
        assert_eq!((parts[1].text(), parts[1].token().column), ("b%ZZ%2", 9));
        assert_eq!(parts[1].skip(1).token().column, 10);
        assert_eq!(
            parts[1].skip(6).error("x").to_string(),
            "line 3, column 15: found the end, expected x"
        );
    }

    #[test]
    fn encoding_leads_back() {
        let text = "pzprv3/a b/+1\u{e9}%";
        let coded = percent_encoded(text);
        assert_eq!(coded, "pzprv3/a%20b/%2B1%C3%A9%25");
        assert_eq!(Scan::new(&coded, 1, 1).percent_decoded().all().text(), "pzprv3/a b/+1%C3%A9%");
    }
}
