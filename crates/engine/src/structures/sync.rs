//! What threads share, by one name: the standard library's here, and a model checker's where the same
//! files are run under every order of events (the crate in `loom/`).

pub use std::sync::atomic;
pub use std::sync::{Arc, Condvar, Mutex, PoisonError};
