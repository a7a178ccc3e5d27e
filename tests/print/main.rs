//! Output to print and share: booklets, addresses that can be solved, the page of steps. A binary of its own that
//! links quickly: `cargo test --test print`.

mod booklet;
mod links;
mod steps;
#[path = "../all/support/mod.rs"]
mod support;
