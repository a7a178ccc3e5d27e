//! Why a run has no outcome.

use clew_puzzle::puzzle::{BuildError, Violation};

/// Why a run has no outcome.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RunError {
    /// The network cannot be built.
    #[error("{0}")]
    Build(#[from] BuildError),
    /// The question cannot be answered for this puzzle by the requested method; the text gives the reason.
    #[error("{0}")]
    NoMethod(String),
    /// A solution broke a rule: a defect of this program, never an answer.
    #[error("internal error: a solution of {network} breaks a rule: {violation}")]
    Wrong {
        /// The name of the network or of the method.
        network: &'static str,
        /// The rule that is broken.
        violation: Violation,
    },
}
