//! Exactly n of some flags hold: "a line has two ends".
//!
//! Domain consistent. Counts are recomputed from the flags' bits when one of them changes: linear in
//! their number, but only while some are open. No state.

use super::graph::{Flag, PathVars};
use crate::kernel::prelude::*;
use std::sync::Arc;

rules! {
    /// The inference rules of a count.
    enum Rule {
        Enough => "both ends are known",
        AllNeeded => "the last places for an end",
    }
}

/// Exactly `total` of the flags hold.
#[derive(Clone, Debug)]
pub struct Count {
    flags: Arc<[Flag]>,
    total: u32,
}

impl Count {
    /// Posts "exactly `total` cells are ends of paths".
    pub fn post_ends(engine: &mut Engine, vars: &PathVars, total: u32) -> PropId {
        engine.add(Count { flags: vars.ends.clone(), total })
    }

    /// Posts "exactly `total` of these flags hold".
    pub fn post(engine: &mut Engine, flags: &Arc<[Flag]>, total: u32) -> PropId {
        engine.add(Count { flags: flags.clone(), total })
    }

    fn count(&self, value: impl Fn(Flag) -> bool) -> u32 {
        self.flags.iter().filter(|&&f| value(f)).count() as u32
    }
}

impl Propagator for Count {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "count_ends"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for f in self.flags.iter() {
            if let Flag::Open(a) = f {
                to.on_bool(*a);
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let yes = self.count(|f| f.is_true(p));
        let possible = self.count(|f| !f.is_false(p));
        if yes > self.total {
            return Err(p.fail(Rule::Enough.tag()).into());
        }
        if possible < self.total {
            return Err(p.fail(Rule::AllNeeded.tag()).into());
        }
        if yes < self.total && possible > self.total {
            return Ok(Status::Fixpoint);
        }
        let value = yes < self.total;
        for f in self.flags.iter() {
            if let Flag::Open(a) = f
                && p.is_open(*a)
            {
                p.infer(
                    a.lit(value),
                    if value { Rule::AllNeeded.tag() } else { Rule::Enough.tag() },
                )?;
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let about = fact.map(|f| f.atom());
        let extra = u32::from(about.is_none());
        let atoms = self.flags.iter().filter_map(|f| f.atom()).filter(|&a| Some(a) != about);
        let constant = self.count(|f| f == Flag::Always);
        if tag == Rule::Enough.tag() {
            let need = (self.total + extra).saturating_sub(constant) as usize;
            why.extend(atoms.map(|a| a.pos()).filter(|&l| past.is_true(l)).take(need));
        } else {
            let could = self.count(|f| f != Flag::Never);
            let need = (could + extra).saturating_sub(self.total) as usize;
            why.extend(atoms.map(|a| a.neg()).filter(|&l| past.is_true(l)).take(need));
        }
    }
}
