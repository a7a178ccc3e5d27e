//! `x = y + c` or `x = c - y`.
//!
//! Domain consistency: a value stays while its partner does. A known value is propagated as a whole
//! ("y = 3 because x = 5"), so every reason is one literal. Linear in the domains. No state.

use crate::kernel::prelude::*;

const PARTNER: Tag = Tag::new(0, 0);

/// Two variables whose values, as numbers `0 ..`, differ by a constant or add up to one.
#[derive(Clone, Debug)]
pub struct Affine {
    x: VarId,
    y: VarId,
    mirrored: bool,
    shift: i64,
}

impl Affine {
    /// `x = y + shift`. The variables are two.
    ///
    /// # Panics
    /// If they are one, in builds with debug assertions.
    pub fn shifted(x: VarId, y: VarId, shift: i64) -> Affine {
        debug_assert!(x != y, "a variable is no partner of itself");
        Affine { x, y, mirrored: false, shift }
    }

    /// `x + y = sum`. The variables are two.
    ///
    /// # Panics
    /// If they are one, in builds with debug assertions.
    pub fn mirrored(x: VarId, y: VarId, sum: i64) -> Affine {
        debug_assert!(x != y, "a variable is no partner of itself");
        Affine { x, y, mirrored: true, shift: sum }
    }

    /// The other variable.
    fn other(&self, z: VarId) -> VarId {
        if z == self.x { self.y } else { self.x }
    }

    /// The value of the other variable that corresponds to value `v` of `z`. It may be beyond the
    /// initial domain of the other variable.
    fn partner(&self, z: VarId, v: u32) -> Option<u32> {
        let v = i64::from(v);
        let w = match (self.mirrored, z == self.x) {
            (true, _) => self.shift - v,
            (false, true) => v - self.shift,
            (false, false) => v + self.shift,
        };
        u32::try_from(w).ok()
    }

    /// Removes from `to` the values whose partners are gone.
    fn prune(&self, p: &mut Propagation<'_>, to: VarId) -> Result<(), Conflict> {
        let (from, first) = (self.other(to), p.first_word(to));
        for i in 0..p.domain_words(to).len() {
            let mut gone = 0u64;
            for b in bits(p.alive(first + i)) {
                let partner = self.partner(to, i as u32 * 64 + b);
                if !partner.is_some_and(|v| p.domain(from).contains(v)) {
                    gone |= 1 << b;
                }
            }
            if gone != 0 {
                p.remove_mask(first + i, gone, PARTNER)?;
            }
        }
        Ok(())
    }
}

impl Propagator for Affine {
    const RULES: &'static [&'static str] = &["the partner says so"];

    fn name(&self) -> &'static str {
        "affine"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on(self.x, Event::Any);
        to.on(self.y, Event::Any);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        for z in [self.x, self.y] {
            let other = self.other(z);
            let partner = p.value(z).and_then(|v| self.partner(z, v));
            if let Some(w) = partner.filter(|&w| w < p.values(other)) {
                p.fix(other, w, PARTNER)?;
                return Ok(Status::Entailed);
            }
        }
        // Partners are one to one, so values removed by the second pass had no partner before the
        // first.
        self.prune(p, self.y)?;
        self.prune(p, self.x)?;
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by inferring only");
        let (z, v) = past.store().meaning(fact.atom()).expect("a fact about a variable");
        let other = self.other(z);
        // A value whose partner was never there is false without a premise.
        if let Some(w) = self.partner(z, v).filter(|&w| w < past.store().values(other)) {
            why.push(past.store().atom(other, w).lit(fact.is_positive()));
        }
    }
}

impl Constraint for Affine {
    fn scope(&self) -> Vec<Term> {
        vec![Term::Var(self.x), Term::Var(self.y)]
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.partner(self.x, values[0]) == Some(values[1])
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
