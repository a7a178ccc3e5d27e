//! The head of a file, as comments, and sums that are broken into lines.

use super::Model;
use crate::formulation::Term;
use std::fmt::Write;

/// The longest line that is written on purpose, in bytes; names may make one longer, never above 255.
const WIDTH: usize = 120;

/// The head of a model as lines of comments.
pub(super) fn head(model: &Model, mark: &str, out: &mut String) {
    for line in model.head() {
        let mut length = 0;
        for word in line.split_whitespace() {
            // Text from outside must neither end the comment nor contain other characters than ASCII.
            let word: String =
                word.chars().map(|c| if c.is_ascii_graphic() { c } else { '?' }).take(60).collect();
            if length > 0 && length + word.len() < WIDTH {
                *out += " ";
            } else {
                let begin = if length > 0 { "\n" } else { "" };
                let _ = write!(out, "{begin}{mark} ");
                length = 0;
            }
            *out += &word;
            length += word.len() + 1;
        }
        *out += "\n";
    }
}

/// Pieces joined by blanks, with a new line and an indentation before a piece that would make the line
/// longer than it should be.
#[derive(Debug)]
pub(super) struct Broken<'a> {
    out: &'a mut String,
    length: usize,
    /// The beginning of a further line.
    indent: &'static str,
}

impl<'a> Broken<'a> {
    /// Continues after this beginning of a line.
    pub fn after(out: &'a mut String, begin: &str, indent: &'static str) -> Broken<'a> {
        *out += begin;
        Broken { out, length: begin.len(), indent }
    }

    /// Adds a piece.
    pub fn push(&mut self, piece: &str) {
        if self.length + piece.len() >= WIDTH {
            self.out.push('\n');
            *self.out += self.indent;
            self.length = self.indent.len();
        } else {
            self.out.push(' ');
            self.length += 1;
        }
        *self.out += piece;
        self.length += piece.len();
    }
}

/// A term as a piece of a sum: `+ 2 x`, with `times` between coefficient and name.
pub(super) fn term(model: &Model, (coefficient, var): Term, first: bool, times: &str) -> String {
    factor(coefficient, first, times) + model.name(var)
}

/// The text before a name: a sign, unless the sum begins here, and a coefficient other than 1.
pub(super) fn factor(coefficient: i64, first: bool, times: &str) -> String {
    let sign = match (coefficient < 0, first) {
        (true, true) => "-",
        (true, false) => "- ",
        (false, true) => "",
        (false, false) => "+ ",
    };
    match coefficient.unsigned_abs() {
        1 => sign.to_string(),
        size => format!("{sign}{size}{times}"),
    }
}
