//! Inequalities between variables: all of a problem in one directed graph, and one propagator that
//! runs along its arcs; another draws on the graph and on lines of different values together.

pub mod chain;
pub mod lines;

pub use chain::{Increasing, Order, OrderChain};
pub use lines::{LineOrder, OrderedLines};
