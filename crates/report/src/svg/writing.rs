//! The text in cells: a number, those of two answers, or all possible contents of a cell.

use super::layout::Layout;
use super::sheet::{Look, Sheet, fit};
use super::{Options, TEXT};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::scene::{BoardScene, Writing};

/// The width that text in a cell may have.
pub(super) const TEXT_WIDTH: f64 = 31.0;
/// The maximum number of candidates that are listed; of more only their number is shown.
const LISTED: usize = 16;
/// The least size of names in a list; of smaller ones only their number is shown.
const LEAST: f64 = 5.0;

/// The texts of two answers, the first above on the left, the second below on the right.
pub(super) fn pair(sheet: &mut Sheet, (x, y): (f64, f64), texts: [&str; 2]) {
    const SIZE: f64 = 12.0;
    const OFF: f64 = 8.5;
    let palette = sheet.palette;
    sheet.text((x - OFF, y - OFF), SIZE, 21.0, texts[0], Look::new(palette.found));
    let second = Look { bold: true, colour: Some(palette.second) };
    sheet.text((x + OFF, y + OFF), SIZE, 21.0, texts[1], second);
}

/// The possible contents of a cell, small; if there are very many, only their number.
pub(super) fn candidates(sheet: &mut Sheet, (x, y): (f64, f64), all: &[String]) {
    const SIDE: f64 = 34.0;
    let quiet = Look::new(sheet.palette.quiet);
    if all.len() > LISTED {
        sheet.text((x, y), 13.0, TEXT_WIDTH, &format!("{}?", all.len()), quiet);
        return;
    }
    if all.iter().any(|text| text.chars().count() > 2) {
        return names(sheet, (x, y), all);
    }
    let across = across(all.len() as u32) as usize;
    let down = all.len().div_ceil(across);
    let step = SIDE / across as f64;
    // Texts side by side must not look like one number, and all texts of a cell have one size.
    let room = |text: &str| if text.chars().count() > 1 { step * 0.78 } else { step * 0.92 };
    let sizes = all.iter().map(|text| fit(text, (step * 0.95).min(12.0), room(text), false));
    let size = sizes.fold(f64::MAX, f64::min);
    for (i, text) in all.iter().enumerate() {
        let along = |i: usize, n: usize| (i as f64 - (n as f64 - 1.0) / 2.0) * step;
        let at = (x + along(i % across, across), y + along(i / across, down));
        sheet.text(at, size, step, text, Look::new(sheet.palette.ink));
    }
}

/// Several names below each other, as large as possible; if they would be too small, only their number.
fn names(sheet: &mut Sheet, (x, y): (f64, f64), all: &[String]) {
    const HIGH: f64 = 34.0;
    let step = HIGH / all.len() as f64;
    let sizes = all.iter().map(|text| fit(text, (step * 0.95).min(12.0), TEXT_WIDTH, false));
    let size = sizes.fold(f64::MAX, f64::min);
    if size < LEAST {
        let quiet = Look::new(sheet.palette.quiet);
        return sheet.text((x, y), 13.0, TEXT_WIDTH, &format!("{}?", all.len()), quiet);
    }
    for (i, text) in all.iter().enumerate() {
        let at = (x, y + (i as f64 - (all.len() as f64 - 1.0) / 2.0) * step);
        sheet.text(at, size, TEXT_WIDTH, text, Look::new(sheet.palette.ink));
    }
}

/// The number of texts side by side in a cell that has a place for each of `n`.
pub(super) fn across(n: u32) -> u32 {
    (1..).find(|k| k * k >= n).unwrap_or(1)
}

/// The possible contents of the two lines over a bridge: that along the row above on the left, that along the column
/// below on the right.
fn crossing(sheet: &mut Sheet, (x, y): (f64, f64), along: [&[String]; 2]) {
    const SIZE: f64 = 12.0;
    const OFF: f64 = 8.5;
    // From the middle of the cell to the place of a wall at its side, and a little beyond the middle.
    const INSIDE: f64 = 17.5;
    const BEYOND: f64 = 1.0;
    const TEXT_WIDTH: f64 = 2.0 * (INSIDE - OFF);
    for (all, off) in along.into_iter().zip([-OFF, OFF]).filter(|(all, _)| !all.is_empty()) {
        let look = Look::new(if all.len() > 1 { sheet.palette.ink } else { sheet.palette.found });
        let mut text = all.join(" ");
        if fit(&text, SIZE, TEXT_WIDTH, false) < LEAST {
            text = format!("{}?", all.len());
        }
        // The text covers a corner of the bridge, and nothing else: no wall and no side.
        let ground = format!(" fill=\"{}\"", sheet.palette.ground);
        let from = if off < 0.0 { -INSIDE } else { -BEYOND };
        sheet.rect((x + from, y + from), (INSIDE + BEYOND, INSIDE + BEYOND), &ground);
        sheet.text((x + off, y + off), SIZE, TEXT_WIDTH, &text, look);
    }
}

/// The text in the cells of a board, with that of a second answer if there is one.
pub(super) fn cells(
    scene: &BoardScene<'_>,
    second: Option<&BoardScene<'_>>,
    layout: &Layout<'_>,
    options: Options<'_>,
    sheet: &mut Sheet,
) {
    if !scene.discs.is_empty() && options.candidates.is_empty() {
        return;
    }
    let found = Look::new(sheet.palette.found);
    sheet.open_text(TEXT, Look::default());
    for c in 0..scene.cells.len() as Cell {
        let at = layout.cell(c);
        let of = |scene: &BoardScene<'_>| scene.cells[c as usize].clone();
        if let Some(other) = scene.board.crossing(c)
            && let (Some(one), Some(other)) = (options.candidates(c), options.candidates(other))
        {
            // Once for both cells of the place.
            if !scene.board.is_second(c) {
                crossing(sheet, at, [one, other]);
            }
            continue;
        }
        match (of(scene), options.candidates(c)) {
            (Some(Writing { given: true, .. }), _) if !scene.discs.is_empty() => {}
            (Some(Writing { text, given: true, .. }), _) => {
                sheet.text(at, TEXT, TEXT_WIDTH, &text, Look::BOLD);
            }
            (_, Some(all)) if all.len() > 1 => candidates(sheet, at, all),
            (None, Some([only])) => sheet.text(at, TEXT, TEXT_WIDTH, only, found),
            (first, _) if !scene.bare => match (first, second.map(of)) {
                (first, Some(second)) if !same(&first, &second) => {
                    let text = |w: Option<Writing>| w.map_or_else(|| "-".into(), |w| w.text);
                    let texts: [String; 2] = [text(first), text(second)];
                    pair(sheet, at, [&texts[0], &texts[1]]);
                }
                (Some(first), _) => sheet.text(at, TEXT, TEXT_WIDTH, &first.text, found),
                _ => {}
            },
            _ => {}
        }
    }
    sheet.close();
}

/// Whether a cell has the same text in both answers.
pub(super) fn same(first: &Option<Writing>, second: &Option<Writing>) -> bool {
    first.as_ref().map(|w| &w.text) == second.as_ref().map(|w| &w.text)
}
