//! Branch and bound: a shared incumbent and the propagator that demands better.
//!
//! The incumbent is not on the trail: it only tightens, so what it removed stays removed, on
//! backtracking and on every thread. For learning it is a permanent premise.

use crate::kernel::{
    Engine, Halt, Lit, Lits, Objective, Past, Priority, Propagation, Propagator, Status,
    Subscriptions, Tag,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// The best value found so far, shared by all jobs.
#[derive(Debug)]
pub struct Incumbent(AtomicI64);

impl Default for Incumbent {
    fn default() -> Self {
        Incumbent(AtomicI64::new(i64::MAX))
    }
}

impl Incumbent {
    /// The best value, `i64::MAX` if there is none.
    pub fn best(&self) -> i64 {
        self.0.load(Ordering::Acquire)
    }

    /// Notes a value; says whether it is a new best.
    pub fn improve(&self, value: i64) -> bool {
        self.0.fetch_min(value, Ordering::AcqRel) > value
    }
}

/// The value of the objective at a solution.
pub fn value_of(objective: &Objective, engine: &Engine) -> i64 {
    let sum: i64 =
        objective.terms.iter().filter(|t| engine.store().is_true(t.0)).map(|t| t.1).sum();
    objective.constant + sum
}

const TOO_DEAR: Tag = Tag::new(0, 0);

/// The sum of the weights of the true literals stays below the incumbent. Weights are positive.
///
/// Bounds consistency; linear in the terms. Explanation: the terms that are true.
#[derive(Clone)]
pub struct Better {
    objective: Objective,
    incumbent: Arc<Incumbent>,
}

impl Better {
    /// Posts the demand on an engine; negative weights are turned round first.
    pub fn post(engine: &mut Engine, objective: &Objective, incumbent: Arc<Incumbent>) {
        let mut positive = Objective { constant: objective.constant, ..Objective::default() };
        for &(l, w) in &objective.terms {
            if w < 0 {
                positive.constant += w;
                positive.terms.push((!l, -w));
            } else if w > 0 {
                positive.terms.push((l, w));
            }
        }
        let id = engine.add(Better { objective: positive, incumbent });
        engine.look_outside(id);
    }
}

impl Propagator for Better {
    fn name(&self) -> &'static str {
        "objective"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for &(l, _) in &self.objective.terms {
            to.on_lit(l);
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let best = self.incumbent.best();
        if best == i64::MAX {
            return Ok(Status::Fixpoint);
        }
        let spent: i64 =
            self.objective.terms.iter().filter(|t| p.is_true(t.0)).map(|t| t.1).sum::<i64>()
                + self.objective.constant;
        let room = best - 1 - spent;
        if room < 0 {
            return Err(p.fail(TOO_DEAR).into());
        }
        for i in 0..self.objective.terms.len() {
            let (l, w) = self.objective.terms[i];
            if w > room && !p.is_true(l) {
                p.infer(!l, TOO_DEAR)?;
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let terms = self.objective.terms.iter();
        why.extend(terms.map(|t| t.0).filter(|&l| Some(!l) != fact && past.is_true(l)));
    }

    fn rule(&self, _tag: Tag) -> &'static str {
        "no better than the incumbent"
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
