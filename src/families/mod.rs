//! The families of puzzles: rules, networks and counting, a folder each, and the registry that lists them.

pub mod futoshiki;
pub mod line;
pub mod numberlink;
mod registry;
