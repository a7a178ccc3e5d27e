//! Exact counts beyond enumeration: dynamic programs over layers of packed states.
//!
//! This crate knows no puzzle: a family defines a [`TransitionSystem`], and gets a [`Counting`], the
//! interface to all queries on it; solutions are lists of items whose meaning the family knows.
//!
//! - [`budget`]: a budget in force: metered memory, and a reason to stop.
//! - `slots`: places for passing values between threads.
//! - [`table`]: open-addressing tables with counters that widen and never wrap.
//! - `limbs`: arithmetic of counters.
//! - [`layer`]: layers split into shards, stepped by several threads.
//! - [`system`]: the definition of a dynamic program.
//! - [`counting`]: the queries on it.
//! - [`run`]: the runs that keep one layer at a time.
//! - `walk`: backward runs from the last layer to the first, from layers kept at checkpoints; the
//!   basis of `marginals`, `draw` (random solutions) and `first` (first and best solutions).
//! - [`estimate`]: estimates of the sizes of layers.
//! - [`sampled`]: unbiased estimates and lower bounds from layers of bounded size.
//! - [`word`]: bit strings as keys.
//! - `strands`: counts modulo primes, and exact ones whose tables do not fit; [`primes`]: the primes, and joining
//!   residues.
//! - [`keep`]: layers stored outside the process.

pub mod budget;
pub mod counting;
mod draw;
pub mod estimate;
mod first;
pub mod keep;
pub mod layer;
mod limbs;
mod marginals;
pub mod primes;
pub mod run;
pub mod sampled;
pub mod shelf;
mod slots;
mod strands;
pub mod system;
pub mod table;
pub mod walk;
pub mod word;

pub use budget::{RunBudget, Stats};
pub use counting::{Choice, Chosen, Counting, Items, Marginals};
pub use estimate::{Estimate, EstimateScope, Sample};
pub use keep::LayerStore;
pub use run::{Run, Runner};
pub use shelf::BlockStore;
pub use system::{Known, Moves, System, TransitionSystem};
