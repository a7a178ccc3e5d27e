//! Sums of a model as parts over the store, and the propagators of comparisons of them.

use super::frame::{Frame, is_far};
use super::places::IntVarRef;
use super::posting::Posting;
use crate::model::expr::{Operand, Relation};
use crate::model::variables::Literal;
use clew_engine::kernel::{Atom, Constraint, Halt, Lit, VarId};
use clew_engine::propagators::linear::{Part, Sum};
use clew_engine::propagators::{Affine, IntLinear, LinearDiffers, NotEqual};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// Sums.
impl Posting<'_> {
    /// The parts of a sum over places of values, and the constant to add to them.
    pub fn parts(&mut self, terms: &[(i64, Operand)]) -> Result<(Vec<Part>, i64), Halt> {
        let mut parts = Vec::with_capacity(terms.len());
        let (mut lits, mut constant) = (Vec::new(), 0);
        let far = is_far(terms, |x| match self.places.ints[x as usize] {
            IntVarRef::Bits(place) => place.frame,
            IntVarRef::Ends { .. } => Frame::exact(&self.variables.ints[x as usize]),
        });
        for &(c, x) in terms {
            match x {
                Operand::Int(x) => {
                    let place = match self.places.ints[x as usize] {
                        IntVarRef::Bits(place) => place,
                        IntVarRef::Ends { interval, low } => {
                            constant += c * low;
                            parts.push(Part::Interval(interval, c));
                            continue;
                        }
                    };
                    let frame = match far {
                        true => Frame::exact(&self.variables.ints[x as usize]),
                        false => place.frame,
                    };
                    let var = self.framed(x, frame)?;
                    constant += c * frame.low;
                    parts.push(Part::Var(var, c));
                }
                Operand::Bool(b) => {
                    let l = self.literal(Literal { index: b, negated: false })?;
                    if Some(l) == self.never {
                        continue;
                    }
                    lits.push((l, c));
                }
            }
        }
        // A sum has a variable, and each atom, in one part only; the value of a variable in another part is a copy.
        let owner = |part: &Part| if let Part::Var(x, _) = *part { Some(x) } else { None };
        let own: FxHashSet<VarId> = parts.iter().filter_map(owner).collect();
        let mut known: FxHashMap<Atom, usize> = FxHashMap::default();
        for (l, c) in lits {
            match known.entry(l.atom()) {
                Entry::Occupied(at) => {
                    if let Part::Lit(other, sum) = &mut parts[*at.get()] {
                        // A literal and its negation are 1 together.
                        *sum += if *other == l { c } else { -c };
                        constant += if *other == l { 0 } else { c };
                    }
                }
                Entry::Vacant(at) => {
                    at.insert(parts.len());
                    parts.push(Part::Lit(l, c));
                }
            }
        }
        parts.retain(|part| !matches!(part, Part::Lit(_, 0)));
        if !own.is_empty() {
            for part in &mut parts {
                let Part::Lit(l, c) = *part else { continue };
                let meaning = self.model.engine.store().meaning(l.atom());
                if meaning.is_some_and(|(x, _)| own.contains(&x)) {
                    *part = Part::Lit(self.copied(l)?, c);
                }
            }
        }
        Ok((parts, constant))
    }

    pub fn linear(
        &mut self,
        terms: &[(i64, Operand)],
        relation: Relation,
        bound: i64,
    ) -> Result<(), Halt> {
        let (parts, constant) = self.parts(terms)?;
        self.row(parts, relation, bound - constant)
    }

    /// A sum of parts compares so with a bound.
    pub fn row(&mut self, parts: Vec<Part>, relation: Relation, bound: i64) -> Result<(), Halt> {
        let engine = &mut self.model.engine;
        if parts.is_empty() {
            let holds = match relation {
                Relation::Equal => bound == 0,
                Relation::Different => bound != 0,
                Relation::AtMost => bound >= 0,
            };
            return if holds { Ok(()) } else { Err(Halt::Conflict) };
        }
        match (&parts[..], relation) {
            (&[Part::Var(x, a), Part::Var(y, b)], Relation::Equal)
                if a.abs() == 1 && b.abs() == 1 =>
            {
                // a x + b y = bound, and a = 1 / a.
                let pair = if a == b { Affine::mirrored } else { Affine::shifted };
                pair(x, y, a * bound).post(engine)?;
            }
            (&[Part::Var(x, 1), Part::Var(y, -1)], Relation::AtMost) if bound == -1 => {
                self.less.push([x, y]);
            }
            (&[Part::Var(x, -1), Part::Var(y, 1)], Relation::AtMost) if bound == -1 => {
                self.less.push([y, x]);
            }
            (&[Part::Var(x, a), Part::Var(y, b)], Relation::Different) if a == -b && bound == 0 => {
                NotEqual::new(x, y).post(engine)?;
            }
            (_, Relation::Different) => {
                LinearDiffers::new(parts, bound).post(engine)?;
            }
            (_, Relation::Equal | Relation::AtMost) => {
                let low = if relation == Relation::Equal { bound } else { i64::MIN };
                match literals(&parts) {
                    Some(lits) => Sum::new(&lits, low, bound).post(engine)?,
                    None => IntLinear::new(parts, low, bound).post(engine)?,
                }
            }
        }
        Ok(())
    }
}

/// The parts as literals with weights, if they are all literals and the weights fit that propagator.
fn literals(parts: &[Part]) -> Option<Vec<(Lit, i64)>> {
    let mut total = 0u64;
    let lit = |part: &Part| match *part {
        Part::Lit(l, c) => {
            total = total.saturating_add(c.unsigned_abs());
            (total < u64::from(u32::MAX)).then_some((l, c))
        }
        Part::Var(..) | Part::Interval(..) => None,
    };
    parts.iter().map(lit).collect()
}
