//! Finite domains and propagation. Knows no puzzle.
//!
//! A [`Store`] holds domains as bit sets and logs every change; an [`Engine`] runs propagators and
//! clauses on it to a fixpoint and can explain any fact.
//!
//! Two variables with the values 0, 1, 2 that differ, and a clause: one of them is 2.
//!
//! ```
//! use clew_engine::kernel::{Constraint, Engine, Lits};
//! use clew_engine::propagators::NotEqual;
//!
//! let mut engine = Engine::new();
//! engine.remember(); // reasons are kept from here on
//! let (x, y) = (engine.new_var(3), engine.new_var(3));
//! let is = |engine: &Engine, var, value| engine.store().atom(var, value).pos();
//! let (x_is_2, y_is_2) = (is(&engine, x, 2), is(&engine, y, 2));
//! NotEqual::new(x, y).post(&mut engine).unwrap();
//! engine.add_clause(&[x_is_2, y_is_2]).unwrap();
//! engine.fixpoint(&mut ()).unwrap();
//!
//! // A decision, and what follows: x is not 2, so y is, by the clause.
//! let x_is_1 = is(&engine, x, 1);
//! engine.decide(x_is_1);
//! engine.fixpoint(&mut ()).unwrap();
//! assert_eq!(engine.store().value(y), Some(2));
//!
//! // Why y is 2: because x is not.
//! let mut why = Lits::new();
//! engine.explain(y_is_2, &mut why);
//! assert_eq!(why.as_slice(), [!x_is_2]);
//!
//! // Back at the root nothing of it is left.
//! engine.backtrack(0);
//! assert_eq!(engine.store().size(y), 3);
//! ```

pub mod clauses;
pub mod components;
pub mod constraint;
pub mod context;
pub mod engine;
pub mod event;
pub mod ids;
pub mod interrupt;
pub mod matrix;
pub mod model;
pub mod observer;
pub mod prelude;
pub mod propagator;
mod queue;
pub mod reason;
pub mod rules;
pub mod store;
mod watches;

pub use crate::rules;
pub use components::Components;
pub use constraint::{Constraint, Term};
pub use context::{Past, Propagation};
pub use engine::Engine;
pub use event::{Event, Subscriptions};
pub use ids::{Atom, CellId, IntervalId, Lit, PropId, VarId, bits};
pub use interrupt::{Halt, Interrupt, StepCounter};
pub use matrix::Matrix;
pub use model::{Fact, Group, Hints, Model, Objective, Permutations};
pub use observer::{CallResult, Learnt, Observer, OnNetwork, Part, Searched, Watched};
pub use propagator::DynPropagator;
pub use propagator::{Priority, Propagator, Status};
pub use reason::{Cause, Conflict, Entry, Failure, Lits, Reason, Tag};
pub use rules::RuleSet;
pub use store::Store;
pub use store::domain::Domain;
pub use store::ranges::{Bools, Cells, Vars};
pub use store::view::View;

#[cfg(test)]
mod tests;
