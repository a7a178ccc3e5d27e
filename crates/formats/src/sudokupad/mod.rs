//! Addresses of SudokuPad, which hold a puzzle in the JSON of f-puzzles.
//!
//! That JSON describes squares whose rows and columns hold every digit once; regions are left out by `null`. It has no
//! sign of inequality, so signs are texts between cells, and the rules explain them; differences are its white dots.
//! Source: SudokuPad/sudokutools, `src/fpuzzlesdecoder.js`.

mod lz;
mod read;

use super::detect::{address, leads_to};
use super::{Format, Sheet, Written};
use clew_puzzle::puzzle::format::Cut;
use clew_puzzle::puzzle::scene::{BoxScene, Scene};
use serde_json::{Map, Value, json};

/// Addresses.
pub const FORMAT: Format = Format {
    name: "sudokupad",
    summary: "an address of SudokuPad, for squares of up to nine rows",
    cut: Cut::Lines,
    is: |opening| data(opening.line).is_some(),
    read: Some(read::read),
    write: Some(write),
    solutions: true,
    needs_solution: false,
    special_grids: false,
    ending: "txt",
    joined_labels: false,
};

/// Where addresses lead; the puzzle follows.
const SITE: &str = "https://sudokupad.app/fpuzzles";

/// The sentence of the rules that every difference of one has its dot.
const ALL_DOTS: &str = "Neighbours without a dot do not differ by one.";

/// The data of an address: of this site, or of f-puzzles.
fn data(line: &str) -> Option<&str> {
    let (rest, _) = address(line)?;
    let found = match leads_to(rest, &["sudokupad.app"]) {
        true => rest.split_once("/fpuzzles")?.1,
        false => leads_to(rest, &["f-puzzles.com"]).then(|| rest.split_once("load="))??.1,
    };
    (!found.is_empty()).then(|| found.trim_end_matches('='))
}

/// The largest square: a cell takes one digit.
const MOST: u32 = 9;

/// The size of a sign, relative to that of a text.
const SIGN: f64 = 0.7;

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let puzzle = &sheet.entry.puzzle;
    let Scene::Boxes(square) = puzzle.scene(sheet.answer) else {
        return Err("it knows squares of digits only, each once in every row and column".into());
    };
    if square.n > MOST {
        return Err(format!("a cell takes one digit there, and this square has {} rows", square.n));
    }
    let mut lost = sheet.lost_far_signs();
    // The rules state it as a sentence.
    let all = sheet.all_dots();
    lost.retain(|lost| !all || !lost.what.starts_with("the rule dots"));
    let mut rules = puzzle.instructions();
    if all {
        rules += &format!(" {ALL_DOTS}");
    }
    let mut object = Map::new();
    object.insert("size".into(), json!(square.n));
    if !sheet.entry.is_made() {
        for (key, text) in [("title", &sheet.entry.title), ("author", &sheet.entry.source)] {
            if !text.is_empty() {
                object.insert(key.into(), json!(text));
            }
        }
    }
    object.insert("ruleset".into(), json!(rules.replace("circle", "dot")));
    object.insert("grid".into(), cells(&square));
    let signs = signs(sheet);
    if !signs.is_empty() {
        object.insert("text".into(), signs.into());
    }
    let dots = dots(sheet);
    if !dots.is_empty() {
        object.insert("difference".into(), dots.into());
    }
    if let Some(found) = &square.found {
        object.insert("solution".into(), json!(found));
    }
    let data = lz::compressed(&Value::Object(object).to_string());
    Ok(Written { text: format!("{SITE}{}\n", in_address(&data)), lost })
}

/// Cells of no region, row by row.
fn cells(square: &BoxScene<'_>) -> Value {
    let cell = |given: &Option<u32>| match given {
        Some(value) => json!({"value": value, "given": true, "region": null}),
        None => json!({"region": null}),
    };
    let rows = square.given.chunks(square.n as usize);
    rows.map(|row| row.iter().map(cell).collect::<Vec<Value>>()).collect()
}

fn name((r, c): (u32, u32)) -> String {
    format!("R{}C{}", r + 1, c + 1)
}

/// Signs between cells side by side, as texts that are turned for cells of a column.
fn signs(sheet: Sheet<'_>) -> Vec<Value> {
    let near = sheet.less().into_iter().filter(|&(_, near)| near);
    near.map(|([a, b], _)| {
        let sign = if a < b { "<" } else { ">" };
        let angle = if a.0 == b.0 { 0 } else { 90 };
        let cells = [a.min(b), a.max(b)].map(name);
        json!({"cells": cells, "value": sign, "size": SIGN, "fontC": "#000000", "angle": angle})
    })
    .collect()
}

/// Differences between cells side by side without a sign; those of one have no number.
fn dots(sheet: Sheet<'_>) -> Vec<Value> {
    let is_near = |a: (u32, u32), b: (u32, u32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let near = sheet.differ().into_iter().filter(|&([a, b], _)| is_near(a, b));
    near.map(|(pair, by)| match by {
        1 => json!({"cells": pair.map(name)}),
        _ => json!({"cells": pair.map(name), "value": by.to_string()}),
    })
    .collect()
}

/// Base 64 within an address: the signs that mean something there are escaped.
fn in_address(data: &str) -> String {
    data.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}
