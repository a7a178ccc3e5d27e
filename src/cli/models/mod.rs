//! Models for other solvers, and the solutions found by those.

pub(crate) mod args;
pub(crate) mod export;
pub(crate) mod flatzinc;
pub(crate) mod import;
pub(crate) mod install;
