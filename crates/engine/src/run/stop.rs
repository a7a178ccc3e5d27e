//! How a run ends: everything was searched, or something stopped it.
//!
//! The two are different types. A run that was stopped returns a [`Stop`] as an error, so that `?`
//! hands it on and no caller takes it for an answer; one that searched everything returns
//! [`Exhausted`], which has no default and follows from no missing value: a proof has to be claimed
//! by name.

use serde::{Serialize, Serializer};
use std::fmt;

/// Everything was searched: the solutions found are all solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Exhausted;

/// How a run ended.
pub type End = Result<Exhausted, Stop>;

/// Why a run is not a full answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Stop {
    /// The requested number of solutions was reached.
    Limit,
    /// The deadline passed.
    Time,
    /// The limit of decisions was reached.
    Nodes,
    /// Tables or stored solutions need more memory than allowed.
    Memory,
    /// A cancellation was requested.
    Interrupt,
    /// The program detected a defect of its own: its results are invalid.
    Defect,
}

impl Stop {
    /// The keyword in the result format.
    pub fn keyword(self) -> &'static str {
        match self {
            Stop::Limit => "limit",
            Stop::Time => "time",
            Stop::Nodes => "nodes",
            Stop::Memory => "memory",
            Stop::Interrupt => "interrupt",
            Stop::Defect => "defect",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

impl Serialize for Stop {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.keyword())
    }
}
