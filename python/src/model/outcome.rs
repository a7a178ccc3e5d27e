//! Outcomes of questions about models, as plain values.

use super::Stated;
use clew::model::Outcome;
use clew::report::figures::figures;
use clew::report::json::Figure;
use clew::run::Stop;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The outcome of a question about a model; the Python of this package makes a reply of it.
#[pyclass(frozen, module = "clew._clew")]
pub struct ModelOutcome {
    pub outcome: Outcome,
    pub(super) of: Stated,
}

#[pymethods]
impl ModelOutcome {
    /// ``"unique"``, ``"multiple"``, ``"none"`` or ``"unknown"``; with an objective whether there is a solution.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.outcome.verdict().keyword()
    }

    /// The values of the integer variables and of the Boolean ones, for each solution.
    #[getter]
    fn solutions(&self) -> Vec<(Vec<i64>, Vec<bool>)> {
        self.outcome.solutions.iter().map(|solution| self.of.values(solution)).collect()
    }

    /// The value of the objective.
    #[getter]
    fn objective(&self) -> Option<i64> {
        self.outcome.objective()
    }

    /// Whether the search was complete.
    #[getter]
    fn exact(&self) -> bool {
        self.outcome.exact
    }

    /// The number of solutions.
    #[getter]
    fn count(&self) -> BigUint {
        self.outcome.count.clone()
    }

    /// The limit that ended the work early.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.outcome.stopped.map(Stop::keyword)
    }

    /// Seconds that the question took.
    #[getter]
    fn seconds(&self) -> f64 {
        (self.outcome.init_time + self.outcome.solve_time).as_secs_f64()
    }

    /// How it was searched or counted.
    #[getter]
    fn method(&self) -> &'static str {
        self.outcome.how.keyword()
    }

    /// Figures of the search by name.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = PyDict::new(py);
        for (name, figure) in figures(&self.outcome) {
            match figure {
                Figure::Count(n) => stats.set_item(name, n)?,
                Figure::Real(x) => stats.set_item(name, x)?,
                Figure::Text(text) => stats.set_item(name, text)?,
            }
        }
        Ok(stats)
    }
}
