//! What a family says for certificates: its rules as constraints, and which network may be followed by
//! a proof.

use super::{Answer, Built, Goal};
use crate::certificate::{Excess, Literal, Opb};
use crate::kernel::Atom;

/// The network whose search proofs follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNetwork {
    /// Its name.
    pub name: &'static str,
    /// Redundant parts that rest, since their inferences have no short derivations.
    pub without: &'static [&'static str],
    /// The same in words, beside what the usual network has and this one has not.
    pub rests: &'static str,
}

/// A puzzle as the subject of a certificate.
pub trait Certified {
    /// The rules, stated directly and apart from every network: solutions of the rows and solutions of
    /// the puzzle are one to one. For a goal, which applies to the puzzle, also what it is about, in
    /// variables that follow from a solution; the rules are those of [`Rules::verify_for`](super::Rules::verify_for).
    ///
    /// # Errors
    /// [`Excess`] if the board is too large.
    fn state(&self, goal: Option<Goal>) -> Result<Opb, Excess>;

    /// Clauses that exclude this answer and what counts as the same, and nothing else.
    fn exclude(&self, opb: &Opb, answer: &Answer) -> Vec<Vec<Literal>>;

    /// Adds the row that says "better than a solution of this worth" to rows that were stated for the goal;
    /// says whether the goal has one.
    fn better(&self, _opb: &mut Opb, _goal: Goal, _worth: i64) -> bool {
        false
    }

    /// The network whose search is followed.
    fn network(&self) -> ProofNetwork;

    /// The atoms of that network with the literals that say the same.
    fn speaks(&self, built: &Built, opb: &Opb) -> Vec<(Atom, Literal)>;
}

impl<T: Certified + ?Sized> Certified for &T {
    fn state(&self, goal: Option<Goal>) -> Result<Opb, Excess> {
        (**self).state(goal)
    }

    fn exclude(&self, opb: &Opb, answer: &Answer) -> Vec<Vec<Literal>> {
        (**self).exclude(opb, answer)
    }

    fn better(&self, opb: &mut Opb, goal: Goal, worth: i64) -> bool {
        (**self).better(opb, goal, worth)
    }

    fn network(&self) -> ProofNetwork {
        (**self).network()
    }

    fn speaks(&self, built: &Built, opb: &Opb) -> Vec<(Atom, Literal)> {
        (**self).speaks(built, opb)
    }
}
