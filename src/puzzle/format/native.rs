//! Reading the text format.

use super::draft::{Clue, Draft, Pair, Points, default_moves, is_label, size_fault};
use super::error::ParseError;
use super::header::{self, Header, end_of_input};
use super::keywords::too_fine;
use super::text::{Line, Token, lines};
use super::{MAX_COORDINATE, MAX_LABEL_NAME, MAX_PLACES, MAX_POINTS, MAX_SIDE};
use crate::puzzle::points::DecimalError;
use crate::puzzle::{Decimal, Entry, Family};

/// Reads one puzzle in the text format. A byte order mark and CRLF line ends are accepted.
///
/// Time and memory are linear in the length of the text, but for the neighbours of free points, of
/// which there may be [`MAX_LINKS`](super::MAX_LINKS) pairs.
///
/// # Errors
/// The first mistake, with its position.
pub fn parse_native(text: &str) -> Result<Entry, ParseError> {
    parse_at(text.strip_prefix('\u{feff}').unwrap_or(text), 1)
}

/// As [`parse_native`], for a text that starts at line `first` of the input.
pub(super) fn parse_at(text: &str, first: usize) -> Result<Entry, ParseError> {
    let lines = lines(text, first)?;
    let (mut header, used) = header::read(&lines)?;
    let grid = grid_lines(&lines[used..])?;
    let Some(&top) = grid.first() else {
        let last = lines.last().map_or(first, |l| l.number);
        return Err(end_of_input(last, "a blank line and the grid"));
    };
    let origin = top.rest(0);
    let mut draft = Draft {
        family: header.family,
        size: (0, 0),
        clues: Vec::new(),
        moves: header.neighbours.unwrap_or(default_moves(header.family)),
        points: None,
        walls: std::mem::take(&mut header.walls),
        less: std::mem::take(&mut header.less),
        cover: header.cover,
        touch: header.touch,
        origin,
    };
    match (header.family, header.points) {
        (Family::Futoshiki, _) => {
            square(grid, &mut draft).map_err(|error| inside(error, &lines))?;
        }
        (_, Some(reach)) => points(grid, reach, &mut draft)?,
        _ => rows(grid, &mut draft)?,
    }
    let puzzle = draft.build()?;
    let Header { title, source, solutions, .. } = header;
    Ok(Entry { puzzle, title, source, solutions, id: None })
}

/// Where a last line has no line break, the end of the input is the end of that line.
fn inside(mut error: ParseError, lines: &[Line<'_>]) -> ParseError {
    if let Some(last) = lines.last()
        && error.line > last.number
    {
        (error.line, error.column) = (last.number, last.text.chars().count() + 1);
    }
    error
}

/// The lines of the grid: those up to a blank one, behind which nothing may follow.
fn grid_lines<'s, 'a>(rest: &'s [Line<'a>]) -> Result<&'s [Line<'a>], ParseError> {
    let from = rest.iter().position(|l| !l.is_blank()).unwrap_or(rest.len());
    let rest = &rest[from..];
    let to = rest.iter().position(Line::is_blank).unwrap_or(rest.len());
    match rest[to..].iter().find(|l| !l.is_blank()) {
        Some(line) => Err(line.rest(0).error("the end of the puzzle: a blank line ends the grid")),
        None => Ok(&rest[..to]),
    }
}

/// Reads a grid of hidato, path or numberlink.
fn rows<'a>(grid: &[Line<'a>], draft: &mut Draft<Token<'a>>) -> Result<(), ParseError> {
    let mut cols = 0;
    for (r, line) in grid.iter().enumerate() {
        let tokens = line.tokens();
        if r == 0 {
            cols = tokens.len();
            if let Some(expected) = size_fault(grid.len(), cols) {
                return Err(draft.origin.error(expected));
            }
            draft.clues.reserve(grid.len() * cols);
        }
        if let Some(extra) = tokens.get(cols) {
            return Err(extra.error(format!("the end of the row: rows have {}", places(cols))));
        }
        if tokens.len() < cols {
            let have = tokens.len();
            return Err(line.error_at_end(format!("a row of {}, not {have}", places(cols))));
        }
        for token in tokens {
            draft.clues.push((clue(draft.family, token)?, token));
        }
    }
    draft.size = (grid.len(), cols);
    Ok(())
}

fn places(n: usize) -> String {
    if n == 1 { "1 place".into() } else { format!("{n} places") }
}

/// What a token of a grid means.
fn clue(family: Family, token: Token<'_>) -> Result<Clue, ParseError> {
    match token.text {
        "." => Ok(Clue::Empty),
        "#" => Ok(Clue::Hole),
        text if family == Family::Numberlink => {
            if is_label(text) {
                return Ok(Clue::Label(text.into()));
            }
            Err(token.error(format!(
                "\".\", \"#\" or a label of letters and digits, at most {MAX_LABEL_NAME} bytes"
            )))
        }
        text => number(text).ok_or_else(|| token.error("a number, \".\" or \"#\"")),
    }
}

/// A given number. What does not fit `u32` is as wrong as `u32::MAX` and becomes it.
fn number(text: &str) -> Option<Clue> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| Clue::Number(text.parse().unwrap_or(u32::MAX)))
}

/// Reads a futoshiki: rows of cells with signs between them, and rows of signs.
fn square<'a>(grid: &[Line<'a>], draft: &mut Draft<Token<'a>>) -> Result<(), ParseError> {
    let is_sign = |t: &&Token| matches!(t.text, "<" | ">");
    let first = grid[0].tokens();
    let n = first.len() - first.iter().filter(is_sign).count();
    if n == 0 {
        return Err(draft.origin.error("a cell: this sign has none on its left"));
    }
    if let Some(expected) = size_fault(n, n) {
        return Err(draft.origin.error(expected));
    }
    draft.clues.reserve(n * (grid.len() / 2 + 1));
    draft.less.reserve(n * grid.len() / 2);
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
    line: &Line<'a>,
    row: u32,
    n: usize,
    draft: &mut Draft<Token<'a>>,
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
            text => number(text)
                .ok_or_else(|| token.error("a number, \".\", or \"<\" or \">\" between cells"))?,
        };
        draft.clues.push((clue, token));
        if let Some(at) = sign.take() {
            let (left, right) = ((row, cells - 1), (row, cells));
            let places = if at.text == "<" { [left, right] } else { [right, left] };
            draft.less.push(Pair { places, at });
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
    line: &Line<'a>,
    row: u32,
    n: usize,
    draft: &mut Draft<Token<'a>>,
) -> Result<(), ParseError> {
    let tokens = line.tokens();
    for (col, &at) in tokens.iter().enumerate() {
        if col == n {
            return Err(at.error(format!("the end of the row: there are {n} columns")));
        }
        let (above, below) = ((row, col as u32), (row + 1, col as u32));
        match at.text {
            "-" => {}
            "^" => draft.less.push(Pair { places: [above, below], at }),
            "v" => draft.less.push(Pair { places: [below, above], at }),
            _ => return Err(at.error("\"^\", \"v\" or \"-\" in a row of signs")),
        }
    }
    if tokens.len() < n {
        let have = tokens.len();
        return Err(line.error_at_end(format!("a row of {n} signs (\"-\" for none), not {have}")));
    }
    Ok(())
}

/// Reads the `x y token` lines of `board: points`.
fn points<'a>(
    grid: &[Line<'a>],
    reach: Decimal,
    draft: &mut Draft<Token<'a>>,
) -> Result<(), ParseError> {
    if let Some(line) = grid.get(MAX_POINTS) {
        return Err(line.rest(0).error(format!("at most {MAX_POINTS} points")));
    }
    let mut at = Vec::with_capacity(grid.len());
    let mut read = Vec::with_capacity(grid.len());
    for line in grid {
        let tokens = line.tokens();
        let coordinate = |t: Token| match t.text.parse::<Decimal>() {
            Ok(x) => Ok(x),
            Err(DecimalError::TooFine) => Err(t.error(too_fine("a coordinate"))),
            Err(_) => Err(t.error(format!("a coordinate up to {MAX_COORDINATE}"))),
        };
        match tokens[..] {
            [x, y, token] => {
                at.push((coordinate(x)?, coordinate(y)?));
                read.push(x);
                let clue = match token.text {
                    "." => Some(Clue::Empty),
                    text => number(text),
                };
                let clue = clue.ok_or_else(|| token.error("a number or \".\""))?;
                draft.clues.push((clue, token));
            }
            [_, _, _, extra, ..] => return Err(extra.error("the end of the line after x y token")),
            _ => return Err(line.error_at_end("x y token: two coordinates and a clue")),
        }
    }
    draft.size = (1, grid.len());
    draft.points = Some(Points { at, read, reach });
    Ok(())
}

const _: () = assert!(MAX_POINTS <= MAX_SIDE && MAX_SIDE <= MAX_PLACES);
