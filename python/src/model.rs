//! User-defined models: variables, constraints with operators, and questions.

mod constraint;
mod globals;
mod operators;
mod outside;
mod solution;
mod variables;

pub use constraint::Constraint;
pub use globals::*;
pub use outside::{Exported, ModelGrid};
pub use solution::{ModelReply, ModelSolution};
pub use variables::{BoolVar, Expr, IntVar};

use constraint::comparison;
use variables::expected;

use crate::asking::Asking;
use crate::errors::{ClewError, NoSolution, failed, limit, unsuited};
use crate::lock::{locked, run};
use clew::api::Failure;
use clew::model::{self as stated, Bool, Goal, Int, ModelError, Outcome, Variable};
use clew::strategy::Options;
use num_bigint::BigUint;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Mutex;

/// Variables and constraints of one's own, and questions about their solutions.
///
/// ``model.add(x + 2 * y <= 7)`` or ``model += clew.all_different(row)`` state constraints. Questions take the keywords of
/// `Options`, as those about puzzles do. Every solution is held against the plain meaning of each constraint.
#[pyclass(frozen, module = "clew")]
pub struct Model(Mutex<Stated>);

/// A model under construction.
pub struct Stated {
    model: stated::Model,
    /// The number of variables and names so far.
    made: usize,
}

impl Stated {
    /// The given name, or a new one.
    fn name(&mut self, given: Option<String>, letter: char) -> String {
        self.made += 1;
        given.unwrap_or_else(|| format!("{letter}{}", self.made))
    }
}

/// The exception for a mistake in a statement.
fn misstated(why: ModelError) -> PyErr {
    match why {
        ModelError::Run(why) => failed(Failure::from_run(why, true)),
        why => unsuited(why.to_string()),
    }
}

#[pymethods]
impl Model {
    /// A model without variables.
    #[new]
    fn new() -> Model {
        Model(Mutex::new(Stated { model: stated::Model::new(), made: 0 }))
    }

    /// A new integer variable with the values from ``low`` to ``high``, both included: fewer than 2**32 values.
    ///
    /// Raises `Unsuited` if the range is empty or too wide, or the name is taken.
    #[pyo3(signature = (low, high, name = None))]
    fn int(&self, low: i64, high: i64, name: Option<String>) -> PyResult<IntVar> {
        self.new_int(name, |model, name| model.int(name, low..=high))
    }

    /// ``n`` new integer variables of one range, ``name[0]``, ``name[1]``, ...
    #[pyo3(signature = (n, low, high, name = None))]
    fn ints(&self, n: usize, low: i64, high: i64, name: Option<String>) -> PyResult<Vec<IntVar>> {
        let mut stated = locked(&self.0);
        let name = stated.name(name, 'x');
        let all = stated.model.ints(&name, n, low..=high).map_err(misstated)?;
        let named = |(i, handle)| IntVar { handle, name: format!("{name}[{i}]") };
        Ok(all.into_iter().enumerate().map(named).collect())
    }

    /// ``rows`` times ``cols`` new integer variables of one range, a list of rows.
    #[pyo3(signature = (rows, cols, low, high, name = None))]
    fn grid(
        &self,
        rows: usize,
        cols: usize,
        low: i64,
        high: i64,
        name: Option<String>,
    ) -> PyResult<Vec<Vec<IntVar>>> {
        let name = locked(&self.0).name(name, 'x');
        let row = |r: usize| self.ints(cols, low, high, Some(format!("{name}[{r}]")));
        (0..rows).map(row).collect()
    }

    /// A new Boolean variable. ``~b`` is its negation, ``a | b`` a clause; in sums it counts 1 while it is true.
    #[pyo3(signature = (name = None))]
    fn bool(&self, name: Option<String>) -> PyResult<BoolVar> {
        self.new_bool(name, |model, name| model.bool(name))
    }

    /// ``n`` new Boolean variables.
    #[pyo3(signature = (n, name = None))]
    fn bools(&self, n: usize, name: Option<String>) -> PyResult<Vec<BoolVar>> {
        let mut stated = locked(&self.0);
        let name = stated.name(name, 'b');
        let all = stated.model.bools(&name, n).map_err(misstated)?;
        let named = |(i, handle)| BoolVar { handle, name: format!("{name}[{i}]") };
        Ok(all.into_iter().enumerate().map(named).collect())
    }

    /// The Boolean variable that states that ``x`` has this value; it costs nothing.
    #[pyo3(name = "is_")]
    fn is(&self, x: &IntVar, value: i64) -> PyResult<BoolVar> {
        let handle = locked(&self.0).model.is(x.handle, value).map_err(misstated)?;
        Ok(BoolVar { handle, name: format!("{} = {value}", x.name) })
    }

    /// A new integer variable that equals an expression.
    #[pyo3(signature = (expression, name = None))]
    fn define(&self, expression: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<IntVar> {
        let expression = expected(expression)?;
        self.new_int(name, |model, name| model.define(name, expression))
    }

    /// A new Boolean variable that is true exactly if a comparison holds: ``m.truth(x + y >= 5)``.
    #[pyo3(signature = (holds, name = None))]
    fn truth(&self, holds: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<BoolVar> {
        let comparison = comparison(holds)?;
        self.new_bool(name, |model, name| model.truth(name, comparison))
    }

    /// From now on two solutions differ only if one of these variables does; further calls add variables. All others
    /// are auxiliary: of solutions that differ only in auxiliary variables, one is found.
    ///
    /// Each solution is then a search of its own. Optima are not affected by this.
    fn tell_apart_by(&self, variables: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut all: Vec<Variable> = Vec::new();
        for variable in variables.try_iter()? {
            let variable = variable?;
            all.push(match (variable.cast::<IntVar>(), variable.cast::<BoolVar>()) {
                (Ok(x), _) => x.get().handle.into(),
                (_, Ok(b)) => b.get().handle.into(),
                _ => return Err(PyTypeError::new_err("variables are expected")),
            });
        }
        locked(&self.0).model.tell_apart_by(&all).map_err(misstated)
    }

    /// States constraints: a constraint, a Boolean variable, which is true then, or a list or generator of them.
    ///
    /// Raises `Unsuited` if a variable is of another model, is given twice where each is given once, or a sum may overflow.
    #[pyo3(signature = (*constraints))]
    fn add(&self, constraints: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
        constraints.iter().try_for_each(|constraint| self.state(constraint))
    }

    fn __iadd__(&self, constraint: &Bound<'_, PyAny>) -> PyResult<()> {
        self.state(constraint)
    }

    /// The name of the constraints that are stated from now on, until another is given; an empty one ends this.
    /// Messages and the rows of `export` show it.
    fn name_constraints(&self, name: &str) {
        locked(&self.0).model.name_constraints(name);
    }

    /// The model in the language of another solver: ``"lp"``, ``"mps"``, ``"opb"``, ``"cnf"``, ``"fzn"`` (FlatZinc) or ``"mzn"``
    /// (MiniZinc), with an objective if ``minimize`` or ``maximize`` is an expression.
    ///
    /// Constraints become rows; ``read`` of the returned object takes the solver's output. Raises `Unsuited` if the
    /// language cannot state the model, or it becomes too large.
    #[pyo3(signature = (to, *, minimize = None, maximize = None))]
    fn export(
        &self,
        py: Python<'_>,
        to: &str,
        minimize: Option<&Bound<'_, PyAny>>,
        maximize: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Exported> {
        let goal = match (minimize, maximize) {
            (None, None) => Goal::Satisfy,
            (Some(sum), None) => Goal::Minimize(expected(sum)?),
            (None, Some(sum)) => Goal::Maximize(expected(sum)?),
            (Some(_), Some(_)) => return Err(unsuited("minimize and maximize exclude each other")),
        };
        let model = locked(&self.0).model.clone();
        let written = run(py, &Asking::default(), |_, _| model.export(to, &goal))?;
        written.map(Exported).map_err(misstated)
    }

    /// Whether it has no solution, one or several: a reply with two at most.
    #[pyo3(signature = (**options))]
    fn check(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<ModelReply> {
        self.ask(py, options, |model, options| model.check(options))
    }

    /// A solution.
    ///
    /// Raises `NoSolution`, or `LimitReached` if a limit came first.
    #[pyo3(signature = (**options))]
    fn solve(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<ModelSolution> {
        let reply = self.ask(py, options, |model, options| model.solve(1, options))?;
        match reply.found().into_iter().next() {
            Some(solution) => Ok(solution),
            None if reply.outcome.exact => Err(NoSolution::new_err("there is no solution")),
            None => {
                Err(limit(reply.outcome.stopped, "a limit came before a solution was found", None))
            }
        }
    }

    /// All solutions, or at most ``limit``, as a list.
    ///
    /// Raises `LimitReached`, whose ``partial`` is the list of those that were found, if time, decisions or memory ended first.
    #[pyo3(signature = (limit = None, **options))]
    fn solutions(
        &self,
        py: Python<'_>,
        limit: Option<usize>,
        options: Option<Asking>,
    ) -> PyResult<Vec<ModelSolution>> {
        let most = limit.unwrap_or(usize::MAX);
        if most == 0 {
            return Ok(Vec::new());
        }
        let reply = self.ask(py, options, |model, options| model.solve(most, options))?;
        let found = reply.found();
        if reply.outcome.exact || found.len() >= most {
            return Ok(found);
        }
        let message = format!("a limit came after {} solutions", found.len());
        let found = found.into_pyobject(py)?.into_any().unbind();
        Err(crate::errors::limit(reply.outcome.stopped, &message, Some(found)))
    }

    /// The exact number of solutions: two differ in the value of a variable.
    ///
    /// Raises `LimitReached`, whose ``partial`` is a lower bound of the number.
    #[pyo3(signature = (**options))]
    fn count(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<BigUint> {
        let reply = self.ask(py, options, |model, options| model.count(options))?;
        let count = reply.outcome.count.clone();
        if reply.outcome.exact {
            return Ok(count);
        }
        let known = count.into_pyobject(py)?.into_any().unbind();
        Err(limit(
            reply.outcome.stopped,
            "a limit came before all solutions were counted",
            Some(known),
        ))
    }

    /// A solution in which the expression is as small as possible: a reply whose `exact` is whether that is proved.
    #[pyo3(signature = (expression, **options))]
    fn minimize(
        &self,
        py: Python<'_>,
        expression: &Bound<'_, PyAny>,
        options: Option<Asking>,
    ) -> PyResult<ModelReply> {
        let expression = expected(expression)?;
        self.ask(py, options, |model, options| model.minimize(expression, options))
    }

    /// A solution in which the expression is as large as possible; otherwise as `minimize`.
    #[pyo3(signature = (expression, **options))]
    fn maximize(
        &self,
        py: Python<'_>,
        expression: &Bound<'_, PyAny>,
        options: Option<Asking>,
    ) -> PyResult<ModelReply> {
        let expression = expected(expression)?;
        self.ask(py, options, |model, options| model.maximize(expression, options))
    }
}

impl Model {
    fn new_int(
        &self,
        name: Option<String>,
        make: impl FnOnce(&mut stated::Model, &str) -> Result<Int, ModelError>,
    ) -> PyResult<IntVar> {
        let mut stated = locked(&self.0);
        let name = stated.name(name, 'x');
        let handle = make(&mut stated.model, &name).map_err(misstated)?;
        Ok(IntVar { handle, name })
    }

    fn new_bool(
        &self,
        name: Option<String>,
        make: impl FnOnce(&mut stated::Model, &str) -> Result<Bool, ModelError>,
    ) -> PyResult<BoolVar> {
        let mut stated = locked(&self.0);
        let name = stated.name(name, 'b');
        let handle = make(&mut stated.model, &name).map_err(misstated)?;
        Ok(BoolVar { handle, name })
    }

    fn state(&self, constraint: &Bound<'_, PyAny>) -> PyResult<()> {
        let refused = "a constraint, a Boolean variable or a list of them is expected";
        if let Ok(constraint) = constraint.cast::<Constraint>() {
            let mut stated = locked(&self.0);
            return (constraint.get().post)(&mut stated).map_err(misstated);
        }
        if let Ok(holds) = constraint.cast::<BoolVar>() {
            return locked(&self.0).model.clause(&[holds.get().handle]).map_err(misstated);
        }
        // The truth of a comparison of numbers is no constraint: it was decided before the model received it.
        let items = constraint.try_iter().map_err(|_| PyTypeError::new_err(refused))?;
        for item in items {
            self.state(&item?)?;
        }
        Ok(())
    }

    fn ask(
        &self,
        py: Python<'_>,
        options: Option<Asking>,
        ask: impl FnOnce(&stated::Model, &Options) -> Result<Outcome, ModelError> + Send,
    ) -> PyResult<ModelReply> {
        let asking = options.unwrap_or_default();
        asking.members.done()?;
        // The clone has the handles made so far, while other threads may continue to state constraints.
        let model = locked(&self.0).model.clone();
        let outcome = run(py, &asking, |options, _| ask(&model, &options))?.map_err(misstated)?;
        if outcome.stopped == Some(clew::run::Stop::Defect) {
            return Err(ClewError::new_err(clew::api::guarded::DEFECT));
        }
        Ok(ModelReply { outcome })
    }
}
