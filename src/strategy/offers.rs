//! What a puzzle's family offers to the plan, and what only a family can say. The only file of this
//! floor that tells families apart.

use super::outcome::How;
use super::tuning;
use crate::puzzle::{Answer, Family, Goal, Puzzle, Touch, Violation};
use crate::search::learn::LearnOptions;

/// What there is for a puzzle beside search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    /// A dynamic programme that decides uniqueness on boards as narrow as this one.
    pub dp_decides: bool,
    /// A dynamic programme for the goal, if there is one.
    pub dp_best: bool,
    /// A line may be constructed.
    pub construction: bool,
    /// Local search fills boards.
    pub local_search: bool,
}

/// What this puzzle offers.
pub fn offers(puzzle: &Puzzle, goal: Option<Goal>) -> Offers {
    Offers {
        dp_decides: dp_decides(puzzle),
        dp_best: match (puzzle, goal) {
            (Puzzle::Hidato(_) | Puzzle::Path(_), Some(Goal::FewestTurns)) => true,
            (Puzzle::Path(_), Some(Goal::MostCells)) => true,
            _ => false,
        },
        construction: match puzzle {
            Puzzle::Path(line) => {
                let n = line.board.len();
                // Only its ends may be given.
                let free = |&given: &Option<u32>| given.is_none_or(|k| k == 1 || k as usize == n);
                n >= tuning::CONSTRUCT_CELLS && line.given.iter().all(free)
            }
            _ => false,
        },
        local_search: matches!(puzzle, Puzzle::Hidato(_)),
    }
}

/// Where paths may touch, failures are long-range strandings that search learns little from, and
/// the programme needs no memory of components: it decides narrow boards outright.
fn dp_decides(puzzle: &Puzzle) -> bool {
    match puzzle {
        Puzzle::Numberlink(n) if n.touch == Touch::Yes && n.board.is_rook() => {
            let (rows, cols) = n.board.size();
            rows.min(cols) <= tuning::CHECK_SIDE
        }
        _ => false,
    }
}

/// The name of the puzzle's dynamic programme, for reports.
pub fn dp_name(puzzle: &Puzzle) -> How {
    match puzzle {
        Puzzle::Futoshiki(_) => How::Layers,
        _ => How::Frontier,
    }
}

/// Whether a line and its reverse are one answer.
pub fn one_either_way(puzzle: &Puzzle) -> bool {
    puzzle.family() == Family::Path
}

/// How a learner goes about this puzzle.
pub fn learning(puzzle: &Puzzle, seed: u64) -> LearnOptions {
    let usual = LearnOptions { seed, ..LearnOptions::default() };
    match puzzle {
        // Conflicts of a square are spread over it: what was active stays so for longer.
        Puzzle::Futoshiki(_) => LearnOptions { decay: 0.95, ..usual },
        _ => usual,
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
    match goal {
        Some(Goal::MostCells) => puzzle.verify_partial_line(answer)?,
        _ => puzzle.verify(answer)?,
    }
    goal.map_or(Ok(()), |goal| puzzle.verify_worth(goal, answer, best))
}

/// The same line the other way round.
pub fn reverse(answer: &Answer) -> Answer {
    match answer {
        Answer::Line(numbers) => {
            let n = numbers.len() as u32;
            Answer::Line(numbers.iter().map(|&k| n + 1 - k).collect())
        }
        other => other.clone(),
    }
}
