//! Reading the text format.

use super::draft::{Clue, Draft, Points, size_fault};
use super::error::ParseError;
use super::fault::{At, Fault};
use super::header::{self, Header, end_of_input};
use super::keywords::too_fine;
use super::text::{TextLine, Token, lines};
use super::{MAX_COORDINATE, MAX_PLACES, MAX_POINTS, MAX_SIDE};
use crate::puzzle::family::DrawnRules;
use crate::puzzle::grid::points::DecimalError;
use crate::puzzle::wording::how_many;
use crate::puzzle::{Decimal, Entry, Family, Guesses, Wrap};

/// Reads one puzzle of one of these families in the text format. A byte order mark and CRLF line ends are accepted.
///
/// Time and memory are linear in the length of the text, except for the neighbours of free points, of
/// which there may be [`MAX_LINKS`](super::MAX_LINKS) pairs.
///
/// # Errors
/// The first mistake, with its position.
pub(crate) fn read_native(text: &str, families: &[Family]) -> Result<Entry, ParseError> {
    read_at(text.strip_prefix('\u{feff}').unwrap_or(text), 1, families, None)
}

/// As [`read_native`], for a text that starts at line `first` of the input.
/// `drawn`: a solution is drawn, under these rules.
pub(super) fn read_at(
    text: &str,
    first: usize,
    families: &[Family],
    drawn: Option<&DrawnRules>,
) -> Result<Entry, ParseError> {
    let lines = lines(text, first)?;
    let (mut header, used) = header::read(&lines, families)?;
    let grid = grid_lines(&lines[used..], header.family.layout.is_some())?;
    let Some(&top) = grid.first() else {
        let last = lines.last().map_or(first, |l| l.number);
        return Err(end_of_input(last, "a blank line and the grid"));
    };
    let origin = top.rest(0);
    let mut draft = Draft {
        family: header.family,
        size: (0, 0),
        clues: Vec::new(),
        moves: header.neighbours.unwrap_or(header.family.neighbours),
        points: None,
        walls: std::mem::take(&mut header.walls),
        first: header.first,
        wrap: header.wrap.unwrap_or((Wrap::None, origin.into())),
        bridges: std::mem::take(&mut header.bridges),
        pairs: std::mem::take(&mut header.pairs),
        words: std::mem::take(&mut header.words),
        origin: origin.into(),
    };
    match (header.family.layout, header.points) {
        (Some(layout), _) => {
            (layout.read)(grid, &mut draft).map_err(|error| inside(error, &lines))?;
        }
        (None, Some(reach)) => points(grid, reach, &mut draft)?,
        (None, None) => rows(grid, &mut draft)?,
    }
    let (puzzle, answer) = draft.stated(drawn).map_err(|Fault { at, expected }| match at {
        At::Text(token) => token.error(expected),
        At::Json(_) => origin.error(expected),
    })?;
    let Header { title, source, credits, solutions, defaults, .. } = header;
    let guessed = Guesses { reading: None, defaults };
    let answers = answer.into_iter().collect();
    Ok(Entry { title, source, credits, solutions, guessed, answers, ..Entry::from(puzzle) })
}

/// Where a last line has no line break, the end of the input is the end of that line.
fn inside(mut error: ParseError, lines: &[TextLine<'_>]) -> ParseError {
    if let Some(last) = lines.last()
        && error.line > last.number
    {
        (error.line, error.column) = (last.number, last.text.chars().count() + 1);
    }
    error
}

/// The lines of the grid: those up to a blank one, after which nothing may follow. In a family's own layout blank lines
/// may have a meaning, so that the grid extends to the end.
fn grid_lines<'s, 'a>(
    rest: &'s [TextLine<'a>],
    own_layout: bool,
) -> Result<&'s [TextLine<'a>], ParseError> {
    let from = rest.iter().position(|l| !l.is_blank()).unwrap_or(rest.len());
    let rest = &rest[from..];
    if own_layout {
        let end = rest.iter().rposition(|l| !l.is_blank()).map_or(0, |last| last + 1);
        return Ok(&rest[..end]);
    }
    let to = rest.iter().position(TextLine::is_blank).unwrap_or(rest.len());
    match rest[to..].iter().find(|l| !l.is_blank()) {
        Some(line) => Err(line.rest(0).error("the end of the puzzle: a blank line ends the grid")),
        None => Ok(&rest[..to]),
    }
}

/// Reads a grid of rows of tokens.
fn rows<'a>(grid: &[TextLine<'a>], draft: &mut Draft<'a>) -> Result<(), ParseError> {
    let mut cols = 0;
    for (r, line) in grid.iter().enumerate() {
        let tokens = line.tokens();
        if r == 0 {
            cols = tokens.len();
            if let Some(expected) = size_fault(grid.len(), cols) {
                return Err(line.rest(0).error(expected));
            }
            draft.clues.reserve(grid.len() * cols);
        }
        if let Some(extra) = tokens.get(cols) {
            return Err(
                extra.error(format!("the end of the row: rows have {}", how_many(cols, "place")))
            );
        }
        if tokens.len() < cols {
            let have = tokens.len();
            return Err(
                line.error_at_end(format!("a row of {}, not {have}", how_many(cols, "place")))
            );
        }
        for token in tokens {
            draft.clues.push((clue(draft.family, token)?, token.into()));
        }
    }
    draft.size = (grid.len(), cols);
    Ok(())
}

/// The meaning of a token of a grid.
fn clue(family: Family, token: Token<'_>) -> Result<Clue, ParseError> {
    match token.text {
        "." => Ok(Clue::Empty),
        "#" => Ok(Clue::Hole),
        text => (family.clue)(text).map_err(|expected| token.error(expected)),
    }
}

/// Reads the `x y token` lines of `board: points`.
fn points<'a>(
    grid: &[TextLine<'a>],
    reach: Decimal,
    draft: &mut Draft<'a>,
) -> Result<(), ParseError> {
    if let Some(line) = grid.get(MAX_POINTS) {
        return Err(line.rest(0).error(format!("at most {MAX_POINTS} points")));
    }
    let mut at = Vec::with_capacity(grid.len());
    let mut read = Vec::with_capacity(grid.len());
    for line in grid {
        let tokens = line.tokens();
        let coordinate = |t: Token<'_>| match t.text.parse::<Decimal>() {
            Ok(x) => Ok(x),
            Err(DecimalError::TooFine) => Err(t.error(too_fine("a coordinate"))),
            Err(_) => Err(t.error(format!("a coordinate up to {MAX_COORDINATE}"))),
        };
        match tokens[..] {
            [x, y, token] => {
                at.push((coordinate(x)?, coordinate(y)?));
                read.push(x.into());
                let clue = match token.text {
                    "." => Some(Clue::Empty),
                    text => Clue::number(text),
                };
                let clue = clue.ok_or_else(|| token.error("a number or \".\""))?;
                draft.clues.push((clue, token.into()));
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
