//! FLOOR 5: questions about puzzles. Joins networks, search and counting; no files, no output.

mod all;
mod beam;
mod best;
mod candidates;
mod construct;
mod counting;
mod decide;
mod enumerate;
mod estimate;
mod guess;
mod options;
mod parts;
pub mod programme;
mod run;
mod sample;
mod tally;
mod team;

pub use candidates::{Candidates, candidates};
pub use estimate::{Estimate, Way, count_or_estimate, probe};
pub use options::{Method, Options, Outcome, SearchMode, Task, Verdict, Watch};
pub use run::{RunError, run, run_observed, run_watched};
pub use sample::{sample, sample_each};
