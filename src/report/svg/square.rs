//! Boxes with signs of inequality between them.

use super::sheet::Sheet;
use super::{CELL, FAINT, GIVEN, INK, OPEN, Options};
use crate::puzzle::scene::BoxScene;

/// The gap between two boxes.
const GAP: f64 = 20.0;
const TEXT: f64 = 18.0;

pub(super) fn draw(puzzle: &BoxScene<'_>, options: Options<'_>) -> Sheet {
    let n = puzzle.n;
    let margin = if options.numbers { 30.0 } else { 10.0 };
    let side = margin + f64::from(n) * (CELL + GAP) - GAP + 10.0;
    let mut sheet = Sheet::new(side, side);
    let along = |i: u32| margin + f64::from(i) * (CELL + GAP) + CELL / 2.0;
    let centre = |i: u32| (along(i % n), along(i / n));
    sheet.centres = (0..n * n).map(centre).collect();

    let far = |&&[a, b]: &&[u32; 2]| (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n) > 1;
    let long: Vec<[(f64, f64); 2]> =
        puzzle.less.iter().filter(far).map(|&[a, b]| [centre(a), centre(b)]).collect();
    sheet.segments(&long, &format!(" stroke=\"{FAINT}\" stroke-dasharray=\"4 4\""));

    sheet.open(&format!("fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"1.5\""));
    for i in 0..n * n {
        let (x, y) = centre(i);
        let shade = match puzzle.given[i as usize] {
            Some(_) => format!(" rx=\"3\" fill=\"{GIVEN}\""),
            None if options.is_open(i) => format!(" rx=\"3\" fill=\"{OPEN}\""),
            None => " rx=\"3\"".into(),
        };
        sheet.rect((x - CELL / 2.0, y - CELL / 2.0), (CELL, CELL), &shade);
    }
    sheet.close();
    if !puzzle.less.is_empty() {
        sheet.open(&format!(
            "fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\""
        ));
        for &[a, b] in puzzle.less {
            sheet.less(centre(a), centre(b), 6.0);
        }
        sheet.close();
    }
    sheet.open_text(TEXT, "");
    for i in 0..n * n {
        let found = puzzle.found.as_ref().map_or(0, |values| values[i as usize]);
        match puzzle.given[i as usize] {
            Some(v) => sheet.text(centre(i), TEXT, &v.to_string(), " font-weight=\"bold\""),
            None if found > 0 => {
                sheet.text(centre(i), TEXT, &found.to_string(), " fill=\"#1d4f80\"");
            }
            None => {}
        }
    }
    sheet.close();
    if options.numbers {
        sheet.open_text(12.0, " fill=\"#777777\"");
        for i in 0..n {
            sheet.text((along(i), margin - 12.0), 12.0, &(i + 1).to_string(), "");
            sheet.text((margin - 14.0, along(i)), 12.0, &(i + 1).to_string(), "");
        }
        sheet.close();
    }
    sheet
}
