//! Filled grids: the contents of the cells of a puzzle, as rows of text or as lists of JSON.
//!
//! Every grid that is read for a puzzle, whole or in part, is read here: solutions to be verified, cut off or
//! certified, and the entries of a person. The grids that this program prints are read for every family.

use super::scan::{Part, Scan};
use clew_puzzle::puzzle::format::{
    Items, MAX_JSON_VALUES, ParseError, Unread, has_too_many_values, is_headed, quote,
};
use clew_puzzle::puzzle::verify::Spot;
use clew_puzzle::puzzle::wording::how_many;
use clew_puzzle::puzzle::{Board, Cell, Content, Filled, NamedPoints, Point, Puzzle, Shape};
use clew_puzzle::registry::all;
use serde_json::Value;
use std::collections::HashMap;

/// A mistake in a filled grid, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GridError {
    /// In a text.
    #[error("{0}")]
    Text(ParseError),
    /// In lists of JSON; the message names the row or the cell.
    #[error("{0}")]
    Json(String),
}

impl From<ParseError> for GridError {
    fn from(error: ParseError) -> GridError {
        GridError::Text(error)
    }
}

impl GridError {
    /// The mistake with a position: lists of JSON are one value, which begins in the first line.
    pub(super) fn located(self) -> ParseError {
        match self {
            GridError::Text(error) => error,
            GridError::Json(why) => ParseError {
                line: 1,
                column: 1,
                found: "JSON".into(),
                expected: format!("a filled grid of the puzzle: {why}"),
            },
        }
    }
}

/// The entry at a place of a grid.
#[derive(Clone, Debug)]
pub(super) enum GridToken<'t> {
    /// A word of a text.
    Word(Part<'t>),
    /// A value of JSON.
    Value {
        /// As the text format writes it: both lines of a bridge as `A/B`.
        text: String,
        /// The value, for messages.
        found: String,
        /// Its place, for messages.
        at: String,
    },
}

impl<'t> GridToken<'t> {
    fn text(&self) -> &str {
        match self {
            GridToken::Word(part) => part.text(),
            GridToken::Value { text, .. } => text,
        }
    }

    /// The stated content of the cell, if there is one.
    pub fn held(&self) -> Option<&str> {
        Some(self.text()).filter(|text| !matches!(*text, "." | "#"))
    }

    /// The name of an empty cell, for messages.
    fn nothing(&self) -> &'static str {
        match self {
            GridToken::Word(_) => "\".\"",
            GridToken::Value { .. } => "null",
        }
    }

    /// A mistake here.
    pub fn error(&self, expected: impl Into<String>) -> GridError {
        match self {
            GridToken::Word(part) => part.error(expected).into(),
            GridToken::Value { found, at, .. } => {
                GridError::Json(format!("{at}: found {found}, expected {}", expected.into()))
            }
        }
    }
}

/// A filled grid: what stands at each place of the grid of a puzzle, row by row; `None` for a point without a line.
pub(super) struct FilledGrid<'t> {
    tokens: Vec<Option<GridToken<'t>>>,
}

impl<'t> FilledGrid<'t> {
    /// The grid of these lines, of which blank ones do not count; `end` is the last line of the text. Rows of cells
    /// may be blocks without blanks; signs between cells and between rows may stay. Points are listed in a row, or each
    /// in a line `x y value`, in any order; with `partial` some may be missing.
    ///
    /// # Errors
    /// If these are not the rows of the puzzle's grid, or something stands where the puzzle has no cell.
    pub(crate) fn from_lines(
        puzzle: &Puzzle,
        lines: impl Iterator<Item = Part<'t>>,
        end: Part<'t>,
        partial: bool,
    ) -> Result<FilledGrid<'t>, GridError> {
        let mut rows = lines.filter(|row| !row.trim().is_empty()).peekable();
        let width = puzzle.size().1 as usize;
        if let Some(Shape::Points { at, .. }) = puzzle.board().map(Board::shape) {
            // A single line of three words may be one point of a few.
            let first = rows.next();
            let in_row = |row: Part<'t>| {
                let words = row.each_word().take(width.max(3) + 1).count();
                words == width || words != 3 || !partial && width > 1
            };
            let in_row = rows.peek().is_none() && first.is_some_and(in_row);
            let rows = first.into_iter().chain(rows);
            return match in_row {
                true => FilledGrid::of_rows(puzzle, rows, end),
                false => FilledGrid::from_points(puzzle, at, rows, (!partial).then_some(end)),
            };
        }
        FilledGrid::of_rows(puzzle, rows, end)
    }

    /// As [`FilledGrid::from_lines`], for rows of cells.
    fn of_rows(
        puzzle: &Puzzle,
        rows: impl Iterator<Item = Part<'t>>,
        end: Part<'t>,
    ) -> Result<FilledGrid<'t>, GridError> {
        let (height, width) = (puzzle.size().0 as usize, puzzle.size().1 as usize);
        let layout = puzzle.family().layout;
        let is_cell = |word: &Part<'_>| layout.is_none_or(|layout| !(layout.is_sign)(word.text()));
        let mut tokens: Vec<Part<'t>> = Vec::new();
        for row in rows {
            let from = tokens.len();
            let mut words = row.each_word().filter(is_cell);
            tokens.extend(words.by_ref().take(width));
            let extra = words.next();
            if let (Some(word), true) =
                (extra.or(tokens.get(from).copied()), from == height * width)
            {
                let expected = format!("{height} rows and {width} columns of a filled grid");
                return Err(word.error(expected).into());
            }
            if let [block] = tokens[from..]
                && width > 1
                && block.text().chars().count() == width
            {
                tokens.pop();
                let mut rest = block;
                while !rest.is_empty() {
                    tokens.push(rest.first());
                    rest = rest.skip(rest.first().text().len());
                }
            }
            let found = tokens.len() - from + extra.map_or(0, |_| 1 + words.count());
            let expected = format!("{width} cells in a row of a filled grid, not {found}");
            match extra {
                Some(word) => return Err(word.error(expected).into()),
                None if found > 0 && found < width => {
                    let row = row.trim();
                    return Err(row.skip(row.text().len()).error(expected).into());
                }
                None => {}
            }
        }
        missing(tokens.len(), height * width, end)?;
        FilledGrid::new(puzzle, tokens.into_iter().map(|part| Some(GridToken::Word(part))))
    }

    /// The grid of lines `x y value`; `end` is the last line of the text if every point has to have one.
    fn from_points(
        puzzle: &Puzzle,
        at: &[Point],
        rows: impl Iterator<Item = Part<'t>>,
        end: Option<Part<'t>>,
    ) -> Result<FilledGrid<'t>, GridError> {
        let mut points = NamedPoints::new(at);
        let mut tokens = vec![None; at.len()];
        for row in rows {
            let mut words = row.each_word();
            let all = [words.next(), words.next(), words.next(), words.next()];
            let [Some(x), Some(y), Some(value), None] = all else {
                return Err(row
                    .trim()
                    .error("a line of a point, x y and what stands there")
                    .into());
            };
            let point = points.take([x.text(), y.text()]);
            let point = point.map_err(|(which, expected)| [x, y][which].error(expected))?;
            tokens[point as usize] = Some(GridToken::Word(value));
        }
        if let Some(end) = end {
            missing(tokens.iter().flatten().count(), at.len(), end)?;
        }
        FilledGrid::new(puzzle, tokens.into_iter())
    }

    /// The grid of lists of values, row by row: a number, a text, `null` for nothing, two of them in a list on a bridge;
    /// where there is no cell, also `"#"`. `within` follows the name of a cell in messages.
    ///
    /// # Errors
    /// As [`FilledGrid::from_lines`].
    pub(crate) fn from_json(
        puzzle: &Puzzle,
        rows: Items<'_>,
        within: &str,
    ) -> Result<FilledGrid<'t>, GridError> {
        let (height, width) = puzzle.size();
        let wrong = |why: String| Err(GridError::Json(why));
        let found = rows.clone().count();
        if found != height as usize {
            let rows = how_many(height, "row");
            return wrong(format!("expected {rows} of {width}{within}, found {found}"));
        }
        for (row, values) in (1..).zip(rows.clone()) {
            let Some(values) = values.items() else {
                return wrong(format!("row {row}{within}: expected a list of values"));
            };
            let found = values.count();
            if found != width as usize {
                let values = how_many(width, "value");
                return wrong(format!("row {row}{within}: expected {values}, found {found}"));
            }
        }
        let free = matches!(puzzle.board().map(Board::shape), Some(Shape::Points { .. }));
        let values = (0..).zip(rows.filter_map(Unread::items));
        let values = values.flat_map(|(row, values)| {
            (0..).zip(values).map(move |(col, value)| (Spot { row, col, free }, value.small()))
        });
        let tokens = values.map(|(at, value)| json_token(value, &format!("{at}{within}"), puzzle));
        let tokens = tokens.collect::<Result<Vec<_>, _>>()?;
        FilledGrid::new(puzzle, tokens.into_iter().map(Some))
    }

    /// Checks that something stands in cells only, and no sign for a hole does.
    fn new(
        puzzle: &Puzzle,
        tokens: impl Iterator<Item = Option<GridToken<'t>>>,
    ) -> Result<FilledGrid<'t>, GridError> {
        let grid = FilledGrid { tokens: tokens.collect() };
        let cols = puzzle.size().1;
        for (at, token) in grid.tokens() {
            let nothing = token.nothing();
            match (token.text(), puzzle.cell_at(at / cols, at % cols)) {
                (".", _) | ("#", None) => {}
                (_, None) => {
                    let expected = format!("\"#\" or {nothing} where the puzzle has no cell");
                    return Err(token.error(expected));
                }
                ("#", Some(_)) => {
                    let what = kind(puzzle);
                    let expected = format!("a {what} or {nothing}: the puzzle has a cell here");
                    return Err(token.error(expected));
                }
                (_, Some(_)) => {}
            }
        }
        Ok(grid)
    }

    /// The tokens, each with the number of its place in reading order.
    pub fn tokens(&self) -> impl Iterator<Item = (u32, &GridToken<'t>)> {
        (0u32..).zip(&self.tokens).filter_map(|(at, token)| Some((at, token.as_ref()?)))
    }

    /// The solution that the grid states: labels, or numbers.
    ///
    /// # Errors
    /// For something that is no number, where numbers are expected.
    pub fn solution(&self, puzzle: &Puzzle) -> Result<Filled, GridError> {
        let held = |token: &GridToken<'t>| token.held().map(str::to_string);
        if kind(puzzle) == LABEL {
            let labels = self.tokens.iter().map(|token| token.as_ref().and_then(held));
            return Ok(Filled::Labels(labels.collect()));
        }
        let number = |token: &GridToken<'t>| {
            let expected = || token.error(format!("a number or {}", token.nothing()));
            token.held().map(|text| number(text).ok_or_else(expected)).transpose()
        };
        let numbers = self.tokens.iter().map(|token| token.as_ref().map_or(Ok(None), number));
        Ok(Filled::Numbers(numbers.collect::<Result<_, _>>()?))
    }

    /// The cells with contents, and those.
    ///
    /// # Errors
    /// For something that no cell of the puzzle holds.
    pub fn entries(&self, puzzle: &Puzzle) -> Result<Vec<(Cell, Content)>, GridError> {
        let cols = puzzle.size().1;
        let known = puzzle.candidates().into_iter();
        let named: HashMap<&str, Content> = known
            .filter_map(|content| match content {
                Content::Label(label) => Some((puzzle.label(label), content)),
                Content::Number(_) | Content::Nothing => None,
            })
            .collect();
        let (first, most) = (puzzle.shown(1), puzzle.greatest_filling());
        let number_of = |text: &str| {
            let number = number(text)?.checked_sub(first)?.saturating_add(1);
            (number <= most).then_some(Content::Number(number))
        };
        let meaning = |text: &str| match text {
            "." => Some(None),
            text => named.get(text).copied().or_else(|| number_of(text)).map(Some),
        };
        let is_full = self.tokens().count() == self.tokens.len()
            && self.tokens().all(|(at, token)| {
                token.held().is_some() || puzzle.cell_at(at / cols, at % cols).is_none()
            });
        let mut entries = Vec::new();
        for (place, token) in self.tokens() {
            let Some(held) = token.held() else { continue };
            let cell = puzzle.cell_at(place / cols, place % cols);
            let cell = cell.expect("only cells hold something");
            if !is_full && puzzle.is_mark(cell, held) {
                continue;
            }
            let (what, nothing) = (kind(puzzle), token.nothing());
            let Some(across) = puzzle.board().and_then(|board| board.crossing(cell)) else {
                let content = meaning(held)
                    .ok_or_else(|| token.error(format!("a {what} of this puzzle or {nothing}")))?;
                entries.extend(content.map(|content| (cell, content)));
                continue;
            };
            let both = held.split_once('/');
            let both = both.and_then(|(a, b)| Some([(cell, meaning(a)?), (across, meaning(b)?)]));
            let both = both.ok_or_else(|| {
                let like = "like A/B on a bridge";
                token.error(format!("two {what}s of this puzzle {like}, or {nothing}"))
            })?;
            entries.extend(both.into_iter().filter_map(|(cell, held)| Some((cell, held?))));
        }
        Ok(entries)
    }
}

/// Refuses a text with fewer cells than the puzzle has.
fn missing(found: usize, cells: usize, end: Part<'_>) -> Result<(), GridError> {
    if found == cells {
        return Ok(());
    }
    let end = end.skip(end.text().len());
    Err(end.error(format!("{cells} cells of a filled grid, not {found}")).into())
}

const LABEL: &str = "label";

/// The word for contents of cells.
fn kind(puzzle: &Puzzle) -> &'static str {
    match puzzle.capabilities().routes {
        Some(_) => LABEL,
        None => "number",
    }
}

/// A whole number of decimal digits.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A value of JSON as a token.
///
/// # Errors
/// If a cell can hold no such value.
fn json_token<'t>(value: Value, at: &str, puzzle: &Puzzle) -> Result<GridToken<'t>, GridError> {
    let plain = |value: &Value| match value {
        Value::Null => Some(".".to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let text = match &value {
        Value::Array(both) if both.len() == 2 && kind(puzzle) == LABEL => {
            plain(&both[0]).zip(plain(&both[1])).map(|(along, across)| format!("{along}/{across}"))
        }
        value => plain(value),
    };
    let found = match &value {
        Value::String(text) => format!("the text {}", quote(text)),
        other => quote(&other.to_string()),
    };
    let Some(text) = text else {
        let bridge = if kind(puzzle) == LABEL { ", or two in a list on a bridge," } else { "" };
        let expected = format!("a {}{bridge} or null", kind(puzzle));
        return Err(GridError::Json(format!("{at}: found {found}, expected {expected}")));
    };
    Ok(GridToken::Value { text, found, at: at.into() })
}

/// The cells that a person has filled in so far, and what they hold, from a text: the rows of the puzzle's grid, of
/// which a header, and lines with a colon, do not count; for points, lines of some of them. Or JSON: the rows under
/// `cells`, as in a puzzle, or of the only solution of a result, or alone. Linear in the text.
///
/// # Errors
/// The first mistake, and its place.
pub fn entries(puzzle: &Puzzle, text: &str) -> Result<Vec<(Cell, Content)>, GridError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        let (rows, within) = json_rows(text)?;
        return FilledGrid::from_json(puzzle, rows, within)?.entries(puzzle);
    }
    let is_blank = |line: &str| line.trim().is_empty();
    let is_comment = |line: &str| line.trim_start().starts_with(['#', '/']);
    let before = text.split_inclusive('\n').take_while(|line| is_blank(line) || is_comment(line));
    let headed = is_headed(&text[before.map(str::len).sum()..], all());
    let below = (1..).zip(text.lines()).skip_while(|(_, line)| headed && is_blank(line));
    let below = below.skip_while(|(_, line)| headed && !is_blank(line));
    let rows = below.filter(|(_, line)| !is_blank(line) && !line.contains(':'));
    // Rows of signs stand between those of cells. A row too many is enough to refuse a text.
    let (height, width) = puzzle.size();
    let rows = rows.take(2 * height.max(width) as usize + 1);
    let rows: Vec<Scan<'_>> = rows.map(|(number, line)| Scan::new(line, number, 1)).collect();
    let last = text.lines().last().unwrap_or_default();
    let end = Scan::new(last, text.lines().count().max(1), 1);
    FilledGrid::from_lines(puzzle, rows.iter().map(Scan::all), end.all(), true)?.entries(puzzle)
}

/// The rows that a text of JSON states, and their name in messages.
fn json_rows(text: &str) -> Result<(Items<'_>, &'static str), GridError> {
    let wrong = |why: String| GridError::Json(why);
    if has_too_many_values(text) {
        return Err(wrong(format!("found more, expected at most {MAX_JSON_VALUES} JSON values")));
    }
    let value = Unread::from_text(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        wrong(format!("line {line}, column {column}: expected valid JSON ({said})"))
    })?;
    if let Some(rows) = value.items() {
        return Ok((rows, ""));
    }
    let stated = value.get("solutions").and_then(Unread::items).and_then(Items::exactly);
    let holder = stated.map_or(value, |[only]| only);
    let rows = holder.get("cells").and_then(Unread::items);
    rows.map(|rows| (rows, IN_CELLS)).ok_or_else(|| {
        let expected = "expected it under \"cells\", as of a puzzle or of the only solution of a \
                        result, or alone";
        wrong(format!("found JSON without a list of rows; {expected}"))
    })
}

/// Follows the name of a cell whose value is in a list of this name.
pub(super) const IN_CELLS: &str = " in \"cells\"";
