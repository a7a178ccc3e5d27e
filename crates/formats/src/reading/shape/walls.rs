//! Drawn boards with walls: between corners a line is a wall, and a gap is none; of light and heavy lines the heavy
//! ones are walls.

use super::super::bytes::{Line, plain};
use super::super::word::Word;
use super::{Layout, Rows, check};
use clew_puzzle::puzzle::format::{ParseError, Place, Token};
use std::ops::Range;

/// The line between two places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stroke {
    None,
    Light,
    Heavy,
}

/// The board of some lines, of which every other one is drawn between rows; `None` if they are no such drawing.
///
/// # Errors
/// For a line that is cut, and for too large a board.
pub(super) fn read<'t>(lines: &[&Line<'t>]) -> Result<Option<Layout<'t>>, ParseError> {
    let Some(left) =
        lines.iter().filter_map(|line| line.text.chars().position(|c| !c.is_whitespace())).min()
    else {
        return Ok(None);
    };
    let grid: Vec<Vec<char>> =
        lines.iter().map(|line| line.text.trim_end().chars().skip(left).collect()).collect();
    let Some(top) =
        grid.first().filter(|top| top.iter().all(|c| is_drawn(*c) && !c.is_whitespace()))
    else {
        return Ok(None);
    };
    // Corners stand where lines of columns begin: below them are corners in all rulings.
    let ruling =
        |row: &Vec<char>| row.iter().all(|c| is_drawn(*c) && plain(*c) != '|' || c.is_whitespace());
    let corner = |at: usize| {
        is_corner(top[at])
            && grid
                .iter()
                .filter(|row| ruling(row))
                .all(|row| row.get(at).is_none_or(|c| is_corner(*c)))
    };
    let corners: Vec<usize> = (0..top.len()).filter(|&at| corner(at)).collect();
    let pitch = corners.get(1).copied().unwrap_or(0);
    let even = pitch > 1 && corners.windows(2).all(|pair| pair[1] - pair[0] == pitch);
    if corners.len() < 3
        || !even
        || corners.last() != Some(&(top.len() - 1))
        || grid.len().is_multiple_of(2)
    {
        return Ok(None);
    }
    if !grid.iter().step_by(2).all(ruling) || grid.iter().skip(1).step_by(2).any(ruling) {
        return Ok(None);
    }
    let cols = corners.len() - 1;
    let mut rows = Rows::new();
    let mut strokes: Vec<([Place; 2], Stroke, Token<'t>)> = Vec::new();
    let mut places = 0;
    for (r, pair) in (1..grid.len()).step_by(2).map(|at| (at / 2, at)) {
        let (row, line) = (&grid[pair], lines[pair]);
        let (below, under) = (&grid[pair + 1], lines[pair + 1]);
        let (bytes, bytes_under) = (offsets(line), offsets(under));
        let mut words = Vec::new();
        for (c, ends) in corners.windows(2).enumerate() {
            let here = (r as u32, c as u32);
            words.push(part(line, &bytes, left, ends[0] + 1..ends[1]));
            if c + 1 < cols {
                let sign = row.get(ends[1]).copied().unwrap_or(' ');
                let at = part(line, &bytes, left, ends[1]..ends[1] + 1).at;
                let Some(stroke) = stroke([sign].into_iter()) else {
                    return Err(at.error("a line between cells, or a gap where no wall is"));
                };
                strokes.push(([here, (here.0, here.1 + 1)], stroke, at));
            }
            if pair + 2 < grid.len() {
                let at = part(under, &bytes_under, left, ends[0] + 1..ends[1]).at;
                let drawn = (ends[0] + 1..ends[1]).map(|at| below.get(at).copied().unwrap_or(' '));
                let Some(stroke) = stroke(drawn) else {
                    return Err(
                        at.error("a whole line between two corners, or a gap where no wall is")
                    );
                };
                strokes.push(([here, (here.0 + 1, here.1)], stroke, at));
            }
        }
        places += words.len();
        rows.push(words);
        check(&rows, places)?;
    }
    // Lines of one weight across and of one weight down are a table.
    let alike = |down: bool| {
        let mut these = strokes
            .iter()
            .filter(|(pair, ..)| (pair[0].0 != pair[1].0) == down)
            .map(|(_, drawn, _)| *drawn);
        let first = these.next();
        first.is_none_or(|first| first != Stroke::None && these.all(|drawn| drawn == first))
    };
    if alike(true) && alike(false) {
        return Ok(None);
    }
    let some = |stroke| strokes.iter().any(|(_, drawn, _)| *drawn == stroke);
    let wall = match (some(Stroke::None), some(Stroke::Light), some(Stroke::Heavy)) {
        (true, true, true) => {
            return Err(lines[0].token().error("lines of one weight where gaps are no walls"));
        }
        (true, light, _) => {
            if light {
                Stroke::Light
            } else {
                Stroke::Heavy
            }
        }
        _ => Stroke::Heavy,
    };
    let walls = strokes
        .into_iter()
        .filter(|(_, drawn, _)| *drawn == wall)
        .map(|(pair, _, at)| (pair, at))
        .collect();
    Ok(Some(Layout { walls, ..Layout::new("a drawn board, lines are walls", rows) }))
}

/// The stroke of a stretch of a line; `None` if it has several.
fn stroke(mut drawn: impl Iterator<Item = char>) -> Option<Stroke> {
    let of = |c: char| match c {
        ' ' | '\u{a0}' | '.' | '·' | '┄' | '┆' | '╌' | '╎' | '┈' | '┊' => Stroke::None,
        '━' | '┃' | '═' | '║' | '█' | '=' | '#' | '╋' => Stroke::Heavy,
        _ => Stroke::Light,
    };
    let first = of(drawn.next()?);
    drawn.all(|c| of(c) == first).then_some(first)
}

/// Where the characters of a line begin, in bytes.
fn offsets(line: &Line<'_>) -> Vec<usize> {
    line.text.char_indices().map(|(at, _)| at).collect()
}

/// The word between two columns.
fn part<'t>(line: &Line<'t>, bytes: &[usize], left: usize, columns: Range<usize>) -> Word<'t> {
    let byte = |column: usize| bytes.get(left + column).copied().unwrap_or(line.text.len());
    let column = line.column + left + columns.start;
    let (from, to) = (byte(columns.start), byte(columns.end));
    Word::new(Token { text: &line.text[from..to], line: line.number, column })
}

pub(in super::super) fn is_box(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

pub(super) fn is_drawn(c: char) -> bool {
    is_box(c) || "+-=_| ".contains(c)
}

/// Whether a character may be a corner: lines in two directions, or an end of them.
fn is_corner(c: char) -> bool {
    c == '+' || is_box(c) && !"─━│┃═║┄┅┆┇┈┉┊┋╌╍╎╏".contains(c)
}
