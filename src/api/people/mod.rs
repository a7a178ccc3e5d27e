//! Questions of people who solve or set a puzzle, and the judge of their answers.

pub mod explain;
pub mod filled_in;
pub mod hint;
pub mod judge;
pub mod puzzle_notes;
pub mod rate;
pub mod repair;
pub mod so_far;
pub mod why_not;
