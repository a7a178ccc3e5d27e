//! Exact counts beyond enumeration: frontier dynamic programmes over packed states.
//!
//! - [`budget`]: memory, time, interrupt, progress.
//! - [`table`]: open-addressing tables with counters that widen and never wrap.
//! - [`layer`]: layers split into shards, stepped by several threads.
//! - [`programme`]: what a programme is, and the runs that keep one layer at a time.

pub mod budget;
pub mod layer;
pub mod programme;
pub mod table;

pub use budget::{Limits, Progress, Stats, Step, Stop};
pub use programme::{Outcome, Programme, Runner};
