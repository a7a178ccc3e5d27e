//! A line with given numbers, modelled without one variable per number: which gap does a cell lie
//! in?
//!
//! The given numbers cut the line into gaps: gap g lies between the g-th and the next given number,
//! gap 0 before the first, the last one behind the last. One variable per cell holds the gap in which
//! the cell lies; its values are the few gaps near enough, so there are some ten atoms per cell, where
//! a matrix of cells by numbers has as many atoms per cell as there are cells. Four propagators over
//! edges and gaps, one of each per board, enforce that a gap is one path of its length.

mod count;
mod edges;
mod length;
mod reach;
mod system;
mod table;
mod vars;

pub use system::GapSystem;
pub use table::{GapTable, Hold, Member};
pub use vars::GapVars;
