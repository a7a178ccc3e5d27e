//! The differences between solutions: as text, and as JSON, the key `where` of a result object.

use super::names::place;
use super::text;
use super::words::why;
use clew_puzzle::puzzle::wording::{are, how_many};
use clew_puzzle::puzzle::{Cell, Content, Puzzle};
use clew_solve::strategy::{CellCandidates, Differences, EdgeUse, Outcome};
use serde_json::{Value, json};
use std::fmt::Write;

/// Places by their status. A bridge is one place: the same if both of its lines are, and if one of them differs it
/// differs.
#[derive(Default, Debug)]
pub struct Places {
    /// The content is the same in all solutions.
    pub same: Vec<(u32, u32)>,
    /// Two solutions are known that differ there.
    pub differs: Vec<(u32, u32)>,
    /// It is unknown whether solutions differ there.
    pub unsettled: Vec<(u32, u32)>,
    /// The number of places.
    pub all: usize,
}

impl Places {
    /// Makes the places from one spot per cell, in the order of the cells.
    pub fn new(puzzle: &Puzzle, cells: &[CellCandidates]) -> Places {
        let board = puzzle.board();
        let mut places = Places::default();
        for (cell, spot) in (0..).zip(cells) {
            // The second cell of a bridge comes with the first one.
            if board.is_some_and(|board| board.is_second(cell)) {
                continue;
            }
            let crossing = board.and_then(|board| board.crossing(cell));
            let lines = || std::iter::once(spot).chain(crossing.map(|c| &cells[c as usize]));
            let add = |list: &mut Vec<(u32, u32)>, holds: bool| {
                if holds {
                    list.push(puzzle.place(cell));
                }
            };
            add(&mut places.same, lines().all(CellCandidates::is_same));
            add(&mut places.differs, lines().any(CellCandidates::differs));
            add(&mut places.unsettled, lines().any(|spot| !spot.perhaps.is_empty()));
            places.all += 1;
        }
        places
    }
}

/// The value of the key.
pub(super) fn value(puzzle: &Puzzle, found: &Differences) -> Value {
    let place = |c: Cell| json!(puzzle.place(c));
    let mut object = json!({
        "complete": found.is_complete(),
        "questions": found.questions,
        "solutions_met": found.met,
    });
    if let Some(cells) = &found.cells {
        let places = Places::new(puzzle, cells);
        object["same"] = json!(places.same);
        object["differs"] = json!(places.differs);
        object["unsettled"] = json!(places.unsettled);
        if !found.is_complete() {
            let perhaps: Vec<Vec<Content>> = cells.iter().map(|s| s.perhaps.clone()).collect();
            object["perhaps"] = json!(super::cells::candidates(puzzle, &perhaps));
        }
    }
    if let (Some(edges), Some(board)) = (&found.edges, puzzle.board()) {
        let those = |wanted: EdgeUse| -> Vec<Value> {
            let all = edges.iter().zip(board.edges()).filter(|(used, _)| **used == wanted);
            all.map(|(_, ends)| json!(ends.map(place))).collect()
        };
        object["edges_always"] = json!(those(EdgeUse::Always));
        object["edges_sometimes"] = json!(those(EdgeUse::Sometimes));
        object["edges_unsettled"] = json!(those(EdgeUse::Unsettled));
    }
    object
}

/// The findings of a puzzle with several solutions.
pub fn text(puzzle: &Puzzle, outcome: &Outcome) -> String {
    let mut out = String::new();
    let Some(found) = &outcome.whereabouts else {
        let _ = writeln!(out, "where else solutions differ is not known{}", why(outcome.stopped));
        return out;
    };
    if !found.is_complete() {
        let _ =
            writeln!(out, "not all is known{}: … may be something else too", why(outcome.stopped));
    }
    if let Some(cells) = &found.cells {
        let _ = writeln!(out, "{}", counts(puzzle, cells));
        let token = |spot: &CellCandidates| match spot.can[..] {
            [Content::Nothing] if spot.is_same() => "-".into(),
            [content] if spot.is_same() => puzzle.written(content),
            _ => ".".into(),
        };
        if cells.iter().any(CellCandidates::is_same) {
            let is_empty = |spot: &CellCandidates| spot.is_same() && spot.can == [Content::Nothing];
            let empty = if cells.iter().any(is_empty) { ", - stays empty" } else { "" };
            let _ = writeln!(out, "\nthe same in every solution (. is open{empty}):");
            out += &puzzle.grid_text(&cells.iter().map(token).collect::<Vec<String>>());
        }
        if cells.iter().any(|spot| !spot.is_same()) {
            out.push('\n');
        }
        for (c, spot) in (0..).zip(cells).filter(|(_, spot)| !spot.is_same()) {
            let names: Vec<String> = spot.can.iter().map(|&k| can(puzzle, k)).collect();
            let more = if spot.perhaps.is_empty() { "" } else { " …" };
            let _ = writeln!(out, "{}: {}{more}", text::cell(puzzle, c), names.join(" "));
        }
    }
    // If the cells determine everything, steps would only repeat it.
    let silent = found.cells.as_ref().is_none_or(|cells| cells.iter().all(CellCandidates::is_same));
    match (silent, &found.edges, puzzle.board()) {
        (true, Some(edges), Some(board)) => {
            let all = board.edges().iter().copied().zip(edges.iter().copied());
            steps(&mut out, puzzle, &all.collect::<Vec<_>>(), "");
        }
        _ => {
            let between =
                if found.cells.is_some() { " between cells that are the same" } else { "" };
            steps(&mut out, puzzle, &found.edge_differences(puzzle), between);
        }
    }
    out
}

/// The same in a few words, for one line of a batch.
pub fn line(puzzle: &Puzzle, outcome: &Outcome) -> String {
    match &outcome.whereabouts {
        None => format!("where else solutions differ is not known{}", why(outcome.stopped)),
        Some(found @ Differences { cells: Some(cells), .. }) => {
            let beside = found.edge_differences(puzzle);
            let some = beside.iter().filter(|(_, used)| *used == EdgeUse::Sometimes).count();
            match some {
                0 => counts(puzzle, cells),
                n => {
                    let (n, are) = (how_many(n, "step"), are(n));
                    format!("{}; {n} between such {are} in some only", counts(puzzle, cells))
                }
            }
        }
        Some(Differences { edges, .. }) => {
            let edges = edges.as_deref().unwrap_or_default();
            let some = edges.iter().filter(|e| **e == EdgeUse::Sometimes).count();
            let open = edges.iter().filter(|e| **e == EdgeUse::Unsettled).count();
            let open = if open == 0 { String::new() } else { format!(", {open} not settled") };
            format!("{some} of {} steps are in some solutions only{open}", edges.len())
        }
    }
}

/// Counts cells as a person does: a bridge is one.
fn counts(puzzle: &Puzzle, cells: &[CellCandidates]) -> String {
    let places = Places::new(puzzle, cells);
    let (same, differs, all) = (places.same.len(), places.differs.len(), places.all);
    let mut text = format!("{same} of {all} cells are the same in all solutions");
    let open = all - same - differs;
    if open > 0 {
        let _ = write!(text, ", {differs} are not, {open} not settled");
    }
    if puzzle.board().is_some_and(|board| !board.bridges().is_empty()) {
        text += " (a bridge if both of its lines are)";
    }
    text
}

fn can(puzzle: &Puzzle, content: Content) -> String {
    match content {
        Content::Nothing => "empty".into(),
        content => puzzle.written(content),
    }
}

/// Steps between cells, by how solutions use them; unused steps are not named. `between` names the restriction on the
/// listed steps, if there is one.
fn steps(out: &mut String, puzzle: &Puzzle, edges: &[([Cell; 2], EdgeUse)], between: &str) {
    for (wanted, words) in [
        (EdgeUse::Always, "in every solution"),
        (EdgeUse::Sometimes, "in some solutions only"),
        (EdgeUse::Unsettled, "not settled"),
    ] {
        let those = edges.iter().filter(|(_, used)| *used == wanted);
        let names: Vec<String> = those
            .map(|([a, b], _)| format!("{}-{}", place(puzzle, *a), place(puzzle, *b)))
            .collect();
        if !names.is_empty() {
            let steps = how_many(names.len(), "step");
            let _ = writeln!(out, "{steps}{between} {words}: {}", names.join(" "));
        }
    }
}
