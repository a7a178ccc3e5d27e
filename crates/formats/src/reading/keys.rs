//! Header lines around a grid that has no header: `walls: r1c1|r1c2` below it and the like.

use super::bytes::{Line, is_prose, names_place};
use clew_puzzle::puzzle::format::{KeyLines, ParseError, TextLine, key_line};
use clew_puzzle::registry::all;

/// Whether a line is a header line.
pub(super) fn is_key(line: &str) -> bool {
    key_line(line, all()).is_some()
}

/// Whether all lines of a text are header lines, except blank ones, and there is at least one.
pub(super) fn are_keys(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    lines.peek().is_some() && lines.all(is_key)
}

/// Takes header lines from above and below the rows of a grid.
///
/// # Errors
/// For a header line between rows, where it may belong to the grid above it or to the one below it, and for a key that
/// occurs twice.
pub(super) fn take<'t>(lines: &mut Vec<Line<'t>>) -> Result<KeyLines<'t>, ParseError> {
    let row = |line: &Line<'_>| {
        let code = line.text.contains(['[', '{', '|', '=']);
        let words = is_prose(line.text);
        let about = words && names_place(line.text);
        !line.is_blank() && !is_key(line.text) && !about && (code || !words)
    };
    let (Some(first), Some(last)) = (lines.iter().position(row), lines.iter().rposition(row))
    else {
        return Ok(KeyLines::default());
    };
    if let Some(line) = lines[first..=last].iter().find(|line| is_key(line.text)) {
        let expected = "rows of a grid: a line \"key: value\" stands below all rows of its grid, and a line \"---\" \
                        between it and another puzzle";
        return Err(line.token().error(expected));
    }
    let about =
        |line: &&Line<'_>| !is_key(line.text) && is_prose(line.text) && names_place(line.text);
    if let Some(line) = lines.iter().find(about) {
        let expected =
            "a line like \"walls: r1c1|r1c2\": the words say something of places of the grid";
        return Err(line.token().error(expected));
    }
    let (keys, rest): (Vec<_>, Vec<_>) = lines.drain(..).partition(|line| is_key(line.text));
    *lines = rest;
    let line = |l: Line<'t>| TextLine { text: l.text, number: l.number, column: l.column };
    let keys: Vec<TextLine<'t>> = keys.into_iter().map(line).collect();
    KeyLines::read(&keys, all())
}
