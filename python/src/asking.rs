//! The keywords of calls, as the options of the library's questions.

use crate::errors::wrong_keyword;
use crate::values::json;
use clew::api::Ask;
use clew::api::request::SearchOptions;
use clew::run::Budget;
use clew::strategy::Options;
use pyo3::Borrowed;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The keywords of a call as members of JSON; those that are `None` are left out.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Members(pub Map<String, Value>);

impl<'py> FromPyObject<'_, 'py> for Members {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Members> {
        Members::of(&given.cast::<PyDict>()?.to_owned())
    }
}

impl Members {
    fn of(given: &Bound<'_, PyDict>) -> PyResult<Members> {
        let given = given.iter().filter(|(_, value)| !value.is_none());
        let member = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((name.extract()?, json(&value)?))
        };
        given.map(member).collect::<PyResult<_>>().map(Members)
    }

    /// Takes the value of one; the default of its type if it was not given.
    ///
    /// # Errors
    /// It is of another type.
    pub fn take<T: DeserializeOwned + Default>(&mut self, name: &str) -> PyResult<T> {
        let Some(value) = self.0.remove(name) else { return Ok(T::default()) };
        serde_json::from_value(value).map_err(|why| wrong_keyword(format!("{name}: {why}")))
    }

    /// All of them as options.
    ///
    /// # Errors
    /// The first that is unknown or wrong.
    pub fn read<T: DeserializeOwned>(self) -> PyResult<T> {
        serde_json::from_value(Value::Object(self.0)).map_err(wrong_keyword)
    }

    /// Adds one that is an argument of its own.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Members {
        self.0.insert(name.into(), value.into());
        self
    }

    /// The same with the rules among them as the member `rules`, and neighbours as a word.
    pub fn with_rules(mut self) -> Members {
        let keys = clew::families::all().iter().flat_map(|family| family.words);
        let mut rules = Map::new();
        for key in keys {
            rules.extend(self.0.remove_entry(key.name));
        }
        if let Some(Value::Number(n)) = self.0.get("neighbours") {
            let word = n.to_string();
            self.0.insert("neighbours".into(), word.into());
        }
        self.with("rules", rules)
    }

    /// Checks that none remain.
    ///
    /// # Errors
    /// The first remaining one.
    pub fn done(&self) -> PyResult<()> {
        match self.0.keys().next() {
            Some(name) => Err(wrong_keyword(format!("there is no keyword argument {name}"))),
            None => Ok(()),
        }
    }
}

/// The limits of a question, how to search, and the receiver of its progress.
#[derive(Default)]
pub struct Asking {
    options: Options,
    /// The time limit, which begins with each puzzle.
    pub time: Option<Duration>,
    /// The flag of a `Cancel`, which ends the work.
    cancel: Option<Arc<AtomicBool>>,
    /// Called with a `Progress`.
    pub progress: Option<Py<PyAny>>,
    /// The other keywords: the options of the question.
    pub members: Members,
    /// Threads, if the call states a number.
    pub threads: Option<usize>,
    /// The seed, if the call states one.
    seed: Option<Value>,
}

/// The keywords in the order in which they are told apart: how to search, and the rest.
#[derive(Deserialize)]
struct Stated {
    #[serde(flatten)]
    search: SearchOptions,
    #[serde(flatten)]
    members: Map<String, Value>,
}

impl<'py> FromPyObject<'_, 'py> for Asking {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Asking> {
        let given = given.cast::<PyDict>()?.copy()?;
        let take = |name: &str| -> PyResult<Option<Bound<'py, PyAny>>> {
            let found = given.get_item(name)?;
            if found.is_some() {
                given.del_item(name)?;
            }
            Ok(found.filter(|value| !value.is_none()))
        };
        let time = take("time")?.map(|time| duration(&time)).transpose()?;
        let cancel = take("cancel")?.map(|cancel| {
            let found = cancel.cast::<Cancel>().map(|cancel| cancel.get().0.clone());
            found.map_err(|_| PyTypeError::new_err("cancel: a clew.Cancel is expected"))
        });
        let cancel = cancel.transpose()?;
        let progress = take("progress")?;
        if progress.as_ref().is_some_and(|to| !to.is_callable()) {
            return Err(PyTypeError::new_err("progress: a function of one argument is expected"));
        }
        let mut members = Members::of(&given)?;
        let threads = members.take::<Option<usize>>("threads")?;
        let memory = members.take::<Option<usize>>("memory")?;
        let mut budget = memory.map_or_else(Budget::default, Budget::of_memory);
        budget.nodes = members.take("nodes")?;
        let seed = members.0.get("seed").cloned();
        let Stated { search, members } = members.read()?;
        let usual =
            Options { budget, threads: processors(threads.unwrap_or(1)), ..Options::default() };
        let options = search.applied(usual);
        Ok(Asking {
            options,
            time,
            cancel,
            progress: progress.map(Bound::unbind),
            members: Members(members),
            threads,
            seed,
        })
    }
}

impl Asking {
    /// The options of a run that begins now.
    pub fn options(&self) -> Options {
        let mut options = self.options.clone();
        if let Some(time) = self.time {
            options.budget = options.budget.within(time);
        }
        if let Some(flag) = &self.cancel {
            options.budget = options.budget.with_cancel(flag.clone());
        }
        options
    }

    /// The same with one more option of the question.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Asking {
        self.members = self.members.with(name, value);
        self
    }

    /// The question of this name, with its options.
    ///
    /// # Errors
    /// There is none, or an option that is unknown or wrong.
    pub fn question(&mut self, name: &str) -> PyResult<Ask> {
        let mut members = std::mem::take(&mut self.members).0;
        // The seed of a new puzzle is an option of its question, that of a search is not.
        if let Some(seed) =
            self.seed.clone().filter(|_| ["generate", "from-solution"].contains(&name))
        {
            members.insert("seed".into(), seed);
        }
        Ask::read(name, members).map_err(wrong_keyword)
    }
}

/// The number of threads; 0 means one per processor.
pub fn processors(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}

/// Ends questions that have it as the keyword ``cancel``, from any thread: ``p.count(cancel=stop)`` raises
/// `LimitReached` soon after ``stop.cancel()``.
///
/// >>> import clew
/// >>> stop = clew.Cancel()
/// >>> stop.cancel()
/// >>> stop.cancelled
/// True
#[pyclass(frozen, module = "clew")]
#[derive(Default)]
pub struct Cancel(Arc<AtomicBool>);

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends the questions, now and for ever.
    fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was called.
    #[getter]
    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Seconds with a unit: ``"500ms"``, ``"5s"``, ``"2m"``, ``"1h"``.
fn spelled(text: &str) -> Option<f64> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0), ("", 1.0)];
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let factor = units.iter().find(|known| known.0 == unit.trim())?.1;
    Some(number.trim().parse::<f64>().ok()? * factor)
}

/// The seconds of a text such as ``"5s"``.
#[pyfunction]
pub fn seconds(text: &str) -> PyResult<f64> {
    spelled(text).filter(|seconds| *seconds >= 0.0).ok_or_else(|| {
        wrong_keyword(format!(
            "time: {text:?} is no time: a number with a unit is expected, such as 5s, 500ms, 2m, 1h"
        ))
    })
}

/// Seconds, a text such as ``"5s"``, or a `datetime.timedelta`.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(text) = value.extract::<String>() {
        return Duration::try_from_secs_f64(seconds(&text)?)
            .map_err(|why| wrong_keyword(format!("time: {why}")));
    }
    let seconds = match value.getattr_opt("total_seconds")? {
        Some(total) => total.call0()?.extract::<f64>(),
        None => value.extract::<f64>(),
    };
    let seconds = seconds.map_err(|_| {
        PyTypeError::new_err(
            "time: seconds, a text such as \"5s\" or a datetime.timedelta is expected",
        )
    })?;
    // An infinite time is no limit; the clock cannot represent a moment that far away.
    if seconds == f64::INFINITY {
        return Ok(Duration::MAX);
    }
    Duration::try_from_secs_f64(seconds)
        .map_err(|why| PyValueError::new_err(format!("time: {why}")))
}
