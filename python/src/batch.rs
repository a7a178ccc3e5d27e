//! Many puzzles in one call, on all processors.

use crate::asking::{Asking, Keys, threads};
use crate::document::Document;
use crate::errors::{failed, parse_error};
use crate::lock::{Meter, run};
use crate::person::rating_document;
use crate::puzzle::{Puzzle, raises};
use crate::reply::Reply;
use clew::api::guarded::catch_panic;
use clew::api::rate::Record;
use clew::api::{Failure, Question};
use clew::explain::rate;
use clew::interchange::{self, Reading};
use clew::puzzle::Entry;
use clew::puzzle::format::ParseError as Mistake;
use clew::run::Threads;
use clew::strategy::Options;
use pyo3::BoundObject;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;

/// A puzzle, a text to be read as one, or a mistake.
enum Item {
    Known(Arc<Entry>),
    Text(String),
    Broken(Mistake),
}

/// The result for one puzzle.
enum Came<T> {
    Answer(T),
    Unread(Mistake),
    /// A text with this many puzzles.
    Several(usize),
    Failed(Failure),
}

/// The items of a text with many puzzles, or of an iterable.
fn items(py: Python<'_>, puzzles: &Bound<'_, PyAny>) -> PyResult<Vec<Item>> {
    if let Ok(text) = puzzles.cast::<PyString>() {
        let text = text.to_cow()?;
        let read = py.detach(|| interchange::read_all(&text, &Reading::default()));
        let item = |found: Result<Entry, Mistake>| match found {
            Ok(entry) => Item::Known(Arc::new(entry)),
            Err(mistake) => Item::Broken(mistake),
        };
        return Ok(read.into_iter().map(item).collect());
    }
    let item = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        match item.cast::<Puzzle>() {
            Ok(puzzle) => Ok(Item::Known(puzzle.get().0.clone())),
            Err(_) => Ok(Item::Text(item.extract()?)),
        }
    };
    puzzles.try_iter()?.map(item).collect()
}

/// The answers to a question about each puzzle, on many threads.
fn all<T>(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    errors: &str,
    given: Option<&Bound<'_, PyDict>>,
    ask: impl Fn(&Arc<Entry>, &Options) -> Result<T, Failure> + Sync,
) -> PyResult<Vec<Py<PyAny>>>
where
    T: Send + for<'py> IntoPyObject<'py>,
{
    let raises = raises(errors)?;
    let mut keys = Keys::new(given)?;
    // Threads are used for puzzles in parallel; each puzzle gets one.
    let wanted = threads(keys.take("threads")?.unwrap_or(0));
    let asking = Asking::taken(&mut keys)?;
    keys.done()?;
    let items = items(py, puzzles)?;
    let came = run(py, &asking, |options, meter: &Meter| {
        let threads = Threads::new(wanted.min(items.len().max(1)));
        let budget = options.budget.side_by_side(threads.count());
        threads.map(&items, |_, item| {
            let mut budget = budget.clone();
            budget.deadline = None;
            if let Some(time) = asking.time {
                budget = budget.within(time);
            }
            let options = Options { budget, watch: None, ..options.clone() };
            let came = one(item, |entry| ask(entry, &options));
            meter.one_of(items.len());
            came
        })
    })?;
    let answer = |came: Came<T>| {
        let error = match came {
            Came::Answer(answer) => {
                return Ok(answer.into_pyobject(py).map_err(Into::into)?.into_any().unbind());
            }
            Came::Unread(mistake) => parse_error(&mistake),
            Came::Several(n) => crate::errors::ParseError::new_err(format!(
                "the text has {n} puzzles, one is expected"
            )),
            Came::Failed(why) => failed(why),
        };
        if raises { Err(error) } else { Ok(error.into_value(py).into_any()) }
    };
    came.into_iter().map(answer).collect()
}

fn one<T>(item: &Item, ask: impl FnOnce(&Arc<Entry>) -> Result<T, Failure>) -> Came<T> {
    let answered = |entry: &Arc<Entry>| ask(entry).map_or_else(Came::Failed, Came::Answer);
    match item {
        Item::Known(entry) => answered(entry),
        Item::Broken(mistake) => Came::Unread(mistake.clone()),
        Item::Text(text) => {
            let read = match catch_panic(|| interchange::read_all(text, &Reading::default())) {
                Ok(read) => read,
                Err(why) => return Came::Failed(why),
            };
            let count = read.len();
            match <[_; 1]>::try_from(read) {
                Ok([Ok(entry)]) => answered(&Arc::new(entry)),
                Ok([Err(mistake)]) => Came::Unread(mistake),
                Err(_) => Came::Several(count),
            }
        }
    }
}

/// Checks many puzzles: a list of replies in their order.
///
/// ``puzzles`` are puzzles or texts of one puzzle each, or one text of many. ``threads`` of them are solved at once
/// (0, the default: one per processor); ``time`` and ``nodes`` are for each, ``memory`` is divided. ``progress`` is
/// called with the number of puzzles done.
///
/// With ``errors="raise"`` the first text that cannot be read raises `ParseError`; with ``"return"`` the list contains
/// the errors.
#[pyfunction]
#[pyo3(signature = (puzzles, *, errors = "raise", **options))]
pub fn check_all(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    errors: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Py<PyAny>>> {
    all(py, puzzles, errors, options, |entry, options| Reply::ask(entry, Question::Check, options))
}

/// Solves many puzzles: a list of replies with one solution each; otherwise as `check_all`.
#[pyfunction]
#[pyo3(signature = (puzzles, *, errors = "raise", **options))]
pub fn solve_all(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    errors: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Py<PyAny>>> {
    all(py, puzzles, errors, options, |entry, options| {
        Reply::ask(entry, Question::Solve(1), options)
    })
}

/// Counts the solutions of many puzzles: a list of replies; otherwise as `check_all`.
#[pyfunction]
#[pyo3(signature = (puzzles, *, errors = "raise", **options))]
pub fn count_all(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    errors: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Py<PyAny>>> {
    all(py, puzzles, errors, options, |entry, options| Reply::ask(entry, Question::Count, options))
}

/// Rates many puzzles: a list of documents `clew-rating/1`; otherwise as `check_all`.
#[pyfunction]
#[pyo3(signature = (puzzles, *, errors = "raise", **options))]
pub fn rate_all(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    errors: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Py<PyAny>>> {
    all(py, puzzles, errors, options, |entry, options| rated(entry, options))
}

/// The rating of a puzzle; one of a kind that is not rated has a document that states so.
///
/// # Errors
/// If the solver failed.
fn rated(entry: &Entry, options: &Options) -> Result<Document, Failure> {
    Ok(match catch_panic(|| rate(&entry.puzzle, options))? {
        Ok(rating) => rating_document(entry, &rating),
        Err(why) => {
            let json = Record::unsupported(entry, "", &why, None).to_json();
            Document::new(clew::api::Standing::Undecided, why, json)
        }
    })
}
