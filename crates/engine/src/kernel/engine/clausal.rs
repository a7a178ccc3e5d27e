//! Clauses of a model, and those that are learnt.

use super::Engine;
use crate::kernel::clauses::Moved;
use crate::kernel::ids::Lit;
use crate::kernel::reason::{Conflict, Failure, Lits, Reason};

impl Engine {
    /// Adds a clause to the model. Literals that are false already are dropped.
    ///
    /// # Errors
    /// [`Conflict`] if no literal is left.
    pub fn add_clause(&mut self, lits: &[Lit]) -> Result<(), Conflict> {
        debug_assert_eq!(self.store.level(), 0, "model clauses are added at the root");
        if lits.iter().any(|&l| self.store.is_true(l)) {
            return Ok(());
        }
        let mut open: Lits = lits.iter().copied().filter(|&l| !self.store.is_false(l)).collect();
        open.sort_unstable();
        open.dedup();
        if open.windows(2).any(|w| w[0] == !w[1]) {
            return Ok(());
        }
        match open[..] {
            [] => Err(self.store.fail(Failure::Lit {
                lit: lits.first().copied().unwrap_or(Lit(0)),
                reason: Reason::GIVEN,
            })),
            [unit] => self.assert(unit),
            _ => {
                self.clauses.add(&self.store, &open, false, 0);
                Ok(())
            }
        }
    }

    /// Adds a learnt clause of at least two literals; see
    /// [`Clauses::add`](crate::kernel::clauses::Clauses::add) for the order.
    pub fn learn_clause(&mut self, lits: &[Lit], glue: u32) -> Option<u32> {
        self.clauses.add(&self.store, lits, true, glue)
    }

    /// Compacts live clauses and updates reasons; returns the new places of clauses.
    pub fn compact_clauses(&mut self) -> Moved {
        let moved = self.clauses.compact();
        self.store.clauses_moved(|at| moved.get(&at).copied());
        moved
    }

    /// Whether the clause at this place is the reason of a current fact.
    pub fn is_reason(&self, at: u32) -> bool {
        // A literal inferred by a clause is one of the two that it watches.
        let reason = |l| self.store.trail()[self.store.position(l) as usize].reason;
        let mut watched = self.clauses.lits(at).take(2).filter(|&l| self.store.is_true(l));
        watched.any(|l| reason(l).clause_at() == Some(at))
    }
}
