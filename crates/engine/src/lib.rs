//! A constraint-programming engine: bit-set domains, propagators that explain themselves, depth-first and
//! clause-learning search over the same propagators, branch and bound, parallel search over first-branch splits.
//!
//! It knows no puzzle. A module imports only modules above it in this table.
//!
//! | module | what |
//! |---|---|
//! | [`structures`] | small data structures |
//! | [`run`] | budgets, why a run ended, figures, progress, threads |
//! | [`kernel`] | bit-set domains, trail, propagation to a fixpoint, explanations, clauses |
//! | [`propagators`] | constraints, a file or folder for each |
//! | [`search`] | deciders, depth-first and learning search, splits, branch and bound |

pub mod kernel;
pub mod propagators;
pub mod run;
pub mod search;
pub mod structures;
#[cfg(feature = "testing")]
pub mod testing;
