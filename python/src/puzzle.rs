//! A puzzle: reading, properties, writing.

use crate::asking::{Asking, Members};
use crate::errors::{ParseError, mistaken, parse_error, unsuited};
use crate::lock::run;
use crate::objects::{Puzzle, Solution};
use crate::values::{grid, json, loads};
use clew::api::request::ReadingOptions;
use clew::api::{Page, Target};
use clew::families::parse_json;
use clew::interchange::{self, Format, Reading};
use clew::puzzle::format::{ParseError as Misread, write_json, write_native};
use clew::puzzle::{Answer, Entry};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::sync::Arc;

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

    /// The names of its labels, in the order of their numbers; empty without labels.
    #[getter]
    fn labels(&self) -> Vec<&str> {
        (0..).map(|label| self.0.puzzle.label(label)).take_while(|name| !name.is_empty()).collect()
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
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.grid()
    /// [[6, None, None], [None, 2, 8], [1, None, None]]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item("cells")
    }

    /// The same puzzle under other rules: ``cover``, ``touch`` and other keys of the family with one word each, and
    /// ``neighbours``.
    ///
    /// Raises `Unsuited` if the family has no such rule or the puzzle cannot have it.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: numberlink\n\nA . B\n. . .\nA . B\n")
    /// >>> puzzle.with_rules(cover="partial").rules["cover"]
    /// 'partial'
    #[pyo3(signature = (**rules))]
    fn with_rules(&self, rules: Option<Members>) -> PyResult<Puzzle> {
        let mut entry = (*self.0).clone();
        let reading = reading(rules.unwrap_or_default())?;
        ReadingOptions::rules(&reading).apply(&mut entry).map_err(unsuited)?;
        Ok(Puzzle(Arc::new(entry)))
    }

    /// The puzzle in a foreign format, such as ``"pzpr"``, ``"tatham"`` or ``"penpa"``; ``clew.formats()`` lists them.
    ///
    /// Raises `Unsuited` if the format cannot hold it, or would lose something and ``lossy`` is false. The loss of a
    /// rule does not matter if the only solution is the same without it; this is checked for two seconds.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.generate("futoshiki", 4, level="easy", seed=1)
    /// >>> puzzle.to("tatham").startswith("4:")
    /// True
    #[pyo3(signature = (format, *, lossy = false, solution = None))]
    fn to(
        &self,
        py: Python<'_>,
        format: &str,
        lossy: bool,
        solution: Option<&Solution>,
    ) -> PyResult<String> {
        let answer = solution.map(|solution| solution.answer(&self.0)).transpose()?;
        written(py, &self.0, format, lossy, answer)
    }

    /// The document `clew-puzzle/1`; `clew.from_dict` reads it.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.to_dict()["cells"]
    /// [[6, None, None], [None, 2, 8], [1, None, None]]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &write_json(&self.0))
    }

    /// The document as JSON text on one line.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.to_json().startswith('{"schema":"clew-puzzle/1"')
    /// True
    fn to_json(&self) -> String {
        write_json(&self.0)
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
    let text = run(py, &Asking::default(), |options, _| {
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

/// The reading of an input, from the keywords.
///
/// # Errors
/// The first keyword that is wrong.
fn reading(members: Members) -> PyResult<Reading> {
    members.with_rules().read::<ReadingOptions>()?.reading().map_err(mistaken)
}

/// The puzzles of an input, or the mistakes in it. Rules in the keywords replace those of the input.
///
/// # Errors
/// The first keyword that is wrong.
fn all(
    py: Python<'_>,
    text: &str,
    options: Option<Members>,
) -> PyResult<Vec<Result<Entry, Misread>>> {
    let reading = reading(options.unwrap_or_default())?;
    let mut found = py.detach(|| interchange::read_all(text, &reading));
    let rules = ReadingOptions::rules(&reading);
    for entry in found.iter_mut().flatten() {
        rules.apply(entry).map_err(unsuited)?;
    }
    Ok(found)
}

/// Reads one puzzle: a link or id of a site, a level, the text format, JSON, a grid.
///
/// Keywords state details that the text leaves open: ``format``, ``family``, rules such as ``cover="all"`` or
/// ``touch="no"``, ``neighbours``; for grids ``blank``, ``hole`` and ``given`` (lists of signs), ``size_row``; for
/// lists of places ``places``, such as ``["0", "row"]``. Rules replace those of the text.
///
/// Raises `ParseError` with line and column, also if there is not exactly one puzzle; `Unsuited` for a rule that its family
/// has not.
///
/// >>> import clew
/// >>> clew.parse("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3").family
/// 'numberlink'
#[pyfunction]
#[pyo3(signature = (text, **options))]
pub fn parse(py: Python<'_>, text: &str, options: Option<Members>) -> PyResult<Puzzle> {
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
///
/// >>> import clew
/// >>> text = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"
/// >>> [puzzle.rows for puzzle in clew.read(text + "---\n" + text)]
/// [3, 3]
/// >>> clew.read("puzzle: hidato\n\n1 x\n", errors="return")[0].line
/// 3
#[pyfunction]
#[pyo3(signature = (text, *, errors = "raise", **options))]
pub fn read(
    py: Python<'_>,
    text: &str,
    errors: &str,
    options: Option<Members>,
) -> PyResult<Vec<Py<PyAny>>> {
    let raises = raises(errors)?;
    let puzzle = |found: Result<Entry, Misread>| match found {
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
///
/// >>> import clew
/// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
/// >>> clew.from_dict(puzzle.to_dict()) == puzzle
/// True
#[pyfunction]
pub fn from_dict(document: &Bound<'_, PyDict>) -> PyResult<Puzzle> {
    let document = json(document)?.to_string();
    let entry = parse_json(&document).map_err(|mistake| parse_error(&mistake))?;
    Ok(Puzzle(Arc::new(entry)))
}

/// A puzzle from a grid: rows of numbers, of labels as texts, of ``None`` or 0 for a cell without a given, of ``"#"``
/// for no cell. Lists and numpy arrays are accepted.
///
/// Keywords are the keys of `clew-puzzle/1`, such as ``cover="partial"``, ``neighbours=8``, ``title="..."`` or
/// ``less=[[[0, 0], [0, 1]]]`` (the first cell holds less than the second; cells are ``[row, column]`` from 0).
///
/// Raises `ParseError`, whose line and column are those of the document as JSON text on one line.
///
/// >>> import clew
/// >>> clew.grid("hidato", [[6, None, None], [None, 2, 8], [1, None, None]]).check().verdict
/// 'unique'
#[pyfunction]
#[pyo3(name = "grid", signature = (family, cells, **keys))]
pub fn of_grid<'py>(
    family: &str,
    cells: &Bound<'py, PyAny>,
    keys: Option<Bound<'py, PyDict>>,
) -> PyResult<Puzzle> {
    let document = keys.unwrap_or_else(|| PyDict::new(cells.py()));
    document.set_item("puzzle", family)?;
    document.set_item("cells", loads(cells.py(), &grid(cells)?.to_string())?)?;
    from_dict(&document)
}
