//! Solutions without search over a network, where every cell is on a path and paths may touch themselves: then any
//! paths between the labels that cover the board are one.
//!
//! Boards with few labels have very many, with long paths that propagation cannot foresee.

use super::{Cover, Numberlink, Touch};
use crate::path_cover::{CoverSearch, PathCover, construction};
use clew_puzzle::puzzle::{Answer, Construction};

/// The effort of construction; `None` if these are not the rules, or the board is too small.
pub(super) fn cost(puzzle: &Numberlink) -> Option<Construction> {
    let (cover, touch) = (puzzle.cover, puzzle.touch);
    let applies = cover == Cover::All && touch == Touch::Yes && !puzzle.ends.is_empty();
    applies.then(|| construction(puzzle.board.len())).flatten()
}

/// A search for solutions; `None` if there is nothing to search, or no solution.
pub(super) fn solutions(puzzle: &Numberlink, seed: u64) -> Option<CoverSearch> {
    let cover = PathCover::new(&puzzle.board, puzzle.ends.clone(), seed)?;
    Some(CoverSearch::new(cover, |cover| {
        let edges = cover.board().edges().iter();
        let used = |&[a, b]: &[_; 2]| cover.next(a) == Some(b) || cover.next(b) == Some(a);
        Answer::Links(edges.map(used).collect())
    }))
}
