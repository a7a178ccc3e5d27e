//! Drawn constraints of other puzzles: they are refused by name and place, never dropped.

use super::Data;
use super::layer::Grid;
use clew_puzzle::puzzle::format::{ParseError, name};
use serde_json::Value;

/// Lists of cells, and the constraint that they draw.
const LISTS: [(&str, &str); 8] = [
    ("thermo", "a thermometer"),
    ("nobulbthermo", "a thermometer"),
    ("arrows", "an arrow"),
    ("d", "an arrow"),
    ("direction", "an arrow"),
    ("squareframe", "a frame"),
    ("polygon", "a polygon"),
    ("killercages", "a cage"),
];

/// Objects by index or by pairs of indices.
const MEMBERS: [(&str, &str); 4] =
    [("cage", "a cage"), ("sudoku", "a small number"), ("line", "a line"), ("freeline", "a line")];

/// Shapes of symbols by the beginning of their name.
const SHAPES: [(&str, &str); 6] = [
    ("circle", "a dot"),
    ("bars", "a bar"),
    ("arrow", "an arrow"),
    ("square", "a square"),
    ("star", "a star"),
    ("diamond", "a diamond"),
];

/// The place of an index, as text.
fn place(grid: &Grid, index: u64) -> String {
    let two = |a, b| format!("on the side between {} and {}", name(a), name(b));
    match grid.find(index) {
        Some((0, place)) => format!("in {}", name(place)),
        Some((1, (r, c))) => format!("at the lower right of {}", name((r, c))),
        Some((2, (r, c))) => two((r, c), (r + 1, c)),
        Some((3, (r, c))) => two((r, c), (r, c + 1)),
        Some((_, place)) => format!("beside {}", name(place)),
        None => "on a side or in a place at the border of the grid".to_string(),
    }
}

/// Refuses a layer with anything in it that is no number in a cell, sign of order, colour or edge.
///
/// # Errors
/// The first such thing, with its place.
pub(super) fn refuse(data: Data<'_>, grid: &Grid, layer: &Value) -> Result<(), ParseError> {
    let error = |what: &str, at: String| {
        let found = format!("{what} {at}");
        let expected = "numbers in cells, signs of order, colours and edges; anything else is a constraint of \
                        another puzzle";
        let mut error = data.error("", expected);
        error.found = found;
        Err(error)
    };
    let index = |value: &Value| match value {
        Value::String(text) => text.split(',').next().and_then(|text| text.parse().ok()),
        other => other.as_u64(),
    };
    for (key, what) in LISTS {
        let Some(Value::Array(items)) = layer.get(key) else { continue };
        let cells = items.iter().find_map(|item| match item {
            Value::Array(cells) if cells.is_empty() => None,
            Value::Array(cells) => Some(cells.first().and_then(index)),
            other => Some(index(other)),
        });
        if let Some(first) = cells {
            return error(what, first.map_or(String::new(), |i| place(grid, i)));
        }
    }
    let members = |key: &str| layer.get(key).and_then(Value::as_object).into_iter().flatten();
    let at = |key: &str| {
        index(&Value::String(key.to_string())).map_or(String::new(), |i| place(grid, i))
    };
    for (key, what) in MEMBERS {
        if let Some((first, _)) = members(key).next() {
            return error(what, at(first));
        }
    }
    for (key, symbol) in members("symbol") {
        let style = symbol.get(1).and_then(Value::as_str).unwrap_or_default();
        if style != "inequality" {
            let shape = SHAPES.iter().find(|(start, _)| style.starts_with(start));
            return error(shape.map_or("a symbol", |(_, what)| what), at(key));
        }
    }
    for (key, number) in members("number") {
        let candidates = number.get(2).is_some_and(|mode| *mode == "7" || *mode == 7);
        let written = number.get(0).is_some_and(|text| *text != "" && !text.is_null());
        let inside = key.parse().ok().and_then(|i| grid.find(i));
        if written && !candidates && !matches!(inside, Some((0, _))) {
            return error("a number", at(key));
        }
    }
    Ok(())
}
