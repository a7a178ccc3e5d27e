//! Puzzles made: by specification, from drawn solutions, and which of many are the same.

pub mod dedup;
pub mod from_solution;
pub mod generate;
