//! `x < y`.
//!
//! Domain consistency by bounds: y above the minimum of x, x below the maximum of y; entailed when
//! the domains no longer overlap. Time linear in the words of the domains. No state.
//!
//! An explanation uses the fact and not the bound of the moment, so it is the weakest one: y loses v
//! because x has no value below v.

use crate::kernel::{
    Conflict, Constraint, Engine, Event, Halt, Lit, Lits, Past, Priority, Propagation, Propagator,
    Status, Subscriptions, Tag, Term, VarId,
};

const RAISE: Tag = Tag::new(0, 0);
const LOWER: Tag = Tag::new(1, 0);

/// The value of `x` is smaller than that of `y`. Values are compared as numbers `0 ..`.
#[derive(Clone, Debug)]
pub struct LessThan {
    x: VarId,
    y: VarId,
}

impl LessThan {
    /// `x < y`.
    pub fn new(x: VarId, y: VarId) -> LessThan {
        LessThan { x, y }
    }
}

impl Propagator for LessThan {
    fn name(&self) -> &'static str {
        "less_than"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on(self.x, Event::Bounds);
        to.on(self.y, Event::Bounds);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let low = p.domain(self.x).min();
        p.keep_at_least(self.y, low + 1, RAISE)?;
        match p.domain(self.y).max().checked_sub(1) {
            Some(high) => p.keep_at_most(self.x, high, LOWER)?,
            None => return Err(p.fail(LOWER).into()),
        };
        if p.domain(self.x).max() < p.domain(self.y).min() {
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let Some(fact) = fact else {
            // y has only the value 0 left, and nothing is below it.
            why.extend((1..past.store().values(self.y)).map(|v| past.not(self.y, v)));
            return;
        };
        let (_, v) = past.store().meaning(fact.atom()).expect("a fact about a variable");
        let (nx, ny) = (past.store().values(self.x), past.store().values(self.y));
        if tag == RAISE {
            why.extend((0..v.min(nx)).map(|u| past.not(self.x, u)));
        } else {
            why.extend((v + 1..ny).map(|u| past.not(self.y, u)));
        }
    }

    fn rule(&self, tag: Tag) -> &'static str {
        if tag == RAISE { "above the least of the smaller" } else { "below the most of the larger" }
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

impl Constraint for LessThan {
    fn scope(&self) -> Vec<Term> {
        vec![Term::Var(self.x), Term::Var(self.y)]
    }

    fn holds(&self, values: &[u32]) -> bool {
        values[0] < values[1]
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
