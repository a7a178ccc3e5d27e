//! A sheet of characters, each with a style, on which pieces are placed in any order.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

/// How a piece of text looks on a terminal with colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Style {
    /// The code of a foreground colour (31 red … 96 bright cyan); 0 for the terminal's own.
    pub colour: u8,
    pub bold: bool,
}

impl Style {
    pub const PLAIN: Style = Style { colour: 0, bold: false };
    pub(crate) const BOLD: Style = Style { colour: 0, bold: true };
    /// For parts that recede: holes, empty cells.
    pub(crate) const FAINT: Style = Style { colour: 90, bold: false };

    /// The style of the k-th path. Twelve distinguishable colours, black and white left out.
    pub(crate) fn of_path(k: u32) -> Style {
        const COLOURS: [u8; 12] = [31, 32, 33, 34, 35, 36, 91, 92, 93, 94, 95, 96];
        Style { colour: COLOURS[k as usize % COLOURS.len()], bold: false }
    }

    pub(crate) fn bold(self) -> Style {
        Style { bold: true, ..self }
    }
}

/// Lines of styled characters, one item per column.
pub(super) struct Canvas {
    lines: Vec<Vec<Column>>,
}

/// The content of a column.
#[derive(Clone)]
struct Column {
    /// The character; [`CONTINUED`] if the character before takes this column too.
    sign: char,
    style: Style,
    /// Combining characters, such as vowel signs, that are drawn over or under the character and take no column.
    marks: String,
}

impl Column {
    const BLANK: Column = Column { sign: ' ', style: Style::PLAIN, marks: String::new() };
}

/// Replaces a character in the second column of a wide one.
const CONTINUED: char = '\0';

/// The number of terminal columns that a character takes: two if it is Chinese, Japanese or Korean, none if it is
/// combined with the one before.
fn columns_of(c: char) -> usize {
    c.width().unwrap_or(1)
}

/// The number of terminal columns that a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

impl Canvas {
    /// An empty sheet of `height` lines.
    pub fn new(height: usize) -> Canvas {
        Canvas { lines: vec![Vec::new(); height] }
    }

    /// Puts `text` on line `y` from column `x` on, over the previous content.
    pub fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        let line = &mut self.lines[y];
        let end = x + columns(text);
        if line.len() < end {
            line.resize(end, Column::BLANK);
        }
        let mut next = x;
        for sign in text.chars() {
            let wide = columns_of(sign);
            if wide == 0 {
                // The character left of the text is not a part of it.
                if let Some(column) = line[x..next].iter_mut().rfind(|c| c.sign != CONTINUED) {
                    column.marks.push(sign);
                }
                continue;
            }
            line[next] = Column { sign, style, marks: String::new() };
            for column in &mut line[next + 1..next + wide] {
                *column = Column { sign: CONTINUED, style, marks: String::new() };
            }
            next += wide;
        }
    }

    /// The character at a place.
    pub fn at(&self, x: usize, y: usize) -> char {
        self.lines[y].get(x).map_or(' ', |column| column.sign)
    }

    /// The sheet as text, without blanks at the ends of lines; with escape codes if `colour`.
    pub fn text(&self, colour: bool) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let used = line.iter().rposition(|column| column.sign != ' ').map_or(0, |i| i + 1);
            let mut style = Style::PLAIN;
            for column in line[..used].iter().filter(|column| column.sign != CONTINUED) {
                if colour && column.sign != ' ' && column.style != style {
                    change(&mut out, style, column.style);
                    style = column.style;
                }
                out.push(column.sign);
                out.push_str(&column.marks);
            }
            if style != Style::PLAIN {
                out.push_str("\u{1b}[0m");
            }
            out.push('\n');
        }
        out
    }
}

/// Writes the escape code that changes one style to another.
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
