//! Counting closed lines by dynamic programming.

use super::super::Line;
use super::super::counting::graph::Graph;
use super::super::counting::rook::{Goal, Rook};
use super::super::counting::{best_scan, bits, ends::Ends, order};
use super::FEWEST;
use clew_count::{Counting, Known};
use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::counting::{Counted, Marks};

/// The names of the dynamic programs.
pub(super) const DP_NAMES: [&str; 2] = ["plugs", "mates"];

/// The dynamic program that counts the closed lines of a board: the named one, or on rook boards the one with plugs.
///
/// # Errors
/// A message, if the board is too wide for it, or has no such dynamic program.
pub(super) fn counted<'a>(line: &'a Line, program: Option<&str>) -> Result<Counted<'a>, String> {
    let board = &line.board;
    let engine: Box<dyn Counting> = if board.len() < FEWEST {
        Box::new(Known(false))
    } else {
        let named = program.filter(|name| DP_NAMES.contains(name));
        let scan = if board.is_rook() { best_scan(board) } else { None };
        let found = match (named, scan) {
            (Some("plugs"), None) => {
                return Err("program plugs counts rook boards that are not too wide".into());
            }
            (None | Some("plugs"), Some(scan)) => by_plugs(line, scan),
            _ => None,
        };
        let found = found.or_else(|| (named != Some("plugs")).then(|| by_mates(line)).flatten());
        found.ok_or("there is no program for this board: it is too wide for a packed state")?
    };
    Ok(Counted {
        name: "frontier",
        engine,
        // A closed line without one of its steps is a line, and it has as many steps as cells.
        bits: bits(line),
        decode: Box::new(|edges, _| {
            let mut on = vec![false; line.board.edges().len()];
            edges.iter().for_each(|&e| on[e as usize] = true);
            Answer::Links(on)
        }),
        marks: Marks::Edges,
    })
}

fn by_plugs(line: &Line, scan: super::super::counting::rook::Scan) -> Option<Box<dyn Counting>> {
    let (board, ends) = (&line.board, Ends::NONE);
    if let Some(program) = Rook::<u64>::new(board, &ends, scan, Goal::Close) {
        return Some(Box::new(program));
    }
    Some(Box::new(Rook::<u128>::new(board, &ends, scan, Goal::Close)?))
}

fn by_mates(line: &Line) -> Option<Box<dyn Counting>> {
    let board = &line.board;
    let order = order::best(board).cells;
    if let Some(program) = Graph::<u64>::new(board, &Ends::NONE, &order) {
        return Some(Box::new(program));
    }
    Some(Box::new(Graph::<u128>::new(board, &Ends::NONE, &order)?))
}
