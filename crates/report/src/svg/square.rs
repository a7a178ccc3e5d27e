//! Boxes with signs of inequality between them.

use super::boxes::Boxes;
use super::far::DistantSigns;
use super::sheet::{Look, Sheet};
use super::writing::{self, TEXT_WIDTH};
use super::{CELL, Options};
use crate::gaps::{Gaps, is_near};
use clew_puzzle::puzzle::Gap;
use clew_puzzle::puzzle::scene::BoxScene;

const TEXT: f64 = 18.0;

/// The boxes; `second` are the numbers of another answer.
pub(super) fn draw(puzzle: &BoxScene<'_>, second: Option<&[u32]>, options: Options<'_>) -> Sheet {
    let margin = if options.coordinates { 30.0 } else { 10.0 };
    let boxes = Boxes { n: puzzle.n, margin };
    let square = Square { puzzle, second, options, boxes };
    let far = DistantSigns::new(boxes, puzzle.less);
    let gaps = Gaps::new(puzzle);
    let mut sheet = options.sheet(boxes.side(), boxes.side());
    sheet.centres = square.all().map(|i| boxes.centre(i)).collect();
    let half = CELL / 2.0;
    sheet.corners = vec![(-half, -half), (half, -half), (half, half), (-half, half)];
    square.draw_boxes(&mut sheet);
    far.draw_curves(&mut sheet);
    square.draw_signs(&far, &mut sheet);
    square.draw_gaps(&gaps, &mut sheet);
    square.draw_numbers(&mut sheet);
    if options.coordinates {
        square.draw_coordinates(&mut sheet);
    }
    far.draw_list(&mut sheet);
    draw_lines(&gaps.lines, &mut sheet);
    sheet
}

/// Writes lines below the picture.
fn draw_lines(lines: &[String], sheet: &mut Sheet) {
    const SIZE: f64 = 12.0;
    const LINE: f64 = 18.0;
    if lines.is_empty() {
        return;
    }
    sheet.open_text(SIZE, Look::default());
    for text in lines {
        let at = (sheet.width / 2.0, sheet.height + LINE / 2.0 - 4.0);
        sheet.text(at, SIZE, sheet.width - SIZE, text, Look::default());
        sheet.height += LINE;
    }
    sheet.close();
}

/// The drawn parts, and their places.
struct Square<'a> {
    puzzle: &'a BoxScene<'a>,
    second: Option<&'a [u32]>,
    options: Options<'a>,
    boxes: Boxes,
}

impl Square<'_> {
    /// All boxes, row by row.
    fn all(&self) -> std::ops::Range<u32> {
        0..self.puzzle.n * self.puzzle.n
    }

    fn centre(&self, i: u32) -> (f64, f64) {
        self.boxes.centre(i)
    }

    /// The number of the answer in a box, 0 if there is none.
    fn found(&self, i: u32) -> u32 {
        self.puzzle.found.as_ref().map_or(0, |values| values[i as usize])
    }

    /// The number of the other answer, if it is different.
    fn other(&self, i: u32) -> Option<u32> {
        self.second.map(|values| values[i as usize]).filter(|v| *v != self.found(i))
    }

    fn is_open(&self, i: u32) -> bool {
        self.options.is_open(i) || self.other(i).is_some()
    }

    fn draw_boxes(&self, sheet: &mut Sheet) {
        let (puzzle, palette) = (self.puzzle, sheet.palette);
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

    fn draw_signs(&self, far: &DistantSigns, sheet: &mut Sheet) {
        if self.puzzle.less.is_empty() {
            return;
        }
        sheet.open(&format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"",
            sheet.palette.ink
        ));
        for &[a, b] in self.puzzle.less.iter().filter(|&&pair| is_near(self.boxes.n, pair)) {
            sheet.less(self.centre(a), self.centre(b), 6.0);
        }
        far.draw_signs(sheet);
        sheet.close();
    }

    /// Differences: small circles, with the number where it is not 1.
    fn draw_gaps(&self, gaps: &Gaps, sheet: &mut Sheet) {
        /// The radii of a circle without a number, and of one with it.
        const RADII: [f64; 2] = [4.5, 8.0];
        const SIZE: f64 = 11.0;
        if gaps.drawn.is_empty() {
            return;
        }
        let middle = |gap: &Gap| {
            let [(x, y), (z, w)] = gap.cells.map(|i| self.centre(i));
            ((x + z) / 2.0, (y + w) / 2.0)
        };
        let (ground, ink) = (sheet.palette.ground, sheet.palette.ink);
        sheet.open(&format!("fill=\"{ground}\" stroke=\"{ink}\" stroke-width=\"1.5\""));
        for gap in &gaps.drawn {
            sheet.circle(middle(gap), RADII[usize::from(gap.by > 1)], "");
        }
        sheet.close();
        sheet.open_text(SIZE, Look::default());
        for gap in gaps.drawn.iter().filter(|gap| gap.by > 1) {
            sheet.text(
                middle(gap),
                SIZE,
                2.0 * RADII[1] - 3.0,
                &gap.by.to_string(),
                Look::default(),
            );
        }
        sheet.close();
    }

    fn draw_numbers(&self, sheet: &mut Sheet) {
        sheet.open_text(TEXT, Look::default());
        let solved = Look::new(sheet.palette.found);
        for i in self.all() {
            let (at, found) = (self.centre(i), self.found(i));
            match (self.puzzle.given[i as usize], self.options.candidates(i), self.other(i)) {
                (Some(v), ..) => sheet.text(at, TEXT, TEXT_WIDTH, &v.to_string(), Look::BOLD),
                (_, Some(all), _) if all.len() > 1 => writing::candidates(sheet, at, all),
                (_, Some([only]), _) => sheet.text(at, TEXT, TEXT_WIDTH, only, solved),
                (_, _, Some(other)) => {
                    let texts = [found, other].map(|v| v.to_string());
                    writing::pair(sheet, at, [&texts[0], &texts[1]]);
                }
                _ if found > 0 => sheet.text(at, TEXT, TEXT_WIDTH, &found.to_string(), solved),
                _ => {}
            }
        }
        sheet.close();
    }

    fn draw_coordinates(&self, sheet: &mut Sheet) {
        sheet.open_text(12.0, Look::new(sheet.palette.quiet));
        for i in 0..self.puzzle.n {
            let (text, along) = ((i + 1).to_string(), self.boxes.along(i));
            sheet.text((along, self.boxes.margin - 12.0), 12.0, CELL, &text, Look::default());
            sheet.text((self.boxes.margin - 14.0, along), 12.0, 22.0, &text, Look::default());
        }
        sheet.close();
    }
}
