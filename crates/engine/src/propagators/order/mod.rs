//! Inequalities between variables: all of a problem in one directed graph, and one propagator that runs
//! along its arcs; two more combine the graph with lines of different values. Literals for bounds, for
//! short explanations.

pub mod chain;
pub mod lines;
pub mod literals;

pub use chain::{Increasing, Order, OrderChain};
pub use lines::{LineOrder, OrderedLines};
pub use literals::{Bound, OrderLiterals};
