//! The claimed inferences of propagators that are not domain consistent, as plain rules, which read
//! the domains at a fixpoint and demand missing facts. They enumerate, flood and compare sets of
//! cells, and share no code with propagators except the graphs and variables passed to these.

pub mod gap;
pub mod label;
pub mod path;
pub mod position;
pub mod values;
