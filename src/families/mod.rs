//! The families of puzzles: rules, networks and counting, a folder each, and the registry that lists them.

mod counting;
pub mod futoshiki;
pub mod line;
pub mod numberlink;
mod registry;

pub use counting::{counting, optimum};
