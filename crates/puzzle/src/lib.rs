//! Puzzles as data, and the interface that families implement: boards, rules, the text format and JSON, certificates,
//! and models for other solvers. Nothing here searches, and nothing here knows a family.
//!
//! | module | contents |
//! |---|---|
//! | [`certificate`] | proofs that foreign checkers can check, and a checker |
//! | [`formulation`] | models for other solvers: written in their languages, read back |
//! | [`puzzle`] | boards, the interface of puzzles, the grammar of the formats |
//! | [`registry`] | the families that a program has registered |

pub mod certificate;
pub mod formulation;
pub mod puzzle;
pub mod registry;

// The macros for words name it where they are used.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub use schemars;
