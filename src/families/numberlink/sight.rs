//! R2 of the normal form where cells may stay empty (`normal_form.rs`): no two cells of one label see
//! each other along a row or a column across empty cells. The propagator is
//! [`Sight`]; here are the rows and columns, which end at holes and walls.

use super::Frame;
use crate::propagators::Sight;
use crate::puzzle::{Board, BuildError, BuildOptions, Cell};
use crate::structures::Csr;

/// Adds R2 for paths on a rook board; `empty` is the label of empty cells. Linear in the board.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(super) fn post(
    frame: &mut Frame<'_>,
    empty: u32,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let board = &frame.puzzle.board;
    let mut lines = Csr::default();
    for along in [Along::Row, Along::Column] {
        for c in 0..board.len() as Cell {
            if along.before(board, c).is_some() {
                continue;
            }
            options.go_on()?;
            let line: Vec<Cell> =
                std::iter::successors(Some(c), |&c| along.after(board, c)).collect();
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

#[derive(Clone, Copy)]
enum Along {
    Row,
    Column,
}

impl Along {
    /// The cell before this one, if no wall is between.
    fn before(self, board: &Board, c: Cell) -> Option<Cell> {
        let (row, col) = board.place(c);
        let before = match self {
            Along::Row => board.cell_at(row, col.checked_sub(1)?)?,
            Along::Column => board.cell_at(row.checked_sub(1)?, col)?,
        };
        board.edge_between(before, c).map(|_| before)
    }

    /// The cell after it.
    fn after(self, board: &Board, c: Cell) -> Option<Cell> {
        let (row, col) = board.place(c);
        let after = match self {
            Along::Row => board.cell_at(row, col + 1)?,
            Along::Column => board.cell_at(row + 1, col)?,
        };
        board.edge_between(c, after).map(|_| after)
    }
}
