//! No closed loops, by turn parities: certificates state them in place of positions if paths may be exchanged.
//!
//! Each cell on a path has a parity (its *word*): whether the path, on leaving the cell, has turned an odd number of
//! times from right to down or from down to right, counted from its first end. The parity follows cell by cell, so
//! every path has such parities. A closed loop in the plane has none: along it, left turns outnumber right turns by
//! four, or the other way round (Hopf, "Über die Drehung der Tangenten und Sehnen ebener Kurven", 1935). Right, up,
//! left and down follow each other around the circle of directions, so the numbers of turns from down to right and from
//! right to down differ by one. Their sum is odd, and the parity of a cell would differ from itself.
//!
//! If a path becomes longer, the positions of all cells behind that place change. Turn parities change only within a
//! window, if pieces of paths are exchanged there for others between the same ends.
//!
//! A certificate needs only that every solution of the puzzle satisfies the rows.

use super::turns::{self, DOWN, LEFT, NONE, RIGHT, UP};
use super::{Numberlink, exchange};
use crate::certificate::Cells;
use clew_puzzle::certificate::derive::{Bearing, Tipped};
use clew_puzzle::certificate::{Literal, Opb, Unstated};

/// Whether the certificate of this puzzle uses turn parities. Constant time.
pub(super) fn applies(puzzle: &Numberlink) -> bool {
    exchange::applies(puzzle)
}

impl Numberlink {
    /// States the turn parities and records them as hints. The arcs must be stated already.
    ///
    /// # Errors
    /// [`Unstated`].
    pub(super) fn bearings(&self, opb: &mut Opb, cells: &Cells) -> Result<(), Unstated> {
        let around = turns::edges_around(&self.board);
        let mut tips = vec![None; self.board.len()];
        for &[first, last] in &self.ends {
            tips[first as usize] = Some(Tipped::First);
            tips[last as usize] = Some(Tipped::Last);
        }
        let mut bearings: Vec<Bearing> = Vec::with_capacity(tips.len());
        for (c, &tip) in tips.iter().enumerate() {
            let word = opb.variable(cells.of_cell("v", c));
            if tip == Some(Tipped::First) {
                opb.clause([!word]);
            }
            let (row, col) = self.board.place(c as u32);
            bearings.push(Bearing { place: [row, col], word, tip });
        }
        for from in 0..tips.len() {
            opb.check_interrupt(64)?;
            for way in [UP, LEFT, RIGHT, DOWN] {
                let to = self.beyond(&around, from, way);
                let Some(to) = to.filter(|&to| tips[to] != Some(Tipped::First)) else { continue };
                let words = [from, to].map(|c| bearings[c].word);
                let other = match way {
                    RIGHT => Some(DOWN),
                    DOWN => Some(RIGHT),
                    _ => None,
                };
                let turn = other.filter(|_| tips[to].is_none());
                let turn = turn.and_then(|way| self.beyond(&around, to, way));
                let arc = |from, to| opb.find(cells.arc(from, to));
                let (arc, turn) = (arc(from, to), turn.and_then(|next| arc(to, next)));
                if let Some(arc) = arc.filter(|_| tips[from] != Some(Tipped::Last)) {
                    along(opb, arc, turn, words);
                }
            }
        }
        opb.derivations.bearings = bearings;
        Ok(())
    }

    /// The cell to which an edge leads from a cell, in this direction.
    fn beyond(&self, around: &[[u32; 4]], cell: usize, way: usize) -> Option<usize> {
        let e = around[cell][way];
        if e == NONE {
            return None;
        }
        let [a, b] = self.board.edges()[e as usize].map(|c| c as usize);
        Some(if a == cell { b } else { a })
    }
}

/// Along an arc the parity stays the same unless the path turns in the next cell (`turn`).
fn along(opb: &mut Opb, arc: Literal, turn: Option<Literal>, [here, there]: [Literal; 2]) {
    let stays = [[here, !there], [!here, there]];
    let Some(turn) = turn else {
        stays.iter().for_each(|&[a, b]| opb.clause([!arc, a, b]));
        return;
    };
    stays.iter().for_each(|&[a, b]| opb.clause([!arc, turn, a, b]));
    [[here, there], [!here, !there]].iter().for_each(|&[a, b]| opb.clause([!arc, !turn, a, b]));
}
