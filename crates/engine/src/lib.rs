//! A constraint-programming engine that knows no puzzles. Its README follows below the table.
//!
//! A module imports only modules above it in this table.
//!
//! | module | content |
//! |---|---|
//! | [`structures`] | small data structures |
//! | [`run`] | budgets, why a run ended, figures, progress, threads |
//! | [`kernel`] | bit-set domains, trail, propagation to a fixpoint, explanations, clauses |
//! | [`propagators`] | constraints, a file or folder for each |
//! | [`search`] | deciders, depth-first and learning search, splits, branch and bound |
//! | `testing` | the oracle for propagators, the check of explanations; with the feature `testing` |
#![doc = ""]
#![doc = include_str!("../README.md")]

pub mod kernel;
pub mod propagators;
pub mod run;
pub mod search;
pub mod structures;
#[cfg(feature = "testing")]
pub mod testing;
