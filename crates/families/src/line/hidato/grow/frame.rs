//! The data that stay fixed while paths grow: the board's squares of four cells, the given cells, and the required
//! lengths of the paths between them.

use clew_engine::structures::Csr;
use clew_puzzle::puzzle::{Board, Cell};

/// No cell.
pub(super) const NONE: u32 = u32::MAX;
/// Cells of the set-up between two checks of the clock.
const POLL_INTERVAL: u32 = 1024;

/// A route requested from the router.
#[derive(Clone, Copy)]
pub(super) struct RouteRequest {
    /// The gap that it lies in: the whole of it, or from one end to a cell on the way to the other.
    pub gap: u32,
    pub ends: [Cell; 2],
    /// The most cells between the ends.
    pub most: u32,
}

/// The given cells in the order of their numbers cut the line into gaps: gap 0 lies before the first
/// of them, gap `i` behind the `i`-th.
pub(super) struct GivenGaps {
    pub board: Board,
    /// Cycles of four cells, and per cell those it lies on.
    pub squares: Vec<[Cell; 4]>,
    pub squares_of: Csr,
    /// Per cell whether its number is given.
    pub fixed: Vec<bool>,
    /// The given cells in order.
    pub givens: Vec<Cell>,
    /// Per gap how many cells are to lie in it.
    pub wanted: Vec<i32>,
}

impl GivenGaps {
    /// `None` if no number is given, all are, numbers are not different and at most the cells of the board, or `quit`
    /// returns true. Time: linear, with bounded degrees.
    pub fn new(board: &Board, given: &[Option<u32>], quit: &dyn Fn() -> bool) -> Option<GivenGaps> {
        let n = board.len() as u32;
        let mut numbered: Vec<(u32, Cell)> =
            given.iter().zip(0..).filter_map(|(&k, c)| Some((k?, c))).collect();
        numbered.sort_unstable();
        if numbered.is_empty() || numbered.len() == board.len() {
            return None;
        }
        let mut wanted = Vec::with_capacity(numbered.len() + 1);
        let mut last = 0;
        for &(k, _) in &numbered {
            wanted.push(k.checked_sub(last + 1)? as i32);
            last = k;
        }
        wanted.push(n.checked_sub(last)? as i32);
        let mut squares = Vec::new();
        for a in 0..n {
            if a % POLL_INTERVAL == 0 && quit() {
                return None;
            }
            // The first cell is the least, and the second less than the last, so each comes once.
            let around = board.neighbours(a);
            for &b in around.iter().filter(|&&b| b > a) {
                for &d in around.iter().filter(|&&d| d > b) {
                    let both = |c: &&Cell| **c > a && board.neighbours(d).contains(c);
                    squares.extend(board.neighbours(b).iter().filter(both).map(|&c| [a, b, c, d]));
                }
            }
        }
        let pairs = (0..).zip(&squares).flat_map(|(i, s)| s.iter().map(move |&c| (c, i)));
        let squares_of = Csr::new(board.len(), pairs);
        Some(GivenGaps {
            board: board.clone(),
            squares_of,
            squares,
            fixed: given.iter().map(Option::is_some).collect(),
            givens: numbered.into_iter().map(|(_, c)| c).collect(),
            wanted,
        })
    }

    /// How many gaps there are.
    pub fn gaps(&self) -> u32 {
        self.wanted.len() as u32
    }

    /// Whether a gap has a given cell at one end only.
    pub fn is_open(&self, gap: u32) -> bool {
        gap == 0 || gap + 1 == self.gaps()
    }

    /// The given cells at the ends of a gap that is not open.
    pub fn ends(&self, gap: u32) -> [Cell; 2] {
        [self.givens[gap as usize - 1], self.givens[gap as usize]]
    }

    /// The router's request for a gap that is not open.
    pub fn net(&self, gap: u32) -> RouteRequest {
        RouteRequest { gap, ends: self.ends(gap), most: self.wanted[gap as usize] as u32 }
    }

    /// Steps between two cells of a board without holes: the fewest there can be.
    pub fn apart(&self, a: Cell, b: Cell) -> u32 {
        let [(r, c), (s, d)] = [a, b].map(|cell| self.board.place(cell));
        r.abs_diff(s) + c.abs_diff(d)
    }
}
