//! The values that make a goal better, and those of a solution, as literals and ends.

use crate::model::expr::Operand;
use crate::model::guide;
use crate::model::network::places::{IntVarRef, Place, VarMap};
use crate::model::network::relaxation::defined;
use crate::model::statement::Statement;
use clew_engine::kernel::{IntervalId, Lit, Store, VarId};

/// The terms of the goal's sum; none without a goal.
fn goal_terms(statement: &Statement) -> Vec<(i64, Operand)> {
    let target = statement.target.as_ref();
    target.map_or_else(Vec::new, |target| defined(target, statement).0)
}

/// The parts of the goal's sum as they cost less.
pub(in crate::model) struct Cheapest {
    /// Its truth values.
    pub truths: Vec<Lit>,
    /// Its variables with one bit per value, each with whether large values cost less.
    pub variables: Vec<(VarId, bool)>,
}

impl Cheapest {
    pub fn new(statement: &Statement, places: &VarMap, store: &Store) -> Cheapest {
        let mut cheapest = Cheapest { truths: Vec::new(), variables: Vec::new() };
        for (c, x) in goal_terms(statement) {
            match x {
                Operand::Bool(index) => {
                    let l = guide::literal(index, &statement.variables, places, store);
                    cheapest.truths.extend(l.map(|l| if c > 0 { !l } else { l }));
                }
                Operand::Int(x) => {
                    if let IntVarRef::Bits(Place { var, .. }) = places.ints[x as usize] {
                        cheapest.variables.push((var, c < 0));
                    }
                }
            }
        }
        cheapest
    }

    /// All of them as literals.
    pub fn literals(&self, store: &Store) -> Vec<Lit> {
        let value = |&(x, large): &(VarId, bool)| {
            let domain = store.domain(x);
            store.atom(x, if large { domain.max() } else { domain.min() }).pos()
        };
        self.variables.iter().map(value).chain(self.truths.iter().copied()).collect()
    }
}

/// The interval variables of the goal's sum, each with whether its low end costs less; the first term is the last.
pub(super) fn cheapest_ends(statement: &Statement, places: &VarMap) -> Vec<(IntervalId, bool)> {
    let end = |&(c, x): &(i64, Operand)| match x {
        Operand::Int(x) => match places.ints[x as usize] {
            IntVarRef::Ends { interval, .. } => Some((interval, c > 0)),
            IntVarRef::Bits(_) => None,
        },
        Operand::Bool(_) => None,
    };
    goal_terms(statement).iter().rev().filter_map(end).collect()
}

/// The literals of a solution; none of interval variables.
pub(super) fn of_solution(values: &[i64], places: &VarMap, store: &Store) -> Vec<Lit> {
    let ints = places.ints.iter().zip(values);
    let ints = ints.filter_map(|(place, &value)| match *place {
        IntVarRef::Bits(Place { var, frame }) => Some(store.atom(var, frame.place(value)?).pos()),
        IntVarRef::Ends { .. } => None,
    });
    let bools = values.iter().skip(places.ints.len());
    let truth = |(&l, &value): (&Lit, &i64)| if value == 1 { l } else { !l };
    ints.chain(places.own.iter().zip(bools).map(truth)).collect()
}

/// The literals of the hints; none of interval variables.
pub(super) fn of_hints(statement: &Statement, places: &VarMap, store: &Store) -> Vec<Lit> {
    let literal = |&(x, value): &(Operand, i64)| match x {
        Operand::Bool(index) => {
            let l = guide::literal(index, &statement.variables, places, store)?;
            Some(if value == 1 { l } else { !l })
        }
        Operand::Int(x) => match places.ints[x as usize] {
            IntVarRef::Bits(Place { var, frame }) => {
                Some(store.atom(var, frame.place(value)?).pos())
            }
            IntVarRef::Ends { .. } => None,
        },
    };
    statement.hints.iter().filter_map(literal).collect()
}
