//! Writing puzzles and filled grids.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Value, json};

use super::json::SCHEMA;
use crate::puzzle::{
    Answer, Board, Cover, Entry, Futoshiki, Line, Neighbourhood, Numberlink, Point, Puzzle, Shape,
    Touch,
};

/// How many pairs of cells go on one `walls` or `less` line.
const PAIRS_A_LINE: usize = 16;

/// The puzzle in the text format. [`parse_native`](super::parse_native) reads it back as it was,
/// except that `id` has no place in the text format, and that in title and source control characters
/// become blanks and blanks at either end are dropped.
pub fn write_native(entry: &Entry) -> String {
    let mut out = String::new();
    let mut key = |key: &str, value: &str| out.extend([key, ": ", value, "\n"]);
    key("puzzle", entry.puzzle.family().keyword());
    for (name, text) in [("title", &entry.title), ("source", &entry.source)] {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if !line.trim().is_empty() {
            key(name, line.trim());
        }
    }
    if let Some(board) = entry.puzzle.board() {
        match board.shape() {
            Shape::Grid { moves, .. } => key("neighbours", moves.keyword()),
            Shape::Points { reach, .. } => {
                key("board", "points");
                key("reach", &reach.to_string());
            }
        }
    }
    if let Puzzle::Numberlink(link) = &entry.puzzle {
        if link.cover != Cover::default() {
            key("cover", link.cover.keyword());
        }
        if link.touch != Touch::default() {
            key("touch", link.touch.keyword());
        }
    }
    if let Some(solutions) = &entry.solutions {
        key("solutions", solutions);
    }
    let (name, pairs) = match &entry.puzzle {
        Puzzle::Futoshiki(f) => ("less", far_pairs(f)),
        puzzle => ("walls", puzzle.board().map(walls).unwrap_or_default()),
    };
    for line in pairs.chunks(PAIRS_A_LINE) {
        key(name, &line.join(" "));
    }
    out.push('\n');
    out + &write_grid(&entry.puzzle)
}

/// The grid of the text format alone: the givens.
pub fn write_grid(puzzle: &Puzzle) -> String {
    let number = |v: &Option<u32>| v.map_or(".".into(), |v| v.to_string());
    match puzzle {
        Puzzle::Hidato(Line { board, given }) | Puzzle::Path(Line { board, given }) => {
            board_text(board, &given.iter().map(number).collect::<Vec<_>>())
        }
        Puzzle::Numberlink(link) => board_text(&link.board, &names(link, &link.terminals())),
        Puzzle::Futoshiki(f) => square_text(f, &f.given.iter().map(number).collect::<Vec<_>>()),
    }
}

/// The grid of the text format, filled in: numbers, or the label of each cell's path; `.` for cells
/// that the answer leaves out.
///
/// # Panics
/// If the answer is not one for this puzzle's family and size.
pub fn write_solution(puzzle: &Puzzle, answer: &Answer) -> String {
    let number = |&v: &u32| if v == 0 { ".".into() } else { v.to_string() };
    match (puzzle, answer) {
        (Puzzle::Hidato(line) | Puzzle::Path(line), Answer::Line(numbers)) => {
            board_text(&line.board, &numbers.iter().map(number).collect::<Vec<_>>())
        }
        (Puzzle::Numberlink(link), Answer::Links(_)) => {
            board_text(&link.board, &names(link, &answer.labels(link)))
        }
        (Puzzle::Futoshiki(f), Answer::Square(values)) => {
            square_text(f, &values.iter().map(number).collect::<Vec<_>>())
        }
        _ => panic!("an answer of the puzzle's own family"),
    }
}

fn names(link: &Numberlink, labels: &[Option<u32>]) -> Vec<String> {
    labels.iter().map(|l| l.map_or(".".into(), |k| link.labels[k as usize].clone())).collect()
}

/// Rows of tokens, right-aligned; or `x y token` lines.
fn board_text(board: &Board, tokens: &[String]) -> String {
    let mut out = String::new();
    if let Shape::Points { at, .. } = board.shape() {
        for ((x, y), token) in at.iter().zip(tokens) {
            let _ = writeln!(out, "{x} {y} {token}");
        }
        return out;
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

/// Rows of cells with their signs, and the rows of signs between them.
fn square_text(puzzle: &Futoshiki, tokens: &[String]) -> String {
    let n = puzzle.n as usize;
    let width = tokens.iter().map(String::len).max().unwrap_or(1);
    let mut beside = vec![' '; n * n];
    let mut below = vec!['-'; n * n];
    for &[a, b] in &puzzle.less {
        let (first, second) = (a.min(b) as usize, a.max(b) as usize);
        if puzzle.n > 1 && second == first + n {
            below[first] = if a < b { '^' } else { 'v' };
        } else if second == first + 1 && second % n != 0 {
            beside[first] = if a < b { '<' } else { '>' };
        }
    }
    let mut out = String::new();
    for r in 0..n {
        let row = r * n..(r + 1) * n;
        for i in row.clone() {
            let _ = write!(out, "{:>width$}", tokens[i]);
            if i + 1 < row.end {
                let _ = write!(out, " {} ", beside[i]);
            }
        }
        out.push('\n');
        if r + 1 < n {
            let line: Vec<String> = row.map(|i| format!("{:>width$}", below[i])).collect();
            out.push_str(&line.join("   "));
            out.push('\n');
        }
    }
    out
}

/// The inequalities that no sign between two cells can say, as `r1c1<r3c2`.
fn far_pairs(puzzle: &Futoshiki) -> Vec<String> {
    let n = puzzle.n;
    let far = |&&[a, b]: &&[u32; 2]| {
        let ((r, c), (s, d)) = ((a / n, a % n), (b / n, b % n));
        r.abs_diff(s) + c.abs_diff(d) != 1
    };
    let text =
        |&[a, b]: &[u32; 2]| format!("r{}c{}<r{}c{}", a / n + 1, a % n + 1, b / n + 1, b % n + 1);
    puzzle.less.iter().filter(far).map(text).collect()
}

fn walls(board: &Board) -> Vec<String> {
    let name = |c| {
        let (row, col) = board.place(c);
        format!("r{}c{}", row + 1, col + 1)
    };
    board.walls().iter().map(|&[a, b]| format!("{}|{}", name(a), name(b))).collect()
}

/// The JSON object of a puzzle; the order of the fields is the order of the keys.
#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    puzzle: &'static str,
    title: &'a str,
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    neighbours: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cover: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    touch: Option<&'static str>,
    rows: u32,
    cols: u32,
    cells: Vec<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<(f64, f64)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    less: Option<Vec<[(u32, u32); 2]>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    walls: Vec<[(u32, u32); 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
}

/// The puzzle as a JSON object on one line, without a line end.
pub fn write_json(entry: &Entry) -> String {
    let mut object = Object {
        schema: SCHEMA,
        puzzle: entry.puzzle.family().keyword(),
        title: &entry.title,
        source: &entry.source,
        neighbours: None,
        cover: None,
        touch: None,
        rows: 0,
        cols: 0,
        cells: Vec::new(),
        points: None,
        reach: None,
        less: None,
        walls: Vec::new(),
        solutions: entry.solutions.as_deref(),
        id: entry.id.as_deref(),
    };
    if let Some(board) = entry.puzzle.board() {
        match board.shape() {
            Shape::Grid { moves: Neighbourhood::Hex, .. } => object.neighbours = Some(json!("hex")),
            Shape::Grid { moves: Neighbourhood::King, .. } => object.neighbours = Some(json!(8)),
            Shape::Grid { moves: Neighbourhood::Rook, .. } => object.neighbours = Some(json!(4)),
            Shape::Points { at, reach } => {
                // A double says all digits of a decimal: it is written with as many as tell it from others.
                let pair = |&(x, y): &Point| (x.to_f64(), y.to_f64());
                object.points = Some(at.iter().map(pair).collect());
                object.reach = Some(reach.to_f64());
            }
        }
        (object.rows, object.cols) = board.size();
        let places = |&[a, b]: &[u32; 2]| [board.place(a), board.place(b)];
        object.walls = board.walls().iter().map(places).collect();
    }
    match &entry.puzzle {
        Puzzle::Hidato(Line { board, given }) | Puzzle::Path(Line { board, given }) => {
            object.cells = cells(board, &|c| json!(given[c as usize]));
        }
        Puzzle::Numberlink(link) => {
            let terminals = link.terminals();
            let label = |c: u32| terminals[c as usize].map(|k| &link.labels[k as usize]);
            object.cells = cells(&link.board, &|c| json!(label(c)));
            object.cover = Some(link.cover.keyword());
            object.touch = Some(link.touch.keyword());
        }
        Puzzle::Futoshiki(f) => {
            (object.rows, object.cols) = (f.n, f.n);
            let row = |row: &[Option<u32>]| row.iter().map(|v| json!(v)).collect();
            object.cells = f.given.chunks(f.n as usize).map(row).collect();
            let place = |c: u32| (c / f.n, c % f.n);
            object.less = Some(f.less.iter().map(|&[a, b]| [place(a), place(b)]).collect());
        }
    }
    serde_json::to_string(&object).expect("strings, numbers and lists are always JSON")
}

/// rows × cols values, `"#"` where there is no cell.
fn cells(board: &Board, value: &dyn Fn(u32) -> Value) -> Vec<Vec<Value>> {
    let (rows, cols) = board.size();
    let at = |r, c| board.cell_at(r, c).map_or(json!("#"), value);
    (0..rows).map(|r| (0..cols).map(|c| at(r, c)).collect()).collect()
}
