//! Solutions that accompany a puzzle: a filled grid in any of the layouts in which puzzles are read, or lists of the
//! places of paths.

use super::super::scan::Part;
use super::bytes::{self, is_null};
use super::keys::is_key;
use super::shape;
use clew_puzzle::puzzle::format::{Chunk, ChunkKind, ParseError, Place, place};
use serde_json::Value;

/// First words of a line above a solution.
const HEADS: [&str; 6] = ["solution", "answer", "solved", "lösung", "solución", "antwort"];

/// Whether a line announces a solution.
pub(super) fn is_head(line: &str) -> bool {
    let text = line.trim().trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    HEADS.iter().any(|word| text.starts_with(word)) && text.len() < 40 && !is_key(line)
}

/// A puzzle without the solution below it, and the solution, if a line announces one.
pub fn parted(text: &str) -> (&str, Option<&str>) {
    let mut from = 0;
    let mut above = false;
    for line in text.split_inclusive('\n') {
        if above && is_head(line) {
            return (&text[..from], Some(&text[from + line.len()..]));
        }
        above |= !line.trim().is_empty() && !bytes::is_prose(line);
        from += line.len();
    }
    (text, None)
}

/// A filled grid in a foreign layout as rows of words, an empty place as a dot; `None` if it is no such grid.
pub fn rows(text: &str) -> Option<String> {
    let chunk = Chunk { kind: ChunkKind::Native, text, line: 1, column: 1 };
    let lines = bytes::lines(&chunk).ok()?;
    let wrapped =
        lines.len() != text.split('\n').count() || lines.iter().any(|line| line.column > 1);
    let page = shape::page(text, lines, None).ok()?;
    let layout = page.layouts.into_iter().next()?;
    if matches!(layout.what, "rows" | "a character a cell") && !wrapped && page.titles.is_empty() {
        return None;
    }
    let mut out = String::new();
    for row in &layout.rows {
        let words = row.iter().map(|word| match &*word.text {
            "" => ".",
            text if is_null(text) => ".",
            text => text,
        });
        out += &words.collect::<Vec<_>>().join(" ");
        out.push('\n');
    }
    Some(out)
}

/// Paths as lists of places: `[[[0,0],[0,1]], …]`, or by label; `None` if a text is something else.
pub fn paths(text: &str) -> Option<Vec<Vec<Place>>> {
    let value: Value = serde_json::from_str(text.trim()).ok()?;
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    let pair = |value: &Value| match value.as_array()?.as_slice() {
        [r, c] => Some((number(r)?, number(c)?)),
        _ => None,
    };
    let path =
        |value: &Value| -> Option<Vec<Place>> { value.as_array()?.iter().map(pair).collect() };
    value.as_array()?.iter().map(path).collect()
}

/// Routes like `A: r1c1-r1c2`, one per line, with their labels.
///
/// # Errors
/// For text that is no such route.
pub(crate) fn stated_routes<'t>(
    rows: &[Part<'t>],
) -> Result<Vec<(Part<'t>, Vec<Place>)>, ParseError> {
    let mut routes = Vec::new();
    for row in rows.iter().filter(|row| !row.is_empty()) {
        let (label, route) =
            row.split_once(':').ok_or_else(|| row.error("a route like A: r1c1-r1c2"))?;
        let cell =
            |cell: Part<'_>| place(cell.text()).ok_or_else(|| cell.error("a cell like r1c1"));
        let cells = route.trim().split('-').map(cell).collect::<Result<_, _>>()?;
        routes.push((label.trim(), cells));
    }
    Ok(routes)
}
