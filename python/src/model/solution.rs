//! Replies to questions about a model.

use super::misstated;
use super::variables::expected;
use crate::errors::unsuited;
use crate::values::loads;
use clew::model::{ModelError, Outcome, Solution};
use clew::run::Stop;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Values of all variables of a model, checked against every constraint.
///
/// ``solution[x]`` is the value of a variable or an expression, ``solution[grid]`` that of a list, row by row.
#[pyclass(frozen, module = "clew")]
#[derive(Clone)]
pub struct ModelSolution(pub Solution);

#[pymethods]
impl ModelSolution {
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        of: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(list) = of.cast::<PyList>() {
            let values = list.iter().map(|item| self.__getitem__(py, &item));
            return Ok(PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?.into_any());
        }
        let value = self.0.try_evaluate(expected(of)?).map_err(|why| match why {
            ModelError::Foreign => {
                unsuited("a variable is of another model, or was made after the question was asked")
            }
            why => misstated(why),
        })?;
        match of.is_instance_of::<super::BoolVar>() {
            true => Ok((value == 1).into_pyobject(py)?.to_owned().into_any()),
            false => Ok(value.into_pyobject(py)?.into_any()),
        }
    }

    /// The values by name: numbers, and truth values of Boolean variables.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (name, value) in self.0.ints() {
            values.set_item(name, value)?;
        }
        for (name, value) in self.0.bools() {
            values.set_item(name, value)?;
        }
        Ok(values)
    }

    fn __repr__(&self) -> String {
        let ints = self.0.ints().map(|(name, value)| format!("{name}={value}"));
        let bools = self.0.bools().map(|(name, value)| format!("{name}={value}"));
        let shown: Vec<String> = ints.chain(bools).take(8).collect();
        format!("<clew.ModelSolution {}>", shown.join(" "))
    }

    fn __eq__(&self, other: &ModelSolution) -> bool {
        self.0.ints().eq(other.0.ints()) && self.0.bools().eq(other.0.bools())
    }

    fn __hash__(&self) -> u64 {
        self.0.ints().fold(0, |sum, (_, value)| sum.wrapping_mul(31).wrapping_add(value as u64))
    }
}

/// The outcome of a question about a model.
#[pyclass(frozen, module = "clew")]
pub struct ModelReply {
    pub outcome: Outcome,
}

impl ModelReply {
    /// Its solutions.
    pub fn found(&self) -> Vec<ModelSolution> {
        self.outcome.solutions.iter().cloned().map(ModelSolution).collect()
    }
}

#[pymethods]
impl ModelReply {
    /// The verdict on the number of solutions: ``"unique"``, ``"multiple"``, ``"none"`` or ``"unknown"``; with an
    /// objective only whether there is one.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.outcome.verdict().keyword()
    }

    /// The solutions that were found; with an objective the best one.
    #[getter]
    fn solutions(&self) -> Vec<ModelSolution> {
        self.found()
    }

    /// The first of them; ``None`` if there is none.
    #[getter]
    fn solution(&self) -> Option<ModelSolution> {
        self.outcome.solutions.first().cloned().map(ModelSolution)
    }

    /// The value of the objective at the best solution found; ``None`` without one.
    #[getter]
    fn objective(&self) -> Option<i64> {
        self.outcome.objective()
    }

    /// Whether the search was complete: `count` is that of all solutions, or no solution is better.
    #[getter]
    fn exact(&self) -> bool {
        self.outcome.exact
    }

    /// The number of solutions, or a lower bound of it if not `exact`; without meaning with an objective.
    #[getter]
    fn count(&self) -> BigUint {
        self.outcome.count.clone()
    }

    /// The limit that ended the work early: ``"limit"``, ``"time"``, ``"nodes"``, ``"memory"``; ``None`` if there was
    /// none.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.outcome.stopped.map(Stop::keyword)
    }

    /// Decisions of the search.
    #[getter]
    fn nodes(&self) -> u64 {
        self.outcome.stats.nodes
    }

    /// The document `clew-model-result/1`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.outcome.to_json())
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(pyo3::exceptions::PyTypeError::new_err(
            "a reply is neither true nor false: ask for its verdict or its solution",
        ))
    }

    fn __repr__(&self) -> String {
        match self.outcome.objective() {
            Some(objective) => {
                let proved = if self.outcome.exact { "proved" } else { "not proved" };
                format!("<clew.ModelReply objective {objective}, {proved}>")
            }
            None => format!("<clew.ModelReply {}>", self.verdict()),
        }
    }
}
