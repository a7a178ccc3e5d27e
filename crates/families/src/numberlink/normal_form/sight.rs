//! R2 of the normal form where cells may stay empty (`normal_form.rs`): no two cells of one label see
//! each other along a row or a column across empty cells. The propagator is
//! [`Sight`]; here are the rows and columns, which end at holes and walls.

use crate::numberlink::turns::{DOWN, LEFT, NONE, RIGHT, UP};
use crate::numberlink::{Frame, turns};
use clew_engine::propagators::Sight;
use clew_engine::structures::Csr;
use clew_puzzle::puzzle::{BuildError, BuildOptions, Cell};

/// Adds R2 for paths on a rook board; `empty` is the label of empty cells. Linear in the board.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(crate) fn post(
    frame: &mut Frame<'_>,
    empty: u32,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let board = &frame.puzzle.board;
    let around = turns::edges_around(board);
    let mut lines = Csr::default();
    for [back, forth] in [[LEFT, RIGHT], [UP, DOWN]] {
        for c in 0..board.len() as Cell {
            if around[c as usize][back] != NONE {
                continue;
            }
            options.check_interrupt()?;
            // The second cell of an edge is the lower or the right one; NONE is the number of no edge.
            let after =
                |&c: &Cell| board.edges().get(around[c as usize][forth] as usize).map(|e| e[1]);
            let line: Vec<Cell> = std::iter::successors(Some(c), after).collect();
            // Nothing is between the cells of shorter ones.
            if line.len() > 2 {
                lines.add_row(line);
            }
        }
    }
    let count = u64::from(lines.rows());
    frame.model.engine.add(Sight::new(frame.labels, empty, lines));
    frame.model.says("no two cells of a label see each other across empty cells", count);
    Ok(())
}
