//! The elements of a picture, written as they come.

use std::fmt::Write;

use super::INK;

/// A picture in the making.
pub(super) struct Sheet {
    width: f64,
    height: f64,
    body: String,
    /// Per cell its centre, for marks that are drawn over the picture.
    pub centres: Vec<(f64, f64)>,
}

/// A length or coordinate with at most two decimals.
pub(super) fn number(x: f64) -> String {
    let rounded = (x * 100.0).round() / 100.0;
    // Adding zero turns minus zero into zero.
    (rounded + 0.0).to_string()
}

/// Text that may stand in an element: marks escaped, what XML forbids replaced.
pub(crate) fn escape(text: &str) -> String {
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
    pub fn new(width: f64, height: f64) -> Sheet {
        Sheet { width, height, body: String::new(), centres: Vec::new() }
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
    pub fn open_text(&mut self, size: f64, more: &str) {
        let size = number(size);
        self.open(&format!(
            "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{size}\" \
             text-anchor=\"middle\"{more}"
        ));
    }

    /// A text around a point, inside a group of text of size `size`; what is longer than three
    /// characters is made smaller.
    pub fn text(&mut self, (x, y): (f64, f64), size: f64, text: &str, more: &str) {
        let length = text.chars().count();
        let (size, smaller) = match length {
            0..=3 => (size, String::new()),
            _ => {
                let size = size * 3.3 / length as f64;
                (size, format!(" font-size=\"{}\"", number(size)))
            }
        };
        let (x, y) = (number(x), number(y + size * 0.355));
        let _ =
            writeln!(self.body, "<text x=\"{x}\" y=\"{y}\"{smaller}{more}>{}</text>", escape(text));
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

    pub fn polyline(&mut self, corners: &[(f64, f64)], more: &str) {
        let _ = writeln!(self.body, "<polyline points=\"{}\"{more}/>", list(corners));
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

    /// The whole picture.
    pub fn finish(self, title: &str) -> String {
        let [width, height] = [self.width, self.height].map(number);
        let title = escape(title);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" fill=\"{INK}\">\n"
        );
        if !title.is_empty() {
            let _ = writeln!(out, "<title>{title}</title>");
        }
        let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
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
}
