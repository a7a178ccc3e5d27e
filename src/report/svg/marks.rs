//! What is known in the middle of solving, drawn over the picture of a puzzle.

use super::TEXT;
use super::layout::Layout;
use super::sheet::{Look, Sheet, fit};
use super::writing::{ROOM, across};
use clew_puzzles::puzzle::Cell;

/// Where to look.
const LOOK: &str = "#f5b301";
/// The width in a cell that pencil marks share.
const SIDE: f64 = 34.0;
/// The largest text of a pencil mark.
const SMALL: f64 = 12.0;
/// Half the width of what is written in a cell.
const WRITTEN: f64 = 16.0;

/// Marks on cells and between them. What is pencilled in lies in groups of the class `pencil`, so that a
/// page can hide it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Cells to look at: their outline stands out.
    pub look: Vec<Cell>,
    /// Numbers that were found, and whether that is new.
    pub numbers: Vec<(Cell, u32, bool)>,
    /// Neighbours that a path joins, and whether that is new.
    pub joined: Vec<([Cell; 2], bool)>,
    /// Neighbours between which no path goes, as was just found: a small cross.
    pub parted: Vec<[Cell; 2]>,
    /// The same as pencilled in, and whether that is new.
    pub crossed: Vec<([Cell; 2], bool)>,
    /// The numbers that cells may hold, ascending, and whether each is just being struck out.
    pub pencil: Vec<(Cell, Vec<(u32, bool)>)>,
}

/// What marks are drawn on.
pub(super) enum Ground<'a> {
    /// A square of so many boxes a side: each number has its own place in a box.
    Boxes(u32),
    /// A board: numbers are listed. Lines go up to what is written in a cell that is taken.
    Board { layout: Layout<'a>, taken: Vec<bool> },
}

type Place = (f64, f64);

impl Ground<'_> {
    /// The lines between two neighbours, and the middles of crosses on them: over the border there are two
    /// of each.
    fn way(&self, sheet: &Sheet, [a, b]: [Cell; 2]) -> (Vec<Vec<Place>>, Vec<Place>) {
        let [p, q] = [a, b].map(|c| sheet.centres[c as usize]);
        let Ground::Board { layout, taken } = self else {
            return (vec![vec![p, q]], Vec::new());
        };
        let mut lines = layout.line(&[a, b]);
        if let Some([first, second]) = lines.first_mut().and_then(|line| line.first_chunk_mut())
            && taken[a as usize]
        {
            *first = towards(*first, *second, WRITTEN);
        }
        if let Some([.., before, last]) = lines.last_mut().map(Vec::as_mut_slice)
            && taken[b as usize]
        {
            *last = towards(*last, *before, WRITTEN);
        }
        if lines.len() > 1 {
            return (lines, [(a, b), (b, a)].map(|(a, b)| layout.border(a, b, 0.0)[0]).to_vec());
        }
        // The diagonals of a block have the same middle.
        let part = if p.0 != q.0 && p.1 != q.1 && layout.is_square() { 0.36 } else { 0.5 };
        (lines, vec![(p.0 + (q.0 - p.0) * part, p.1 + (q.1 - p.1) * part)])
    }
}

impl Marks {
    pub(super) fn draw(&self, sheet: &mut Sheet, ground: &Ground<'_>) {
        // What was found before, and what is new.
        let (old, new) = (sheet.palette.found, sheet.palette.second);
        let quiet = sheet.palette.quiet;
        for &c in &self.look {
            let (x, y) = sheet.centres[c as usize];
            let inside = |&(dx, dy): &Place| (x + dx * 0.9, y + dy * 0.9);
            let corners: Vec<Place> = sheet.corners.iter().map(inside).collect();
            let look = format!(" fill=\"none\" stroke=\"{LOOK}\" stroke-width=\"3\"");
            sheet.polygon(&corners, &look);
        }
        if !self.crossed.is_empty() {
            sheet.open("class=\"pencil\"");
            for (fresh, colour) in [(false, quiet), (true, new)] {
                let of_kind = self.crossed.iter().filter(|(_, new)| *new == fresh);
                self.crosses(sheet, ground, of_kind.map(|(pair, _)| *pair), colour);
            }
            sheet.close();
        }
        self.crosses(sheet, ground, self.parted.iter().copied(), new);
        for (fresh, colour) in [(false, old), (true, new)] {
            let mut lines = Vec::new();
            for (pair, _) in self.joined.iter().filter(|(_, new)| *new == fresh) {
                for piece in ground.way(sheet, *pair).0 {
                    lines.extend(piece.windows(2).map(|ends| [ends[0], ends[1]]));
                }
            }
            sheet.segments(
                &lines,
                &format!(
                    " stroke=\"{colour}\" stroke-width=\"6\" stroke-linecap=\"round\" \
                     stroke-opacity=\"0.75\""
                ),
            );
        }
        if !self.pencil.is_empty() {
            sheet.open("class=\"pencil\"");
            self.pencilled(sheet, ground);
            sheet.close();
        }
        sheet.open_text(TEXT, Look::default());
        for &(c, number, fresh) in &self.numbers {
            let look = Look { bold: fresh, colour: Some(if fresh { new } else { old }) };
            let centre = sheet.centres[c as usize];
            sheet.text(centre, TEXT, ROOM, &number.to_string(), look);
        }
        sheet.close();
    }

    fn crosses(
        &self,
        sheet: &mut Sheet,
        ground: &Ground<'_>,
        pairs: impl Iterator<Item = [Cell; 2]>,
        colour: &str,
    ) {
        let mut strokes = Vec::new();
        for pair in pairs {
            strokes.extend(ground.way(sheet, pair).1.into_iter().flat_map(cross));
        }
        sheet.segments(&strokes, &format!(" stroke=\"{colour}\" stroke-width=\"1.6\""));
    }

    /// The small numbers, those that are struck out last.
    fn pencilled(&self, sheet: &mut Sheet, ground: &Ground<'_>) {
        // All of a picture have one size: that of the longest number in the smallest place.
        let longest = self.pencil.iter().filter_map(|(_, numbers)| numbers.last());
        let longest = longest.map(|(number, _)| *number).max().unwrap_or(1).to_string();
        let (room, high) = match *ground {
            Ground::Boxes(n) => (SIDE / f64::from(across(n)), SIDE / f64::from(across(n))),
            Ground::Board { .. } => (SIDE / 2.0, SIDE / 3.0),
        };
        let size = fit(&longest, SMALL.min(high * 0.95), room * 0.92, false);
        let mut strokes = Vec::new();
        for (struck, colour) in [(false, sheet.palette.quiet), (true, sheet.palette.second)] {
            let mut texts = Vec::new();
            for (c, numbers) in &self.pencil {
                let centre = sheet.centres[*c as usize];
                for (i, (number, gone)) in numbers.iter().enumerate() {
                    let at = match *ground {
                        Ground::Boxes(n) => in_box(centre, n, *number),
                        Ground::Board { .. } => in_list(centre, numbers.len(), i),
                    };
                    if *gone == struck {
                        texts.push((at, number.to_string()));
                    }
                    if *gone && struck {
                        let half = super::sheet::width(&number.to_string(), false) * size / 2.0;
                        let (dx, dy) = (half + 1.0, size * 0.3);
                        strokes.push([(at.0 - dx, at.1 + dy), (at.0 + dx, at.1 - dy)]);
                    }
                }
            }
            sheet.open_text(size, Look::of(colour));
            sheet.many(&texts, size, room);
            sheet.close();
        }
        let look = format!(" stroke=\"{}\" stroke-width=\"1.2\"", sheet.palette.second);
        sheet.segments(&strokes, &look);
    }
}

/// The point so far from one point towards another.
fn towards((x, y): Place, (u, v): Place, far: f64) -> Place {
    let part = far / (u - x).hypot(v - y).max(far);
    (x + (u - x) * part, y + (v - y) * part)
}

/// The place of a number in a box.
fn in_box((x, y): Place, n: u32, number: u32) -> Place {
    let across = across(n);
    let along =
        |i: u32, of: u32| (f64::from(i) - f64::from(of - 1) / 2.0) * SIDE / f64::from(across);
    let (i, rows) = (number - 1, n.div_ceil(across));
    (x + along(i % across, across), y + along(i / across, rows))
}

/// The place of the i-th of so many numbers that are listed in a cell, two of them side by side.
fn in_list((x, y): Place, of: usize, i: usize) -> Place {
    let rows = of.div_ceil(2);
    let down = |row: usize| (row as f64 - (rows - 1) as f64 / 2.0) * SIDE / 3.0;
    let beside = if of == 1 { 0.0 } else { SIDE / 4.0 };
    (x + if i.is_multiple_of(2) { -beside } else { beside }, y + down(i / 2))
}

/// Two short strokes across a point.
fn cross((x, y): Place) -> [[Place; 2]; 2] {
    const ARM: f64 = 3.5;
    [[(x - ARM, y - ARM), (x + ARM, y + ARM)], [(x - ARM, y + ARM), (x + ARM, y - ARM)]]
}

#[cfg(test)]
mod tests {
    use super::super::CELL;
    use super::*;

    #[test]
    fn numbers_have_places_of_their_own_inside_the_cell() {
        let apart = |places: Vec<Place>| {
            for (i, p) in places.iter().enumerate() {
                assert!(p.0.abs() < CELL / 2.0 && p.1.abs() < CELL / 2.0, "{p:?}");
                assert!(places[..i].iter().all(|q| (p.0 - q.0).hypot(p.1 - q.1) > 5.0), "{p:?}");
            }
        };
        for n in 1..=32 {
            apart((1..=n).map(|v| in_box((0.0, 0.0), n, v)).collect());
        }
        for of in 1..=6 {
            apart((0..of).map(|i| in_list((0.0, 0.0), of, i)).collect());
        }
    }
}
