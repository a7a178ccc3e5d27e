//! Bringing a puzzle that is too hard to the level that is wished, from where it is.
//!
//! A puzzle keeps its one solution whatever else of the solution is given. So of what may be given in some order a share
//! is searched by halving with which the puzzle is no longer too hard. Where that jumps over the level, it goes on from
//! the last puzzle that was too hard, with other clues one at a time: those that leave it too hard stay given.

use crate::puzzle::Puzzle;
use crate::puzzle::family::{Grade, UniquenessOracle};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// Orders of the clues that are tried.
const ORDERS: usize = 3;
/// Single clues that are tried where halving jumps over the level.
const SINGLE: usize = 12;

/// Of the clues that may be given some with which a puzzle that is too hard is as hard as wished; `puzzle` is the one
/// with these given beside its own. `None`: none were found, or nobody waits any longer. About `log2` of the clues and
/// [`SINGLE`] more puzzles are graded per order.
pub(super) fn eased<T: Copy>(
    mut spare: Vec<T>,
    puzzle: &dyn Fn(&[T]) -> Puzzle,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Option<Vec<T>> {
    // What all of them leave too hard is not made easy by some.
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
