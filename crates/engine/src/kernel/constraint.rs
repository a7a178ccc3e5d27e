//! A constraint as its scope and its truth test. The tests use it as their oracle.

use super::engine::Engine;
use super::ids::{Atom, IntervalId, VarId};
use super::reason::Conflict;
use super::store::Store;

/// A term in the scope of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// A variable with a domain; its values are `0 ..`.
    Var(VarId),
    /// A Boolean variable; 0 is false, 1 is true.
    Bool(Atom),
    /// An interval variable; its values are `0 ..`.
    Interval(IntervalId),
}

impl Term {
    /// Whether the term can still take value `v`.
    pub fn can_be(self, store: &Store, v: u32) -> bool {
        match self {
            Term::Var(x) => store.domain(x).contains(v),
            Term::Bool(a) => v < 2 && !store.is_false(a.lit(v == 1)),
            Term::Interval(x) => (store.low(x)..=store.high(x)).contains(&i64::from(v)),
        }
    }

    /// The number of values in the initial domain of the term.
    pub fn values(self, store: &Store) -> u32 {
        match self {
            Term::Var(x) => store.values(x),
            Term::Bool(_) => 2,
            Term::Interval(x) => store.width(x),
        }
    }
}

/// The definition of a constraint, independent of any propagation algorithm.
pub trait Constraint {
    /// The variables and literals of the constraint.
    fn scope(&self) -> Vec<Term>;

    /// Whether it holds when `scope()[i]` has value `values[i]`.
    fn holds(&self, values: &[u32]) -> bool;

    /// Adds the propagators for it.
    ///
    /// # Errors
    /// [`Conflict`] if it has no solution at all.
    fn post(&self, into: &mut Engine) -> Result<(), Conflict>;
}
