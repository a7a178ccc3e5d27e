//! Models of a user's own: variables and constraints, stated in Rust or read from FlatZinc, and solved like puzzles.
//!
//! | module | contents |
//! |---|---|
//! | [`model`] | the modelling API |
//! | [`flatzinc`] | models of MiniZinc, read as models of the modelling API |

pub mod flatzinc;
pub mod model;
