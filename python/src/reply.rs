//! Replies to questions about solutions; the Python of the package has their class.

use crate::asking::Asking;
use crate::document::{result, standing};
use crate::errors::limit;
use crate::objects::{Puzzle, Solution};
use clew::api::sheet::candidates;
use clew::api::{self, AnswerStatus, Answered};
use clew::puzzle::Entry;
use clew::report::figures::figures;
use clew::report::json::Figure;
use clew::run::Stop;
use clew::strategy::Outcome;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A question about a puzzle and its outcome.
pub struct Reply {
    entry: Arc<Entry>,
    pub answered: Answered,
    standing: AnswerStatus,
    words: String,
    json: String,
}

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

    /// Its solutions.
    pub fn found(&self) -> Vec<Solution> {
        let answers = self.answered.outcome.answers.iter();
        answers.map(|answer| Solution::new(&self.entry, answer)).collect()
    }

    /// The exception for a limit that came before the answer.
    pub fn limit(&self, what: &str, partial: Option<Py<PyAny>>) -> PyErr {
        limit(self.answered.outcome.stopped, &format!("a limit came before {what}"), partial)
    }
}

impl<'py> IntoPyObject<'py> for Reply {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (outcome, puzzle) = (&self.answered.outcome, &self.entry.puzzle);
        let verdict = match outcome.best {
            Some(best) if best.proved => "optimal",
            Some(_) => "solved",
            None => self.answered.question.verdict(puzzle, outcome).keyword(),
        };
        let facts = facts(py, outcome, verdict)?;
        facts.set_item("objective", outcome.best.map(|best| best.value))?;
        facts.set_item("seconds", self.answered.time_ms / 1e3)?;
        facts.set_item("solutions", self.found())?;
        facts.set_item("puzzle", Puzzle(self.entry.clone()))?;
        facts.set_item("standing", standing(self.standing))?;
        facts.set_item("lines", outcome.lines.clone())?;
        facts.set_item("network", outcome.network)?;
        let open = outcome.whereabouts.as_ref().map(|places| {
            (candidates(puzzle, places).unwrap_or_default(), places.open_cells(puzzle))
        });
        facts.set_item("_open", open)?;
        facts.set_item("_words", self.words)?;
        facts.set_item("_json", self.json)?;
        result(py, "Reply", &facts)
    }
}

/// What came of a search or a count, as keywords of its Python class; objective, seconds and solutions are for the caller.
pub fn facts<'py>(
    py: Python<'py>,
    outcome: &Outcome,
    verdict: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let stats = PyDict::new(py);
    for (name, figure) in figures(outcome) {
        match figure {
            Figure::Count(n) => stats.set_item(name, n)?,
            Figure::Real(x) => stats.set_item(name, x)?,
            Figure::Text(text) => stats.set_item(name, text)?,
        }
    }
    let facts = PyDict::new(py);
    facts.set_item("verdict", verdict)?;
    facts.set_item("count", outcome.count.clone())?;
    facts.set_item("exact", outcome.exact)?;
    facts.set_item("stopped", outcome.stopped.map(Stop::keyword))?;
    facts.set_item("method", outcome.how.keyword())?;
    facts.set_item("stats", stats)?;
    Ok(facts)
}
