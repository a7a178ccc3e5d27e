//! The variables of a model as they were stated, and values of all of them.

use super::expr::Operand;
use std::ops::Not;

/// An integer variable.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct IntDef {
    pub name: String,
    pub low: i64,
    pub high: i64,
}

/// The kind of a Boolean variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoolKind {
    /// A variable of its own: which one of them.
    Own(u32),
    /// That an integer variable has a value.
    Is(u32, i64),
}

/// A Boolean variable by its number, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal {
    pub index: u32,
    pub negated: bool,
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { negated: !self.negated, ..self }
    }
}

/// The variables of a model.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Variables {
    pub ints: Vec<IntDef>,
    pub bools: Vec<BoolKind>,
    /// The names of Boolean variables of their own.
    pub own: Vec<String>,
}

impl Variables {
    /// The name of an integer variable.
    pub fn int_name(&self, x: u32) -> &str {
        &self.ints[x as usize].name
    }

    /// The name of a Boolean variable: its own, or the condition that it stands for.
    pub fn bool_name(&self, index: u32) -> String {
        match self.bools[index as usize] {
            BoolKind::Own(k) => self.own[k as usize].clone(),
            BoolKind::Is(x, v) => format!("{} = {v}", self.int_name(x)),
        }
    }

    /// The name of an operand.
    pub fn operand_name(&self, x: Operand) -> String {
        match x {
            Operand::Int(x) => self.int_name(x).to_string(),
            Operand::Bool(b) => self.bool_name(b),
        }
    }

    /// The least and the largest value of a sum over the ranges.
    pub fn range(&self, terms: &[(i64, Operand)]) -> (i128, i128) {
        terms.iter().fold((0, 0), |(least, most), &(c, x)| {
            let (low, high) = match x {
                Operand::Int(x) => (self.ints[x as usize].low, self.ints[x as usize].high),
                Operand::Bool(_) => (0, 1),
            };
            let (a, b) = (i128::from(c) * i128::from(low), i128::from(c) * i128::from(high));
            (least + a.min(b), most + a.max(b))
        })
    }

    /// Checks that there are as many values as variables, each in its range.
    ///
    /// # Errors
    /// The first violation, as a message.
    pub fn check(&self, all: &[i64]) -> Result<(), String> {
        if all.len() != self.ints.len() + self.own.len() {
            return Err("the answer has not a value for each variable".into());
        }
        for (x, &v) in self.ints.iter().zip(all) {
            if !(x.low..=x.high).contains(&v) {
                return Err(format!("{} = {v} lies outside {}..={}", x.name, x.low, x.high));
            }
        }
        match all[self.ints.len()..].iter().position(|v| !(0..=1).contains(v)) {
            Some(k) => Err(format!("{} is neither true nor false", self.own[k])),
            None => Ok(()),
        }
    }
}

/// Values of all variables of a model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'a> {
    pub of: &'a Variables,
    /// Integer variables, then Boolean variables of their own as 0 and 1.
    pub all: &'a [i64],
}

impl Values<'_> {
    /// The value of an integer variable.
    pub fn int(self, x: u32) -> i64 {
        self.all[x as usize]
    }

    /// Whether a Boolean variable is true.
    pub fn bool(self, index: u32) -> bool {
        match self.of.bools[index as usize] {
            BoolKind::Own(k) => self.all[self.of.ints.len() + k as usize] == 1,
            BoolKind::Is(x, v) => self.int(x) == v,
        }
    }

    /// Whether a literal is true.
    pub fn holds(self, l: Literal) -> bool {
        self.bool(l.index) != l.negated
    }

    /// The value that an operand counts.
    pub fn operand(self, x: Operand) -> i64 {
        match x {
            Operand::Int(x) => self.int(x),
            Operand::Bool(b) => i64::from(self.bool(b)),
        }
    }
}
