//! Where a line turns.

use crate::certificate::Cells;
use clew_puzzle::certificate::{Literal, Opb, Unstated};
use clew_puzzle::puzzle::Board;

/// `t_r1c1`: the line turns there. Two edges of a cell make a turn unless they lead straight on, and an end
/// of the line, by `ends` of each cell, makes none.
///
/// # Errors
/// [`Unstated`].
pub(super) fn state(
    opb: &mut Opb,
    board: &Board,
    cells: &Cells,
    ends: &[Vec<Literal>],
) -> Result<(), Unstated> {
    for (c, ends) in ends.iter().enumerate() {
        opb.check_interrupt(32 * cells.near[c].len().pow(2))?;
        let turn = opb.variable(cells.of_cell("t", c));
        ends.iter().for_each(|&end| opb.clause([!turn, !end]));
        let near = &cells.near[c];
        for (i, &p) in near.iter().enumerate() {
            for &q in &near[i + 1..] {
                let both = [p, q].map(|other| opb.find(cells.edge([c, other])));
                let [Some(a), Some(b)] = both else { continue };
                let straight = board.goes_straight(p as u32, c as u32, q as u32);
                opb.clause([!a, !b, if straight { !turn } else { turn }]);
            }
        }
    }
    Ok(())
}

/// The line has fewer turns than this.
pub(super) fn fewer(opb: &mut Opb, cells: &Cells, than: i64) {
    let turn = |c| opb.find(cells.of_cell("t", c));
    let turns: Vec<Literal> = (0..cells.names.len()).filter_map(turn).collect();
    opb.at_most(&turns, than - 1);
}
