//! What an answer is worth under a goal, counted from the answer alone.

use super::Violation;
use crate::puzzle::{Answer, Board, Cell, Goal, Neighbourhood, Puzzle, Shape, line_order};

impl Puzzle {
    /// What an answer is worth: its turns, its cells, its length. `None` if the goal means nothing for
    /// the puzzle.
    pub fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        let count = match (self, goal, answer) {
            (
                Puzzle::Hidato(line) | Puzzle::Path(line),
                Goal::FewestTurns,
                Answer::Line(numbers),
            ) => {
                let order = line_order(numbers);
                let is_turn = |w: &&[Cell]| turns(&line.board, [w[0], w[1], w[2]]);
                order.windows(3).filter(is_turn).count()
            }
            (Puzzle::Path(_), Goal::MostCells, Answer::Line(numbers)) => {
                numbers.iter().filter(|&&k| k > 0).count()
            }
            (Puzzle::Numberlink(_), Goal::LeastLength, Answer::Links(on)) => {
                on.iter().filter(|&&on| on).count()
            }
            _ => return None,
        };
        Some(count as i64)
    }

    /// Checks that an answer is worth what is said of it.
    ///
    /// # Errors
    /// [`Violation::Worth`], or [`Violation::OtherFamily`] where the goal means nothing.
    pub fn verify_worth(
        &self,
        goal: Goal,
        answer: &Answer,
        said: Option<i64>,
    ) -> Result<(), Violation> {
        let found = self.worth(goal, answer).ok_or(Violation::OtherFamily)?;
        if said == Some(found) { Ok(()) } else { Err(Violation::Worth { said, found }) }
    }
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
    let (came, goes) = (step(a, b), step(b, c));
    if !matches!(board.shape(), Shape::Points { .. }) {
        return came != goes;
    }
    // Free points: steps of different lengths can point the same way.
    let cross = i128::from(came.0) * i128::from(goes.1) - i128::from(came.1) * i128::from(goes.0);
    let along = i128::from(came.0) * i128::from(goes.0) + i128::from(came.1) * i128::from(goes.1);
    cross != 0 || along < 0
}
