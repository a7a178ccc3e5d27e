//! Infrastructure of long runs: when to stop, why a run ended, its cost and its progress.
//! Independent of engines, networks and puzzles.
//!
//! - [`budget`]: the limits of a run in time, nodes and memory, and flags that cancel it.
//! - [`clock`]: moments, and the processor time of a thread.
//! - [`interrupt`]: polling whether to stop.
//! - [`stop`]: why a run is not a full answer, and the token that certifies a full answer.
//! - [`stats`]: the figures of a search.
//! - [`progress`]: how far a run has come.
//! - [`threads`]: threads for work that is cut into pieces.

pub mod budget;
pub mod clock;
pub mod interrupt;
pub mod progress;
pub mod stats;
pub mod stop;
pub mod threads;

pub use budget::Budget;
pub use interrupt::Interrupt;
pub use progress::{GoalProgress, Progress, Step};
pub use stats::Stats;
pub use stop::{End, Exhausted, Stop};
pub use threads::Threads;
