//! The position of a value in a JSON text.
//!
//! The JSON parser keeps no positions, and keeping them would cost every good input. So positions are
//! found afterwards, for the one value that is wrong, by walking over text that is known to be valid
//! JSON. Linear in the text, no recursion.

use std::ops::Range;

/// A value within a JSON object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// The object itself.
    Whole,
    /// The name of the n-th member.
    Key(usize),
    /// The value of the n-th member.
    Value(usize),
    /// An item of a list that is the value of a member.
    Item(usize, usize),
    /// An item of an item.
    Inner(usize, usize, usize),
}

/// The bytes of `spot` in `text`, a valid JSON object.
pub(super) fn locate(text: &str, spot: Spot) -> Range<usize> {
    let bytes = text.as_bytes();
    let start = blanks(bytes, 0);
    let member = |n| child(bytes, start, n);
    match spot {
        Spot::Whole => start..value_end(bytes, start),
        Spot::Key(n) => member(n).0,
        Spot::Value(n) => member(n).1,
        Spot::Item(n, i) => child(bytes, member(n).1.start, i).1,
        Spot::Inner(n, i, j) => {
            let item = child(bytes, member(n).1.start, i).1;
            child(bytes, item.start, j).1
        }
    }
}

/// Line and column of a byte offset, both counted from 1, the column in characters.
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

/// The key (empty in a list) and the value of the n-th child of the object or list at `start`.
fn child(bytes: &[u8], start: usize, n: usize) -> (Range<usize>, Range<usize>) {
    let is_object = bytes[start] == b'{';
    let mut at = start + 1;
    let mut i = 0;
    loop {
        at = blanks(bytes, at);
        let mut key = at..at;
        if is_object {
            key = at..value_end(bytes, at);
            at = blanks(bytes, blanks(bytes, key.end) + 1);
        }
        let end = value_end(bytes, at);
        if i == n || end >= bytes.len() {
            return (key, at..end);
        }
        at = blanks(bytes, end) + 1;
        i += 1;
    }
}

pub(super) fn blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}

/// The end of the value that starts at `at`.
pub(super) fn value_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    loop {
        match bytes.get(at) {
            None => return bytes.len(),
            Some(b'"') => {
                at += 1;
                while let Some(&b) = bytes.get(at).filter(|&&b| b != b'"') {
                    at += 1 + usize::from(b == b'\\');
                }
                at += 1;
            }
            Some(b'[' | b'{') => {
                depth += 1;
                at += 1;
            }
            Some(b']' | b'}') => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            Some(_) if depth > 0 => {
                at += 1;
                continue;
            }
            Some(_) => {
                let ends = |b: &u8| matches!(b, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
                return bytes[at..].iter().position(ends).map_or(bytes.len(), |n| at + n);
            }
        }
        if depth == 0 {
            return at.min(bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_values_by_their_place() {
        let text = "{ \"a\" : [ [1, \"x]\\\"\"], [2,{\"b\":[]}, 33 ] ],\n \"ö\":true , \"c\":{} }";
        let at = |spot| &text[locate(text, spot)];
        assert_eq!(at(Spot::Whole), text);
        assert_eq!(at(Spot::Key(0)), "\"a\"");
        assert_eq!(at(Spot::Item(0, 0)), "[1, \"x]\\\"\"]");
        assert_eq!(at(Spot::Inner(0, 0, 1)), "\"x]\\\"\"");
        assert_eq!(at(Spot::Inner(0, 1, 1)), "{\"b\":[]}");
        assert_eq!(at(Spot::Inner(0, 1, 2)), "33");
        assert_eq!(at(Spot::Value(1)), "true");
        assert_eq!(at(Spot::Value(2)), "{}");
        assert_eq!(line_and_column(text, locate(text, Spot::Value(1)).start), (2, 6));
    }
}
