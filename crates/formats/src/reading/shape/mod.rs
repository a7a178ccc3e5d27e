//! The layout of a text: which characters are cells, in any notation of a grid.
//!
//! A shape turns lines into rows of words; it does not decide the meaning of a word.

mod heads;
mod hexagons;
mod html;
mod lists;
mod rows;
mod tables;
mod walls;

use super::bytes::{self, Line};
use super::names;
use super::prose::{are_prose, is_prose_line, is_share_line, may_be_row};
use super::roles::Kind;
use super::word::Word;
use clew_puzzle::puzzle::format::{MAX_PLACES, MAX_SIDE, ParseError, Place, Token};

pub(super) use heads::Sizes;
pub(super) use html::is_cell;
pub(super) use lists::{cell, cells};
pub(super) use walls::is_box;

/// Rows of words.
pub(super) type Rows<'t> = Vec<Vec<Word<'t>>>;

/// A grid as it is laid out.
#[derive(Clone, Debug)]
pub(super) struct Layout<'t> {
    /// The name of the layout.
    pub what: &'static str,
    /// Its rows, all of one length unless they are of hexagons or parts of a square.
    pub rows: Rows<'t>,
    /// Whether every character is a cell.
    pub compact: bool,
    /// Per row the half cells by which it begins further right than the first column, where rows are shifted.
    pub shifts: Option<Vec<usize>>,
    /// The size above it.
    pub sizes: Sizes<'t>,
    /// Signs of order that are listed separately.
    pub less: Vec<([Place; 2], Token<'t>)>,
    /// Walls between places.
    pub walls: Vec<([Place; 2], Token<'t>)>,
    /// The kinds of puzzle that it may be, where it is a list of places; any if empty.
    pub kinds: Vec<Kind>,
    /// How it was read, in words, and the options that select that.
    pub notes: Vec<String>,
    pub options: Vec<String>,
    /// The lines of the grid, where it is laid out in plain lines: columns determine the place of signs.
    pub lines: Vec<Line<'t>>,
}

impl<'t> Layout<'t> {
    /// Whether it may be of this kind of puzzle.
    pub fn suits(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Rows of words, without further information.
    pub fn new(what: &'static str, rows: Rows<'t>) -> Layout<'t> {
        Layout {
            what,
            rows,
            compact: false,
            shifts: None,
            sizes: Sizes::default(),
            less: Vec::new(),
            walls: Vec::new(),
            kinds: Vec::new(),
            notes: Vec::new(),
            options: Vec::new(),
            lines: Vec::new(),
        }
    }
}

/// A text split into its parts.
#[derive(Clone, Debug)]
pub(super) struct Page<'t> {
    /// Prose lines above the grid.
    pub titles: Vec<Line<'t>>,
    /// Lines below it that are.
    pub below: Vec<Line<'t>>,
    /// Ways to see the grid, of which one is right: with a first row that states the size, or without.
    pub layouts: Vec<Layout<'t>>,
}

/// The layout of some lines of a text.
///
/// # Errors
/// The first place that does not fit.
pub(super) fn page<'t>(
    text: &'t str,
    mut lines: Vec<Line<'t>>,
    size_row: Option<bool>,
) -> Result<Page<'t>, ParseError> {
    let titles = titles(&mut lines);
    let below = below(&mut lines);
    if lines.iter().all(Line::is_blank) {
        let end = lines.last().or(titles.last());
        return Err(nothing(end.map_or((1, 1), |line| (line.number, line.column))));
    }
    let drawn = match html::read(&lines)? {
        None => lists::read(text, &lines)?,
        table => table,
    };
    let layouts = match drawn {
        Some(layout) => vec![layout],
        None => match tables::read(&lines)? {
            Some(layout) => vec![layout],
            None => rows::read(&lines, size_row)?,
        },
    };
    if let [Layout { what: "rows" | "a character a cell" | "a list" | "lists", rows, sizes, .. }] =
        &layouts[..]
        && let ([row], None) = (&rows[..], &sizes.at)
    {
        alone(row)?;
    }
    for layout in &layouts {
        if layout.rows.is_empty() || layout.rows.iter().any(Vec::is_empty) {
            let error =
                |line: &Line<'_>| line.token().error("rows of cells, with something in each");
            let first = lines.iter().find(|line| !line.is_blank());
            return Err(first.or(lines.first()).map_or_else(|| nothing((1, 1)), error));
        }
    }
    Ok(Page { titles, below, layouts })
}

/// Takes prose lines from the top: words followed by a blank line or something of another kind.
pub(super) fn titles<'t>(lines: &mut Vec<Line<'t>>) -> Vec<Line<'t>> {
    let mut titles = Vec::new();
    loop {
        let Some(at) = lines.iter().position(|line| !line.is_blank()) else { return titles };
        let text = lines[at].text.trim();
        let next = lines[at + 1..].iter().find(|line| !line.is_blank());
        let alone = lines.get(at + 1).is_none_or(Line::is_blank);
        let like_next = next.is_some_and(|next| {
            let count = |line: &str| line.split_whitespace().count();
            count(text) == count(next.text)
                && (count(text) > 1 || text.len() == next.text.trim().len())
        });
        let bars = text.matches(['|', '│', '┃']).count();
        let code = text.contains(['[', '{', '='])
            || bars > 1
            || text.starts_with(['|', '│', '┃'])
            || text.contains(" be ") && text.ends_with(|c: char| c.is_ascii_digit())
            || text.split('(').skip(1).any(|inner| inner.starts_with(|c: char| c.is_ascii_digit()))
            || text.contains(":=")
            || names::is_head(text)
            || names::is_heading(text, next.map_or("", |next| next.text))
            || text.starts_with('<')
            || text.starts_with("#define");
        if next.is_none()
            || code
            || !(is_prose_line(text) || is_share_line(text) && !like_next)
            || like_next
                && !alone
                && !text.ends_with(':')
                && may_be_row(text, lines[at + 1..].iter().map(|line| line.text))
        {
            return titles;
        }
        titles.push(lines[at]);
        lines.drain(..=at);
    }
}

/// Takes prose lines from the bottom: a block of them, or words whose number is that of no row.
fn below<'t>(lines: &mut Vec<Line<'t>>) -> Vec<Line<'t>> {
    let mut below = Vec::new();
    while let Some(last) = lines.iter().rposition(|line| !line.is_blank()) {
        let text = lines[last].text.trim();
        let top = lines[..last].iter().rposition(Line::is_blank).map_or(0, |at| at + 1);
        let block = || lines[top..=last].iter().map(|line| line.text);
        let row = lines[..last].iter().rfind(|line| !line.is_blank());
        let Some(row) = row else { break };
        let count = |line: &str| line.split_whitespace().count();
        if text.starts_with('<') {
            break;
        }
        let words = bytes::is_prose(text)
            && are_prose([text].into_iter())
            && (count(text) != count(row.text)
                || !may_be_row(text, lines[..last].iter().map(|line| line.text)));
        if top > 0 && !lines[..top].iter().all(Line::is_blank) && are_prose(block()) {
            below.extend(lines.drain(top..));
        } else if words {
            below.push(lines[last]);
            lines.truncate(last);
        } else {
            break;
        }
    }
    below.retain(|line| !line.is_blank());
    below
}

/// Refuses a single row that may be all rows of a square, one behind the other; the message asks for a size.
fn alone(row: &[Word<'_>]) -> Result<(), ParseError> {
    let (n, side) = (row.len(), row.len().isqrt());
    if side < 3 || side * side != n {
        return Ok(());
    }
    let mut error = row[0].at.error(format!(
        "a size above it, \"1 {n}\" if it is one row; the rows of a square of {side} stand below each other"
    ));
    error.found = format!("a row of {n} places");
    Err(error)
}

/// The rows of some items; the size is checked before more of them are kept.
///
/// # Errors
/// At the word with which it is too large.
fn gathered<'t, T>(
    items: impl IntoIterator<Item = T>,
    row: impl Fn(T) -> Vec<Word<'t>>,
) -> Result<Rows<'t>, ParseError> {
    let (mut rows, mut places) = (Rows::new(), 0);
    for item in items {
        let row = row(item);
        places += row.len();
        rows.push(row);
        check(&rows, places)?;
    }
    Ok(rows)
}

/// Checks a size before rows of it are kept.
///
/// # Errors
/// At the word with which it is too large.
fn check(rows: &Rows<'_>, places: usize) -> Result<(), ParseError> {
    let Some(last) = rows.last().and_then(|row| row.last()) else { return Ok(()) };
    let cols = rows.last().map_or(0, Vec::len);
    let expected = if rows.len() > MAX_SIDE {
        format!("at most {MAX_SIDE} rows")
    } else if cols > MAX_SIDE {
        format!("at most {MAX_SIDE} columns")
    } else if places > MAX_PLACES {
        format!("at most {MAX_PLACES} places, holes included")
    } else {
        return Ok(());
    };
    Err(last.at.error(expected))
}

/// Whether all rows are as long as the first.
fn is_even(rows: &Rows<'_>) -> bool {
    rows.iter().all(|row| row.len() == rows[0].len())
}

/// The error for a text without lines.
fn nothing((line, column): (usize, usize)) -> ParseError {
    let found = "end of input".into();
    ParseError { line, column, found, expected: "rows of cells".into() }
}

/// Whether rows may be values, signs across and signs down, one after the other.
pub(super) fn is_parts(rows: &Rows<'_>) -> bool {
    let n = rows[0].len();
    rows.len() + 1 == 3 * n
        && n > 1
        && rows
            .iter()
            .enumerate()
            .all(|(i, row)| row.len() == n - usize::from((n..2 * n).contains(&i)))
}
