//! A figure a cell, shown by shade over the picture of a puzzle.

use super::sheet::number;
use super::{CELL, Options, escape, sheet};
use crate::puzzle::Puzzle;
use std::fmt::Write;

/// Shades.
const LEVELS: usize = 8;
/// Cells above which the puzzle itself is left out: its picture would be most of a page.
const DETAILED: usize = 400;

/// The picture: the darker a cell, the larger its value, the largest one as dark as can be. `values`
/// has one item a cell, none of them negative.
pub fn heat(puzzle: &Puzzle, values: &[f64], title: &str) -> String {
    let mut picture = sheet(puzzle, None, Options::default());
    let most = values.iter().copied().fold(0.0, f64::max);
    let mut shades: [String; LEVELS] = Default::default();
    for (&(x, y), &value) in picture.centres.iter().zip(values) {
        if value > 0.0 {
            let level = ((value / most * LEVELS as f64).ceil() as usize).clamp(1, LEVELS);
            let half = CELL / 2.0;
            let (x, y) = (number(x - half), number(y - half));
            let _ = write!(shades[level - 1], "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
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
