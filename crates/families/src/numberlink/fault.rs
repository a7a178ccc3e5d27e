//! Properties of a board and the ends on it by which a numberlink has no solution.

use super::{Cover, Numberlink};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::format::name;

/// Why a puzzle has no solution; `None` if none of the reasons that are found in linear time applies: an end without a
/// way out, and, if every cell lies on a path, a cell with one way in, and colours of a chessboard that the ends do not
/// fit.
pub(super) fn reason(puzzle: &Numberlink) -> Option<String> {
    enclosed(puzzle).or_else(|| {
        let full = puzzle.cover == Cover::All;
        full.then(|| dead_end(puzzle).or_else(|| colours(puzzle))).flatten()
    })
}

/// An end whose neighbours are ends of other paths.
fn enclosed(puzzle: &Numberlink) -> Option<String> {
    let (board, held) = (&puzzle.board, puzzle.terminals());
    let open = |c: Cell| {
        let own = held[c as usize];
        board.neighbours(c).iter().any(|&d| held[d as usize].is_none() || held[d as usize] == own)
    };
    let ends = (0u32..).zip(&puzzle.ends).flat_map(|(k, ends)| ends.map(|c| (k, c)));
    ends.filter(|&(_, c)| !open(c))
        .map(|(k, c)| {
            let (at, label) = (name(board.place(c)), &puzzle.labels[k as usize]);
            format!("{at}, where {label} ends, has no neighbour that its path could go to")
        })
        .next()
}

/// A cell within a path that has one neighbour or none.
fn dead_end(puzzle: &Numberlink) -> Option<String> {
    let (board, held) = (&puzzle.board, puzzle.terminals());
    let mut cells = 0..board.len() as Cell;
    let dead = cells.find(|&c| held[c as usize].is_none() && board.neighbours(c).len() < 2)?;
    Some(format!("no path ends in {}, which has one neighbour at most", name(board.place(dead))))
}

/// On a chessboard a path has as many cells of one colour as of the other, or one more of the colour of both its ends.
fn colours(puzzle: &Numberlink) -> Option<String> {
    let board = &puzzle.board;
    if !board.is_checkered() {
        return None;
    }
    let sign = |c: Cell| if board.is_black(c) { 1i64 } else { -1 };
    let cells: i64 = (0..board.len() as Cell).map(sign).sum();
    let ends: i64 =
        puzzle.ends.iter().map(|ends| ends.iter().map(|&c| sign(c)).sum::<i64>() / 2).sum();
    let more = |n: i64| match n {
        0 => "as many".to_string(),
        n if n > 0 => format!("{n} more"),
        n => format!("{} fewer", -n),
    };
    (cells != ends).then(|| {
        format!(
            "a path goes from one colour of a chessboard to the other at each step, so with these ends there are {} cells \
             of the colour of r1c1 {} of the other, but the board has {}",
            more(ends),
            if ends == 0 { "as" } else { "than" },
            more(cells)
        )
    })
}
