//! Changes that make a solution cheaper: the beginning of a proof by dominance, and the removal of loops.
//!
//! Rows that changes do not keep are removed from the statement first: if the rest has no solution, the whole has none.
//! The proof then considers one of the cheapest solutions of the rest, if there is any.

use super::derive::{Becomes, Change};
use super::opb::Row;
use super::prover::{Prover, Unproved};
use super::refute::ProofSteps;

impl Prover<'_> {
    /// Whether the rows allow closed loops, which proofs then remove by dominance.
    pub(super) fn leaves_loops_out(&self) -> bool {
        self.opb.derivations.changes.as_ref().is_some_and(|changes| !changes.cells.is_empty())
    }

    /// Whether a row of the statement is kept.
    pub(super) fn is_stated(&self, row: usize) -> bool {
        self.opb.derivations.changes.as_ref().is_none_or(|changes| changes.kept[row])
    }

    /// Removes the rows of the statement that changes do not keep, orders solutions by their cost, and derives clauses
    /// that hold in the cheapest ones.
    pub(super) fn derive_changes(&mut self) {
        let opb = self.opb;
        let Some(changes) = &opb.derivations.changes else { return };
        for clause in &changes.clauses {
            let id = self.file.follows(opb, clause);
            self.checker.add(Row::clause(clause), id);
        }
        let gone = changes.kept.iter().enumerate().filter(|kept| !kept.1);
        self.file.delete_all(gone.map(|(r, _)| r as u64 + 1));
        // Without a cost nothing can be cheaper. An order of no variables would be a sum of nothing.
        if !changes.cost.is_empty() {
            self.file.order(opb, &changes.cost);
        }
        for (i, change) in changes.changes.iter().enumerate() {
            if i.is_multiple_of(64) && self.interrupted() {
                self.give_up(Unproved::Interrupted);
                return;
            }
            self.change(change);
        }
    }

    /// Derives the clause of a change; returns its row.
    pub(super) fn change(&mut self, change: &Change) -> Option<u32> {
        let Some(witness) = &change.witness else {
            let ground = self.checker.follows(&change.clause)?;
            return Some(self.write(&ground));
        };
        let id = self.file.dominates(self.opb, &change.clause, witness);
        self.effort.lemmas += 1;
        Some(self.checker.add(Row::clause(&change.clause), id))
    }

    /// Derives that a closed loop is not taken: its cells could be empty. Returns whether it succeeded.
    pub(super) fn bar_by_change(&mut self, course: &ProofSteps) -> bool {
        let opb = self.opb;
        let Some(changes) = opb.derivations.changes.as_ref().filter(|_| course.closed) else {
            return false;
        };
        let steps = course.steps.iter().map(|&i| &opb.derivations.steps[i]);
        let cells = steps.clone().map(|step| &changes.cells[step.cells[0]]);
        if cells.clone().any(Vec::is_empty) {
            return false;
        }
        let gone = steps.clone().map(|step| step.edge).chain(cells.flatten().copied());
        let witness = Some(gone.map(|l| (l, Becomes::False)).collect());
        let clause = steps.map(|step| !step.edge).collect();
        self.checker.undo();
        self.change(&Change { clause, witness, shorter: None });
        true
    }
}
