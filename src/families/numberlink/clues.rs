//! Clues of a numberlink. Its ends hang together: without a pair other cells are to be filled, so a
//! puzzle with one end moved or a pair less is another puzzle, not a weaker one.

use super::{Cover, Numberlink};
use crate::puzzle::{Cell, Change, Puzzle, Variant};

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
pub fn variants(puzzle: &Numberlink) -> Vec<Variant> {
    let taken = puzzle.terminals();
    let mut all = Vec::new();
    for (label, &ends) in (0u32..).zip(&puzzle.ends) {
        for (i, from) in ends.into_iter().enumerate() {
            // Lines do not end on a bridge.
            let board = &puzzle.board;
            let free = |&&to: &&Cell| taken[to as usize].is_none() && board.crossing(to).is_none();
            for &to in puzzle.board.neighbours(from).iter().filter(free) {
                let mut other = puzzle.clone();
                other.ends[label as usize][i] = to;
                other.ends[label as usize].sort_unstable();
                let change = Change::Moved { label, from, to };
                all.push(Variant { change, puzzle: Puzzle::from(other) });
            }
        }
    }
    if puzzle.ends.len() > 1 {
        for label in 0..puzzle.ends.len() {
            let mut other = puzzle.clone();
            other.ends.remove(label);
            other.labels.remove(label);
            let change = Change::Dropped { label: label as u32 };
            all.push(Variant { change, puzzle: Puzzle::from(other) });
        }
    }
    all
}
