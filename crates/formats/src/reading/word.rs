//! The words of cells: one tokenizer for all shapes.

pub(super) use super::bytes::is_digits;
use super::bytes::{Line, is_invisible, plain, plain_text};
use clew_puzzle::puzzle::format::Token;
use std::borrow::Cow;

/// The text in a place of a grid, or between two.
#[derive(Clone, Debug)]
pub(super) struct Word<'t> {
    /// As it is understood; empty for a place with nothing in it.
    pub text: Cow<'t, str>,
    /// The original text in the input.
    pub at: Token<'t>,
}

/// Signs that have the same meaning when they are repeated to fill a cell.
const REPEATED: &str = "._-?xX#*·□■~";

impl<'t> Word<'t> {
    /// The word of a stretch: without blanks and quotation marks around it, and a sign that is doubled once.
    pub fn new(at: Token<'t>) -> Word<'t> {
        let trimmed = at.text.trim_matches(|c| plain(c).is_whitespace());
        let from = at.text.find(trimmed).unwrap_or(0);
        let column = at.column + at.text[..from].chars().count();
        let at = Token { text: trimmed, line: at.line, column };
        let mut text = plain_text(trimmed);
        for mark in ['"', '\'', '`'] {
            if text.len() > 1 && text.starts_with(mark) && text.ends_with(mark) {
                text = Cow::Owned(text[1..text.len() - 1].trim().to_string());
            }
        }
        let mut chars = text.chars();
        if let Some(first) = chars.next()
            && REPEATED.contains(first)
            && text.chars().count() > 1
            && chars.all(|c| c == first)
        {
            text = Cow::Owned(first.to_string());
        }
        // Floating point numbers that are whole ones.
        if let Some((whole, fraction)) = text.split_once('.')
            && is_digits(whole)
            && fraction.bytes().all(|b| b == b'0')
        {
            text = Cow::Owned(whole.to_string());
        }
        Word { text, at }
    }

    pub fn is_number(&self) -> bool {
        is_digits(&self.text)
    }

    /// The number of decimal digits that it is.
    pub fn number(&self) -> Option<usize> {
        self.is_number().then(|| self.text.parse().ok()).flatten()
    }
}

/// A sign of a grid as it is understood: one that looks like it, once where it is doubled.
pub fn sign(text: &str) -> String {
    Word::new(Token { text, line: 1, column: 1 }).text.into_owned()
}

/// A word that is understood as a text, at a place of the input.
pub(super) fn word<'t>(text: impl Into<Cow<'t, str>>, at: Token<'t>) -> Word<'t> {
    Word { text: text.into(), at }
}

/// The pieces of a line between separators; with `merge` without empty ones. Single characters are a piece each.
pub(super) fn pieces<'t>(
    line: &Line<'t>,
    apart: impl Fn(char) -> bool,
    single: impl Fn(char) -> bool,
    merge: bool,
) -> Vec<Word<'t>> {
    let mut words = Vec::new();
    let (mut from, mut start, mut column) = (0, line.column, line.column);
    let mut push = |from: usize, to: usize, start: usize| {
        if !merge || to > from {
            let text = &line.text[from..to];
            words.push(Word::new(Token { text, line: line.number, column: start }));
        }
    };
    for (i, c) in line.text.char_indices() {
        let end = i + c.len_utf8();
        if apart(c) || single(c) {
            push(from, i, start);
            (from, start) = (end, column + 1);
        }
        if single(c) {
            push(i, end, column);
        }
        column += 1;
    }
    push(from, line.text.len(), start);
    words
}

/// Pieces without blanks.
pub(super) fn words<'t>(line: &Line<'t>) -> Vec<Word<'t>> {
    pieces(line, |c| plain(c).is_whitespace(), |_| false, true)
}

/// The words between separators, empty places too.
pub(super) fn fields<'t>(line: &Line<'t>, separator: char) -> Vec<Word<'t>> {
    pieces(line, |c| plain(c) == separator, |_| false, false)
}

/// Every character by itself.
pub(super) fn characters<'t>(line: &Line<'t>) -> Vec<Word<'t>> {
    let mut words: Vec<Word<'t>> = Vec::new();
    for ((i, c), column) in line.text.char_indices().zip(line.column..) {
        if is_invisible(c) {
            continue;
        }
        let text = &line.text[i..i + c.len_utf8()];
        let shown = if plain(c).is_whitespace() { Cow::Borrowed("") } else { plain_text(text) };
        words.push(Word { text: shown, at: Token { text, line: line.number, column } });
    }
    words
}

/// How many characters a line shows.
pub(super) fn width(line: &str) -> usize {
    line.chars().filter(|c| !is_invisible(*c)).count()
}

/// The name of a label: letters and digits as they stand, circles and squares by their colour, other signs by their
/// code. `None` for a text that is no single sign.
pub(super) fn label(text: &str) -> Option<String> {
    if !text.is_empty() && text.chars().all(char::is_alphanumeric) {
        return Some(text.to_string());
    }
    let mut chars = text.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return None };
    let colours = ["red", "blue", "orange", "yellow", "green", "purple", "brown"];
    let named = match c {
        '🔴' => Some("red"),
        '🔵' => Some("blue"),
        '🟠'..='🟤' => colours.get(c as usize - '🟠' as usize + 2).copied(),
        '⚫' => Some("black"),
        '⚪' => Some("white"),
        _ => None,
    };
    let squares = match c {
        '🟥'..='🟫' => Some(format!("{}square", colours[c as usize - '🟥' as usize])),
        _ => None,
    };
    let code = || (!c.is_ascii() && !c.is_whitespace()).then(|| format!("u{:x}", u32::from(c)));
    named.map(str::to_string).or(squares).or_else(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[Word<'_>]) -> Vec<String> {
        words.iter().map(|word| word.text.to_string()).collect()
    }

    #[test]
    fn words_know_their_columns() {
        let line = Line { text: "ä  __ \"9\" 04 7.", number: 2, column: 3 };
        let found = words(&line);
        assert_eq!(texts(&found), ["ä", "_", "9", "04", "7"]);
        assert_eq!(found[1].at.column, 6);
        let line = Line { text: ",,9, ", number: 1, column: 1 };
        let found = fields(&line, ',');
        assert_eq!(texts(&found), ["", "", "9", ""]);
        assert_eq!(found[2].at.column, 3);
    }

    #[test]
    fn labels_have_names() {
        assert_eq!(label("🟢").as_deref(), Some("green"));
        assert_eq!(label("🟤").as_deref(), Some("brown"));
        assert_eq!(label("🟦").as_deref(), Some("bluesquare"));
        assert_eq!(label("★").as_deref(), Some("u2605"));
        assert_eq!(label("<"), None);
    }
}
