//! Synchronisation primitives under one name: those of the standard library here, and those of a
//! model checker in the crate `loom/`, which runs the same files under every order of events.

pub use std::sync::atomic;
pub use std::sync::{Arc, Condvar, Mutex, PoisonError};
