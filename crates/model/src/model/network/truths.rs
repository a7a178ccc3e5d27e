//! Truth values of a model that need no variable of their own in its network: they are true exactly if a variable has a
//! value, if another truth value is, or if it is not.
//!
//! Models that were written for other solvers have many of them, since each comparison has its truth value there. One that
//! stands for another literal is that literal in all constraints, and the constraint that defines it is not posted.

use crate::model::expr::{Operand, Relation};
use crate::model::network::Layout;
use crate::model::rules::Rule;
use crate::model::rules::global::Reified;
use crate::model::statement::Statement;
use crate::model::variables::{BoolKind, Literal, Variables};
use bitvec::vec::BitVec;
use clew_engine::kernel::{Halt, StepCounter};
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of this part, where it is left out.
pub(in crate::model) const PRESOLVE: &str = "presolve";

/// The meaning of a truth value in the network; each may be negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::model) enum Truth {
    /// That of a variable of its own: of this truth value, or of an equal one.
    Own(u32, bool),
    /// A variable with one bit per value has a value.
    Is(u32, i64, bool),
}

/// The meanings of the truth values of a model.
#[derive(Debug)]
pub(in crate::model) struct Truths {
    /// The truth value that each of them equals, if the second is true negated; roots equal themselves.
    parents: Vec<(u32, bool)>,
    /// By roots.
    meanings: FxHashMap<u32, (u32, i64, bool)>,
    /// The constraints that hold by this.
    pub implied: BitVec,
}

/// A comparison of a sum with a bound, the same for all that have the same solutions up to a factor.
#[derive(PartialEq, Eq, Hash)]
struct Compared {
    terms: Vec<(i64, Operand)>,
    /// Otherwise at most.
    is_equal: bool,
    bound: i64,
}

impl Compared {
    /// The comparison; if the second is true, its contrary. `None` if that passes 64 bits, or for no terms.
    fn new(of: &Reified<'_>) -> Option<(Compared, bool)> {
        let mut terms = of.terms.to_vec();
        terms.sort_unstable_by_key(|t| t.1);
        let negative = terms.first()?.0 < 0;
        let mut bound = of.bound;
        if negative {
            terms.iter_mut().try_for_each(|t| {
                t.0 = t.0.checked_neg()?;
                Some(())
            })?;
            bound = bound.checked_neg()?;
        }
        let factor = terms.iter().fold(0, |d, t| gcd(d, t.0.unsigned_abs()));
        let factor = i64::try_from(factor).ok()?;
        terms.iter_mut().for_each(|t| t.0 /= factor);
        if of.relation == Relation::AtMost {
            // The sum is at least the bound exactly if it is not at most the number below.
            let bound = if negative { bound.checked_sub(1)? } else { bound };
            let bound = bound.div_euclid(factor);
            return Some((Compared { terms, is_equal: false, bound }, negative));
        }
        let whole = bound % factor == 0;
        let compared = Compared { terms, is_equal: true, bound: bound / factor };
        whole.then_some((compared, of.relation == Relation::Different))
    }
}

/// The greatest common divisor.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Truths {
    /// Each truth value is a variable of its own.
    pub fn own(statement: &Statement) -> Truths {
        let own = statement.variables.own.len() as u32;
        Truths {
            parents: (0..own).map(|k| (k, false)).collect(),
            meanings: FxHashMap::default(),
            implied: BitVec::repeat(false, statement.rules.len()),
        }
    }

    /// Meanings that follow from single constraints and from pairs of clauses. Linear in the size of the model.
    ///
    /// # Errors
    /// Interrupted.
    pub fn from_statement(
        statement: &Statement,
        layout: &Layout,
        counter: &StepCounter<'_>,
    ) -> Result<Truths, Halt> {
        let mut truths = Truths::own(statement);
        let mut known: FxHashMap<Compared, Literal> = FxHashMap::default();
        let mut pairs: FxHashSet<[Literal; 2]> = FxHashSet::default();
        for (i, rule) in statement.rules.iter().enumerate() {
            counter.spend(1)?;
            let mut tie = |a, b| truths.tie(a, b, &statement.variables, layout);
            let is_implied = match rule {
                Rule::Linear { terms, relation, bound } => {
                    match equal_truths(terms, *relation, *bound) {
                        Some((a, b)) => tie(Side::Literal(a), Side::Literal(b)),
                        None => false,
                    }
                }
                Rule::Clause(literals) => match literals[..] {
                    [a, b] if a.index != b.index => {
                        let sorted = |a: Literal, b: Literal| if a < b { [a, b] } else { [b, a] };
                        pairs.insert(sorted(a, b));
                        pairs.contains(&sorted(!a, !b)) && tie(Side::Literal(a), Side::Literal(!b))
                    }
                    _ => false,
                },
                Rule::Channel { x, first, bools } => {
                    counter.spend(bools.len())?;
                    for (value, &b) in (*first..).zip(bools) {
                        tie(Side::Literal(b), Side::Is(*x, value));
                    }
                    // That it has one of the values does not follow.
                    false
                }
                Rule::Global(global) => match global.0.reified() {
                    Some(reified) => {
                        counter.spend(reified.terms.len())?;
                        match Compared::new(&reified) {
                            Some((compared, negated)) => {
                                let b = if negated { !reified.b } else { reified.b };
                                let is = match compared {
                                    Compared { ref terms, is_equal: true, bound } => {
                                        match terms[..] {
                                            [(1, Operand::Int(x))] => Some(Side::Is(x, bound)),
                                            _ => None,
                                        }
                                    }
                                    Compared { .. } => None,
                                };
                                is.is_some_and(|is| tie(Side::Literal(b), is))
                                    || match known.get(&compared) {
                                        Some(&other) => tie(Side::Literal(b), Side::Literal(other)),
                                        None => {
                                            known.insert(compared, b);
                                            false
                                        }
                                    }
                            }
                            None => false,
                        }
                    }
                    None => false,
                },
                _ => false,
            };
            truths.implied.set(i, is_implied);
        }
        Ok(truths)
    }

    /// The meaning of a truth value of the model's own. Takes about constant time, by shorter paths to roots.
    pub fn of(&mut self, own: u32) -> Truth {
        let (mut root, mut negated) = (own, false);
        loop {
            let (next, other) = self.parents[root as usize];
            if next == root {
                break;
            }
            let (over, more) = self.parents[next as usize];
            self.parents[root as usize] = (over, other != more);
            (root, negated) = (over, negated != (other != more));
        }
        match self.meanings.get(&root) {
            Some(&(x, value, other)) => Truth::Is(x, value, negated != other),
            None => Truth::Own(root, negated),
        }
    }

    fn meaning(&mut self, side: Side, of: &Variables, layout: &Layout) -> Option<Truth> {
        let (truth, negated) = match side {
            Side::Is(x, value) => (BoolKind::Is(x, value), false),
            Side::Literal(l) => (of.bools[l.index as usize], l.negated),
        };
        Some(match truth {
            BoolKind::Own(k) => match self.of(k) {
                Truth::Own(root, other) => Truth::Own(root, negated != other),
                Truth::Is(x, value, other) => Truth::Is(x, value, negated != other),
            },
            BoolKind::Is(x, value) => {
                layout.frame_of_bits(x)?.place(value)?;
                Truth::Is(x, value, negated)
            }
        })
    }

    /// Notes that two sides are equal; returns whether their constraint is now implied.
    fn tie(&mut self, a: Side, b: Side, of: &Variables, layout: &Layout) -> bool {
        let (Some(a), Some(b)) = (self.meaning(a, of, layout), self.meaning(b, of, layout)) else {
            return false;
        };
        match (a, b) {
            (Truth::Own(a, negated), Truth::Own(b, other)) if a != b => {
                self.parents[a.max(b) as usize] = (a.min(b), negated != other);
                true
            }
            (Truth::Own(own, negated), Truth::Is(x, value, other))
            | (Truth::Is(x, value, other), Truth::Own(own, negated)) => {
                self.meanings.insert(own, (x, value, negated != other));
                true
            }
            _ => a == b,
        }
    }
}

/// A side of an equivalence.
#[derive(Clone, Copy)]
enum Side {
    Literal(Literal),
    /// A variable has a value.
    Is(u32, i64),
}

/// The literals that a linear constraint on two truth values makes equal.
fn equal_truths(
    terms: &[(i64, Operand)],
    relation: Relation,
    bound: i64,
) -> Option<(Literal, Literal)> {
    let &[(a, Operand::Bool(x)), (b, Operand::Bool(y))] = terms else { return None };
    let negated = match (relation, a.checked_add(b)?) {
        (Relation::Equal, 0) if bound == 0 => false,
        (Relation::Equal, _) if a == b && bound == a => true,
        (Relation::Different, 0) if bound == 0 => true,
        (Relation::Different, _) if a == b && bound == a => false,
        _ => return None,
    };
    Some((Literal { index: x, negated: false }, Literal { index: y, negated }))
}
