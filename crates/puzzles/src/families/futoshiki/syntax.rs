//! Reading and writing futoshikis.

use super::{Futoshiki, MAX_ORDER};
use crate::puzzle::family::ClueResult;
use crate::puzzle::format::{
    At, Clue, Draft, Fault, Pair, ParseError, TextLine, Token, end_of_input, name,
};
use serde_json::Value;
use std::fmt::Write;

/// The index of the key `less` among the family's keys of pairs.
const LESS: usize = 0;

/// The meaning of a token of a cell that is not `.`.
pub(super) fn clue(text: &str) -> ClueResult {
    Clue::number(text).ok_or_else(|| "a number, \".\", or \"<\" or \">\" between cells".to_string())
}

/// The meaning of a JSON value that is not `null`.
pub(super) fn json_clue(value: &Value) -> ClueResult {
    let clue = match value {
        Value::Number(number) => Clue::json_number(number),
        _ => None,
    };
    clue.ok_or_else(|| "null or a number".into())
}

/// Reads the grid: rows of cells with signs between them, and rows of signs.
///
/// # Errors
/// The first mistake.
pub(super) fn layout<'a>(grid: &[TextLine<'a>], draft: &mut Draft<'a>) -> Result<(), ParseError> {
    let is_sign = |t: &&Token| matches!(t.text, "<" | ">");
    let first = grid[0].tokens();
    let n = first.len() - first.iter().filter(is_sign).count();
    if n == 0 {
        return Err(grid[0].rest(0).error("a cell: this sign has none on its left"));
    }
    if n > MAX_ORDER as usize {
        return Err(grid[0].rest(0).error(too_large(n)));
    }
    // Of lines that are too many the first is refused below, whatever memory all would take.
    let lines = grid.len().min(2 * n - 1);
    draft.clues.reserve(n * (lines / 2 + 1));
    draft.pairs[LESS].reserve(n * lines / 2);
    for (i, line) in grid.iter().enumerate() {
        if i >= 2 * n - 1 {
            let lines = 2 * n - 1;
            let expected = format!("the end of the grid: rows of {n} cells make {lines} lines");
            return Err(line.rest(0).error(expected));
        }
        let row = (i / 2) as u32;
        if i % 2 == 0 { cell_row(line, row, n, draft)? } else { sign_row(line, row, n, draft)? }
    }
    if grid.len() < 2 * n - 1 {
        let expected = format!("{} lines for rows of {n} cells, not {}", 2 * n - 1, grid.len());
        return Err(end_of_input(grid[grid.len() - 1].number + 1, expected));
    }
    draft.size = (n, n);
    Ok(())
}

/// Reads `. < 3   .`: cells, with signs between them.
fn cell_row<'a>(
    line: &TextLine<'a>,
    row: u32,
    n: usize,
    draft: &mut Draft<'a>,
) -> Result<(), ParseError> {
    let mut cells = 0u32;
    let mut sign: Option<Token<'a>> = None;
    for token in line.tokens() {
        if matches!(token.text, "<" | ">") {
            if sign.is_some() {
                return Err(token.error("a cell: one sign between two cells"));
            }
            if cells == 0 {
                return Err(token.error("a cell: this sign has none on its left"));
            }
            sign = Some(token);
            continue;
        }
        if cells as usize == n {
            return Err(token.error(format!("the end of the row: rows have {n} cells")));
        }
        let clue = match token.text {
            "." => Clue::Empty,
            text => Clue::number(text)
                .ok_or_else(|| token.error("a number, \".\", or \"<\" or \">\" between cells"))?,
        };
        draft.clues.push((clue, token.into()));
        if let Some(at) = sign.take() {
            let (left, right) = ((row, cells - 1), (row, cells));
            let places = if at.text == "<" { [left, right] } else { [right, left] };
            draft.pairs[LESS].push(Pair { places, at: at.into() });
        }
        cells += 1;
    }
    if let Some(sign) = sign {
        return Err(sign.error("no sign here: it has no cell on its right"));
    }
    if (cells as usize) < n {
        return Err(line.error_at_end(format!("a row of {n} cells, not {cells}")));
    }
    Ok(())
}

/// Reads `- ^ v`: how each cell of row `row` relates to the one below.
fn sign_row<'a>(
    line: &TextLine<'a>,
    row: u32,
    n: usize,
    draft: &mut Draft<'a>,
) -> Result<(), ParseError> {
    let tokens = line.tokens();
    for (col, &at) in tokens.iter().enumerate() {
        if col == n {
            return Err(at.error(format!("the end of the row: there are {n} columns")));
        }
        let (above, below) = ((row, col as u32), (row + 1, col as u32));
        match at.text {
            "-" => {}
            "^" => draft.pairs[LESS].push(Pair { places: [above, below], at: at.into() }),
            "v" => draft.pairs[LESS].push(Pair { places: [below, above], at: at.into() }),
            _ => return Err(at.error("\"^\", \"v\" or \"-\" in a row of signs")),
        }
    }
    if tokens.len() < n {
        let have = tokens.len();
        return Err(line.error_at_end(format!("a row of {n} signs (\"-\" for none), not {have}")));
    }
    Ok(())
}

/// What is expected of a square beyond the largest order.
fn too_large(n: usize) -> String {
    format!("a square of order {MAX_ORDER} at most, not {n}")
}

/// The puzzle that a draft describes.
///
/// # Errors
/// The first mistake.
pub(super) fn futoshiki<'a>(draft: Draft<'a>) -> Result<Futoshiki, Fault<'a>> {
    let (rows, cols) = draft.size;
    if rows != cols {
        let expected = format!("as many rows as columns, not {rows} x {cols}");
        return Err(Fault::new(draft.origin, expected));
    }
    if rows > MAX_ORDER as usize {
        return Err(Fault::new(draft.origin, too_large(rows)));
    }
    let mut given = Vec::with_capacity(draft.clues.len());
    for (clue, at) in &draft.clues {
        match *clue {
            Clue::Number(v) if (1..=cols as u32).contains(&v) => given.push(Some(v)),
            Clue::Empty => given.push(None),
            Clue::Number(_) => {
                return Err(Fault::new(*at, format!("a number from 1 to {cols} (the order)")));
            }
            Clue::Hole => return Err(Fault::new(*at, "no hole in a futoshiki")),
            Clue::Label(_) => return Err(Fault::new(*at, "a number or \".\"")),
        }
    }
    let n = cols as u32;
    let mut less: Vec<([u32; 2], At<'a>)> = Vec::with_capacity(draft.pairs[LESS].len());
    for pair in &draft.pairs[LESS] {
        let [a, b] = pair.places;
        if let Some(&off) = [a, b].iter().find(|p| p.0 >= n || p.1 >= n) {
            return Err(Fault::new(
                pair.at,
                format!("two cells of the {n} x {n} grid; {} is off it", name(off)),
            ));
        }
        if a == b {
            return Err(Fault::new(pair.at, "two different cells"));
        }
        less.push(([a.0 * n + a.1, b.0 * n + b.1], pair.at));
    }
    let mut pairs: Vec<[u32; 2]> = less.iter().map(|(pair, _)| *pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for &([a, b], at) in &less {
        if pairs.binary_search(&[b, a]).is_ok() {
            let (low, high) = (name((a / n, a % n)), name((b / n, b % n)));
            return Err(Fault::new(
                at,
                format!("signs that agree; {low} and {high} are each less than the other"),
            ));
        }
    }
    Ok(Futoshiki { n, given, less: pairs })
}

/// Rows of cells with their signs, and the rows of signs between them.
pub(super) fn square_text(puzzle: &Futoshiki, tokens: &[String]) -> String {
    let n = puzzle.n as usize;
    let width = tokens.iter().map(String::len).max().unwrap_or(1);
    let mut beside = vec![' '; n * n];
    let mut below = vec!['-'; n * n];
    for &[a, b] in &puzzle.less {
        let (first, second) = (a.min(b) as usize, a.max(b) as usize);
        if puzzle.n > 1 && second == first + n {
            below[first] = if a < b { '^' } else { 'v' };
        } else if second == first + 1 && second % n != 0 {
            beside[first] = if a < b { '<' } else { '>' };
        }
    }
    let mut out = String::new();
    for r in 0..n {
        let row = r * n..(r + 1) * n;
        for i in row.clone() {
            let _ = write!(out, "{:>width$}", tokens[i]);
            if i + 1 < row.end {
                let _ = write!(out, " {} ", beside[i]);
            }
        }
        out.push('\n');
        if r + 1 < n {
            let line: Vec<String> = row.map(|i| format!("{:>width$}", below[i])).collect();
            out.push_str(&line.join("   "));
            out.push('\n');
        }
    }
    out
}
