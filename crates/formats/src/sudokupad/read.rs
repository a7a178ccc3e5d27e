//! Reading the JSON of f-puzzles: squares with signs of order and differences, as this program writes them.

use super::lz;
use crate::Reading;
use crate::import::Import;
use crate::scan::Scan;
use clew_puzzle::puzzle::format::{Chunk, Clue, ParseError, Place, place};
use clew_puzzle::puzzle::{Entry, Filled};
use serde_json::{Map, Value};

/// The longest JSON of a puzzle, in units of UTF-16.
const MOST: usize = 1 << 18;

/// Members that are read, and those that do not change the puzzle.
const KNOWN: [&str; 10] = [
    "size",
    "grid",
    "text",
    "difference",
    "solution",
    "title",
    "author",
    "ruleset",
    "hideclues",
    "negative",
];

pub(super) fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scan = Scan::new(chunk.text, chunk.line, chunk.column).percent_decoded();
    let all = scan.all().trim();
    let data = super::data(all.text()).ok_or_else(|| all.error("an address with its data"))?;
    let error = |found: String, expected: &str| ParseError { found, ..all.error(expected) };
    let text =
        lz::expanded(data, MOST).ok_or_else(|| all.error("a puzzle of f-puzzles, compressed"))?;
    let object: Map<String, Value> = serde_json::from_str(&text)
        .map_err(|why| error("the data".into(), &format!("JSON of a puzzle ({why})")))?;
    let part = |key: &str| object.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let full = |value: &Value| {
        !(value.is_null() || value.as_array().is_some_and(Vec::is_empty) || *value == false)
    };
    if let Some((key, _)) =
        object.iter().find(|(key, value)| !KNOWN.contains(&&***key) && full(value))
    {
        return Err(error(
            format!("\"{key}\""),
            "digits, signs of order and differences alone: it belongs to another puzzle",
        ));
    }
    let n = object.get("size").and_then(Value::as_u64).filter(|n| (1..=16).contains(n));
    let n = n.ok_or_else(|| error("the size".into(), "a number of rows from 1 to 16"))? as usize;
    let mut import = Import::new(("plain", "signs"), (n, n), all.token(), reading)?;
    let rows = part("grid");
    let even =
        rows.len() == n && rows.iter().all(|row| row.as_array().is_some_and(|row| row.len() == n));
    if !even {
        return Err(error("the grid".into(), &format!("{n} rows of {n} cells")));
    }
    for (i, cell) in rows.iter().flat_map(|row| row.as_array().into_iter().flatten()).enumerate() {
        if cell.get("region").is_none_or(|region| !region.is_null()) {
            return Err(error("a cell in a region".into(), "a square without regions"));
        }
        if let (Some(value), Some(true)) =
            (cell.get("value").and_then(Value::as_u64), cell.get("given").and_then(Value::as_bool))
        {
            import.put(i, Clue::Number(u32::try_from(value).unwrap_or(u32::MAX)), all.token());
        }
    }
    for sign in part("text") {
        let smaller = match sign.get("value").and_then(Value::as_str) {
            Some("<") => true,
            Some(">") => false,
            _ => return Err(error("a text".into(), "\"<\" or \">\" between two cells")),
        };
        let [a, b] = cells(sign).ok_or_else(|| error("a sign".into(), "two cells"))?;
        let (a, b) = (a.min(b), a.max(b));
        import.less(if smaller { [a, b] } else { [b, a] }, all.token());
    }
    for dot in part("difference") {
        let pair = cells(dot).ok_or_else(|| error("a difference".into(), "two cells"))?;
        let by = match dot.get("value") {
            None | Some(Value::Null) => Some(1),
            Some(by) => by.as_u64().or_else(|| by.as_str()?.parse().ok()),
        };
        let by = by.and_then(|by| u32::try_from(by).ok());
        import.differ(
            pair,
            by.ok_or_else(|| error("a difference".into(), "a number"))?,
            all.token(),
        );
    }
    let text = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
    if text("ruleset").contains(super::ALL_DOTS) {
        import.word("dots", "all");
    }
    (import.title, import.source) = (text("title").into(), text("author").into());
    let found: Vec<Option<u32>> = part("solution")
        .iter()
        .map(|value| value.as_u64().and_then(|n| u32::try_from(n).ok()))
        .collect();
    import.filled = (found.len() == n * n).then_some(Filled::Numbers(found));
    import.entry()
}

/// The two cells of a mark.
fn cells(mark: &Value) -> Option<[Place; 2]> {
    let names = mark.get("cells")?.as_array()?;
    let cell = |name: &Value| place(&name.as_str()?.to_ascii_lowercase());
    let cells: Vec<Place> = names.iter().map(cell).collect::<Option<_>>()?;
    cells.try_into().ok()
}
