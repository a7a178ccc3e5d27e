//! The known facts in the middle of solving, drawn over the picture of a puzzle.

use super::TEXT;
use super::layout::Layout;
use super::sheet::{Look, Sheet, fit, number};
use super::theme::Palette;
use super::writing::{TEXT_WIDTH, across};
use clew_puzzle::puzzle::Cell;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The colour of cells to look at.
const LOOK: &str = "#f5b301";
/// The width in a cell for pencil marks.
const SIDE: f64 = 34.0;
/// The largest text of a pencil mark.
const SMALL: f64 = 12.0;
/// The maximum number of numbers listed one by one in a cell of a board; of more their ranges.
const LISTED: usize = 12;
/// Half the width of the text in a cell.
const WRITTEN: f64 = 16.0;

/// Marks on cells and between them. Pencilled numbers lie in groups of the class `pencil`, so that a page can hide
/// them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Cells to look at, with a highlighted outline.
    pub look: Vec<Cell>,
    /// Numbers that were found, and whether they are new.
    pub numbers: Vec<(Cell, u32, bool)>,
    /// Neighbours that a path joins.
    pub joined: Vec<Joined>,
    /// Neighbours that were just separated: a small cross.
    pub parted: Vec<[Cell; 2]>,
    /// Separated neighbours, as pencilled in, and whether they are new.
    pub crossed: Vec<([Cell; 2], bool)>,
    /// The numbers that cells may hold, ascending, and whether each is just being struck out.
    pub pencil: Vec<(Cell, Pencilled)>,
    /// Cells with a contradiction.
    pub failing: Vec<Cell>,
}

/// Numbers of a cell, and whether each is just being struck out.
pub(crate) type Pencilled = Vec<(u32, bool)>;

/// A piece of path between two neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Joined {
    /// The number of the path's colour, if it is known which path it is.
    pub colour: Option<u32>,
    /// It was just drawn.
    pub fresh: bool,
    /// The two cells.
    pub pair: [Cell; 2],
}

/// The ground on which marks are drawn.
pub(super) enum Ground<'a> {
    /// A square with this many boxes per side: each number has its own place in a box.
    Boxes(u32),
    /// A board: numbers are listed. Lines end at the text of a cell that is taken.
    Board { layout: Layout<'a>, taken: Vec<bool> },
}

type Place = (f64, f64);

impl Ground<'_> {
    /// The data of lines between neighbours, with as few pieces as possible: continued through cells without text, and
    /// straight on over several.
    fn lines(&self, sheet: &Sheet, pairs: &[[Cell; 2]]) -> String {
        let mut next: HashMap<Cell, Vec<Cell>> = HashMap::new();
        for &[a, b] in pairs {
            next.entry(a).or_default().push(b);
            next.entry(b).or_default().push(a);
        }
        let goes_on = |c: Cell| next[&c].len() == 2 && !self.is_taken(c);
        let mut drawn: HashSet<[Cell; 2]> = HashSet::new();
        let mut d = String::new();
        // Lines with ends first, then closed ones.
        let ends = pairs.iter().flatten().copied().filter(|&c| !goes_on(c));
        for start in ends.chain(pairs.iter().map(|pair| pair[0])) {
            for &first in &next[&start] {
                let (mut before, mut cell) = (start, first);
                let mut points: Vec<Place> = Vec::new();
                while drawn.insert([before.min(cell), before.max(cell)]) {
                    let pieces = self.way(sheet, [before, cell]).0;
                    for piece in pieces {
                        if points.last() != piece.first() {
                            write_line(&mut d, &points);
                            points.clear();
                            points.push(piece[0]);
                        }
                        points.extend(&piece[1..]);
                    }
                    if !goes_on(cell) {
                        break;
                    }
                    let on = next[&cell].iter().find(|&&other| other != before).copied();
                    (before, cell) = (cell, on.unwrap_or(before));
                }
                write_line(&mut d, &points);
            }
        }
        d
    }

    fn is_taken(&self, cell: Cell) -> bool {
        matches!(self, Ground::Board { taken, .. } if taken[cell as usize])
    }

    /// The pencilled numbers of a cell, around its middle: each number in its place in a box, rows of numbers on a
    /// board, and ranges if there are very many.
    pub fn pencilled(&self, numbers: &Pencilled, greatest: u32, palette: &Palette) -> String {
        let (quiet, struck) = (palette.quiet, palette.second);
        let word = |&(number, gone): &(u32, bool)| match gone {
            true => format!(
                "<tspan fill=\"{struck}\" text-decoration=\"line-through\">{number}</tspan>"
            ),
            false => number.to_string(),
        };
        let longest = greatest.to_string();
        let (size, texts): (f64, Vec<(Place, String)>) = match *self {
            Ground::Boxes(n) => return in_places(n, numbers, [quiet, struck]),
            Ground::Board { .. } if numbers.len() <= LISTED => {
                let across = if numbers.len() <= 6 { 2 } else { 3 };
                let rows: Vec<String> = numbers
                    .chunks(across)
                    .map(|row| row.iter().map(word).collect::<Vec<_>>().join("\u{a0}"))
                    .collect();
                in_rows(&vec![&*longest; across].join(" "), rows)
            }
            Ground::Board { .. } => {
                let left: Vec<u32> =
                    numbers.iter().filter(|(_, gone)| !gone).map(|(number, _)| *number).collect();
                let ranges = ranges(&left);
                let rows: Vec<String> = match ranges.len() {
                    0..=8 => ranges.chunks(2).map(|row| row.join(" ")).collect(),
                    _ => vec![format!("{} left", left.len())],
                };
                let widest = rows.iter().max_by_key(|row| row.len()).cloned().unwrap_or_default();
                in_rows(&widest, rows)
            }
        };
        let mut out = format!("<g font-size=\"{}\" fill=\"{quiet}\">", number(size));
        for ((x, y), text) in texts {
            let (x, y) = (number(x), number(y + size * 0.355));
            let x = if x == "0" { String::new() } else { format!(" x=\"{x}\"") };
            let _ = write!(out, "<text{x} y=\"{y}\">{text}</text>");
        }
        out + "</g>"
    }

    /// The lines between two neighbours, and the middles of crosses on them: over the border there are two of each.
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
        let new = sheet.palette.second;
        let quiet = sheet.palette.quiet;
        let fails =
            format!(" fill=\"{new}\" fill-opacity=\"0.25\" stroke=\"{new}\" stroke-width=\"3\"");
        let looks = format!(" fill=\"none\" stroke=\"{LOOK}\" stroke-width=\"3\"");
        for (cells, style) in [(&self.look, looks), (&self.failing, fails)] {
            for &c in cells {
                let (x, y) = sheet.centres[c as usize];
                let inside = |&(dx, dy): &Place| (x + dx * 0.9, y + dy * 0.9);
                let corners: Vec<Place> = sheet.corners.iter().map(inside).collect();
                sheet.polygon(&corners, &style);
            }
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
        self.draw_lines(sheet, ground);
        let found = Look { bold: true, colour: Some(new) };
        sheet.open_text(TEXT, found);
        for &(c, number, _) in self.numbers.iter().filter(|(.., fresh)| *fresh) {
            sheet.text(
                sheet.centres[c as usize],
                TEXT,
                TEXT_WIDTH,
                &number.to_string(),
                Look::default(),
            );
        }
        sheet.close();
    }

    /// The lines of paths, in the colours of the paths that are known; new parts lie on a broad light line.
    fn draw_lines(&self, sheet: &mut Sheet, ground: &Ground<'_>) {
        let mut joined = self.joined.clone();
        joined.sort_unstable();
        for of_kind in joined.chunk_by(|a, b| (a.colour, a.fresh) == (b.colour, b.fresh)) {
            let Joined { colour, fresh, .. } = of_kind[0];
            let pairs: Vec<[Cell; 2]> = of_kind.iter().map(|joined| joined.pair).collect();
            let d = ground.lines(sheet, &pairs);
            let palette = sheet.palette;
            let (colour, broad) = match (colour, fresh) {
                (Some(k), _) => (palette.path(k), true),
                (None, true) => (palette.second.to_string(), false),
                (None, false) => (palette.found.to_string(), false),
            };
            let round = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
            if fresh && broad {
                let look = format!("stroke=\"{LOOK}\" stroke-width=\"13\" stroke-opacity=\"0.6\"");
                sheet.put(&format!("<path d=\"{d}\" {round} {look}/>\n"));
            }
            let look = format!("stroke=\"{colour}\" stroke-width=\"6\" stroke-opacity=\"0.85\"");
            sheet.put(&format!("<path d=\"{d}\" {round} {look}/>\n"));
        }
    }

    fn crosses(
        &self,
        sheet: &mut Sheet,
        ground: &Ground<'_>,
        pairs: impl Iterator<Item = [Cell; 2]>,
        colour: &str,
    ) {
        let mut d = String::new();
        for (x, y) in pairs.flat_map(|pair| ground.way(sheet, pair).1) {
            let (x, y) = (number(x - ARM), number(y - ARM));
            let _ = write!(d, "M{x} {y}l7 7m-7 0l7-7");
        }
        if !d.is_empty() {
            sheet.put(&format!("<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"1.6\"/>\n"));
        }
    }
}

/// The point at a distance from one point towards another.
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

/// The numbers of a box of a square, each in its own place: an element for those of a row that are digits.
fn in_places(n: u32, numbers: &Pencilled, colours: [&str; 2]) -> String {
    let room = SIDE / f64::from(across(n));
    let size = fit(&n.to_string(), SMALL.min(room * 0.95), room * 0.92, false);
    let tenth = |x: f64| number((x * 10.0).round() / 10.0);
    let place = |&(number, _): &(u32, bool)| in_box((0.0, 0.0), n, number);
    let mut out = format!("<g font-size=\"{}\" fill=\"{}\">", tenth(size), colours[0]);
    for gone in [false, true] {
        let look = match gone {
            true => format!(" fill=\"{}\" text-decoration=\"line-through\"", colours[1]),
            false => String::new(),
        };
        let of_kind: Vec<&(u32, bool)> = numbers.iter().filter(|mark| mark.1 == gone).collect();
        let together = |a: &&(u32, bool), b: &&(u32, bool)| n < 10 && place(a).1 == place(b).1;
        for row in of_kind.chunk_by(together) {
            let x: Vec<String> = row.iter().map(|mark| tenth(place(mark).0)).collect();
            let y = tenth(place(row[0]).1 + size * 0.355);
            let text: String = row.iter().map(|mark| mark.0.to_string()).collect();
            let _ = write!(out, "<text x=\"{}\" y=\"{y}\"{look}>{text}</text>", x.join(" "));
        }
    }
    out + "</g>"
}

/// Rows of text below each other around a point, and their size, at which the widest row fits.
fn in_rows(widest: &str, rows: Vec<String>) -> (f64, Vec<(Place, String)>) {
    let step = (SIDE / rows.len() as f64).min(SMALL);
    let size = fit(widest, step * 0.95, SIDE + 2.0, false);
    let middle = (rows.len() as f64 - 1.0) / 2.0;
    let place = |(i, row): (usize, String)| ((0.0, (i as f64 - middle) * step), row);
    (size, rows.into_iter().enumerate().map(place).collect())
}

/// Numbers, ascending, as ranges: "3", "5-8".
fn ranges(numbers: &[u32]) -> Vec<String> {
    let range = |run: &[u32]| match run {
        [only] => only.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    numbers.chunk_by(|a, b| a + 1 == *b).map(range).collect()
}

/// Adds a line through points to the data of a path, straight on over those between.
fn write_line(d: &mut String, points: &[Place]) {
    for (i, &(x, y)) in points.iter().enumerate() {
        let straight =
            |p: Place, q: Place| ((x - p.0) * (q.1 - y) - (y - p.1) * (q.0 - x)).abs() < 1e-6;
        let around = i.checked_sub(1).and_then(|i| points.get(i)).zip(points.get(i + 1));
        if around.is_some_and(|(&p, &q)| straight(p, q)) {
            continue;
        }
        let _ = write!(d, "{}{} {}", if i == 0 { 'M' } else { 'L' }, number(x), number(y));
    }
}

/// Half the width of a cross.
const ARM: f64 = 3.5;

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
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), ["1-3", "5", "7-8"]);
    }
}
