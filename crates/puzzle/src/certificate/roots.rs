//! The facts of the search's root, derived from the rows.

use super::literal::Literal;
use super::prover::{FEW, LIMITS, Prover};
use clew_engine::kernel::{Engine, IntervalId, Lit};

impl Prover<'_> {
    /// Derives the facts of the search's root that are not yet known from the rows.
    pub(super) fn compare_roots(&mut self, engine: &Engine, hard: bool) {
        let store = engine.store();
        let top = store.trail().len();
        let root = if store.level() == 0 { top } else { store.level_start(1) };
        if self.root[usize::from(hard)] == Some(root) {
            return;
        }
        self.root[usize::from(hard)] = Some(root);
        self.checker.undo();
        let mut open = self.unproved_root_facts(engine);
        // The dependencies between facts are unknown: easy ones are derived first, repeatedly.
        let mut most = FEW;
        while !open.is_empty() && !self.checker.is_refuted() && !self.interrupted() {
            let mut more = false;
            for clause in std::mem::take(&mut open) {
                let known = |l: &Literal| self.checker.value(*l) == Some(true);
                if clause.iter().any(known) || self.checker.is_refuted() {
                    continue;
                }
                let done = self.derive_at_root(&clause, most);
                more |= done;
                if !done {
                    open.push(clause);
                } else if let [a, b] = clause[..] {
                    self.refused.insert([!a, !b]);
                }
            }
            match (more, most) {
                (true, _) => {}
                (false, FEW) => most = LIMITS[usize::from(hard)],
                (false, _) => break,
            }
        }
    }

    /// The facts of the search's root that are not yet known from the rows, in order.
    fn unproved_root_facts(&self, engine: &Engine) -> Vec<Vec<Literal>> {
        let store = engine.store();
        // Before the store records positions, all facts belong to the root.
        let is_known =
            |l: &Lit| store.is_true(*l) && (store.level() == 0 || store.level_of(*l) == 0);
        let mut intervals: Vec<IntervalId> = self.intervals.keys().copied().collect();
        intervals.sort_unstable();
        let ends = intervals.iter().flat_map(|&x| store.orders_from(x, 0).map(|(_, atom)| atom));
        let atoms = self.named.iter().copied().chain(ends);
        let known = atoms.flat_map(|atom| [atom.pos(), atom.neg()]).filter(is_known);
        let mut open: Vec<Vec<Literal>> = Vec::new();
        for l in known {
            let Some(name) = self.name(store, l.atom()) else { continue };
            let literal = if l.is_positive() { name } else { !name };
            match self.opb.meaning(name.var()).filter(|_| !self.defined[name.var()]) {
                None if self.checker.value(literal) == Some(true) => {}
                None => open.push(vec![literal]),
                // A false conjunction is a fact of its own as long as none of its literals is known.
                Some(both) if !l.is_positive() && !self.refused.contains(&both) => {
                    open.push(both.map(|l| !l).to_vec());
                }
                Some(_) => {}
            }
        }
        open.sort_unstable();
        open
    }

    /// Derives one of them within `most` looks; returns whether that was possible.
    fn derive_at_root(&mut self, clause: &[Literal], most: u32) -> bool {
        self.by_exchange(clause);
        match self.checker.follows(clause) {
            // A pair of edges that fails at once does so whenever it is needed.
            Some(_) if clause.len() > 1 => true,
            Some(ground) => {
                self.write(&ground);
                true
            }
            None => {
                let done = self.refute(clause, most);
                if done {
                    // It is kept, like a fact of one literal.
                    self.passing.pop();
                }
                done
            }
        }
    }
}
