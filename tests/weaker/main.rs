//! Numberlinks whose cells may stay empty: consequences of the canonical form, against networks and enumerations that
//! do not use it.

#[path = "../all/support/mod.rs"]
#[allow(unused_imports)]
mod support;

mod hugging;
