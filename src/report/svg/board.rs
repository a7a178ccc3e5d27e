//! Grids of squares and hexagons: lines and paths on them.

use super::sheet::Sheet;
use super::{CELL, FAINT, GIVEN, HOLE, INK, LINE, OPEN, Options, PALE_LINE, path_colour};
use crate::puzzle::scene::{BoardScene, Writing};
use crate::puzzle::{Board, Cell, Neighbourhood};

/// Half the square root of 3: the distance of rows of hexagons of width 1.
const ROW: f64 = 0.866_025_403_784_438_6;
const TEXT: f64 = 17.0;

/// Where the places of a grid lie in the picture.
struct Layout<'a> {
    board: &'a Board,
    hex: bool,
    /// The upper left corner of the grid.
    corner: (f64, f64),
}

impl<'a> Layout<'a> {
    fn new(board: &'a Board, options: Options<'_>) -> Layout<'a> {
        let margin = if options.numbers { 30.0 } else { 10.0 };
        let hex = board.moves() == Some(Neighbourhood::Hex);
        Layout { board, hex, corner: (margin, margin) }
    }

    /// The size of the whole picture.
    fn size(&self) -> (f64, f64) {
        let (rows, cols) = self.board.size();
        let (rows, cols) = (f64::from(rows), f64::from(cols));
        let (width, height) = if self.hex {
            (cols + if rows > 1.0 { 0.5 } else { 0.0 }, (rows - 1.0) * ROW + ROW * 4.0 / 3.0)
        } else {
            (cols, rows)
        };
        (self.corner.0 + width * CELL + 10.0, self.corner.1 + height * CELL + 10.0)
    }

    /// The centre of a place.
    fn centre(&self, (row, col): (u32, u32)) -> (f64, f64) {
        let (r, c) = (f64::from(row), f64::from(col));
        let (x, y) = if self.hex {
            (c + 0.5 + f64::from(row % 2) / 2.0, r * ROW + ROW * 2.0 / 3.0)
        } else {
            (c + 0.5, r + 0.5)
        };
        (self.corner.0 + x * CELL, self.corner.1 + y * CELL)
    }

    fn cell(&self, c: Cell) -> (f64, f64) {
        self.centre(self.board.place(c))
    }

    /// The corners of a place's outline.
    fn outline(&self, place: (u32, u32)) -> Vec<(f64, f64)> {
        let (x, y) = self.centre(place);
        let (half, third) = (CELL / 2.0, CELL * ROW * 2.0 / 3.0);
        if self.hex {
            let low = third / 2.0;
            let right = [(0.0, -third), (half, -low), (half, low)];
            let left = right.map(|(dx, dy)| (-dx, -dy));
            return [right, left].concat().iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        }
        [(-half, -half), (half, -half), (half, half), (-half, half)]
            .map(|(dx, dy)| (x + dx, y + dy))
            .to_vec()
    }

    /// Ground, cells, holes and outline. A cell gets the colour that `shade` has for it.
    fn ground(
        &self,
        sheet: &mut Sheet,
        shade: &dyn Fn(Cell) -> Option<&'static str>,
        all_holes: bool,
    ) {
        let cells = 0..self.board.len() as u32;
        for colour in [GIVEN, OPEN] {
            let shades: Vec<Cell> = cells.clone().filter(|&c| shade(c) == Some(colour)).collect();
            if !shades.is_empty() {
                sheet.open(&format!("fill=\"{colour}\""));
                for c in shades {
                    sheet.polygon(&self.outline(self.board.place(c)), "");
                }
                sheet.close();
            }
        }
        let holes = holes(self.board, all_holes);
        if !holes.is_empty() {
            sheet.open(&format!("fill=\"{HOLE}\" stroke=\"{HOLE}\""));
            for place in holes {
                sheet.polygon(&self.outline(place), "");
            }
            sheet.close();
        }
        if self.hex {
            sheet.open(&format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.2\""));
            for c in cells {
                sheet.polygon(&self.outline(self.board.place(c)), "");
            }
            sheet.close();
        } else {
            self.lines(sheet);
        }
        let walls: Vec<[(f64, f64); 2]> =
            self.board.walls().iter().map(|w| self.wall(*w)).collect();
        let thick = format!(" stroke=\"{INK}\" stroke-width=\"4.5\" stroke-linecap=\"round\"");
        sheet.segments(&walls, &thick);
    }

    /// The sides of square cells: faint between two of them, strong around.
    fn lines(&self, sheet: &mut Sheet) {
        let (rows, cols) = self.board.size();
        let is_cell = |r: u32, c: u32| self.board.cell_at(r, c).is_some();
        let corner = |r: u32, c: u32| {
            (self.corner.0 + f64::from(c) * CELL, self.corner.1 + f64::from(r) * CELL)
        };
        let (mut faint, mut strong) = (Vec::new(), Vec::new());
        // Sides across: `upright` swaps the roles of rows and columns.
        for upright in [false, true] {
            let (outer, inner) = if upright { (cols, rows) } else { (rows, cols) };
            let has = |i: u32, j: u32| if upright { is_cell(j, i) } else { is_cell(i, j) };
            let point = |i: u32, j: u32| if upright { corner(j, i) } else { corner(i, j) };
            for i in 0..=outer {
                // The run of equal sides that is open: how many cells they part, and where it began.
                let mut run = (0, 0);
                for j in 0..=inner {
                    let beside = j < inner;
                    let count = u8::from(beside && i > 0 && has(i - 1, j))
                        + u8::from(beside && i < outer && has(i, j));
                    if count != run.0 {
                        let side = [point(i, run.1), point(i, j)];
                        match run.0 {
                            1 => strong.push(side),
                            2 => faint.push(side),
                            _ => {}
                        }
                        run = (count, j);
                    }
                }
            }
        }
        sheet.segments(&faint, &format!(" stroke=\"{FAINT}\""));
        sheet.segments(
            &strong,
            &format!(" stroke=\"{INK}\" stroke-width=\"2\" stroke-linecap=\"square\""),
        );
    }

    /// The stroke across the middle between two neighbours.
    fn wall(&self, [a, b]: [Cell; 2]) -> [(f64, f64); 2] {
        let (p, q) = (self.cell(a), self.cell(b));
        let (x, y) = ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
        let (dx, dy) = (q.0 - p.0, q.1 - p.1);
        let length = dx.hypot(dy);
        // A whole side between squares and hexagons; a short stroke across a diagonal.
        let half = match (self.hex, dx != 0.0 && dy != 0.0) {
            (true, _) => CELL * ROW / 3.0,
            (false, true) => CELL * 0.2,
            (false, false) => CELL / 2.0,
        };
        let (nx, ny) = (-dy / length * half, dx / length * half);
        [(x - nx, y - ny), (x + nx, y + ny)]
    }

    fn numbers(&self, sheet: &mut Sheet) {
        let (rows, cols) = self.board.size();
        sheet.open_text(12.0, " fill=\"#777777\"");
        for c in 0..cols {
            let x = self.centre((0, c)).0;
            sheet.text((x, self.corner.1 - 12.0), 12.0, &(c + 1).to_string(), "");
        }
        for r in 0..rows {
            let y = self.centre((r, 0)).1;
            sheet.text((self.corner.0 - 14.0, y), 12.0, &(r + 1).to_string(), "");
        }
        sheet.close();
    }
}

/// The places without a cell that are filled: all, or those that the outside does not reach.
fn holes(board: &Board, all: bool) -> Vec<(u32, u32)> {
    let (rows, cols) = board.size();
    let index = |r: u32, c: u32| (r * cols + c) as usize;
    let mut outside = vec![false; index(rows, 0)];
    if !all {
        let rim = |&(r, c): &(u32, u32)| r == 0 || c == 0 || r + 1 == rows || c + 1 == cols;
        let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        let mut open: Vec<(u32, u32)> = places.filter(rim).collect();
        while let Some((r, c)) = open.pop() {
            if r >= rows || c >= cols || outside[index(r, c)] || board.cell_at(r, c).is_some() {
                continue;
            }
            outside[index(r, c)] = true;
            let (up, left) = (r.wrapping_sub(1), c.wrapping_sub(1));
            open.extend([(up, c), (r + 1, c), (r, left), (r, c + 1)]);
        }
    }
    (0..rows)
        .flat_map(|r| (0..cols).map(move |c| (r, c)))
        .filter(|&(r, c)| board.cell_at(r, c).is_none() && !outside[index(r, c)])
        .collect()
}

/// A board: ground, lines, and what is written in the cells or on the ends of lines.
pub(super) fn draw(scene: &BoardScene<'_>, options: Options<'_>) -> Sheet {
    let layout = Layout::new(scene.board, options);
    let (width, height) = layout.size();
    let mut sheet = Sheet::new(width, height);
    sheet.centres = (0..scene.board.len() as u32).map(|c| layout.cell(c)).collect();
    if scene.discs.is_empty() {
        let given = |c: Cell| scene.cells[c as usize].as_ref().is_some_and(|w| w.given);
        let shade = |c| if given(c) { Some(GIVEN) } else { options.is_open(c).then_some(OPEN) };
        layout.ground(&mut sheet, &shade, scene.fill_holes);
        line(scene, &layout, &mut sheet);
    } else {
        let shade = |c| options.is_open(c).then_some(OPEN);
        layout.ground(&mut sheet, &shade, scene.fill_holes);
        links(scene, &layout, &mut sheet);
    }
    if options.numbers {
        layout.numbers(&mut sheet);
    }
    sheet
}

/// One line, with numbers in the cells unless the line alone says everything.
fn line(scene: &BoardScene<'_>, layout: &Layout<'_>, sheet: &mut Sheet) {
    for stroke in &scene.strokes {
        let line: Vec<(f64, f64)> = stroke.cells.iter().map(|&c| layout.cell(c)).collect();
        let (colour, width) = if scene.bare { (LINE, 7) } else { (PALE_LINE, 8) };
        sheet.polyline(
            &line,
            &format!(
                " fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\""
            ),
        );
        if let (true, [first, .., last]) = (scene.bare, &line[..]) {
            sheet.circle(
                *first,
                9.0,
                &format!(" fill=\"#ffffff\" stroke=\"{LINE}\" stroke-width=\"4\""),
            );
            sheet.circle(*last, 11.0, &format!(" fill=\"{LINE}\""));
        }
    }
    sheet.open_text(TEXT, "");
    for (c, writing) in (0..).zip(&scene.cells) {
        match writing {
            Some(Writing { text, given: true, .. }) => {
                sheet.text(layout.cell(c), TEXT, text, " font-weight=\"bold\"");
            }
            Some(Writing { text, .. }) if !scene.bare => {
                sheet.text(layout.cell(c), TEXT, text, " fill=\"#1d4f80\"");
            }
            _ => {}
        }
    }
    sheet.close();
}

/// Lines between given ends: ends as discs, lines as strokes of their colour.
fn links(scene: &BoardScene<'_>, layout: &Layout<'_>, sheet: &mut Sheet) {
    if !scene.strokes.is_empty() {
        sheet.open(
            "fill=\"none\" stroke-width=\"12\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        );
        for stroke in &scene.strokes {
            let corners: Vec<(f64, f64)> = stroke.cells.iter().map(|&c| layout.cell(c)).collect();
            let colour = path_colour(stroke.colour.unwrap_or(0) as usize);
            sheet.polyline(&corners, &format!(" stroke=\"{colour}\""));
        }
        sheet.close();
    }
    sheet.open_text(TEXT, " font-weight=\"bold\"");
    for disc in &scene.discs {
        let (centre, colour) = (layout.cell(disc.cell), path_colour(disc.colour as usize));
        sheet.circle(centre, 15.0, &format!(" fill=\"{colour}\""));
        sheet.text(centre, TEXT, &disc.text, " fill=\"#ffffff\"");
    }
    sheet.close();
}
