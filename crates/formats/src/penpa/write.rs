//! Writing an address.

use super::super::import::edges_on;
use super::super::sheet::{FormatCapabilities, several};
use super::super::{LossNote, Sheet, Written};
use super::{BASE64, MAX_INFLATED, codes};
use base64::Engine;
use clew_puzzle::puzzle::{Board, Entry};
use miniz_oxide::deflate::compress_to_vec;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The prefix of addresses that are written.
pub(super) const SITE: &str = "https://swaroopg92.github.io/penpa-edit/";

/// The compression level of the data, 0 to 10.
const LEVEL: u8 = 9;

/// The size of a cell in pixels.
const CELL: u64 = 38;

/// The style of edges that are walls: thick and black.
const WALL: u64 = 2;

/// The state of the editor, which is irrelevant to the puzzle.
pub(super) const MODE: &str = r#"{"qa":"pu_a","grid":["1","2","1"],"pu_q":{"edit_mode":"number","surface":["",1],"line":["1",3],"edge":["1",3],"wall":["",3],"cage":["1",10],"number":["1",1],"symbol":["circle_L",1],"special":["thermo",""],"board":["",""],"move":["1",""],"combi":["linex",""],"sudoku":["1",1]},"pu_a":{"edit_mode":"number","surface":["",1],"line":["1",3],"edge":["1",3],"wall":["",3],"cage":["1",10],"number":["1",2],"symbol":["circle_L",1],"special":["thermo",""],"board":["",""],"move":["1",""],"combi":["linex",""],"sudoku":["1",1]}}"#;

/// The contents of a layer.
#[derive(Default)]
pub(super) struct Drawn {
    surface: Map<String, Value>,
    number: Map<String, Value>,
    symbol: Map<String, Value>,
    line: Map<String, Value>,
    edge: Map<String, Value>,
}

impl Drawn {
    /// The layer in the order of members that the site writes.
    pub fn json(&self) -> String {
        let object = |map: &Map<String, Value>| Value::Object(map.clone()).to_string();
        format!(
            r#"{{"command_redo":{{"__a":[]}},"command_undo":{{"__a":[]}},"command_replay":{{"__a":[]}},"surface":{},"number":{},"sudoku":{{}},"symbol":{},"freeline":{{}},"freeedge":{{}},"thermo":[],"arrows":[],"d":[],"squareframe":[],"polygon":[],"line":{},"edge":{},"wall":{{}},"cage":{{}},"deleteedge":{{}},"killercages":[],"nobulbthermo":[]}}"#,
            object(&self.surface),
            object(&self.number),
            object(&self.symbol),
            object(&self.line),
            object(&self.edge)
        )
    }
}

/// The grid of the editor: the cells of the puzzle and two further ones on every side.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    rows: u32,
    cols: u32,
}

impl Grid {
    fn width(self) -> u64 {
        u64::from(self.cols) + 4
    }

    fn height(self) -> u64 {
        u64::from(self.rows) + 4
    }

    /// The number of a point of the site: a cell (category 0), the corner at its lower right (1), the
    /// middle of its lower (2) or right side (3).
    pub fn index(self, category: u64, (r, c): (u32, u32)) -> u64 {
        category * self.width() * self.height()
            + (u64::from(r) + 2) * self.width()
            + u64::from(c)
            + 2
    }

    /// All places of the puzzle, row by row.
    fn places(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.rows).flat_map(move |r| (0..self.cols).map(move |c| (r, c)))
    }

    /// The numbers of all cells, each as the distance from the one before.
    pub fn steps(self) -> Vec<u64> {
        let mut before = 0;
        let step = |place| {
            let at = self.index(0, place);
            at - std::mem::replace(&mut before, at)
        };
        self.places().map(step).collect()
    }
}

pub(super) fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let Page { grid, problem, lost } = Page::new(sheet)?;
    let text = text(sheet, grid, &problem, &solution(sheet, grid));
    Ok(Written { text: format!("{SITE}#m=edit&p={}\n", deflated(&text)?), lost })
}

/// A puzzle on the grid of the editor.
pub(super) struct Page {
    pub grid: Grid,
    pub problem: Drawn,
    /// The losses.
    pub lost: Vec<LossNote>,
}

impl Page {
    /// The page of a puzzle.
    ///
    /// # Errors
    /// A message, if the editor has no such board.
    pub fn new(sheet: Sheet<'_>) -> Result<Page, String> {
        let (rows, cols) = sheet.size()?;
        let grid = Grid { rows, cols };
        let dialect = sheet.dialect("plain")?;
        let mut lost =
            sheet.lost(dialect, FormatCapabilities { walls: true, holes: true, rules: true });
        lost.extend(sheet.lost_signs());
        let (problem, slanting) = problem(sheet, grid);
        lost.extend(several("the wall", "the walls", slanting));
        Ok(Page { grid, problem, lost })
    }
}

/// Text in the encoding of addresses.
///
/// # Errors
/// A message, if it is longer than the reader accepts.
pub(super) fn deflated(text: &str) -> Result<String, String> {
    if text.len() > MAX_INFLATED {
        return Err(format!(
            "it would hold more than the {MAX_INFLATED} bytes that are read again"
        ));
    }
    Ok(BASE64.encode(compress_to_vec(text.as_bytes(), LEVEL)))
}

/// The layer of the puzzle, and the walls that it cannot hold: those between cells that touch at a corner.
fn problem(sheet: Sheet<'_>, grid: Grid) -> (Drawn, Vec<String>) {
    let puzzle = &sheet.entry.puzzle;
    let mut drawn = Drawn::default();
    for (cell, given) in (0u32..).zip(sheet.given()) {
        if let Some(text) = given {
            let at = grid.index(0, puzzle.place(cell)).to_string();
            drawn.number.insert(at, json!([text, 1, "1"]));
        }
    }
    for place in grid.places().filter(|&(r, c)| sheet.cell(r, c).is_none()) {
        drawn.surface.insert(grid.index(0, place).to_string(), json!(4));
    }
    let (straight, slanting) = sheet.walls(false);
    for [a, b] in straight {
        // The corner at the lower right of the upper or left cell of the two, and the one above or before it.
        let corner = grid.index(1, a.min(b));
        let other = corner - if a.0 == b.0 { grid.width() } else { 1 };
        drawn.edge.insert(format!("{other},{corner}"), json!(WALL));
    }
    for ([a, b], _) in sheet.less().into_iter().filter(|&(_, near)| near) {
        // The sign is at the upper or left cell of the two.
        let (category, style) = match (a.0 == b.0, a < b) {
            (true, true) => (3, 1),
            (true, false) => (3, 3),
            (false, true) => (2, 2),
            (false, false) => (2, 4),
        };
        let at = grid.index(category, a.min(b)).to_string();
        drawn.symbol.insert(at, json!([style, "inequality", 2]));
    }
    (drawn, slanting)
}

/// The layer that a solver fills in: the paths of the answer, if there is one, or the numbers that are not given.
fn solution(sheet: Sheet<'_>, grid: Grid) -> Drawn {
    let mut drawn = Drawn::default();
    let Some(answer) = sheet.answer else { return drawn };
    let puzzle = &sheet.entry.puzzle;
    if let (Some(board), true) = (puzzle.board(), sheet.paths().is_some()) {
        for [a, b] in edges_on(board, answer) {
            let [a, b] = [a, b].map(|cell| grid.index(0, board.place(cell)));
            drawn.line.insert(format!("{a},{b}"), json!(3));
        }
        return drawn;
    }
    let given = sheet.given();
    for (cell, number) in (0u32..).zip(sheet.found_numbers().unwrap_or_default()) {
        if let (Some(v), None) = (number, &given[cell as usize]) {
            let at = grid.index(0, puzzle.place(cell)).to_string();
            drawn.number.insert(at, json!([v.to_string(), 2, "1"]));
        }
    }
    drawn
}

/// The lines of the editor's own format: the header, the margins, the layers and the cells.
fn text(sheet: Sheet<'_>, grid: Grid, problem: &Drawn, solution: &Drawn) -> String {
    let mut text = header(sheet.entry, grid, &word(&rules(sheet)));
    let nothing = codes::pack(&Drawn::default().json());
    let mode = codes::pack(MODE);
    let _ = write!(
        text,
        "[0,0,0,0]\n{mode}\n{}\n{}\n{}\n[\"Number Normal\"]\n{{}}\n\"x\"\n\"x\"\n[3,1,4]\n{mode}\n\"x\"\n0\n{nothing}\n{nothing}\n{{}}\n[]\n",
        codes::pack(&problem.json()),
        codes::pack(&solution.json()),
        json!(grid.steps()),
    );
    text
}

/// A text in the encoding of a field of the first line.
pub(super) fn word(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace(',', "%2C")
}

/// The first line: the grid, the title, the author, and the content of the field for rules.
pub(super) fn header(entry: &Entry, grid: Grid, rules: &str) -> String {
    let (title, author) = (word(&entry.title), word(&entry.source));
    let Grid { rows, cols } = grid;
    let (wide, high) = (CELL * (u64::from(cols) + 1), CELL * (u64::from(rows) + 1));
    let centre = grid.height() / 2 * grid.width() + grid.width() / 2;
    format!(
        "square,{cols},{rows},{CELL},0,1,1,{wide},{high},{centre},{centre},0,0,0,0,Title: {title},Author: {author},,{rules},OFF,false\n"
    )
}

/// The family and the rules of a puzzle as text.
pub(super) fn rules(sheet: Sheet<'_>) -> String {
    let family = format!("puzzle: {}", sheet.entry.puzzle.family());
    let moves = sheet.moves().map(|moves| format!("neighbours: {moves}"));
    let words = sheet.entry.puzzle.words().into_iter().map(|(key, word)| format!("{key}: {word}"));
    let first = sheet.entry.puzzle.board().map(Board::first).filter(|&first| first != 1);
    let first = first.map(|first| format!("first: {first}"));
    [family].into_iter().chain(moves).chain(words).chain(first).collect::<Vec<_>>().join("; ")
}
