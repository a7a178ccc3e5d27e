//! Questions of researchers: plans, networks, profiles, traces, ablations and their comparison.

pub mod ablate;
pub mod compare;
pub mod networks;
pub mod plan;
pub mod profile;
pub mod trace;
pub mod trials;
