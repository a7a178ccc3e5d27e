//! Adjusts a puzzle that is too hard to the requested level, starting from the puzzle as it is.
//!
//! Giving more clues of the solution keeps the solution unique. So the possible clues are put in some order, and a
//! binary search finds how many of them make the puzzle no longer too hard. If that skips the requested level, the
//! search continues from the last puzzle that was too hard, with other clues one at a time: a clue that leaves the
//! puzzle too hard stays given.

use crate::puzzle::Puzzle;
use crate::puzzle::family::{Grade, UniquenessOracle};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// Orders of the clues that are tried.
const ORDERS: usize = 3;
/// Single clues that are tried where halving jumps over the level.
const SINGLE: usize = 12;

/// Chooses from the clues that may be added some with which a puzzle that is too hard gets the requested level.
/// `puzzle` builds the puzzle with these clues added to its own. `None` if none were found or the caller cancels. About
/// `log2` of the clues and [`SINGLE`] more puzzles are graded per order.
pub(super) fn eased<T: Copy>(
    mut spare: Vec<T>,
    puzzle: &dyn Fn(&[T]) -> Puzzle,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Option<Vec<T>> {
    // If the puzzle is too hard with all of them, it is too hard with some of them.
    if spare.is_empty() || judge.grade(&puzzle(&spare)) == Grade::TooHard {
        return None;
    }
    for _ in 0..ORDERS {
        spare.shuffle(rng);
        // With `hard` of them it is too hard, with `easy` of them it is not.
        let (mut hard, mut easy) = (0, spare.len());
        while easy - hard > 1 {
            let middle = hard + (easy - hard) / 2;
            if judge.is_over() {
                return None;
            }
            match judge.grade(&puzzle(&spare[..middle])) {
                Grade::Fits => return Some(spare[..middle].to_vec()),
                Grade::TooHard => hard = middle,
                Grade::TooEasy => easy = middle,
            }
        }
        if easy == spare.len() && judge.grade(&puzzle(&spare)) == Grade::Fits {
            return Some(spare);
        }
        let mut given = spare[..hard].to_vec();
        for &clue in spare.iter().skip(easy).take(SINGLE) {
            if judge.is_over() {
                return None;
            }
            given.push(clue);
            match judge.grade(&puzzle(&given)) {
                Grade::Fits => return Some(given),
                Grade::TooHard => {}
                Grade::TooEasy => drop(given.pop()),
            }
        }
    }
    None
}
