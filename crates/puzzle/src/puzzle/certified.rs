//! The interface of a family to certificates: its rules as constraints, and the network whose search a proof may
//! follow.

use super::{Answer, Built, Goal};
use crate::certificate::{Literal, Opb, Unstated};
use clew_engine::kernel::{Atom, Lit};
use clew_engine::run::Interrupt;

/// The network whose search a proof follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNetwork {
    /// Its name.
    pub name: &'static str,
    /// Whether the network is the one for the changes that the constraints record, see
    /// [`Derivations::changes`](crate::certificate::derive::Derivations::changes).
    pub changed: bool,
    /// Redundant parts to leave out, since their inferences have no short derivations.
    pub without: &'static [&'static str],
    /// The names of these parts in a message, with other parts that the usual network has and this one lacks.
    pub rests: &'static str,
}

/// Atoms of a network, each with its literal in the constraints.
pub type AtomLiterals = Vec<(Atom, Literal)>;

/// A pair of this list for a literal of a network and its literal in the constraints. The network's literal may be
/// negative.
pub fn of_literal(l: Lit, name: Literal) -> (Atom, Literal) {
    (l.atom(), if l.is_positive() { name } else { !name })
}

/// A puzzle as the subject of a certificate.
pub trait Certified {
    /// The rules, stated directly and independently of every network: solutions of the constraints and solutions of the
    /// puzzle are one to one. For a goal, which applies to the puzzle, also the objective, in variables that follow
    /// from a solution; the rules are those of [`Goals::verify_for`](super::capabilities::Goals::verify_for).
    ///
    /// # Errors
    /// [`Unstated`] if the board is too large, or the interrupt `interrupt` is raised meanwhile.
    fn state(&self, goal: Option<Goal>, interrupt: Option<Interrupt>) -> Result<Opb, Unstated>;

    /// Clauses that exclude this answer and those that count as the same, and nothing else.
    ///
    /// # Errors
    /// [`Unstated::Interrupted`], if the interrupt that the constraints poll is raised.
    fn exclude(&self, opb: &Opb, answer: &Answer) -> Result<Vec<Vec<Literal>>, Unstated>;

    /// Adds the constraint "better than a solution of this worth" to constraints that were stated for the goal; returns
    /// whether the goal has one.
    ///
    /// # Errors
    /// As [`Certified::exclude`].
    fn add_bound(&self, _opb: &mut Opb, _goal: Goal, _worth: i64) -> Result<bool, Unstated> {
        Ok(false)
    }

    /// Records which changes make a solution other than this one cheaper, if proofs may use such changes. It is called
    /// when the rows are complete.
    ///
    /// # Errors
    /// As [`Certified::exclude`].
    fn note_changes(&self, _opb: &mut Opb, _known: Option<&Answer>) -> Result<(), Unstated> {
        Ok(())
    }

    /// The network whose search a proof follows, for the goal if there is one.
    fn network(&self, goal: Option<Goal>) -> ProofNetwork;

    /// The atoms of that network with the equivalent literals of the constraints.
    ///
    /// # Errors
    /// As [`Certified::exclude`].
    fn speaks(&self, built: &Built, opb: &Opb) -> Result<AtomLiterals, Unstated>;
}

impl<T: Certified + ?Sized> Certified for &T {
    fn state(&self, goal: Option<Goal>, asks: Option<Interrupt>) -> Result<Opb, Unstated> {
        (**self).state(goal, asks)
    }

    fn exclude(&self, opb: &Opb, answer: &Answer) -> Result<Vec<Vec<Literal>>, Unstated> {
        (**self).exclude(opb, answer)
    }

    fn add_bound(&self, opb: &mut Opb, goal: Goal, worth: i64) -> Result<bool, Unstated> {
        (**self).add_bound(opb, goal, worth)
    }

    fn note_changes(&self, opb: &mut Opb, known: Option<&Answer>) -> Result<(), Unstated> {
        (**self).note_changes(opb, known)
    }

    fn network(&self, goal: Option<Goal>) -> ProofNetwork {
        (**self).network(goal)
    }

    fn speaks(&self, built: &Built, opb: &Opb) -> Result<AtomLiterals, Unstated> {
        (**self).speaks(built, opb)
    }
}
