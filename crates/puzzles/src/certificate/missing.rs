//! Which reasons of the search a learnt clause lacks.
//!
//! Most of the reasons that an analysis rested on are found by unit propagation of the rows. Of the others only
//! those are derived that the failure of the denied clause rests on.

use super::checker::Ground;
use super::literal::Literal;
use super::prover::Prover;
use clew_engine::kernel::{Engine, Failure, Lits, Observer};
use rustc_hash::FxHashSet;

/// What a clause says under the values that the checker holds now.
#[derive(Clone, Copy)]
enum Says {
    /// That things cannot be so: all its literals are false.
    Nothing,
    /// That its only open literal is true.
    That(Literal),
    /// It is true, or has several open literals.
    Enough,
}

impl Prover<'_> {
    /// Notes what the failure at the end of the first fixpoint rests on, unless a propagator would have to say so: that takes
    /// a store that remembers, and at first it remembers nothing.
    pub fn fails_at_root(&mut self, engine: &mut Engine) {
        match engine.store().failure() {
            None | Some(Failure::Rule { .. }) => return,
            Some(Failure::Lit { reason, .. }) if reason.prop().is_some() => return,
            Some(_) => {}
        }
        let mut why = Lits::new();
        engine.explain_failure(&mut why);
        self.rests(None, &why);
    }

    /// Derives what a clause needs of the reasons that the search's analysis rested on. If those that are missing
    /// are not enough, all are derived. The checker may hold the negation of the clause; in the end it holds nothing.
    pub(super) fn by_reasons(
        &mut self,
        clause: &[Literal],
        denied: &[Literal],
        reasons: &[Vec<Literal>],
        hard: bool,
    ) -> Option<Ground> {
        let derivations = &self.opb.derivations;
        if derivations.corners.is_empty() && !derivations.labels.along.is_empty() {
            // Where no words show which bends may matter, the reasons do, needed now or later.
            for reason in reasons.iter().filter(|reason| reason.len() == 2) {
                self.checker.undo();
                self.bends(reason);
            }
        }
        let holds = self.checker.trail().len() > self.checker.root();
        if !holds && let Some(ground) = self.checker.fails(denied) {
            return Some(ground);
        }
        let missing = self.missing(reasons);
        self.checker.undo();
        if let Some(missing) = missing {
            for i in missing {
                if self.interrupted() {
                    return None;
                }
                self.reason(&reasons[i], hard);
            }
            if let Some(ground) = self.checker.follows(clause) {
                return Some(ground);
            }
        }
        for reason in reasons {
            if self.interrupted() {
                return None;
            }
            self.reason(reason, hard);
        }
        self.checker.follows(clause)
    }

    /// Which reasons propagation would have to know to fail, in order. While a clause is denied they say something
    /// one after the other, as they did in the search. What propagation has not found is assumed, and what the
    /// failure in the end rests on was missing. `None` if there is no failure.
    fn missing(&mut self, reasons: &[Vec<Literal>]) -> Option<Vec<usize>> {
        let mut assumed: Vec<(Literal, usize)> = Vec::new();
        let mut open: Vec<usize> = (0..reasons.len()).collect();
        let (needed, last) = 'failed: loop {
            let before = open.len();
            let mut rest: Vec<usize> = Vec::new();
            for i in open {
                let mut says = Says::Nothing;
                for &l in &reasons[i] {
                    match (self.checker.value(l), says) {
                        (Some(false), _) => {}
                        (None, Says::Nothing) => says = Says::That(l),
                        _ => {
                            says = Says::Enough;
                            break;
                        }
                    }
                }
                match says {
                    Says::Nothing => {
                        let lits = reasons[i].iter().copied();
                        break 'failed (self.checker.rests_on(lits), Some(i));
                    }
                    Says::That(l) => {
                        assumed.push((l, i));
                        if let Err(Ok(failed)) = self.checker.assume(&[l]) {
                            break 'failed (self.checker.ground(failed).needed, None);
                        }
                    }
                    Says::Enough => rest.push(i),
                }
            }
            if rest.len() == before {
                return None;
            }
            open = rest;
        };
        let mut needed: FxHashSet<Literal> = needed.into_iter().collect();
        let mut missing: Vec<usize> = last.into_iter().collect();
        for &(l, i) in assumed.iter().rev() {
            if needed.contains(&!l) {
                missing.push(i);
                let others = reasons[i].iter().copied().filter(|&other| other != l);
                needed.extend(self.checker.rests_on(others));
            }
        }
        missing.reverse();
        Some(missing)
    }
}
