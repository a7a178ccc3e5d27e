//! Text as outlines, so that a renderer needs no fonts and draws the same everywhere.
//!
//! The letters are a part of Roboto (Google, 2015; Apache licence 2.0, which lies beside the files):
//! Latin, Greek and Cyrillic letters, digits and signs, without hints and kerning.

use std::fmt::Write;
use std::sync::OnceLock;
use ttf_parser::{Face, OutlineBuilder};

static REGULAR: &[u8] = include_bytes!("letters/Roboto-Regular-subset.ttf");
static BOLD: &[u8] = include_bytes!("letters/Roboto-Bold-subset.ttf");

/// The height of capitals and digits in parts of the size, as the pictures' own text has it.
const HALF_CAPITAL: f64 = 0.355;

fn face(bold: bool) -> &'static Face<'static> {
    static FACES: [OnceLock<Face<'static>>; 2] = [OnceLock::new(), OnceLock::new()];
    FACES[usize::from(bold)].get_or_init(|| {
        let data = if bold { BOLD } else { REGULAR };
        Face::parse(data, 0).expect("the font that comes with the program is whole")
    })
}

/// Whether there is an outline for a character.
pub fn known(c: char) -> bool {
    face(false).glyph_index(c).is_some()
}

/// The outlines of a text whose middle is there, as the data of an SVG path. A character without an
/// outline is an empty box.
pub fn outline(text: &str, size: f64, bold: bool, (x, y): (f64, f64)) -> String {
    let face = face(bold);
    let scale = size / f64::from(face.units_per_em());
    let glyphs: Vec<(ttf_parser::GlyphId, f64)> = text
        .chars()
        .map(|c| {
            let glyph = face.glyph_index(c).unwrap_or_default();
            (glyph, f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale)
        })
        .collect();
    let width: f64 = glyphs.iter().map(|glyph| glyph.1).sum();
    let mut path = Path { d: String::new(), x: x - width / 2.0, y: y + size * HALF_CAPITAL, scale };
    for (glyph, advance) in glyphs {
        face.outline_glyph(glyph, &mut path);
        path.x += advance;
    }
    path.d
}

/// The data of a path in the making: font units become pixels, and y grows downwards.
struct Path {
    d: String,
    x: f64,
    y: f64,
    scale: f64,
}

impl Path {
    fn add(&mut self, letter: char, points: &[(f32, f32)]) {
        self.d.push(letter);
        for (i, &(x, y)) in points.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            let (x, y) = (self.x + f64::from(x) * self.scale, self.y - f64::from(y) * self.scale);
            let _ = write!(self.d, "{gap}{x:.3} {y:.3}");
        }
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, u: f32, v: f32, x: f32, y: f32) {
        self.add('Q', &[(u, v), (x, y)]);
    }

    fn curve_to(&mut self, s: f32, t: f32, u: f32, v: f32, x: f32, y: f32) {
        self.add('C', &[(s, t), (u, v), (x, y)]);
    }

    fn close(&mut self) {
        self.d.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_centred() {
        for (text, bold) in [("8", false), ("888", true), ("HH", true)] {
            let d = outline(text, 20.0, bold, (100.0, 50.0));
            let numbers: Vec<f64> = d
                .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
                .filter_map(|t| t.parse().ok())
                .collect();
            let middle = |of: Vec<f64>| {
                let low = of.iter().copied().fold(f64::MAX, f64::min);
                (low + of.iter().copied().fold(f64::MIN, f64::max)) / 2.0
            };
            let xs = middle(numbers.iter().copied().step_by(2).collect());
            let ys = middle(numbers.iter().copied().skip(1).step_by(2).collect());
            assert!((xs - 100.0).abs() < 0.8 && (ys - 50.0).abs() < 0.8, "{text}: {xs} {ys}");
        }
    }

    #[test]
    fn letters_of_several_scripts_are_there() {
        assert!("Az09äßőΩжЯ€…".chars().all(known) && !known('漢'));
        assert!(!outline("漢", 20.0, false, (0.0, 0.0)).is_empty());
    }
}
