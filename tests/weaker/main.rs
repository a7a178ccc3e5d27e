//! Numberlinks whose cells may stay empty: what follows from the normal form, against networks and enumerations that
//! do not know it.

#[path = "../all/support/mod.rs"]
#[allow(unused_imports)]
mod support;

mod hugging;
