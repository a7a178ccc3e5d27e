//! A sheet of characters, each with a style, that pieces are put on in any order.

use std::fmt::Write;

/// How a piece of text looks on a terminal with colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Style {
    /// The code of a foreground colour (31 red … 96 bright cyan); 0 for the terminal's own.
    pub colour: u8,
    pub bold: bool,
}

impl Style {
    pub const PLAIN: Style = Style { colour: 0, bold: false };
    pub const BOLD: Style = Style { colour: 0, bold: true };
    /// For what should stand back: holes, empty cells.
    pub const FAINT: Style = Style { colour: 90, bold: false };

    /// The style of the k-th path. Twelve colours that are told apart, black and white left out.
    pub fn of_path(k: u32) -> Style {
        const COLOURS: [u8; 12] = [31, 32, 33, 34, 35, 36, 91, 92, 93, 94, 95, 96];
        Style { colour: COLOURS[k as usize % COLOURS.len()], bold: false }
    }

    pub fn bold(self) -> Style {
        Style { bold: true, ..self }
    }
}

/// Lines of styled characters. Every character takes one column.
pub(super) struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// An empty sheet of `height` lines.
    pub fn new(height: usize) -> Canvas {
        Canvas { lines: vec![Vec::new(); height] }
    }

    /// Puts `text` on line `y` from column `x` on, over what was there.
    pub fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        let line = &mut self.lines[y];
        for (i, c) in text.chars().enumerate() {
            if line.len() <= x + i {
                line.resize(x + i + 1, (' ', Style::PLAIN));
            }
            line[x + i] = (c, style);
        }
    }

    /// What stands at a place.
    pub fn at(&self, x: usize, y: usize) -> char {
        self.lines[y].get(x).map_or(' ', |&(c, _)| c)
    }

    /// The sheet as text, blanks at the ends of lines left out; with escape codes if `colour`.
    pub fn text(&self, colour: bool) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let used = line.iter().rposition(|&(c, _)| c != ' ').map_or(0, |i| i + 1);
            let mut style = Style::PLAIN;
            for &(c, wanted) in &line[..used] {
                if colour && c != ' ' && wanted != style {
                    change(&mut out, style, wanted);
                    style = wanted;
                }
                out.push(c);
            }
            if style != Style::PLAIN {
                out.push_str("\u{1b}[0m");
            }
            out.push('\n');
        }
        out
    }
}

/// Writes the escape code that leads from one style to another.
fn change(out: &mut String, from: Style, to: Style) {
    let mut codes = Vec::new();
    if from != Style::PLAIN {
        codes.push(0);
    }
    if to.bold {
        codes.push(1);
    }
    if to.colour != 0 {
        codes.push(to.colour);
    }
    let codes: Vec<String> = codes.iter().map(u8::to_string).collect();
    let _ = write!(out, "\u{1b}[{}m", codes.join(";"));
}
