//! Ascent: a line of numbers on a board of squares or hexagons.
//!
//! Hexagons are stored in a sheared grid: (x, y) touches (x, y±1), (x±1, y), (x+1, y-1) and (x-1, y+1).
//! Row y of it is row y here, and column x is x + ⌊y/2⌋ less a constant.

use super::super::scan::Part;
use super::super::{Reading, Sheet, import::Import};
use super::digits;
use clew_puzzle::puzzle::format::{Clue, MAX_SIDE, ParseError, size_fault};
use clew_puzzle::puzzle::{Entry, Neighbourhood};

/// The longest run in one letter.
const MOST: usize = 26;

/// The contents of parameters.
struct Params {
    width: usize,
    height: usize,
    mode: char,
}

/// Takes parameters apart, those that are well formed.
fn params(text: &str) -> Option<Params> {
    let (width, rest) = digits(text);
    let (height, rest) = match rest.strip_prefix('x') {
        Some(rest) => digits(rest),
        None => (width, rest),
    };
    let (mode, rest) = match rest.strip_prefix('m') {
        Some(rest) => (rest.chars().next().filter(|c| "ORHCE".contains(*c))?, &rest[1..]),
        None => ('R', rest),
    };
    let rest = rest.strip_prefix('E').unwrap_or(rest);
    let rest = match rest.strip_prefix('d') {
        Some(level) if level.starts_with(['e', 'n', 't', 'h']) => &level[1..],
        Some(_) => return None,
        None => rest,
    };
    let rest = rest.strip_prefix('S').unwrap_or(rest);
    let number = |t: &str| t.parse::<usize>().ok().filter(|n| (1..=MAX_SIDE).contains(n));
    rest.is_empty().then_some(())?;
    Some(Params { width: number(width)?, height: number(height)?, mode })
}

/// Whether parameters are of this kind.
pub(super) fn is_params(text: &str) -> bool {
    params(text).is_some()
}

/// Columns that a honeycomb's stored grid has in addition to those of the board.
fn shear(height: usize) -> usize {
    height.div_ceil(2) - 1
}

/// The content of a place of the stored grid.
#[derive(Clone, Copy, PartialEq)]
enum Stored {
    Nothing,
    Empty,
    Given(u32),
}

pub(super) fn read(text: Part<'_>, desc: Part<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let Params { width, height, mode } = params(text.text()).expect("parameters were told by it");
    if mode == 'E' {
        return Err(text.error("a mode other than E: there the numbers stand outside the grid"));
    }
    let stored_width = if mode == 'C' { width + shear(height) } else { width };
    if let Some(expected) = size_fault(height, stored_width) {
        return Err(text.error(expected));
    }
    let stored = cells(desc, stored_width * height)?;
    let place = |i: usize| ((i / stored_width) as i64, (i % stored_width) as i64);
    // The column of a hexagon before the constant is taken away.
    let sheared = |i: usize| place(i).1 + place(i).0 / 2;
    let is_hex = matches!(mode, 'H' | 'C');
    let exists = || (0..stored.len()).filter(|&i| stored[i].0 != Stored::Nothing);
    let (shift, cols) = match mode {
        'C' => (shear(height) as i64, width),
        'H' => {
            let least = exists().map(sheared).min().unwrap_or(0);
            let most = exists().map(sheared).max().unwrap_or(0);
            (least, (most - least + 1) as usize)
        }
        _ => (0, width),
    };
    let mut import = Import::new(("tatham", "ascent"), (height, cols), text.token(), reading)?;
    import.moves(match mode {
        'O' => Neighbourhood::Rook,
        'R' => Neighbourhood::King,
        _ => Neighbourhood::Hex,
    });
    for i in 0..height * cols {
        import.put(i, Clue::Hole, text.token());
    }
    for (i, &(what, at)) in stored.iter().enumerate() {
        let (row, x) = place(i);
        let col = if is_hex { sheared(i) - shift } else { x };
        let inside = (0..cols as i64).contains(&col);
        let clue = match what {
            Stored::Nothing => continue,
            Stored::Given(_) if !inside => {
                return Err(at.error("a number on the board; this cell lies outside it"));
            }
            _ if !inside => continue,
            Stored::Empty => Clue::Empty,
            Stored::Given(v) => Clue::Number(v),
        };
        import.put(row as usize * cols + col as usize, clue, at.token());
    }
    import.entry()
}

/// The stored cells, each with where it was read.
fn cells<'a>(desc: Part<'a>, count: usize) -> Result<Vec<(Stored, Part<'a>)>, ParseError> {
    let mut cells = Vec::with_capacity(count);
    let mut rest = desc;
    let mut after_number = false;
    while !rest.is_empty() {
        let here = rest.first();
        let c = here.text().chars().next().unwrap_or_default();
        let (token, what, times) = match c {
            '0'..='9' => {
                let token = rest.take_while(|c| c.is_ascii_digit()).0;
                let v = token.text().parse().unwrap_or(u32::MAX);
                (token, Stored::Given(v), 1)
            }
            'a'..='z' => (here, Stored::Empty, c as usize - 'a' as usize + 1),
            'A'..='Z' => (here, Stored::Nothing, c as usize - 'A' as usize + 1),
            '_' if after_number => {
                rest = rest.skip(1);
                after_number = false;
                continue;
            }
            _ => return Err(here.error("a number, a run (a to z, A to Z), or _ between numbers")),
        };
        if cells.len() + times > count {
            return Err(token.error(format!("the end: the grid has {count} places")));
        }
        cells.extend(std::iter::repeat_n((what, token), times));
        after_number = c.is_ascii_digit();
        rest = rest.skip(token.text().len());
    }
    if cells.len() < count {
        return Err(rest.error(format!("{count} places, not {}", cells.len())));
    }
    Ok(cells)
}

pub(super) fn write(sheet: Sheet<'_>) -> Result<String, String> {
    let (rows, cols) = sheet.size()?;
    let given = sheet.given_numbers();
    let hex = sheet.moves() == Some(Neighbourhood::Hex);
    let mode = match sheet.moves() {
        Some(Neighbourhood::Rook) => "mO",
        Some(Neighbourhood::Hex) => "mC",
        _ => "",
    };
    let last = given.len() as u32;
    let ends = [1, last].iter().all(|v| given.contains(&Some(*v)));
    let size = if rows == cols { rows.to_string() } else { format!("{cols}x{rows}") };
    let mut out = format!("{size}{mode}{}:", if ends { "" } else { "E" });
    let shift = if hex { shear(rows as usize) as u32 } else { 0 };
    let (mut run, mut after_number) = ((Stored::Empty, 0usize), false);
    for y in 0..rows {
        for x in 0..cols + shift {
            let col = if hex { (x + y / 2).checked_sub(shift) } else { Some(x) };
            let cell = col.filter(|&c| c < cols).and_then(|c| sheet.cell(y, c));
            let what = match cell.map(|cell| given[cell as usize]) {
                None => Stored::Nothing,
                Some(None) => Stored::Empty,
                Some(Some(v)) => Stored::Given(v),
            };
            if run.1 > 0 && (what != run.0 || run.1 == MOST) {
                push(&mut out, &mut run);
                after_number = false;
            }
            match what {
                Stored::Given(v) => {
                    if after_number {
                        out.push('_');
                    }
                    out += &v.to_string();
                    after_number = true;
                }
                _ => run = (what, run.1 + 1),
            }
        }
    }
    push(&mut out, &mut run);
    Ok(out)
}

/// Writes a run of places and begins a new one.
fn push(out: &mut String, run: &mut (Stored, usize)) {
    if run.1 > 0 {
        let first = if run.0 == Stored::Nothing { b'A' } else { b'a' };
        out.push(char::from(first + run.1 as u8 - 1));
    }
    run.1 = 0;
}
