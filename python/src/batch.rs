//! Many puzzles in one call, on all processors.

use crate::asking::{Asking, processors};
use crate::document::Document;
use crate::errors::{ParseError, mistaken, parse_error};
use crate::lock::{Meter, run};
use crate::objects::Puzzle;
use crate::puzzle::raises;
use crate::reply::Reply;
use clew::api::guarded::catch_panic;
use clew::api::{self, Ask, Case, Mistake};
use clew::interchange::{self, Reading};
use clew::puzzle::Entry;
use clew::puzzle::format::ParseError as Misread;
use clew::run::Threads;
use clew::strategy::{Options, Watch};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// A puzzle, a text to be read as one, or a mistake.
enum Item {
    Known(Arc<Entry>),
    Text(String),
    Broken(Misread),
}

/// The result for one puzzle.
enum Came {
    Answer(Arc<Entry>, Box<api::Reply>),
    Unread(Misread),
    /// A text with this many puzzles.
    Several(usize),
    Failed(Mistake),
}

impl Came {
    /// A reply about solutions, another document, or an exception.
    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Err(match self {
            Came::Answer(entry, reply) if reply.answered.is_some() => {
                return Ok(Reply::new(&entry, *reply).into_pyobject(py)?.unbind());
            }
            Came::Answer(_, reply) => {
                return Ok(Document::from(*reply).into_pyobject(py)?.unbind());
            }
            Came::Unread(mistake) => parse_error(&mistake),
            Came::Several(n) => {
                ParseError::new_err(format!("the text has {n} puzzles, one is expected"))
            }
            Came::Failed(why) => mistaken(why),
        })
    }
}

/// The items of a text with many puzzles, or of an iterable.
fn items(py: Python<'_>, puzzles: &Bound<'_, PyAny>) -> PyResult<Vec<Item>> {
    if let Ok(text) = puzzles.cast::<PyString>() {
        let text = text.to_cow()?;
        let read = py.detach(|| interchange::read_all(&text, &Reading::default()));
        let item = |found: Result<Entry, Misread>| match found {
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
fn all(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    errors: &str,
    options: Option<Asking>,
    question: &str,
) -> PyResult<Vec<Py<PyAny>>> {
    let raises = raises(errors)?;
    let mut asking = options.unwrap_or_default();
    let question = asking.question(question)?;
    // Threads are used for puzzles in parallel; each puzzle gets one.
    let wanted = processors(asking.threads.unwrap_or(0));
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
            // What is counted for the caller are puzzles, not the steps of each.
            let watch = Some(Watch::new(|_| {}));
            let options = Options { budget, watch, threads: 1, ..options.clone() };
            let came = one(item, &question, options);
            meter.one_of(items.len());
            came
        })
    })?;
    let answer = |came: Came| match came.object(py) {
        Err(error) if !raises => Ok(error.into_value(py).into_any()),
        object => object,
    };
    came.into_iter().map(answer).collect()
}

fn one(item: &Item, question: &Ask, options: Options) -> Came {
    let answered = |entry: &Arc<Entry>| match question.answer(&Case::new(entry, "", options)) {
        Ok(reply) => Came::Answer(entry.clone(), Box::new(reply)),
        Err(why) => Came::Failed(why),
    };
    match item {
        Item::Known(entry) => answered(entry),
        Item::Broken(mistake) => Came::Unread(mistake.clone()),
        Item::Text(text) => {
            let read = match catch_panic(|| interchange::read_all(text, &Reading::default())) {
                Ok(read) => read,
                Err(why) => return Came::Failed(why.into()),
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

/// Functions that put a question to each of many puzzles.
macro_rules! batches {
    ($($(#[$meta:meta])* $name:ident $question:literal;)*) => {$(
        $(#[$meta])*
        #[pyfunction]
        #[pyo3(signature = (puzzles, *, errors = "raise", **options))]
        pub fn $name(
            py: Python<'_>,
            puzzles: &Bound<'_, PyAny>,
            errors: &str,
            options: Option<Asking>,
        ) -> PyResult<Vec<Py<PyAny>>> {
            all(py, puzzles, errors, options, $question)
        }
    )*};
}

batches! {
    /// Checks many puzzles: a list of replies in their order.
    ///
    /// ``puzzles`` are puzzles or texts of one puzzle each, or one text of many. ``threads`` of them are solved at once
    /// (0, the default: one per processor); ``time`` and ``nodes`` are for each, ``memory`` is divided. ``progress`` is
    /// called with the number of puzzles done.
    ///
    /// With ``errors="raise"`` the first text that cannot be read raises `ParseError`; with ``"return"`` the list contains
    /// the errors.
    ///
    /// >>> import clew
    /// >>> text = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"
    /// >>> [reply.verdict for reply in clew.check_all([text, text])]
    /// ['unique', 'unique']
    check_all "check";
    /// Solves many puzzles: a list of replies with one solution each; otherwise as `check_all`.
    ///
    /// >>> import clew
    /// >>> text = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"
    /// >>> clew.solve_all([text])[0].solutions[0].grid()[0]
    /// [6, 7, 9]
    solve_all "solve";
    /// Counts the solutions of many puzzles: a list of replies; otherwise as `check_all`.
    ///
    /// >>> import clew
    /// >>> text = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"
    /// >>> [reply.count for reply in clew.count_all([text])]
    /// [1]
    count_all "count";
    /// Rates many puzzles: a list of documents `clew-rating/1`; otherwise as `check_all`.
    ///
    /// >>> import clew
    /// >>> text = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"
    /// >>> clew.rate_all([text])[0]["rating"]["level"]
    /// 'trivial'
    rate_all "rate";
}
