//! Exact counts beyond enumeration: frontier dynamic programmes over packed states.
//!
//! - [`budget`]: a budget in force: metered memory, and a reason to stop.
//! - [`table`]: open-addressing tables with counters that widen and never wrap.
//! - [`layer`]: layers split into shards, stepped by several threads.
//! - [`programme`]: what a programme is, and the runs that keep one layer at a time.
//! - [`trace`]: uses of moves, random solutions, best solutions, from layers kept at checkpoints.
//! - [`estimate`]: how large the layers will be.
//! - [`sampled`]: unbiased estimates and lower bounds from layers of bounded size.
//! - [`word`]: bit strings as keys.
//! - [`latin`]: Latin squares and futoshiki.
//! - [`mod@line`]: the lines of hidato and path boards.
//! - [`links`]: numberlink puzzles.

pub mod budget;
pub mod estimate;
mod first;
pub mod layer;
pub mod programme;
pub mod sampled;
pub mod table;
pub mod trace;
pub mod word;

pub use budget::{Gauge, Stats};
pub use programme::{Outcome, Programme, Run, Runner};
