//! `clew check --where`: what is the same in all solutions, as text and as parts of a result object.

use super::judge::why;
use super::names::{named, place};
use clew::puzzle::wording::{are, how_many};
use clew::puzzle::{Cell, Content, Puzzle};
use clew::report::json::ResultRecord;
use clew::report::located::Places;
use clew::report::text;
use clew::strategy::{EdgeUse, Outcome, Spot, Whereabouts};
use std::fmt::Write;

/// The findings of a puzzle with several solutions.
pub(super) fn text(puzzle: &Puzzle, outcome: &Outcome) -> String {
    let mut out = String::new();
    let Some(found) = &outcome.whereabouts else {
        let _ = writeln!(out, "where else solutions differ is not known{}", why(outcome));
        return out;
    };
    if !found.is_complete() {
        let _ = writeln!(out, "not all is known{}: … may be something else too", why(outcome));
    }
    if let Some(cells) = &found.cells {
        let _ = writeln!(out, "{}", counts(puzzle, cells));
        let token = |spot: &Spot| match spot.can[..] {
            [Content::Nothing] if spot.is_same() => "-".into(),
            [content] if spot.is_same() => named(puzzle, content),
            _ => ".".into(),
        };
        if cells.iter().any(Spot::is_same) {
            let is_empty = |spot: &Spot| spot.is_same() && spot.can == [Content::Nothing];
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
    // Where cells say it all, steps would only say it again.
    let silent = found.cells.as_ref().is_none_or(|cells| cells.iter().all(Spot::is_same));
    match (silent, &found.edges, puzzle.board()) {
        (true, Some(edges), Some(board)) => {
            let all = board.edges().iter().copied().zip(edges.iter().copied());
            steps(&mut out, puzzle, &all.collect::<Vec<_>>(), "");
        }
        _ => {
            let between =
                if found.cells.is_some() { " between cells that are the same" } else { "" };
            steps(&mut out, puzzle, &found.beside_cells(puzzle), between);
        }
    }
    out
}

/// The same in a few words, for a line of a batch.
pub(super) fn line(puzzle: &Puzzle, outcome: &Outcome) -> String {
    match &outcome.whereabouts {
        None => format!("where else solutions differ is not known{}", why(outcome)),
        Some(found @ Whereabouts { cells: Some(cells), .. }) => {
            let beside = found.beside_cells(puzzle);
            let some = beside.iter().filter(|(_, used)| *used == EdgeUse::Sometimes).count();
            match some {
                0 => counts(puzzle, cells),
                n => {
                    let (n, are) = (how_many(n, "step"), are(n));
                    format!("{}; {n} between such {are} in some only", counts(puzzle, cells))
                }
            }
        }
        Some(Whereabouts { edges, .. }) => {
            let edges = edges.as_deref().unwrap_or_default();
            let some = edges.iter().filter(|e| **e == EdgeUse::Sometimes).count();
            let open = edges.iter().filter(|e| **e == EdgeUse::Unsettled).count();
            let open = if open == 0 { String::new() } else { format!(", {open} not settled") };
            format!("{some} of {} steps are in some solutions only{open}", edges.len())
        }
    }
}

/// Counts cells as a person does: a bridge is one.
fn counts(puzzle: &Puzzle, cells: &[Spot]) -> String {
    let places = Places::of(puzzle, cells);
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
        content => named(puzzle, content),
    }
}

/// Steps between cells, by how solutions use them; those that none uses are not named. `between` says which steps are
/// looked at, if not all.
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

/// Puts them into a result object.
pub(super) fn fill<'a>(record: &mut ResultRecord<'a>, found: &'a Whereabouts) {
    record.whereabouts = Some(found);
    if let Some(cells) = &found.cells {
        record.candidates = Some(cells.iter().map(|spot| spot.can.clone()).collect());
        record.candidates_complete = Some(cells.iter().all(|spot| spot.perhaps.is_empty()));
    }
}
