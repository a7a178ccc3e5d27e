//! Constraints of no particular theme: rows of a table, steps of an automaton, values a constant apart, two values that
//! differ.

pub mod affine;
pub mod not_equal;
pub mod table;
pub mod transition;

pub use affine::Affine;
pub use not_equal::NotEqual;
pub use table::{InTable, STAR, Table};
pub use transition::{Moves, Transition};
