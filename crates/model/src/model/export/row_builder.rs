//! Stating constraints for other solvers: rows over the variables of a model, over Booleans "x has value v", and over
//! variables of their own.
//!
//! Sums under a condition are rows with a constant M that is as large as the ranges make it necessary. Variables of
//! their own need not be determined: an exported model has a solution exactly if the model has one, and the same
//! optimum, but perhaps several for one of the model's.

use crate::model::error::MAX_VALUES;
use crate::model::export::horizon::{self, Horizon};
use crate::model::expr::{Operand, Relation};
use crate::model::variables::{BoolKind, Literal, Variables};
use clew_puzzle::formulation::{self, Constraint, Term, Var};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A sum of variables and a constant. Its numbers are wide, because a factor of a constraint may have 64 bits, and
/// [`RowBuilder::row`] refuses too large ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    terms: Vec<(i128, Var)>,
    constant: i128,
}

impl Sum {
    /// A number.
    pub fn constant(constant: i64) -> Sum {
        Sum { terms: Vec::new(), constant: constant.into() }
    }

    /// A variable.
    pub fn var(var: Var) -> Sum {
        Sum { terms: vec![(1, var)], constant: 0 }
    }

    /// Adds `factor` times another sum.
    #[must_use]
    pub fn plus(mut self, factor: i64, other: &Sum) -> Sum {
        let times = |k: i128| k.saturating_mul(factor.into());
        self.terms.extend(other.terms.iter().map(|&(k, var)| (times(k), var)));
        self.constant = self.constant.saturating_add(times(other.constant));
        self
    }

    /// The sum times `factor`.
    #[must_use]
    pub fn times(&self, factor: i64) -> Sum {
        Sum::default().plus(factor, self)
    }

    /// Those of a list together.
    pub fn total<'a>(sums: impl IntoIterator<Item = &'a Sum>) -> Sum {
        sums.into_iter().fold(Sum::default(), |total, sum| total.plus(1, sum))
    }

    /// Of a truth value: its negation.
    pub fn denied(&self) -> Sum {
        Sum::constant(1).plus(-1, self)
    }

    /// One term a variable.
    fn merged(self) -> Sum {
        let mut terms = self.terms;
        terms.sort_unstable_by_key(|&(_, var)| var);
        let mut merged: Vec<(i128, Var)> = Vec::with_capacity(terms.len());
        for (factor, var) in terms {
            match merged.last_mut() {
                Some(last) if last.1 == var => last.0 = last.0.saturating_add(factor),
                _ => merged.push((factor, var)),
            }
        }
        merged.retain(|&(factor, _)| factor != 0);
        Sum { terms: merged, constant: self.constant }
    }
}

/// A model of rows that grows.
pub(crate) struct RowBuilder<'a> {
    pub of: &'a Variables,
    /// The stated rows.
    pub rows: formulation::Model,
    /// Whether constraints that are no rows are wanted where there are any.
    pub globals: bool,
    /// Whether the rows are for a relaxation: those that restrict no fractions are left out, so that the rows
    /// have more solutions than the model.
    pub relaxes: bool,
    /// Whether the rows are for a proof: the Booleans of values are tied to their variables elsewhere, and functions are
    /// stated value by value.
    pub proves: bool,
    /// For a relaxation: variables of the goal with those that stay below them.
    pub horizons: Vec<Horizon>,
    ints: Vec<Var>,
    own: Vec<Var>,
    /// A variable of as many values is wide.
    many: u64,
    /// Per integer variable with Booleans for its values: they, from the least on.
    values: FxHashMap<u32, Vec<Var>>,
    /// Booleans for single values of variables that have too many for one each.
    some: FxHashMap<(u32, i64), Var>,
    /// The name of the rows of a constraint, and how many there are.
    word: String,
    made: u32,
    terms: u64,
    /// The most of them.
    most: u64,
}

/// The most variables of a goal for which tails are computed.
const MOST_HORIZONS: usize = 8;
/// Numbers of rows stay below this, which every solver's numbers hold.
const MOST: i128 = 1 << 53;

impl<'a> RowBuilder<'a> {
    /// The variables, by these names; those of more than `many` values are wide.
    pub fn new(of: &'a Variables, names: &[String], many: u64, globals: bool) -> RowBuilder<'a> {
        let mut rows = formulation::Model::new();
        let (int_names, own_names) = names.split_at(of.ints.len());
        let ints = of.ints.iter().zip(int_names);
        let ints = ints.map(|(x, name)| rows.integer(name.clone(), x.low, x.high)).collect();
        let own = own_names.iter().map(|name| rows.boolean(name.clone())).collect();
        let (values, some, word) = (FxHashMap::default(), FxHashMap::default(), String::new());
        let (most, relaxes) = (u64::MAX, false);
        RowBuilder {
            of,
            rows,
            globals,
            relaxes,
            proves: false,
            horizons: Vec::new(),
            ints,
            own,
            many,
            values,
            some,
            word,
            made: 0,
            terms: 0,
            most,
        }
    }

    /// The same for a relaxation, with a limit of the terms of all rows.
    #[must_use]
    pub fn relaxing(self, most: u64) -> RowBuilder<'a> {
        RowBuilder { relaxes: true, most, ..self }
    }

    /// The same for a proof.
    #[must_use]
    pub fn proving(self) -> RowBuilder<'a> {
        RowBuilder { proves: true, ..self }
    }

    /// Collects from the rows so far which variables stay below those of a goal that grow with it.
    pub fn find_horizons(&mut self, goal: &[(i64, Operand)]) {
        let differences = horizon::differences(&self.rows);
        let grows = |term: &&(i64, Operand)| term.0 > 0;
        let ends = goal.iter().filter(grows).filter_map(|term| match term.1 {
            Operand::Int(x) => Some(self.var(x)),
            Operand::Bool(_) => None,
        });
        let ends = ends.filter(|end| differences.contains_key(end)).take(MOST_HORIZONS);
        self.horizons = ends.map(|end| Horizon::new(end, &differences)).collect();
    }

    /// Whether there are Booleans for the values of an integer variable, or it has two values.
    pub fn has_values(&self, x: u32) -> bool {
        let range = self.range(x);
        range.end() - range.start() < 2 || self.values.contains_key(&x)
    }

    /// The Booleans for values of integer variables: each with its variable and the value.
    pub fn meanings(&self) -> impl Iterator<Item = (Var, u32, i64)> + '_ {
        let all = self.values.iter().flat_map(|(&x, all)| {
            let low = *self.range(x).start();
            (low..).zip(all).map(move |(value, &var)| (var, x, value))
        });
        all.chain(self.some.iter().map(|(&(x, value), &var)| (var, x, value)))
    }

    /// Checks that the rows may have this number of variables and terms.
    ///
    /// # Errors
    /// A message with the limits.
    fn fits(&self, variables: u64, terms: u64) -> Result<(), String> {
        if terms > self.most {
            return Err(format!("it would have {terms} terms; at most {} are wanted", self.most));
        }
        formulation::Model::fits(variables, terms)
    }

    /// Names the rows that follow.
    pub fn begin(&mut self, word: String) {
        (self.word, self.made) = (word, 0);
    }

    fn name(&mut self) -> String {
        self.made += 1;
        format!("{}_{}", self.word, self.made)
    }

    /// A Boolean of its own.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn fresh(&mut self) -> Result<Sum, String> {
        self.number(0, 1)
    }

    /// An integer of its own.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn number(&mut self, low: i64, high: i64) -> Result<Sum, String> {
        let name = format!("own_{}", self.rows.variables().len());
        self.fits(self.rows.variables().len() as u64 + 1, self.terms)?;
        Ok(Sum::var(self.rows.integer(name, low, high)))
    }

    /// The variable that an integer variable is.
    pub fn var(&self, x: u32) -> Var {
        self.ints[x as usize]
    }

    /// An integer variable.
    pub fn int(&self, x: u32) -> Sum {
        Sum::var(self.ints[x as usize])
    }

    /// The range of an integer variable.
    pub fn range(&self, x: u32) -> std::ops::RangeInclusive<i64> {
        let x = &self.of.ints[x as usize];
        x.low..=x.high
    }

    /// Whether an integer variable has too many values for a Boolean for each of them.
    pub fn is_wide(&self, x: u32) -> bool {
        let x = &self.of.ints[x as usize];
        x.high.abs_diff(x.low) >= self.many
    }

    /// The condition that an integer variable has a value, as 0 or 1. A variable of many values gets a Boolean only for
    /// each value that is mentioned.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn is(&mut self, x: u32, value: i64) -> Result<Sum, String> {
        let range = self.range(x);
        let (low, high) = (*range.start(), *range.end());
        if !range.contains(&value) || low == high {
            return Ok(Sum::constant(i64::from(value == low && low == high)));
        }
        if high == low + 1 {
            let above = self.int(x).plus(-low, &Sum::constant(1));
            return Ok(if value == high { above } else { above.denied() });
        }
        if self.proves || self.is_wide(x) {
            return self.is_among_many(x, value);
        }
        if !self.values.contains_key(&x) {
            self.channel(x, low, high)?;
        }
        Ok(Sum::var(self.values[&x][(value - low) as usize]))
    }

    fn is_among_many(&mut self, x: u32, value: i64) -> Result<Sum, String> {
        if let Some(&known) = self.some.get(&(x, value)) {
            return Ok(Sum::var(known));
        }
        self.fits(self.rows.variables().len() as u64 + 1, self.terms)?;
        let is = self.rows.boolean(value_name(self.rows.name(self.var(x)), value));
        self.some.insert((x, value), is);
        if !self.proves {
            let difference = self.int(x).plus(-1, &Sum::constant(value));
            self.exactly_when(&Sum::var(is), difference)?;
        }
        Ok(Sum::var(is))
    }

    /// A sum is 0 exactly where a truth value holds.
    ///
    /// # Errors
    /// If the model or its numbers become too large.
    pub fn exactly_when(&mut self, b: &Sum, sum: Sum) -> Result<(), String> {
        self.when(b, sum.clone(), Relation::Equal)?;
        self.when(&b.denied(), sum, Relation::Different)
    }

    /// Makes the Booleans of a variable's values.
    fn channel(&mut self, x: u32, low: i64, high: i64) -> Result<(), String> {
        let count = high.abs_diff(low) + 1;
        let variables = self.rows.variables().len() as u64;
        self.fits(variables + count, self.terms + 2 * count)?;
        let name = self.rows.name(self.var(x)).to_string();
        let all: Vec<Var> = (low..=high).map(|v| self.rows.boolean(value_name(&name, v))).collect();
        self.terms += 2 * count + 1;
        let one = all.iter().map(|&var| (1, var));
        self.rows.row(format!("one_{name}"), one, formulation::Relation::Equal, 1);
        let sum = (low..).zip(&all).map(|(v, &var)| (v, var)).filter(|(v, _)| *v != 0);
        let sum = sum.chain([(-1, self.var(x))]);
        self.rows.row(format!("value_{name}"), sum, formulation::Relation::Equal, 0);
        self.values.insert(x, all);
        Ok(())
    }

    /// States that an integer variable lies between two numbers.
    ///
    /// # Errors
    /// If the model becomes too large.
    pub fn between(&mut self, x: u32, low: i64, high: i64) -> Result<(), String> {
        let x = self.int(x);
        self.compare(Sum::constant(low).plus(-1, &x), Relation::AtMost)?;
        self.compare(x.plus(-1, &Sum::constant(high)), Relation::AtMost)
    }

    /// States that an integer variable lies in a range, and returns the part that it can have.
    ///
    /// # Errors
    /// If the model becomes too large.
    pub fn places(&mut self, x: u32, among: Range<i64>) -> Result<Range<i64>, String> {
        self.between(x, among.start, among.end - 1)?;
        let own = self.range(x);
        Ok(among.start.max(*own.start())..among.end.min(own.end() + 1))
    }

    /// A Boolean variable, as 0 or 1.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn bool(&mut self, index: u32) -> Result<Sum, String> {
        match self.of.bools[index as usize] {
            BoolKind::Own(k) => Ok(Sum::var(self.own[k as usize])),
            BoolKind::Is(x, v) => self.is(x, v),
        }
    }

    /// A literal, as 0 or 1.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn literal(&mut self, l: Literal) -> Result<Sum, String> {
        let b = self.bool(l.index)?;
        Ok(if l.negated { b.denied() } else { b })
    }

    /// A sum of the model.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn sum(&mut self, terms: &[(i64, Operand)]) -> Result<Sum, String> {
        terms.iter().try_fold(Sum::default(), |sum, &(factor, x)| {
            let x = match x {
                Operand::Int(x) => self.int(x),
                Operand::Bool(b) => self.bool(b)?,
            };
            Ok(sum.plus(factor, &x))
        })
    }

    /// The least and the largest value of a sum.
    fn ends(&self, sum: &Sum) -> (i128, i128) {
        sum.terms.iter().fold((sum.constant, sum.constant), |(least, most), &(k, var)| {
            let v = self.rows.variable(var);
            let (a, b) = (k.saturating_mul(v.low.into()), k.saturating_mul(v.high.into()));
            (least.saturating_add(a.min(b)), most.saturating_add(a.max(b)))
        })
    }

    /// States that a sum is 0, or at most 0, or not 0.
    ///
    /// # Errors
    /// If the model or its numbers become too large.
    pub fn compare(&mut self, sum: Sum, relation: Relation) -> Result<(), String> {
        self.when(&Sum::constant(1), sum, relation)
    }

    /// States that a sum is 0, or at most 0, or not 0, where a truth value holds.
    ///
    /// # Errors
    /// If the model or its numbers become too large.
    pub fn when(&mut self, b: &Sum, sum: Sum, relation: Relation) -> Result<(), String> {
        match relation {
            Relation::AtMost => self.at_most(b, &sum),
            Relation::Equal if b.terms.is_empty() && b.constant == 1 => {
                self.row(sum, formulation::Relation::Equal)
            }
            Relation::Equal => {
                self.at_most(b, &sum)?;
                self.at_most(b, &Sum::default().plus(-1, &sum))
            }
            // Over the fractions it may be a bit of both.
            Relation::Different if self.relaxes => Ok(()),
            Relation::Different => {
                let (below, above) = (self.fresh()?, self.fresh()?);
                let one = below.clone().plus(1, &above).plus(-1, b);
                self.row(one, formulation::Relation::Equal)?;
                let one = Sum::constant(1);
                self.at_most(&below, &sum.clone().plus(1, &one))?;
                self.at_most(&above, &one.plus(-1, &sum))
            }
        }
    }

    /// sum <= M (1 - b), where M is the most that the sum can be.
    fn at_most(&mut self, b: &Sum, sum: &Sum) -> Result<(), String> {
        let (_, most) = self.ends(sum);
        if most <= 0 {
            return Ok(());
        }
        let big = i64::try_from(most).map_err(|_| too_large(most))?;
        let free = b.denied();
        self.row(sum.clone().plus(-big, &free), formulation::Relation::Most)
    }

    /// States that a sum is 0, or at most or at least 0.
    ///
    /// # Errors
    /// If the model or its numbers become too large.
    pub fn row(&mut self, sum: Sum, relation: formulation::Relation) -> Result<(), String> {
        let Sum { terms, constant } = sum.merged();
        if terms.is_empty() && holds(relation, constant) {
            return Ok(());
        }
        self.terms += terms.len() as u64;
        self.fits(self.rows.variables().len() as u64, self.terms)?;
        let bound = fitting(constant.saturating_neg())?;
        let terms = fitting_terms(terms)?;
        let name = self.name();
        self.rows.row(name, terms, relation, bound);
        Ok(())
    }

    /// At least one of some truth values holds.
    ///
    /// # Errors
    /// If the model becomes too large.
    pub fn clause(&mut self, sums: &[Sum]) -> Result<(), String> {
        let sum = Sum::total(sums).plus(-1, &Sum::constant(1));
        self.row(sum, formulation::Relation::Least)
    }

    /// The variables have different values.
    ///
    /// # Errors
    /// If the model becomes too large.
    pub fn different(&mut self, xs: &[u32]) -> Result<(), String> {
        if self.globals {
            let all = xs.iter().map(|&x| self.var(x)).collect();
            self.rows.add(Constraint::AllDifferent(all));
            return Ok(());
        }
        let low = xs.iter().map(|&x| *self.range(x).start()).min().unwrap_or(0);
        let high = xs.iter().map(|&x| *self.range(x).end()).max().unwrap_or(-1);
        if self.relaxes && !xs.iter().all(|&x| self.has_values(x)) {
            return self.different_in_sum(xs, low, high);
        }
        let far_apart = high >= low && high.abs_diff(low) >= MAX_VALUES;
        if far_apart || xs.iter().any(|&x| self.is_wide(x)) {
            for (i, &x) in xs.iter().enumerate() {
                for &y in &xs[..i] {
                    let difference = self.int(x).plus(-1, &self.int(y));
                    self.compare(difference, Relation::Different)?;
                }
            }
            return Ok(());
        }
        for v in low..=high {
            let is = xs.iter().filter(|&&x| self.of.ints[x as usize].low <= v).copied();
            let is: Vec<u32> = is.filter(|&x| v <= self.of.ints[x as usize].high).collect();
            let is: Vec<Sum> = is.into_iter().map(|x| self.is(x, v)).collect::<Result<_, _>>()?;
            if is.len() > 1 {
                let sum = Sum::total(&is).plus(-1, &Sum::constant(1));
                self.row(sum, formulation::Relation::Most)?;
            }
        }
        Ok(())
    }

    /// Together, different numbers from `low` to `high` are at least the least and at most the largest such numbers.
    fn different_in_sum(&mut self, xs: &[u32], low: i64, high: i64) -> Result<(), String> {
        let n = i128::try_from(xs.len()).unwrap_or(i128::MAX);
        let steps = n.saturating_mul(n - 1) / 2;
        let all: Vec<Sum> = xs.iter().map(|&x| self.int(x)).collect();
        let all = Sum::total(&all);
        let (low, high) = (i128::from(low) * n + steps, i128::from(high) * n - steps);
        for (end, sign) in
            [(low, formulation::Relation::Least), (high, formulation::Relation::Most)]
        {
            let sum = Sum { constant: all.constant - end, terms: all.terms.clone() };
            self.row(sum, sign)?;
        }
        Ok(())
    }

    /// States the objective.
    ///
    /// # Errors
    /// If the model becomes too large.
    pub fn optimise(
        &mut self,
        terms: &[(i64, Operand)],
        constant: i64,
        most: bool,
    ) -> Result<(), String> {
        let mut sum = self.sum(terms)?.plus(1, &Sum::constant(constant)).merged();
        if sum.constant != 0 || sum.terms.is_empty() {
            // Not every language has constants there: a variable that is 1.
            let constant = fitting(sum.constant)?;
            sum = Sum { constant: 0, ..sum }.plus(constant, &self.number(1, 1)?);
        }
        self.rows.optimise(fitting_terms(sum.terms)?, most);
        Ok(())
    }
}

/// Whether a constant compares so with 0.
fn holds(relation: formulation::Relation, constant: i128) -> bool {
    match relation {
        formulation::Relation::Most => constant <= 0,
        formulation::Relation::Equal => constant == 0,
        formulation::Relation::Least => constant >= 0,
    }
}

/// The name of the Boolean of a value.
fn value_name(name: &str, value: i64) -> String {
    let sign = if value < 0 { "m" } else { "" };
    format!("{name}_is_{sign}{}", value.unsigned_abs())
}

/// A number as rows have it.
fn fitting(number: i128) -> Result<i64, String> {
    let fits = i64::try_from(number).ok().filter(|n| i128::from(*n).abs() < MOST);
    fits.ok_or_else(|| too_large(number))
}

fn fitting_terms(terms: Vec<(i128, Var)>) -> Result<Vec<Term>, String> {
    terms.into_iter().map(|(k, var)| Ok((fitting(k)?, var))).collect()
}

fn too_large(number: i128) -> String {
    format!("the number {number} would stand in a row, where numbers stay below 2^53")
}
