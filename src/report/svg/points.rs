//! Free points, drawn as the LPL model of hidato draws them: a square of side 1 around each point,
//! given ones in another colour, the number inside, an arrow from each number to the next.
//!
//! Source: the output model of `hidato` in the LPL model library (T. Hürlimann, MatMod), which draws
//! `Rect(X-.5, Y-.5, 1, 1)` and `Arrow(X, Y, X', Y')`; y grows downwards. Where neighbours are closer
//! than 1 the squares are as small as the closest pair asks for.

use super::sheet::Sheet;
use super::{CELL, GIVEN, INK, LINE, OPEN, Options, PALE_LINE};
use crate::puzzle::Point;
use crate::puzzle::scene::{BoardScene, Writing};

const TEXT: f64 = 17.0;

pub(super) fn draw(scene: &BoardScene<'_>, at: &[Point], options: Options<'_>) -> Sheet {
    let at: Vec<(f64, f64)> = at.iter().map(|&(x, y)| (x.to_f64(), y.to_f64())).collect();
    let distance = |&[a, b]: &[u32; 2]| {
        let (p, q) = (at[a as usize], at[b as usize]);
        (p.0 - q.0).hypot(p.1 - q.1)
    };
    let side = scene.board.edges().iter().map(distance).fold(1.0, f64::min);
    let scale = CELL / side;
    let low = at.iter().fold((f64::MAX, f64::MAX), |m, p| (m.0.min(p.0), m.1.min(p.1)));
    let high = at.iter().fold((f64::MIN, f64::MIN), |m, p| (m.0.max(p.0), m.1.max(p.1)));
    let margin = 10.0 + CELL / 2.0;
    let place = |p: (f64, f64)| (margin + (p.0 - low.0) * scale, margin + (p.1 - low.1) * scale);
    let (right, bottom) = place(high);
    let mut sheet = Sheet::new(right + margin, bottom + margin);
    sheet.centres = at.iter().map(|&p| place(p)).collect();

    sheet.open(&format!("fill=\"#ffffff\" stroke=\"{INK}\""));
    for (c, (&p, writing)) in (0..).zip(at.iter().zip(&scene.cells)) {
        let (x, y) = place(p);
        let given = writing.as_ref().is_some_and(|w| w.given);
        let open = options.is_open(c).then_some(OPEN);
        let shade = if given { Some(GIVEN) } else { open };
        let shade = shade.map_or(String::new(), |colour| format!(" fill=\"{colour}\""));
        sheet.rect((x - CELL / 2.0, y - CELL / 2.0), (CELL, CELL), &shade);
    }
    sheet.close();
    for stroke in &scene.strokes {
        let line: Vec<(f64, f64)> = stroke.cells.iter().map(|&c| place(at[c as usize])).collect();
        sheet.polyline(
            &line,
            &format!(
                " fill=\"none\" stroke=\"{PALE_LINE}\" stroke-width=\"3\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\""
            ),
        );
        // The heads stand a little behind the middle: clear of the numbers and of a crossing arrow's.
        sheet.open(&format!("fill=\"{LINE}\""));
        for step in line.windows(2) {
            sheet.polygon(&head(step[0], step[1]), "");
        }
        sheet.close();
    }
    sheet.open_text(TEXT, "");
    for (&p, writing) in at.iter().zip(&scene.cells) {
        if let Some(Writing { text, given, .. }) = writing {
            let look = if *given { " font-weight=\"bold\"" } else { " fill=\"#1d4f80\"" };
            sheet.text(place(p), TEXT, text, look);
        }
    }
    sheet.close();
    sheet
}

/// The corners of an arrow's head between two points, three fifths of the way.
fn head(from: (f64, f64), to: (f64, f64)) -> [(f64, f64); 3] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (dx, dy) = (dx / length * 5.0, dy / length * 5.0);
    let (x, y) = (from.0 * 0.4 + to.0 * 0.6, from.1 * 0.4 + to.1 * 0.6);
    [(x + dx, y + dy), (x - dx - dy, y - dy + dx), (x - dx + dy, y - dy - dx)]
}
