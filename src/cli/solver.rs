//! How commands ask the solver: a defect must not take the rest of a batch with it and is never an answer, and why there
//! is no answer is said in the same words everywhere.

use super::say;
use super::status::Status;
use clew::explain::End;
use clew::puzzle::BuildError;
use clew::run::Stop;
use clew::strategy::{Options, Outcome, RunError, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is said after a panic.
pub(super) const DEFECT: &str =
    "internal error: the solver failed; please report it with the puzzle";

/// What comes of some work, unless it panics.
///
/// # Errors
/// That it did.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    let ran = catch_unwind(AssertUnwindSafe(work));
    ran.map_err(|_| Failure::Undecided(Stop::Defect, DEFECT.into()))
}

/// Runs the solver with these options.
///
/// # Errors
/// Why there is no outcome.
pub(super) fn guarded<T>(
    options: &Options,
    work: impl FnOnce() -> Result<T, RunError>,
) -> Result<T, Failure> {
    caught(work)?.map_err(|error| Failure::of(error, options.network.is_some()))
}

/// The verdict on a puzzle whose steps ended like this; a search tells it where they did not get to an end.
pub(super) fn verdict_after(
    steps: &End,
    search: impl FnOnce() -> Result<Outcome, Failure>,
) -> Verdict {
    match steps {
        End::Solved(_) => Verdict::Unique,
        End::Nonsense(_) => Verdict::None,
        End::Stopped(_) => Verdict::Unknown,
        End::Stuck => search().map_or(Verdict::Unknown, |outcome| outcome.verdict()),
    }
}

/// Why there is no outcome.
pub(super) enum Failure {
    /// The question does not fit the puzzle.
    Refused(String),
    /// The puzzle is too large for the network that was chosen for it.
    Unfit(String),
    /// It fits, but cannot be answered: in a word, and in words.
    Undecided(Stop, String),
}

impl Failure {
    /// Says on standard error why there is no outcome; returns what that means for the exit status.
    pub fn told(self, title: &str) -> Status {
        let (status, why) = self.parts();
        let error = if status == Status::Undecided { "" } else { "error: " };
        say::line(format_args!("{error}{title}: {why}"));
        status
    }

    /// What it means for the exit status, and why in words.
    pub fn parts(self) -> (Status, String) {
        match self {
            Failure::Refused(why) => (Status::Usage, why),
            Failure::Unfit(why) => (Status::BadInput, why),
            Failure::Undecided(_, why) => (Status::Undecided, why),
        }
    }

    /// `chosen`: somebody chose the network.
    pub fn of(error: RunError, chosen: bool) -> Failure {
        match error {
            // There is another network for it.
            RunError::Build(BuildError::TooLarge(why)) if chosen => Failure::Unfit(why),
            RunError::Build(BuildError::TooLarge(why)) => Failure::Undecided(Stop::Memory, why),
            RunError::Build(BuildError::Interrupted) => {
                Failure::Undecided(Stop::Interrupt, error.to_string())
            }
            RunError::NoMethod(why) => Failure::Refused(why),
            RunError::Build(error) => Failure::Refused(error.to_string()),
            RunError::Wrong { .. } => Failure::Undecided(Stop::Defect, error.to_string()),
        }
    }
}
