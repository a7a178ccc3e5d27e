//! What every long run needs, whatever it does: when it has to stop, why it ended, what it
//! cost and how it tells how far it is. Knows nothing of engines, networks or puzzles.
//!
//! - [`budget`]: what a run may use, in time, nodes and memory, and flags that cancel it.
//! - [`clock`]: moments, and the processor time of a thread.
//! - [`interrupt`]: the question whether to break off.
//! - [`stop`]: why a run is not a full answer, and the token that says that it is one.
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
pub use progress::{Progress, Step};
pub use stats::Stats;
pub use stop::{End, Exhausted, Stop};
pub use threads::Threads;
