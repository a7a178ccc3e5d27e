//! R2 of the normal form where cells may stay empty (`normal_form.rs`): no two cells of one label see
//! each other along a row or a column across empty cells.
//!
//! For each way of looking (to the left, and up) the Boolean V(c, k) says that the next used cell one
//! meets from c has label k. With q the cell before c, if there is one and no wall between:
//!
//! > V(c, k) ⇔ x(q, k) ∨ (V(q, k) ∧ ¬used(q)),  ¬(V(q, k) ∧ ¬used(q) ∧ x(c, k))
//!
//! The Booleans depend on labels, so they need no decision and add no solution; they are what learnt
//! clauses about a line of sight speak of. Five clauses a cell, a label and a way of looking.

use super::{Frame, Numberlink};
use crate::kernel::{Bools, Conflict, Lit};
use crate::puzzle::{BuildError, BuildOptions, Cell};

/// Cells times labels up to which a network has these Booleans. Beyond, half a million clauses and
/// more take longer to build than they save.
const MAX_SIGHT: usize = 50_000;

/// Ways of looking: to the left, and up.
const WAYS: u32 = 2;

/// Cells between two looks at the limits.
const PATIENCE: u32 = 256;

/// How many Booleans the board needs; `None`: it is too large, or has none.
pub(super) fn wanted(puzzle: &Numberlink) -> Option<u32> {
    let size = puzzle.board.len().saturating_mul(puzzle.ends.len());
    (1..=MAX_SIGHT).contains(&size).then(|| WAYS * size as u32)
}

/// Adds R2. `sight` are its Booleans, `used` a Boolean a cell: it is on a path.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(super) fn post(
    frame: &mut Frame<'_>,
    sight: Bools,
    used: Bools,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let (cells, labels) = (frame.cells(), frame.puzzle.ends.len() as u32);
    for way in 0..WAYS {
        for c in 0..cells {
            if c % PATIENCE == 0 {
                options.go_on()?;
            }
            let before = before(frame, c, way);
            for k in 0..labels {
                let sees = |c: Cell| sight.at((way * cells + c) * labels + k);
                let posted = match before {
                    None => frame.model.engine.assert(sees(c).not()),
                    Some(q) => {
                        let full = used.at(q);
                        let [at_q, at_c] =
                            [q, c].map(|c| frame.model.engine.store().atom(frame.label(c), k));
                        let (here, there) = (sees(c), sees(q));
                        all(
                            frame,
                            &[
                                &[at_q.not(), here.is()],
                                &[there.not(), full.is(), here.is()],
                                &[here.not(), at_q.is(), there.is()],
                                &[here.not(), at_q.is(), full.not()],
                                &[there.not(), full.is(), at_c.not()],
                            ],
                        )
                    }
                };
                frame.check(posted);
            }
        }
    }
    let count = u64::from(WAYS * cells * labels);
    frame.model.says("no two cells of a label see each other across empty cells", count);
    Ok(())
}

/// The cell before `c` in a way of looking, if one can go there.
fn before(frame: &Frame<'_>, c: Cell, way: u32) -> Option<Cell> {
    let board = &frame.puzzle.board;
    let (row, col) = board.place(c);
    let q = match way {
        0 => board.cell_at(row, col.checked_sub(1)?)?,
        _ => board.cell_at(row.checked_sub(1)?, col)?,
    };
    board.edge_between(q, c).map(|_| q)
}

fn all(frame: &mut Frame<'_>, clauses: &[&[Lit]]) -> Result<(), Conflict> {
    clauses.iter().try_for_each(|clause| frame.model.engine.add_clause(clause))
}
