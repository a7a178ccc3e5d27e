//! Exact counts beyond enumeration: frontier dynamic programmes over packed states.
//!
//! - [`budget`]: memory, time, interrupt, progress.
//! - [`table`]: open-addressing tables with counters that widen and never wrap.
//! - [`layer`]: layers split into shards, stepped by several threads.
//! - [`programme`]: what a programme is, and the runs that keep one layer at a time.
//! - [`trace`]: uses of moves, random solutions, best solutions.
//! - [`line`]: the lines of hidato and path boards.

pub mod budget;
pub mod layer;
pub mod line;
pub mod programme;
pub mod table;
pub mod trace;

pub use budget::{Limits, Progress, Stats, Step, Stop};
pub use programme::{Outcome, Programme, Run, Runner};
