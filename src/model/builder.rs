//! Stating a model: its variables and constraints.

use super::error::{MAX_SUM, MAX_VALUES, ModelError};
use super::expr::{Expr, Operand};
use super::graph::Graph;
use super::handle::{Bool, Int, new_model};
use super::rule::{Relation, Rule};
use super::statement::{Statement, Target};
use super::variables::{BoolKind, IntDef, Literal};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;

/// A puzzle of your own: variables, constraints between them, and questions about its solutions.
///
/// See the [module's page](super) for an example. A clone knows the handles of its original.
#[derive(Clone, Debug)]
pub struct Model {
    id: u32,
    pub(super) statement: Statement,
    names: FxHashSet<String>,
    /// Which Boolean variable says that a variable has a value.
    values: FxHashMap<(u32, i64), u32>,
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
            id: new_model(),
            statement: Statement::default(),
            names: FxHashSet::default(),
            values: FxHashMap::default(),
        }
    }

    /// A new integer variable with the values of a range, ends included; they may be negative.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let t = m.int("temperature", -40..=50)?;
    /// m.less_than(t, -39)?;
    /// assert_eq!(m.solve(1, &Default::default())?.solutions[0][t], -40);
    /// assert!(m.int("temperature", 0..=1).is_err(), "the name is taken");
    /// assert!(m.int("nothing", 1..=0).is_err(), "the range is empty");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the range is empty or has more than [`MAX_VALUES`] values, or the name is taken.
    pub fn int(
        &mut self,
        name: impl Into<String>,
        range: RangeInclusive<i64>,
    ) -> Result<Int, ModelError> {
        let (low, high, name) = (*range.start(), *range.end(), name.into());
        if low > high {
            return Err(ModelError::EmptyRange { name, low, high });
        }
        if high.abs_diff(low) >= MAX_VALUES {
            return Err(ModelError::TooWide { name, low, high });
        }
        if low < -MAX_SUM || high > MAX_SUM {
            return Err(ModelError::Overflow);
        }
        self.take_name(&name)?;
        let ints = &mut self.statement.variables.ints;
        ints.push(IntDef { name, low, high });
        Ok(Int { model: self.id, index: ints.len() as u32 - 1 })
    }

    /// `n` new integer variables of one range: `name[0]`, `name[1]`, ...
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let dice = m.ints("die", 3, 1..=6)?;
    /// assert_eq!(m.count(&Default::default())?.count, 216u32.into());
    /// assert_eq!(m.name(dice[2])?, "die[2]");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::int`].
    pub fn ints(
        &mut self,
        name: &str,
        n: usize,
        range: RangeInclusive<i64>,
    ) -> Result<Vec<Int>, ModelError> {
        (0..n).map(|i| self.int(format!("{name}[{i}]"), range.clone())).collect()
    }

    /// A new Boolean variable.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
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
        self.take_name(&name)?;
        let variables = &mut self.statement.variables;
        variables.own.push(name);
        variables.bools.push(BoolKind::Own(variables.own.len() as u32 - 1));
        let index = variables.bools.len() as u32 - 1;
        Ok(Bool { model: self.id, index, negated: false })
    }

    /// `n` new Boolean variables: `name[0]`, `name[1]`, ...
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let votes = m.bools("vote", 5)?;
    /// m.at_least(votes.iter().copied().sum::<clew::model::Expr>(), 3)?;
    /// assert_eq!(m.count(&Default::default())?.count, 16u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a name is taken.
    pub fn bools(&mut self, name: &str, n: usize) -> Result<Vec<Bool>, ModelError> {
        (0..n).map(|i| self.bool(format!("{name}[{i}]"))).collect()
    }

    /// The Boolean variable "x has this value"; no new variable, so it costs nothing. False where
    /// the value lies outside of the range.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
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
        let index = *self.values.entry((x, value)).or_insert_with(|| {
            bools.push(BoolKind::Is(x, value));
            bools.len() as u32 - 1
        });
        Ok(Bool { model: self.id, index, negated: false })
    }

    /// A new integer variable that equals an expression; its range is that of the expression.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// // Eight queens: columns and both diagonals differ.
    /// let mut m = clew::model::Model::new();
    /// let queens = m.ints("queen", 8, 0..=7)?;
    /// m.all_different(&queens)?;
    /// for sign in [1, -1] {
    ///     let diagonal = |(row, &q)| m.define(format!("{sign} {row}"), q + sign * row);
    ///     let diagonals: Vec<_> = (0..).zip(&queens).map(diagonal).collect::<Result<_, _>>()?;
    ///     m.all_different(&diagonals)?;
    /// }
    /// assert_eq!(m.count(&Default::default())?.count, 92u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::int`] and [`Model::equal`].
    pub fn define(
        &mut self,
        name: impl Into<String>,
        expression: impl Into<Expr>,
    ) -> Result<Int, ModelError> {
        let expression = expression.into();
        let (terms, constant) = self.sum(&expression)?;
        let (low, high) = self.statement.variables.range(&terms);
        let end = |v: i128| i64::try_from(v + i128::from(constant)).expect("sums were checked");
        let x = self.int(name, end(low)..=end(high))?;
        self.equal(x, expression)?;
        Ok(x)
    }

    /// The name of an integer variable.
    ///
    /// # Errors
    /// If it is of another model.
    pub fn name(&self, x: Int) -> Result<&str, ModelError> {
        Ok(self.statement.variables.int_name(self.own_int(x)?))
    }

    fn take_name(&mut self, name: &str) -> Result<(), ModelError> {
        if self.names.insert(name.to_string()) {
            Ok(())
        } else {
            Err(ModelError::NameTaken { name: name.to_string() })
        }
    }
}

/// # Constraints
impl Model {
    /// All of the variables have different values. Made domain consistent; about the number of
    /// variables times that of values a run.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let x = m.ints("x", 4, -1..=2)?;
    /// m.all_different(&x)?;
    /// assert_eq!(m.count(&Default::default())?.count, 24u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is given twice or of another model.
    pub fn all_different(&mut self, xs: &[Int]) -> Result<(), ModelError> {
        let xs = self.different_ints("all different", xs)?;
        self.post(Rule::AllDifferent(xs))
    }

    /// The two sides are equal. Bounds consistent, for `x = ±y + c` domain consistent; linear in the
    /// terms a run. So are the other comparisons.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// m.equal(3 * x + 5 * y, 31)?;
    /// let all = m.solve(9, &Default::default())?;
    /// let pairs: Vec<_> = all.solutions.iter().map(|s| (s[x], s[y])).collect();
    /// assert_eq!(pairs, [(2, 5), (7, 2)]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model, or the sum may pass [`MAX_SUM`].
    pub fn equal(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(a.into() - b.into(), Relation::Equal)
    }

    /// The two sides are not equal.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.different(x, y + 1)?;
    /// assert_eq!(m.count(&Default::default())?.count, 7u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub fn different(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(a.into() - b.into(), Relation::Different)
    }

    /// `a <= b`.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.at_most(x + y, 1)?;
    /// assert_eq!(m.count(&Default::default())?.count, 3u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub fn at_most(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(a.into() - b.into(), Relation::AtMost)
    }

    /// `a >= b`.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.at_least(2 * x, y + 3)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub fn at_least(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(b.into() - a.into(), Relation::AtMost)
    }

    /// `a < b`.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.less_than(x, y)?;
    /// assert_eq!(m.count(&Default::default())?.count, 3u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub fn less_than(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(a.into() - b.into() + 1, Relation::AtMost)
    }

    /// Each variable is smaller than the next.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let x = m.ints("x", 3, 1..=5)?;
    /// m.increasing(&x)?;
    /// assert_eq!(m.count(&Default::default())?.count, 10u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn increasing(&mut self, xs: &[Int]) -> Result<(), ModelError> {
        let xs = self.own_ints(xs)?;
        self.post(Rule::Chain { xs, strict: true })
    }

    /// No variable is larger than the next.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.non_decreasing(&x)?;
    /// assert_eq!(m.count(&Default::default())?.count, 10u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn non_decreasing(&mut self, xs: &[Int]) -> Result<(), ModelError> {
        let xs = self.own_ints(xs)?;
        self.post(Rule::Chain { xs, strict: false })
    }

    /// One of the Boolean variables at least is true. An empty clause has no solution.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let b = m.bools("b", 3)?;
    /// m.clause(&[b[0], !b[1], b[2]])?;
    /// assert_eq!(m.count(&Default::default())?.count, 7u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn clause(&mut self, bools: &[Bool]) -> Result<(), ModelError> {
        let lits = bools.iter().map(|&b| self.own_bool(b)).collect::<Result<_, _>>()?;
        self.post(Rule::Clause(lits))
    }

    /// If `a` is true, so is `b`.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let x = m.int("x", 0..=3)?;
    /// let (small, b) = (m.is(x, 0)?, m.bool("b")?);
    /// m.implies(small, b)?;
    /// assert_eq!(m.count(&Default::default())?.count, 7u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn implies(&mut self, a: Bool, b: Bool) -> Result<(), ModelError> {
        self.clause(&[!a, b])
    }

    /// The values of the variables are one of the rows. Rows with values outside of the ranges are
    /// allowed and say nothing. Domain consistent; a bit a row and value of memory.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", -9..=9)?);
    /// m.table(&[x, y], [[1, 5], [1, -5], [2, 7], [20, 0]])?;
    /// m.different(x, 2)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a row has another length than there are variables, there is no variable, or one is given
    /// twice or of another model.
    pub fn table<R: AsRef<[i64]>>(
        &mut self,
        xs: &[Int],
        rows: impl IntoIterator<Item = R>,
    ) -> Result<(), ModelError> {
        let rule = "table";
        let xs = self.different_ints(rule, xs)?;
        if xs.is_empty() {
            return Err(ModelError::Length { rule, found: 0, expected: 1 });
        }
        let mut all = Vec::new();
        for row in rows {
            let row = row.as_ref();
            expect_length(rule, row.len(), xs.len())?;
            all.extend_from_slice(row);
        }
        self.post(Rule::Table { xs, rows: all })
    }

    /// Boolean variable i says whether `x` has the value `first + i`; x has one of these values.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let (x, b) = (m.int("x", 0..=9)?, m.bools("b", 3)?);
    /// m.channel(x, 4, &b)?;
    /// m.clause(&[!b[1]])?;
    /// let all = m.solve(9, &Default::default())?.solutions;
    /// assert_eq!(all.iter().map(|s| (s[x], s[b[0]])).collect::<Vec<_>>(), [(4, true), (6, false)]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn channel(&mut self, x: Int, first: i64, bools: &[Bool]) -> Result<(), ModelError> {
        let x = self.own_int(x)?;
        let bools = bools.iter().map(|&b| self.own_bool(b)).collect::<Result<_, _>>()?;
        if !(-MAX_SUM..=MAX_SUM).contains(&first) {
            return Err(ModelError::Overflow);
        }
        self.post(Rule::Channel { x, first, bools })
    }

    /// `xs[i] = j` exactly if `ys[j] = i`, both counted from 0: two permutations, each the other's
    /// inverse. Clauses, as many as the square of the length.
    ///
    /// ```
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let mut m = clew::model::Model::new();
    /// let (seat, guest) = (m.ints("seat", 4, 0..=3)?, m.ints("guest", 4, 0..=3)?);
    /// m.inverse(&seat, &guest)?;
    /// m.equal(seat[1], 3)?;
    /// let all = m.solve(9, &Default::default())?.solutions;
    /// assert!(all.len() == 6 && all.iter().all(|s| s[guest[3]] == 1));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the lists differ in length, or a variable is given twice or of another model.
    pub fn inverse(&mut self, xs: &[Int], ys: &[Int]) -> Result<(), ModelError> {
        let rule = "inverse";
        expect_length(rule, ys.len(), xs.len())?;
        let xs = self.different_ints(rule, xs)?;
        let ys = self.different_ints(rule, ys)?;
        self.post(Rule::Inverse { xs, ys })
    }

    /// Each variable's value is a node of the graph that is joined to the next variable's. For each
    /// pair domain consistent.
    ///
    /// ```
    /// use clew::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let line = Graph::new(4, [[0, 1], [1, 2], [2, 3]])?;
    /// let mut m = Model::new();
    /// let at = m.ints("at", 4, 0..=3)?;
    /// m.walk(&line, &at)?;
    /// m.equal(at[0], 0)?;
    /// m.equal(at[3], 3)?;
    /// assert_eq!(m.count(&Default::default())?.count, 1u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is given twice or of another model.
    pub fn walk(&mut self, graph: &Graph, xs: &[Int]) -> Result<(), ModelError> {
        let xs = self.different_ints("walk", xs)?;
        self.post(Rule::Walk { graph: graph.clone(), xs })
    }

    /// The values of the two variables are nodes that are joined. Domain consistent.
    ///
    /// ```
    /// use clew::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let line = Graph::new(3, [[0, 1], [1, 2]])?;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// m.adjacent(&line, x, y)?;
    /// assert_eq!(m.count(&Default::default())?.count, 4u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::walk`].
    pub fn adjacent(&mut self, graph: &Graph, x: Int, y: Int) -> Result<(), ModelError> {
        self.walk(graph, &[x, y])
    }

    /// The nodes form a path that visits every node once; node v has the number `positions[v]`, and
    /// the first node of the path has the number `first`.
    ///
    /// ```
    /// use clew::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// // Rook moves on two rows of three cells.
    /// let board = Graph::from_fn(6, |a, b| b == a + 3 || (b == a + 1 && b != 3));
    /// let mut m = Model::new();
    /// let number = m.ints("number", 6, 1..=6)?;
    /// m.path(&board, &number, 1)?;
    /// assert_eq!(m.count(&Default::default())?.count, 16u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many variables as nodes, or one is given twice or of another model.
    pub fn path(&mut self, graph: &Graph, positions: &[Int], first: i64) -> Result<(), ModelError> {
        expect_length("path", positions.len(), graph.nodes() as usize)?;
        let positions = self.different_ints("path", positions)?;
        if !(-MAX_SUM..=MAX_SUM).contains(&first) {
            return Err(ModelError::Overflow);
        }
        self.post(Rule::Path { graph: graph.clone(), positions, first })
    }

    /// From each node v along an edge to the node `successors[v]`: one circuit that visits every
    /// node once.
    ///
    /// ```
    /// use clew::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew::model::ModelError> {
    /// let complete = Graph::from_fn(5, |_, _| true);
    /// let mut m = Model::new();
    /// let next = m.ints("next", 5, 0..=4)?;
    /// m.circuit(&complete, &next)?;
    /// assert_eq!(m.count(&Default::default())?.count, 24u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many variables as nodes, or one is given twice or of another model.
    pub fn circuit(&mut self, graph: &Graph, successors: &[Int]) -> Result<(), ModelError> {
        expect_length("circuit", successors.len(), graph.nodes() as usize)?;
        let successors = self.different_ints("circuit", successors)?;
        self.post(Rule::Circuit { graph: graph.clone(), successors })
    }

    fn post(&mut self, rule: Rule) -> Result<(), ModelError> {
        self.statement.rules.push(rule);
        Ok(())
    }

    /// `difference` compares so with 0.
    fn compare(&mut self, difference: Expr, relation: Relation) -> Result<(), ModelError> {
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
    fn sum(&self, e: &Expr) -> Result<(Vec<(i64, Operand)>, i64), ModelError> {
        if e.models.iter().any(|&m| m != self.id) {
            return Err(ModelError::Foreign);
        }
        let e = e.clone().merged();
        let limit = i128::from(MAX_SUM);
        let mut most = e.constant.saturating_abs();
        let mut terms = Vec::with_capacity(e.terms.len());
        for (c, x) in e.terms {
            let size = match x {
                Operand::Int(x) => {
                    let x = self.statement.variables.ints.get(x as usize);
                    let x = x.ok_or(ModelError::Foreign)?;
                    // Inside, values are counted from an end of a range that may be wider.
                    i128::from(x.low.abs().max(x.high.abs())) + i128::from(2 * MAX_VALUES)
                }
                Operand::Bool(b) => {
                    let known = (b as usize) < self.statement.variables.bools.len();
                    i128::from(known.then_some(1).ok_or(ModelError::Foreign)?)
                }
            };
            most = most.saturating_add(c.saturating_abs().saturating_mul(size));
            terms.push((i64::try_from(c).map_err(|_| ModelError::Overflow)?, x));
        }
        if most >= limit {
            return Err(ModelError::Overflow);
        }
        Ok((terms, i64::try_from(e.constant).map_err(|_| ModelError::Overflow)?))
    }

    pub(super) fn own_int(&self, x: Int) -> Result<u32, ModelError> {
        let known = x.model == self.id && (x.index as usize) < self.statement.variables.ints.len();
        known.then_some(x.index).ok_or(ModelError::Foreign)
    }

    pub(super) fn own_bool(&self, b: Bool) -> Result<Literal, ModelError> {
        let bools = &self.statement.variables.bools;
        let known = b.model == self.id && (b.index as usize) < bools.len();
        let literal = Literal { index: b.index, negated: b.negated };
        known.then_some(literal).ok_or(ModelError::Foreign)
    }

    fn own_ints(&self, xs: &[Int]) -> Result<Vec<u32>, ModelError> {
        xs.iter().map(|&x| self.own_int(x)).collect()
    }

    fn different_ints(&self, rule: &'static str, xs: &[Int]) -> Result<Vec<u32>, ModelError> {
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

    /// The number by which this model's handles know it.
    pub(super) fn id(&self) -> u32 {
        self.id
    }
}

fn expect_length(rule: &'static str, found: usize, expected: usize) -> Result<(), ModelError> {
    if found == expected { Ok(()) } else { Err(ModelError::Length { rule, found, expected }) }
}
