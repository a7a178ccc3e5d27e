//! Truth values of comparisons of which one side matters: where only `b` occurs elsewhere, in clauses, and never its negation,
//! `b` implies the comparison, and need not hold where the comparison does.
//!
//! The network has more solutions then. In each, `b` may be made true where the comparison holds: clauses stay satisfied, and
//! nothing else mentions it.

use crate::model::expr::{Operand, Relation};
use crate::model::network::mentions::Mentions;
use crate::model::network::places::VarMap;
use crate::model::network::posting::{Posting, negated};
use crate::model::rules::Rule;
use crate::model::statement::Statement;
use crate::model::variables::{BoolKind, Literal, Values};
use clew_engine::kernel::{Atom, Conflict, Halt, Lit};
use rustc_hash::FxHashMap;

/// The sides of a comparison that matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sides {
    Both,
    /// It holds where this literal does.
    One(Lit),
    None,
}

impl Posting<'_> {
    /// Whether a constraint is to be posted later, if such are looked for: the truth value of a linear inequality.
    pub(super) fn is_half(&mut self, number: u32, rule: &Rule) -> Result<bool, Conflict> {
        let Rule::Global(global) = rule else { return Ok(false) };
        let Some(reified) = global.0.reified().filter(|_| self.mentions.is_some()) else {
            return Ok(false);
        };
        if reified.relation != Relation::AtMost || reified.terms.len() < 2 {
            return Ok(false);
        }
        for &(_, x) in reified.terms {
            if let Operand::Bool(index) = x {
                self.literal(Literal { index, negated: false })?;
            }
        }
        self.mentions.iter_mut().for_each(|mentions| mentions.later.push(number));
        Ok(true)
    }

    /// The literals of a clause.
    pub(super) fn needed(&mut self, literals: &[Literal]) -> Result<Vec<Lit>, Conflict> {
        let lits: Vec<Lit> = literals.iter().map(|&l| self.unnoted(l)).collect::<Result<_, _>>()?;
        self.mentions.iter_mut().for_each(|mentions| mentions.needed.extend(&lits));
        Ok(lits)
    }

    /// Posts the constraints that were left for later, those sides that matter.
    pub(super) fn post_halves(&mut self, statement: &Statement) -> Result<(), Halt> {
        let Some(mentions) = self.mentions.take() else { return Ok(()) };
        let definitions = self.definitions(&mentions, statement);
        let mut classes: FxHashMap<Atom, Vec<u32>> = FxHashMap::default();
        for (k, l) in (0..).zip(&self.places.own) {
            if definitions.contains_key(&l.atom()) {
                classes.entry(l.atom()).or_default().push(k);
            }
        }
        for &i in &mentions.later {
            let rule = &statement.rules[i as usize];
            let Rule::Global(global) = rule else { continue };
            let Some(reified) = global.0.reified() else { continue };
            let l = self.literal(reified.b)?;
            let is_own = self.model.engine.store().meaning(l.atom()).is_none();
            let is_free = is_own && !mentions.noted.contains(&l.atom());
            let sides = match [l, !l].map(|l| mentions.needed.contains(&l)) {
                _ if !is_free || definitions.get(&l.atom()) != Some(&1) => Sides::Both,
                [true, true] => Sides::Both,
                [true, false] => Sides::One(l),
                [false, true] => Sides::One(!l),
                [false, false] => Sides::None,
            };
            if sides == Sides::Both {
                self.post_rule(rule, statement)?;
            } else {
                if sides != Sides::None {
                    let (parts, constant) = self.parts(reified.terms)?;
                    let bound = reified.bound - constant;
                    if sides == Sides::One(l) {
                        self.when(l, &parts, Relation::AtMost, bound)?;
                    } else {
                        let other: Vec<_> = parts.iter().map(|&part| negated(part)).collect();
                        self.when(!l, &other, Relation::AtMost, -bound - 1)?;
                    }
                }
                self.places.halves.push((i, classes.remove(&l.atom()).unwrap_or_default()));
            }
            self.places.owners.resize(self.model.engine.len(), i);
            self.afford()?;
        }
        Ok(())
    }

    /// By how many constraints the atoms are defined.
    fn definitions(&self, mentions: &Mentions, statement: &Statement) -> FxHashMap<Atom, u32> {
        let mut definitions = FxHashMap::default();
        for &i in &mentions.later {
            if let Rule::Global(global) = &statement.rules[i as usize]
                && let Some(reified) = global.0.reified()
                && let BoolKind::Own(k) = self.variables.bools[reified.b.index as usize]
            {
                *definitions.entry(self.places.own[k as usize].atom()).or_insert(0) += 1;
            }
        }
        definitions
    }
}

impl VarMap {
    /// Gives the truth values of which one side was posted those of their comparisons.
    pub fn complete(&self, statement: &Statement, all: &mut [i64]) {
        for (rule, own) in &self.halves {
            let values = Values { of: &statement.variables, all };
            if !statement.rules[*rule as usize].holds(values) {
                for &k in own {
                    let value = &mut all[statement.variables.ints.len() + k as usize];
                    *value = 1 - *value;
                }
            }
        }
    }
}
