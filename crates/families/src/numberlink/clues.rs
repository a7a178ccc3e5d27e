//! Clues of a numberlink. Its ends depend on each other: without a pair other cells must be filled, so a puzzle with
//! one end moved or a pair less is another puzzle, not a weaker one.

use super::{Cover, Numberlink};
use clew_puzzle::puzzle::{Cell, Change, Puzzle, Variant};

/// The pairs of these labels alone, where cells may stay empty: a solution's paths of these labels obey
/// all of its rules.
pub fn weakened(puzzle: &Numberlink, labels: &[u32]) -> Numberlink {
    let of = |k: &u32| *k as usize;
    Numberlink {
        labels: labels.iter().map(|k| puzzle.labels[of(k)].clone()).collect(),
        ends: labels.iter().map(|k| puzzle.ends[of(k)]).collect(),
        cover: Cover::Partial,
        ..puzzle.clone()
    }
}

/// Every puzzle with one end moved to a neighbouring cell that is free, and every one without one of
/// the pairs.
pub fn variants(puzzle: &Numberlink) -> impl Iterator<Item = Variant> + '_ {
    let (taken, board) = (puzzle.terminals(), &puzzle.board);
    // Lines do not end on a bridge.
    let is_free = move |to: Cell| taken[to as usize].is_none() && board.crossing(to).is_none();
    let ends = (0u32..).zip(&puzzle.ends);
    let ends = ends.flat_map(|(label, ends)| [0, 1].map(|i| (label, i, ends[i])));
    let steps = ends.flat_map(|(label, i, from)| {
        board.neighbours(from).iter().map(move |&to| (label, i, from, to))
    });
    let moved = steps.filter(move |step| is_free(step.3)).map(move |(label, i, from, to)| {
        let mut other = puzzle.clone();
        other.ends[label as usize][i] = to;
        other.ends[label as usize].sort_unstable();
        Variant { change: Change::Moved { label, from, to }, puzzle: Puzzle::from(other) }
    });
    let pairs = if puzzle.ends.len() > 1 { puzzle.ends.len() } else { 0 };
    let dropped = (0..pairs).map(move |label| {
        let mut other = puzzle.clone();
        other.ends.remove(label);
        other.labels.remove(label);
        let change = Change::Dropped { label: label as u32 };
        Variant { change, puzzle: Puzzle::from(other) }
    });
    moved.chain(dropped)
}
