//! The results of a run: solutions that are read by handle, and figures.

use super::error::ModelError;
use super::expr::{Expr, Operand};
use super::handle::{Bool, Int, Lineage, Mentions, Variable};
use super::statement::Statement;
use super::variables::{Literal, Values};
use clew_engine::run::Stop;
use clew_engine::search::profile::Row;
use clew_puzzle::puzzle::Answer;
use clew_solve::strategy::{self, Verdict};
use serde_json::{Value, json};
use std::ops::{Deref, Index};
use std::sync::Arc;

/// Values of all variables of a model, checked against every constraint.
///
/// ```
/// # fn main() -> Result<(), clew_model::model::ModelError> {
/// let mut m = clew_model::model::Model::new();
/// let (x, b) = (m.int("x", 3..=9)?, m.bool("b")?);
/// m.at_most(x + b, 3)?;
/// let all = m.solve(1, &Default::default())?;
/// let solution = &all.solutions[0];
/// assert_eq!(solution[x], solution.value(x));
/// assert_eq!((solution[x], solution[b], solution[!b]), (3, false, true));
/// let named: Vec<_> = solution.ints().collect();
/// assert_eq!(named, [("x", 3)]);
/// assert_eq!(solution.bools().collect::<Vec<_>>(), [("b", false)]);
/// # Ok(()) }
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    lineage: Arc<Lineage>,
    statement: Arc<Statement>,
    values: Vec<i64>,
}

impl Solution {
    /// An answer of the strategies to a question about a model.
    pub(super) fn from_answer(
        lineage: &Arc<Lineage>,
        statement: &Arc<Statement>,
        answer: Answer,
    ) -> Option<Solution> {
        match answer {
            Answer::Values(values) => {
                Some(Solution { lineage: lineage.clone(), statement: statement.clone(), values })
            }
            _ => None,
        }
    }

    /// The value of an integer variable.
    ///
    /// # Panics
    /// If the variable is of another model, or was made after the model was solved.
    pub fn value(&self, x: Int) -> i64 {
        self[x]
    }

    /// Whether a Boolean variable is true.
    ///
    /// # Panics
    /// If the variable is of another model, or was made after the model was solved.
    pub fn holds(&self, b: Bool) -> bool {
        self.expect(b);
        let of = &self.statement.variables;
        let literal = Literal { index: b.index, negated: b.negated };
        Values { of, all: &self.values }.holds(literal)
    }

    /// The value of an expression: of a variable, a Boolean variable (1 while it is true) or a sum of them. `None` if a
    /// variable is of another model or was made after the model was solved, or if the sum leaves 64 bits.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, b) = (m.int("x", 3..=3)?, m.bool("b")?);
    /// m.clause(&[!b])?;
    /// let all = m.solve(1, &Default::default())?;
    /// assert_eq!(all.solutions[0].evaluate(2 * x + 5 * b - 1), Some(5));
    /// let later = m.int("later", 0..=1)?;
    /// assert_eq!(all.solutions[0].evaluate(later), None);
    /// # Ok(()) }
    /// ```
    pub fn evaluate(&self, e: impl Into<Expr>) -> Option<i64> {
        self.try_evaluate(e).ok()
    }

    /// The same with the reason why there is no value.
    ///
    /// # Errors
    /// [`ModelError::Foreign`] if a variable is of another model or was made after the model was solved,
    /// [`ModelError::Overflow`] if the sum leaves 64 bits.
    pub fn try_evaluate(&self, e: impl Into<Expr>) -> Result<i64, ModelError> {
        let e = e.into();
        let of = &self.statement.variables;
        let known = |&m: &Mentions| self.lineage.knows(m, of.ints.len(), of.bools.len());
        if !e.mentions.iter().all(known) {
            return Err(ModelError::Foreign);
        }
        if e.overflowed {
            return Err(ModelError::Overflow);
        }
        let values = Values { of, all: &self.values };
        let term = |sum: i128, &(c, x): &(i128, Operand)| {
            sum.checked_add(c.checked_mul(i128::from(values.operand(x)))?)
        };
        let sum = e.terms.iter().try_fold(e.constant, term);
        sum.and_then(|sum| i64::try_from(sum).ok()).ok_or(ModelError::Overflow)
    }

    /// The values of variables in rows, Boolean ones as 0 and 1, as [`Grid`](crate::report::Grid) draws them.
    ///
    /// # Panics
    /// As [`Solution::value`].
    pub fn grid<V: Copy + Into<Variable>>(&self, rows: &[impl AsRef<[V]>]) -> Vec<Vec<i64>> {
        let value = |&of: &V| match of.into() {
            Variable::Int(x) => self[x],
            Variable::Bool(b) => i64::from(self[b]),
        };
        rows.iter().map(|row| row.as_ref().iter().map(value).collect()).collect()
    }

    fn expect(&self, handle: impl Into<Mentions>) {
        let of = &self.statement.variables;
        let known = self.lineage.knows(handle, of.ints.len(), of.bools.len());
        assert!(
            known,
            "the variable is of this solution's model, and was there when it was solved"
        );
    }

    /// The names and values of the integer variables, in the order they were made in.
    pub fn ints(&self) -> impl Iterator<Item = (&str, i64)> + '_ {
        let ints = &self.statement.variables.ints;
        ints.iter().map(|x| x.name.as_str()).zip(self.values.iter().copied())
    }

    /// The names and values of the Boolean variables, in the order they were made in.
    pub fn bools(&self) -> impl Iterator<Item = (&str, bool)> + '_ {
        let of = &self.statement.variables;
        let values = self.values[of.ints.len()..].iter().map(|&v| v == 1);
        of.own.iter().map(String::as_str).zip(values)
    }

    /// Its values, as the strategies have answers.
    pub(super) fn answer(&self) -> Answer {
        Answer::Values(self.values.clone())
    }

    /// The value of the objective, if there was one.
    pub(super) fn objective(&self) -> Option<i64> {
        self.statement.value(&self.values)
    }

    fn json(&self) -> Value {
        let mut object = json!({});
        for (name, v) in self.ints() {
            object[name] = json!(v);
        }
        for (name, v) in self.bools() {
            object[name] = json!(v);
        }
        object
    }
}

impl Index<Int> for Solution {
    type Output = i64;

    fn index(&self, x: Int) -> &i64 {
        self.expect(x);
        &self.values[x.index as usize]
    }
}

impl Index<Bool> for Solution {
    type Output = bool;

    fn index(&self, b: Bool) -> &bool {
        if self.holds(b) { &true } else { &false }
    }
}

/// Reads the answers of the strategies as solutions of a model.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    lineage: Arc<Lineage>,
    statement: Arc<Statement>,
}

impl Reader {
    pub(super) fn new(lineage: &Lineage, statement: &Arc<Statement>) -> Reader {
        Reader { lineage: Arc::new(lineage.clone()), statement: statement.clone() }
    }

    /// `None` for an answer to something else.
    pub fn read(&self, answer: &Answer) -> Option<Solution> {
        Solution::from_answer(&self.lineage, &self.statement, answer.clone())
    }
}

/// The result of a run on a model: the results that strategies give for any puzzle (count, whether it is exact, the
/// limit that stopped it, figures; see [`strategy::Outcome`], to which this dereferences), and solutions by handle. The
/// answers of that outcome are the first two of these solutions.
///
/// ```
/// use clew_model::model::Model;
/// use clew_solve::strategy::Verdict;
///
/// # fn main() -> Result<(), clew_model::model::ModelError> {
/// let mut m = Model::new();
/// let x = m.int("x", 0..=9)?;
/// m.equal(3 * x, 12)?;
/// let outcome = m.check(&Default::default())?;
/// assert_eq!((outcome.verdict(), outcome.exact), (Verdict::Unique, true));
/// assert_eq!(outcome.solutions[0][x], 4);
/// let json = outcome.to_json();
/// assert!(json.contains(r#""verdict":"unique""#) && json.contains(r#""solutions":[{"x":4}]"#));
/// # Ok(()) }
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Solutions, each checked against every constraint.
    pub solutions: Vec<Solution>,
    run: strategy::Outcome,
}

impl Deref for Outcome {
    type Target = strategy::Outcome;

    fn deref(&self) -> &strategy::Outcome {
        &self.run
    }
}

impl Outcome {
    pub(super) fn new(
        lineage: &Lineage,
        statement: &Arc<Statement>,
        mut run: strategy::Outcome,
    ) -> Outcome {
        let lineage = Arc::new(lineage.clone());
        let solution = |answer| Solution::from_answer(&lineage, statement, answer);
        let answers = std::mem::take(&mut run.answers);
        // The verdict of a run depends on whether two answers differ. Further answers are not held twice.
        run.answers = answers.iter().take(2).cloned().collect();
        Outcome { solutions: answers.into_iter().filter_map(solution).collect(), run }
    }

    /// The value of the objective at the best solution found; proved to be the best of all if the
    /// outcome is exact. `None` if there is no objective or no solution.
    pub fn objective(&self) -> Option<i64> {
        self.solutions.first().and_then(Solution::objective)
    }

    /// A value of the objective that no solution passes, where one is known: with the value of [`Outcome::objective`] it
    /// makes the gap. That value itself, if it is proved to be the best; `None` without a solution.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// assert_eq!(m.maximize(x, &Default::default())?.bound(), Some(9));
    /// # Ok(()) }
    /// ```
    pub fn bound(&self) -> Option<i64> {
        self.run.best?.bound
    }

    /// Whether solutions, not their number, were requested and found: the best one, or as many as requested.
    fn is_solved(&self) -> bool {
        match self.run.best {
            Some(best) => best.proved,
            None => {
                self.run.verdict() == Verdict::Unknown
                    && self.run.stopped == Some(Stop::Limit)
                    && !self.solutions.is_empty()
            }
        }
    }

    /// The outcome as a JSON object on one line: `schema`, `verdict`, `count` (decimal digits),
    /// `exact`, `stopped`, `objective` and `objective_proved` where there is one, `objective_bound` where one is known,
    /// `solutions` (a value for each name), `network`, `search`, `nodes`, `failures`, `time_ms`.
    pub fn to_json(&self) -> String {
        let run = &self.run;
        let mut object = json!({
            "schema": "clew-model-result/1",
            "verdict": if self.is_solved() { "solved" } else { run.verdict().keyword() },
            "count": run.count.to_string(),
            "exact": run.exact,
            "stopped": run.stopped.map(|s| s.keyword()),
        });
        if let Some(objective) = self.objective() {
            object["objective"] = json!(objective);
            object["objective_proved"] = json!(run.exact);
            self.bound().into_iter().for_each(|bound| object["objective_bound"] = json!(bound));
        }
        object["solutions"] = self.solutions.iter().map(Solution::json).collect();
        object["network"] = json!(run.network);
        object["search"] = json!(run.how);
        object["nodes"] = json!(run.stats.nodes);
        object["failures"] = json!(run.stats.failures);
        let time = run.init_time + run.solve_time;
        object["time_ms"] = json!((time.as_secs_f64() * 1e6).round() / 1e3);
        object.to_string()
    }
}

/// An outcome with the counters of each kind of propagator.
#[derive(Clone, Debug)]
pub struct Profiled {
    /// The result of the run.
    pub outcome: Outcome,
    /// Per name of a propagator its figures, the most expensive first.
    pub propagators: Vec<(&'static str, Row)>,
    /// Per name of constraints ([`Model::name_constraints`](super::Model::name_constraints)) the figures of their
    /// propagators, the most expensive first. Clauses have none, nor has a chain of strict comparisons.
    pub constraints: Vec<(String, Row)>,
}
