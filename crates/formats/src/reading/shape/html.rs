//! Tables of HTML: a `<tr>` is a row, a `<td>` or `<th>` a cell.

use super::super::bytes::Line;
use super::super::word::Word;
use super::{Layout, Rows, check};
use clew_puzzle::puzzle::format::{ParseError, Token};
use std::borrow::Cow;

/// A cell that is open, or closed and in its row.
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
    let mut table = Table::default();
    for line in lines {
        table.line(line)?;
    }
    table.end_cell();
    table.alike()?;
    let rows: Rows<'t> =
        table.rows.into_iter().map(|row| row.into_iter().map(word).collect()).collect();
    let rows: Rows<'t> = rows.into_iter().filter(|row: &Vec<_>| !row.is_empty()).collect();
    check(&rows, rows.iter().map(Vec::len).sum())?;
    Ok(Some(Layout::new("a table of HTML", rows)))
}

/// Whether a line has a cell of a table in it.
pub(in super::super) fn is_cell(line: &str) -> bool {
    ["<td", "<TD", "<th>", "<TH>"].iter().any(|tag| line.contains(tag))
}

fn word(cell: Cell<'_>) -> Word<'_> {
    let shown = Word::new(Token { text: &cell.text, ..cell.at }).text.into_owned();
    Word { text: Cow::Owned(shown), at: cell.at }
}

#[derive(Default)]
struct Table<'t> {
    rows: Vec<Vec<Cell<'t>>>,
    open: Option<Cell<'t>>,
    tables: usize,
}

impl<'t> Table<'t> {
    /// Takes in a line: its tags, and the text between them.
    fn line(&mut self, line: &Line<'t>) -> Result<(), ParseError> {
        let (mut from, mut column) = (0, line.column);
        while from < line.text.len() {
            let rest = &line.text[from..];
            let tag = rest.starts_with('<');
            let to = match tag {
                true => rest.find('>').map(|to| to + 1),
                false => Some(rest.find('<').unwrap_or(rest.len())),
            };
            let at = Token { text: rest, line: line.number, column };
            let Some(to) = to else { return Err(at.error("a tag that ends in its line")) };
            let at = Token { text: &rest[..to], ..at };
            match tag {
                true => self.tag(at)?,
                false => self.text(at)?,
            }
            column += rest[..to].chars().count();
            from += to;
        }
        Ok(())
    }

    fn text(&mut self, at: Token<'t>) -> Result<(), ParseError> {
        let Some(cell) = &mut self.open else { return Ok(()) };
        if cell.text.trim().is_empty() && !at.text.trim().is_empty() {
            cell.at = at;
        }
        cell.text += &shown(at)?;
        Ok(())
    }

    fn tag(&mut self, at: Token<'t>) -> Result<(), ParseError> {
        let inner = at.text.trim_matches(['<', '>']).trim_end_matches('/').trim();
        let (name, marks) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        match &*name.to_ascii_lowercase() {
            "table" => {
                self.tables += 1;
                if self.tables > 1 {
                    return Err(at.error("one table: a file or a line `---` for each"));
                }
            }
            "tr" => {
                self.end_cell();
                self.rows.push(Vec::new());
            }
            "td" | "th" => {
                self.end_cell();
                if marks.contains("span=") {
                    return Err(at.error("cells of one place each"));
                }
                self.open = Some(Cell { text: String::new(), at, marks: marks.to_string() });
            }
            "/td" | "/th" | "/tr" | "/table" => self.end_cell(),
            "img" | "svg" | "canvas" | "input" | "button" if self.open.is_some() => {
                return Err(at.error("text in the cells: what is shown here is not known"));
            }
            _ => {
                if let Some(cell) = &mut self.open {
                    cell.marks += marks;
                }
            }
        }
        Ok(())
    }

    fn end_cell(&mut self) {
        if let Some(cell) = self.open.take() {
            match self.rows.last_mut() {
                Some(row) => row.push(cell),
                None => self.rows.push(vec![cell]),
            }
        }
    }

    /// Checks that cells with something in them are marked alike, and so are those without.
    fn alike(&self) -> Result<(), ParseError> {
        for empty in [true, false] {
            let mut cells =
                self.rows.iter().flatten().filter(|cell| cell.text.trim().is_empty() == empty);
            let Some(first) = cells.next() else { continue };
            if let Some(odd) = cells.find(|cell| cell.marks != first.marks) {
                return Err(odd.at.error(
                    "cells that are marked alike: what other colours or borders mean is not known (write holes as #, \
                     walls under \"walls:\")",
                ));
            }
        }
        Ok(())
    }
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
