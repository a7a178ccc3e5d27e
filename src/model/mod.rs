//! model
mod builder;
mod error;
mod expr;
mod frames;
mod graph;
mod handle;
mod network;
mod places;
mod rule;
mod statement;
mod ties;
mod variables;

pub use builder::Model;
pub use error::{MAX_SUM, MAX_VALUES, MAX_WORDS, ModelError};
pub use expr::Expr;
pub use graph::Graph;
pub use handle::{Bool, Int};
