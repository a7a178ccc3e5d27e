//! Questions about a puzzle of any family, answered by search, by counting, or step by step.
//!
//! | module | contents |
//! |---|---|
//! | [`strategy`] | questions about a puzzle: plans, builds, searches or counts, verifies |
//! | [`explain`] | solving step by step as a person does, and rating |
//! | [`generate`] | making puzzles with a seed |

pub mod explain;
pub mod generate;
pub mod strategy;
