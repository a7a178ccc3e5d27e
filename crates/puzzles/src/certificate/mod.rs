//! Certificates: the rules of a puzzle as pseudo-Boolean constraints, and proofs that a foreign
//! checker accepts.
//!
//! A family states its rules as an [`Opb`] beside its `verify`, without its networks. A
//! [`Prover`] follows a learning search on some network and derives every clause that is learnt from
//! these constraints alone, step by step, in the proof format of VeriPB 3. What it cannot derive it does not
//! write, but for steps by dominance ([`derive::Changes`]), which it takes from the family and which the foreign checker
//! alone tests: a mistake in a network or in a change can spoil a proof, never make one of something false.

mod bends;
mod changes;
pub mod checker;
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

pub use checker::Checker;
pub use literal::Literal;
pub use name::Name;
pub use opb::{Opb, Row, Unstated};
pub use proof::ProofFile;
pub use prover::{Prover, Unproved};
