//! What is known in the middle of solving, drawn over the picture of a puzzle.

use super::sheet::{Look, Sheet};
use super::writing::ROOM;
use super::{CELL, TEXT};
use crate::puzzle::Cell;

/// Where to look.
const LOOK: &str = "#f5b301";

/// Marks on cells and between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Cells to look at: they get a ring.
    pub look: Vec<Cell>,
    /// Numbers that were found, and whether that is new.
    pub numbers: Vec<(Cell, u32, bool)>,
    /// Neighbours that a path joins, and whether that is new.
    pub joined: Vec<([Cell; 2], bool)>,
    /// Neighbours between which no path goes, and whether that is new: a small cross.
    pub parted: Vec<([Cell; 2], bool)>,
}

impl Marks {
    pub(super) fn draw(&self, sheet: &mut Sheet) {
        // What was found before, and what is new.
        let (old, new) = (sheet.palette.found, sheet.palette.second);
        let at = |sheet: &Sheet, c: Cell| sheet.centres[c as usize];
        for fresh in [false, true] {
            let colour = if fresh { new } else { old };
            let lines: Vec<[(f64, f64); 2]> = self
                .joined
                .iter()
                .filter(|(_, new)| *new == fresh)
                .map(|(pair, _)| pair.map(|c| at(sheet, c)))
                .collect();
            sheet.segments(
                &lines,
                &format!(
                    " stroke=\"{colour}\" stroke-width=\"6\" stroke-linecap=\"round\" \
                     stroke-opacity=\"0.75\""
                ),
            );
            let crosses: Vec<[(f64, f64); 2]> = self
                .parted
                .iter()
                .filter(|(_, new)| *new == fresh)
                .flat_map(|(pair, _)| cross(pair.map(|c| at(sheet, c))))
                .collect();
            sheet.segments(&crosses, &format!(" stroke=\"{colour}\" stroke-width=\"1.6\""));
        }
        for &c in &self.look {
            let centre = at(sheet, c);
            let ring = format!(" fill=\"none\" stroke=\"{LOOK}\" stroke-width=\"3.5\"");
            sheet.circle(centre, CELL / 2.0 - 2.0, &ring);
        }
        sheet.open_text(TEXT, Look::default());
        for &(c, number, fresh) in &self.numbers {
            let look = Look { bold: fresh, colour: Some(if fresh { new } else { old }) };
            sheet.text(at(sheet, c), TEXT, ROOM, &number.to_string(), look);
        }
        sheet.close();
    }
}

/// Two short strokes across the middle between two points.
fn cross([p, q]: [(f64, f64); 2]) -> [[(f64, f64); 2]; 2] {
    const ARM: f64 = 3.5;
    let (x, y) = ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
    [[(x - ARM, y - ARM), (x + ARM, y + ARM)], [(x - ARM, y + ARM), (x + ARM, y - ARM)]]
}
