//! The variables by which solutions differ, if not by all: repeated searches for a solution that differs from those
//! before it.

use super::builder::Model;
use super::error::ModelError;
use super::expr::{Expr, Relation};
use super::family::ModelPuzzle;
use super::handle::{Bool, Int, Variable};
use super::statement::{Apart, Statement, Target};
use super::variables::{BoolKind, Literal, Values};
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::network::posting::{Posting, STEPS_A_CLAUSE};
use crate::model::rules;
use crate::model::rules::Rule;
use crate::model::rules::global::Global;
use clew_engine::kernel::Halt;
use clew_puzzle::puzzle::capabilities::NamedValues;
use clew_puzzle::puzzle::{Answer, Puzzle};
use serde_json::{Value, json};
use std::sync::Arc;

/// # Which variables distinguish solutions
impl Model {
    /// All variables that have a name of their own, in the order in which they were made: integer variables, then
    /// Boolean ones.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (b, x) = (m.bool("b")?, m.int("x", 0..=9)?);
    /// m.is(x, 3)?;
    /// assert_eq!(m.variables().collect::<Vec<_>>(), [x.into(), b.into()]);
    /// assert_eq!(m.bool_name(b)?, "b");
    /// # Ok(()) }
    /// ```
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        let (model, of) = (self.lineage().id(), &self.statement.variables);
        let ints = (0..of.ints.len() as u32).map(move |index| Variable::Int(Int { model, index }));
        let own = of.bools.iter().enumerate().filter(|(_, kind)| matches!(kind, BoolKind::Own(_)));
        let own = own.map(|(index, _)| {
            let index = index as u32;
            Variable::Bool(Bool {
                model: self.lineage().maker_of_bool(index),
                index,
                negated: false,
            })
        });
        ints.chain(own)
    }

    /// From now on two solutions differ only if one of these variables does: all others are auxiliary, and of solutions
    /// that differ in auxiliary variables only one is found. If it is called again, these variables are added to those
    /// given before; by default solutions differ by all variables. The objective is not affected.
    ///
    /// Each solution then needs a search of its own, from the root: suitable for a check and for some solutions, slow
    /// for counts of thousands. Variables that constraints make for themselves never count, so this is for auxiliary
    /// variables that you make and that the others do not determine.
    ///
    /// ```
    /// use clew_model::model::{Comparison, Model, Verdict};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// // x is a sum of two squares; as which ones does not matter.
    /// let mut m = Model::new();
    /// let (x, roots, squares) = (m.int("x", 25..=25)?, m.ints("root", 2, 0..=5)?, m.ints("square", 2, 0..=25)?);
    /// for (&square, &root) in squares.iter().zip(&roots) {
    ///     m.product(square, root, root)?;
    /// }
    /// m.equal(squares[0] + squares[1], x)?;
    /// assert_eq!(m.check(&Default::default())?.verdict(), Verdict::Multiple);
    /// m.tell_apart_by(&[x])?;
    /// assert_eq!(m.check(&Default::default())?.verdict(), Verdict::Unique);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn tell_apart_by<V: Into<Variable> + Copy>(&mut self, of: &[V]) -> Result<(), ModelError> {
        let mut apart = self.statement.apart.clone().unwrap_or_default();
        for &v in of {
            match v.into() {
                Variable::Int(x) => apart.ints.push(self.own_int(x)?),
                Variable::Bool(b) => apart.bools.push(self.own_bool(b)?),
            }
        }
        self.statement.apart = Some(apart);
        Ok(())
    }
}

impl Model {
    /// As [`Model::tell_apart_by`], by the value of a sum.
    ///
    /// # Errors
    /// If a variable is of another model, or the sum may overflow.
    pub(crate) fn tell_apart_by_sum(&mut self, sum: &Expr) -> Result<(), ModelError> {
        let target = self.target(sum, false)?;
        self.statement.apart.get_or_insert_default().sums.push(target);
        Ok(())
    }
}

impl NamedValues for ModelPuzzle {
    fn text(&self, answer: &Answer) -> String {
        let line = |(name, value)| format!("{name} = {value};\n");
        self.values(answer).into_iter().map(line).collect()
    }

    fn values(&self, answer: &Answer) -> Vec<(String, Value)> {
        let Answer::Values(values) = answer else { return Vec::new() };
        let of = &self.statement().variables;
        let ints = of.ints.iter().map(|x| x.name.clone());
        let (numbers, truths) = values.split_at(of.ints.len());
        let numbers = ints.zip(numbers.iter().map(|&v| json!(v)));
        numbers.chain(of.own.iter().cloned().zip(truths.iter().map(|&v| json!(v == 1)))).collect()
    }

    fn shows_alike(&self) -> bool {
        self.statement().apart.is_some()
    }

    fn without(&self, answer: &Answer) -> Puzzle {
        let mut rest = Statement::clone(self.statement());
        if let (Answer::Values(values), Some(by)) = (answer, &self.statement().apart) {
            let another = Another::than(by, self.statement(), values);
            rest.rules.push(Rule::Global(rules::Stated(Arc::new(another))));
        }
        Puzzle::from(self.restated(rest))
    }
}

/// A solution that differs from one found before.
#[derive(Debug)]
struct Another {
    ints: Vec<(u32, i64)>,
    bools: Vec<(Literal, bool)>,
    sums: Vec<(Target, i64)>,
}

impl Another {
    fn than(by: &Apart, statement: &Statement, all: &[i64]) -> Another {
        let values = Values { of: &statement.variables, all };
        Another {
            ints: by.ints.iter().map(|&x| (x, values.int(x))).collect(),
            bools: by.bools.iter().map(|&b| (b, values.holds(b))).collect(),
            sums: by.sums.iter().map(|sum| (sum.clone(), sum.value(values))).collect(),
        }
    }
}

impl Global for Another {
    fn kind(&self) -> &'static str {
        "another solution"
    }

    fn ints(&self) -> Vec<u32> {
        self.ints.iter().map(|x| x.0).collect()
    }

    fn size(&self) -> usize {
        let terms: usize = self.sums.iter().map(|(sum, _)| sum.terms.len()).sum();
        self.ints.len() + self.bools.len() + terms
    }

    fn by_value(&self) -> Vec<u32> {
        Vec::new()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        self.ints.iter().any(|&(x, v)| values.int(x) != v)
            || self.bools.iter().any(|&(b, was)| values.holds(b) != was)
            || self.sums.iter().any(|(sum, was)| sum.value(values) != *was)
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        into.counter.spend(STEPS_A_CLAUSE * (1 + self.size()))?;
        let mut clause = Vec::with_capacity(self.size());
        for &(x, v) in &self.ints {
            clause.push(!into.is(x, v)?);
        }
        for &(b, was) in &self.bools {
            let b = into.literal(b)?;
            clause.push(if was { !b } else { b });
        }
        for (sum, was) in &self.sums {
            clause.push(into.truth(&sum.terms, Relation::Different, was - sum.constant)?);
        }
        Ok(into.clause(clause)?)
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let mut others = Vec::with_capacity(self.size());
        for &(x, v) in &self.ints {
            others.push(into.is(x, v)?.denied());
        }
        for &(b, was) in &self.bools {
            let b = into.literal(b)?;
            others.push(if was { b.denied() } else { b });
        }
        for (sum, was) in &self.sums {
            let (b, of) = (into.fresh()?, into.sum(&sum.terms)?);
            into.when(&b, of.plus(1, &Sum::constant(sum.constant - was)), Relation::Different)?;
            others.push(b);
        }
        into.clause(&others)
    }
}
