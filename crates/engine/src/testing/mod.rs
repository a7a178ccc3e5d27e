//! Tests for propagators, yours too: with the feature `testing`.
//!
//! - [`oracle`]: one propagator against enumeration, on random small cases: sound, as strong as it claims, at a
//!   fixpoint where it claims so, undone, interrupted, explained.
//! - [`explanations`]: an observer that checks every explanation and every learnt clause of a whole search.
//!
//! ```toml
//! [dev-dependencies]
//! clew-engine = { version = "0.1", features = ["testing"] }
//! ```

pub mod explanations;
pub mod oracle;
mod words;

pub use explanations::{CheckExplanations, Checked, Fault, Wrong};
pub use oracle::{Case, Fixpoint, Strength, check, cut};

/// The crate of [`Rng`], so that your crate need not depend on the same version.
pub use rand;
/// Random numbers of the oracle's cases: the same ones for a seed everywhere.
pub use rand::rngs::ChaCha8Rng as Rng;
