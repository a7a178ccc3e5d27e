//! The result of a method that was tried.

use super::facts::Fact;
use clew_engine::run::{End, Stop};

/// How much was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Everything: the solutions found are all that there are, or the best.
    All,
    /// The number of solutions requested.
    Enough,
}

/// The result of a method.
#[derive(Clone, PartialEq, Debug)]
pub enum Progress {
    /// The question is answered; the solutions are in the case.
    Answered(Extent),
    /// Something was found out that later stages depend on.
    Learnt(Fact),
    /// The method has nothing to do with this puzzle, for this reason.
    NotApplicable(String),
    /// It began, and ran out of this.
    OutOf(Stop),
}

impl Progress {
    /// Everything is answered.
    pub(super) const ALL: Progress = Progress::Answered(Extent::All);
}

impl From<End> for Progress {
    fn from(end: End) -> Progress {
        match end {
            Ok(_) => Progress::ALL,
            Err(Stop::Limit) => Progress::Answered(Extent::Enough),
            Err(stop) => Progress::OutOf(stop),
        }
    }
}
