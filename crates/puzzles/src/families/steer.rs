//! Bringing a puzzle that is too hard, or too easy, to the level that is wished, from where it is.
//!
//! A puzzle keeps its one solution whatever else of the solution is given. So of what may be given in some order a share
//! is searched by halving with which the puzzle is no longer too hard. Where that jumps over the level, it goes on from
//! the last puzzle that was too hard, with other clues one at a time: those that leave it too hard stay given.
//!
//! One that is too easy climbs: a clue or two are exchanged for others until nothing is given that is not needed, and what
//! is not easier than before is gone on from.

use crate::puzzle::Answer;
use crate::puzzle::Puzzle;
use crate::puzzle::family::{Grade, Graded, Judgement, UniquenessOracle};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// Orders of the clues that are tried.
const ORDERS: usize = 3;
/// Single clues that are tried where halving jumps over the level.
const SINGLE: usize = 12;

/// Exchanges of clues in a row that may leave a puzzle no harder than it was, before another filling is taken.
const VAIN: usize = 12;
/// Exchanges at most.
const CLIMBS: usize = 200;
/// Clues that are taken away at once.
const EXCHANGED: usize = 2;

/// Clues of which a puzzle that is too easy consists, and others that could be given.
pub(super) struct Climb<'a, T> {
    /// The clues that are given; there is one solution.
    pub given: Vec<T>,
    /// Those that may be given instead.
    pub spare: Vec<T>,
    /// The puzzle with these clues.
    pub puzzle: &'a dyn Fn(&[T]) -> Puzzle,
    /// Whether a clue may tell the filling from another one.
    pub separates: &'a dyn Fn(T, &Answer) -> bool,
}

impl<T: Copy> Climb<'_, T> {
    /// The clues of a puzzle that is as hard as wished, found by exchanges; `None`: none was found, or nobody waits any
    /// longer. An exchange interrupt about as many questions as there are clues.
    pub(super) fn up(
        mut self,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Option<Vec<T>> {
        let mut best = judge.graded(&(self.puzzle)(&self.given)).hardness;
        let mut vain = 0;
        for _ in 0..CLIMBS {
            if vain > VAIN || judge.is_over() {
                return None;
            }
            let Some((given, spare)) = self.exchanged(rng, judge) else {
                vain += 1;
                continue;
            };
            let Graded { grade, hardness } = judge.graded(&(self.puzzle)(&given));
            match grade {
                Grade::Fits => return Some(given),
                Grade::TooHard => {
                    let puzzle = |more: &[T]| (self.puzzle)(&[&given, more].concat());
                    if let Some(more) = eased(spare, &puzzle, rng, judge) {
                        return Some([given, more].concat());
                    }
                    vain += 1;
                }
                Grade::TooEasy if hardness >= best => {
                    vain = if hardness > best { 0 } else { vain + 1 };
                    (self.given, self.spare, best) = (given, spare, hardness);
                }
                Grade::TooEasy => vain += 1,
            }
        }
        None
    }

    /// Other clues, which leave one solution, hardly any of them needless; and those that are not given then.
    fn exchanged(
        &self,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Option<(Vec<T>, Vec<T>)> {
        let (mut given, mut spare) = (self.given.clone(), self.spare.clone());
        given.shuffle(rng);
        spare.shuffle(rng);
        let less = rng.random_range(1..=EXCHANGED);
        let gone = given.split_off(given.len().saturating_sub(less));
        let kept = given.len();
        loop {
            match judge.of(&(self.puzzle)(&given)) {
                Judgement::Unique => break,
                Judgement::Multiple(answers) => {
                    let separates =
                        |&clue: &T| answers.iter().any(|other| (self.separates)(clue, other));
                    let at = spare.iter().position(separates)?;
                    given.push(spare.swap_remove(at));
                }
                Judgement::Unknown => given.push(spare.pop()?),
                Judgement::None | Judgement::Stopped => return None,
            }
        }
        // With the new ones old ones may be needed no more.
        let mut at = 0;
        for _ in 0..kept {
            let clue = given.remove(at);
            match judge.of(&(self.puzzle)(&given)) {
                Judgement::Unique => spare.push(clue),
                Judgement::Stopped => return None,
                _ => {
                    given.insert(at, clue);
                    at += 1;
                }
            }
        }
        spare.extend(gone);
        Some((given, spare))
    }
}

/// Of the clues that may be given some with which a puzzle that is too hard is as hard as wished; `puzzle` is the one
/// with these given beside its own. `None`: none were found, or nobody waits any longer. About `log2` of the clues and
/// [`SINGLE`] more puzzles are graded per order.
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
