//! `clew count --candidates`: the possible contents of each cell over all solutions, as text and as parts of a result
//! object.

use crate::json::ResultRecord;
use crate::names::place;
use crate::text;
use clew_puzzle::puzzle::counting::CellMarginals;
use clew_puzzle::puzzle::{Cell, Content, EdgeId, Puzzle};
use clew_solve::strategy::{Candidates, Outcome};
use num_bigint::BigUint;
use std::fmt::Write;

/// One line per cell with its possible contents and the number of solutions with each, then one line for each edge
/// that is used. If only some of the solutions are known, the text states this, and marks the list of each cell as
/// incomplete.
pub fn text(puzzle: &Puzzle, outcome: &Outcome) -> String {
    let mut out = String::new();
    if !outcome.exact && outcome.count == BigUint::ZERO {
        out.push_str("no solution was met: nothing is known of what stands where\n");
        return out;
    }
    let Some(found) = &outcome.candidates else { return out };
    let more = if outcome.exact {
        ""
    } else {
        out.push_str("incomplete: from the solutions that were met\n");
        " …"
    };
    if let Some(values) = &found.values {
        let contents = puzzle.candidates();
        for (cell, counts) in values.iter().enumerate() {
            let _ = write!(out, "{}:", text::cell(puzzle, cell as Cell));
            for (what, n) in named(&contents, counts) {
                let name = puzzle.written(what);
                let _ = write!(out, " {name} ({n})");
            }
            let _ = writeln!(out, "{more}");
        }
    }
    for (edge, n) in used(found) {
        if let Some([a, b]) = puzzle.board().map(|b| b.edges()[edge as usize]) {
            let _ = writeln!(out, "{}-{}: {n}", place(puzzle, a), place(puzzle, b));
        }
    }
    out
}

/// Puts the candidates into a result object, unless no solution was found.
pub fn fill(record: &mut ResultRecord<'_>, puzzle: &Puzzle, outcome: &Outcome) {
    record.candidates_complete = Some(outcome.exact);
    if !outcome.exact && outcome.count == BigUint::ZERO {
        return;
    }
    let Some(found) = &outcome.candidates else { return };
    if let Some(values) = &found.values {
        let contents = puzzle.candidates();
        let cells = || values.iter().map(|counts| named(&contents, counts));
        record.candidates = Some(cells().map(|cell| cell.map(|c| c.0).collect()).collect());
        record.candidate_counts =
            Some(cells().map(|cell| cell.map(|c| c.1.to_string()).collect()).collect());
    }
    if found.edges.is_some() {
        record.candidate_edges = Some(used(found).map(|(e, n)| (e, n.to_string())).collect());
    }
}

/// The contents of a cell in some solution, each with the number of solutions.
fn named<'a>(
    contents: &'a [Content],
    counts: &'a CellMarginals,
) -> impl Iterator<Item = (Content, &'a BigUint)> {
    counts.iter().map(|(v, n)| (contents[*v as usize], n))
}

fn used(found: &Candidates) -> impl Iterator<Item = (EdgeId, &BigUint)> {
    let edges = found.edges.iter().flatten().enumerate();
    edges.map(|(e, n)| (e as EdgeId, n)).filter(|(_, n)| **n != BigUint::ZERO)
}
