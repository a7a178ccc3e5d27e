//! `numlin` and `arukone`: numbers as labels that are to be joined.

use super::super::import::{edges_on, letter};
use super::super::reading::addresses::is_stop;
use super::super::scan::Part;
use super::super::{Sheet, import::Import};
use super::v3::{Lines, row};
use super::{Body, number16};
use clew_puzzle::puzzle::Filled;
use clew_puzzle::puzzle::format::{Clue, ParseError};
use std::collections::HashMap;

/// Labels are numbers.
pub(super) const NUMBERS: Body = Body {
    read: |part, import| read(part, import, false),
    write,
    read_v3,
    write_v3,
    holes: false,
    givens: true,
};

/// Labels are letters.
pub(super) const LETTERS: Body = Body { read: |part, import| read(part, import, true), ..NUMBERS };

/// The most labels that have a letter.
const MOST_LETTERS: u32 = 52;

/// How the puzzle's site shows a label: letters where paths must fill the board.
fn label(number: u32, letters: bool) -> String {
    match number {
        1..=MOST_LETTERS if letters => letter(number as usize - 1),
        _ => number.to_string(),
    }
}

fn read<'a>(part: Part<'a>, import: &mut Import<'a>, letters: bool) -> Result<(), ParseError> {
    let (found, rest) = number16::read(part, import.draft.clues.len())?;
    if !is_stop(rest.text()) {
        return Err(rest.error("the end of the address: all cells are there"));
    }
    for (cell, number, at) in found {
        let label = if number == number16::ANY { "?".into() } else { label(number, letters) };
        import.put(cell, Clue::Label(label), at.token());
    }
    Ok(())
}

/// The number of each label, from 1 in the order in which they appear; for ends of any label that of [`number16`].
fn numbers(sheet: Sheet<'_>) -> Vec<Option<u32>> {
    let given = sheet.given();
    let mut names: HashMap<String, u32> = HashMap::new();
    let mut number = |label: String| {
        let next = names.len() as u32 + 1;
        match &*label {
            "?" => number16::ANY,
            _ => *names.entry(label).or_insert(next),
        }
    };
    given.into_iter().map(|label| label.map(&mut number)).collect()
}

fn write(sheet: Sheet<'_>) -> Result<String, String> {
    let (rows, cols) = sheet.size()?;
    let numbers = numbers(sheet);
    let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    number16::write(places.map(|(r, c)| numbers[sheet.cell(r, c)? as usize]))
}

fn read_v3<'a>(lines: &mut Lines<'a>, import: &mut Import<'a>) -> Result<(), ParseError> {
    let (rows, cols) = import.draft.size;
    for r in 0..rows {
        for (c, token) in lines.row(cols, "cells")?.into_iter().enumerate() {
            let text = token.text();
            let number = text.bytes().all(|b| b.is_ascii_digit());
            let letter = text.len() == 1 && text.bytes().all(|b| b.is_ascii_alphabetic());
            match text {
                "." => {}
                "-" => import.put(r * cols + c, Clue::Label("?".into()), token.token()),
                _ if number || letter => {
                    import.put(r * cols + c, Clue::Label(text.to_string()), token.token());
                }
                _ => return Err(token.error("\".\", a number or a letter")),
            }
        }
    }
    let mut steps = Vec::new();
    if lines.is_over() {
        return Ok(());
    }
    for (down, right) in [(0u32, 1u32), (1, 0)] {
        for r in 0..rows as u32 - down {
            let row = lines.row(cols - right as usize, "lines between cells")?;
            for (c, token) in (0u32..).zip(row) {
                match token.text() {
                    "1" => steps.push([(r, c), (r + down, c + right)]),
                    "0" | "-1" => {}
                    _ => return Err(token.error("1, 0 or -1")),
                }
            }
        }
    }
    import.filled = (!steps.is_empty()).then_some(Filled::Steps(steps));
    Ok(())
}

fn write_v3(sheet: Sheet<'_>) -> Result<String, String> {
    let (rows, cols) = sheet.size()?;
    let letters = sheet.dialect("pzpr")?.name != "numlin";
    let numbers = numbers(sheet);
    let mut out = String::new();
    for r in 0..rows {
        let token = |c| {
            let number = sheet.cell(r, c).and_then(|cell| numbers[cell as usize]);
            match number {
                None => ".".to_string(),
                Some(number16::ANY) => "-".to_string(),
                Some(n) => label(n, letters),
            }
        };
        out += &row((0..cols).map(token));
    }
    let board = sheet.entry.puzzle.board().ok_or("it has no board")?;
    let edges = sheet.answer.map(|answer| edges_on(board, answer)).unwrap_or_default();
    let on = |a, b| u8::from(sheet.steps(&edges, a, b)).to_string();
    for r in 0..rows {
        out += &row((1..cols).map(|c| on((r, c - 1), (r, c))));
    }
    for r in 1..rows {
        out += &row((0..cols).map(|c| on((r - 1, c), (r, c))));
    }
    Ok(out)
}
