//! Names of the variables of certificates that only numberlinks have.

use crate::certificate::Cells;
use clew_puzzle::certificate::Name;

/// `p_r1c1_2`: r1c1 is on the path of the second label.
pub(super) fn on_path(cells: &Cells, cell: usize, label: usize) -> Name {
    Name::from_parts(&["p_", &cells.names[cell], "_", itoa::Buffer::new().format(label + 1)])
}

/// `t_r1c1_0`: a path turns at r1c1 and has the quadrant of this number between its edges: north-east,
/// north-west, south-east, south-west. A word of proofs, no part of the statement.
pub(super) fn turns_at(cells: &Cells, cell: usize, quadrant: usize) -> Name {
    Name::from_parts(&["t_", &cells.names[cell], "_", itoa::Buffer::new().format(quadrant)])
}
