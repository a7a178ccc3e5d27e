//! The scan orders of a rook board: from its four corners inwards, diagonal by diagonal, and from the
//! two corners of one short side along the board.
//!
//! At a corner of the open part of the board a cell has two edges left, and turns continue along diagonals: the edges
//! fixed by earlier decisions leave a cell at the front two or three ways to continue. So a wrong decision is refuted
//! near the place where it was taken, and learnt clauses are about a front that the search returns to. Orders from the
//! four corners have the shortest fronts, and on most boards the fewest conflicts. Where their fronts meet, however,
//! all of them are fixed before it turns out that they are incompatible; a single front from one side avoids this. The
//! idea of going over the diagonals of a board is that of Thomas Dybdahl Ahle's solver "numberlink" (2012), which
//! starts at one corner.

use clew_engine::kernel::{Bools, Lit};
use clew_puzzle::puzzle::Board;

/// The orders of the edges of a rook board, each to be tried as "on" first. The order that is better on most boards
/// comes first. `edges` has one Boolean per edge. O(cells log cells).
pub(super) fn orders(board: &Board, edges: Bools) -> Vec<Vec<Lit>> {
    let (rows, cols) = board.size();
    // Steps to the nearest corner; of a diagonal the middle first.
    let corners = cell_by_cell(board, edges, &|row, col| {
        let (r, c) = (row.min(rows - 1 - row), col.min(cols - 1 - col));
        [r + c, r.abs_diff(c), col]
    });
    // Steps to the nearest corner of the last column or row. Of the two short sides this is the one where the first
    // edge of a cell leads back to the part that is already fixed.
    let along = cell_by_cell(board, edges, &|row, col| {
        let steps = match rows < cols {
            true => cols - 1 - col + row.min(rows - 1 - row),
            false => rows - 1 - row + col.min(cols - 1 - col),
        };
        [steps, row, col]
    });
    vec![corners, along]
}

/// The edges by the key of a place (row, column): of each cell the edge to the right, then the edge
/// down.
fn cell_by_cell(board: &Board, edges: Bools, key: &dyn Fn(u32, u32) -> [u32; 3]) -> Vec<Lit> {
    let mut order = Vec::with_capacity(board.edges().len());
    for c in board.ordered_by(key) {
        let (row, col) = board.place(c);
        for (r, q) in [(row, col + 1), (row + 1, col)] {
            let edge = board.cell_at(r, q).and_then(|d| board.edge_between(c, d));
            order.extend(edge.map(|e| edges.at(e).pos()));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::orders;
    use clew_engine::kernel::Engine;
    use clew_puzzle::puzzle::{Board, Neighbourhood};
    use std::collections::HashSet;

    #[test]
    fn each_order_names_each_edge_once() {
        for (rows, cols) in [(1, 1), (1, 6), (5, 3), (4, 7), (6, 6)] {
            let mut cells = vec![true; (rows * cols) as usize];
            if rows > 3 {
                cells[cols as usize + 1] = false;
            }
            let board = Board::grid(rows, cols, Neighbourhood::Rook, &cells);
            let edges = Engine::new().new_bools(board.edges().len() as u32);
            for order in orders(&board, edges) {
                let atoms: HashSet<u32> =
                    order.iter().filter_map(|l| edges.index_of(l.atom())).collect();
                assert_eq!((order.len(), atoms.len()), (board.edges().len(), board.edges().len()));
                assert!(order.iter().all(|l| l.is_positive()));
                assert!(atoms.iter().all(|&e| (e as usize) < board.edges().len()));
            }
        }
    }
}
