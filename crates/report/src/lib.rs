//! Showing puzzles, answers and results: JSON, plain text, drawings for a terminal, SVG.
//!
//! Everything returns text; nothing here writes to a file or a terminal, or knows whether there is one.

mod canvas;
pub mod csv;
pub mod document;
pub mod figures;
mod gaps;
mod grid;
pub mod json;
pub mod literal_names;
pub mod mending;
pub mod names;
pub mod outlet;
pub mod page;
#[cfg(feature = "pictures")]
pub mod picture;
mod solutions;
pub mod steps;
pub mod svg;
pub mod table;
pub mod terminal;
pub mod text;
pub mod words;

pub use grid::Grid;
pub use json::{Asked, Figure, Mistake, ResultRecord};

pub use solutions::{candidates, cells, listed, located};
