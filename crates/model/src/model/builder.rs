//! Building a model: its variables, and the checks of every handle and sum.

use super::error::{MAX_RANGE, MAX_STATED, MAX_SUM, MAX_VARIABLES, ModelError};
use super::expr::{Expr, Operand, Relation};
use super::handle::{Bool, Int, Lineage, Mentions, Variable};
use super::statement::{Statement, Target};
use super::variables::{BoolKind, IntDef, Literal};
use crate::model::rules::global::Global;
use crate::model::rules::{Rule, Stated};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A puzzle of your own: variables, constraints between them, and methods that solve it.
///
/// See the [module's page](super) for an example. A clone knows the handles that its original had made when it was
/// cloned; handles made afterwards by one of them are foreign to the other.
#[derive(Debug)]
pub struct Model {
    lineage: Lineage,
    pub(super) statement: Statement,
    names: FxHashSet<String>,
    /// For a variable and a value, the Boolean variable that is true if the variable has this value.
    values: FxHashMap<(u32, i64), u32>,
    /// The name of the constraints that follow.
    name: Option<Arc<str>>,
    /// Variables, literals and numbers of all constraints.
    stated: u64,
}

impl Clone for Model {
    fn clone(&self) -> Model {
        let of = &self.statement.variables;
        Model {
            lineage: self.lineage.copy(of.ints.len() as u32, of.bools.len() as u32),
            statement: self.statement.clone(),
            names: self.names.clone(),
            values: self.values.clone(),
            name: self.name.clone(),
            stated: self.stated,
        }
    }
}

impl Default for Model {
    fn default() -> Model {
        Model::new()
    }
}

/// # Variables
impl Model {
    /// A model without variables.
    pub fn new() -> Model {
        Model {
            lineage: Lineage::new(),
            statement: Statement::default(),
            names: FxHashSet::default(),
            values: FxHashMap::default(),
            name: None,
            stated: 0,
        }
    }

    /// A new integer variable with the values of a range, ends included; they may be negative.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let t = m.int("temperature", -40..=50)?;
    /// m.less_than(t, -39)?;
    /// assert_eq!(m.solve(1, &Default::default())?.solutions[0][t], -40);
    /// assert!(m.int("temperature", 0..=1).is_err(), "the name is taken");
    /// assert!(m.int("nothing", 1..=0).is_err(), "the range is empty");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the range is empty, has 2^32 values or more, or passes [`MAX_SUM`] in absolute value
    /// ([`ModelError::Overflow`]), or the name is taken. A variable of more than [`MAX_VALUES`] values keeps its bounds
    /// only, and constraints that compare values one by one refuse it when the model is solved.
    pub fn int(
        &mut self,
        name: impl Into<String>,
        range: RangeInclusive<i64>,
    ) -> Result<Int, ModelError> {
        let (low, high, name) = (*range.start(), *range.end(), name.into());
        if low > high {
            return Err(ModelError::EmptyRange { name, low, high });
        }
        if high.abs_diff(low) >= MAX_RANGE {
            return Err(ModelError::TooWide { name, low, high });
        }
        if low < -MAX_SUM || high > MAX_SUM {
            return Err(ModelError::Overflow);
        }
        few_enough(self.statement.variables.ints.len())?;
        self.take_name(&name)?;
        let ints = &mut self.statement.variables.ints;
        ints.push(IntDef { name, low, high });
        let index = ints.len() as u32 - 1;
        Ok(Int { model: self.lineage.id(), index })
    }

    /// From now on a variable of more than this many values becomes an interval variable, which keeps its bounds only,
    /// if all its constraints are about bounds (sums and comparisons, under conditions as well; maximum, product,
    /// absolute value, element, schedules). The default is 256, or 64 for variables of which no constraint uses holes.
    /// An interval variable is two numbers and as many literals "at most v" as explanations need, for any range. A
    /// variable of fewer values has one bit per value, and learning uses holes in it. The limit changes the course of
    /// the search, but no answer; [`Model::export`] gives interval variables fewer Booleans.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// m.keep_ends_above(10);
    /// let (x, y) = (m.int("x", 0..=1_000_000_000)?, m.int("y", 0..=40)?);
    /// m.equal(3 * x, 17 * y + 1)?;
    /// assert_eq!(m.count(&Default::default())?.count, 14u32.into());
    /// # Ok(()) }
    /// ```
    pub fn keep_ends_above(&mut self, values: u64) {
        self.statement.ends_above = Some(values);
    }

    /// `n` new integer variables of one range: `name[0]`, `name[1]`, ...
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let dice = m.ints("die", 3, 1..=6)?;
    /// assert_eq!(m.count(&Default::default())?.count, 216u32.into());
    /// assert_eq!(m.name(dice[2])?, "die[2]");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::int`]; then none of the variables is made.
    pub fn ints(
        &mut self,
        name: &str,
        n: usize,
        range: RangeInclusive<i64>,
    ) -> Result<Vec<Int>, ModelError> {
        let made = self.statement.variables.ints.len();
        few_enough(made.saturating_add(n).saturating_sub(1))?;
        let all: Result<_, _> =
            (0..n).map(|i| self.int(format!("{name}[{i}]"), range.clone())).collect();
        all.inspect_err(|_| self.unmake_ints(made))
    }

    /// A new Boolean variable.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (rain, umbrella) = (m.bool("rain")?, m.bool("umbrella")?);
    /// m.implies(rain, umbrella)?;
    /// assert_eq!(m.count(&Default::default())?.count, 3u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the name is taken.
    pub fn bool(&mut self, name: impl Into<String>) -> Result<Bool, ModelError> {
        let name = name.into();
        few_enough(self.statement.variables.own.len())?;
        self.take_name(&name)?;
        let variables = &mut self.statement.variables;
        variables.own.push(name);
        variables.bools.push(BoolKind::Own(variables.own.len() as u32 - 1));
        let index = variables.bools.len() as u32 - 1;
        Ok(Bool { model: self.lineage.id(), index, negated: false })
    }

    /// `n` new Boolean variables: `name[0]`, `name[1]`, ...
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let votes = m.bools("vote", 5)?;
    /// m.at_least(votes.iter().copied().sum::<clew_model::model::Expr>(), 3)?;
    /// assert_eq!(m.count(&Default::default())?.count, 16u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a name is taken; then none of the variables is made.
    pub fn bools(&mut self, name: &str, n: usize) -> Result<Vec<Bool>, ModelError> {
        let made = self.statement.variables.own.len();
        few_enough(made.saturating_add(n).saturating_sub(1))?;
        let all: Result<_, _> = (0..n).map(|i| self.bool(format!("{name}[{i}]"))).collect();
        all.inspect_err(|_| self.unmake_bools(made))
    }

    /// The Boolean variable "x has this value". It is no new variable, so it costs nothing. False if the value lies
    /// outside of the range.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// let (a, b) = (m.is(x, 0)?, m.is(y, 0)?);
    /// m.clause(&[a, b])?;
    /// assert_eq!(m.count(&Default::default())?.count, 5u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the variable is of another model.
    pub fn is(&mut self, x: Int, value: i64) -> Result<Bool, ModelError> {
        let x = self.own_int(x)?;
        let bools = &mut self.statement.variables.bools;
        let index = match self.values.get(&(x, value)) {
            Some(&known) => known,
            None => {
                few_enough(bools.len())?;
                bools.push(BoolKind::Is(x, value));
                let index = bools.len() as u32 - 1;
                self.values.insert((x, value), index);
                index
            }
        };
        Ok(Bool { model: self.lineage.maker_of_bool(index), index, negated: false })
    }

    /// A new integer variable that equals an expression; its range is that of the expression.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// // Eight queens: columns and both diagonals differ.
    /// let mut m = clew_model::model::Model::new();
    /// let queens = m.ints("queen", 8, 0..=7)?;
    /// m.all_different(&queens)?;
    /// for sign in [1, -1_i64] {
    ///     let diagonal = |(row, &q)| m.define(format!("{sign} {row}"), q + sign * row);
    ///     let diagonals: Vec<_> = (0_i64..).zip(&queens).map(diagonal).collect::<Result<_, _>>()?;
    ///     m.all_different(&diagonals)?;
    /// }
    /// assert_eq!(m.count(&Default::default())?.count, 92u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::int`] and [`Model::equal`], of the sum less the new variable; then there is no new variable.
    pub fn define(
        &mut self,
        name: impl Into<String>,
        expression: impl Into<Expr>,
    ) -> Result<Int, ModelError> {
        let expression = expression.into();
        let range = self.reach(&expression)?;
        let made = self.statement.variables.ints.len();
        let x = self.int(name, range)?;
        self.equal(x, expression).inspect_err(|_| self.unmake_ints(made))?;
        self.note_defined(x);
        Ok(x)
    }

    /// A constraint defines this variable by others: search may leave it to propagation.
    pub(crate) fn note_defined(&mut self, x: impl Into<Variable>) {
        self.statement.defined.insert(Operand::from(x.into()));
    }

    /// A search for one solution or the best one begins with this value of a variable (1 and 0 for true and false): with all
    /// values that are given, then with solutions near them. They need be neither complete nor right, and the answer is
    /// the same without them. A later value for the same variable counts.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 20, 0..=9)?;
    /// for &x in &x {
    ///     m.hint(x, 4)?;
    /// }
    /// let sum = x.iter().map(|&x| 1 * x).sum::<clew_model::model::Expr>();
    /// m.at_least(sum.clone(), 80)?;
    /// assert_eq!(m.minimize(sum, &Default::default())?.objective(), Some(80));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the variable is of another model.
    pub fn hint(&mut self, x: impl Into<Variable>, value: i64) -> Result<(), ModelError> {
        let (operand, value) = match x.into() {
            Variable::Int(x) => (Operand::Int(self.own_int(x)?), value),
            Variable::Bool(b) => {
                let literal = self.own_bool(b)?;
                (Operand::Bool(literal.index), i64::from((value != 0) != literal.negated))
            }
        };
        self.statement.hints.push((operand, value));
        Ok(())
    }

    /// Whether there are values to begin with.
    pub(crate) fn has_hints(&self) -> bool {
        !self.statement.hints.is_empty()
    }

    /// Constraints that are stated from now on have this name, until another is given; an empty one is none.
    /// [`Model::profile`] has a row for each name, and messages show it.
    ///
    /// ```
    /// use clew_model::model::{Expr, Model, Task};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = Model::new();
    /// let x = m.ints("x", 6, 1..=6)?;
    /// m.name_constraints("all");
    /// m.all_different(&x)?;
    /// for (cage, sum) in [("left", 14), ("right", 7)] {
    ///     m.name_constraints(cage);
    ///     let xs = if cage == "left" { &x[..3] } else { &x[3..] };
    ///     m.equal(xs.iter().copied().sum::<Expr>(), sum)?;
    /// }
    /// let profiled = m.profile(Task::Count, &Default::default())?;
    /// let mut names: Vec<&str> = profiled.constraints.iter().map(|row| &*row.0).collect();
    /// names.sort_unstable();
    /// assert_eq!(names, ["all", "left", "right"]);
    /// # Ok(()) }
    /// ```
    pub fn name_constraints(&mut self, name: &str) {
        self.name = (!name.is_empty()).then(|| name.into());
    }

    /// A description with the numbers of variables and constraints.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.all_different(&x)?;
    /// assert_eq!(m.described(), "3 numbers, 0 truth values, 1 constraint");
    /// # Ok(()) }
    /// ```
    pub fn described(&self) -> String {
        let Statement { variables, rules, .. } = &self.statement;
        let s = |n: usize| if n == 1 { "" } else { "s" };
        let (ints, own, rules) = (variables.ints.len(), variables.own.len(), rules.len());
        format!(
            "{ints} number{}, {own} truth value{}, {rules} constraint{}",
            s(ints),
            s(own),
            s(rules)
        )
    }

    /// The range of an integer variable, ends included, as it was stated.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.int("x", -3..=3)?;
    /// assert_eq!(m.range(x)?, -3..=3);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If it is of another model.
    pub fn range(&self, x: Int) -> Result<RangeInclusive<i64>, ModelError> {
        let of = &self.statement.variables.ints[self.own_int(x)? as usize];
        Ok(of.low..=of.high)
    }

    /// The least and the largest value of an expression over the ranges of its variables.
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub(crate) fn reach(&self, e: &Expr) -> Result<RangeInclusive<i64>, ModelError> {
        let (terms, constant) = self.sum(e)?;
        let (low, high) = self.statement.variables.range(&terms);
        let end = |v: i128| i64::try_from(v + i128::from(constant)).expect("sums were checked");
        Ok(end(low)..=end(high))
    }

    /// The name of an integer variable.
    ///
    /// # Errors
    /// If it is of another model.
    pub fn name(&self, x: Int) -> Result<&str, ModelError> {
        Ok(self.statement.variables.int_name(self.own_int(x)?))
    }

    /// The name of a Boolean variable.
    ///
    /// # Errors
    /// If it is of another model.
    pub fn bool_name(&self, b: Bool) -> Result<String, ModelError> {
        Ok(self.statement.variables.bool_name(self.own_bool(b)?.index))
    }

    /// Removes the latest integer variables, which occur in no constraint yet, down to `left` of them.
    fn unmake_ints(&mut self, left: usize) {
        for gone in self.statement.variables.ints.drain(left..) {
            self.names.remove(&gone.name);
        }
    }

    /// The same of Boolean variables; those of their own are the latest of all.
    fn unmake_bools(&mut self, left: usize) {
        let variables = &mut self.statement.variables;
        let bools = variables.bools.len() - (variables.own.len() - left);
        variables.bools.truncate(bools);
        for gone in variables.own.drain(left..) {
            self.names.remove(&gone);
        }
    }

    fn take_name(&mut self, name: &str) -> Result<(), ModelError> {
        if self.names.insert(name.to_string()) {
            Ok(())
        } else {
            Err(ModelError::NameTaken { name: name.to_string() })
        }
    }
}

/// Methods for the other files of this module.
impl Model {
    pub(super) fn post(&mut self, rule: Rule) -> Result<(), ModelError> {
        let stated = self.stated.saturating_add(1 + rule.size() as u64);
        if stated > MAX_STATED {
            let what = format!("its constraints have more than {MAX_STATED} variables and numbers");
            return Err(ModelError::TooLarge { what });
        }
        self.stated = stated;
        self.statement.rules.push(rule);
        self.statement.names.push(self.name.clone());
        Ok(())
    }

    pub(super) fn post_global(&mut self, global: impl Global + 'static) -> Result<(), ModelError> {
        self.post(Rule::Global(Stated(Arc::new(global))))
    }

    /// `difference` compares so with 0.
    pub(super) fn compare(
        &mut self,
        difference: Expr,
        relation: Relation,
    ) -> Result<(), ModelError> {
        let (terms, constant) = self.sum(&difference)?;
        self.post(Rule::Linear { terms, relation, bound: -constant })
    }

    /// The objective that an expression is.
    pub(super) fn target(&self, e: &Expr, largest: bool) -> Result<Target, ModelError> {
        let e = if largest { -e.clone() } else { e.clone() };
        let (terms, constant) = self.sum(&e)?;
        Ok(Target { terms, constant, negated: largest })
    }

    /// Merged terms and the constant, if nothing can overflow.
    pub(super) fn sum(&self, e: &Expr) -> Result<(Vec<(i64, Operand)>, i64), ModelError> {
        if !e.mentions.iter().all(|&of| self.knows(of)) {
            return Err(ModelError::Foreign);
        }
        let e = e.clone().merged();
        if e.overflowed {
            return Err(ModelError::Overflow);
        }
        let limit = i128::from(MAX_SUM);
        let mut most = e.constant.saturating_abs();
        let mut terms = Vec::with_capacity(e.terms.len());
        for (c, x) in e.terms {
            let size = match x {
                Operand::Int(x) => {
                    let x = &self.statement.variables.ints[x as usize];
                    i128::from(x.low.abs().max(x.high.abs()))
                }
                Operand::Bool(_) => 1,
            };
            // What is always 0 may have any coefficient, and needs none.
            if size == 0 {
                continue;
            }
            most = most.saturating_add(c.saturating_abs().saturating_mul(size));
            terms.push((i64::try_from(c).map_err(|_| ModelError::Overflow)?, x));
        }
        if most >= limit {
            return Err(ModelError::Overflow);
        }
        Ok((terms, i64::try_from(e.constant).map_err(|_| ModelError::Overflow)?))
    }

    pub(super) fn own_int(&self, x: Int) -> Result<u32, ModelError> {
        self.knows(x).then_some(x.index).ok_or(ModelError::Foreign)
    }

    pub(super) fn own_bool(&self, b: Bool) -> Result<Literal, ModelError> {
        let literal = Literal { index: b.index, negated: b.negated };
        self.knows(b).then_some(literal).ok_or(ModelError::Foreign)
    }

    pub(super) fn own_ints(&self, xs: &[Int]) -> Result<Vec<u32>, ModelError> {
        xs.iter().map(|&x| self.own_int(x)).collect()
    }

    pub(super) fn different_ints(
        &self,
        rule: &'static str,
        xs: &[Int],
    ) -> Result<Vec<u32>, ModelError> {
        let xs = self.own_ints(xs)?;
        let mut seen = FxHashSet::default();
        match xs.iter().find(|&&x| !seen.insert(x)) {
            Some(&x) => {
                let name = self.statement.variables.int_name(x).to_string();
                Err(ModelError::Repeated { rule, name })
            }
            None => Ok(xs),
        }
    }

    /// Whether handles are of variables that this model has.
    fn knows(&self, of: impl Into<Mentions>) -> bool {
        let variables = &self.statement.variables;
        self.lineage.knows(of, variables.ints.len(), variables.bools.len())
    }

    /// Whose handles this model knows.
    pub(super) fn lineage(&self) -> &Lineage {
        &self.lineage
    }
}

/// Checks that there may be one more variable.
fn few_enough(variables: usize) -> Result<(), ModelError> {
    if variables < MAX_VARIABLES {
        return Ok(());
    }
    let what = format!("more than {MAX_VARIABLES} variables");
    Err(ModelError::TooLarge { what })
}
