//! Clues: facts about the solutions of a puzzle that a setter may give one by one.

use super::{Cell, Content, Puzzle};

/// How far apart the numbers of two cells are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Gap {
    /// Two different cells, ascending.
    pub cells: [Cell; 2],
    /// A difference, at least 1.
    pub by: u32,
    /// Whether the numbers differ by this, or must not differ by it.
    pub is: bool,
}

impl Gap {
    /// Whether these two numbers satisfy the clue.
    pub fn allows(self, x: u32, y: u32) -> bool {
        (x.abs_diff(y) == self.by) == self.is
    }

    /// The numbers up to `most` at this difference from `number`; at most two.
    pub fn at(self, number: u32, most: u32) -> impl Iterator<Item = u32> + Clone {
        let below = number.checked_sub(self.by).filter(|&v| v > 0);
        let above = number.checked_add(self.by).filter(|&v| v <= most);
        below.into_iter().chain(above)
    }
}

/// A fact that is true of some solutions and not of others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clue {
    /// The content of a cell.
    Holds {
        /// The cell.
        cell: Cell,
        /// Its content.
        content: Content,
    },
    /// The number in the first cell is smaller than that in the second.
    Less([Cell; 2]),
    /// The numbers of two cells differ by this amount, or must not differ by it.
    Gap(Gap),
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
            Clue::Gap(gap) => {
                let [a, b] = gap.cells.map(at);
                matches!((a, b), (Content::Number(x), Content::Number(y)) if gap.allows(x, y))
            }
        }
    }

    /// The cells that it refers to.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (first, second) = match self {
            Clue::Holds { cell, .. } => (cell, None),
            Clue::Less([a, b]) | Clue::Gap(Gap { cells: [a, b], .. }) => (a, Some(b)),
        };
        std::iter::once(first).chain(second)
    }
}

/// How a given was changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A clue was taken away.
    Removed(Clue),
    /// A clue was replaced by another one.
    Replaced {
        /// The one that was given.
        old: Clue,
        /// The one that replaces it.
        new: Clue,
    },
    /// An end of a label's path was moved.
    Moved {
        /// The label's number.
        label: u32,
        /// Where the end stood.
        from: Cell,
        /// Its new cell.
        to: Cell,
    },
    /// Both ends of a label's path were taken away.
    Dropped {
        /// The label's number.
        label: u32,
    },
}

/// A puzzle that differs in one given from the one it was made of.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The change.
    pub change: Change,
    /// The resulting puzzle.
    pub puzzle: Puzzle,
}
