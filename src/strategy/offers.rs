//! What a puzzle's family offers to the plan beside search. What a family can say for itself it says by
//! hooks of its rules; the few questions about dynamic programmes are gathered here, the only file of
//! the plan that tells families apart.

use super::outcome::How;
use super::tuning;
use crate::families::{Kind, Touch, kind};
use crate::puzzle::{Answer, Goal, Puzzle, Violation};

/// What there is for a puzzle beside search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    /// A dynamic programme that decides uniqueness on boards as narrow as this one.
    pub dp_decides: bool,
    /// A dynamic programme for the goal, if there is one.
    pub dp_best: bool,
    /// An answer may be constructed.
    pub construction: bool,
    /// Local search fills boards.
    pub local_search: bool,
}

/// What this puzzle offers.
pub fn offers(puzzle: &Puzzle, goal: Option<Goal>) -> Offers {
    Offers {
        dp_decides: dp_decides(puzzle),
        dp_best: match (kind(puzzle), goal) {
            (Kind::Hidato(_) | Kind::Path(_), Some(Goal::FewestTurns)) => true,
            (Kind::Path(_), Some(Goal::MostCells)) => true,
            _ => false,
        },
        construction: puzzle.constructs(),
        local_search: matches!(kind(puzzle), Kind::Hidato(_)),
    }
}

/// Where paths may touch, failures are long-range strandings that search learns little from, and
/// the programme needs no memory of components: it decides narrow boards outright.
fn dp_decides(puzzle: &Puzzle) -> bool {
    match kind(puzzle) {
        Kind::Numberlink(n) if n.touch == Touch::Yes && n.board.is_rook() => {
            let (rows, cols) = n.board.size();
            rows.min(cols) <= tuning::CHECK_SIDE
        }
        _ => false,
    }
}

/// The name of the puzzle's dynamic programme, for reports.
pub fn dp_name(puzzle: &Puzzle) -> How {
    match kind(puzzle) {
        Kind::Futoshiki(_) => How::Layers,
        _ => How::Frontier,
    }
}

/// Checks an answer against the rules, some of which a goal may weaken, and the value of the best one
/// by counting it directly.
///
/// # Errors
/// The first rule found broken.
pub fn verify(
    puzzle: &Puzzle,
    goal: Option<Goal>,
    answer: &Answer,
    best: Option<i64>,
) -> Result<(), Violation> {
    let Some(goal) = goal else { return puzzle.verify(answer) };
    puzzle.verify_for(goal, answer)?;
    puzzle.verify_worth(goal, answer, best)
}
