//! Which reasons of the search a learnt clause lacks.
//!
//! Most of the reasons of an analysis are found by unit propagation of the rows. Of the others, only those are derived
//! on which the failure of the negated clause depends.

use super::checker::Ground;
use super::literal::Literal;
use super::prover::Prover;
use clew_engine::kernel::{Engine, Failure, Lits, Observer};
use rustc_hash::FxHashSet;

/// The state of a clause under the values that the checker holds now.
#[derive(Clone, Copy)]
enum ClauseState {
    /// All its literals are false: a conflict.
    Nothing,
    /// It is unit: its only open literal must be true.
    That(Literal),
    /// It is true, or has several open literals.
    Enough,
}

impl Prover<'_> {
    /// Records the reason of the failure at the end of the first fixpoint, unless a propagator would have to explain
    /// it: explanations need the positions that the store records while learning, and at first it records none.
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

    /// Derives those reasons of the search's analysis that a clause needs. If the missing ones are not enough, all are
    /// derived. The checker may hold the negation of the clause; in the end it holds nothing.
    pub(super) fn by_reasons(
        &mut self,
        clause: &[Literal],
        denied: &[Literal],
        reasons: &[Vec<Literal>],
        hard: bool,
    ) -> Option<Ground> {
        let derivations = &self.opb.derivations;
        if derivations.corners.is_empty() && !derivations.labels.along.is_empty() {
            // Without auxiliary variables that show which bends matter, the reasons show it, now or later.
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

    /// The reasons that propagation lacks to fail, in order. Under the negation of a clause the reasons become unit one
    /// after the other, as they did in the search. Literals that propagation has not found are assumed; the assumptions
    /// on which the final failure depends identify the missing reasons. `None` if there is no failure.
    fn missing(&mut self, reasons: &[Vec<Literal>]) -> Option<Vec<usize>> {
        let mut assumed: Vec<(Literal, usize)> = Vec::new();
        let mut open: Vec<usize> = (0..reasons.len()).collect();
        let (needed, last) = 'failed: loop {
            let before = open.len();
            let mut rest: Vec<usize> = Vec::new();
            for i in open {
                let mut says = ClauseState::Nothing;
                for &l in &reasons[i] {
                    match (self.checker.value(l), says) {
                        (Some(false), _) => {}
                        (None, ClauseState::Nothing) => says = ClauseState::That(l),
                        _ => {
                            says = ClauseState::Enough;
                            break;
                        }
                    }
                }
                match says {
                    ClauseState::Nothing => {
                        let lits = reasons[i].iter().copied();
                        break 'failed (self.checker.rests_on(lits), Some(i));
                    }
                    ClauseState::That(l) => {
                        assumed.push((l, i));
                        if let Err(Ok(failed)) = self.checker.assume(&[l]) {
                            break 'failed (self.checker.ground(failed).needed, None);
                        }
                    }
                    ClauseState::Enough => rest.push(i),
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
