//! What a person has filled in so far. It may be wrong or say a number twice, which no puzzle may, so it is
//! read apart from puzzles.

use super::{safe, verify};
use crate::puzzle::ladder::Finding;
use crate::puzzle::{Cell, Content, Decimal, Point, Puzzle, Shape};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// A part of a line between blanks.
struct Token<'a> {
    /// Characters up to it, and one more.
    column: usize,
    text: &'a str,
}

/// Reads it from a file or standard input: the rows of a grid, after a header if there is one. Of points the
/// lines of the text format, in any order, or one row of entries in the order of the puzzle. Only numbers, `.`
/// and `#` count, so that signs between boxes may stay. Linear in the text.
///
/// # Errors
/// What is wrong with it, with the line.
pub(super) fn read(puzzle: &Puzzle, file: &Path) -> Result<Vec<Finding>, String> {
    let number = |content| match content {
        Content::Number(number) => Some(number),
        _ => None,
    };
    let numbers: Option<HashSet<u32>> = puzzle.candidates().into_iter().map(number).collect();
    let Some(numbers) = numbers else {
        return Err("only numbers can be filled in; the answer of this family is paths".into());
    };
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
            of_points(&numbers, at, &lines)
        }
        _ => of_grid(puzzle, &numbers, &lines),
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
    numbers: &HashSet<u32>,
    lines: &[(usize, Vec<Token<'_>>)],
) -> Result<Vec<Finding>, String> {
    let (rows, cols) = puzzle.size();
    let mut known = Vec::new();
    for (row, (number, tokens)) in (0u32..).zip(lines) {
        let entries: Vec<Option<u32>> =
            tokens.iter().map(|token| entry(*number, token)).collect::<Result<_, _>>()?;
        if row >= rows || entries.len() != cols as usize {
            return Err(format!(
                "line {number}: {} entries in row {}; expected {rows} {} of {cols}",
                entries.len(),
                row + 1,
                if rows == 1 { "row" } else { "rows" },
            ));
        }
        for (col, value) in (0..).zip(entries) {
            let Some(value) = value else { continue };
            let Some(cell) = puzzle.cell_at(row, col) else {
                return Err(format!("line {number}: {value} stands where the puzzle has no cell"));
            };
            known.push(finding(numbers, *number, cell, value)?);
        }
    }
    let found = lines.len();
    if found < rows as usize {
        return Err(format!("{found} rows; expected {rows}"));
    }
    Ok(known)
}

fn of_points(
    numbers: &HashSet<u32>,
    at: &[Point],
    lines: &[(usize, Vec<Token<'_>>)],
) -> Result<Vec<Finding>, String> {
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
        if let Some(value) = entry(*number, last)? {
            known.push(finding(numbers, *number, cell, value)?);
        }
    }
    Ok(known)
}

/// The number of an entry; `None` for a cell that is open, or none.
fn entry(number: usize, token: &Token<'_>) -> Result<Option<u32>, String> {
    match token.text {
        "." | "#" => Ok(None),
        text => match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(unexpected(number, token, "a number, \".\" or \"#\"")),
        },
    }
}

fn unexpected(number: usize, token: &Token<'_>, expected: &str) -> String {
    let found: String = token.text.chars().take(20).collect();
    let (column, found) = (token.column, safe(&found));
    format!("line {number}, column {column}: found \"{found}\", expected {expected}")
}

/// That a cell has one of the puzzle's numbers.
fn finding(numbers: &HashSet<u32>, line: usize, cell: Cell, value: u32) -> Result<Finding, String> {
    if !numbers.contains(&value) {
        return Err(format!("line {line}: {value} is no number of this puzzle"));
    }
    Ok(Finding::is(cell, value))
}
