//! Solving by hand: steps, ratings and hints against all solutions, in a binary of its own that links quickly.
//!
//! `cargo test --test steps` runs it. With `CLEW_CORPUS` naming a folder of puzzle files, those are walked too.

mod claims;
mod corpus;
mod hints;
mod ladders;
mod page;
#[path = "../all/support/mod.rs"]
mod support;
mod walks;
mod words;
