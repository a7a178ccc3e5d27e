//! Every inference of a run with its rule, its premises and its conclusion, as an observer that writes.

mod frame;
mod tell;

pub use tell::{Filter, Form, Tracer};
