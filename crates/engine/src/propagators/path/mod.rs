//! Paths on a graph: the common part of a line through a board and a set of links between labels.
//!
//! All propagators here are about one set of variables, [`PathVars`]: one Boolean per edge, one
//! flag per cell for "a path ends here", and one flag per cell for "the cell is used". There is one
//! instance of each propagator per board. [`Joined`] is about any literals.

pub mod block_chain;
pub mod connectivity;
pub mod count;
pub mod degree;
pub mod degree_flow;
pub mod fragments;
pub mod graph;
pub mod joined;
pub mod system;
mod walk;

pub use block_chain::BlockChain;
pub use connectivity::Connectivity;
pub use count::Count;
pub use degree::Degree;
pub use degree_flow::{DegreeFlow, SEARCH_LIMIT};
pub use fragments::{Fragments, Pattern};
pub use graph::{Flag, Graph, PathVars, What};
pub use joined::Joined;
pub use system::{DegreeSystem, PathSystem};
