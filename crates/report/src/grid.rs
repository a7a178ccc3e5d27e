//! Grids of values, drawn: the solution of a user's own model, as text, as SVG, or as a table of HTML.
//!
//! ```
//! use clew_model::model::{Expr, Model};
//! use clew_report::Grid;
//!
//! # fn main() -> Result<(), clew_model::model::ModelError> {
//! let mut m = Model::new();
//! let rows: Vec<_> = (0..2).map(|r| m.ints(&format!("row {r}"), 2, 1..=2)).collect::<Result<_, _>>()?;
//! rows.iter().try_for_each(|row| m.all_different(row))?;
//! m.equal(rows[0][0], 2)?;
//! m.less_than(rows[1][0], rows[1][1])?;
//! let outcome = m.check(&Default::default())?;
//! let grid = Grid::new(outcome.solutions[0].grid(&rows));
//! assert_eq!(grid.text(), "2 1\n1 2\n");
//! assert!(grid.svg().starts_with("<svg"));
//! # Ok(()) }
//! ```

use super::svg::escape;
use std::fmt::Write;

/// The width of a cell in pixels.
const CELL: usize = 40;
/// Space around the grid.
const MARGIN: usize = 4;

/// Values in rows, which need not be of one length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    rows: Vec<Vec<i64>>,
    boxes: Option<(usize, usize)>,
    filled: Vec<i64>,
    empty: Vec<i64>,
}

impl Grid {
    /// A grid of these values.
    pub fn new(rows: Vec<Vec<i64>>) -> Grid {
        Grid { rows, boxes: None, filled: Vec::new(), empty: Vec::new() }
    }

    /// With thick lines around boxes of the given numbers of rows and columns, as a sudoku has. Zero draws none in
    /// that direction.
    #[must_use]
    pub fn boxes(mut self, rows: usize, cols: usize) -> Grid {
        self.boxes = Some((rows, cols));
        self
    }

    /// With cells of these values filled, and nothing written in them.
    #[must_use]
    pub fn filled(mut self, values: &[i64]) -> Grid {
        self.filled.extend_from_slice(values);
        self
    }

    /// With cells of these values left empty.
    #[must_use]
    pub fn empty(mut self, values: &[i64]) -> Grid {
        self.empty.extend_from_slice(values);
        self
    }

    fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.rows.iter().map(Vec::len).max().unwrap_or(0))
    }

    /// The text of a cell.
    fn written(&self, value: i64) -> String {
        match self.filled.contains(&value) || self.empty.contains(&value) {
            true => String::new(),
            false => value.to_string(),
        }
    }

    /// One line per row, values in columns: `#` for a filled cell, `.` for an empty one.
    pub fn text(&self) -> String {
        let sign = |&value: &i64| match (self.filled.contains(&value), self.empty.contains(&value))
        {
            (true, _) => "#".to_string(),
            (_, true) => ".".to_string(),
            _ => value.to_string(),
        };
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(sign).collect()).collect();
        let width = rows.iter().flatten().map(String::len).max().unwrap_or(0);
        let mut out = String::new();
        for row in rows {
            let row: Vec<String> = row.iter().map(|sign| format!("{sign:>width$}")).collect();
            out += &row.join(" ");
            out.push('\n');
        }
        out
    }

    /// Whether a thick line runs above the row, or left of the column, with index `at` out of `of`.
    fn is_thick(&self, at: usize, of: usize, side: fn((usize, usize)) -> usize) -> bool {
        let step = self.boxes.map_or(0, side);
        at == 0 || at == of || step > 0 && at.is_multiple_of(step)
    }

    /// A picture that stands alone, without scripts or style sheets. Its colours are those of the text around it.
    pub fn svg(&self) -> String {
        let (height, width) = self.size();
        let (w, h) = (width * CELL + 2 * MARGIN, height * CELL + 2 * MARGIN);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
             role=\"img\">\n<title>{}</title>\n<rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n",
            escape(&format!("a grid of {height} rows and {width} columns"))
        );
        for (r, row) in self.rows.iter().enumerate() {
            for (c, &value) in row.iter().enumerate() {
                let (x, y) = (MARGIN + c * CELL, MARGIN + r * CELL);
                if self.filled.contains(&value) {
                    let _ = writeln!(
                        out,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#333\"/>"
                    );
                }
                let text = self.written(value);
                if !text.is_empty() {
                    let (x, y) = (x + CELL / 2, y + CELL / 2 + 6);
                    let size = if text.len() > 3 { 11 } else { 17 };
                    let _ = writeln!(
                        out,
                        "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"{size}\" \
                         text-anchor=\"middle\" fill=\"#111\">{text}</text>"
                    );
                }
            }
        }
        let mut lines = |thick: bool| {
            let stroke = if thick { 2.5 } else { 0.8 };
            let _ =
                write!(out, "<path stroke=\"#111\" stroke-width=\"{stroke}\" fill=\"none\" d=\"");
            for r in (0..=height).filter(|&r| self.is_thick(r, height, |b| b.0) == thick) {
                let _ = write!(out, "M{MARGIN} {}h{}", MARGIN + r * CELL, width * CELL);
            }
            for c in (0..=width).filter(|&c| self.is_thick(c, width, |b| b.1) == thick) {
                let _ = write!(out, "M{} {MARGIN}v{}", MARGIN + c * CELL, height * CELL);
            }
            out += "\"/>\n";
        };
        lines(false);
        lines(true);
        out + "</svg>\n"
    }

    /// A table of HTML that stands alone.
    pub fn html(&self) -> String {
        let (height, width) = self.size();
        let mut out = String::from("<table style=\"border-collapse:collapse\">\n");
        for (r, row) in self.rows.iter().enumerate() {
            out += "<tr>";
            for (c, &value) in row.iter().enumerate() {
                let edge = |thick: bool| if thick { "2px" } else { "1px" };
                let borders = [
                    self.is_thick(r, height, |b| b.0),
                    self.is_thick(c + 1, width, |b| b.1),
                    self.is_thick(r + 1, height, |b| b.0),
                    self.is_thick(c, width, |b| b.1),
                ]
                .map(edge);
                let fill = if self.filled.contains(&value) { ";background:#333" } else { "" };
                let _ = write!(
                    out,
                    "<td style=\"width:2em;height:2em;text-align:center;border-style:solid;border-width:{}{fill}\">\
                     {}</td>",
                    borders.join(" "),
                    self.written(value)
                );
            }
            out += "</tr>\n";
        }
        out + "</table>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;

    #[test]
    fn a_grid_shows_every_value_once() {
        let grid =
            Grid::new(vec![vec![1, 0, -12], vec![7, 0]]).boxes(1, 2).filled(&[0]).empty(&[7]);
        assert_eq!(grid.text(), "  1   # -12\n  .   #\n");
        let svg = grid.svg();
        assert_eq!(svg.matches("<text").count(), 2);
        assert_eq!(svg.matches("fill=\"#333\"").count(), 2);
        let html = grid.html();
        assert_eq!(html.matches("<td").count(), 5);
        assert_eq!(html.matches("background:#333").count(), 2);
        // Boxes of one row: every line across is thick.
        assert!(svg.contains("<path stroke=\"#111\" stroke-width=\"2.5\" fill=\"none\" d=\"M4 4h120M4 44h120M4 84h120"));
    }

    #[test]
    fn nothing_is_a_grid_too() {
        let grid = Grid::new(Vec::new());
        assert_eq!(grid.text(), "");
        assert!(grid.svg().contains("</svg>") && grid.html().contains("</table>"));
    }
}
