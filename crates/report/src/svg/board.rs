//! Boards of squares, hexagons and free points: lines and paths on them.

use super::layout::Layout;
use super::sheet::{Look, Sheet};
use super::two::AnswerDiff;
use super::{Options, TEXT, ground, writing};
use clew_puzzle::puzzle::scene::{Anchor, BoardScene, Circle};
use clew_puzzle::puzzle::{Cell, Neighbourhood};

/// The radius of a disc at the end of a path, and the width that text on it may have.
const DISC: f64 = 15.0;
pub(super) const DISC_ROOM: f64 = 25.0;

/// A board: ground, lines, and the text in the cells or on the ends of lines. With a second answer, differences are
/// marked.
pub(super) fn draw(
    scene: &BoardScene<'_>,
    second: Option<&BoardScene<'_>>,
    options: Options<'_>,
) -> Sheet {
    let layout = Layout::new(scene.board, options);
    let mut sheet = options.sheet(layout.size.0, layout.size.1);
    let palette = sheet.palette;
    sheet.centres.clone_from(&layout.centres);
    sheet.corners = layout.around((0.0, 0.0));
    let two = second.map(|second| AnswerDiff::new(scene, second));
    let differs = |c: Cell| two.as_ref().is_some_and(|two| two.differs[c as usize]);
    let open = |c: Cell| options.is_open(c) || differs(c);
    ground::draw(scene, &layout, &open, &mut sheet);
    marks(scene, &layout, &mut sheet);
    match (&two, scene.discs.is_empty()) {
        (Some(two), true) if scene.bare => {
            two.draw(&layout, &mut sheet, (palette.line, 7.0), false)
        }
        (Some(two), true) => two.draw(&layout, &mut sheet, (palette.pale, 8.0), true),
        (Some(two), false) => two.draw(&layout, &mut sheet, (palette.line, 12.0), false),
        (None, true) => lines(scene, &layout, &mut sheet),
        (None, false) => paths(scene, &layout, &mut sheet),
    }
    ground::links(&layout, &mut sheet);
    ends(scene, two.is_some(), &layout, &mut sheet);
    writing::cells(scene, second, &layout, options, &mut sheet);
    discs(scene, &layout, &mut sheet);
    if options.coordinates {
        let ends: Vec<Cell> = scene.ends.into_iter().flatten().flatten().collect();
        let ringed = |c: Cell| {
            let is_given = scene.cells[c as usize].as_ref().is_some_and(|w| w.given);
            let ground = match (is_given, open(c) && !palette.is_mono()) {
                (true, _) => palette.given,
                (false, true) => palette.open,
                (false, false) => palette.ground,
            };
            (!scene.bare && ends.contains(&c)).then_some(ground)
        };
        ground::coordinates(&layout, &ringed, &mut sheet);
    }
    sheet
}

/// Circles and texts in cells and, smaller, between them.
fn marks(scene: &BoardScene<'_>, layout: &Layout<'_>, sheet: &mut Sheet) {
    if scene.marks.is_empty() {
        return;
    }
    let palette = sheet.palette;
    sheet.open_text(TEXT, Look::BOLD);
    for mark in &scene.marks {
        let (centre, share) = match mark.at {
            Anchor::Cell(cell) => (layout.cell(cell), 1.0),
            Anchor::Between([a, b]) => {
                let (a, b) = (layout.cell(a), layout.cell(b));
                (((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), 0.5)
            }
        };
        let (fill, ink) = match mark.circle {
            Circle::Filled => (palette.ink, palette.ground),
            Circle::Open | Circle::None => (palette.ground, palette.ink),
        };
        if mark.circle != Circle::None {
            let look = format!(" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2\"", palette.ink);
            sheet.circle(centre, DISC * share, &look);
        }
        if !mark.text.is_empty() {
            sheet.text(centre, TEXT * share, DISC_ROOM * share, &mark.text, Look::new(ink));
        }
    }
    sheet.close();
}

/// Lines without colours, which are the only ones on their board.
fn lines(scene: &BoardScene<'_>, layout: &Layout<'_>, sheet: &mut Sheet) {
    let palette = sheet.palette;
    // If steps can cross, arrowheads show the direction of the line.
    let crossing = layout.is_points() || scene.board.moves() == Some(Neighbourhood::King);
    // In print the numbers show the direction.
    let heads = crossing && !scene.bare && !palette.is_mono();
    let (colour, width) = match (scene.bare, crossing) {
        (true, _) => (palette.line, 7),
        (false, true) => (palette.pale, 4),
        (false, false) if palette.is_mono() => (palette.pale, 4),
        (false, false) => (palette.pale, 8),
    };
    for stroke in &scene.strokes {
        let pieces = layout.line(&stroke.cells);
        for line in &pieces {
            sheet.polyline(
                line,
                &format!(
                    " fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                     stroke-linecap=\"round\" stroke-linejoin=\"round\""
                ),
            );
        }
        if heads {
            sheet.open(&format!("fill=\"{}\"", palette.line));
            for step in pieces.iter().flat_map(|line| line.windows(2)) {
                sheet.polygon(&head(step[0], step[1]), "");
            }
            sheet.close();
        }
    }
}

/// The corners of an arrowhead between two points. It lies a little after the middle: clear of the numbers and of a
/// crossing arrow's head.
fn head(from: (f64, f64), to: (f64, f64)) -> [(f64, f64); 3] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (dx, dy) = (dx / length * 4.0, dy / length * 4.0);
    let (x, y) = (from.0 * 0.42 + to.0 * 0.58, from.1 * 0.42 + to.1 * 0.58);
    [(x + dx, y + dy), (x - dx - dy, y - dy + dx), (x - dx + dy, y - dy - dx)]
}

/// The ends of lines that have no names. On a line without numbers: an open circle and a disc; around numbers: a ring
/// and a double ring.
fn ends(scene: &BoardScene<'_>, two: bool, layout: &Layout<'_>, sheet: &mut Sheet) {
    let colour = sheet.palette.line;
    let ground = sheet.palette.ground;
    let Some([start, end]) = scene.ends.filter(|_| !(two && scene.bare)) else { return };
    if scene.bare {
        if let (Some(start), Some(end)) = (start, end) {
            let ring = format!(" fill=\"{ground}\" stroke=\"{colour}\" stroke-width=\"4\"");
            sheet.circle(layout.cell(start), 9.0, &ring);
            sheet.circle(layout.cell(end), 11.0, &format!(" fill=\"{colour}\""));
        }
        return;
    }
    let ring = format!(" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"");
    for (cell, radii) in [(start, &[17.0][..]), (end, &[17.0, 14.0][..])] {
        for radius in radii {
            cell.iter().for_each(|&c| sheet.circle(layout.cell(c), *radius, &ring));
        }
    }
}

/// Lines between given ends: strokes of their colour; black ones for print.
fn paths(scene: &BoardScene<'_>, layout: &Layout<'_>, sheet: &mut Sheet) {
    if scene.strokes.is_empty() {
        return;
    }
    let palette = sheet.palette;
    // In print every path has its cells for itself, so that a plain line is identified by its course.
    let width = if palette.is_mono() { 4 } else { 12 };
    sheet.open(&format!(
        "fill=\"none\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
    ));
    for stroke in &scene.strokes {
        let look = format!(" stroke=\"{}\"", palette.path(stroke.colour.unwrap_or(0)));
        for piece in layout.line(&stroke.cells) {
            sheet.polyline(&piece, &look);
        }
    }
    sheet.close();
}

/// Ends of lines that are given.
fn discs(scene: &BoardScene<'_>, layout: &Layout<'_>, sheet: &mut Sheet) {
    if scene.discs.is_empty() {
        return;
    }
    let palette = sheet.palette;
    sheet.open_text(TEXT, Look::BOLD);
    for disc in &scene.discs {
        let centre = layout.cell(disc.cell);
        if palette.is_mono() {
            let ring = format!(
                " fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"",
                palette.ground, palette.ink
            );
            sheet.circle(centre, DISC, &ring);
        } else {
            sheet.circle(centre, DISC, &format!(" fill=\"{}\"", palette.path(disc.colour)));
        }
        sheet.text(centre, TEXT, DISC_ROOM, &disc.text, Look::new(palette.on_disc));
    }
    sheet.close();
}
