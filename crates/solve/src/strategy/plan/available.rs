//! The methods other than search that a puzzle offers to the plan, as declared by the hooks of its rules.

use super::tuning;
use crate::strategy::outcome::How;
use clew_puzzle::puzzle::counting::DpKind;
use clew_puzzle::puzzle::{Answer, Construction, Goal, Puzzle, Violation};

/// The methods available for a puzzle in addition to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AvailableMethods {
    /// A dynamic program that decides uniqueness on boards as narrow as this one.
    pub dp_decides: bool,
    /// A dynamic program for the goal, if there is one.
    pub dp_best: bool,
    /// An answer may be constructed, and the cost of that.
    pub construction: Option<Construction>,
    /// Local search fills boards.
    pub local_search: bool,
    /// It may find a second answer when one is known.
    pub second_by_local_search: bool,
    /// A stricter rule finds solutions sooner.
    pub stricter: bool,
    /// Local moves find other solutions next to a known one.
    pub local_moves: bool,
}

/// The offers of this puzzle.
pub fn offers(puzzle: &Puzzle, goal: Option<Goal>) -> AvailableMethods {
    let (rows, cols) = puzzle.size();
    AvailableMethods {
        dp_decides: puzzle.dp_decides() && rows.min(cols) <= tuning::CHECK_SIDE,
        dp_best: goal.is_some_and(|goal| puzzle.optimises(goal)),
        construction: puzzle.constructs(),
        local_search: puzzle.searches_locally(),
        second_by_local_search: puzzle.finds_others_locally(),
        stricter: puzzle.stricter().is_some(),
        local_moves: puzzle.has_exchanges(),
    }
}

/// The name of the puzzle's dynamic program, for reports.
pub(crate) fn dp_name(puzzle: &Puzzle) -> How {
    match puzzle.dp_kind() {
        DpKind::Frontier => How::Frontier,
        DpKind::Layers => How::Layers,
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
