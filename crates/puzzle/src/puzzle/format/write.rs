//! Writing puzzles and filled grids.

use std::fmt::Write;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::draft::name;
use super::json::SCHEMA;
use crate::puzzle::{Answer, Board, Cell, Credits, Entry, Neighbourhood, Puzzle, Shape};

/// How many pairs of cells go on one line.
const PAIRS_A_LINE: usize = 16;

/// The puzzle in the text format. Reading restores it, except that the text format has no `id`, and that in title and
/// source control characters become blanks and blanks at either end are dropped.
pub fn write_native(entry: &Entry) -> String {
    let puzzle = &entry.puzzle;
    let family = puzzle.family();
    let mut out = String::new();
    let mut key = |key: &str, value: &str| out.extend([key, ": ", value, "\n"]);
    key("puzzle", family.keyword());
    let own = [("title", &entry.title), ("source", &entry.source)];
    for (name, text) in own.into_iter().chain(credits(entry)) {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if !line.trim().is_empty() {
            key(name, line.trim());
        }
    }
    if let Some(board) = puzzle.board() {
        match board.shape() {
            Shape::Grid { moves, .. } => key("neighbours", moves.keyword()),
            Shape::Points { reach, .. } => {
                key("board", "points");
                key("reach", &reach.to_string());
            }
        }
    }
    if let Some(first) = first(puzzle) {
        key("first", &first.to_string());
    }
    for ((name, word), default) in puzzle.words().into_iter().zip(family.words) {
        if word != default.values[0] {
            key(name, word);
        }
    }
    for (name, word) in puzzle.words_of_pairs() {
        key(name, word);
    }
    if let Some(solutions) = &entry.solutions {
        key("solutions", solutions);
    }
    if let Some(wrap) = puzzle.board().and_then(|board| board.wrap().keyword()) {
        key("wrap", wrap);
    }
    let text = |[a, b]: [Cell; 2], between: char| {
        format!("{}{between}{}", name(puzzle.place(a)), name(puzzle.place(b)))
    };
    let mut list = |name: &str, pairs: Vec<String>| {
        for line in pairs.chunks(PAIRS_A_LINE) {
            key(name, &line.join(" "));
        }
    };
    for (k, (pairs, is)) in puzzle.pairs().into_iter().zip(family.pairs).enumerate() {
        let unsaid =
            pairs.into_iter().zip(puzzle.numbers_of_pairs(k)).filter(|((_, said), _)| !said);
        let one = |((pair, _), number)| text(pair, is.between) + &behind(number);
        list(is.name, unsaid.map(one).collect());
    }
    let walls = puzzle.board().map(Board::walls).unwrap_or_default();
    list("walls", walls.iter().map(|wall| text(*wall, '|')).collect());
    let bridges = puzzle.board().map(Board::bridges).unwrap_or_default();
    list("bridges", bridges.iter().map(|[c, _]| name(puzzle.place(*c))).collect());
    out.push('\n');
    out + &write_grid(puzzle)
}

/// The number with which a line begins, where that is not 1.
fn first(puzzle: &Puzzle) -> Option<u32> {
    puzzle.board().map(Board::first).filter(|&first| first != 1)
}

/// The text after a pair with this number.
fn behind(number: u32) -> String {
    if number == 1 { String::new() } else { format!("={number}") }
}

/// The grid of the text format alone: the givens.
pub fn write_grid(puzzle: &Puzzle) -> String {
    puzzle.grid_text(&puzzle.tokens(None))
}

/// The grid of the text format, filled in: numbers, or the label of each cell's path; `.` for cells that the answer
/// leaves out. A bridge has both labels, as `A/B`: that of the path along the row first.
///
/// # Panics
/// If the answer is not one for this puzzle's family and size.
pub fn write_solution(puzzle: &Puzzle, answer: &Answer) -> String {
    match puzzle.capabilities().tells {
        Some(tells) => tells.text(answer),
        None => puzzle.grid_text(&puzzle.tokens(Some(answer))),
    }
}

/// Rows of tokens, right-aligned; or `x y token` lines.
pub fn board_text(board: &Board, tokens: &[String]) -> String {
    let mut out = String::new();
    if let Shape::Points { at, .. } = board.shape() {
        for ((x, y), token) in at.iter().zip(tokens) {
            let _ = writeln!(out, "{x} {y} {token}");
        }
        return out;
    }
    let mut tokens = std::borrow::Cow::Borrowed(tokens);
    for &[along, across] in board.bridges() {
        let both = [along, across].map(|c| tokens[c as usize].as_str());
        if both != [".", "."] {
            let both = both.join("/");
            tokens.to_mut()[along as usize] = both;
        }
    }
    let width = tokens.iter().map(|t| t.chars().count()).max().unwrap_or(1);
    let (rows, cols) = board.size();
    for r in 0..rows {
        for c in 0..cols {
            let token = board.cell_at(r, c).map_or("#", |cell| &tokens[cell as usize]);
            let gap = if c == 0 { "" } else { " " };
            let _ = write!(out, "{gap}{token:>width$}");
        }
        out.push('\n');
    }
    out
}

/// The keys and words of the author, without those that are empty.
fn credits(entry: &Entry) -> impl Iterator<Item = (&'static str, &String)> {
    let all = Credits::KEYS.into_iter().zip(entry.credits.texts());
    all.filter(|(_, text)| !text.is_empty())
}

/// A puzzle as a JSON object, its members in order.
#[derive(Clone, Debug)]
pub struct PuzzleObject(Vec<(&'static str, Value)>);

impl Serialize for PuzzleObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// The puzzle as a JSON object on one line, without a line end.
pub fn write_json(entry: &Entry) -> String {
    let object = json_object(entry);
    serde_json::to_string(&object).expect("strings, numbers and lists are always JSON")
}

/// The puzzle as a JSON object for use within another one.
pub fn json_object(entry: &Entry) -> PuzzleObject {
    let puzzle = &entry.puzzle;
    let family = puzzle.family();
    let mut members = vec![
        ("schema", json!(SCHEMA)),
        ("puzzle", json!(family.keyword())),
        ("title", json!(entry.title)),
        ("source", json!(entry.source)),
    ];
    members.extend(credits(entry).map(|(key, text)| (key, json!(text))));
    let shape = puzzle.board().map(Board::shape);
    if let Some(Shape::Grid { moves, .. }) = shape {
        members.push(match moves {
            Neighbourhood::Hex => ("neighbours", json!("hex")),
            Neighbourhood::King => ("neighbours", json!(8)),
            Neighbourhood::Rook => ("neighbours", json!(4)),
        });
    }
    members.extend(first(puzzle).map(|first| ("first", json!(first))));
    let words = puzzle.words().into_iter().chain(puzzle.words_of_pairs());
    members.extend(words.map(|(key, word)| (key, json!(word))));
    let (rows, cols) = puzzle.size();
    let mut clues = puzzle.clues_json();
    let mut at = |r, c| puzzle.cell_at(r, c).map_or(json!("#"), |cell| clues[cell as usize].take());
    let cells: Vec<Vec<Value>> = (0..rows).map(|r| (0..cols).map(|c| at(r, c)).collect()).collect();
    members.extend([("rows", json!(rows)), ("cols", json!(cols)), ("cells", json!(cells))]);
    if let Some(Shape::Points { at, reach }) = shape {
        // A double represents all digits of a decimal: it is written with as many as distinguish it from others.
        let at: Vec<(f64, f64)> = at.iter().map(|(x, y)| (x.to_f64(), y.to_f64())).collect();
        members.extend([("points", json!(at)), ("reach", json!(reach.to_f64()))]);
    }
    let places = |[a, b]: [Cell; 2]| json!([puzzle.place(a), puzzle.place(b)]);
    for (k, (pairs, is)) in puzzle.pairs().into_iter().zip(family.pairs).enumerate() {
        if is.numbered && pairs.is_empty() {
            continue;
        }
        let one = |((pair, _), number): (([Cell; 2], bool), u32)| match number {
            1 => places(pair),
            _ => {
                let [a, b] = pair.map(|cell| puzzle.place(cell));
                json!([a, b, number])
            }
        };
        members
            .push((is.name, pairs.into_iter().zip(puzzle.numbers_of_pairs(k)).map(one).collect()));
    }
    let walls = puzzle.board().map(Board::walls).unwrap_or_default();
    if !walls.is_empty() {
        members.push(("walls", walls.iter().map(|wall| places(*wall)).collect()));
    }
    if let Some(board) = puzzle.board() {
        members.extend(board.wrap().keyword().map(|wrap| ("wrap", json!(wrap))));
        if !board.bridges().is_empty() {
            let at = board.bridges().iter().map(|[c, _]| json!(board.place(*c)));
            members.push(("bridges", at.collect()));
        }
    }
    members.extend(entry.solutions.iter().map(|n| ("solutions", json!(n))));
    members.extend(entry.id.iter().map(|id| ("id", json!(id))));
    PuzzleObject(members)
}
