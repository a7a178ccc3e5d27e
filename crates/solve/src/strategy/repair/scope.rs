//! The clues that a repair may name.

use clew_puzzle::puzzle::{Cell, Change, Clue};

/// The clues that a repair may name; all by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scope {
    /// Per cell whether clues may be about it; all if `None`.
    pub cells: Option<Vec<bool>>,
    /// Signs and differences only, no numbers and walls.
    pub signs: bool,
}

impl Scope {
    /// Whether everything may be named.
    pub fn is_whole(&self) -> bool {
        *self == Scope::default()
    }

    /// Whether clues may be about all of these cells.
    pub fn has(&self, cells: impl IntoIterator<Item = Cell>) -> bool {
        self.cells.as_ref().is_none_or(|at| cells.into_iter().all(|c| at[c as usize]))
    }

    /// Whether a clue may be named.
    pub fn admits(&self, clue: Clue) -> bool {
        let is_sign = !matches!(clue, Clue::Holds { .. });
        (is_sign || !self.signs) && self.has(clue.cells())
    }

    /// Whether a change of a given may be named.
    pub(crate) fn admits_change(&self, change: Change) -> bool {
        match change {
            Change::Removed(clue) => self.admits(clue),
            Change::Replaced { old, new } => self.admits(old) && self.admits(new),
            Change::Moved { from, to, .. } => !self.signs && self.has([from, to]),
            Change::Dropped { .. } => self.is_whole(),
        }
    }
}
