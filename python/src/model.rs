//! The core of models: variables by their numbers, constraints as methods, questions. The Python of the package states
//! models with it; operators, constraints under conditions and replies are there.

mod rules;

pub use rules::{check_automaton, one_way};

use crate::asking::Asking;
use crate::document::result;
use crate::errors::{ClewError, failed, unsuited};
use crate::lock::{locked, run};
use crate::reply::facts;
use crate::values::loads;
use clew::api::Failure;
use clew::model::{
    self as stated, Bool, Exported as Written, Expr, Goal, Int, ModelError, Outcome, Solution,
    Variable,
};
use clew::puzzle::Entry;
use clew::strategy::{Options, Task};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// A model under construction.
#[pyclass(frozen, module = "clew._clew")]
pub struct Core(Mutex<Stated>);

/// A model with its variables in the order in which they were made.
#[derive(Clone, Default)]
struct Stated {
    model: stated::Model,
    ints: Vec<Int>,
    bools: Vec<Bool>,
}

/// A sum: coefficients of integer variables, coefficients of literals, a constant. A literal is the number of a Boolean
/// variable, counted from 1, and negative for its negation.
#[derive(FromPyObject)]
struct Sum(Vec<(i64, usize)>, Vec<(i64, i64)>, i64);

/// A model that was read: the names of its integer variables with their ranges, those of its Boolean variables.
type ReadModel = (Core, Vec<(String, i64, i64)>, Vec<String>);

impl Stated {
    fn int(&self, x: usize) -> Result<Int, ModelError> {
        self.ints.get(x).copied().ok_or(ModelError::Foreign)
    }

    fn ints(&self, xs: &[usize]) -> Result<Vec<Int>, ModelError> {
        xs.iter().map(|&x| self.int(x)).collect()
    }

    fn literal(&self, l: i64) -> Result<Bool, ModelError> {
        let index = usize::try_from(l.unsigned_abs()).ok().and_then(|n| n.checked_sub(1));
        let b = index.and_then(|n| self.bools.get(n)).copied().ok_or(ModelError::Foreign)?;
        Ok(if l < 0 { !b } else { b })
    }

    fn literals(&self, ls: &[i64]) -> Result<Vec<Bool>, ModelError> {
        ls.iter().map(|&l| self.literal(l)).collect()
    }

    fn sum(&self, Sum(ints, bools, constant): &Sum) -> Result<Expr, ModelError> {
        let mut parts = vec![Expr::from(*constant)];
        for &(factor, x) in ints {
            parts.push(Expr::from(self.int(x)?) * factor);
        }
        for &(factor, l) in bools {
            parts.push(Expr::from(self.literal(l)?) * factor);
        }
        Ok(parts.into_iter().sum())
    }

    /// The values of a solution: those of the integer variables, and of the Boolean ones.
    fn values(&self, of: &Solution) -> (Vec<i64>, Vec<bool>) {
        let ints = self.ints.iter().map(|&x| of.value(x)).collect();
        (ints, self.bools.iter().map(|&b| of.holds(b)).collect())
    }

    /// The outcome of a question, an object of Python.
    fn outcome<'py>(&self, py: Python<'py>, of: &Outcome) -> PyResult<Bound<'py, PyAny>> {
        let facts = facts(py, of, of.verdict().keyword())?;
        let solutions: Vec<_> = of.solutions.iter().map(|one| self.values(one)).collect();
        facts.set_item("solutions", solutions)?;
        facts.set_item("objective", of.objective())?;
        facts.set_item("bound", of.bound())?;
        facts.set_item("seconds", (of.init_time + of.solve_time).as_secs_f64())?;
        result(py, "Outcome", &facts)
    }
}

/// The exception for a mistake in a statement.
fn misstated(why: ModelError) -> PyErr {
    match why {
        ModelError::Run(why) => failed(Failure::from_run(why, true)),
        why => unsuited(why.to_string()),
    }
}

impl Core {
    /// States something.
    fn state<T>(&self, rule: impl FnOnce(&mut Stated) -> Result<T, ModelError>) -> PyResult<T> {
        rule(&mut locked(&self.0)).map_err(misstated)
    }
}

#[pymethods]
impl Core {
    #[new]
    fn new() -> Core {
        Core(Mutex::default())
    }

    /// A model of FlatZinc: the model, the names of its integer variables with their ranges, those of its Boolean
    /// variables, and the goal with its sum.
    #[staticmethod]
    fn from_flatzinc(text: &str) -> PyResult<ReadModel> {
        let file = clew::flatzinc::FlatZinc::parse(text)
            .map_err(|why| crate::errors::parse_error(&why))?;
        let (mut ints, mut bools, mut known) = (Vec::new(), Vec::new(), Stated::default());
        for variable in file.model.variables() {
            match variable {
                Variable::Int(x) => {
                    let range = file.model.range(x).map_err(misstated)?;
                    ints.push((
                        file.model.name(x).map_err(misstated)?.to_string(),
                        *range.start(),
                        *range.end(),
                    ));
                    known.ints.push(x);
                }
                Variable::Bool(b) => {
                    bools.push(file.model.bool_name(b).map_err(misstated)?);
                    known.bools.push(b);
                }
            }
        }
        known.model = file.model;
        Ok((Core(Mutex::new(known)), ints, bools))
    }

    /// A model that knows the same variables and goes on by itself.
    fn copy(&self) -> Core {
        Core(Mutex::new(locked(&self.0).clone()))
    }

    /// A new integer variable; its number.
    fn int(&self, name: String, low: i64, high: i64) -> PyResult<usize> {
        self.state(|of| {
            let x = of.model.int(name, low..=high)?;
            of.ints.push(x);
            Ok(of.ints.len() - 1)
        })
    }

    /// A new Boolean variable; its literal.
    fn bool(&self, name: String) -> PyResult<usize> {
        self.state(|of| {
            let b = of.model.bool(name)?;
            of.bools.push(b);
            Ok(of.bools.len())
        })
    }

    /// A search begins with this value of an integer variable.
    fn hint(&self, x: usize, value: i64) -> PyResult<()> {
        self.state(|of| {
            let x = of.int(x)?;
            of.model.hint(x, value)
        })
    }

    /// A search begins with this truth value of a literal.
    fn hint_truth(&self, l: i64, value: bool) -> PyResult<()> {
        self.state(|of| {
            let b = of.literal(l)?;
            of.model.hint(b, value.into())
        })
    }

    /// The literal that an integer variable has a value.
    #[pyo3(name = "is_")]
    fn is(&self, x: usize, value: i64) -> PyResult<usize> {
        self.state(|of| {
            let b = of.model.is(of.int(x)?, value)?;
            of.bools.push(b);
            Ok(of.bools.len())
        })
    }

    /// The name of the constraints that follow.
    fn name_constraints(&self, name: &str) {
        locked(&self.0).model.name_constraints(name);
    }

    /// The variables by which solutions differ.
    fn tell_apart_by(&self, ints: Vec<usize>, bools: Vec<i64>) -> PyResult<()> {
        self.state(|of| {
            let ints = of.ints(&ints)?.into_iter().map(Variable::from);
            let all: Vec<Variable> =
                ints.chain(of.literals(&bools)?.into_iter().map(Variable::from)).collect();
            of.model.tell_apart_by(&all)
        })
    }

    /// The model for another solver.
    fn export(
        &self,
        py: Python<'_>,
        to: &str,
        largest: bool,
        goal: Option<Sum>,
    ) -> PyResult<Exported> {
        let of = locked(&self.0).clone();
        let goal = match goal.map(|goal| of.sum(&goal)).transpose().map_err(misstated)? {
            None => Goal::Satisfy,
            Some(sum) if largest => Goal::Maximize(sum),
            Some(sum) => Goal::Minimize(sum),
        };
        let written = run(py, &Asking::default(), |_, _| of.model.export(to, &goal))?;
        Ok(Exported { written: written.map_err(misstated)?, of })
    }

    /// Answers `check`, `count`, `solve` (up to `limit` solutions) or, with a goal, `minimize` or `maximize`.
    /// `each` is called with the values of every solution, with a goal of every better one, and its return value ends the
    /// search if it is true.
    #[pyo3(signature = (question, limit, goal, each, options))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &str,
        limit: usize,
        goal: Option<Sum>,
        each: Option<Py<PyAny>>,
        options: Asking,
    ) -> PyResult<Bound<'py, PyAny>> {
        options.members.done()?;
        let of = locked(&self.0).clone();
        let goal = goal.map(|goal| of.sum(&goal)).transpose().map_err(misstated)?;
        let caller = each.map(|call| Caller { call, of: of.clone(), failed: Mutex::default() });
        let caller = caller.map(Arc::new);
        let outcome = run(py, &options, |options, _| {
            answer(&of, question, limit, goal.as_ref(), caller.as_ref(), &options)
        });
        if let Some(why) = caller.and_then(|caller| locked(&caller.failed).take()) {
            return Err(why);
        }
        let outcome = outcome?.map_err(misstated)?;
        if outcome.stopped == Some(clew::run::Stop::Defect) {
            return Err(ClewError::new_err(clew::api::guarded::DEFECT));
        }
        of.outcome(py, &outcome)
    }

    /// Figures of the propagators by kind, and of the constraints by name: lists of a name and a dictionary.
    fn profile<'py>(
        &self,
        py: Python<'py>,
        task: &str,
        options: Asking,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyList>, Bound<'py, PyList>)> {
        options.members.done()?;
        let task = match task {
            "check" => Task::Check,
            "solve" => Task::Solve { limit: 1 },
            "count" => Task::Count,
            _ => {
                return Err(unsuited(format!(
                    "task: check, solve or count is expected, not {task}"
                )));
            }
        };
        let of = locked(&self.0).clone();
        let profiled =
            run(py, &options, |options, _| of.model.profile(task, &options))?.map_err(misstated)?;
        let rows =
            |all: Vec<(String, clew::search::profile::Row)>| -> PyResult<Bound<'py, PyList>> {
                let list = PyList::empty(py);
                for (name, row) in all {
                    let figures = PyDict::new(py);
                    figures.set_item("name", name)?;
                    figures.set_item("calls", row.calls)?;
                    figures.set_item("effective", row.effective)?;
                    figures.set_item("inferred", row.inferred)?;
                    figures.set_item("failures", row.failures)?;
                    figures.set_item("explained", row.explained)?;
                    figures.set_item("ms", row.whole().as_secs_f64() * 1e3)?;
                    list.append(figures)?;
                }
                Ok(list)
            };
        let kinds =
            profiled.propagators.into_iter().map(|(name, row)| (name.to_string(), row)).collect();
        let (kinds, named) = (rows(kinds)?, rows(profiled.constraints)?);
        Ok((of.outcome(py, &profiled.outcome)?, kinds, named))
    }

    /// Inferences, decisions and learnt clauses; see `Puzzle.trace`.
    fn trace<'py>(&self, py: Python<'py>, options: Asking) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = locked(&self.0).model.puzzle().map_err(misstated)?;
        let reply = options.ask(py, "trace", Some(&Entry::from(puzzle)))?;
        loads(py, reply.document.as_ref().map_or("[]", |document| document.get()))
    }
}

/// A model in the language of another solver.
#[pyclass(frozen, module = "clew._clew")]
pub struct Exported {
    written: Written,
    of: Stated,
}

#[pymethods]
impl Exported {
    /// The text for the solver.
    #[getter]
    fn text(&self) -> &str {
        self.written.text()
    }

    /// The values of the solutions in a solver's output, each checked against every constraint.
    fn read(&self, output: &str) -> PyResult<Vec<(Vec<i64>, Vec<bool>)>> {
        let all = self.written.read(output).map_err(unsuited)?;
        Ok(all.iter().map(|solution| self.of.values(solution)).collect())
    }
}

/// A function of Python that is called with solutions.
struct Caller {
    call: Py<PyAny>,
    of: Stated,
    /// The exception that it raised.
    failed: Mutex<Option<PyErr>>,
}

impl Caller {
    /// Calls it; whether the search is to end.
    fn tell(&self, solution: &Solution) -> bool {
        let called =
            Python::attach(|py| self.call.bind(py).call1(self.of.values(solution))?.is_truthy());
        called.unwrap_or_else(|why| {
            locked(&self.failed).get_or_insert(why);
            true
        })
    }
}

/// Answers a question of `Core::ask`.
fn answer(
    of: &Stated,
    question: &str,
    limit: usize,
    goal: Option<&Expr>,
    caller: Option<&Arc<Caller>>,
    options: &Options,
) -> Result<Outcome, ModelError> {
    let model = &of.model;
    match (question, goal, caller) {
        ("check", None, None) => model.check(options),
        ("count", None, None) => model.count(options),
        ("solve", None, None) => model.solve(limit, options),
        ("solve", None, Some(caller)) => model.solve_each(limit, options, &mut |solution| {
            if caller.tell(solution) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }),
        ("minimize", Some(goal), None) => model.minimize(goal.clone(), options),
        ("maximize", Some(goal), None) => model.maximize(goal.clone(), options),
        ("minimize" | "maximize", Some(goal), Some(caller)) => {
            let caller = caller.clone();
            let each = move |solution: &Solution| caller.tell(solution);
            model.improve(goal.clone(), question == "maximize", options, each)
        }
        _ => unreachable!("the Python of this package asks these questions only"),
    }
}
