//! `x ≠ y`.
//!
//! Domain consistency: once one side has its value, the other loses it; then the constraint is
//! entailed. Constant time. No state.

use crate::kernel::prelude::*;

const OTHER_HAS_IT: Tag = Tag::new(0, 0);

/// Two variables have different values. Values are compared as numbers `0 ..`.
#[derive(Clone, Debug)]
pub struct NotEqual {
    x: VarId,
    y: VarId,
}

impl NotEqual {
    /// `x ≠ y`.
    pub fn new(x: VarId, y: VarId) -> NotEqual {
        NotEqual { x, y }
    }
}

impl Propagator for NotEqual {
    const RULES: &'static [&'static str] = &["the other one has it"];

    fn name(&self) -> &'static str {
        "not_equal"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on(self.x, Event::Fixed);
        to.on(self.y, Event::Fixed);
    }

    fn priority(&self) -> Priority {
        Priority::Unit
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        for (x, y) in [(self.x, self.y), (self.y, self.x)] {
            if let Some(v) = p.value(x) {
                if v < p.values(y) {
                    p.remove(y, v, OTHER_HAS_IT)?;
                }
                return Ok(Status::Entailed);
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by removing a known value only");
        let (z, v) = past.store().meaning(fact.atom()).expect("a fact about a variable");
        why.push(past.is(if z == self.x { self.y } else { self.x }, v));
    }
}

impl Constraint for NotEqual {
    fn scope(&self) -> Vec<Term> {
        vec![Term::Var(self.x), Term::Var(self.y)]
    }

    fn holds(&self, values: &[u32]) -> bool {
        values[0] != values[1]
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
