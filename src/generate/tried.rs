//! What was tried for a wish, and when that is enough to report that no puzzle is so hard.

use super::DifficultyTarget;
use clew_puzzles::puzzle::family::{Grade, Request};
use clew_puzzles::puzzle::format::write_native;
use clew_puzzles::puzzle::ladder::Level;
use clew_puzzles::puzzle::{Entry, Puzzle};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// Puzzles that are graded for one, before it is said that none is as hard as wished.
const MOST_GRADED: u64 = 4_000;
/// The same where all of them are harder, though makers give all that they can, or none of them comes near the wish.
const FAR_OFF: u64 = 250;
/// The same where so many one after the other were graded before: then there are hardly more.
const KNOWN: u64 = 120;

/// How puzzles that were graded stand to the wish.
pub(super) struct Tried {
    easier: u64,
    harder: u64,
    wish: DifficultyTarget,
    /// The highest level of the easier ones.
    highest: Option<Level>,
    /// What stands for those that were graded.
    seen: FxHashSet<u64>,
    /// Those since the last that was new.
    known: u64,
}

impl Tried {
    /// Nothing yet.
    pub(super) fn of(wish: &DifficultyTarget) -> Tried {
        let seen = FxHashSet::default();
        Tried { easier: 0, harder: 0, wish: *wish, highest: None, seen, known: 0 }
    }

    /// Notes a puzzle, how it stands to the wish, and its level if that is known.
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

    /// Whether so many were tried that one more is not worth it.
    pub(super) fn is_enough(&self) -> bool {
        let most = match (self.easier, self.harder) {
            (0, _) => FAR_OFF,
            (_, 0) if !self.is_near() => FAR_OFF,
            _ => MOST_GRADED,
        };
        self.easier + self.harder >= most || self.known >= KNOWN
    }

    /// Whether one has the level that is wished for, or the one below.
    fn is_near(&self) -> bool {
        let rank = |level: Level| Level::ALL.iter().position(|&other| other == level);
        let wished = self.wish.level.and_then(rank);
        wished.is_none_or(|wished| self.highest.and_then(rank).is_some_and(|r| r + 1 >= wished))
    }

    /// That none was as wished.
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
