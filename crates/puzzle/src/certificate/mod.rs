//! Certificates: the rules of a puzzle as pseudo-Boolean constraints, and proofs that a foreign
//! checker accepts.
//!
//! A family states its rules as an [`Opb`] in addition to its `verify`, without its networks. A [`Prover`] follows a
//! learning search on some network and derives every learnt clause from these constraints alone, step by step, in the
//! proof format of VeriPB 3. It writes only clauses that it has derived, except for steps by dominance
//! ([`derive::Changes`]), which it takes from the family and which only the foreign checker tests: a mistake in a
//! network or in a change can make a proof invalid, but no proof of a false claim is accepted.

mod bends;
mod changes;
pub mod checker;
pub mod complete;
mod crowd;
pub mod derive;
mod exchange;
mod flow;
pub mod literal;
mod missing;
mod name;
pub mod opb;
pub mod proof;
pub mod prover;
mod recent;
mod refute;
mod roots;
mod rounds;
mod sums;
mod weights;

pub use literal::Literal;
pub use name::Name;
pub use opb::{Opb, Row, Unstated};
pub use proof::ProofFile;
pub use prover::{Names, Prover, Unproved};
