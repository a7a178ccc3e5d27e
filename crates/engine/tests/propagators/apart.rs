//! The worked example of the book's chapter "Write a propagator" (`docs/propagator.md`), which shows
//! this code from `use` to the end of the last `impl`; the oracle checks its claims.

use clew_engine::kernel::prelude::*;

/// `|x - y| >= gap`, with `gap` at least 1.
#[derive(Clone, Debug)]
pub struct Apart {
    x: VarId,
    y: VarId,
    gap: u32,
}

rules! {
    /// The inference rules, with their words for profiles.
    enum Rule {
        TooClose => "too close to every value of the other",
    }
}

impl Apart {
    /// `|x - y| >= gap`.
    pub fn new(x: VarId, y: VarId, gap: u32) -> Apart {
        Apart { x, y, gap }
    }

    /// Takes from `y` each value that is too close to all values of `x`.
    fn push_away(&self, p: &mut Propagation<'_>, x: VarId, y: VarId) -> Result<(), Conflict> {
        let (low, high) = (p.domain(x).min(), p.domain(x).max());
        // A value v is possible if low <= v - gap, or if v + gap <= high.
        let close = (high + 1).saturating_sub(self.gap)..low + self.gap;
        for v in close.start..close.end.min(p.values(y)) {
            p.remove(y, v, Rule::TooClose.tag())?;
        }
        Ok(())
    }
}

impl Propagator for Apart {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "apart"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on(self.x, Event::Bounds);
        to.on(self.y, Event::Bounds);
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.push_away(p, self.x, self.y)?;
        self.push_away(p, self.y, self.x)?;
        let (x, y) = (p.domain(self.x), p.domain(self.y));
        if x.max() + self.gap <= y.min() || y.max() + self.gap <= x.min() {
            return Ok(Status::Entailed);
        }
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let fact = fact.expect("it fails only by removing a value");
        let (z, v) = past.store().meaning(fact.atom()).expect("a value of a variable");
        let other = if z == self.x { self.y } else { self.x };
        // z != v, because the other variable has no value that is far enough from v.
        let far = (0..past.store().values(other)).filter(|&u| u.abs_diff(v) >= self.gap);
        why.extend(far.map(|u| past.not(other, u)));
    }
}

impl Constraint for Apart {
    fn scope(&self) -> Vec<Term> {
        vec![Term::Var(self.x), Term::Var(self.y)]
    }

    fn holds(&self, values: &[u32]) -> bool {
        values[0].abs_diff(values[1]) >= self.gap
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Apart;
    use clew_engine::kernel::{Engine, Term};
    use clew_engine::testing::{Case, Strength, check, cut};
    use rand::RngExt;

    #[test]
    fn apart() {
        check("apart", 500, |rng| {
            let mut engine = Engine::new();
            let x = engine.new_var(rng.random_range(1..9));
            let y = engine.new_var(rng.random_range(1..9));
            cut(&mut engine, &[Term::Var(x), Term::Var(y)], rng, 0.3);
            let gap = rng.random_range(1..5);
            Case { engine, constraint: Box::new(Apart::new(x, y, gap)), strength: Strength::Domain }
        });
    }
}
