//! Solutions as lists, cell by cell, and where they differ.

pub mod candidates;
pub mod cells;
pub mod listed;
pub mod located;
