//! FLOOR 0: what no puzzle and no solver is needed for.
//!
//! - [`csr`]: lists that never change, one a row, in two arrays.
//! - [`marks`]: marks that are all taken away at once.
//! - [`random`]: a generator that gives the same numbers everywhere.
//! - [`subset`]: a set of small numbers to draw from.
//! - [`worklist`]: what is yet to be looked at.

pub mod csr;
pub mod marks;
pub mod random;
pub mod subset;
pub mod worklist;

pub use csr::Csr;
pub use marks::Marks;
pub use worklist::Worklist;
