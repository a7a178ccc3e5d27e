//! Questions about solving by hand, and about repairs.

use crate::asking::{Asking, Keys};
use crate::document::Document;
use crate::errors::{ParseError, failed, unsuited};
use crate::lock::run;
use crate::puzzle::Puzzle;
use crate::values::grid;
use clew::api::explain::explain;
use clew::api::filled_in;
use clew::api::guarded::catch_panic;
use clew::api::hint::{Depth, hint};
use clew::api::rate::{Record, judge};
use clew::api::repair::repair;
use clew::explain::Rating;
use clew::explain::rate;
use clew::puzzle::Entry;
use clew::report::steps::rating_text;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

const DEPTHS: [(&str, Depth); 3] =
    [("where", Depth::Where), ("why", Depth::Why), ("what", Depth::What)];

#[pymethods]
impl Puzzle {
    /// The steps of a person from the givens to the solution, with a rating: a document `clew-steps/1`, and a page that
    /// steps through them.
    ///
    /// Raises `Unsuited` for puzzles without techniques.
    #[pyo3(signature = (**options))]
    fn explain(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Document> {
        let asking = Asking::of(options)?;
        asking.refuse_nodes("steps")?;
        let entry = &self.0;
        let told = run(py, &asking, |options, _| {
            let explained = explain(entry, &options)?;
            let title = if entry.title.is_empty() { "Step by step" } else { &entry.title };
            let document =
                Document::new(explained.standing(), explained.text(), explained.json(""));
            Ok::<_, String>(document.with_page(explained.page(title, &options.budget)))
        })?;
        told.map_err(unsuited)
    }

    /// The next step of a person, or the entries that are wrong: a document `clew-hint/1`.
    ///
    /// ``filled`` is the grid so far: rows of numbers and labels (``None`` or 0 for an open cell), also as text, or a
    /// numpy array. ``depth`` is the detail of the hint: ``"where"`` to look, ``"why"`` something follows there, or
    /// ``"what"`` follows.
    ///
    /// Raises `ParseError` if the grid cannot be read, `Unsuited` for puzzles without techniques.
    #[pyo3(signature = (filled = None, *, depth = "what", **options))]
    fn hint(
        &self,
        py: Python<'_>,
        filled: Option<&Bound<'_, PyAny>>,
        depth: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Document> {
        let asking = Asking::of(options)?;
        let entry = &self.0;
        let entered = match filled {
            None => Vec::new(),
            Some(filled) => {
                let text = match filled.cast::<PyString>() {
                    Ok(text) => text.to_cow()?.into_owned(),
                    Err(_) => grid(filled)?.to_string(),
                };
                filled_in::read(&entry.puzzle, &text).map_err(ParseError::new_err)?
            }
        };
        let word = PyDict::new(py);
        word.set_item("depth", depth)?;
        let depth = Keys::new(Some(&word))?.word("depth", &DEPTHS)?.unwrap_or(Depth::What);
        let told = run(py, &asking, |options, _| {
            let hint = hint(&entry.puzzle, &entered, &options)?;
            let text = hint.message(&entry.puzzle, depth);
            Ok::<_, String>(Document::new(hint.standing(), text, hint.json(entry, "", depth)))
        })?;
        told.map_err(unsuited)
    }

    /// How hard it is for a person: a document `clew-rating/1`, whose ``["rating"]`` has ``level`` and ``score``.
    ///
    /// Raises `Unsuited` for puzzles without techniques.
    #[pyo3(signature = (**options))]
    fn rate(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Document> {
        let asking = Asking::of(options)?;
        let entry = &self.0;
        let told = run(py, &asking, |options, _| {
            let rating =
                catch_panic(|| rate(&entry.puzzle, &options)).map_err(|why| why.to_string())??;
            Ok::<_, String>(rating_document(entry, &rating))
        })?;
        told.map_err(unsuited)
    }

    /// Repairs of the puzzle: the clues that would make it unique, the givens that contradict each other, or with
    /// ``minimal`` the redundant givens of a unique puzzle. A document `clew-repair/1`.
    ///
    /// Raises `Unsuited` if it does not apply.
    #[pyo3(signature = (*, minimal = false, **options))]
    fn repair(
        &self,
        py: Python<'_>,
        minimal: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Document> {
        let asking = Asking::of(options)?;
        let entry = &self.0;
        let told = run(py, &asking, |options, _| {
            let memory = options.budget.memory;
            let mended = repair(entry, minimal, &options, memory)?;
            Ok(Document::new(mended.standing(), mended.text(), mended.json("")))
        })?;
        told.map_err(failed)
    }
}

/// A rating as a document.
pub fn rating_document(entry: &Entry, rating: &Rating) -> Document {
    let json = Record::rated(entry, "", rating, None).to_json();
    Document::new(judge(rating).0, rating_text(rating), json)
}
