//! A model as it was stated: variables with their ranges, constraints, an objective. Data that a
//! network is built from and that answers are checked against.

use super::expr::Operand;
use super::variables::{Literal, Values, Variables};
use crate::model::rules::Rule;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The objective: a sum to be minimised.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Target {
    pub terms: Vec<(i64, Operand)>,
    pub constant: i64,
    /// People see the negated value: it was to be as large as possible.
    pub negated: bool,
}

impl Target {
    /// The value of the sum.
    pub fn value(&self, values: Values<'_>) -> i64 {
        let terms = self.terms.iter().map(|&(c, x)| c * values.operand(x));
        terms.sum::<i64>() + self.constant
    }
}

/// The variables by which solutions differ.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Apart {
    pub ints: Vec<u32>,
    pub bools: Vec<Literal>,
    pub sums: Vec<Target>,
}

/// All of a model.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Statement {
    pub variables: Variables,
    pub rules: Vec<Rule>,
    /// The names of constraints, those of the first ones; a later one has none.
    pub names: Vec<Option<Arc<str>>>,
    pub target: Option<Target>,
    /// The variables by which solutions differ, if not by all.
    pub apart: Option<Apart>,
    /// Variables that constraints define by others: search may leave them to propagation.
    pub defined: FxHashSet<Operand>,
    /// Values that a search is to begin with.
    pub hints: Vec<(Operand, i64)>,
    /// Variables of more values become interval variables; `None` if the user has set no limit.
    pub ends_above: Option<u64>,
}

impl Statement {
    /// Checks values against the ranges and every constraint, directly.
    ///
    /// # Errors
    /// The first violation, as a message.
    pub fn check(&self, all: &[i64]) -> Result<(), String> {
        self.variables.check(all)?;
        let values = Values { of: &self.variables, all };
        match self.rules.iter().position(|rule| !rule.holds(values)) {
            Some(i) => {
                let name = self.name(i).map_or(String::new(), |name| format!("{name}: "));
                Err(format!("broken: {name}{}", self.rules[i].describe(&self.variables)))
            }
            None => Ok(()),
        }
    }

    /// The name of a constraint, if it has one.
    pub fn name(&self, rule: usize) -> Option<&str> {
        self.names.get(rule)?.as_deref()
    }

    /// The value of the target, as people see it.
    pub fn value(&self, all: &[i64]) -> Option<i64> {
        let target = self.target.as_ref()?;
        let values = Values { of: &self.variables, all };
        let sum = target.value(values);
        Some(if target.negated { -sum } else { sum })
    }
}
