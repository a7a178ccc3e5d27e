//! Every inference of a run with its rule, its premises and its conclusion, written by an observer.

mod frame;
mod tell;

#[cfg(feature = "schema")]
pub(crate) use tell::Document;
pub use tell::{Filter, Form, Tracer};
