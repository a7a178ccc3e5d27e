//! Every propagator against the oracle: `cargo test -p clew-engine --test propagators`, one file of them
//! `cargo test -p clew-engine --test propagators path::`.

mod apart;
mod boards;
mod gap;
mod general;
mod label;
mod model;
mod number;
mod order_literals;
mod path;
mod position;
mod rules;
mod values;
