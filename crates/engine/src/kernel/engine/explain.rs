//! Why a fact holds, on demand.

use super::Engine;
use crate::kernel::context::Past;
use crate::kernel::ids::Lit;
use crate::kernel::reason::{Cause, Failure, Lits, Reason};

impl Engine {
    /// Appends the premises of the true literal `l`: earlier true literals it follows from.
    /// Nothing is appended for given facts and decisions.
    pub fn explain(&mut self, l: Lit, why: &mut Lits) {
        let at = self.store.position(l);
        let reason = self.store.trail()[at as usize].reason;
        self.explain_at(l, reason, at, why);
    }

    /// Appends true literals that are jointly inconsistent: the explanation of the last conflict.
    pub fn explain_failure(&mut self, why: &mut Lits) {
        let now = self.store.trail().len() as u32;
        match self.store.failure().expect("there was a conflict") {
            Failure::Lit { lit, reason } => {
                why.push(!lit);
                self.explain_at(lit, reason, now, why);
            }
            Failure::Rule { prop, tag } => {
                let past = Past::new(&self.store, now);
                self.props[prop.0 as usize].explain(&past, None, tag, why);
            }
            Failure::Clause { at } => why.extend(self.clauses.lits(at).map(|l| !l)),
            Failure::Column { matrix, column } => {
                let m = self.store.matrix(matrix);
                why.extend(m.rows().iter().map(|x| self.store.atom(x, column).neg()));
            }
        }
    }

    fn explain_at(&mut self, l: Lit, reason: Reason, before: u32, why: &mut Lits) {
        match reason.cause() {
            Cause::Given | Cause::Decision => {}
            Cause::Fixed { value } => {
                let (x, _) = self.store.meaning(l.atom()).expect("a domain has an owner");
                why.push(self.store.atom(x, value).pos());
            }
            Cause::LastValue => {
                let (x, v) = self.store.meaning(l.atom()).expect("a domain has an owner");
                self.store.why_last(x, v, why);
            }
            Cause::OutOfBounds => why.push(self.store.why_beyond(l.atom(), before)),
            Cause::ValuesGone => self.store.why_bound(l, before, why),
            Cause::ColumnTaken { row } => {
                let (m, k) = self.matrix_of(l);
                let x = self.store.matrix(m).rows().at(row);
                why.push(self.store.atom(x, k).pos());
            }
            Cause::ColumnLast => {
                let (m, k) = self.matrix_of(l);
                let (x, _) = self.store.meaning(l.atom()).expect("a row has an owner");
                let m = self.store.matrix(m);
                let rows = m.rows().iter().filter(|&y| y != x);
                why.extend(rows.map(|y| self.store.atom(y, k).neg()));
            }
            Cause::Binary { premise } => why.push(premise),
            Cause::Clause { at } => {
                why.extend(self.clauses.lits(at).filter(|&m| m != l).map(|m| !m));
            }
            Cause::Rule { prop, tag } => {
                let past = Past::new(&self.store, before);
                self.props[prop.0 as usize].explain(&past, Some(l), tag, why);
            }
        }
    }

    fn matrix_of(&self, l: Lit) -> (u32, u32) {
        let w = l.atom().word();
        let (m, _, base) = self.store.matrix_place(w).expect("the literal is in a matrix");
        (m, base + (l.atom().0 & 63))
    }
}
