//! FLOOR 1: finite domains and propagation. Knows no puzzle.
//!
//! A [`Store`] holds domains as bit sets and logs every change; an [`Engine`] runs propagators and
//! clauses on it to a fixpoint and can say why any fact holds.

pub mod clauses;
pub mod constraint;
pub mod context;
pub mod domain;
pub mod engine;
pub mod event;
pub mod ids;
pub mod interrupt;
pub mod matrix;
pub mod model;
pub mod observer;
pub mod propagator;
mod queue;
pub mod reason;
pub mod store;
pub mod ties;
mod watches;

pub use constraint::{Constraint, Term};
pub use context::{Past, Propagation};
pub use domain::Domain;
pub use engine::Engine;
pub use event::{Event, Subscriptions};
pub use ids::{Atom, CellId, Lit, PropId, VarId, bits};
pub use interrupt::{Halt, Interrupt, Patience};
pub use matrix::Matrix;
pub use model::{Fact, Group, Hints, Model, Objective, Permutations};
pub use observer::{CallResult, Observer};
pub use propagator::{Priority, Propagator, Status};
pub use reason::{Cause, Conflict, Entry, Failure, Lits, Reason, Tag};
pub use store::Store;
pub use ties::Ties;
