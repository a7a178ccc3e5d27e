//! Comparisons with a truth value: a Boolean variable that is true if, or if and only if, a comparison of two sums
//! holds.

use super::global::{Global, Reified};
use crate::model::builder::Model;
use crate::model::error::ModelError;
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::expr::{Expr, Operand, Relation};
use crate::model::handle::Bool;
use crate::model::network::posting::Posting;
use crate::model::network::wide::{ints_of, several};
use crate::model::variables::{Literal, Values};
use clew_engine::kernel::Halt;
use clew_puzzle::formulation::Relation as Sign;

/// A comparison of two sums, to be given a truth value.
///
/// ```
/// use clew_model::model::{Comparison, Model};
///
/// # fn main() -> Result<(), clew_model::model::ModelError> {
/// let mut m = Model::new();
/// let (x, y) = (m.int("x", 0..=3)?, m.int("y", 0..=3)?);
/// let late = m.truth("late", Comparison::at_least(x + y, 5))?;
/// let full = m.is(x, 3)?;
/// m.implies(late, full)?;
/// assert_eq!(m.count(&Default::default())?.count, 15u32.into());
/// # Ok(()) }
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Compared with 0.
    difference: Expr,
    relation: Relation,
}

impl Comparison {
    /// `a = b`.
    pub fn equal(a: impl Into<Expr>, b: impl Into<Expr>) -> Comparison {
        Comparison { difference: a.into() - b.into(), relation: Relation::Equal }
    }

    /// `a != b`.
    pub fn different(a: impl Into<Expr>, b: impl Into<Expr>) -> Comparison {
        Comparison { difference: a.into() - b.into(), relation: Relation::Different }
    }

    /// `a <= b`.
    pub fn at_most(a: impl Into<Expr>, b: impl Into<Expr>) -> Comparison {
        Comparison { difference: a.into() - b.into(), relation: Relation::AtMost }
    }

    /// `a >= b`.
    pub fn at_least(a: impl Into<Expr>, b: impl Into<Expr>) -> Comparison {
        Comparison::at_most(b, a)
    }

    /// `a < b`.
    pub fn less_than(a: impl Into<Expr>, b: impl Into<Expr>) -> Comparison {
        Comparison::at_most(a.into() + 1, b)
    }
}

/// # Constraints under conditions
impl Model {
    /// The comparison holds, without any condition.
    ///
    /// ```
    /// use clew_model::model::{Comparison, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=4)?;
    /// m.compared(&Comparison::less_than(x, 2))?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::when`].
    pub fn compared(&mut self, comparison: &Comparison) -> Result<(), ModelError> {
        self.compare(comparison.difference.clone(), comparison.relation)
    }

    /// If `b` is true, the comparison holds; if it is false, there is no restriction. As strong as the comparison by
    /// itself once `b` is true, and `b` becomes false as soon as bounds (of one or two variables: values) refute it.
    ///
    /// ```
    /// use clew_model::model::{Comparison, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = Model::new();
    /// let (b, x) = (m.bool("b")?, m.int("x", 0..=4)?);
    /// m.when(b, Comparison::less_than(x, 2))?;
    /// assert_eq!(m.count(&Default::default())?.count, 7u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model, or the sum may pass [`MAX_SUM`](crate::model::MAX_SUM).
    pub fn when(&mut self, b: Bool, comparison: Comparison) -> Result<(), ModelError> {
        self.conditional(b, &comparison, false)
    }

    /// `b` is true exactly if the comparison holds.
    ///
    /// ```
    /// use clew_model::model::{Comparison, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = Model::new();
    /// let (b, x) = (m.bool("b")?, m.int("x", 0..=4)?);
    /// m.reify(b, Comparison::less_than(x, 2))?;
    /// assert_eq!(m.count(&Default::default())?.count, 5u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::when`].
    pub fn reify(&mut self, b: Bool, comparison: Comparison) -> Result<(), ModelError> {
        self.conditional(b, &comparison, true)
    }

    /// A new Boolean variable that is true exactly if the comparison holds.
    ///
    /// # Errors
    /// As for [`Model::when`] and [`Model::bool`].
    pub fn truth(
        &mut self,
        name: impl Into<String>,
        comparison: Comparison,
    ) -> Result<Bool, ModelError> {
        // Errors of the comparison are found before the variable is made.
        self.sum(&comparison.difference)?;
        let b = self.bool(name)?;
        self.reify(b, comparison)?;
        Ok(b)
    }

    /// `b` is true exactly if all of the others are.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (all, b) = (m.bool("all")?, m.bools("b", 3)?);
    /// m.all_of(all, &b)?;
    /// m.clause(&[all])?;
    /// assert_eq!(m.count(&Default::default())?.count, 1u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn all_of(&mut self, b: Bool, bools: &[Bool]) -> Result<(), ModelError> {
        bools.iter().try_for_each(|&other| self.implies(b, other))?;
        let back: Vec<Bool> = bools.iter().map(|&other| !other).chain([b]).collect();
        self.clause(&back)
    }

    /// `b` is true exactly if one of the others at least is.
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn any_of(&mut self, b: Bool, bools: &[Bool]) -> Result<(), ModelError> {
        let others: Vec<Bool> = bools.iter().map(|&other| !other).collect();
        self.all_of(!b, &others)
    }

    fn conditional(
        &mut self,
        b: Bool,
        comparison: &Comparison,
        exactly: bool,
    ) -> Result<(), ModelError> {
        let b = self.own_bool(b)?;
        let (terms, constant) = self.sum(&comparison.difference)?;
        let relation = comparison.relation;
        self.post_global(Conditional { b, terms, relation, bound: -constant, exactly })
    }
}

/// A linear comparison under a condition.
#[derive(Debug)]
struct Conditional {
    b: Literal,
    terms: Vec<(i64, Operand)>,
    relation: Relation,
    bound: i64,
    /// Whether the condition holds exactly if the comparison does.
    exactly: bool,
}

impl Global for Conditional {
    fn kind(&self) -> &'static str {
        if self.exactly { "reified linear" } else { "half-reified linear" }
    }

    fn ints(&self) -> Vec<u32> {
        ints_of(&self.terms).collect()
    }

    fn size(&self) -> usize {
        1 + self.terms.len()
    }

    fn by_value(&self) -> Vec<u32> {
        Vec::new()
    }

    fn by_hole(&self) -> Vec<u32> {
        if self.relation == Relation::AtMost { Vec::new() } else { several(&self.terms) }
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let term = |t: &(i64, Operand)| i128::from(t.0) * i128::from(values.operand(t.1));
        let sum: i128 = self.terms.iter().map(term).sum();
        let compares = self.relation.holds(sum, i128::from(self.bound));
        match values.holds(self.b) {
            true => compares,
            false => !(self.exactly && compares),
        }
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let (parts, constant) = into.parts(&self.terms)?;
        let (b, bound) = (into.literal(self.b)?, self.bound - constant);
        if self.exactly {
            into.reify(b, &parts, self.relation, bound)
        } else {
            into.when(b, &parts, self.relation, bound)
        }
    }

    fn words(&self, _: &crate::model::variables::Variables) -> u64 {
        2
    }

    fn has_proofs(&self) -> bool {
        true
    }

    fn reified(&self) -> Option<Reified<'_>> {
        let Conditional { b, ref terms, relation, bound, exactly } = *self;
        exactly.then_some(Reified { b, terms, relation, bound })
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let (b, sum) = (into.literal(self.b)?, into.sum(&self.terms)?);
        // That a variable has a value is one row without a large number.
        if let (&[(c, Operand::Int(x))], Relation::Equal | Relation::Different) =
            (&self.terms[..], self.relation)
        {
            let is = match self.bound.checked_rem(c) {
                Some(0) => into.is(x, self.bound / c)?,
                _ => Sum::constant(0),
            };
            let holds = if self.relation == Relation::Equal { is } else { is.denied() };
            let sign = if self.exactly { Sign::Equal } else { Sign::Most };
            return into.row(b.plus(-1, &holds), sign);
        }
        let sum = sum.plus(-1, &Sum::constant(self.bound));
        into.when(&b, sum.clone(), self.relation)?;
        if !self.exactly {
            return Ok(());
        }
        match self.relation {
            Relation::Equal => into.when(&b.denied(), sum, Relation::Different),
            Relation::Different => into.when(&b.denied(), sum, Relation::Equal),
            // Not at most 0: at least 1.
            Relation::AtMost => {
                let above = Sum::constant(1).plus(-1, &sum);
                into.when(&b.denied(), above, Relation::AtMost)
            }
        }
    }
}
