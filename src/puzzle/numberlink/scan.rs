//! The scan order: from the four corners of a rook board inwards, diagonal by diagonal.
//!
//! At a corner of what is still open a cell has two edges left, and turns run on along diagonals: the
//! edges that earlier decisions have settled leave a cell at the front two or three ways to go on. So
//! a wrong decision is met near the place where it was taken, and learnt clauses are about a front
//! that the search comes back to. The idea of going over the diagonals of a board is that of Thomas
//! Dybdahl Ahle's solver "numberlink" (2012), which starts at one corner.

use crate::kernel::{Atom, Lit};
use crate::puzzle::Board;

/// The edges of a rook board, to be tried as "on", by the steps from a cell to the nearest corner of
/// the grid: of each cell the edge to the right, then the edge down. Edge e is the Boolean
/// `edges + e`. O(cells log cells).
pub(super) fn corners_inwards(board: &Board, edges: Atom) -> Vec<Lit> {
    let (rows, cols) = board.size();
    let mut cells: Vec<(u32, u32, u32, u32)> = (0..board.len() as u32)
        .map(|c| {
            let (row, col) = board.place(c);
            let steps = row.min(rows - 1 - row) + col.min(cols - 1 - col);
            (steps, row, col, c)
        })
        .collect();
    cells.sort_unstable();
    let mut order = Vec::with_capacity(board.edges().len());
    for (_, row, col, c) in cells {
        for (r, q) in [(row, col + 1), (row + 1, col)] {
            let edge = board.cell_at(r, q).and_then(|d| board.edge_between(c, d));
            order.extend(edge.map(|e| Atom(edges.0 + e).is()));
        }
    }
    order
}
