//! What no puzzle and no solver is needed for.
//!
//! - [`mod@bits`]: sets of numbers on bare words.
//! - [`csr`]: lists that never change, one a row, in two arrays.
//! - [`digest`]: tells damaged data from whole.
//! - [`lists`]: many short lists that grow, in one array.
//! - [`low_points`]: what parts a graph, its nodes and its edges.
//! - [`marks`]: marks that are all taken away at once.
//! - [`metropolis`]: which moves of a local search are accepted.
//! - [`random`]: a generator that gives the same numbers everywhere, and the spreading of words.
//! - [`subset`]: a set of small numbers to draw from.
//! - [`sync`]: what threads share.
//! - [`union_find`]: disjoint sets that are joined.
//! - [`worklist`]: what is yet to be looked at.

pub mod bits;
pub mod csr;
pub mod digest;
pub mod lists;
pub mod low_points;
pub mod marks;
pub mod metropolis;
pub mod random;
pub mod subset;
pub mod sync;
pub mod union_find;
pub mod worklist;

pub use csr::Csr;
pub use digest::Digest;
pub use marks::Marks;
pub use union_find::UnionFind;
pub use worklist::Worklist;
