//! Boxes with signs of inequality between them.

use super::sheet::{Look, Sheet};
use super::writing::{self, ROOM};
use super::{CELL, Options};
use crate::puzzle::scene::BoxScene;

/// The gap between two boxes.
const GAP: f64 = 20.0;
const TEXT: f64 = 18.0;

/// The boxes; `second` are the numbers of another answer.
pub(super) fn draw(puzzle: &BoxScene<'_>, second: Option<&[u32]>, options: Options<'_>) -> Sheet {
    let n = puzzle.n;
    let margin = if options.coordinates { 30.0 } else { 10.0 };
    let side = margin + f64::from(n) * (CELL + GAP) - GAP + 10.0;
    let mut sheet = options.sheet(side, side);
    let palette = sheet.palette;
    let along = |i: u32| margin + f64::from(i) * (CELL + GAP) + CELL / 2.0;
    let centre = |i: u32| (along(i % n), along(i / n));
    sheet.centres = (0..n * n).map(centre).collect();
    let half = CELL / 2.0;
    sheet.corners = vec![(-half, -half), (half, -half), (half, half), (-half, half)];
    let found = |i: u32| puzzle.found.as_ref().map_or(0, |values| values[i as usize]);
    let other = |i: u32| second.map(|values| values[i as usize]).filter(|v| *v != found(i));

    let open = |i: u32| options.is_open(i) || other(i).is_some();

    let far = |&&[a, b]: &&[u32; 2]| (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n) > 1;
    let long: Vec<[(f64, f64); 2]> =
        puzzle.less.iter().filter(far).map(|&[a, b]| [centre(a), centre(b)]).collect();
    sheet.segments(&long, &format!(" stroke=\"{}\" stroke-dasharray=\"4 4\"", palette.faint));

    sheet.open(&format!(
        "fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"",
        palette.ground, palette.ink
    ));
    for i in 0..n * n {
        let (x, y) = centre(i);
        let shade = match puzzle.given[i as usize] {
            Some(_) => format!(" rx=\"3\" fill=\"{}\"", palette.given),
            None if open(i) && !palette.is_mono() => {
                format!(" rx=\"3\" fill=\"{}\"", palette.open)
            }
            None => " rx=\"3\"".into(),
        };
        sheet.rect((x - CELL / 2.0, y - CELL / 2.0), (CELL, CELL), &shade);
    }
    sheet.close();
    if palette.is_mono() {
        let shaded = (0..n * n).filter(|&i| open(i) && puzzle.given[i as usize].is_none());
        sheet.hatch(&shaded.map(centre).collect::<Vec<_>>());
    }
    if !puzzle.less.is_empty() {
        sheet.open(&format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"",
            palette.ink
        ));
        for &[a, b] in puzzle.less {
            sheet.less(centre(a), centre(b), 6.0);
        }
        sheet.close();
    }
    sheet.open_text(TEXT, Look::default());
    let solved = Look::of(palette.found);
    for i in 0..n * n {
        match (puzzle.given[i as usize], options.candidates(i), other(i)) {
            (Some(v), ..) => sheet.text(centre(i), TEXT, ROOM, &v.to_string(), Look::BOLD),
            (_, Some(all), _) if all.len() > 1 => writing::candidates(&mut sheet, centre(i), all),
            (_, Some([only]), _) => sheet.text(centre(i), TEXT, ROOM, only, solved),
            (_, _, Some(other)) => {
                let texts = [found(i), other].map(|v| v.to_string());
                writing::pair(&mut sheet, centre(i), [&texts[0], &texts[1]]);
            }
            _ if found(i) > 0 => {
                sheet.text(centre(i), TEXT, ROOM, &found(i).to_string(), solved);
            }
            _ => {}
        }
    }
    sheet.close();
    if options.coordinates {
        sheet.open_text(12.0, Look::of(palette.quiet));
        for i in 0..n {
            let text = (i + 1).to_string();
            sheet.text((along(i), margin - 12.0), 12.0, CELL, &text, Look::default());
            sheet.text((margin - 14.0, along(i)), 12.0, 22.0, &text, Look::default());
        }
        sheet.close();
    }
    sheet
}
