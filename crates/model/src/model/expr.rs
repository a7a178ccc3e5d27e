//! Linear expressions: sums of variables with coefficients, and a constant.

use super::handle::{Bool, Int, Mentions, Variable};
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

/// The factor of a coefficient: a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Operand {
    /// An integer variable.
    Int(u32),
    /// A Boolean variable, 1 while it is true.
    Bool(u32),
}

/// How the two sides of a linear constraint compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Equal,
    Different,
    AtMost,
}

impl Relation {
    /// Whether two numbers compare so.
    pub fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Different => a != b,
            Relation::AtMost => a <= b,
        }
    }
}

/// A linear expression over the variables of one model: `3 * x - y + b + 7`.
///
/// Made from handles and numbers by `+`, `-`, `*` with a number, and `sum()`. It is checked when it is used: variables
/// of one model, no overflow. If a coefficient or constant has once passed 128 bits, the expression stays refused, even
/// if the value shrinks later.
///
/// ```
/// use clew_model::model::{Expr, Model};
///
/// # fn main() -> Result<(), clew_model::model::ModelError> {
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 0..=9)?;
/// let b = m.bool("b")?;
/// let weighted = 3 * x[0] - x[1] + 2 * (x[2] + 1) - b;
/// let all: Expr = x.iter().copied().sum();
/// m.equal(weighted, all)?;
/// # Ok(()) }
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expr {
    /// The models that made the handles, and which handles: one, or one and those it was cloned from, if it is right.
    pub(super) mentions: Vec<Mentions>,
    /// Wide numbers, so that hardly anything overflows before it is checked.
    pub(super) terms: Vec<(i128, Operand)>,
    pub(super) constant: i128,
    /// Some number was too wide all the same: it is lost, so the sum is none.
    pub(super) overflowed: bool,
}

impl Expr {
    fn scale(mut self, by: i128) -> Expr {
        for number in self.terms.iter_mut().map(|t| &mut t.0).chain([&mut self.constant]) {
            let (product, over) = number.overflowing_mul(by);
            *number = product;
            self.overflowed |= over;
        }
        self
    }

    fn join(mut self, other: Expr) -> Expr {
        let (constant, over) = self.constant.overflowing_add(other.constant);
        self.constant = constant;
        self.overflowed |= over || other.overflowed;
        self.terms.extend(other.terms);
        for m in other.mentions {
            match self.mentions.iter_mut().find(|known| known.model == m.model) {
                Some(known) => known.widen(m),
                None => self.mentions.push(m),
            }
        }
        self
    }

    /// One term per operand, none with coefficient 0, in the order of first mention.
    pub(super) fn merged(mut self) -> Expr {
        let mut terms: Vec<(i128, Operand)> = Vec::with_capacity(self.terms.len());
        let mut place = rustc_hash::FxHashMap::default();
        for (c, x) in self.terms {
            let at = *place.entry(x).or_insert_with(|| {
                terms.push((0, x));
                terms.len() - 1
            });
            let (sum, over) = terms[at].0.overflowing_add(c);
            terms[at].0 = sum;
            self.overflowed |= over;
        }
        terms.retain(|t| t.0 != 0);
        self.terms = terms;
        self
    }
}

impl From<Int> for Expr {
    fn from(x: Int) -> Expr {
        let terms = vec![(1, Operand::Int(x.index))];
        Expr { mentions: vec![x.into()], terms, ..Expr::default() }
    }
}

impl From<Bool> for Expr {
    fn from(b: Bool) -> Expr {
        // The negation of b is 1 - b.
        let sign = if b.negated { -1 } else { 1 };
        let terms = vec![(sign, Operand::Bool(b.index))];
        let constant = i128::from(b.negated);
        Expr { mentions: vec![b.into()], terms, constant, ..Expr::default() }
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Expr {
        Expr { constant: i128::from(value), ..Expr::default() }
    }
}

impl From<&Expr> for Expr {
    fn from(e: &Expr) -> Expr {
        e.clone()
    }
}

/// The operators of one type: with anything that is an expression on the right, with a number on
/// either side.
macro_rules! operators {
    ($($t:ty),*) => { $(
        impl<T: Into<Expr>> Add<T> for $t {
            type Output = Expr;
            fn add(self, other: T) -> Expr {
                Expr::from(self).join(other.into())
            }
        }
        impl<T: Into<Expr>> Sub<T> for $t {
            type Output = Expr;
            fn sub(self, other: T) -> Expr {
                Expr::from(self).join(other.into().scale(-1))
            }
        }
        impl Mul<i64> for $t {
            type Output = Expr;
            fn mul(self, by: i64) -> Expr {
                Expr::from(self).scale(i128::from(by))
            }
        }
        impl Neg for $t {
            type Output = Expr;
            fn neg(self) -> Expr {
                Expr::from(self).scale(-1)
            }
        }
        impl Add<$t> for i64 {
            type Output = Expr;
            fn add(self, other: $t) -> Expr {
                Expr::from(self).join(other.into())
            }
        }
        impl Sub<$t> for i64 {
            type Output = Expr;
            fn sub(self, other: $t) -> Expr {
                Expr::from(self).join(Expr::from(other).scale(-1))
            }
        }
        impl Mul<$t> for i64 {
            type Output = Expr;
            fn mul(self, other: $t) -> Expr {
                Expr::from(other).scale(i128::from(self))
            }
        }
        impl Sum<$t> for Expr {
            fn sum<I: Iterator<Item = $t>>(terms: I) -> Expr {
                terms.fold(Expr::default(), |sum, t| sum.join(t.into()))
            }
        }
    )* };
}

operators!(Expr, Int, Bool);

impl From<Variable> for Operand {
    /// Of a negated Boolean variable, the variable.
    fn from(x: Variable) -> Operand {
        match x {
            Variable::Int(x) => Operand::Int(x.index),
            Variable::Bool(b) => Operand::Bool(b.index),
        }
    }
}
