//! FLOOR 3: search over an engine. Knows neither propagators nor puzzles by name.

pub mod brancher;
pub mod dfs;
pub mod learn;
pub mod objective;
pub mod parts;
pub mod probe;
pub mod profile;
pub mod scan;
pub mod sink;
pub mod split;
mod stats;

pub use brancher::{BranchSpec, Brancher, ValueOrder, VarOrder};
pub use dfs::dfs;
pub use objective::Incumbent;
pub use parts::{Cache, PartCounter};
pub use probe::{ProbeLimits, Probed, probe};
pub use profile::Profile;
pub use scan::Scan;
pub use sink::{Collect, Count, Sink};
