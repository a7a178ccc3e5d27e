//! Tables of HTML: a `<tr>` is a row, a `<td>` or `<th>` a cell.

use super::super::bytes::Line;
use super::super::word::{Word, sign};
use super::{Layout, gathered};
use clew_puzzle::puzzle::format::{ParseError, Token};
use std::borrow::Cow;

/// A cell of a table.
struct Cell<'t> {
    /// The text shown in it.
    text: String,
    /// The first of it, or its tag.
    at: Token<'t>,
    /// The attributes of its tag and of those within.
    marks: String,
}

/// The layout of an HTML table; `None` if there is none in the lines.
///
/// # Errors
/// For pictures, for cells that span others, and for cells that are marked in ways whose meaning is unknown.
pub(super) fn read<'t>(lines: &[Line<'t>]) -> Result<Option<Layout<'t>>, ParseError> {
    if !lines.iter().any(|line| is_cell(line.text)) {
        return Ok(None);
    }
    let mut rows: Vec<Vec<Cell<'t>>> = Vec::new();
    let (mut open, mut tables) = (false, 0);
    for line in lines {
        for at in pieces(line)? {
            let inner = at.text.trim_matches(['<', '>']).trim_end_matches('/').trim();
            let (name, marks) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
            let name = name.to_ascii_lowercase();
            let cell = rows.last_mut().and_then(|row| row.last_mut()).filter(|_| open);
            match (at.text.starts_with('<').then_some(&*name), cell) {
                (None, Some(cell)) => {
                    if cell.text.trim().is_empty() && !at.text.trim().is_empty() {
                        cell.at = at;
                    }
                    cell.text += &shown(at)?;
                }
                (Some("table"), _) if tables > 0 => {
                    return Err(at.error("one table: a file or a line `---` for each"));
                }
                (Some("table"), _) => tables += 1,
                (Some("tr"), _) => {
                    open = false;
                    rows.push(Vec::new());
                }
                (Some("td" | "th"), _) if marks.contains("span=") => {
                    return Err(at.error("cells of one place each"));
                }
                (Some("td" | "th"), _) => {
                    open = true;
                    let cell = Cell { text: String::new(), at, marks: marks.to_string() };
                    match rows.last_mut() {
                        Some(row) => row.push(cell),
                        None => rows.push(vec![cell]),
                    }
                }
                (Some("/td" | "/th" | "/tr" | "/table"), _) => open = false,
                (Some("img" | "svg" | "canvas" | "input" | "button"), Some(_)) => {
                    return Err(at.error("text in the cells: what is shown here is not known"));
                }
                (Some(_), Some(cell)) => cell.marks += marks,
                (_, None) => {}
            }
        }
    }
    alike(&rows)?;
    rows.retain(|row| !row.is_empty());
    let rows = gathered(rows, |row| row.into_iter().map(word).collect())?;
    Ok(Some(Layout::new("a table of HTML", rows)))
}

/// Whether a line has a cell of a table in it.
pub(in super::super) fn is_cell(line: &str) -> bool {
    ["<td", "<TD", "<th>", "<TH>"].iter().any(|tag| line.contains(tag))
}

fn word(cell: Cell<'_>) -> Word<'_> {
    Word { text: Cow::Owned(sign(&cell.text)), at: cell.at }
}

/// The tags of a line, and the texts between them.
fn pieces<'t>(line: &Line<'t>) -> Result<Vec<Token<'t>>, ParseError> {
    let mut found = Vec::new();
    let mut rest = *line;
    while !rest.text.is_empty() {
        let n = match rest.text.starts_with('<') {
            true => rest.text.find('>').map(|to| to + 1),
            false => Some(rest.text.find('<').unwrap_or(rest.text.len())),
        };
        let at = Token { text: rest.text, line: rest.number, column: rest.column };
        let Some(n) = n else { return Err(at.error("a tag that ends in its line")) };
        found.push(Token { text: &rest.text[..n], ..at });
        rest = rest.skip(n);
    }
    Ok(found)
}

/// Checks that cells with something in them are marked alike, and so are those without.
fn alike(rows: &[Vec<Cell<'_>>]) -> Result<(), ParseError> {
    for empty in [true, false] {
        let mut cells = rows.iter().flatten().filter(|cell| cell.text.trim().is_empty() == empty);
        let Some(first) = cells.next() else { continue };
        if let Some(odd) = cells.find(|cell| cell.marks != first.marks) {
            return Err(odd.at.error(
                "cells that are marked alike: what other colours or borders mean is not known (write holes as #, walls \
                 under \"walls:\")",
            ));
        }
    }
    Ok(())
}

/// A text of HTML as it is shown.
///
/// # Errors
/// For a character of a name that is not known.
fn shown(at: Token<'_>) -> Result<String, ParseError> {
    let mut out = String::new();
    let mut rest = at.text;
    while let Some(from) = rest.find('&') {
        out += &rest[..from];
        rest = &rest[from..];
        let Some(to) = rest.find(';').filter(|to| *to < 10) else {
            out.push('&');
            rest = &rest[1..];
            continue;
        };
        let name = &rest[1..to];
        let code = || match name.strip_prefix('#')?.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => name[1..].parse().ok(),
        };
        let c = match name {
            "nbsp" => Some(' '),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "amp" => Some('&'),
            "quot" => Some('"'),
            "middot" => Some('·'),
            "minus" | "ndash" => Some('-'),
            _ => code().and_then(char::from_u32),
        };
        out.push(c.ok_or_else(|| at.error("characters as they are shown"))?);
        rest = &rest[to + 1..];
    }
    Ok(out + rest)
}
