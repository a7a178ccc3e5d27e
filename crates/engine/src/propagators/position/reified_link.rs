//! `link ⇔ z = x + 1`.
//!
//! Domain consistent, on whole words: a link that is on keeps in each of the two domains the values
//! of the other one, shifted by one; a link is off once the shifted domains do not meet, and on
//! once both variables are fixed a place apart; a link that is off takes the one value from the
//! other side when a side is fixed. Time linear in the words of the domains. No state.
//!
//! Source: the big-M pair `z >= x + 1 - M (1 - y)`, `z <= x + 1 + M (1 - y)` of the model 55_Hidato,
//! (4), and the potentials of C. E. Miller, A. W. Tucker and R. A. Zemlin, Integer programming
//! formulation of traveling salesman problems, 1960, which express half of it.

use crate::kernel::prelude::*;

rules! {
    /// The inference rules of a link.
    enum Rule {
        Linked => "the next number is next to it",
        Apart => "no two numbers in sequence fit",
        Consecutive => "numbers in sequence are linked",
        NotLinked => "not linked, not in sequence",
    }
}

/// A literal that holds if and only if the value of `z` is the value of `x` plus one.
#[derive(Clone, Debug)]
pub struct ReifiedLink {
    link: Lit,
    x: VarId,
    z: VarId,
}

impl ReifiedLink {
    /// `link ⇔ z = x + 1`. The literal must not belong to `x` or `z`.
    pub fn new(link: Lit, x: VarId, z: VarId) -> ReifiedLink {
        ReifiedLink { link, x, z }
    }

    /// Word i of the domain of `x`, every value raised by one.
    fn raised(store: &Store, x: VarId, i: usize) -> u64 {
        let d = store.domain_words(x);
        let carry = if i > 0 { d.get(i - 1).map_or(0, |w| w >> 63) } else { 0 };
        d.get(i).map_or(0, |w| w << 1) | carry
    }

    /// Word i of the domain of `z`, every value lowered by one.
    fn lowered(store: &Store, z: VarId, i: usize) -> u64 {
        let d = store.domain_words(z);
        d.get(i).map_or(0, |w| w >> 1) | d.get(i + 1).map_or(0, |w| w << 63)
    }

    /// Both sides keep the values that the other one allows.
    fn hold(&self, p: &mut Propagation<'_>) -> Result<Status, Conflict> {
        let tag = Rule::Linked.tag();
        let (wx, wz) = (p.first_word(self.x), p.first_word(self.z));
        for i in 0..p.domain_words(self.z).len() {
            let keep = ReifiedLink::raised(p, self.x, i);
            p.remove_mask(wz + i, !keep, tag)?;
        }
        for i in 0..p.domain_words(self.x).len() {
            let keep = ReifiedLink::lowered(p, self.z, i);
            p.remove_mask(wx + i, !keep, tag)?;
        }
        Ok(if p.size(self.x) == 1 { Status::Entailed } else { Status::Fixpoint })
    }

    /// If one side is fixed, removes the one value from the other.
    fn part(&self, p: &mut Propagation<'_>) -> Result<Status, Conflict> {
        let tag = Rule::NotLinked.tag();
        if let Some(v) = p.value(self.x) {
            if v + 1 < p.values(self.z) {
                p.remove(self.z, v + 1, tag)?;
            }
            return Ok(Status::Entailed);
        }
        if let Some(v) = p.value(self.z) {
            if v > 0 && v - 1 < p.values(self.x) {
                p.remove(self.x, v - 1, tag)?;
            }
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }
}

impl Propagator for ReifiedLink {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "reified_link"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_bool(self.link.atom());
        to.on(self.x, Event::Any);
        to.on(self.z, Event::Any);
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if p.is_true(self.link) {
            return Ok(self.hold(p)?);
        }
        if p.is_false(self.link) {
            return Ok(self.part(p)?);
        }
        let meet = (0..p.domain_words(self.z).len())
            .any(|i| p.domain_words(self.z)[i] & ReifiedLink::raised(p, self.x, i) != 0);
        if !meet {
            p.infer(!self.link, Rule::Apart.tag())?;
            return Ok(Status::Entailed);
        }
        if p.size(self.x) == 1 && p.size(self.z) == 1 {
            p.infer(self.link, Rule::Consecutive.tag())?;
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by removing a last value only");
        let store = past.store();
        let (nx, nz) = (store.values(self.x), store.values(self.z));
        match Rule::from_tag(tag) {
            Rule::Apart => {
                if let Some(v) = past.value(self.x) {
                    why.push(past.is(self.x, v));
                    why.extend((v + 1 < nz).then(|| past.not(self.z, v + 1)));
                    return;
                }
                if let Some(v) = past.value(self.z) {
                    why.push(past.is(self.z, v));
                    why.extend((v > 0 && v - 1 < nx).then(|| past.not(self.x, v - 1)));
                    return;
                }
                // Of every two values that differ by one, one is gone.
                for v in 0..nx.min(nz - 1) {
                    why.push(if past.contains(self.x, v) {
                        past.not(self.z, v + 1)
                    } else {
                        past.not(self.x, v)
                    });
                }
            }
            Rule::Consecutive => {
                for x in [self.x, self.z] {
                    why.push(past.is(x, past.value(x).expect("both were fixed")));
                }
            }
            Rule::Linked => {
                let (x, v) = store.meaning(fact.atom()).expect("a fact about a variable");
                why.push(self.link);
                if x == self.z {
                    why.extend((v > 0 && v - 1 < nx).then(|| past.not(self.x, v - 1)));
                } else {
                    why.extend((v + 1 < nz).then(|| past.not(self.z, v + 1)));
                }
            }
            Rule::NotLinked => {
                let (x, v) = store.meaning(fact.atom()).expect("a fact about a variable");
                why.push(!self.link);
                why.push(if x == self.z { past.is(self.x, v - 1) } else { past.is(self.z, v + 1) });
            }
        }
    }
}

impl Constraint for ReifiedLink {
    fn scope(&self) -> Vec<Term> {
        vec![Term::Bool(self.link.atom()), Term::Var(self.x), Term::Var(self.z)]
    }

    fn holds(&self, values: &[u32]) -> bool {
        ((values[0] == 1) == self.link.is_positive()) == (values[2] == values[1] + 1)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
