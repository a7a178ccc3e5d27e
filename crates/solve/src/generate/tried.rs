//! The puzzles that were graded against a difficulty target, and the limits after which none is reported to meet it.

use super::DifficultyTarget;
use clew_puzzle::puzzle::family::{Grade, Request};
use clew_puzzle::puzzle::format::write_native;
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Entry, Puzzle};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// The maximum number of puzzles graded for one request before none is reported to meet the target.
const MOST_GRADED: u64 = 4_000;
/// The same if all of them are too hard, though generators give all that they can, or if none comes near the target.
const FAR_OFF: u64 = 1_000;
/// The same for consecutive puzzles that had been graded before: then there are hardly any new ones.
const KNOWN: u64 = 120;

/// The graded puzzles, counted by how they compare with the difficulty target.
pub(super) struct Tried {
    easier: u64,
    harder: u64,
    wish: DifficultyTarget,
    /// The highest level of those that are too easy.
    highest: Option<Level>,
    /// Hashes of the graded puzzles.
    seen: FxHashSet<u64>,
    /// The number of puzzles since the last new one.
    known: u64,
}

impl Tried {
    /// No puzzle so far.
    pub(super) fn for_target(wish: &DifficultyTarget) -> Tried {
        let seen = FxHashSet::default();
        Tried { easier: 0, harder: 0, wish: *wish, highest: None, seen, known: 0 }
    }

    /// Records a puzzle, its grade, and its level if that is known.
    pub(super) fn note(&mut self, puzzle: &Puzzle, grade: Grade, level: Option<Level>) {
        match grade {
            Grade::TooEasy => {
                self.easier += 1;
                self.highest = self.highest.max(level);
            }
            Grade::TooHard => self.harder += 1,
            Grade::Fits => return,
        }
        let mut hasher = FxHasher::default();
        write_native(&Entry::made(puzzle.clone(), String::new(), false)).hash(&mut hasher);
        let is_new = self.seen.insert(hasher.finish());
        self.known = if is_new { 0 } else { self.known + 1 };
    }

    /// Whether one of the limits is reached, so that another puzzle is not worth grading.
    pub(super) fn is_enough(&self) -> bool {
        let most = match (self.easier, self.harder) {
            (0, _) => FAR_OFF,
            (_, 0) if !self.is_near() => FAR_OFF,
            _ => MOST_GRADED,
        };
        self.easier + self.harder >= most || self.known >= KNOWN
    }

    /// Whether one of the puzzles reached the requested level or the level below.
    fn is_near(&self) -> bool {
        let is_near = |wished: Level| self.highest.is_some_and(|l| l as u8 + 1 >= wished as u8);
        self.wish.level.is_none_or(is_near)
    }

    /// The message that no puzzle met the target.
    pub(super) fn words(&self, request: &Request) -> String {
        let Request { rows, cols, seed, .. } = request;
        let level = match (self.wish.level, self.wish.score) {
            (Some(level), None) => format!("is {}", level.keyword()),
            (Some(level), Some(_)) => format!("is {} with such a score", level.keyword()),
            (None, _) => "has such a score".into(),
        };
        let Tried { easier, harder, .. } = self;
        let way = match (easier, harder) {
            (_, 0) => "larger boards, or fewer wishes, make harder ones",
            (0, _) => "smaller boards, or fewer wishes, make easier ones",
            _ => "another size, seed or level has more",
        };
        format!(
            "no puzzle of {rows}x{cols} with seed {seed} {level}: {easier} that were tried are easier, {harder} harder; {way}"
        )
    }
}
