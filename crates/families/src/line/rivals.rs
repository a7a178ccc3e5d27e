//! Other lines than a hidden one, on boards that gain numbers and walls until there is none.

use crate::path_cover::PathCover;
use clew_puzzle::puzzle::{Board, Cell};

/// Work for one other line, for each pair of cells: on large boards a verdict takes long, so it pays to search on.
const WORK: u64 = 50;
/// Work between two questions whether to stop.
const STRIDE: u64 = 10_000;
/// Times that the search starts over and comes to the hidden line, after which it ends: at least, and the number of cells
/// for each further one.
const AGREED: (usize, usize) = (3, 100);

/// From each stop of a line to the next one.
pub(super) fn segments(stops: &[Cell]) -> Vec<[Cell; 2]> {
    stops.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Per cell its place, from 1, along the line of a cover that starts with this cell.
pub(super) fn along(cover: &PathCover, first: Cell) -> Vec<u32> {
    let mut along = vec![0; cover.cells()];
    for (c, place) in std::iter::successors(Some(first), |&c| cover.next(c)).zip(1..) {
        along[c as usize] = place;
    }
    along
}

/// A local search for other lines that meet the same cells in the same order. It proves nothing. On boards with marks
/// between cells, which it does not know, there is none.
pub(super) struct Rivals<'a> {
    cover: PathCover,
    order: &'a [Cell],
}

impl<'a> Rivals<'a> {
    /// Lines that meet these stops, all of which lie on the hidden line, as its two ends do. `order`: the cells of the
    /// hidden line.
    pub fn new(board: &Board, stops: &[Cell], order: &'a [Cell], seed: u64) -> Option<Rivals<'a>> {
        if !board.links().is_empty() || order.len() < 2 {
            return None;
        }
        let cover = PathCover::beside(board, segments(stops), &[order], seed)?;
        Some(Rivals { cover, order })
    }

    /// The board has more walls now, or more stops.
    pub fn narrow(&mut self, board: &Board, stops: &[Cell]) {
        self.cover.narrow(board, segments(stops), &[self.order]);
    }

    /// Per cell its place along another line that differs in one small window; `None` if there is none.
    pub(crate) fn find_near(&mut self, quit: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        while self.cover.is_next_to_known() && !quit() {
            if self.cover.run(STRIDE) {
                return self.rival();
            }
        }
        None
    }

    /// Per cell its place along the line that was found, unless it is the hidden one.
    fn rival(&self) -> Option<Vec<u32>> {
        let along = along(&self.cover, self.order[0]);
        let is_hidden = self.order.iter().zip(1..).all(|(&c, place)| along[c as usize] == place);
        (!is_hidden).then_some(along)
    }

    /// Per cell its place along another line; `None` if none is found soon. After a line that was found the board is to
    /// be [narrowed](Rivals::narrow), so that it is none any more.
    pub fn find(&mut self, quit: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        let cells = self.order.len();
        let mut left = WORK * (cells * cells) as u64;
        let mut agreed = 0;
        while left > 0 && agreed < AGREED.0 + cells / AGREED.1 && !quit() {
            let stride = STRIDE.min(left);
            left -= stride;
            if !self.cover.run(stride) {
                continue;
            }
            if let Some(rival) = self.rival() {
                return Some(rival);
            }
            // The sweep that follows may find lines that an earlier one has given up.
            agreed += 1;
        }
        None
    }
}
