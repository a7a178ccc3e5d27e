//! A puzzle: reading, properties, writing, drawing.

use crate::asking::{Asking, Keys};
use crate::draw::Drawing;
use crate::errors::{ParseError, parse_error, unsuited};
use crate::lock::run;
use crate::solution::Solution;
use crate::values::{grid, json, loads};
use clew::api::{Page, Rules, Target};
use clew::families::{named, parse_json};
use clew::interchange::{self, Format, PlaceRules, Reading};
use clew::puzzle::format::{ParseError as Mistake, write_json, write_native};
use clew::puzzle::{Answer, Entry, Neighbourhood};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json as object};
use std::collections::HashMap;
use std::sync::Arc;

/// A puzzle with the statements of its file about it. It never changes.
///
/// Made by `clew.parse`, `clew.read`, `clew.grid`, `clew.from_dict` and `clew.generate`. ``str(puzzle)`` is its text format,
/// and a notebook draws it. Puzzles are equal if their boards, rules and givens are.
///
/// Questions take the keywords of `Options`: ``time`` (seconds or a timedelta), ``nodes`` (decisions), ``memory``
/// (bytes; a gibibyte by default), ``threads`` (0: one per processor), ``network``, ``without``, ``search``,
/// ``method``, ``program``, ``seed``, ``deterministic``, ``adaptive``, ``progress`` (called with a `Progress` ten
/// times a second). They run without the lock of the interpreter, and Ctrl-C ends them.
#[pyclass(frozen, module = "clew")]
pub struct Puzzle(pub Arc<Entry>);

#[pymethods]
impl Puzzle {
    /// The keyword of its family, such as ``"hidato"``.
    #[getter]
    fn family(&self) -> &'static str {
        self.0.puzzle.family().keyword()
    }

    /// The rules that its family leaves open: key and word.
    #[getter]
    fn rules(&self) -> HashMap<&'static str, &'static str> {
        self.0.puzzle.words().into_iter().collect()
    }

    /// Which cells are neighbours: ``"4"``, ``"8"`` or ``"hex"``; ``None`` where the board is no grid.
    #[getter]
    fn neighbours(&self) -> Option<&'static str> {
        Some(self.0.puzzle.board()?.moves()?.keyword())
    }

    /// Rows of the grid; 1 for a board of free points.
    #[getter]
    fn rows(&self) -> u32 {
        self.0.puzzle.size().0
    }

    /// Columns of the grid; of a board of free points their number.
    #[getter]
    fn cols(&self) -> u32 {
        self.0.puzzle.size().1
    }

    /// The number of cells.
    #[getter]
    fn cells(&self) -> usize {
        self.0.puzzle.cells()
    }

    /// A short name; empty if there is none.
    #[getter]
    fn title(&self) -> &str {
        &self.0.title
    }

    /// Its source; empty if its file does not state it.
    #[getter]
    fn source(&self) -> &str {
        &self.0.source
    }

    /// The identifier that documents echo.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.id.as_deref()
    }

    /// The warnings about its file, one sentence each.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings.clone()
    }

    /// How it was read, in words, if no header states it; ``None`` otherwise.
    #[getter]
    fn reading(&self) -> Option<&str> {
        self.0.guessed.reading.as_deref()
    }

    /// The goals that its best solution can have, such as ``"length"``.
    #[getter]
    fn goals(&self) -> Vec<&'static str> {
        self.0.puzzle.family().goals.iter().map(|goal| goal.name).collect()
    }

    /// The networks that its family has, the default first.
    #[getter]
    fn networks(&self) -> Vec<&'static str> {
        self.0.puzzle.family().networks().iter().map(|network| network.name).collect()
    }

    /// The models for other solvers that its family has.
    #[getter]
    fn models(&self) -> Vec<&'static str> {
        self.0.puzzle.family().formulations.iter().map(|model| model.name).collect()
    }

    /// The solutions that its file states and that could be read; they are unverified.
    #[getter]
    fn stated(&self) -> Vec<Solution> {
        self.0.answers.iter().map(|answer| Solution::new(&self.0, answer)).collect()
    }

    /// The givens, rows by columns: numbers, labels as texts, ``None`` for a cell without, ``"#"`` where there is no cell.
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item("cells")
    }

    /// The same puzzle under other rules: ``cover``, ``touch`` and other keys of the family with one word each, and
    /// ``neighbours``.
    ///
    /// Raises `Unsuited` if the family has no such rule or the puzzle cannot have it.
    #[pyo3(signature = (**rules))]
    fn with_rules(&self, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Puzzle> {
        let mut keys = Keys::new(rules)?;
        let neighbours = neighbours(&mut keys)?;
        let words = words(keys)?;
        let mut entry = (*self.0).clone();
        Rules { family: None, words, neighbours }.apply(&mut entry).map_err(unsuited)?;
        Ok(Puzzle(Arc::new(entry)))
    }

    /// The puzzle in a foreign format, such as ``"pzpr"``, ``"tatham"`` or ``"penpa"``; ``clew.formats()`` lists them.
    ///
    /// Raises `Unsuited` if the format cannot hold it, or would lose something and ``lossy`` is false. The loss of a
    /// rule does not matter if the only solution is the same without it; this is checked for two seconds.
    #[pyo3(signature = (format, *, lossy = false, solution = None))]
    fn to(
        &self,
        py: Python<'_>,
        format: &str,
        lossy: bool,
        solution: Option<&Solution>,
    ) -> PyResult<String> {
        let answer = solution.map(|solution| solution.of(&self.0)).transpose()?;
        written(py, &self.0, format, lossy, answer)
    }

    /// The document `clew-puzzle/1`; `clew.from_dict` reads it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &write_json(&self.0))
    }

    /// The document as JSON text on one line.
    fn to_json(&self) -> String {
        write_json(&self.0)
    }

    /// The puzzle as an SVG picture, with a solution if one is given.
    ///
    /// Keywords: ``theme`` (``"colour"``, ``"dark"``, ``"mono"``), ``coordinates``, ``size`` (the longer side in
    /// pixels), ``second`` (another solution, drawn over the first), ``where`` (a reply of `Puzzle.where`: each open
    /// cell shows its possible contents).
    #[pyo3(signature = (solution = None, **options))]
    fn svg(
        &self,
        solution: Option<&Solution>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let answer = solution.map(|solution| solution.of(&self.0)).transpose()?;
        Drawing::of(options)?.draw(&self.0, answer)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Drawing::default().draw(&self.0, None)
    }

    fn __str__(&self) -> String {
        write_native(&self.0)
    }

    fn __repr__(&self) -> String {
        let (rows, cols) = self.0.puzzle.size();
        format!("<clew.Puzzle {} {rows} x {cols}>", self.family())
    }

    fn __eq__(&self, other: &Puzzle) -> bool {
        self.0.puzzle == other.0.puzzle
    }

    fn __hash__(&self) -> isize {
        let (rows, cols) = self.0.puzzle.size();
        rows as isize * 65_599 + cols as isize
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = slf.py().import("clew")?.getattr("parse")?;
        Ok((read, (write_json(&slf.get().0),)))
    }
}

/// A puzzle in a format, with an answer if there is one.
///
/// # Errors
/// If the format does not exist, cannot hold it or would lose something.
pub fn written(
    py: Python<'_>,
    entry: &Entry,
    name: &str,
    lossy: bool,
    answer: Option<&Answer>,
) -> PyResult<String> {
    let target = Target { format: format(name)?, lossy };
    let text = run(py, &Asking::of(None)?, |options, _| {
        let memory = options.budget.memory;
        Page::new(target, name, entry, &options.budget, memory).write(answer)
    })?;
    text.map(|exported| exported.text).map_err(unsuited)
}

/// The format of this name.
///
/// # Errors
/// If there is none.
fn format(name: &str) -> PyResult<&'static Format> {
    interchange::format(name).ok_or_else(|| {
        let known: Vec<&str> = interchange::FORMATS.iter().map(|format| format.name).collect();
        unsuited(format!("there is no format {name:?}; there are {}", known.join(", ")))
    })
}

/// The neighbourhood in the keyword.
///
/// # Errors
/// If it is no known word.
pub fn neighbours(keys: &mut Keys<'_>) -> PyResult<Option<Neighbourhood>> {
    let Some(value) = keys.raw("neighbours")? else { return Ok(None) };
    let word = value.str()?;
    let word = word.to_cow()?;
    let wrong = || PyValueError::new_err(format!("neighbours={word:?}: there are 4, 8, hex"));
    Neighbourhood::from_keyword(&word).map(Some).ok_or_else(wrong)
}

/// All remaining keywords, as keys of rules with their words.
///
/// # Errors
/// If a family has no such rule; the message lists the rules.
pub fn words(keys: Keys<'_>) -> PyResult<Vec<(&'static str, &'static str)>> {
    let known = || clew::families::all().iter().flat_map(|family| family.words);
    let word = |(key, word): (String, String)| {
        let mut keys = known().filter(|known| known.name == key).peekable();
        if keys.peek().is_none() {
            let mut names: Vec<&str> = known().map(|known| known.name).collect();
            names.dedup();
            return Err(unsuited(format!(
                "there is no rule {key:?}; there are {}",
                names.join(", ")
            )));
        }
        let values: Vec<(&str, &str)> =
            keys.flat_map(|key| key.values.iter().map(|value| (key.name, *value))).collect();
        values.iter().find(|(_, value)| *value == word).copied().ok_or_else(|| {
            let values: Vec<&str> = values.iter().map(|(_, value)| *value).collect();
            unsuited(format!("{key}={word:?}: there are {}", values.join(", ")))
        })
    };
    keys.left()?.into_iter().map(word).collect()
}

/// The reading of an input, from the keywords.
///
/// # Errors
/// The first keyword that is wrong.
fn reading(given: Option<&Bound<'_, PyDict>>) -> PyResult<Reading> {
    let mut keys = Keys::new(given)?;
    let family = keys.take::<String>("family")?;
    let family = family
        .map(|name| named(&name).ok_or_else(|| unsuited(format!("there is no family {name:?}"))));
    let family = family.transpose()?;
    let mut places = PlaceRules::default();
    for word in keys.take::<Vec<String>>("places")?.unwrap_or_default() {
        if !places.take(&word) {
            let words = PlaceRules::WORDS.join(", ");
            return Err(unsuited(format!("places={word:?}: there are {words}")));
        }
    }
    Ok(Reading {
        format: keys.take::<String>("format")?.map(|name| format(&name)).transpose()?,
        family: family.map(|named| named.family),
        alias: family.and_then(|named| named.alias),
        neighbours: neighbours(&mut keys)?,
        blank: keys.take("blank")?.unwrap_or_default(),
        hole: keys.take("hole")?.unwrap_or_default(),
        given: keys.take("given")?.unwrap_or_default(),
        size_row: keys.take("size_row")?,
        places,
        words: words(keys)?,
    })
}

/// The puzzles of an input, or the mistakes in it.
///
/// # Errors
/// The first keyword that is wrong.
fn all(
    py: Python<'_>,
    text: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Result<Entry, Mistake>>> {
    let reading = reading(options)?;
    let mut found = py.detach(|| interchange::read_all(text, &reading));
    let rules = stated(reading);
    for entry in found.iter_mut().flatten() {
        rules.apply(entry).map_err(unsuited)?;
    }
    Ok(found)
}

/// The rules of a reading, which replace those of a text; a family's name implies its rules unless others are stated.
fn stated(reading: Reading) -> Rules {
    let (named, mut words) = (reading.named(), reading.words);
    if let Some(named) = named.filter(|named| named.sets_words()) {
        for (key, word) in named.family.words.iter().zip(named.words()) {
            if words.iter().all(|(other, _)| *other != key.name) {
                words.push((key.name, word));
            }
        }
    }
    let brought = named.and_then(|named| named.alias?.neighbours);
    Rules { family: reading.family, words, neighbours: reading.neighbours.or(brought) }
}

/// Reads one puzzle: a link or id of a site, a level, the text format, JSON, a grid.
///
/// Keywords state details that the text leaves open: ``format``, ``family``, rules such as ``cover="all"`` or
/// ``touch="no"``, ``neighbours``; for grids ``blank``, ``hole`` and ``given`` (lists of signs), ``size_row``; for
/// lists of places ``places``, such as ``["0", "row"]``. Rules replace those of the text.
///
/// Raises `ParseError` with line and column, also if there is not exactly one puzzle; `Unsuited` for a rule that its family
/// has not.
#[pyfunction]
#[pyo3(signature = (text, **options))]
pub fn parse(py: Python<'_>, text: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Puzzle> {
    let found = all(py, text, options)?;
    let count = found.len();
    match <[_; 1]>::try_from(found) {
        Ok([Ok(entry)]) => Ok(Puzzle(Arc::new(entry))),
        Ok([Err(mistake)]) => Err(parse_error(&mistake)),
        Err(_) => Err(ParseError::new_err(match count {
            0 => "there is no puzzle in the text".to_string(),
            n => format!("the text has {n} puzzles, one is expected; clew.read reads them all"),
        })),
    }
}

/// Reads all puzzles of a text, with the keywords of `parse`.
///
/// With ``errors="raise"`` the first mistake is raised as `ParseError`; with ``"return"`` the list has it in place of
/// its puzzle.
#[pyfunction]
#[pyo3(signature = (text, *, errors = "raise", **options))]
pub fn read(
    py: Python<'_>,
    text: &str,
    errors: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Py<PyAny>>> {
    let raises = raises(errors)?;
    let puzzle = |found: Result<Entry, Mistake>| match found {
        Ok(entry) => Ok(Puzzle(Arc::new(entry)).into_pyobject(py)?.into_any().unbind()),
        Err(mistake) if raises => Err(parse_error(&mistake)),
        Err(mistake) => Ok(parse_error(&mistake).into_value(py).into_any()),
    };
    all(py, text, options)?.into_iter().map(puzzle).collect()
}

/// Whether errors are raised instead of returned.
///
/// # Errors
/// If it is another word.
pub fn raises(errors: &str) -> PyResult<bool> {
    match errors {
        "raise" => Ok(true),
        "return" => Ok(false),
        other => Err(PyValueError::new_err(format!("errors={other:?}: there are raise, return"))),
    }
}

/// The puzzle of a document `clew-puzzle/1`, as `Puzzle.to_dict` makes it.
///
/// Raises `ParseError`, whose line and column are those of the document as JSON text on one line.
#[pyfunction]
pub fn from_dict(document: &Bound<'_, PyDict>) -> PyResult<Puzzle> {
    of_json(&json(document)?)
}

/// A puzzle from a grid: rows of numbers, of labels as texts, of ``None`` or 0 for a cell without a given, of ``"#"``
/// for no cell. Lists and numpy arrays are accepted.
///
/// Keywords are the keys of `clew-puzzle/1`, such as ``cover="partial"``, ``neighbours=8``, ``title="..."`` or
/// ``less=[[[0, 0], [0, 1]]]`` (the first cell holds less than the second; cells are ``[row, column]`` from 0).
///
/// Raises `ParseError`, whose line and column are those of the document as JSON text on one line.
#[pyfunction]
#[pyo3(name = "grid", signature = (family, cells, **keys))]
pub fn of_grid(
    family: &str,
    cells: &Bound<'_, PyAny>,
    keys: Option<&Bound<'_, PyDict>>,
) -> PyResult<Puzzle> {
    let mut document = object!({"puzzle": family, "cells": grid(cells)?});
    if let (Some(keys), Value::Object(members)) = (keys, &mut document) {
        for (key, value) in keys.iter() {
            members.insert(key.extract()?, json(&value)?);
        }
    }
    of_json(&document)
}

fn of_json(document: &Value) -> PyResult<Puzzle> {
    let entry = parse_json(&document.to_string()).map_err(|mistake| parse_error(&mistake))?;
    Ok(Puzzle(Arc::new(entry)))
}
