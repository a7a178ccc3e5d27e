//! The keywords that all questions take.

use crate::errors::unsuited;
use clew::run::Budget;
use clew::search::AdaptOptions;
use clew::strategy::{Method, Options, SearchMode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;

/// The keywords of a call, taken one by one.
pub struct Keys<'py>(Option<Bound<'py, PyDict>>);

impl<'py> Keys<'py> {
    /// The keywords of a call.
    ///
    /// # Errors
    /// Those of Python.
    pub fn new(given: Option<&Bound<'py, PyDict>>) -> PyResult<Keys<'py>> {
        Ok(Keys(given.map(|given| given.copy()).transpose()?))
    }

    /// Takes the value of a keyword; `None` if it was not given, or is `None`.
    ///
    /// # Errors
    /// If it is of another type.
    pub fn raw(&mut self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(given) = &self.0 else { return Ok(None) };
        let found = given.get_item(name)?;
        if found.is_some() {
            given.del_item(name)?;
        }
        Ok(found.filter(|value| !value.is_none()))
    }

    /// The same, as a value of a type.
    ///
    /// # Errors
    /// If it is of another type, with the keyword's name.
    pub fn take<T: for<'a> FromPyObject<'a, 'py>>(&mut self, name: &str) -> PyResult<Option<T>> {
        let Some(value) = self.raw(name)? else { return Ok(None) };
        match value.extract::<T>() {
            Ok(value) => Ok(Some(value)),
            Err(why) => {
                let why: PyErr = why.into();
                Err(PyTypeError::new_err(format!("{name}={}: {why}", value.repr()?)))
            }
        }
    }

    /// Takes a keyword whose value is one of some words.
    ///
    /// # Errors
    /// If it is none of them; the message lists them.
    pub fn word<T: Copy>(&mut self, name: &str, words: &[(&str, T)]) -> PyResult<Option<T>> {
        let Some(word) = self.take::<String>(name)? else { return Ok(None) };
        match words.iter().find(|(known, _)| *known == word) {
            Some((_, value)) => Ok(Some(*value)),
            None => {
                let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
                Err(PyValueError::new_err(format!(
                    "{name}={word:?}: there are {}",
                    known.join(", ")
                )))
            }
        }
    }

    /// All remaining keywords, as texts.
    ///
    /// # Errors
    /// If a value is no text.
    pub fn left(self) -> PyResult<Vec<(String, String)>> {
        let text = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((name.extract()?, value.extract()?))
        };
        self.0.iter().flat_map(|given| given.iter()).map(text).collect()
    }

    /// Checks that no keywords remain.
    ///
    /// # Errors
    /// The first remaining one.
    pub fn done(self) -> PyResult<()> {
        let left = self.0.iter().flat_map(|given| given.keys().iter()).next();
        match left {
            Some(name) => Err(PyTypeError::new_err(format!("there is no keyword argument {name}"))),
            None => Ok(()),
        }
    }
}

/// The options of a question, and the receiver of its progress.
pub struct Asking {
    options: Options,
    /// The time limit, which begins with each puzzle.
    pub time: Option<Duration>,
    /// Called with a `Progress`.
    pub progress: Option<Py<PyAny>>,
}

impl Asking {
    /// The options in the keywords of a call that has no other keywords.
    ///
    /// # Errors
    /// The first keyword that is wrong.
    pub fn of(given: Option<&Bound<'_, PyDict>>) -> PyResult<Asking> {
        let mut keys = Keys::new(given)?;
        let asking = Asking::taken(&mut keys)?;
        keys.done()?;
        Ok(asking)
    }

    /// The options in the keywords of a call; their keywords are removed.
    ///
    /// # Errors
    /// The first keyword that is wrong.
    pub fn taken(keys: &mut Keys<'_>) -> PyResult<Asking> {
        let mut options = Options {
            network: keys.take("network")?,
            without: keys.take("without")?.unwrap_or_default(),
            program: keys.take("program")?,
            seed: keys.take("seed")?.unwrap_or(0),
            deterministic: keys.take("deterministic")?.unwrap_or(false),
            threads: threads(keys.take("threads")?.unwrap_or(1)),
            ..Options::default()
        };
        if let Some(search) = keys.word("search", &SEARCHES)? {
            options.search = search;
        }
        if let Some(method) = keys.word("method", &METHODS)? {
            options.method = method;
        }
        if keys.take("adaptive")? == Some(false) {
            options.adaptive = None::<AdaptOptions>;
        }
        if let Some(memory) = keys.take("memory")? {
            options.budget = Budget::of_memory(memory);
        }
        options.budget.nodes = keys.take("nodes")?;
        let time = keys.raw("time")?.map(|time| duration(&time)).transpose()?;
        let progress = keys.raw("progress")?;
        if progress.as_ref().is_some_and(|to| !to.is_callable()) {
            return Err(PyTypeError::new_err("progress: a function of one argument is expected"));
        }
        Ok(Asking { options, time, progress: progress.map(Bound::unbind) })
    }

    /// The options of a run that begins now.
    pub fn options(&self) -> Options {
        let mut options = self.options.clone();
        if let Some(time) = self.time {
            options.budget = options.budget.within(time);
        }
        options
    }

    /// Refuses a node limit for work that has none.
    ///
    /// # Errors
    /// The message that it does not apply.
    pub fn refuse_nodes(&self, what: &str) -> PyResult<()> {
        match self.options.budget.nodes {
            Some(_) => {
                Err(unsuited(format!("nodes does not apply to {what}: give a limit of time")))
            }
            None => Ok(()),
        }
    }
}

const SEARCHES: [(&str, SearchMode); 4] = [
    ("auto", SearchMode::Auto),
    ("dfs", SearchMode::Dfs),
    ("learn", SearchMode::Learn),
    ("scan", SearchMode::StaticOrder),
];

const METHODS: [(&str, Method); 4] = [
    ("auto", Method::Auto),
    ("dp", Method::Dp),
    ("search", Method::Search),
    ("parts", Method::Parts),
];

/// The number of threads; 0 means one per processor.
pub fn threads(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}

/// Seconds or a `datetime.timedelta`.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds = match value.getattr_opt("total_seconds")? {
        Some(total) => total.call0()?.extract::<f64>(),
        None => value.extract::<f64>(),
    };
    let seconds = seconds
        .map_err(|_| PyTypeError::new_err("time: seconds or a datetime.timedelta is expected"))?;
    // An infinite time is no limit; the clock cannot represent a moment that far away.
    if seconds == f64::INFINITY {
        return Ok(Duration::MAX);
    }
    Duration::try_from_secs_f64(seconds)
        .map_err(|why| PyValueError::new_err(format!("time: {why}")))
}
