//! Unequal: cells separated by commas, each with the directions in which it is greater; in the Adjacent mode those with
//! a bar, which both cells state.

use super::super::scan::Part;
use super::super::{Reading, Sheet, import::Import};
use super::digits;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Clue, MAX_SIDE, ParseError, Place, name};
use std::collections::HashSet;

/// The directions in the order in which they are written: letter, rows down, columns right.
const DIRECTIONS: [(char, i64, i64); 4] = [('U', -1, 0), ('R', 0, 1), ('D', 1, 0), ('L', 0, -1)];

/// Whether parameters are of this kind: an order, perhaps `a`, perhaps a difficulty.
pub(super) fn is_params(params: &str) -> bool {
    let (order, rest) = digits(params);
    let rest = rest.strip_prefix('a').unwrap_or(rest);
    let level = rest
        .strip_prefix('d')
        .map_or(rest.is_empty(), |level| level.len() == 1 && "tekxr".contains(level));
    !order.is_empty() && level
}

pub(super) fn read(
    params: Part<'_>,
    desc: Part<'_>,
    reading: &Reading,
) -> Result<Entry, ParseError> {
    let (order, rest) = params.take_while(|c| c.is_ascii_digit());
    let adjacent = rest.text().starts_with('a');
    let most = MAX_SIDE as u32;
    let n = order.number(most, &format!("an order of at most {most}"))? as usize;
    let mut import = Import::new(("tatham", "unequal"), (n, n), params.token(), reading)?;
    // In the Adjacent mode: the bars of each cell, with their positions.
    let mut bars: Vec<([Place; 2], Part<'_>)> = Vec::new();
    let (mut cell, mut rest) = (0usize, desc);
    loop {
        let here = rest.first();
        if let Some(c @ 'a'..='z') = here.text().chars().next() {
            // Older ids leave out empty cells.
            cell += c as usize - 'a' as usize + 1;
            rest = rest.skip(1);
            if rest.text().starts_with(',') {
                rest = rest.skip(1);
            }
            if cell > n * n {
                return Err(here.error(format!("a run within the {} cells", n * n)));
            }
        }
        if rest.is_empty() {
            break;
        }
        if cell == n * n {
            return Err(rest.first().error(format!("the end: all {} cells are there", n * n)));
        }
        let (number, behind) = rest.take_while(|c| c.is_ascii_digit());
        if number.is_empty() {
            return Err(rest.first().error("the number of a cell, 0 for none"));
        }
        if number.number(u32::MAX, "a number of a cell")? > 0 {
            let clue = Clue::number(number.text()).expect("digits");
            import.put(cell, clue, number.token());
        }
        let (flags, behind) = behind.take_while(|c| c.is_ascii_uppercase());
        if let Some((at, _)) = flags.text().char_indices().nth(DIRECTIONS.len()) {
            let expected = format!("at most {} directions of a cell", DIRECTIONS.len());
            return Err(flags.skip(at).first().error(expected));
        }
        let place = ((cell / n) as u32, (cell % n) as u32);
        for (i, c) in flags.text().char_indices() {
            let at = flags.sub(i..i + 1);
            let other = toward(place, c, n).map_err(|expected| at.error(expected))?;
            match adjacent {
                true => bars.push(([place, other], at)),
                false => import.less([other, place], at.token()),
            }
        }
        rest = match behind.text().chars().next() {
            Some(',') => behind.skip(1),
            None => behind,
            Some(_) => return Err(behind.first().error("U, R, D, L or a comma")),
        };
        cell += 1;
    }
    if cell < n * n {
        return Err(rest.error(format!("{} cells, not {cell}", n * n)));
    }
    if adjacent {
        import.word("dots", "all");
        let both: HashSet<[Place; 2]> = bars.iter().map(|(pair, _)| *pair).collect();
        for ([a, b], at) in bars {
            if !both.contains(&[b, a]) {
                let (a, b) = (name(a), name(b));
                return Err(at.error(format!("a bar that both cells have; {b} has none to {a}")));
            }
            if a < b {
                import.differ([a, b], 1, at.token());
            }
        }
    }
    import.entry()
}

/// The neighbour in a direction, or the expected text in place of the letter.
fn toward((row, col): Place, letter: char, n: usize) -> Result<Place, &'static str> {
    let found = DIRECTIONS.iter().find(|(known, ..)| *known == letter);
    let &(_, down, right) = found.ok_or("U, R, D or L")?;
    let (row, col) = (i64::from(row) + down, i64::from(col) + right);
    let inside = 0..n as i64;
    if !inside.contains(&row) || !inside.contains(&col) {
        return Err("a direction that stays on the grid");
    }
    Ok((row as u32, col as u32))
}

pub(super) fn write(sheet: Sheet<'_>) -> Result<String, String> {
    let (n, _) = sheet.size()?;
    let given = sheet.given_numbers();
    let adjacent = sheet.is_adjacent();
    // Pairs of places, the second of which has a flag towards the first.
    let flags: HashSet<[Place; 2]> = match adjacent {
        true => sheet.differ().into_iter().flat_map(|([a, b], _)| [[a, b], [b, a]]).collect(),
        false => sheet.less().into_iter().map(|(pair, _)| pair).collect(),
    };
    let mut out = format!("{n}{}:", if adjacent { "a" } else { "" });
    for (i, given) in given.iter().enumerate() {
        let place = (i as u32 / n, i as u32 % n);
        out += &given.unwrap_or(0).to_string();
        for (letter, ..) in DIRECTIONS {
            let other = toward(place, letter, n as usize);
            if other.is_ok_and(|other| flags.contains(&[other, place])) {
                out.push(letter);
            }
        }
        out.push(',');
    }
    Ok(out)
}
