//! How commands call the solver. A defect must not end the rest of a batch and is never an answer. The reason for a
//! missing answer has the same words everywhere.

use clew_engine::run::Stop;
use clew_model::model::ModelError;
use clew_puzzle::puzzle::BuildError;
use clew_solve::strategy::{Options, RunError};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message after a panic.
pub const DEFECT: &str = "internal error: the solver failed; please report it with the puzzle";

/// The result of some work, unless it panics.
///
/// # Errors
/// A panic.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    let ran = catch_unwind(AssertUnwindSafe(work));
    ran.map_err(|_| Failure::Undecided(Stop::Defect, DEFECT.into()))
}

/// Runs the solver with these options.
///
/// # Errors
/// Why there is no outcome.
pub fn run_guarded<T>(
    options: &Options,
    work: impl FnOnce() -> Result<T, RunError>,
) -> Result<T, Failure> {
    catch_panic(work)?.map_err(|error| Failure::from_run(error, options.network.is_some()))
}

/// Why there is no outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The question does not fit the puzzle.
    Refused(String),
    /// The puzzle is too large for the network that was chosen for it.
    Unfit(String),
    /// The question fits, but a limit came first: its kind, and the reason in words.
    Undecided(Stop, String),
}

impl Failure {
    /// Why in words.
    pub fn words(&self) -> &str {
        match self {
            Failure::Refused(why) | Failure::Unfit(why) | Failure::Undecided(_, why) => why,
        }
    }

    /// The failure that corresponds to an error of the solver; `chosen`: the network was named in the question.
    pub fn from_run(error: RunError, chosen: bool) -> Failure {
        match error {
            // Another network may fit.
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

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        match error {
            ModelError::Run(error) => Failure::from_run(error, false),
            error => Failure::Unfit(error.to_string()),
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words())
    }
}

impl std::error::Error for Failure {}
