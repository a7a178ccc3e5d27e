//! `minarism`: signs and differences between neighbouring cells of a square, and no givens.

use super::super::scan::Part;
use super::super::{Sheet, import::Import};
use super::Body;
use super::v3::{Lines, row};
use clew_puzzle::puzzle::Filled;
use clew_puzzle::puzzle::format::{ParseError, Place, name};

pub(super) const BODY: Body = Body { read, write, read_v3, write_v3, holes: true, givens: false };

/// The longest run of borders without a sign, `z`.
const MOST_EMPTY: usize = 18;

/// The pairs of neighbouring places in the order of the format: first those side by side, row by row, then those one
/// below the other, row by row.
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
                let mut digits = here;
                if c == '-' {
                    let is_digit = |c: &char| c.is_ascii_hexdigit();
                    digits = rest.sub(0..rest.text().chars().take_while(is_digit).take(2).count());
                    rest = rest.skip(digits.text().len());
                }
                let number = u32::from_str_radix(digits.text(), 16).ok();
                let number = number.ok_or_else(|| here.error(TWO_DIGITS))?;
                import.differ(pair, number, digits.token());
            }
            '.' => return Err(here.error(empty(pair))),
            _ => {
                let expected = "g, h, a difference, or a run of borders without a sign (i to z)";
                return Err(here.error(expected));
            }
        }
    }
    Ok(())
}

/// The expected text after a hyphen.
const TWO_DIGITS: &str = "a difference, of two digits of base 16 behind \"-\"";

/// The expected text in place of a circle without a number.
fn empty(pair: [Place; 2]) -> String {
    let between = between(pair);
    format!(
        "a sign or a number; the circle {between} is empty, and what it stands for is not known"
    )
}

/// The sign on a border.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Nothing,
    /// The first place is smaller.
    Less,
    /// It is larger.
    More,
    /// They differ by this amount.
    Differ(u32),
}

/// The sign on each border.
fn signs(sheet: Sheet<'_>) -> Result<Vec<Sign>, String> {
    let (rows, cols) = sheet.size()?;
    let less: std::collections::HashSet<[Place; 2]> =
        sheet.less().into_iter().map(|(pair, _)| pair).collect();
    let differ: std::collections::HashMap<[Place; 2], u32> = sheet.differ().into_iter().collect();
    let sign = |[a, b]: [Place; 2]| match differ.get(&[a, b]) {
        _ if less.contains(&[a, b]) => Sign::Less,
        _ if less.contains(&[b, a]) => Sign::More,
        Some(&by) => Sign::Differ(by),
        None => Sign::Nothing,
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
        if sign == Sign::Nothing {
            empty += 1;
            continue;
        }
        flush(&mut out, &mut empty);
        out += &match sign {
            Sign::Nothing => String::new(),
            Sign::Less => "g".into(),
            Sign::More => "h".into(),
            Sign::Differ(by @ 0..16) => format!("{by:x}"),
            Sign::Differ(by) => format!("-{by:02x}"),
        };
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
                    "0" => {}
                    "." => return Err(token.error(empty(pair))),
                    "a" => import.less(pair, token.token()),
                    "b" => import.less([pair[1], pair[0]], token.token()),
                    _ => {
                        let expected = format!("0, a, b or a difference {}", between(pair));
                        import.differ(pair, token.number(u32::MAX, &expected)?, token.token());
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
    let token = |sign: &Sign| match sign {
        Sign::Less => "a".to_string(),
        Sign::More => "b".to_string(),
        Sign::Differ(by) => by.to_string(),
        Sign::Nothing => "0".to_string(),
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
