//! The parts below lines and numbers: cells, holes, sides, walls, row and column numbers.

use super::CELL;
use super::layout::{AROUND, Layout};
use super::sheet::{Look, Sheet, width};
use clew_puzzle::puzzle::scene::BoardScene;
use clew_puzzle::puzzle::{Board, Cell};

/// The width of a wall.
const WALL: f64 = 4.5;

/// Ground, cells, holes and outline. Cells for which `open` is true are highlighted.
pub(super) fn draw(
    scene: &BoardScene<'_>,
    layout: &Layout<'_>,
    open: &dyn Fn(Cell) -> bool,
    sheet: &mut Sheet,
) {
    let palette = sheet.palette;
    let board = scene.board;
    let cells = || 0..board.len() as u32;
    // Discs mark given cells themselves.
    let given = |c: &Cell| {
        scene.discs.is_empty() && scene.cells[*c as usize].as_ref().is_some_and(|w| w.given)
    };
    let stroked =
        if layout.is_points() { format!(" stroke=\"{}\"", palette.ink) } else { String::new() };
    let fill = |sheet: &mut Sheet, colour: &str, of: Vec<Cell>| {
        if of.is_empty() {
            return;
        }
        sheet.open(&format!("fill=\"{colour}\"{stroked}"));
        for c in of {
            sheet.polygon(&layout.outline(c), "");
        }
        sheet.close();
    };
    if layout.is_points() {
        fill(sheet, palette.ground, cells().filter(|c| !given(c)).collect());
    }
    fill(sheet, palette.given, cells().filter(|c| given(c)).collect());
    let shaded: Vec<Cell> = cells().filter(|c| !given(c) && open(*c)).collect();
    if palette.is_mono() {
        // Grey marks given cells, so open cells are hatched.
        sheet.hatch(&shaded.iter().map(|&c| layout.cell(c)).collect::<Vec<_>>());
    } else {
        fill(sheet, palette.open, shaded);
    }
    if layout.is_points() {
        return;
    }
    let holes = holes(board, scene.fill_holes);
    if !holes.is_empty() {
        let hole = palette.hole;
        sheet.open(&format!("fill=\"{hole}\" stroke=\"{hole}\""));
        for place in holes {
            sheet.polygon(&layout.around(layout.centre(place)), "");
        }
        sheet.close();
    }
    if layout.is_square() {
        lines(layout, sheet);
    } else {
        sheet.open(&format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"", palette.ink));
        for c in cells() {
            sheet.polygon(&layout.outline(c), "");
        }
        sheet.close();
    }
    ways_around(layout, sheet);
    bridges(layout, sheet);
    let both = |&[a, b]: &[Cell; 2]| {
        // A wrapped pair of neighbours has two sides in the picture.
        let again = board.leads_around(a, b).then(|| wall(layout, [b, a]));
        [Some(wall(layout, [a, b])), again].into_iter().flatten()
    };
    let walls: Vec<[(f64, f64); 2]> = board.walls().iter().flat_map(both).collect();
    let thick =
        format!(" stroke=\"{}\" stroke-width=\"{WALL}\" stroke-linecap=\"round\"", palette.ink);
    sheet.segments(&walls, &thick);
}

/// The sides of square cells: faint between two of them, strong around the board.
fn lines(layout: &Layout<'_>, sheet: &mut Sheet) {
    let palette = sheet.palette;
    let (rows, cols) = layout.board.size();
    let is_cell = |r: u32, c: u32| layout.board.cell_at(r, c).is_some();
    let corner = |r: u32, c: u32| {
        (layout.corner.0 + f64::from(c) * CELL, layout.corner.1 + f64::from(r) * CELL)
    };
    /// The side of a cell over which a step leads to the opposite border.
    const OPEN: u8 = 3;
    let (mut faint, mut strong, mut open) = (Vec::new(), Vec::new(), Vec::new());
    // Horizontal sides first: `upright` swaps the roles of rows and columns.
    for upright in [false, true] {
        let (outer, inner) = if upright { (cols, rows) } else { (rows, cols) };
        let wrap = layout.board.wrap();
        let round = outer > 2 && if upright { wrap.rows() } else { wrap.columns() };
        let has = |i: u32, j: u32| if upright { is_cell(j, i) } else { is_cell(i, j) };
        let point = |i: u32, j: u32| if upright { corner(j, i) } else { corner(i, j) };
        for i in 0..=outer {
            // The open run of equal sides: the cells that they separate, and where it began.
            let mut run = (0, 0);
            for j in 0..=inner {
                let beside = j < inner;
                let mut count = u8::from(beside && i > 0 && has(i - 1, j))
                    + u8::from(beside && i < outer && has(i, j));
                if beside && round && (i == 0 || i == outer) && has(0, j) && has(outer - 1, j) {
                    count = OPEN;
                }
                if count != run.0 {
                    let side = [point(i, run.1), point(i, j)];
                    match run.0 {
                        1 => strong.push(side),
                        2 => faint.push(side),
                        OPEN => open.push(side),
                        _ => {}
                    }
                    run = (count, j);
                }
            }
        }
    }
    sheet.segments(&faint, &format!(" stroke=\"{}\"", palette.faint));
    let dashes = " stroke-width=\"1.5\" stroke-dasharray=\"4 4\"";
    sheet.segments(&open, &format!(" stroke=\"{}\"{dashes}", palette.quiet));
    sheet.segments(
        &strong,
        &format!(" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"square\"", palette.ink),
    );
}

/// A tick outside the border for every step that continues at the opposite side.
fn ways_around(layout: &Layout<'_>, sheet: &mut Sheet) {
    let board = layout.board;
    let around = board.edges().iter().filter(|&&[a, b]| board.leads_around(a, b));
    let ticks =
        around.flat_map(|&[a, b]| [layout.border(a, b, AROUND), layout.border(b, a, AROUND)]);
    let ticks: Vec<[(f64, f64); 2]> = ticks.collect();
    sheet.segments(&ticks, &format!(" stroke=\"{}\" stroke-width=\"2\"", sheet.palette.quiet));
}

/// The corners of a crossing at every bridge: lines go straight on between them.
fn bridges(layout: &Layout<'_>, sheet: &mut Sheet) {
    /// From the middle of the cell to a corner, and from there outwards.
    const INNER: f64 = CELL * 0.23;
    const OUTER: f64 = CELL * 0.44;
    let colour = sheet.palette.quiet;
    let look = format!(" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"");
    for bridge in layout.board.bridges() {
        let (x, y) = layout.cell(bridge[0]);
        for (right, down) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let at = |dx: f64, dy: f64| (x + right * dx, y + down * dy);
            sheet.polyline(&[at(OUTER, INNER), at(INNER, INNER), at(INNER, OUTER)], &look);
        }
    }
}

/// The stroke across the middle between two neighbours: a whole side between squares and hexagons, a short one across
/// a diagonal. If a side ends at the frame, the stroke ends a little before it, so that it does not stick out.
fn wall(layout: &Layout<'_>, [a, b]: [Cell; 2]) -> [(f64, f64); 2] {
    let [(x, y), behind] = layout.border(a, b, 1.0);
    let (dx, dy) = (behind.0 - x, behind.1 - y);
    let length = dx.hypot(dy);
    let slanted = layout.is_square() && dx.abs().min(dy.abs()) > 0.1;
    let half = if slanted { CELL * 0.2 } else { layout.side() / 2.0 };
    let end = |sign: f64| {
        let at = |half: f64| (x - sign * dy / length * half, y + sign * dx / length * half);
        if slanted || is_inside(layout, at(half)) { at(half) } else { at(half - WALL / 2.0) }
    };
    [end(1.0), end(-1.0)]
}

/// Whether there are cells on all sides of a corner.
fn is_inside(layout: &Layout<'_>, (x, y): (f64, f64)) -> bool {
    // The cells around a corner of squares or hexagons are those nearest to it.
    let (wanted, far) = if layout.is_square() { (4, CELL * 0.75) } else { (3, CELL * 0.6) };
    let (row, col) = ((y - layout.corner.1) / CELL, (x - layout.corner.0) / CELL);
    let row = if layout.is_square() { row } else { row / super::layout::ROW };
    let about = |at: f64| (at as i64 - 2).max(0) as u32..=(at as i64 + 2).max(0) as u32;
    let near = about(row).flat_map(|r| about(col).map(move |c| (r, c))).filter(|&(r, c)| {
        let (rows, cols) = layout.board.size();
        let is_cell = r < rows && c < cols && layout.board.cell_at(r, c).is_some();
        let (u, v) = layout.centre((r, c));
        is_cell && (u - x).hypot(v - y) < far
    });
    near.count() == wanted
}

/// Marks between cells that are consecutive on the line: a dot on their common side.
pub(super) fn links(layout: &Layout<'_>, sheet: &mut Sheet) {
    let dot = format!(
        " fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"",
        sheet.palette.ink, sheet.palette.ground
    );
    for &[a, b] in layout.board.links() {
        let ends = if layout.is_points() {
            let (p, q) = (layout.cell(a), layout.cell(b));
            vec![((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0)]
        } else if layout.board.leads_around(a, b) {
            vec![layout.border(a, b, 0.0)[0], layout.border(b, a, 0.0)[0]]
        } else {
            vec![layout.border(a, b, 0.0)[0]]
        };
        for at in ends {
            sheet.circle(at, 4.5, &dot);
        }
    }
}

/// Row and column numbers next to the grid, or the numbers of free points, each above the text of its point. If a ring
/// around a point would go through its number, the ring is cut by the ground that `ringed` names.
pub(super) fn coordinates(
    layout: &Layout<'_>,
    ringed: &dyn Fn(Cell) -> Option<&'static str>,
    sheet: &mut Sheet,
) {
    const SIZE: f64 = 12.0;
    /// Of points.
    const SMALL: f64 = 7.0;
    const ABOVE: f64 = 16.0;
    if layout.is_points() {
        for (c, &(x, y)) in (0..).zip(&layout.centres) {
            if let Some(ground) = ringed(c) {
                let (wide, high) = (width(&(c + 1).to_string(), false) * SMALL + 3.0, SMALL);
                let corner = (x - wide / 2.0, y - ABOVE - high / 2.0);
                sheet.rect(corner, (wide, high), &format!(" fill=\"{ground}\""));
            }
        }
        sheet.open_text(SMALL, Look::new(sheet.palette.quiet));
        for (number, &(x, y)) in (1..).zip(&layout.centres) {
            sheet.text((x, y - ABOVE), SMALL, CELL, &number.to_string(), Look::default());
        }
        sheet.close();
        return;
    }
    let (rows, cols) = layout.board.size();
    sheet.open_text(SIZE, Look::new(sheet.palette.quiet));
    for c in 0..cols {
        let x = layout.centre((0, c)).0;
        let y = layout.corner.1 - layout.beyond - 12.0;
        sheet.text((x, y), SIZE, CELL, &(c + 1).to_string(), Look::default());
    }
    for r in 0..rows {
        let y = layout.centre((r, 0)).1;
        let x = layout.corner.0 - layout.beyond - 14.0;
        sheet.text((x, y), SIZE, 22.0, &(r + 1).to_string(), Look::default());
    }
    sheet.close();
}

/// The places without a cell that are filled: all, or those that are not connected to the outside.
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
