//! Constraints of no particular theme: rows of a table, values a constant apart, two values that
//! differ.

pub mod affine;
pub mod not_equal;
pub mod table;

pub use affine::Affine;
pub use not_equal::NotEqual;
pub use table::{InTable, STAR, Table};
