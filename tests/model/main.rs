//! Constraints of the modelling API against brute force, and the questions about them.
//!
//! `cargo test --test model`; more cases with `CLEW_MODELS=5000`, others with `CLEW_SEED`, a proof of each with
//! `CLEW_PROOFS=1`.

mod apart;
mod arithmetic;
mod case;
mod conditions;
mod counting;
mod ends;
mod exports;
mod extremes;
mod graphs;
mod proofs;
mod sequences;
mod truths;
mod wide_exports;
