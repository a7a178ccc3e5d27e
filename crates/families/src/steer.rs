//! Brings a puzzle that is too hard or too easy to the difficulty target, starting from the puzzle itself.
//!
//! A puzzle keeps its only solution if more of the solution is given. So the clues that may be given are put in some
//! order, and binary search finds a prefix with which the puzzle is no longer too hard. If that skips the target, the
//! search goes on from the last puzzle that was too hard and adds other clues one at a time; those that leave it too
//! hard stay given.
//!
//! A puzzle that is too easy is made harder step by step: a clue or two are exchanged for others, and redundant clues
//! are removed. The new puzzle replaces the old one if it is not easier.

use clew_puzzle::puzzle::family::{Grade, Graded, Judgement, UniquenessOracle};
use clew_puzzle::puzzle::{Answer, Puzzle};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// Orders of the clues that are tried.
const ORDERS: usize = 3;
/// Single clues that are tried where halving jumps over the level.
const SINGLE: usize = 12;

/// Exchanges of clues in a row that may fail to make a puzzle harder; then the caller tries another filling.
const VAIN: usize = 12;
/// The maximum number of exchanges.
const CLIMBS: usize = 200;
/// The maximum number of clues that one exchange removes.
const EXCHANGED: usize = 2;

/// The clues of a puzzle that is too easy, and others that could be given.
pub(super) struct HardenClues<'a, T> {
    /// The given clues, with which there is one solution.
    pub given: Vec<T>,
    /// The clues that may be given instead.
    pub spare: Vec<T>,
    /// The puzzle with these clues.
    pub puzzle: &'a dyn Fn(&[T]) -> Puzzle,
    /// Whether a clue separates the filling from another answer.
    pub separates: &'a dyn Fn(T, &Answer) -> bool,
}

impl<T: Copy> HardenClues<'_, T> {
    /// The clues of a puzzle that meets the difficulty target, found by exchanges; `None` if none was found, or if the
    /// caller stopped waiting. One exchange takes about as many uniqueness checks as there are clues.
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

    /// Other clues with one solution, almost all of them necessary, and the clues that are not given then.
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
            match judge.judge(&(self.puzzle)(&given)) {
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
        // The new clues may make old ones redundant.
        let mut at = 0;
        for _ in 0..kept {
            let clue = given.remove(at);
            match judge.judge(&(self.puzzle)(&given)) {
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

/// Of the choices graded so far the one whose difficulty is nearest to the target.
#[derive(Default)]
pub(super) struct Nearest {
    pub given: Vec<bool>,
    pub graded: Option<Graded>,
}

impl Nearest {
    /// Whether a choice lies farther from the target, on the same side.
    pub(super) fn is_no_nearer(&self, new: Graded) -> bool {
        self.graded.is_some_and(|old| match (old.grade, new.grade) {
            (Grade::TooHard, Grade::TooHard) => new.hardness > old.hardness,
            (Grade::TooEasy, Grade::TooEasy) => new.hardness < old.hardness,
            _ => false,
        })
    }
}

/// A selection of the clues that may be given with which a puzzle that is too hard meets the difficulty target;
/// `puzzle` makes the puzzle with these clues in addition to its own. `None` if none was found, or if the caller
/// stopped waiting. Per order about `log2` of the number of clues and [`SINGLE`] more puzzles are graded.
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
