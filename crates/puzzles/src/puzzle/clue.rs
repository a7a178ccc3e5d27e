//! Clues: what a setter may say about the solutions of a puzzle, one thing at a time.

use super::{Cell, Content, Puzzle};

/// One thing that is true of some solutions and not of others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clue {
    /// What a cell holds.
    Holds {
        /// The cell.
        cell: Cell,
        /// What is in it.
        content: Content,
    },
    /// The number in the first cell is smaller than that in the second.
    Less([Cell; 2]),
}

impl Clue {
    /// Whether it is true of a solution whose cells hold this.
    pub fn is_true(self, contents: &[Content]) -> bool {
        let at = |cell: Cell| contents[cell as usize];
        match self {
            Clue::Holds { cell, content } => at(cell) == content,
            Clue::Less([a, b]) => {
                matches!((at(a), at(b)), (Content::Number(x), Content::Number(y)) if x < y)
            }
        }
    }

    /// The cells that it speaks of.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (first, second) = match self {
            Clue::Holds { cell, .. } => (cell, None),
            Clue::Less([a, b]) => (a, Some(b)),
        };
        std::iter::once(first).chain(second)
    }
}

/// What was done to a given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A clue was taken away.
    Removed(Clue),
    /// A clue was replaced by another one.
    Replaced {
        /// The one that was given.
        old: Clue,
        /// The one that is given instead.
        new: Clue,
    },
    /// An end of a label's path was moved.
    Moved {
        /// The label's number.
        label: u32,
        /// Where the end stood.
        from: Cell,
        /// Where it stands now.
        to: Cell,
    },
    /// Both ends of a label's path were taken away.
    Dropped {
        /// The label's number.
        label: u32,
    },
}

/// A puzzle in which one given is another than in the one it was made of.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What was done.
    pub change: Change,
    /// What came of it.
    pub puzzle: Puzzle,
}
