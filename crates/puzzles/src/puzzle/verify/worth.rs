//! Turns of a line, counted from the answer alone by the definition of its steps.

use crate::puzzle::{Board, Cell, Neighbourhood, Shape, line_order};

/// How many turns a line has, given by the number of each cell.
pub fn turns_of(board: &Board, numbers: &[u32]) -> usize {
    let order = line_order(numbers);
    order.windows(3).filter(|w| turns(board, [w[0], w[1], w[2]])).count()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::parse_native;

    /// The turns of a line on a board, by the number of each cell.
    fn turns_on(text: &str, numbers: &[u32]) -> usize {
        let puzzle = parse_native(text).expect("it is well-formed").puzzle;
        turns_of(puzzle.board().expect("a line has a board"), numbers)
    }

    #[test]
    fn straight_on_is_no_turn_on_any_board() {
        for (text, numbers, turns) in [
            ("puzzle: path\n\n. . .\n. . .\n", &[1, 2, 3, 6, 5, 4][..], 2),
            ("puzzle: path\n\n. . . .\n", &[1, 2, 3, 4], 0),
            ("puzzle: hidato\n\n. # #\n# . #\n# # .\n", &[1, 2, 3], 0),
            ("puzzle: hidato\n\n. . #\n# . #\n# # .\n", &[1, 2, 3, 4], 2),
            // Odd rows lie half a cell to the right.
            ("puzzle: hidato\nneighbours: hex\n\n. #\n. #\n# .\n", &[1, 2, 3], 0),
            ("puzzle: hidato\nneighbours: hex\n\n. #\n. #\n. #\n", &[1, 2, 3], 1),
            ("puzzle: hidato\nneighbours: hex\n\n# .\n. #\n. #\n", &[1, 2, 3], 0),
            ("puzzle: hidato\nneighbours: hex\n\n. .\n. #\n", &[2, 1, 3], 1),
        ] {
            assert_eq!(turns_on(text, numbers), turns, "{text}");
        }
    }

    #[test]
    fn steps_over_joined_sides_go_on_as_they_came() {
        for (text, numbers, turns) in [
            ("puzzle: path\nwrap: rows\n\n. . . . .\n", &[4, 5, 1, 2, 3][..], 0),
            ("puzzle: path\nwrap: rows\n\n. . . . .\n", &[3, 2, 1, 5, 4], 0),
            ("puzzle: path\nwrap: columns\n\n. #\n. #\n. #\n. #\n", &[4, 1, 2, 3], 0),
            ("puzzle: path\nwrap: columns\n\n. #\n. #\n. #\n. #\n", &[1, 4, 3, 2], 0),
            ("puzzle: path\nwrap: rows\n\n. . . .\n. # # #\n", &[3, 0, 1, 2, 4], 1),
            ("puzzle: path\nwrap: both\n\n. . .\n. . .\n. . .\n", &[1, 2, 3, 5, 6, 4, 9, 7, 8], 4),
            ("puzzle: hidato\nneighbours: hex\nwrap: rows\n\n. . . .\n", &[3, 4, 1, 2], 0),
        ] {
            assert_eq!(turns_on(text, numbers), turns, "{text}");
        }
    }

    #[test]
    fn free_points_turn_where_the_direction_changes() {
        let board = |points: &str| format!("puzzle: hidato\nboard: points\n\n{points}");
        for (points, turns) in [
            ("0 0 .\n1 0 .\n3 0 .\n", 0),
            ("0 0 .\n1 2 .\n3 6 .\n", 0),
            ("0 0 .\n1 2 .\n3 7 .\n", 1),
            ("0 0 .\n2 1 .\n1 2 .\n", 1),
            ("0 0 .\n2 1 .\n1 0.5 .\n", 1),
            ("0 0 .\n1 0 .\n1 1 .\n2 1 .\n", 2),
        ] {
            let n = points.lines().count() as u32;
            let numbers: Vec<u32> = (1..=n).collect();
            assert_eq!(turns_on(&board(points), &numbers), turns, "{points}");
        }
    }
}
