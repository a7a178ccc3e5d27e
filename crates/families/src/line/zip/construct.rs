//! Lines of a zip without search over a network: its numbers are the ends of paths that cover the board.
//!
//! Boards with few numbers have very many lines, and search detects late that an early decision strands a cell.

use super::super::rivals::{along, segments};
use super::Zip;
use crate::path_cover::{CoverSearch, PathCover};
use clew_puzzle::puzzle::Answer;

/// A search for lines; `None` if there is nothing to search, or no line.
pub(super) fn lines(zip: &Zip, seed: u64) -> Option<CoverSearch> {
    let stops = zip.stops();
    let cover = PathCover::new(&zip.board, segments(&stops), seed)?;
    Some(CoverSearch::new(cover, move |cover| Answer::Line(along(cover, stops[0]))))
}
