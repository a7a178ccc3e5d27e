//! FLOOR 5: questions about puzzles. Joins networks, search and counting; no files, no output.

mod construct;
mod counting;
mod options;
pub mod programme;
mod run;
mod tally;
mod team;

pub use options::{Method, Options, Outcome, SearchMode, Stopped, Task, Verdict, Watch};
pub use run::{RunError, run, run_observed};
