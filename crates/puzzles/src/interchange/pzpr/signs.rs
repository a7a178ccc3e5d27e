//! `minarism`: signs between neighbouring cells of a square, and no givens.

use super::super::scan::Part;
use super::super::{Sheet, import::Import};
use super::Body;
use super::v3::{Lines, row};
use crate::puzzle::Filled;
use crate::puzzle::format::{ParseError, Place, name};

pub(super) const BODY: Body = Body { read, write, read_v3, write_v3, holes: true, givens: false };

/// The longest run of borders without a sign, `z`.
const MOST_EMPTY: usize = 18;

/// The pairs of neighbouring places in the order of the format: those side by side row by row, then
/// those one below the other row by row.
fn borders(rows: u32, cols: u32) -> impl Iterator<Item = [Place; 2]> {
    let beside = (0..rows).flat_map(move |r| (1..cols).map(move |c| [(r, c - 1), (r, c)]));
    let below = (1..rows).flat_map(move |r| (0..cols).map(move |c| [(r - 1, c), (r, c)]));
    beside.chain(below)
}

fn between([a, b]: [Place; 2]) -> String {
    format!("between {} and {}", name(a), name(b))
}

fn read<'a>(part: Part<'a>, import: &mut Import<'a>) -> Result<(), ParseError> {
    let (rows, cols) = import.draft.size;
    let mut borders = borders(rows as u32, cols as u32);
    let mut rest = part;
    while !rest.is_empty() {
        let here = rest.first();
        let c = here.text().chars().next().unwrap_or_default();
        rest = rest.skip(here.text().len());
        if let 'i'..='z' = c {
            // A run may reach beyond the last border.
            borders.nth(c as usize - 'i' as usize);
            continue;
        }
        let Some(pair) = borders.next() else {
            return Err(here.error("the end of the address: all borders are there"));
        };
        match c {
            'g' => import.less(pair, here.token()),
            'h' => import.less([pair[1], pair[0]], here.token()),
            '0'..='9' | 'a'..='f' | '-' => {
                let where_ = between(pair);
                return Err(
                    here.error(format!("g or h; a difference ({where_}) is no sign of order"))
                );
            }
            '.' => {
                return Err(here.error(format!("g or h; the circle {} is empty", between(pair))));
            }
            _ => return Err(here.error("g, h, or a run of borders without a sign (i to z)")),
        }
    }
    Ok(())
}

/// Per border -1 if the first place is smaller, 1 if it is larger, 0 without a sign.
fn signs(sheet: Sheet<'_>) -> Result<Vec<i8>, String> {
    let (rows, cols) = sheet.size()?;
    let less: std::collections::HashSet<[Place; 2]> =
        sheet.less().into_iter().map(|(pair, _)| pair).collect();
    let sign = |[a, b]: [Place; 2]| match () {
        () if less.contains(&[a, b]) => -1,
        () if less.contains(&[b, a]) => 1,
        () => 0,
    };
    Ok(borders(rows, cols).map(sign).collect())
}

fn write(sheet: Sheet<'_>) -> Result<String, String> {
    let mut out = String::new();
    let mut empty = 0;
    let flush = |out: &mut String, empty: &mut usize| {
        while *empty > 0 {
            let run = (*empty).min(MOST_EMPTY);
            out.push(char::from(b'h' + run as u8));
            *empty -= run;
        }
    };
    for sign in signs(sheet)? {
        if sign == 0 {
            empty += 1;
            continue;
        }
        flush(&mut out, &mut empty);
        out.push(if sign < 0 { 'g' } else { 'h' });
    }
    flush(&mut out, &mut empty);
    Ok(out)
}

fn read_v3<'a>(lines: &mut Lines<'a>, import: &mut Import<'a>) -> Result<(), ParseError> {
    let (rows, cols) = import.draft.size;
    for (down, right) in [(0u32, 1u32), (1, 0)] {
        for r in 0..rows as u32 - down {
            let row = lines.row(cols - right as usize, "signs")?;
            for (c, token) in (0u32..).zip(row) {
                let pair = [(r, c), (r + down, c + right)];
                match token.text() {
                    "0" | "." => {}
                    "a" => import.less(pair, token.token()),
                    "b" => import.less([pair[1], pair[0]], token.token()),
                    _ => {
                        let where_ = between(pair);
                        return Err(token.error(format!(
                            "0, a or b; another sign ({where_}) is none of order"
                        )));
                    }
                }
            }
        }
    }
    import.filled = lines.answers(rows, cols)?.map(Filled::Numbers);
    Ok(())
}

fn write_v3(sheet: Sheet<'_>) -> Result<String, String> {
    let (rows, cols) = sheet.size()?;
    let signs = signs(sheet)?;
    let token = |sign: &i8| match sign {
        -1 => "a".to_string(),
        1 => "b".to_string(),
        _ => "0".to_string(),
    };
    let (beside, below) = signs.split_at((rows * (cols - 1)) as usize);
    let mut out = String::new();
    // A square of one cell has a row without borders.
    for r in 0..rows {
        let wide = (cols - 1) as usize;
        out += &row(beside[r as usize * wide..][..wide].iter().map(token));
    }
    for line in below.chunks(cols as usize) {
        out += &row(line.iter().map(token));
    }
    let found = sheet.found_numbers();
    for r in 0..rows {
        let number = |c| {
            let cell = sheet.cell(r, c)? as usize;
            found.as_ref()?[cell]
        };
        out += &row((0..cols).map(|c| number(c).map_or(".".to_string(), |v| v.to_string())));
    }
    Ok(out)
}
