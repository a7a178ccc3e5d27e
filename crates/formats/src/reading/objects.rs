//! JSON objects of other programs: a grid under one of the usual keys, ends of paths by their places, signs of order.
//!
//! A key that may change the puzzle and is not known is refused by name.

use super::super::Reading;
use super::meaning;
use super::shape::{Layout, Page, Rows};
use super::word::Word;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{
    Chunk, Fields, KeyLines, ParseError, Place, Token, marks, quote, size_fault,
};
use clew_puzzle::registry::named;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Values of an object, at most: it becomes a tree of values, which takes some 70 bytes for each.
const MAX_VALUES: usize = 1 << 18;

/// Keys of a grid.
const GRIDS: [&str; 13] = [
    "grid", "board", "cells", "initial", "clues", "givens", "values", "matrix", "puzzle",
    "problem", "map", "start", "given",
];
/// Keys of the number of rows, of columns, and of both.
const ROWS: [&str; 2] = ["rows", "height"];
const COLS: [&str; 4] = ["cols", "columns", "width", "col"];
const SIDES: [&str; 3] = ["size", "n", "order"];
/// Keys of the ends of paths.
const ENDS: [&str; 6] = ["endpoints", "pairs", "flows", "terminals", "dots", "ends"];
/// Keys of signs of order.
const SIGNS: [&str; 5] = ["inequalities", "constraints", "relations", "signs", "less"];
/// Keys of the kind of puzzle.
const KINDS: [&str; 7] = ["type", "kind", "game", "genre", "family", "variant", "puzzle_type"];
/// Keys that are irrelevant to the puzzle.
const OTHERS: [&str; 16] = [
    "id",
    "title",
    "name",
    "author",
    "source",
    "difficulty",
    "level",
    "date",
    "url",
    "description",
    "comment",
    "version",
    "seed",
    "solution",
    "answer",
    "solved",
];

/// An object, and its position.
struct Object<'t> {
    members: Map<String, Value>,
    at: Token<'t>,
}

/// Reads an object that has a grid, or ends of paths, under common keys; `None` if it has neither.
pub fn read(chunk: &Chunk<'_>, said: &Reading) -> Option<Result<Entry, ParseError>> {
    let at = Token { text: "", line: chunk.line, column: chunk.column };
    // Objects of other readers are not parsed into a tree.
    let Fields(unread) = serde_json::from_str::<Fields<&RawValue>>(chunk.text).ok()?;
    let known = |(key, value): &(String, &RawValue)| {
        key == "schema" || key == "puzzle" && value.get().starts_with('"')
    };
    if unread.iter().any(known) {
        return None;
    }
    if marks(chunk.text) > MAX_VALUES {
        return Some(Err(at.error(format!("at most {MAX_VALUES} values"))));
    }
    let Ok(Value::Object(members)) = serde_json::from_str(chunk.text) else { return None };
    let object = Object { members, at };
    let some = GRIDS
        .iter()
        .chain(&ENDS)
        .any(|key| object.get(&[key]).is_some_and(|(_, v)| v.is_array() || v.is_object()));
    some.then(|| object.entry(said))
}

impl<'t> Object<'t> {
    /// The member under one of these keys, in letters of any case.
    fn get(&self, keys: &[&str]) -> Option<(&str, &Value)> {
        let found =
            self.members.iter().find(|(key, _)| keys.iter().any(|k| k.eq_ignore_ascii_case(key)));
        found.map(|(key, value)| (key.as_str(), value))
    }

    fn error(&self, found: &Value, expected: impl Into<String>) -> ParseError {
        ParseError { found: quote(&found.to_string()), ..self.at.error(expected) }
    }

    fn word(&self, text: impl Into<String>) -> Word<'t> {
        Word { text: Cow::Owned(text.into()), at: self.at }
    }

    fn entry(&self, said: &Reading) -> Result<Entry, ParseError> {
        let mut said = said.clone();
        if let Some((_, kind)) = self.get(&KINDS) {
            let found = kind.as_str().and_then(named);
            let found =
                found.ok_or_else(|| self.error(kind, "a kind of puzzle that clew knows"))?;
            if said.family.is_none() {
                (said.family, said.alias) = (Some(found.family), found.alias);
            }
        }
        let known: Vec<&str> =
            [&GRIDS[..], &ROWS, &COLS, &SIDES, &ENDS, &SIGNS, &KINDS, &OTHERS].concat();
        let odd =
            self.members.keys().find(|key| !known.iter().any(|k| k.eq_ignore_ascii_case(key)));
        if let Some(key) = odd.filter(|key| !key.starts_with("x-")) {
            let expected = "a key that is known; whether this one changes the puzzle is not (keys that start with x- do not)";
            return Err(self.error(&Value::String(key.clone()), expected));
        }
        let size = self.size()?;
        let grid = self.get(&GRIDS).map(|(_, grid)| self.grid(grid)).transpose()?;
        let rows = match (grid, self.get(&ENDS)) {
            (Some(_), Some((key, _))) => {
                let both = Value::String(key.to_string());
                return Err(self.error(&both, "a grid or ends of paths, not both"));
            }
            (Some(rows), None) => rows,
            (None, Some((_, ends))) => self.ends(ends, size)?,
            (None, None) => return Err(self.at.error("a grid or ends of paths")),
        };
        if let Some((height, wide)) = size.filter(|&size| size != (rows.len(), rows[0].len())) {
            let (r, c) = (rows.len(), rows[0].len());
            return Err(self
                .at
                .error(format!("a grid of {height} x {wide}, as in its size, not {r} x {c}")));
        }
        let mut layout = Layout::new("an object of JSON", rows);
        if let Some((key, signs)) = self.get(&SIGNS) {
            layout.less = self.signs(key, signs, layout.rows.len())?;
        }
        let page = Page { titles: Vec::new(), below: Vec::new(), layouts: vec![layout] };
        let mut entry = meaning::entry(&page, &KeyLines::default(), &said)?;
        let text = |key: &str| {
            self.get(&[key]).and_then(|(_, v)| v.as_str()).unwrap_or_default().to_string()
        };
        entry.title = text("title");
        entry.source = text("source");
        entry.id =
            self.get(&["id"]).map(|(_, id)| id.as_str().map_or(id.to_string(), str::to_string));
        Ok(entry)
    }

    /// Rows and columns, where they are stated.
    fn size(&self) -> Result<Option<(usize, usize)>, ParseError> {
        let number = |keys: &[&str]| match self.get(keys) {
            None => Ok(None),
            Some((_, value)) => match (value.as_u64(), value.as_array().map(Vec::as_slice)) {
                (Some(n), _) => Ok(Some((n as usize, n as usize))),
                (None, Some([a, b])) if a.is_u64() && b.is_u64() => {
                    Ok(Some((a.as_u64().unwrap_or(0) as usize, b.as_u64().unwrap_or(0) as usize)))
                }
                _ => Err(self.error(value, "a number of rows or columns")),
            },
        };
        let (rows, cols, both) = (number(&ROWS)?, number(&COLS)?, number(&SIDES)?);
        Ok(match (rows, cols) {
            (Some((r, _)), Some((c, _))) => Some((r, c)),
            _ => both,
        })
    }

    /// The rows of a list of lists, or of strings.
    fn grid(&self, grid: &Value) -> Result<Rows<'t>, ParseError> {
        let expected = "rows, a list or a string for each";
        let rows = grid.as_array().ok_or_else(|| self.error(grid, expected))?;
        let cell = |value: &Value| match value {
            Value::Null => Ok(self.word("null")),
            Value::Number(number) => Ok(self.word(number.to_string())),
            Value::String(text) => {
                let text = Word::new(Token { text, ..self.at }).text.into_owned();
                Ok(self.word(text))
            }
            other => Err(self.error(other, "null, a number or a text in a cell")),
        };
        let row = |value: &Value| match value {
            Value::Array(cells) => cells.iter().map(cell).collect(),
            Value::String(text) if text.trim().contains(' ') => {
                Ok(text.split_whitespace().map(|word| self.word(word)).collect())
            }
            Value::String(text) => Ok(text.chars().map(|c| self.word(c.to_string())).collect()),
            other => Err(self.error(other, expected)),
        };
        let rows: Rows<'t> = rows.iter().map(row).collect::<Result<_, _>>()?;
        let cols = rows.first().map_or(0, Vec::len);
        if let Some(expected) = size_fault(rows.len(), cols) {
            return Err(self.at.error(expected));
        }
        if cols == 0 || rows.iter().any(|row| row.len() != cols) {
            return Err(self.error(grid, "rows of one length"));
        }
        Ok(rows)
    }

    /// A grid with labels at the ends of paths.
    fn ends(&self, ends: &Value, size: Option<(usize, usize)>) -> Result<Rows<'t>, ParseError> {
        let expected = "the rows and columns of the board next to the ends of paths";
        let (height, wide) = size.ok_or_else(|| self.at.error(expected))?;
        if let Some(expected) = size_fault(height, wide) {
            return Err(self.at.error(expected));
        }
        let mut found: Vec<(String, [Place; 2], &Value)> = Vec::new();
        let mut push = |label: String, pair: Option<[Place; 2]>, value| {
            let expected = "two places, [[row, column], [row, column]]";
            found.push((label, pair.ok_or_else(|| self.error(value, expected))?, value));
            Ok(())
        };
        match ends {
            Value::Object(by_label) => {
                by_label
                    .iter()
                    .try_for_each(|(label, pair)| push(label.clone(), places(pair), pair))?;
            }
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    let label = ["label", "color", "colour", "name", "id", "number", "value"];
                    let label = label.iter().find_map(|key| item.get(key));
                    let label = match label {
                        Some(Value::String(text)) => text.clone(),
                        Some(other) => other.to_string(),
                        None => (i + 1).to_string(),
                    };
                    push(label, places(item), item)?;
                }
            }
            other => return Err(self.error(other, "a list of pairs of places")),
        }
        let from = self.origin(found.iter().flat_map(|(_, pair, _)| pair), (height, wide))?;
        let mut rows: Rows<'t> =
            (0..height).map(|_| (0..wide).map(|_| self.word("")).collect()).collect();
        for (label, pair, value) in found {
            for (r, c) in pair {
                let (r, c) = ((r - from) as usize, (c - from) as usize);
                let held = &mut rows[r][c].text;
                if !held.is_empty() {
                    return Err(self.error(value, "one end of a path in a cell"));
                }
                *held = Cow::Owned(label.clone());
            }
        }
        Ok(rows)
    }

    /// Signs of order between two places each.
    fn signs(
        &self,
        key: &str,
        signs: &Value,
        n: usize,
    ) -> Result<Vec<([Place; 2], Token<'t>)>, ParseError> {
        let items = signs.as_array().ok_or_else(|| self.error(signs, "a list of signs"))?;
        let mut found: Vec<([Place; 2], bool)> = Vec::new();
        for item in items {
            let sign = match item {
                Value::Object(_) => ["symbol", "sign", "op", "operator", "relation", "type"]
                    .iter()
                    .find_map(|key| item.get(key)),
                Value::Array(parts) => parts.iter().find(|part| part.is_string()),
                _ => None,
            };
            let smaller = match sign.and_then(Value::as_str) {
                Some("<" | "lt" | "less" | "^" | "∧" | "smaller") => Some(true),
                Some(">" | "gt" | "greater" | "v" | "∨" | "larger") => Some(false),
                Some(_) => None,
                None if key.eq_ignore_ascii_case("less") => Some(true),
                None => item.get("less").or(item.get("smaller")).is_some().then_some(true),
            };
            let expected = "two cells and the sign between them, such as {\"cell1\": [0,0], \"cell2\": [0,1], \"symbol\": \"<\"}";
            let (Some(pair), Some(smaller)) = (places(item), smaller) else {
                return Err(self.error(item, expected));
            };
            found.push((pair, smaller));
        }
        let from = self.origin(found.iter().flat_map(|(pair, _)| pair), (n, n))?;
        let shifted = |(r, c): Place| (r - from, c - from);
        let pair = |([a, b], smaller): ([Place; 2], bool)| {
            let (a, b) = (shifted(a), shifted(b));
            (if smaller { [a, b] } else { [b, a] }, self.at)
        };
        Ok(found.into_iter().map(pair).collect())
    }

    /// Whether places are counted from 0 or from 1, as far as the places show it.
    fn origin<'p>(
        &self,
        places: impl Iterator<Item = &'p Place> + Clone,
        (height, wide): (usize, usize),
    ) -> Result<u32, ParseError> {
        let zero = places.clone().any(|&(r, c)| r == 0 || c == 0);
        let top = places.clone().any(|&(r, c)| r as usize == height || c as usize == wide);
        let beyond = places.clone().any(|&(r, c)| r as usize > height || c as usize > wide);
        match (zero, top) {
            _ if beyond => Err(self.at.error(format!("places within {height} rows and {wide} columns"))),
            (true, true) => Err(self.at.error("places counted from 0 or from 1, not both")),
            (true, false) => Ok(0),
            (false, true) => Ok(1),
            (false, false) if places.clone().next().is_none() => Ok(0),
            (false, false) => Err(self.at.error(
                "a place in the first or last row or column: whether places are counted from 0 or from 1 is not known",
            )),
        }
    }
}

/// A row and a column: `[r, c]`, or an object with both.
fn place(value: &Value) -> Option<Place> {
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    match value {
        Value::Array(pair) => match &pair[..] {
            [r, c] => Some((number(r)?, number(c)?)),
            _ => None,
        },
        Value::Object(_) => {
            let get = |keys: &[&str]| keys.iter().find_map(|key| value.get(key)).and_then(number);
            Some((get(&["row", "r", "y"])?, get(&["col", "column", "c", "x"])?))
        }
        _ => None,
    }
}

/// Two places: a list of them, or under the usual keys.
fn places(value: &Value) -> Option<[Place; 2]> {
    let keys = [
        ["cell1", "cell2"],
        ["start", "end"],
        ["from", "to"],
        ["a", "b"],
        ["first", "second"],
        ["less", "greater"],
        ["smaller", "larger"],
        ["left", "right"],
        ["source", "target"],
    ];
    match value {
        Value::Array(items) => {
            let found: Vec<Place> =
                items.iter().filter(|v| !v.is_string()).map(place).collect::<Option<_>>()?;
            found.try_into().ok()
        }
        Value::Object(members) => {
            let list = ["cells", "points", "ends", "positions", "coords", "endpoints", "places"];
            if let Some(list) = list.iter().find_map(|key| members.get(*key)) {
                return places(list);
            }
            let [a, b] =
                keys.iter().find(|pair| pair.iter().all(|key| members.contains_key(*key)))?;
            Some([place(&members[*a])?, place(&members[*b])?])
        }
        _ => None,
    }
}
