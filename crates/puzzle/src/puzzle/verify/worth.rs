//! Turns of lines and paths, counted from the answer alone by the definition of their steps.

use crate::puzzle::{Board, Cell, Neighbourhood, Shape, line_order};

/// How many turns a line has, given by the number of each cell.
pub fn turns_of(board: &Board, numbers: &[u32]) -> usize {
    let order = line_order(numbers);
    turns_of_path(board, &order)
}

/// How many turns a path has, given by its cells from one end to the other.
pub fn turns_of_path(board: &Board, path: &[Cell]) -> usize {
    path.windows(3).filter(|w| turns(board, [w[0], w[1], w[2]])).count()
}

/// Whether a line that visits these cells one after another turns at the second, by the definition of
/// its steps.
fn turns(board: &Board, [a, b, c]: [Cell; 3]) -> bool {
    let step = |from: Cell, to: Cell| -> (i64, i64) {
        let (p, q) = (board.place(from), board.place(to));
        let down = i64::from(q.0) - i64::from(p.0);
        match board.shape() {
            Shape::Points { at, .. } => {
                let (p, q) = (at[from as usize], at[to as usize]);
                (q.0.units() - p.0.units(), q.1.units() - p.1.units())
            }
            Shape::Grid { moves: Neighbourhood::Hex, .. } => {
                // Odd rows lie half a cell to the right, so columns count in halves.
                let half = |(row, col): (u32, u32)| 2 * i64::from(col) + i64::from(row % 2);
                (half(q) - half(p), down)
            }
            Shape::Grid { .. } => (i64::from(q.1) - i64::from(p.1), down),
        }
    };
    let (rows, cols) = board.size();
    let wrap = board.wrap();
    let period = match board.moves() {
        Some(Neighbourhood::Hex) => 2 * i64::from(cols),
        _ => i64::from(cols),
    };
    // A step over a joined side has the length that it has there, not that of the way back across the board.
    let short = |by: i64, round: i64, joined: bool| match (joined, by.abs() * 2 > round) {
        (true, true) if by > 0 => by - round,
        (true, true) => by + round,
        _ => by,
    };
    let step = |from, to| {
        let (right, down) = step(from, to);
        (short(right, period, wrap.rows()), short(down, rows.into(), wrap.columns()))
    };
    let (came, goes) = (step(a, b), step(b, c));
    if !matches!(board.shape(), Shape::Points { .. }) {
        return came != goes;
    }
    // Free points: steps of different lengths can point the same way.
    let cross = i128::from(came.0) * i128::from(goes.1) - i128::from(came.1) * i128::from(goes.0);
    let along = i128::from(came.0) * i128::from(goes.0) + i128::from(came.1) * i128::from(goes.1);
    cross != 0 || along < 0
}
