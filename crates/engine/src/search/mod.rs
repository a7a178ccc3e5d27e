//! Search over an engine. Knows neither propagators nor puzzles by name.
//!
//! - [`decide`]: decisions, one trait and one file per way to choose.
//! - [`mod@dfs`]: plain depth-first search.
//! - [`learn`]: the conflict-driven loop, for first solutions and for all of them; [`options`] are
//!   its options, `enumerate` its state for meeting every solution once, [`conflict`] the handling
//!   of failures.
//! - `ask`: solving under assumptions with one learner, with cores of refuted assumptions.
//! - [`mod@probe`], [`parts`], [`split`], [`objective`]: probing at the root, counting by independent
//!   parts, jobs for threads, branch and bound.
//! - `settings`: settings by name, for research.
//! - [`log`]: the search tree for logs.
//! - [`sink`], [`profile`]: sinks of solutions, and an observer that times propagators.

mod ask;
mod assumed;
pub mod conflict;
pub mod decide;
pub mod dfs;
mod enumerate;
#[cfg(test)]
mod idle;
mod incumbent;
pub mod learn;
pub mod log;
pub mod objective;
pub mod options;
pub mod parts;
pub mod probe;
pub mod profile;
mod settings;
pub mod sink;
mod sparing;
pub mod split;
mod stats;

pub use ask::Switches;
pub use assumed::{AssumptionQuery, AssumptionResult};
pub use conflict::{
    Activation, AdaptOptions, ClausePort, Exchange, NogoodKind, Pace, RestartPolicy,
};
pub use decide::{BranchSpec, Brancher, Decider, DeciderContext, Turns, ValueOrder, VarOrder};
pub use dfs::dfs;
pub use incumbent::Incumbent;
pub use learn::Learner;
pub use options::{DecideBy, LearnOptions, OnSolution};
pub use parts::{Cache, PartCounter};
pub use probe::Probed;
pub use probe::{ProbeLimits, probe};
pub use profile::Profile;
pub use settings::NamedSetting;
pub use settings::{NAMED_SETTINGS, SearchSetting};
pub use sink::{Collect, Count, Sink};
