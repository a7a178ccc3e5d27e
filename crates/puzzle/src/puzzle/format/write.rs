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
pub(crate) fn board_text(board: &Board, tokens: &[String]) -> String {
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

/// A puzzle as a JSON object: the document `clew-puzzle/1`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleObject {
    /// The version of the document.
    schema: &'static str,
    /// The family: hidato, path, numberlink, futoshiki or zip.
    puzzle: &'static str,
    /// Its title.
    title: String,
    /// Where it is from.
    source: String,
    /// Who made it.
    #[serde(skip_serializing_if = "String::is_empty")]
    author: String,
    /// The rules in the author's words.
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    /// Shown when the puzzle is solved.
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
    /// 4, 8 or hex.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [4, 8, "4", "8", "hex"])))]
    #[serde(skip_serializing_if = "Option::is_none")]
    neighbours: Option<Value>,
    /// The number with which a line begins, 1 if left out; cells hold the numbers that are shown.
    #[cfg_attr(feature = "schema", schemars(range(max = 1_000_000_000)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<u32>,
    #[serde(flatten)]
    words: Members<&'static str>,
    /// Rows of the grid.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    rows: u32,
    /// Columns of the grid.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    cols: u32,
    /// Rows of givens: a number or a label, null for a cell without, "#" for no cell.
    #[cfg_attr(feature = "schema", schemars(schema_with = "givens"))]
    cells: Vec<Vec<Value>>,
    /// Free points, `[x, y]` a cell, y downwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<(f64, f64)>>,
    /// The largest distance of neighbours among free points.
    #[cfg_attr(feature = "schema", schemars(extend("exclusiveMinimum" = 0)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<f64>,
    #[serde(flatten)]
    pairs: Members<Vec<PairObject>>,
    /// Neighbours between which nothing passes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    walls: Vec<PairObject>,
    /// Rows, columns or both go round: behind the last place comes the first.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["rows", "columns", "both"])))]
    #[serde(skip_serializing_if = "Option::is_none")]
    wrap: Option<&'static str>,
    /// Cells, `[row, column]`, that one line crosses along the row and one along the column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bridges: Vec<(u32, u32)>,
    /// The number of solutions that the author states.
    #[cfg_attr(feature = "schema", schemars(extend("type" = ["string", "integer"])))]
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<String>,
    /// Echoed in results.
    #[cfg_attr(feature = "schema", schemars(extend("type" = ["string", "integer"])))]
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

/// A pair of cells, `[row, column]`, counted from 0.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PairObject {
    /// Without a number.
    Plain((u32, u32), (u32, u32)),
    /// With the number behind it.
    Numbered((u32, u32), (u32, u32), u32),
}

/// Members whose keys the family chooses.
#[derive(Clone, Debug)]
struct Members<T>(Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Members<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[cfg(feature = "schema")]
impl<T> schemars::JsonSchema for Members<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Members".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "object"})
    }
}

#[cfg(feature = "schema")]
fn givens(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let given = serde_json::json!({"type": ["integer", "string", "null"]});
    let row = serde_json::json!({"type": "array", "minItems": 1, "items": given});
    schemars::json_schema!({"type": "array", "minItems": 1, "items": row})
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
    let board = puzzle.board();
    let neighbours = |moves: Neighbourhood| match moves {
        Neighbourhood::Hex => json!("hex"),
        Neighbourhood::King => json!(8),
        Neighbourhood::Rook => json!(4),
    };
    // A double represents all digits of a decimal: it is written with as many as distinguish it from others.
    let (neighbours, points, reach) = match board.map(Board::shape) {
        Some(Shape::Grid { moves, .. }) => (Some(neighbours(*moves)), None, None),
        Some(Shape::Points { at, reach }) => {
            let at = at.iter().map(|(x, y)| (x.to_f64(), y.to_f64())).collect();
            (None, Some(at), Some(reach.to_f64()))
        }
        None => (None, None, None),
    };
    let words = puzzle.words().into_iter().chain(puzzle.words_of_pairs());
    let (rows, cols) = puzzle.size();
    let mut clues = puzzle.clues_json();
    let mut at = |r, c| puzzle.cell_at(r, c).map_or(json!("#"), |cell| clues[cell as usize].take());
    let plain = |&[a, b]: &[Cell; 2]| PairObject::Plain(puzzle.place(a), puzzle.place(b));
    let pair = |((pair, _), number): (([Cell; 2], bool), u32)| match number {
        1 => plain(&pair),
        _ => PairObject::Numbered(puzzle.place(pair[0]), puzzle.place(pair[1]), number),
    };
    let keys = puzzle.pairs().into_iter().zip(family.pairs).enumerate();
    let keys = keys.filter(|(_, (pairs, is))| !is.numbered || !pairs.is_empty());
    let pairs = keys.map(|(k, (pairs, is))| {
        (is.name, pairs.into_iter().zip(puzzle.numbers_of_pairs(k)).map(pair).collect())
    });
    let bridges = board.map(Board::bridges).unwrap_or_default();
    PuzzleObject {
        schema: SCHEMA,
        puzzle: family.keyword(),
        title: entry.title.clone(),
        source: entry.source.clone(),
        author: entry.credits.author.clone(),
        rules: entry.credits.rules.clone(),
        message: entry.credits.message.clone(),
        neighbours,
        first: first(puzzle),
        words: Members(words.collect()),
        rows,
        cols,
        cells: (0..rows).map(|r| (0..cols).map(|c| at(r, c)).collect()).collect(),
        points,
        reach,
        pairs: Members(pairs.collect()),
        walls: board.map(Board::walls).unwrap_or_default().iter().map(plain).collect(),
        wrap: board.and_then(|board| board.wrap().keyword()),
        bridges: bridges.iter().map(|[c, _]| puzzle.place(*c)).collect(),
        solutions: entry.solutions.clone(),
        id: entry.id.clone(),
    }
}
