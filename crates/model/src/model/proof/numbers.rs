//! Integer variables in the rows of a proof: literals for their bounds and values.

use clew_puzzle::certificate::{Literal, Name, Opb};
use rustc_hash::FxHashMap;

/// A condition on an integer variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// It holds, or not, whatever value the variable has.
    Always(bool),
    Literal(Literal),
}

/// An integer variable in the rows.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub low: i64,
    /// "At most low", "at most low + 1", up to the last value but one.
    pub order: Vec<Literal>,
    /// The literals of values other than the ends, which have literals of `order`.
    values: FxHashMap<i64, Literal>,
    name: String,
}

impl Number {
    /// Makes the literals of a variable, called so in names.
    pub fn new(opb: &mut Opb, name: String, low: i64, high: i64) -> Number {
        let at_most = |v: i64| opb.variable(Name::from_parts(&[&name, "_le_", &number(v)]));
        let order: Vec<Literal> = (low..high).map(at_most).collect();
        for w in order.windows(2) {
            opb.clause([!w[0], w[1]]);
        }
        Number { low, order, values: FxHashMap::default(), name }
    }

    /// The last value.
    pub fn high(&self) -> i64 {
        self.low + self.order.len() as i64
    }

    /// The condition that the variable is at most `v`.
    pub fn at_most(&self, v: i128) -> Condition {
        let at = v - i128::from(self.low);
        match usize::try_from(at).ok().and_then(|at| self.order.get(at)) {
            Some(&l) => Condition::Literal(l),
            None => Condition::Always(at >= 0),
        }
    }

    /// The literal that the variable has a value of its range, if it has one in the rows.
    pub fn value(&self, v: i64) -> Option<Literal> {
        if v == self.low {
            return self.order.first().copied();
        }
        if v == self.high() {
            return self.order.last().map(|&l| !l);
        }
        self.values.get(&v).copied()
    }

    /// Makes the literal of a value of the range.
    pub fn make_value(&mut self, opb: &mut Opb, v: i64) {
        if self.order.is_empty() || self.value(v).is_some() || v < self.low || v > self.high() {
            return;
        }
        let is = opb.variable(Name::from_parts(&[&self.name, "_is_", &number(v)]));
        let at = (v - self.low) as usize;
        let (here, below) = (self.order[at], self.order[at - 1]);
        opb.clause([!is, here]);
        opb.clause([!is, !below]);
        opb.clause([is, !here, below]);
        self.values.insert(v, is);
    }

    /// Makes the literals of all values, of which one is true. Returns the row that states this.
    pub fn make_values(&mut self, opb: &mut Opb) -> Option<usize> {
        (self.low..=self.high()).for_each(|v| self.make_value(opb, v));
        let all: Vec<Literal> = (self.low..=self.high()).filter_map(|v| self.value(v)).collect();
        opb.noting(|opb| {
            if !all.is_empty() {
                opb.clause(all)
            }
        })
    }
}

/// A number in a name: a minus sign is none of its letters.
fn number(v: i64) -> String {
    if v < 0 { format!("m{}", v.unsigned_abs()) } else { v.to_string() }
}

/// The condition that `c` times a number is at most a constant.
pub(super) fn below(x: &Number, c: i64, most: i128) -> Condition {
    let c = i128::from(c);
    match c > 0 {
        true => x.at_most(most.div_euclid(c)),
        // x >= -most / -c, rounded up.
        false => not(x.at_most(-most.div_euclid(-c) - 1)),
    }
}

/// The opposite.
pub(super) fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Always(holds) => Condition::Always(!holds),
        Condition::Literal(l) => Condition::Literal(!l),
    }
}
