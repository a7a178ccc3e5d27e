//! Brings a puzzle that is too hard or too easy to the difficulty target, starting from the puzzle itself.
//!
//! A puzzle keeps its only solution if more of the solution is given. So the clues that may be given are put in some
//! order, and binary search finds a prefix with which the puzzle is no longer too hard. If that skips the target, the
//! search goes on from the last puzzle that was too hard and adds other clues one at a time; those that leave it too
//! hard stay given.
//!
//! A puzzle that is too easy is made harder step by step: a clue or two are exchanged for others, and redundant clues
//! are removed. The new puzzle replaces the old one if it is not easier.

use super::separators::Separators;
use clew_puzzle::puzzle::family::{Grade, Graded, Judgement, UniquenessOracle};
use clew_puzzle::puzzle::{Answer, Puzzle};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// Orders of the clues that are tried.
const ORDERS: usize = 3;
/// Single clues that are tried where halving jumps over the level.
const SINGLE: usize = 12;

/// Exchanges of clues in a row that may fail to make a puzzle harder; then the caller tries another filling.
const VAIN: usize = 24;
/// The maximum number of exchanges.
const CLIMBS: usize = 200;
/// The maximum number of clues that one exchange removes.
const EXCHANGED: usize = 2;

/// The clues of a puzzle that is too easy, and others that could be given.
pub(super) struct HardenClues<'a, T> {
    /// The clues that may be given.
    pub clues: Vec<T>,
    /// The clues that are given, so that there is one solution, and the other fillings that are known.
    pub items: Separators,
    /// The puzzle with these clues.
    pub puzzle: &'a dyn Fn(&[T]) -> Puzzle,
    /// Whether a clue separates the filling from another answer.
    pub separates: &'a dyn Fn(T, &Answer) -> bool,
}

impl<T: Copy> HardenClues<'_, T> {
    /// The clues of a puzzle that meets the difficulty target, found by exchanges; `None` if none was found, or if the
    /// caller stopped waiting.
    pub(super) fn up(
        mut self,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Option<Vec<T>> {
        let mut best = judge.graded(&self.made()).hardness;
        let mut vain = 0;
        for _ in 0..CLIMBS {
            if vain > VAIN || judge.is_over() {
                return None;
            }
            let was = self.items.given().to_vec();
            if !self.exchange(rng, judge) {
                self.items.set(&was);
                vain += 1;
                continue;
            }
            let Graded { grade, hardness } = judge.graded(&self.made());
            match grade {
                Grade::Fits => return Some(self.given()),
                Grade::TooHard => {
                    let puzzle =
                        |more: &[T]| (self.puzzle)(&[self.given(), more.to_vec()].concat());
                    if let Some(more) = eased(self.of(false), &puzzle, rng, judge) {
                        return Some([self.given(), more].concat());
                    }
                }
                Grade::TooEasy if hardness >= best => {
                    vain = if hardness > best { 0 } else { vain + 1 };
                    best = hardness;
                    continue;
                }
                Grade::TooEasy => {}
            }
            self.items.set(&was);
            vain += 1;
        }
        None
    }

    /// The clues that are given, or those that are not.
    fn of(&self, given: bool) -> Vec<T> {
        self.items.items(given).map(|item| self.clues[item]).collect()
    }

    fn given(&self) -> Vec<T> {
        self.of(true)
    }

    fn made(&self) -> Puzzle {
        (self.puzzle)(&self.given())
    }

    /// Exchanges a clue or two for others with which there is one solution, almost all of them necessary. Returns
    /// whether that succeeded.
    fn exchange(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) -> bool {
        let mut old: Vec<usize> = self.items.items(true).collect();
        old.shuffle(rng);
        let less = rng.random_range(1..=EXCHANGED);
        let gone = old.split_off(old.len().saturating_sub(less));
        gone.iter().for_each(|&item| self.items.take(item));
        loop {
            while let Some(mut set) = self.items.next_open() {
                set.retain(|item| !gone.contains(item));
                let Some(&item) = set.choose(rng) else { return false };
                self.items.give(item);
            }
            let spare: Vec<usize> = match judge.judge(&self.made()) {
                Judgement::Unique => break,
                Judgement::Multiple(answers) => {
                    let apart = sets(&self.clues, self.separates, &answers);
                    apart.iter().for_each(|set| self.items.learn(set.clone()));
                    match self.items.open().is_empty() {
                        true => apart.concat().into_iter().map(|item| item as usize).collect(),
                        false => continue,
                    }
                }
                Judgement::Unknown => self.items.items(false).collect(),
                Judgement::None | Judgement::Stopped => return false,
            };
            // Not every clue of a set must separate, and any clue helps to decide.
            let is_spare = |item: &usize| !self.items.given()[*item] && !gone.contains(item);
            let spare: Vec<usize> = spare.into_iter().filter(is_spare).collect();
            let Some(&item) = spare.choose(rng) else { return false };
            self.items.give(item);
        }
        // The new clues may make old ones redundant.
        for item in old {
            let judgement = |items: &Separators| {
                let given: Vec<T> = items.items(true).map(|item| self.clues[item]).collect();
                judge.judge(&(self.puzzle)(&given))
            };
            let sets = |answers: &[Answer]| sets(&self.clues, self.separates, answers);
            if self.items.spare(item, judgement, sets).is_none() {
                return false;
            }
        }
        true
    }
}

/// The places of the clues that separate each of these answers from the filling.
fn sets<T: Copy>(
    clues: &[T],
    separates: &dyn Fn(T, &Answer) -> bool,
    answers: &[Answer],
) -> Vec<Vec<u32>> {
    let apart = |other: &Answer| {
        let clues = (0..).zip(clues).filter(|&(_, &clue)| separates(clue, other));
        clues.map(|(item, _)| item).collect()
    };
    answers.iter().map(apart).collect()
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
