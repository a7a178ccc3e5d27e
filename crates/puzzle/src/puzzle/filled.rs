//! A solution as formats state it: by the places of the grid. A family makes an [`Answer`] of it.

use super::verify::Spot;
use super::{Answer, Board, Content};
use std::fmt::Display;

/// A solution in a format. Holes are places too and hold nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filled {
    /// The number of each place, row by row.
    Numbers(Vec<Option<u32>>),
    /// The label of the path through each place, row by row.
    Labels(Vec<Option<String>>),
    /// The steps of all paths: pairs of (row, column), 0-based.
    Steps(Vec<[(u32, u32); 2]>),
}

/// Why a solution in a format is no answer, as a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// It contradicts the rules or givens: no solution of the puzzle contains it.
    #[error("{0}")]
    Broken(String),
    /// It states the content of every cell, but an answer has more than that.
    #[error("{why}")]
    Open {
        /// The contents of the cells, in their order.
        contents: Vec<Content>,
        /// The missing part, as a message.
        why: String,
    },
    /// It leaves open which answer it is, or is of another form or size.
    #[error("{0}")]
    Ambiguous(String),
}

impl Unfit {
    /// A solution of this number of rows and columns was expected.
    pub(crate) fn of_size(rows: u32, cols: u32) -> Unfit {
        Unfit::Ambiguous(format!("a solution of {rows} rows and {cols} columns is expected"))
    }
}

/// The content of each cell of a board, from the contents of the places of its grid.
///
/// # Errors
/// [`Unfit::Ambiguous`], if there are more or fewer places, or a place without a cell has a content.
pub fn by_cell<'p, T: Display>(
    board: &Board,
    places: &'p [Option<T>],
) -> Result<Vec<Option<&'p T>>, Unfit> {
    let (rows, cols) = board.size();
    if places.len() as u64 != u64::from(rows) * u64::from(cols) {
        return Err(Unfit::of_size(rows, cols));
    }
    let stated = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).zip(places);
    for ((row, col), held) in stated {
        if let (Some(held), None) = (held, board.cell_at(row, col)) {
            let at = Spot::of_grid(row, col);
            let why = format!("{at} holds {held}, and the puzzle has no cell there");
            return Err(Unfit::Ambiguous(why));
        }
    }
    let at = |c| {
        let (r, k) = board.place(c);
        places[(r * cols + k) as usize].as_ref()
    };
    Ok((0..board.len() as u32).map(at).collect())
}

/// The numbers of the cells of a board, 0 for a cell without.
///
/// # Errors
/// [`Unfit::Ambiguous`], as [`by_cell`], or if the solution does not consist of numbers.
pub fn numbers_on(board: &Board, filled: &Filled) -> Result<Vec<u32>, Unfit> {
    let Filled::Numbers(places) = filled else {
        return Err(Unfit::Ambiguous("a solution of this puzzle is a number a cell".into()));
    };
    Ok(by_cell(board, places)?.into_iter().map(|number| number.copied().unwrap_or(0)).collect())
}

/// The edges that are on a path, of steps between neighbouring cells.
///
/// # Errors
/// [`Unfit::Broken`], for a step that leads nowhere.
pub fn links_on(board: &Board, steps: &[[(u32, u32); 2]]) -> Result<Answer, Unfit> {
    let mut on = vec![false; board.edges().len()];
    for &[p, q] in steps {
        let edge = board.edge_between_places(p, q).ok_or_else(|| {
            let [r, c, s, d] = [p.0, p.1, q.0, q.1].map(|k| u64::from(k) + 1);
            let why = "which are not neighbours";
            Unfit::Broken(format!("a path steps from r{r}c{c} to r{s}c{d}, {why}"))
        })?;
        on[edge as usize] = true;
    }
    Ok(Answer::Links(on))
}
