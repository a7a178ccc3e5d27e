//! Solutions without search over a network, where every cell is on a path and paths may touch themselves: then any
//! paths between the labels that cover the board are one.
//!
//! Boards with few labels have very many, with long paths that propagation cannot foresee.

use super::{Cover, Numberlink, Touch};
use crate::path_cover::{CoverSearch, PathCover};
use clew_puzzle::puzzle::Answer;

/// Below this many cells search is as quick.
const SMALLEST: usize = 64;

/// Whether these are the rules, and the board is large enough.
pub(super) fn applies(puzzle: &Numberlink) -> bool {
    let (cover, touch) = (puzzle.cover, puzzle.touch);
    cover == Cover::All && touch == Touch::Yes && puzzle.board.len() >= SMALLEST
}

/// Up to `wanted` different solutions; fewer prove nothing.
pub(super) fn answers(puzzle: &Numberlink, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
    let Some(cover) = PathCover::new(&puzzle.board, puzzle.ends.clone(), 0) else {
        return Vec::new();
    };
    let links = |cover: &PathCover| {
        let edges = cover.board().edges().iter();
        let used = |&[a, b]: &[_; 2]| cover.next(a) == Some(b) || cover.next(b) == Some(a);
        Answer::Links(edges.map(used).collect())
    };
    CoverSearch::new(cover, links).construct(wanted, quit)
}
