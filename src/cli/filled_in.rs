//! What a person has filled in so far. It may be wrong or say a number twice, which no puzzle may, so it is
//! read apart from puzzles.

use super::names::named;
use super::{safe, verify};
use crate::puzzle::{Cell, Content, Decimal, Point, Puzzle, Shape};
use std::collections::HashMap;
use std::path::Path;

/// A part of a line between blanks.
struct Token<'a> {
    /// Characters up to it, and one more.
    column: usize,
    text: &'a str,
}

/// A cell, and what was written into it.
pub(super) type Entered = (Cell, Content);

/// What may be written into a cell.
struct Alphabet {
    /// By the text that stands for it.
    known: HashMap<String, Content>,
    /// What one of them is called.
    name: &'static str,
}

impl Alphabet {
    fn of(puzzle: &Puzzle) -> Alphabet {
        let mut candidates = puzzle.candidates();
        candidates.retain(|&content| content != Content::Nothing);
        let labels = candidates.iter().any(|content| matches!(content, Content::Label(_)));
        let known = candidates.into_iter().map(|content| (named(puzzle, content), content));
        Alphabet { known: known.collect(), name: if labels { "label" } else { "number" } }
    }

    /// What an entry says; `None` for a cell that is open, or none.
    fn read(&self, line: usize, token: &Token<'_>) -> Result<Option<Content>, String> {
        self.meaning(token.text).ok_or_else(|| {
            let name = self.name;
            let expected = format!("a {name} of this puzzle, \".\" or \"#\"");
            unexpected(line, token, &expected)
        })
    }

    /// What an entry on a bridge says of the line along the row and of that along the column.
    fn both(&self, line: usize, token: &Token<'_>) -> Result<[Option<Content>; 2], String> {
        let parts = match token.text {
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
            unexpected(line, token, &expected)
        })
    }

    /// What a text stands for, `Some(None)` for nothing that is known; `None`: for nothing at all.
    fn meaning(&self, text: &str) -> Option<Option<Content>> {
        match text {
            "." | "#" => Some(None),
            text => self.known.get(text).map(|&content| Some(content)),
        }
    }
}

/// Reads it from a file or standard input: the rows of a grid, after a header if there is one. Of points the
/// lines of the text format, in any order, or one row of entries in the order of the puzzle. Only numbers or
/// labels, `.` and `#` count, so that signs between boxes may stay. Linear in the text.
///
/// # Errors
/// What is wrong with it, with the line.
pub(super) fn read(puzzle: &Puzzle, file: &Path) -> Result<Vec<Entered>, String> {
    let alphabet = Alphabet::of(puzzle);
    let text = verify::file(file)?;
    if text.trim_start().starts_with(['{', '[']) {
        return Err("found JSON, expected the text format, or a grid alone".into());
    }
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let of_header = |line: &str| line.contains(':');
    let lines = lines.filter(|(_, line)| !of_header(line));
    let lines: Vec<(usize, Vec<Token<'_>>)> = lines
        .map(|(number, line)| (number, tokens(line)))
        .filter(|(_, tokens)| !tokens.is_empty())
        .collect();
    match puzzle.board().map(|board| board.shape()) {
        // A single line can be a row of three points.
        Some(Shape::Points { at, .. })
            if lines.iter().all(|(_, tokens)| tokens.len() == 3)
                && (at.len() != 3 || lines.len() > 1) =>
        {
            of_points(&alphabet, at, &lines)
        }
        _ => of_grid(puzzle, &alphabet, &lines),
    }
}

/// The parts of a line, without signs between boxes.
fn tokens(line: &str) -> Vec<Token<'_>> {
    let is_sign = |t: &&str| matches!(*t, "<" | ">" | "^" | "v" | "-");
    let parts = line.split_whitespace().filter(|t| !is_sign(t));
    // A part lies within the line, and what stands before it counts in characters.
    let before = |part: &str| &line[..part.as_ptr() as usize - line.as_ptr() as usize];
    parts.map(|text| Token { column: before(text).chars().count() + 1, text }).collect()
}

fn of_grid(
    puzzle: &Puzzle,
    alphabet: &Alphabet,
    lines: &[(usize, Vec<Token<'_>>)],
) -> Result<Vec<Entered>, String> {
    let (rows, cols) = puzzle.size();
    let mut known = Vec::new();
    for (row, (number, tokens)) in (0u32..).zip(lines) {
        if row >= rows || tokens.len() != cols as usize {
            return Err(format!(
                "line {number}: {} entries in row {}; expected {rows} {} of {cols}",
                tokens.len(),
                row + 1,
                if rows == 1 { "row" } else { "rows" },
            ));
        }
        for (col, token) in (0..).zip(tokens) {
            let cell = puzzle.cell_at(row, col);
            let crossing = cell.and_then(|cell| puzzle.board()?.crossing(cell));
            if let (Some(along), Some(across)) = (cell, crossing) {
                let both = alphabet.both(*number, token)?;
                let lines = [along, across].into_iter().zip(both);
                known.extend(lines.filter_map(|(cell, content)| Some((cell, content?))));
                continue;
            }
            let Some(content) = alphabet.read(*number, token)? else { continue };
            let Some(cell) = cell else {
                let expected = "\"#\" or \".\" where the puzzle has no cell";
                return Err(unexpected(*number, token, expected));
            };
            known.push((cell, content));
        }
    }
    let found = lines.len();
    if found < rows as usize {
        let last = lines.last().map_or(1, |(number, _)| *number);
        return Err(format!("line {last}: {found} rows up to here; expected {rows}"));
    }
    Ok(known)
}

fn of_points(
    alphabet: &Alphabet,
    at: &[Point],
    lines: &[(usize, Vec<Token<'_>>)],
) -> Result<Vec<Entered>, String> {
    let mut free: HashMap<Point, Cell> = at.iter().copied().zip(0..).collect();
    let mut known = Vec::new();
    for (number, tokens) in lines {
        let [x, y, last] = &tokens[..] else { unreachable!("lines of three") };
        let coordinate = |token: &Token<'_>| -> Result<Decimal, String> {
            token.text.parse().map_err(|_| unexpected(*number, token, "a coordinate"))
        };
        let point = (coordinate(x)?, coordinate(y)?);
        let Some(cell) = free.remove(&point) else {
            let expected = "a point of the puzzle that no line before names";
            return Err(unexpected(*number, x, expected));
        };
        if let Some(content) = alphabet.read(*number, last)? {
            known.push((cell, content));
        }
    }
    Ok(known)
}

fn unexpected(number: usize, token: &Token<'_>, expected: &str) -> String {
    let found: String = token.text.chars().take(20).collect();
    let (column, found) = (token.column, safe(&found));
    format!("line {number}, column {column}: found \"{found}\", expected {expected}")
}
