//! Counts: by dynamic programs, by search in pieces, and estimates.

pub mod cubes;
pub mod dp;
pub(crate) mod estimate;
pub(crate) mod jobs;
pub(crate) mod layer_sampling;
pub(crate) mod log_normal;
pub(crate) mod tally;
