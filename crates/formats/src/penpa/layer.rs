//! The contents of a layer of the data, and the places of indices in the grid.

use super::Data;
use clew_puzzle::puzzle::format::{MAX_SIDE, ParseError, Place};
use rustc_hash::FxHashSet;
use serde_json::Value;

/// Numbers, signs, colours, lines and edges of a layer, by index.
#[derive(Default)]
pub(super) struct Layer {
    /// Colours of cells.
    surface: Vec<(u64, u64)>,
    /// Texts in cells, except candidates.
    numbers: Vec<(u64, String)>,
    /// Styles of signs of inequality.
    pub signs: Vec<(u64, u64)>,
    /// Lines between two indices.
    lines: Vec<[u64; 2]>,
    /// Edges: the two indices as they are written, and the style.
    edges: Vec<(String, u64)>,
}

/// An edge between two places.
pub(super) struct Edge<'l> {
    /// The places on both sides of it.
    pub parts: [Place; 2],
    /// Whether it looks like a line of the grid.
    pub thin: bool,
    /// The indices of its ends as they are written.
    pub written: &'l str,
}

/// The names of lists that draw along the sides of cells. The site itself draws walls through cells, but other programs
/// use the name for edges.
const EDGES: [&str; 5] = ["edge", "lineE", "freeedge", "freelineE", "wall"];

/// The style of a cross, which means that there is no edge.
const CROSS: u64 = 98;

/// Styles of edges that look like the lines of the grid, plain or dotted.
const THIN: [u64; 3] = [1, 11, 80];

/// Colours of cells that are not on the board: greys and black.
const HOLES: [u64; 4] = [1, 3, 4, 8];

/// The submode of numbers that are candidates.
const CANDIDATES: &str = "7";

impl Layer {
    /// Reads the known members of a layer; others affect the appearance only.
    pub fn read(value: &Value) -> Layer {
        let members = |key: &str| {
            let object = value.get(key).and_then(Value::as_object);
            object.into_iter().flatten().filter_map(|(k, v)| Some((k.parse::<u64>().ok()?, v)))
        };
        let text = |value: &Value| match value {
            Value::String(text) => Some(text.trim().to_string()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let number = |(i, item): (u64, &Value)| {
            let written = text(item.get(0)?)?;
            let mode = item.get(2).and_then(text).unwrap_or_default();
            (mode != CANDIDATES && !written.is_empty()).then_some((i, written))
        };
        let sign = |(i, item): (u64, &Value)| {
            let inequality = item.get(1)?.as_str()? == "inequality";
            inequality.then_some((i, item.get(0)?.as_u64()?))
        };
        let line = |(key, _): (&String, &Value)| {
            let (a, b) = key.split_once(',')?;
            Some([a.parse().ok()?, b.parse().ok()?])
        };
        let lines = value.get("line").and_then(Value::as_object);
        let edge = |(key, style): (&String, &Value)| (key.clone(), style.as_u64().unwrap_or(0));
        let edges = EDGES.iter().filter_map(|name| value.get(name)?.as_object());
        let mut layer = Layer {
            surface: members("surface").filter_map(|(i, v)| Some((i, v.as_u64()?))).collect(),
            numbers: members("number").filter_map(number).collect(),
            signs: members("symbol").filter_map(sign).collect(),
            lines: lines.into_iter().flatten().filter_map(line).collect(),
            edges: edges.flatten().map(edge).collect(),
        };
        layer.numbers.sort();
        layer.signs.sort_unstable();
        layer.lines.sort_unstable();
        layer.edges.retain(|(key, style)| *style != CROSS || key.contains(','));
        layer
    }
}

/// The grid that indices count in.
pub(super) struct Grid {
    /// Rows without margins.
    pub rows: usize,
    /// Columns without margins.
    pub cols: usize,
    /// Rows and columns with margins and the frame of two cells on each side.
    height: u64,
    width: u64,
    top: u64,
    left: u64,
    /// Per place whether it is on the board.
    live: Vec<bool>,
}

impl Grid {
    /// Reads the size, the margins, and which cells are on the board.
    ///
    /// # Errors
    /// For text that is no size, or margins that leave nothing.
    pub fn read(data: Data<'_>, fields: &[&str], lines: &[&str]) -> Result<Grid, ParseError> {
        let side = |i: usize| {
            let text = fields.get(i).copied().unwrap_or_default();
            let n = text.parse::<u64>().ok().filter(|n| (1..=MAX_SIDE as u64).contains(n));
            n.ok_or_else(|| data.error(text, format!("a number of cells up to {MAX_SIDE}")))
        };
        let (cols, rows) = (side(1)?, side(2)?);
        let margins = data.json(lines, 1)?;
        let margin = |i: usize| margins.get(i).and_then(Value::as_u64).unwrap_or(0);
        let [top, bottom, left, right] = [margin(0), margin(1), margin(2), margin(3)];
        let within = top.max(bottom) < rows && left.max(right) < cols;
        if !within || top + bottom >= rows || left + right >= cols {
            let line = lines.get(1).copied().unwrap_or_default();
            return Err(data.error(line, "margins that leave some cells"));
        }
        let (inner_rows, inner_cols) = (rows - top - bottom, cols - left - right);
        let mut grid = Grid {
            rows: inner_rows as usize,
            cols: inner_cols as usize,
            height: rows + 4,
            width: cols + 4,
            top,
            left,
            live: Vec::new(),
        };
        if let Some(expected) = clew_puzzle::puzzle::format::size_fault(grid.rows, grid.cols) {
            return Err(data.error(lines[0], expected));
        }
        grid.live = vec![false; grid.rows * grid.cols];
        let mut at = 0u64;
        let cells = data.json(lines, 5)?;
        let cells = cells.as_array().ok_or_else(|| {
            data.error(
                lines.get(5).copied().unwrap_or_default(),
                "a list of cells in line 5 of the data",
            )
        })?;
        for step in cells {
            at = at.saturating_add(step.as_u64().unwrap_or(0));
            if let Some((0, place)) = grid.find(at) {
                let place = grid.index(place);
                grid.live[place] = true;
            }
        }
        Ok(grid)
    }

    /// The number of a place, row by row.
    pub fn index(&self, (r, c): Place) -> usize {
        r as usize * self.cols + c as usize
    }

    /// The category and the place of an index, if it is on the grid.
    pub(super) fn find(&self, index: u64) -> Option<(u64, Place)> {
        let layer = self.width * self.height;
        let (category, rest) = (index / layer, index % layer);
        let row = (rest / self.width).checked_sub(2 + self.top)?;
        let col = (rest % self.width).checked_sub(2 + self.left)?;
        let inside = row < self.rows as u64 && col < self.cols as u64;
        inside.then_some((category, (row as u32, col as u32)))
    }

    /// The places that are not on the board: not listed, or coloured.
    pub fn holes(&self, layer: &Layer) -> Vec<usize> {
        let coloured = layer.surface.iter().filter(|(_, colour)| HOLES.contains(colour));
        let cells = coloured.filter_map(|&(i, _)| self.find(i).filter(|(t, _)| *t == 0));
        let mut holes: Vec<usize> = cells.map(|(_, place)| self.index(place)).collect();
        holes.extend((0..self.live.len()).filter(|&i| !self.live[i]));
        holes
    }

    /// The texts in cells, by place.
    pub fn clues(&self, layer: &Layer) -> Vec<(usize, String)> {
        let cell = |(i, text): &(u64, String)| {
            let (_, place) = self.find(*i).filter(|(t, _)| *t == 0)?;
            Some((self.index(place), text.clone()))
        };
        layer.numbers.iter().filter_map(cell).collect()
    }

    /// The signs as pairs of places, the first less than the second; `None` for one at another place, with its style.
    pub fn signs(&self, layer: &Layer) -> Vec<(Option<[Place; 2]>, String)> {
        let read = |&(i, style): &(u64, u64)| {
            let found = self.find(i).and_then(|(t, (r, c))| match (t, style) {
                (3, 1) => Some([(r, c), (r, c + 1)]),
                (3, 3) => Some([(r, c + 1), (r, c)]),
                (2, 2) => Some([(r, c), (r + 1, c)]),
                (2, 4) => Some([(r + 1, c), (r, c)]),
                _ => None,
            });
            (found, format!("the one of style {style} at {i}"))
        };
        layer.signs.iter().map(read).collect()
    }

    /// The corner of cells at an index, by the cell to its upper left, which may lie outside.
    fn corner(&self, index: u64) -> Option<(i64, i64)> {
        let layer = self.width * self.height;
        let rest = index.checked_sub(layer).filter(|rest| *rest < layer)?;
        let from = |at: u64, start: u64| at as i64 - start as i64;
        Some((from(rest / self.width, 2 + self.top), from(rest % self.width, 2 + self.left)))
    }

    /// The edges between two places of the grid, each once; edges on or outside its border separate nothing.
    ///
    /// # Errors
    /// The indices of one that does not run along the sides of cells.
    pub fn edges<'l>(&self, layer: &'l Layer) -> Result<Vec<Edge<'l>>, &'l str> {
        let (rows, cols) = (self.rows as i64, self.cols as i64);
        // Whether it is thin, whether it runs along a row, the row or column, from where to where.
        let mut spans = Vec::with_capacity(layer.edges.len());
        for (written, style) in &layer.edges {
            let ends = written.split_once(',').and_then(|(a, b)| {
                Some([self.corner(a.parse().ok()?)?, self.corner(b.parse().ok()?)?])
            });
            let thin = THIN.contains(style);
            let [a, b] = ends.ok_or(written.as_str())?;
            spans.push(match (a.0 == b.0, a.1 == b.1) {
                (true, _) => (thin, true, a.0, a.1.min(b.1), a.1.max(b.1), written),
                (_, true) => (thin, false, a.1, a.0.min(b.0), a.0.max(b.0), written),
                _ => return Err(written),
            });
        }
        spans.sort_unstable();
        let mut found = Vec::new();
        // Where a thick edge lies upon a thin one only the thick one is visible.
        let mut thick = FxHashSet::default();
        let mut seen = (false, true, i64::MIN, 0);
        for (thin, along, line, from, to, written) in spans {
            let (lines, length) = if along { (rows, cols) } else { (cols, rows) };
            if !(0..lines - 1).contains(&line) {
                continue;
            }
            // Between adjacent corners is the side of the cell before the second one.
            let mut start = (from + 1).max(0);
            if (seen.0, seen.1, seen.2) == (thin, along, line) {
                start = start.max(seen.3);
            }
            let end = (to + 1).min(length);
            for at in start..end {
                if thin && thick.contains(&(along, line, at)) {
                    continue;
                }
                if !thin {
                    thick.insert((along, line, at));
                }
                let place = |line: i64| match along {
                    true => (line as u32, at as u32),
                    false => (at as u32, line as u32),
                };
                let parts = [place(line), place(line + 1)];
                found.push(Edge { parts, thin, written });
            }
            seen = (thin, along, line, end.max(start));
        }
        Ok(found)
    }

    /// The steps of the lines that are drawn from cell to cell.
    pub fn steps(&self, layer: &Layer) -> Vec<[Place; 2]> {
        layer.lines.iter().filter_map(|&[a, b]| Some([self.cell(a)?, self.cell(b)?])).collect()
    }

    /// The place of the cell at an index.
    pub fn cell(&self, index: u64) -> Option<Place> {
        self.find(index).filter(|(category, _)| *category == 0).map(|(_, place)| place)
    }
}
