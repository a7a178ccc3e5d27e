//! New puzzles.

use crate::asking::Asking;
use crate::errors::parse_error;
use crate::objects::Puzzle;
use clew::families::parse_json;
use pyo3::prelude::*;
use std::sync::Arc;

/// Makes a puzzle with one solution. The same seed makes the same puzzle, on every machine.
///
/// ``rows`` and ``cols`` are its size (a square if ``cols`` is left out); keywords: ``seed``, ``level``
/// (``"trivial"``, ``"easy"``, ``"tricky"``, ``"hard"``, ``"extreme"``, ``"beyond"``), ``score`` (the least and the
/// greatest), ``givens`` (the exact number), ``density`` (0 to 1), ``minimal``, ``symmetry`` (``"half-turn"``,
/// ``"quarter"``, ``"mirror"``, ``"diagonal"``), ``givens_at`` (a text like ``mask``), ``no_runs``, ``free_ends``,
/// ``labels`` (the least and the greatest number), ``shortest`` (cells of a path), ``empty`` (cells, as ``labels``), ``turns`` (of all
/// paths, as ``labels``), ``signs_only``,
/// ``symmetric_signs``, ``chain`` (cells through which signs lead), ``best`` (of how many candidates the best-looking is taken), ``unique``,
/// ``holes``, ``mask`` (a text of ``.`` and ``#``, in place of the size), ``wrap``, ``walls``, ``links``, ``bridges``,
/// ``neighbours``, rules such as ``cover``, and ``time``, ``memory``, ``progress``.
///
/// Raises `Unsuited` if there can be no such puzzle, `LimitReached` if the time ended before one was found.
///
/// >>> import clew
/// >>> puzzle = clew.generate("futoshiki", 4, level="easy", seed=1)
/// >>> puzzle.check().verdict, puzzle == clew.generate("futoshiki", 4, level="easy", seed=1)
/// ('unique', True)
#[pyfunction]
#[pyo3(signature = (family, rows, cols = None, **options))]
pub fn generate(
    py: Python<'_>,
    family: &str,
    rows: u32,
    cols: Option<u32>,
    options: Option<Asking>,
) -> PyResult<Puzzle> {
    let mut asking = options.unwrap_or_default().with("family", family).with("rows", rows);
    asking.members = asking.members.with_rules();
    if let Some(cols) = cols {
        asking = asking.with("cols", cols);
    }
    let made = asking.ask(py, "generate", None)?;
    let document = made.document.as_ref().map_or("", |document| document.get());
    let entry = parse_json(document).map_err(|mistake| parse_error(&mistake))?;
    Ok(Puzzle(Arc::new(entry)))
}
