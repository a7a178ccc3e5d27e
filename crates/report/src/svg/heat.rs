//! One figure per cell, shown by shade over the picture of a puzzle.

use super::sheet::number;
use super::{Options, escape, sheet};
use clew_puzzle::puzzle::{Cell, Puzzle};
use std::fmt::Write;

/// The number of shades.
const LEVELS: usize = 8;
/// The maximum number of cells for which the puzzle itself is drawn: its picture would be most of a page.
const DETAILED: usize = 400;

/// The picture: the darker a cell, the larger its value; the largest one is as dark as possible. Each of the two cells
/// at a bridge shades the sides of the place that its line crosses. `values` has one item per cell, none of them
/// negative.
pub fn heat(puzzle: &Puzzle, values: &[f64], title: &str) -> String {
    let mut picture = sheet(puzzle, None, Options::default());
    let most = values.iter().copied().fold(0.0, f64::max);
    let mut shades: [String; LEVELS] = Default::default();
    for (c, (&centre, &value)) in (0..).zip(picture.centres.iter().zip(values)) {
        if value > 0.0 {
            let level = ((value / most * LEVELS as f64).ceil() as usize).clamp(1, LEVELS);
            for outline in outlines(puzzle, c, &picture.corners) {
                write_outline(&mut shades[level - 1], centre, &outline);
            }
        }
    }
    let mut body = String::new();
    for (i, shade) in shades.iter().enumerate().filter(|(_, shade)| !shade.is_empty()) {
        let opacity = number(0.1 + 0.75 * i as f64 / (LEVELS - 1) as f64);
        let _ = writeln!(body, "<path fill=\"#d9480f\" fill-opacity=\"{opacity}\" d=\"{shade}\"/>");
    }
    if values.len() <= DETAILED {
        picture.put(&body);
        return picture.finish(title, None);
    }
    let (width, height) = picture.size();
    let (width, height) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" \
         fill=\"#ffffff\"/>\n{body}</svg>\n",
        escape(title)
    )
}

/// The part of its place that belongs to a cell, around the centre: all of it, but at a bridge the two triangles to
/// the left and to the right, or those above and below.
fn outlines(puzzle: &Puzzle, c: Cell, corners: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    match puzzle.board().filter(|board| board.crossing(c).is_some()) {
        None => vec![corners.to_vec()],
        Some(board) => {
            // Bridges are squares, whose corners go round from the upper left one.
            let sides = if board.is_second(c) { [[0, 1], [2, 3]] } else { [[3, 0], [1, 2]] };
            sides.map(|side| [vec![(0.0, 0.0)], side.map(|i| corners[i]).to_vec()].concat()).into()
        }
    }
}

/// Adds a closed outline around a centre to the data of a path. Steps are relative to each other, which is
/// shorter.
fn write_outline(d: &mut String, (x, y): (f64, f64), outline: &[(f64, f64)]) {
    let _ = write!(d, "M{} {}", number(x + outline[0].0), number(y + outline[0].1));
    for ends in outline.windows(2) {
        let (dx, dy) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
        let _ = write!(d, "l{} {}", number(dx), number(dy));
    }
    d.push('z');
}
