//! Data structures that depend on no puzzle and no solver.
//!
//! - [`mod@bits`]: sets of numbers on bare words.
//! - [`csr`]: lists that never change, one per row, in two arrays.
//! - [`digest`]: detects damaged data.
//! - [`lists`]: many short lists that grow, in one array.
//! - [`low_points`]: articulation points and bridges of a graph.
//! - [`marks`]: marks that are all cleared at once.
//! - [`metropolis`]: which moves of a local search are accepted.
//! - [`random`]: a generator that gives the same numbers everywhere, and the spreading of words.
//! - [`subset`]: a set of small numbers to draw from.
//! - [`sync`]: primitives shared by threads.
//! - [`union_find`]: disjoint sets that are joined.
//! - [`worklist`]: a worklist without duplicates.

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
pub(crate) use worklist::Worklist;
