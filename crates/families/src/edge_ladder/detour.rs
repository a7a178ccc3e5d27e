//! Detours over free cells, where it is known that there is one solution.
//!
//! Where cells may stay empty and paths may touch, the only solution leaves no path another way: a path next to itself
//! could take the shortcut, a path that bends could bend at the cell across if that were empty, and a path along two
//! empty cells could go over both. So the cell across from a bend is on a path, and so is one of two neighbours next to
//! an edge of a path. The square of all four cells must have all its edges.

use super::{Edge, EdgeLadder};
use clew_puzzle::puzzle::ladder::Found;
use clew_puzzle::puzzle::{Board, Cell, EdgeId};

/// A square with a cell: its neighbours there, and the edges of these to the cell across.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    beside: [Cell; 2],
    far: [EdgeId; 2],
}

/// Per cell its squares.
pub(super) fn corners(board: &Board) -> Vec<Vec<Corner>> {
    let mut corners = vec![Vec::new(); board.len()];
    if !board.is_rook() {
        return corners;
    }
    for [first, x, y, last] in board.blocks() {
        for (cell, beside, across) in [
            (first, [x, y], last),
            (last, [x, y], first),
            (x, [first, last], y),
            (y, [first, last], x),
        ] {
            let near = beside.map(|c| board.edge_between(cell, c));
            let far = beside.map(|c| board.edge_between(c, across));
            if let ([Some(_), Some(_)], [Some(one), Some(other)]) = (near, far) {
                corners[cell as usize].push(Corner { beside, far: [one, other] });
            }
        }
    }
    corners
}

impl EdgeLadder {
    /// Whether a cell is on a path because another path would have a detour over it.
    pub(super) fn blocks_detour(&self, c: Cell) -> bool {
        self.corners
            .get(c as usize)
            .is_some_and(|corners| corners.iter().any(|corner| self.detour_over(corner).is_some()))
    }

    /// The first edge of the detour at a corner, if its cell were empty.
    fn detour_over(&self, corner: &Corner) -> Option<EdgeId> {
        let [one, other] = corner.far.map(|e| self.edges[e as usize] == Edge::On);
        let empty = corner.beside.map(|c| self.is_empty(c));
        match (one, other) {
            (true, true) => Some(corner.far[0]),
            (true, false) if empty[1] => Some(corner.far[0]),
            (false, true) if empty[0] => Some(corner.far[1]),
            _ => None,
        }
    }

    /// Whether no path can come to a cell.
    fn is_empty(&self, c: Cell) -> bool {
        let c = c as usize;
        self.on[c] == 0 && self.open[c] < self.want[c] && self.want[c] == 2
    }

    /// A cell that blocks a detour takes its last two ways.
    pub(super) fn detours(&self, found: &mut Found) {
        for c in
            (0..self.cells()).filter(|&c| self.on[c as usize] == 0 && self.want[c as usize] == 2)
        {
            if self.open[c as usize] == 2 && self.blocks_detour(c) {
                found.add(self.ways(c).map(|e| self.about(e, true)), [c, 0, 0, 0]);
            }
        }
    }

    /// That a cell blocks a detour, in words.
    pub(super) fn detour_in_words(&self, cell: Cell) -> (Vec<Cell>, String) {
        let spot = self.spot(cell);
        let corners = self.corners.get(cell as usize);
        let edge = corners.into_iter().flatten().find_map(|corner| self.detour_over(corner));
        let Some(edge) = edge else { return (vec![cell], format!("{spot} cannot stay empty")) };
        let [a, b] = self.pair(edge);
        let why = format!(
            "if {spot} were empty, the path at {} would have a second way over it",
            self.edge_name([a, b])
        );
        (vec![cell, a, b], why)
    }

    /// Why a cell that no path has come to is on one, as a clause after its name; empty if every cell is.
    pub(super) fn why_used(&self, c: Cell) -> &'static str {
        let plain = self.rules.covers || self.on[c as usize] > 0 || self.want[c as usize] == 1;
        if plain || !self.blocks_detour(c) { "" } else { ", which cannot stay empty" }
    }
}
