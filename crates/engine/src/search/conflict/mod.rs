//! Conflict handling: analysis, the clauses learnt from them, when to restart, which costly
//! propagators are worth running, and clauses shared with other learners.

mod adapt;
mod analysis;
mod database;
mod exchange;
mod restarts;

pub use adapt::{Activation, AdaptOptions, Pace};
pub(super) use adapt::{Adapt, costly_by_name};
pub use analysis::NogoodKind;
pub(super) use analysis::{Analyser, Nogood};
pub(super) use database::Database;
pub use exchange::{ClausePort, Exchange, Shared};
pub use restarts::RestartPolicy;
pub(super) use restarts::Restarts;
