//! The truth values that constraints mention, as they are posted.

use clew_engine::kernel::{Atom, Lit};
use rustc_hash::FxHashSet;

/// The mentioned atoms, and the constraints that are left for later.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// Atoms that something other than a clause mentions.
    pub noted: FxHashSet<Atom>,
    /// Literals of clauses.
    pub needed: FxHashSet<Lit>,
    /// The constraints that define a truth value, which are posted last.
    pub later: Vec<u32>,
}

impl Mentions {
    /// A constraint mentions a literal.
    pub fn note(&mut self, l: Lit) {
        self.noted.insert(l.atom());
    }
}
