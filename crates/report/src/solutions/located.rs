//! The differences between solutions: as text, and as JSON, the key `where` of a result object.

use super::cells::{Rows, Written, candidates};
use super::listed::Place;
use crate::names::place;
use crate::text;
use crate::words::why;
use clew_puzzle::puzzle::wording::{are, how_many};
use clew_puzzle::puzzle::{Cell, Content, Puzzle};
use clew_solve::strategy::{CellCandidates, Differences, EdgeUse, Outcome};
use serde::Serialize;
use std::fmt::Write;

/// Places by their status. A bridge is one place: the same if both of its lines are, and if one of them differs it
/// differs.
#[derive(Default, Debug)]
pub struct Places {
    /// The content is the same in all solutions.
    pub same: Vec<Place>,
    /// Two solutions are known that differ there.
    pub differs: Vec<Place>,
    /// It is unknown whether solutions differ there.
    pub unsettled: Vec<Place>,
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
            let add = |list: &mut Vec<Place>, holds: bool| {
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

// The order of the fields is the order of the keys.
/// Where solutions differ.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Whereabouts<'a> {
    /// Whether nothing is unsettled.
    complete: bool,
    /// Cells that are not the same in all solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Vec<Place>>,
    /// Pairs of cells that every solution joins.
    #[serde(skip_serializing_if = "Option::is_none")]
    edges_always: Option<Vec<[Place; 2]>>,
    /// Pairs of cells that some solutions join.
    #[serde(skip_serializing_if = "Option::is_none")]
    edges_sometimes: Option<Vec<[Place; 2]>>,
    /// Pairs of cells of which it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    edges_unsettled: Option<Vec<[Place; 2]>>,
    /// Unless it is complete: rows of contents that are neither known of a solution nor excluded, "#" where there is
    /// no cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    perhaps: Option<Rows<Vec<Written<'a>>>>,
    /// Searches that were made.
    questions: u64,
    /// Cells that are the same in all solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<Vec<Place>>,
    /// Solutions that were met.
    solutions_met: u64,
    /// Cells of which it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    unsettled: Option<Vec<Place>>,
}

impl<'a> Whereabouts<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, found: &Differences) -> Whereabouts<'a> {
        let places = found.cells.as_ref().map(|cells| Places::new(puzzle, cells));
        let places =
            places.map(|Places { same, differs, unsettled, .. }| [same, differs, unsettled]);
        let [same, differs, unsettled] = places.map_or([const { None }; 3], |all| all.map(Some));
        let open = found.cells.as_ref().filter(|_| !found.is_complete());
        let perhaps = open.map(|cells| {
            let perhaps: Vec<Vec<Content>> = cells.iter().map(|s| s.perhaps.clone()).collect();
            candidates(puzzle, &perhaps)
        });
        let edges = |wanted: EdgeUse| {
            let all = found.edges.as_ref()?.iter().zip(puzzle.board()?.edges());
            let those = all.filter(|(used, _)| **used == wanted);
            Some(those.map(|(_, ends)| ends.map(|cell| puzzle.place(cell))).collect())
        };
        Whereabouts {
            complete: found.is_complete(),
            differs,
            edges_always: edges(EdgeUse::Always),
            edges_sometimes: edges(EdgeUse::Sometimes),
            edges_unsettled: edges(EdgeUse::Unsettled),
            perhaps,
            questions: found.questions,
            same,
            solutions_met: found.met,
            unsettled,
        }
    }
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
