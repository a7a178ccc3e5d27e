//! Models for other solvers, and what those found.

pub(crate) mod args;
pub(crate) mod export;
pub(crate) mod flatzinc;
pub(crate) mod import;
pub(crate) mod install;
