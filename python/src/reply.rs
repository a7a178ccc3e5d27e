//! Replies to questions about solutions.

use crate::asking::Asking;
use crate::document::standing;
use crate::errors::limit;
use crate::objects::{Puzzle, Reply, Solution};
use crate::values::loads;
use clew::api::{self, AnswerStatus};
use clew::puzzle::Entry;
use clew::report::figures::figures;
use clew::report::json::Figure;
use clew::run::Stop;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

impl Reply {
    /// A reply of the library to a question about solutions.
    pub fn new(entry: &Arc<Entry>, reply: api::Reply) -> Reply {
        let document = reply.document.as_ref().map_or("", |document| document.get());
        Reply {
            entry: entry.clone(),
            json: document.to_string(),
            standing: reply.standing.unwrap_or(AnswerStatus::Undecided),
            words: reply.words.unwrap_or_default(),
            answered: reply.answered.expect("questions about solutions have an outcome"),
        }
    }

    /// Puts a question to the solver.
    ///
    /// # Errors
    /// Why there is no outcome.
    pub fn of(
        py: Python<'_>,
        entry: &Arc<Entry>,
        question: &str,
        options: Option<Asking>,
    ) -> PyResult<Reply> {
        let reply = options.unwrap_or_default().ask(py, question, Some(entry))?;
        Ok(Reply::new(entry, reply))
    }

    /// The exception for a limit that came before the answer.
    pub fn limit(&self, what: &str, partial: Option<Py<PyAny>>) -> PyErr {
        limit(self.answered.outcome.stopped, &format!("a limit came before {what}"), partial)
    }
}

#[pymethods]
impl Reply {
    /// The puzzle of the question.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle(self.entry.clone())
    }

    /// The verdict on the number of solutions: ``"unique"``, ``"multiple"``, ``"none"`` or ``"unknown"``; with a goal
    /// ``"optimal"`` (proved), ``"solved"`` (a solution, perhaps not the best), ``"none"`` or ``"unknown"``.
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.answered.outcome.best {
            Some(best) if best.proved => "optimal",
            Some(_) => "solved",
            None => {
                self.answered.question.verdict(&self.entry.puzzle, &self.answered.outcome).keyword()
            }
        }
    }

    /// The status of the question: ``"yes"``, ``"no"`` or ``"undecided"``.
    #[getter]
    fn standing(&self) -> &'static str {
        standing(self.standing)
    }

    /// The limit that ended the work early: ``"limit"`` (as many solutions as were wanted), ``"time"``, ``"nodes"``,
    /// ``"memory"``; ``None`` if there was none.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.answered.outcome.stopped.map(Stop::keyword)
    }

    /// The number of solutions, or a lower bound of it if not `exact`; a line without a direction counts in both
    /// directions.
    #[getter]
    fn count(&self) -> BigUint {
        self.answered.outcome.count.clone()
    }

    /// Whether `count` is the number of all solutions; with a goal, whether none is better than the best found.
    #[getter]
    fn exact(&self) -> bool {
        self.answered.outcome.exact
    }

    /// The number of lines without regard to direction; ``None`` for puzzles whose lines have a direction.
    #[getter]
    fn lines(&self) -> Option<BigUint> {
        self.answered.outcome.lines.clone()
    }

    /// The solutions that were found, if they were requested.
    #[getter]
    fn solutions(&self) -> Vec<Solution> {
        self.found()
    }

    /// The value of the goal at the best solution found; ``None`` without a goal or a solution.
    #[getter]
    fn objective(&self) -> Option<i64> {
        self.answered.outcome.best.map(|best| best.value)
    }

    /// Seconds that the question took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.answered.time_ms / 1e3
    }

    /// The network that was searched; empty for a dynamic program.
    #[getter]
    fn network(&self) -> &'static str {
        self.answered.outcome.network
    }

    /// How it was searched or counted, such as ``"propagation"``, ``"learn"`` or ``"frontier"``.
    #[getter]
    fn method(&self) -> &'static str {
        self.answered.outcome.how.keyword()
    }

    /// Figures of the search by name: ``nodes`` (decisions), ``failures``, ``propagations`` and so on.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = PyDict::new(py);
        for (name, figure) in figures(&self.answered.outcome) {
            match figure {
                Figure::Count(n) => stats.set_item(name, n)?,
                Figure::Real(x) => stats.set_item(name, x)?,
                Figure::Text(text) => stats.set_item(name, text)?,
            }
        }
        Ok(stats)
    }

    /// The document `clew-result/1`.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.check().to_dict()["verdict"]
    /// 'unique'
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.json)
    }

    /// The document as JSON text on one line.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.check().to_json().startswith("{")
    /// True
    fn to_json(&self) -> &str {
        &self.json
    }

    fn __bool__(&self) -> PyResult<bool> {
        match self.standing {
            AnswerStatus::Yes => Ok(true),
            AnswerStatus::No => Ok(false),
            AnswerStatus::Undecided => Err(self.limit("the answer", None)),
        }
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        let count = &self.answered.outcome.count;
        let least = if self.answered.outcome.exact { "" } else { "at least " };
        format!("<clew.Reply {}: {least}{count}>", self.verdict())
    }
}
