//! Learning search: conflict-driven clause learning over the same propagators.
//!
//! Source: Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", 2009; Feydy,
//! Stuckey, "Lazy clause generation reengineered", 2009; Marques-Silva, Sakallah, "GRASP", 1999.

mod activity;
mod adapt;
mod analyse;
mod choices;
mod database;
mod exchange;
mod restart;
mod sweep;
mod walk_all;
mod walker;

pub use adapt::{Activation, Adapt, AdaptOptions, Pace};
pub use choices::Choices;
pub use exchange::{Exchange, Port};
pub use sweep::Sweep;
pub use walker::{LearnOptions, Learner};
