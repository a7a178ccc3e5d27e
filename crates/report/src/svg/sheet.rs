//! The elements of a picture, written in order.

use std::fmt::Write;

use super::theme::Palette;

/// An unfinished picture.
#[derive(Clone)]
pub(super) struct Sheet {
    pub width: f64,
    pub height: f64,
    pub palette: &'static Palette,
    body: String,
    /// Whether text of the open group is bold, and its size.
    bold: bool,
    text: f64,
    /// For each cell its centre, for marks that are drawn over the picture.
    pub centres: Vec<(f64, f64)>,
    /// The corners of a cell's outline around its centre.
    pub corners: Vec<(f64, f64)>,
}

/// The style of a text.
#[derive(Clone, Copy, Default)]
pub(super) struct Look<'a> {
    pub bold: bool,
    /// The colour of the text; `None` for that of the group.
    pub colour: Option<&'a str>,
}

impl Look<'_> {
    pub(crate) const BOLD: Look<'static> = Look { bold: true, colour: None };

    /// Thin text of this colour.
    pub fn new(colour: &str) -> Look<'_> {
        Look { bold: false, colour: Some(colour) }
    }

    fn attributes(self) -> String {
        let weight = if self.bold { " font-weight=\"bold\"" } else { "" };
        let fill = self.colour.map_or(String::new(), |colour| format!(" fill=\"{colour}\""));
        format!("{weight}{fill}")
    }
}

/// The approximate width of a text, relative to its size. Fonts differ a little; characters of unknown scripts count
/// as the widest.
pub(super) fn width(text: &str, bold: bool) -> f64 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.3,
        'f' | 't' | 'r' | '-' | '(' | ')' | '/' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
        'A'..='Z' => 0.7,
        '!'..='~' | '\u{a1}'..='\u{17f}' => 0.57,
        '\u{370}'..='\u{52f}' => 0.7,
        _ => 1.0,
    };
    text.chars().map(of).sum::<f64>() * if bold { 1.06 } else { 1.0 }
}

/// A text in lines of at most this width, relative to its size.
pub(super) fn broken(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), false) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// The size at which a text fits into `room`, at most `size`.
pub(super) fn fit(text: &str, size: f64, room: f64, bold: bool) -> f64 {
    size.min(room / width(text, bold).max(0.01))
}

/// A length or coordinate with at most two decimals.
pub(super) fn number(x: f64) -> String {
    let rounded = (x * 100.0).round() / 100.0;
    // Adding zero turns minus zero into zero.
    (rounded + 0.0).to_string()
}

/// Text for the content of an element: marks escaped, characters that XML forbids replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

impl Sheet {
    /// An empty picture of this size.
    pub fn new(width: f64, height: f64, palette: &'static Palette) -> Sheet {
        let (body, centres, corners) = (String::new(), Vec::new(), Vec::new());
        Sheet { width, height, palette, body, bold: false, text: 0.0, centres, corners }
    }

    /// Width and height.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Adds elements as they are.
    pub fn put(&mut self, elements: &str) {
        self.body.push_str(elements);
    }

    /// Starts a group whose elements share these attributes.
    pub fn open(&mut self, attributes: &str) {
        let _ = writeln!(self.body, "<g {attributes}>");
    }

    /// Ends the group.
    pub fn close(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// Starts a group of centred text of this size.
    pub(crate) fn open_text(&mut self, size: f64, look: Look<'_>) {
        self.open_anchored(size, "middle", look);
    }

    /// Starts a group of text of this size that begins at its points.
    pub fn open_lines(&mut self, size: f64) {
        self.open_anchored(size, "start", Look::default());
    }

    fn open_anchored(&mut self, size: f64, anchor: &str, look: Look<'_>) {
        self.bold = look.bold;
        self.text = size;
        let size = number(size);
        self.open(&format!(
            "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{size}\" \
             text-anchor=\"{anchor}\"{}",
            look.attributes()
        ));
    }

    /// A text of this size around a point or from it on, inside a group of text; it is reduced if it would be wider than `room`.
    pub fn text(&mut self, (x, y): (f64, f64), size: f64, room: f64, text: &str, look: Look<'_>) {
        if text.is_empty() {
            return;
        }
        let bold = look.bold || self.bold;
        let fitting = fit(text, size, room, bold);
        let mut other = String::new();
        if fitting != self.text {
            let _ = write!(other, " font-size=\"{}\"", number(fitting));
        }
        let (x, y) = (number(x), number(y + fitting * 0.355));
        let (look, text) = (look.attributes(), escape(text));
        let _ = writeln!(self.body, "<text x=\"{x}\" y=\"{y}\"{other}{look}>{text}</text>");
    }

    /// An element defined on the page, around this point.
    pub fn reuse(&mut self, name: &str, (x, y): (f64, f64)) {
        let [x, y] = [x, y].map(number);
        let _ = writeln!(self.body, "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>");
    }

    /// Takes the elements so far, to define an element that others use.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.body)
    }

    /// Puts another picture here, scaled.
    pub fn place(&mut self, picture: &Sheet, (x, y): (f64, f64), scale: f64) {
        let [x, y] = [x, y].map(number);
        let scale = (scale * 10_000.0).round() / 10_000.0;
        self.open(&format!("transform=\"translate({x} {y}) scale({scale})\""));
        self.body.push_str(&picture.body);
        self.close();
    }

    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), more: &str) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{more}/>"
        );
    }

    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, more: &str) {
        let [x, y, radius] = [x, y, radius].map(number);
        let _ = writeln!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{more}/>");
    }

    pub fn polygon(&mut self, corners: &[(f64, f64)], more: &str) {
        let _ = writeln!(self.body, "<polygon points=\"{}\"{more}/>", list(corners));
    }

    pub(crate) fn polyline(&mut self, corners: &[(f64, f64)], more: &str) {
        let _ = writeln!(self.body, "<polyline points=\"{}\"{more}/>", list(corners));
    }

    /// Five stars in a row around the height `y`, to the right from `x`, for text of this size. The first `count` are filled.
    pub fn stars(&mut self, (x, y): (f64, f64), size: f64, count: u32) {
        let quiet = self.palette.quiet;
        for star in 0..5 {
            let (x, radius) = (x + size * (f64::from(star) + 0.5) * 1.1, size * 0.5);
            let corner = |k: u32| {
                let radius = if k.is_multiple_of(2) { radius } else { radius * 0.42 };
                let turn = f64::from(k) * std::f64::consts::PI / 5.0;
                (x + radius * turn.sin(), y - radius * turn.cos())
            };
            let corners: Vec<(f64, f64)> = (0..10).map(corner).collect();
            let fill = if star < count { quiet } else { "none" };
            self.polygon(
                &corners,
                &format!(" fill=\"{fill}\" stroke=\"{quiet}\" stroke-width=\"0.7\""),
            );
        }
    }

    /// A quadratic curve.
    pub fn curve(&mut self, from: (f64, f64), control: (f64, f64), to: (f64, f64), more: &str) {
        let [[x, y], [u, v], [w, z]] = [from, control, to].map(|(x, y)| [x, y].map(number));
        let _ = writeln!(self.body, "<path d=\"M{x} {y}Q{u} {v} {w} {z}\"{more}/>");
    }

    /// Straight lines as one element.
    pub fn segments(&mut self, segments: &[[(f64, f64); 2]], more: &str) {
        if segments.is_empty() {
            return;
        }
        let mut d = String::new();
        for [(x, y), to] in segments {
            let _ = write!(d, "M{} {}L{} {}", number(*x), number(*y), number(to.0), number(to.1));
        }
        let _ = writeln!(self.body, "<path d=\"{d}\"{more}/>");
    }

    /// Slanted lines in the cells around these centres: highlighting without colours.
    pub(crate) fn hatch(&mut self, centres: &[(f64, f64)]) {
        const HALF: f64 = 14.0;
        let lines = centres.iter().flat_map(|&(x, y)| {
            (-2..=2).map(move |k| {
                // The points of the square around the centre whose coordinates have this sum.
                let sum = f64::from(k) * HALF * 0.6;
                let (low, high) = ((sum - HALF).max(-HALF), (sum + HALF).min(HALF));
                [(x + low, y + high), (x + high, y + low)]
            })
        });
        let lines: Vec<[(f64, f64); 2]> = lines.collect();
        self.segments(&lines, &format!(" stroke=\"{}\"", self.palette.open));
    }

    /// The sign of "less": its point towards `low`, its opening towards `high`, halfway between.
    pub fn less(&mut self, low: (f64, f64), high: (f64, f64), size: f64) {
        let (dx, dy) = (high.0 - low.0, high.1 - low.1);
        let length = dx.hypot(dy).max(1e-9);
        let (dx, dy) = (dx / length * size, dy / length * size);
        let (x, y) = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
        let tip = (x - dx * 0.7, y - dy * 0.7);
        let (one, other) =
            ((x + dx * 0.7 - dy, y + dy * 0.7 + dx), (x + dx * 0.7 + dy, y + dy * 0.7 - dx));
        self.polyline(&[one, tip, other], "");
    }

    /// The whole picture; `size` is the length of its longer side.
    pub fn finish(&self, title: &str, size: Option<u32>) -> String {
        let scale = size.map_or(1.0, |size| f64::from(size) / self.width.max(self.height));
        let [wide, high] = [self.width * scale, self.height * scale].map(number);
        let [width, height] = [self.width, self.height].map(number);
        let title = escape(title);
        let Palette { ground, ink, .. } = self.palette;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"0 0 {width} {height}\" fill=\"{ink}\">\n"
        );
        if !title.is_empty() {
            let _ = writeln!(out, "<title>{title}</title>");
        }
        let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>");
        out + &self.body + "</svg>\n"
    }
}

fn list(corners: &[(f64, f64)]) -> String {
    let pair = |&(x, y): &(f64, f64)| format!("{},{}", number(x), number(y));
    corners.iter().map(pair).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escape("<a href='&\"'>\u{1b}\n"),
            "&lt;a href=&#39;&amp;&quot;&#39;&gt;\u{fffd} "
        );
        assert_eq!([1.0, 0.333_333, -0.001].map(number), ["1", "0.33", "0"]);
    }

    #[test]
    fn long_texts_are_made_small() {
        assert!(fit("12", 17.0, 30.0, false) == 17.0);
        assert!(fit("WWWW", 17.0, 30.0, true) < 9.0);
        assert!(fit("", 17.0, 30.0, true) == 17.0);
    }
}
