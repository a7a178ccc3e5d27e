//! What propagators that are not domain consistent claim to infer, said plainly: rules that look at
//! the domains of a fixpoint and demand what is missing. They enumerate, flood and compare sets of
//! cells, and share no code with propagators beside the graphs and variables these are given.

pub mod gap;
pub mod label;
pub mod path;
pub mod position;
pub mod values;
