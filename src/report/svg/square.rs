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
    let margin = if options.coordinates { 30.0 } else { 10.0 };
    let square = Square { puzzle, second, options, margin };
    let side = margin + f64::from(puzzle.n) * (CELL + GAP) - GAP + 10.0;
    let mut sheet = options.sheet(side, side);
    sheet.centres = square.all().map(|i| square.centre(i)).collect();
    let half = CELL / 2.0;
    sheet.corners = vec![(-half, -half), (half, -half), (half, half), (-half, half)];
    square.draw_boxes(&mut sheet);
    square.draw_signs(&mut sheet);
    square.draw_numbers(&mut sheet);
    if options.coordinates {
        square.draw_coordinates(&mut sheet);
    }
    sheet
}

/// What is drawn, and where.
struct Square<'a> {
    puzzle: &'a BoxScene<'a>,
    second: Option<&'a [u32]>,
    options: Options<'a>,
    /// What is left free above and to the left of the boxes.
    margin: f64,
}

impl Square<'_> {
    /// All boxes, row by row.
    fn all(&self) -> std::ops::Range<u32> {
        0..self.puzzle.n * self.puzzle.n
    }

    /// Where the middle of the i-th column is, or of the i-th row.
    fn along(&self, i: u32) -> f64 {
        self.margin + f64::from(i) * (CELL + GAP) + CELL / 2.0
    }

    fn centre(&self, i: u32) -> (f64, f64) {
        (self.along(i % self.puzzle.n), self.along(i / self.puzzle.n))
    }

    /// The number of the answer in a box, 0 if there is none.
    fn found(&self, i: u32) -> u32 {
        self.puzzle.found.as_ref().map_or(0, |values| values[i as usize])
    }

    /// The number of the other answer, where it is another one.
    fn other(&self, i: u32) -> Option<u32> {
        self.second.map(|values| values[i as usize]).filter(|v| *v != self.found(i))
    }

    fn is_open(&self, i: u32) -> bool {
        self.options.is_open(i) || self.other(i).is_some()
    }

    /// The boxes, and below them dashed lines for signs between boxes that lie apart.
    fn draw_boxes(&self, sheet: &mut Sheet) {
        let (puzzle, palette) = (self.puzzle, sheet.palette);
        let n = puzzle.n;
        let far = |&&[a, b]: &&[u32; 2]| (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n) > 1;
        let ends = |&[a, b]: &[u32; 2]| [self.centre(a), self.centre(b)];
        let long: Vec<[(f64, f64); 2]> = puzzle.less.iter().filter(far).map(ends).collect();
        sheet.segments(&long, &format!(" stroke=\"{}\" stroke-dasharray=\"4 4\"", palette.faint));
        sheet.open(&format!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"",
            palette.ground, palette.ink
        ));
        for i in self.all() {
            let (x, y) = self.centre(i);
            let shade = match puzzle.given[i as usize] {
                Some(_) => format!(" rx=\"3\" fill=\"{}\"", palette.given),
                None if self.is_open(i) && !palette.is_mono() => {
                    format!(" rx=\"3\" fill=\"{}\"", palette.open)
                }
                None => " rx=\"3\"".into(),
            };
            sheet.rect((x - CELL / 2.0, y - CELL / 2.0), (CELL, CELL), &shade);
        }
        sheet.close();
        if palette.is_mono() {
            let shaded =
                self.all().filter(|&i| self.is_open(i) && puzzle.given[i as usize].is_none());
            sheet.hatch(&shaded.map(|i| self.centre(i)).collect::<Vec<_>>());
        }
    }

    fn draw_signs(&self, sheet: &mut Sheet) {
        if self.puzzle.less.is_empty() {
            return;
        }
        sheet.open(&format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"",
            sheet.palette.ink
        ));
        for &[a, b] in self.puzzle.less {
            sheet.less(self.centre(a), self.centre(b), 6.0);
        }
        sheet.close();
    }

    fn draw_numbers(&self, sheet: &mut Sheet) {
        sheet.open_text(TEXT, Look::default());
        let solved = Look::of(sheet.palette.found);
        for i in self.all() {
            let (at, found) = (self.centre(i), self.found(i));
            match (self.puzzle.given[i as usize], self.options.candidates(i), self.other(i)) {
                (Some(v), ..) => sheet.text(at, TEXT, ROOM, &v.to_string(), Look::BOLD),
                (_, Some(all), _) if all.len() > 1 => writing::candidates(sheet, at, all),
                (_, Some([only]), _) => sheet.text(at, TEXT, ROOM, only, solved),
                (_, _, Some(other)) => {
                    let texts = [found, other].map(|v| v.to_string());
                    writing::pair(sheet, at, [&texts[0], &texts[1]]);
                }
                _ if found > 0 => sheet.text(at, TEXT, ROOM, &found.to_string(), solved),
                _ => {}
            }
        }
        sheet.close();
    }

    fn draw_coordinates(&self, sheet: &mut Sheet) {
        sheet.open_text(12.0, Look::of(sheet.palette.quiet));
        for i in 0..self.puzzle.n {
            let (text, along) = ((i + 1).to_string(), self.along(i));
            sheet.text((along, self.margin - 12.0), 12.0, CELL, &text, Look::default());
            sheet.text((self.margin - 14.0, along), 12.0, 22.0, &text, Look::default());
        }
        sheet.close();
    }
}
