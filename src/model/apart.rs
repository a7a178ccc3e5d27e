//! By which variables solutions differ, if not by all: one question after another for a solution that differs
//! from those before it.

use super::builder::Model;
use super::error::ModelError;
use super::family::puzzle;
use super::global::Global;
use super::handle::{Bool, Int};
use super::posting::{Posting, STEPS_A_CLAUSE};
use super::rule::{Rule, Stated};
use super::statement::{Apart, Statement};
use super::stating::Stating;
use super::variables::{Literal, Values};
use crate::strategy::{self, Options, RunError, Task};
use clew_engine::kernel::Halt;
use clew_engine::run::{Stats, Stop};
use clew_puzzles::puzzle::{Answer, Puzzle};
use std::sync::Arc;

/// A variable of a model, of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// An integer variable.
    Int(Int),
    /// A Boolean variable.
    Bool(Bool),
}

impl From<Int> for Variable {
    fn from(x: Int) -> Variable {
        Variable::Int(x)
    }
}

impl From<Bool> for Variable {
    fn from(b: Bool) -> Variable {
        Variable::Bool(b)
    }
}

/// # What a solution is
impl Model {
    /// From now on two solutions differ only if one of these variables does: all others are aids, and of
    /// solutions that differ in aids only one is met. Called again, these variables are added to those given
    /// before; by default solutions differ by all variables. Best values are not touched by this.
    ///
    /// Each solution is then a search of its own, from the root: right for a check and for some solutions, slow
    /// for counts of thousands. Variables that constraints make for themselves never count, so this is for aids
    /// that you make and that the others do not determine.
    ///
    /// ```
    /// use clew::model::{Comparison, Model, Verdict};
    ///
    /// # fn main() -> Result<(), clew::model::ModelError> {
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

/// How a question is put to the strategies.
pub(super) type Ask<'a> =
    dyn FnMut(&Puzzle, Task, &Options) -> Result<strategy::Outcome, RunError> + 'a;

/// Answers a question: by the strategies as it is, or, where only some variables tell solutions apart, by
/// one question after another. Then all solutions that were met are answers.
///
/// # Errors
/// If the model can have no network, or the options ask for what there is not.
pub(super) fn answer(
    statement: &Arc<Statement>,
    task: Task,
    options: &Options,
    ask: &mut Ask<'_>,
) -> Result<strategy::Outcome, ModelError> {
    let by = statement.apart.as_ref().filter(|_| options.goal.is_none());
    let Some(by) = by else {
        return Ok(ask(&puzzle(statement, options)?, task, options)?);
    };
    let limit = match task {
        Task::Check => 2,
        Task::Solve { limit } => limit,
        Task::Count => usize::MAX,
    };
    let mut asked = Statement::clone(statement);
    let (mut met, mut stats, mut kept) = (Vec::new(), Stats::default(), 0usize);
    loop {
        let budget = match options.budget.nodes {
            Some(nodes) => options.budget.at_most_nodes(nodes.saturating_sub(stats.nodes)),
            None => options.budget.clone(),
        };
        let options = Options { budget, ..options.clone() };
        let puzzle = puzzle(&Arc::new(asked.clone()), &options)?;
        let mut run = ask(&puzzle, Task::Solve { limit: 1 }, &options)?;
        stats.add(&run.stats);
        let found = run.answers.pop();
        // Nothing is left, something stopped it, or there are as many as were asked for.
        let mut stopped = run.stopped;
        if let Some(Answer::Values(values)) = found {
            let another = Another::than(by, statement, &values);
            kept += 8 * (values.len() + another.size());
            asked.rules.push(Rule::Global(Stated(Arc::new(another))));
            met.push(Answer::Values(values));
            stopped = Some(Stop::Limit).filter(|_| met.len() >= limit);
            if stopped.is_none() && kept > options.budget.memory {
                stopped = Some(Stop::Memory);
            }
            if stopped.is_none() {
                continue;
            }
            run.exact = false;
        }
        run.stopped = stopped;
        run.count = met.len().into();
        run.answers = met;
        run.stats = stats;
        return Ok(run);
    }
}

/// A solution that differs from one that was met.
#[derive(Debug)]
struct Another {
    ints: Vec<(u32, i64)>,
    bools: Vec<(Literal, bool)>,
}

impl Another {
    fn than(by: &Apart, statement: &Statement, all: &[i64]) -> Another {
        let values = Values { of: &statement.variables, all };
        Another {
            ints: by.ints.iter().map(|&x| (x, values.int(x))).collect(),
            bools: by.bools.iter().map(|&b| (b, values.holds(b))).collect(),
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
        self.ints.len() + self.bools.len()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        self.ints.iter().any(|&(x, v)| values.int(x) != v)
            || self.bools.iter().any(|&(b, was)| values.holds(b) != was)
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
        Ok(into.clause(clause)?)
    }

    fn state(&self, into: &mut Stating<'_>) -> Result<(), String> {
        let mut others = Vec::with_capacity(self.size());
        for &(x, v) in &self.ints {
            others.push(into.is(x, v)?.denied());
        }
        for &(b, was) in &self.bools {
            let b = into.literal(b)?;
            others.push(if was { b.denied() } else { b });
        }
        into.clause(&others)
    }
}
