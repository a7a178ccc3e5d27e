//! `meander`: a line of consecutive numbers through each region; with one region, a line on a rook's
//! board with holes.

use super::super::scan::Part;
use super::super::{Sheet, import::Import};
use super::v3::{Lines, row};
use super::{Body, bits, number16};
use clew_puzzle::puzzle::Filled;
use clew_puzzle::puzzle::format::{Clue, ParseError, Place, name};

pub(super) const BODY: Body = Body { read, write, read_v3, write_v3, holes: true, givens: true };

/// A border that is drawn, with where it was read.
type Drawn<'a> = ([Place; 2], Part<'a>);

fn read<'a>(part: Part<'a>, import: &mut Import<'a>) -> Result<(), ParseError> {
    let (rows, cols) = import.draft.size;
    let mut drawn: Vec<Drawn<'a>> = Vec::new();
    let (beside, rest) = bits::read(part, (cols - 1) * rows)?;
    for (i, (on, at)) in beside.into_iter().enumerate().filter(|(_, (on, _))| *on) {
        let (r, c) = ((i / (cols - 1)) as u32, (i % (cols - 1)) as u32);
        debug_assert!(on);
        drawn.push(([(r, c), (r, c + 1)], at));
    }
    let (below, rest) = bits::read(rest, cols * (rows - 1))?;
    for (i, (_, at)) in below.into_iter().enumerate().filter(|(_, (on, _))| *on) {
        let (r, c) = ((i / cols) as u32, (i % cols) as u32);
        drawn.push(([(r, c), (r + 1, c)], at));
    }
    let (found, rest) = number16::read(rest, rows * cols)?;
    for (cell, number, at) in found {
        if number == number16::ANY {
            return Err(at.error("a number; what \"?\" stands for is not known"));
        }
        import.put(cell, Clue::Number(number), at.token());
    }
    if !rest.is_empty() {
        let (holes, rest) = bits::read(rest, rows * cols)?;
        if !rest.is_empty() {
            return Err(rest.error("the end of the address: all cells are there"));
        }
        for (i, (_, at)) in holes.into_iter().enumerate().filter(|(_, (on, _))| *on) {
            if let (Clue::Number(v), given) = &import.draft.clues[i] {
                let (v, _) = (*v, given);
                return Err(at.error(format!("no hole where {v} is given")));
            }
            import.put(i, Clue::Hole, at.token());
        }
    }
    one_region(import, &drawn)
}

/// A border between two cells separates regions, each of which would have its own line.
fn one_region(import: &Import<'_>, drawn: &[Drawn<'_>]) -> Result<(), ParseError> {
    let cols = import.draft.size.1;
    let is_cell =
        |(r, c): Place| import.draft.clues[r as usize * cols + c as usize].0 != Clue::Hole;
    match drawn.iter().find(|([a, b], _)| is_cell(*a) && is_cell(*b)) {
        None => Ok(()),
        Some(([a, b], at)) => Err(at.error(format!(
            "one region; a border between {} and {} makes several",
            name(*a),
            name(*b)
        ))),
    }
}

fn write(sheet: Sheet<'_>) -> Result<String, String> {
    let (rows, cols) = sheet.size()?;
    let borders = |n: u32| bits::write(&vec![false; n as usize]);
    let given = sheet.given_numbers();
    let places: Vec<Place> = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).collect();
    let number = |&(r, c): &Place| given[sheet.cell(r, c)? as usize];
    let numbers = number16::write(places.iter().map(number))?;
    let holes: Vec<bool> = places.iter().map(|&(r, c)| sheet.cell(r, c).is_none()).collect();
    let holes = if holes.contains(&true) { bits::write(&holes) } else { String::new() };
    Ok(borders((cols - 1) * rows) + &borders(cols * (rows - 1)) + &numbers + &holes)
}

fn read_v3<'a>(lines: &mut Lines<'a>, import: &mut Import<'a>) -> Result<(), ParseError> {
    let (rows, cols) = import.draft.size;
    let mut drawn: Vec<Drawn<'a>> = Vec::new();
    for (down, right) in [(0u32, 1u32), (1, 0)] {
        for r in 0..rows as u32 - down {
            let row = lines.row(cols - right as usize, "borders")?;
            for (c, token) in (0u32..).zip(row) {
                match token.text() {
                    "0" => {}
                    "1" => drawn.push(([(r, c), (r + down, c + right)], token)),
                    _ => return Err(token.error("0 or 1 for a border")),
                }
            }
        }
    }
    for r in 0..rows {
        for (c, token) in lines.row(cols, "givens")?.into_iter().enumerate() {
            let clue = match token.text() {
                "." => Clue::Empty,
                "#" => Clue::Hole,
                text => {
                    Clue::number(text).ok_or_else(|| token.error("\".\", \"#\" or a number"))?
                }
            };
            import.put(r * cols + c, clue, token.token());
        }
    }
    one_region(import, &drawn)?;
    // Givens need no answer, so the file has no answers if everything is given.
    let open = import.draft.clues.iter().any(|(clue, _)| *clue == Clue::Empty);
    let answers = lines.answers(rows, cols)?;
    let answers = answers.or_else(|| (!open).then(|| vec![None; rows * cols]));
    import.filled = answers.map(|mut numbers| {
        for (number, (clue, _)) in numbers.iter_mut().zip(&import.draft.clues) {
            if let (None, Clue::Number(v)) = (&number, clue) {
                *number = Some(*v);
            }
        }
        Filled::Numbers(numbers)
    });
    Ok(())
}

fn write_v3(sheet: Sheet<'_>) -> Result<String, String> {
    let (rows, cols) = sheet.size()?;
    let mut out = String::new();
    for _ in 0..rows {
        out += &row((1..cols).map(|_| "0".to_string()));
    }
    for _ in 1..rows {
        out += &row((0..cols).map(|_| "0".to_string()));
    }
    let given = sheet.given_numbers();
    let found = sheet.found_numbers();
    let token = |v: Option<u32>| v.map_or(".".to_string(), |v| v.to_string());
    for r in 0..rows {
        let cell = |c| sheet.cell(r, c).map_or("#".to_string(), |i| token(given[i as usize]));
        out += &row((0..cols).map(cell));
    }
    for r in 0..rows {
        let answer = |c| {
            let i = sheet.cell(r, c)? as usize;
            found.as_ref()?[i].filter(|_| given[i].is_none())
        };
        out += &row((0..cols).map(|c| token(answer(c))));
    }
    Ok(out)
}
