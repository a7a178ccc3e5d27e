//! The entries of a person so far. They may be wrong or contain a number twice, which is not allowed in a puzzle, so
//! they are read separately from puzzles.

use super::noted;
use clew_puzzle::puzzle::format::{MAX_JSON_VALUES, Unread, has_too_many_values};
use clew_puzzle::puzzle::ladder::Finding;
use clew_puzzle::puzzle::wording::how_many;
use clew_puzzle::puzzle::{Cell, Content, NamedPoints, Point, Puzzle, Shape};
use clew_report::names::named;
use clew_report::text::printable;
use clew_report::words::without_objective;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// An entry: a part of a line between blanks, or a value of a list.
struct Token<'a> {
    at: At,
    text: Cow<'a, str>,
}

/// The place of an entry, counted from 1.
#[derive(Clone, Copy)]
enum At {
    /// A line of a text, and a column in characters.
    Text(usize, usize),
    /// A row of a JSON list of lists, and which of its values.
    Json(usize, usize),
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Text(line, column) => write!(f, "line {line}, column {column}"),
            At::Json(row, value) => write!(f, "row {row}, value {value}"),
        }
    }
}

/// A row of entries.
struct Row<'a> {
    /// The place of the row, in words.
    name: String,
    tokens: Vec<Token<'a>>,
    /// The number of entries, of which the first are kept.
    count: usize,
}

/// A cell, and its entry.
pub type Entered = (Cell, Content);

/// All entries and notes of a person.
#[derive(Clone, Default, Debug)]
pub struct Filled {
    /// The cells that are filled.
    pub entered: Vec<Entered>,
    /// The notes: candidates, pieces of path, edges that are struck out.
    pub noted: Vec<Finding>,
}

impl Filled {
    /// Whether there are no entries and no notes.
    pub fn is_empty(&self) -> bool {
        self.entered.is_empty() && self.noted.is_empty()
    }
}

/// Reads cells and notes; a text of notes alone needs no grid.
///
/// # Errors
/// The first mistake in the text, and its place.
pub fn everything(puzzle: &Puzzle, text: &str) -> Result<Filled, String> {
    let noted = noted::read(puzzle, text)?;
    let row = |line: &str| !line.trim().is_empty() && !line.contains(':');
    let has_cells = match text.trim_start().starts_with(['{', '[']) {
        true => !text.trim_start().starts_with('{') || text.contains("\"cells\""),
        false => text.lines().any(row),
    };
    let entered = match noted.is_empty() || has_cells {
        true => read(puzzle, text)?,
        false => Vec::new(),
    };
    Ok(Filled { entered, noted })
}

/// The possible entries of a cell.
struct Alphabet {
    /// The contents by their texts.
    known: HashMap<String, Content>,
    /// The word for one of them.
    name: &'static str,
}

impl Alphabet {
    fn new(puzzle: &Puzzle) -> Alphabet {
        let mut candidates = puzzle.candidates();
        candidates.retain(|&content| content != Content::Nothing);
        let labels = candidates.iter().any(|content| matches!(content, Content::Label(_)));
        let known = candidates.into_iter().map(|content| (named(puzzle, content), content));
        Alphabet { known: known.collect(), name: if labels { "label" } else { "number" } }
    }

    /// The meaning of an entry; `None` for an open cell or one without content.
    fn read(&self, token: &Token<'_>) -> Result<Option<Content>, String> {
        self.meaning(&token.text).ok_or_else(|| {
            let name = self.name;
            let expected = format!("a {name} of this puzzle, \".\" or \"#\"");
            unexpected(token, &expected)
        })
    }

    /// The meaning of an entry on a bridge: for the line along the row, and for that along the column.
    fn read_bridge(&self, token: &Token<'_>) -> Result<[Option<Content>; 2], String> {
        let parts = match token.text.as_ref() {
            "." | "#" => Some((".", ".")),
            text => text.split_once('/'),
        };
        let both = parts.and_then(|(along, across)| {
            let [along, across] = [along, across].map(|text| self.meaning(text));
            Some([along?, across?])
        });
        both.ok_or_else(|| {
            let name = self.name;
            let expected = format!("two {name}s of this puzzle like A/B on a bridge, or \".\"");
            unexpected(token, &expected)
        })
    }

    /// The meaning of a text: `Some(None)` for an unknown content, `None` for a text without meaning.
    fn meaning(&self, text: &str) -> Option<Option<Content>> {
        match text {
            "." | "#" => Some(None),
            text => self.known.get(text).map(|&content| Some(content)),
        }
    }
}

/// Reads entries from a text: the rows of a grid, after a header if there is one. For points, the lines of the text
/// format, in any order, or one row of entries in the order of the puzzle. Only numbers or labels, `.` and `#` count,
/// so that signs between boxes may stay. Or JSON: an object with the rows under `cells`, as in a puzzle or in one of
/// the solutions of a result, or the rows alone. Linear in the text.
///
/// # Errors
/// The first mistake in the text, and its place.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<Entered>, String> {
    let alphabet = Alphabet::new(puzzle);
    let text = without_objective(text.trim_start_matches('\u{feff}'), puzzle.family().goals);
    let most = InputLimits::of(puzzle);
    if text.trim_start().starts_with(['{', '[']) {
        return of_grid(puzzle, &alphabet, &json(text, &most)?);
    }
    let rows = rows(text, &most);
    match puzzle.board().map(|board| board.shape()) {
        // A single line can be a row of three points.
        Some(Shape::Points { at, .. })
            if rows.iter().all(|row| row.count == 3) && (at.len() != 3 || rows.len() > 1) =>
        {
            of_points(&alphabet, at, &rows)
        }
        _ => of_grid(puzzle, &alphabet, &rows),
    }
}

/// Limits on the parts of a text that are kept: one row and one token more than the puzzle can have, so that an excess
/// is reported.
struct InputLimits {
    rows: usize,
    tokens: usize,
}

impl InputLimits {
    fn of(puzzle: &Puzzle) -> InputLimits {
        let (rows, cols) = puzzle.size();
        // One line per point, of three tokens.
        let rows = if rows == 1 { rows.max(cols) } else { rows };
        InputLimits { rows: rows as usize + 1, tokens: cols.max(3) as usize + 1 }
    }
}

/// The lines of a text that are no header, without signs between boxes.
fn rows<'t>(text: &'t str, most: &InputLimits) -> Vec<Row<'t>> {
    let is_sign = |t: &&str| matches!(*t, "<" | ">" | "^" | "v" | "-");
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.contains(':'));
    let rows = lines.map(|(number, line)| {
        // The position after the part before: bytes of the line, and characters.
        let (mut bytes, mut column) = (0, 1);
        let (mut tokens, mut count) = (Vec::new(), 0);
        for part in line.split_whitespace() {
            // A part lies within the line.
            let start = part.as_ptr() as usize - line.as_ptr() as usize;
            column += line[bytes..start].chars().count();
            bytes = start;
            if is_sign(&part) {
                continue;
            }
            count += 1;
            if count <= most.tokens {
                tokens.push(Token { at: At::Text(number, column), text: Cow::Borrowed(part) });
            }
        }
        Row { name: format!("line {number}"), tokens, count }
    });
    rows.filter(|row| row.count > 0).take(most.rows).collect()
}

/// The rows that JSON states.
fn json(text: &str, most: &InputLimits) -> Result<Vec<Row<'static>>, String> {
    if has_too_many_values(text) {
        return Err(format!("found more, expected at most {MAX_JSON_VALUES} JSON values"));
    }
    let value = Unread::from_text(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        format!("line {line}, column {column}: expected valid JSON ({said})")
    })?;
    let stated = if value.items().is_some() { Some(value) } else { value.get("cells") };
    let rows = stated.and_then(Unread::items).ok_or(
        "found JSON without a list of rows; expected it under \"cells\", as of a puzzle, or alone",
    )?;
    (1..).zip(rows.take(most.rows)).map(|(row, values)| json_row(row, values, most)).collect()
}

fn json_row(row: usize, values: Unread<'_>, most: &InputLimits) -> Result<Row<'static>, String> {
    let name = format!("row {row}");
    let values = values.items().ok_or_else(|| format!("{name}: expected a list of values"))?;
    let count = values.clone().count();
    let tokens = (1..).zip(values.take(most.tokens)).map(|(place, value)| {
        let at = At::Json(row, place);
        let value = value.small();
        let text = match &value {
            // Both lines of a bridge.
            Value::Array(both) if both.len() == 2 => plain(&both[0])
                .zip(plain(&both[1]))
                .map(|(along, across)| format!("{along}/{across}")),
            value => plain(value),
        };
        let text = text.ok_or_else(|| {
            let token = Token { at, text: value.to_string().into() };
            unexpected(&token, "a number, a text or null")
        })?;
        Ok(Token { at, text: text.into() })
    });
    Ok(Row { name, tokens: tokens.collect::<Result<_, String>>()?, count })
}

/// A value of a cell as the text format writes it.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(".".into()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn of_grid(
    puzzle: &Puzzle,
    alphabet: &Alphabet,
    lines: &[Row<'_>],
) -> Result<Vec<Entered>, String> {
    let (rows, cols) = puzzle.size();
    let mut known = Vec::new();
    for (row, Row { name, tokens, count }) in (0u32..).zip(lines) {
        if row >= rows || *count != cols as usize {
            return Err(format!(
                "{name}: {count} entries in row {}; expected {} of {cols}",
                row + 1,
                how_many(rows, "row"),
            ));
        }
        for (col, token) in (0..).zip(tokens) {
            let cell = puzzle.cell_at(row, col);
            let crossing = cell.and_then(|cell| puzzle.board()?.crossing(cell));
            if let (Some(along), Some(across)) = (cell, crossing) {
                let both = alphabet.read_bridge(token)?;
                let lines = [along, across].into_iter().zip(both);
                known.extend(lines.filter_map(|(cell, content)| Some((cell, content?))));
                continue;
            }
            let Some(content) = alphabet.read(token)? else { continue };
            let Some(cell) = cell else {
                return Err(unexpected(token, "\"#\" or \".\" where the puzzle has no cell"));
            };
            known.push((cell, content));
        }
    }
    let found = lines.len();
    if found < rows as usize {
        let last = lines.last().map_or("line 1", |row| &row.name);
        return Err(format!("{last}: {found} rows up to here; expected {rows}"));
    }
    Ok(known)
}

fn of_points(alphabet: &Alphabet, at: &[Point], lines: &[Row<'_>]) -> Result<Vec<Entered>, String> {
    let mut points = NamedPoints::new(at);
    let mut known = Vec::new();
    for Row { tokens, .. } in lines {
        let [x, y, last] = &tokens[..] else { unreachable!("lines of three") };
        let cell = points.take([&x.text, &y.text]);
        let cell = cell.map_err(|(which, expected)| unexpected([x, y][which], expected))?;
        if let Some(content) = alphabet.read(last)? {
            known.push((cell, content));
        }
    }
    Ok(known)
}

fn unexpected(token: &Token<'_>, expected: &str) -> String {
    let found: String = token.text.chars().take(20).collect();
    format!("{}: found \"{}\", expected {expected}", token.at, printable(&found))
}
