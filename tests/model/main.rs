//! Constraints of the modelling API against brute force, and the questions about them.
//!
//! `cargo test --test model`; more cases with `CLEW_MODELS=5000`, others with `CLEW_SEED`.

mod apart;
mod arithmetic;
mod case;
mod conditions;
mod counting;
mod ends;
mod exports;
mod extremes;
mod graphs;
mod sequences;
mod wide_exports;
