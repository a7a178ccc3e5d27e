//! Puzzles that are made of a solution: one that somebody has drawn, or one of a puzzle that is half made.

use super::family::{Request, UniquenessOracle};
use super::format::{Draft, Fault};
use super::{Answer, Neighbourhood, Puzzle};

/// Reads a drawn solution: the puzzle of which it is one, and itself.
pub type DrawnReader = for<'a> fn(Draft<'a>) -> Result<(Puzzle, Answer), Fault<'a>>;

/// Chooses clues for a solution. `None`: none that are as wished tell it; an error says in words what cannot be wished
/// for.
pub type Chooser = fn(&Basis<'_>, UniquenessOracle<'_>) -> Result<Option<Puzzle>, String>;

/// A solution for which clues are to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Basis<'a> {
    /// Board and rules, and clues that stay.
    pub puzzle: &'a Puzzle,
    /// A solution of it; where a family has labels, one with these labels alone, which may leave cells empty.
    pub answer: &'a Answer,
    /// What is wished; its size is that of the puzzle.
    pub request: &'a Request,
    /// Whether the numbers of the puzzle stay given. If not, they are those of the solution and are chosen anew; signs
    /// and walls stay, and signs are chosen only where there are none.
    pub numbers_stay: bool,
}

/// Rules that replace those of the file of a drawn solution: some have to be known while it is read.
#[derive(Clone, Debug, Default)]
pub struct DrawnRules {
    /// Keys of rules with their words.
    pub words: Vec<(&'static str, &'static str)>,
    /// Which cells are neighbours.
    pub neighbours: Option<Neighbourhood>,
}
