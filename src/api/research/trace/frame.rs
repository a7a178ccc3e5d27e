//! The known parts of a board at a moment, as text.

use clew_engine::kernel::{Engine, Store};
use clew_puzzle::puzzle::{Built, Content, Puzzle};
use clew_report::steps::spot;
use std::fmt::Write;

/// Cells with known contents, and the edges that are on or off, in the order of the board; unknown contents are dots.
/// Boards without rows are listed.
pub(crate) fn frame(puzzle: &Puzzle, built: &Built, engine: &Engine) -> String {
    let store = engine.store();
    let contents: Vec<String> =
        (0..puzzle.cells() as u32).map(|cell| content(puzzle, built, store, cell)).collect();
    let (rows, cols) = puzzle.size();
    if rows == 0 {
        let known = (0..).zip(&contents).filter(|(_, text)| *text != ".");
        let listed: Vec<String> =
            known.map(|(c, text)| format!("{}={text}", spot(puzzle, c))).collect();
        return format!("    {}\n", listed.join(" "));
    }
    let width = contents.iter().map(|text| text.chars().count()).max().unwrap_or(1);
    let edge = |a: Option<u32>, b: Option<u32>| {
        let e = puzzle.board()?.edge_between(a?, b?)?;
        let atom = built.decoder.edge(e)?;
        if store.is_true(atom.pos()) {
            Some(true)
        } else if store.is_false(atom.pos()) {
            Some(false)
        } else {
            None
        }
    };
    let mut out = String::new();
    for row in 0..rows {
        let mut line = String::from("    ");
        let mut below = String::from("    ");
        for col in 0..cols {
            let cell = puzzle.cell_at(row, col);
            let text = cell.map_or("#", |c| contents[c as usize].as_str());
            let _ = write!(line, "{text:>width$}");
            let right = (col + 1 < cols).then(|| puzzle.cell_at(row, col + 1)).flatten();
            line.push_str(match edge(cell, right) {
                Some(true) => "-",
                _ => " ",
            });
            let down = (row + 1 < rows).then(|| puzzle.cell_at(row + 1, col)).flatten();
            let mark = if edge(cell, down) == Some(true) { "|" } else { " " };
            let _ = write!(below, "{mark:>width$} ");
        }
        out += line.trim_end();
        out.push('\n');
        if !below.trim().is_empty() {
            out += below.trim_end();
            out.push('\n');
        }
    }
    out
}

/// The content of a cell, if it is known.
fn content(puzzle: &Puzzle, built: &Built, store: &Store, cell: u32) -> String {
    let holds = |content: &Content| {
        built.decoder.holds(store, cell, *content).is_some_and(|l| store.is_true(l))
    };
    match puzzle.candidates().into_iter().find(holds) {
        Some(Content::Number(k)) => puzzle.shown(k).to_string(),
        Some(Content::Label(l)) => puzzle.label(l).to_string(),
        Some(Content::Nothing) => "_".into(),
        None => ".".into(),
    }
}
