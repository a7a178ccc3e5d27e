//! Paths on a graph: what a line through a board, and a set of links between labels, share.
//!
//! All propagators here are about one set of variables, [`PathVars`]: a Boolean an edge, a flag a
//! cell that says whether a path ends there, a flag that says whether the cell is used at all.
//! There is one instance of each a board. [`Joined`] is about any literals.

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
