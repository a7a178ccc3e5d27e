//! Replies to questions about solutions.

use crate::asking::Asking;
use crate::errors::{failed, limit};
use crate::lock::run;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::values::loads;
use clew::api::{self, Failure, Question, Standing};
use clew::puzzle::Entry;
use clew::report::figures::figures;
use clew::report::json::Figure;
use clew::run::Stop;
use clew::strategy::{Options, Outcome};
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A question about a puzzle and its outcome.
///
/// ``bool(reply)`` is whether the answer is yes (one solution, solved, counted); it raises `LimitReached` if a limit
/// came before the answer, because an unknown answer is not a no. ``str(reply)`` is the text of the reply.
#[pyclass(frozen, module = "clew")]
pub struct Reply {
    pub entry: Arc<Entry>,
    pub question: Question,
    pub outcome: Outcome,
    time_ms: f64,
}

impl Reply {
    /// Puts a question to the solver.
    ///
    /// # Errors
    /// Why there is no outcome.
    pub fn ask(
        entry: &Arc<Entry>,
        question: Question,
        options: &Options,
    ) -> Result<Reply, Failure> {
        let api::OutcomeReply { outcome, time_ms, .. } = api::outcome_of(entry, question, options)?;
        Ok(Reply { entry: entry.clone(), question, outcome, time_ms })
    }

    /// The same without the lock of the interpreter.
    ///
    /// # Errors
    /// Why there is no outcome.
    pub fn of(
        py: Python<'_>,
        entry: &Arc<Entry>,
        question: Question,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Reply> {
        let asking = Asking::of(options)?;
        run(py, &asking, |options, _| Reply::ask(entry, question, &options))?.map_err(failed)
    }

    /// The reply in the form of the library.
    fn whole(&self) -> api::OutcomeReply<'_> {
        let reply = api::OutcomeReply::new(&self.entry, self.question, self.outcome.clone());
        api::OutcomeReply { time_ms: self.time_ms, ..reply }
    }

    /// Its solutions.
    pub fn found(&self) -> Vec<Solution> {
        self.outcome.answers.iter().map(|answer| Solution::new(&self.entry, answer)).collect()
    }

    fn judged(&self) -> Standing {
        let verdict = self.question.verdict(&self.entry.puzzle, &self.outcome);
        self.question.judge(verdict, &self.outcome, self.outcome.answers.len()).0
    }

    /// The exception for a limit that came before the answer.
    pub fn limit(&self, what: &str, partial: Option<Py<PyAny>>) -> PyErr {
        limit(self.outcome.stopped, &format!("a limit came before {what}"), partial)
    }
}

/// The word for a status.
pub fn standing(of: Standing) -> &'static str {
    match of {
        Standing::Yes => "yes",
        Standing::No => "no",
        Standing::Undecided => "undecided",
    }
}

#[pymethods]
impl Reply {
    /// The puzzle of the question.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle(self.entry.clone())
    }

    /// The verdict on the number of solutions: ``"unique"``, ``"multiple"``, ``"none"`` or ``"unknown"``.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.question.verdict(&self.entry.puzzle, &self.outcome).keyword()
    }

    /// The status of the question: ``"yes"``, ``"no"`` or ``"undecided"``.
    #[getter]
    fn standing(&self) -> &'static str {
        standing(self.judged())
    }

    /// The limit that ended the work early: ``"limit"`` (as many solutions as were wanted), ``"time"``, ``"nodes"``,
    /// ``"memory"``; ``None`` if there was none.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.outcome.stopped.map(Stop::keyword)
    }

    /// The number of solutions, or a lower bound of it if not `exact`; a line without a direction counts in both
    /// directions.
    #[getter]
    fn count(&self) -> BigUint {
        self.outcome.count.clone()
    }

    /// Whether `count` is the number of all solutions; with a goal, whether none is better than the best found.
    #[getter]
    fn exact(&self) -> bool {
        self.outcome.exact
    }

    /// The number of lines without regard to direction; ``None`` for puzzles whose lines have a direction.
    #[getter]
    fn lines(&self) -> Option<BigUint> {
        self.outcome.lines.clone()
    }

    /// The solutions that were found, if they were requested.
    #[getter]
    fn solutions(&self) -> Vec<Solution> {
        self.found()
    }

    /// The value of the goal at the best solution found; ``None`` without a goal or a solution.
    #[getter]
    fn objective(&self) -> Option<i64> {
        self.outcome.best.map(|best| best.value)
    }

    /// Seconds that the question took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.time_ms / 1e3
    }

    /// The network that was searched; empty for a dynamic program.
    #[getter]
    fn network(&self) -> &'static str {
        self.outcome.network
    }

    /// How it was searched or counted, such as ``"propagation"``, ``"learn"`` or ``"frontier"``.
    #[getter]
    fn method(&self) -> &'static str {
        self.outcome.how.keyword()
    }

    /// Figures of the search by name: ``nodes`` (decisions), ``failures``, ``propagations`` and so on.
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

    /// The document `clew-result/1`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.whole().to_json())
    }

    /// The document as JSON text on one line.
    fn to_json(&self) -> String {
        self.whole().to_json()
    }

    fn __bool__(&self) -> PyResult<bool> {
        match self.judged() {
            Standing::Yes => Ok(true),
            Standing::No => Ok(false),
            Standing::Undecided => Err(self.limit("the answer", None)),
        }
    }

    fn __str__(&self) -> String {
        self.whole().text()
    }

    fn __repr__(&self) -> String {
        let count = &self.outcome.count;
        let least = if self.outcome.exact { "" } else { "at least " };
        format!("<clew.Reply {}: {least}{count}>", self.verdict())
    }

    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        let first = self.outcome.answers.first();
        first
            .map(|answer| crate::draw::Drawing::default().draw(&self.entry, Some(answer)))
            .transpose()
    }
}
