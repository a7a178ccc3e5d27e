//! New puzzles.

use crate::asking::{Asking, Keys};
use crate::errors::{limit, unsuited};
use crate::lock::run;
use crate::puzzle::{Puzzle, neighbours, words};
use clew::api::generate::{GenerateRequest, With};
use clew::api::with_name;
use clew::families::named;
use clew::generate::DifficultyTarget;
use clew::puzzle::Wrap;
use clew::puzzle::family::{BoardSpec, Mask, Request, Symmetry};
use clew::puzzle::ladder::Level;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// The names of levels.
fn levels() -> [(&'static str, Level); 6] {
    use Level::{Beyond, Easy, Extreme, Hard, Tricky, Trivial};
    [Trivial, Easy, Tricky, Hard, Extreme, Beyond].map(|level| (level.keyword(), level))
}

/// Makes a puzzle with one solution. The same seed makes the same puzzle, on every machine.
///
/// ``rows`` and ``cols`` are its size (a square if ``cols`` is left out); keywords: ``seed``, ``level``
/// (``"trivial"``, ``"easy"``, ``"tricky"``, ``"hard"``, ``"extreme"``, ``"beyond"``), ``score`` (the least and the
/// greatest), ``givens`` (the exact number), ``density`` (0 to 1), ``minimal``, ``symmetry`` (``"half-turn"``,
/// ``"quarter"``, ``"mirror"``, ``"diagonal"``), ``givens_at`` (a text like ``mask``), ``no_runs``, ``free_ends``,
/// ``labels`` (the least and the greatest number), ``shortest`` (cells of a path), ``signs_only``, ``unique``,
/// ``holes``, ``mask`` (a text of ``.`` and ``#``, in place of the size), ``wrap``, ``walls``, ``links``, ``bridges``,
/// ``neighbours``, rules such as ``cover``, and ``time``, ``memory``, ``progress``.
///
/// Raises `Unsuited` if there can be no such puzzle, `LimitReached` if the time ended before one was found.
#[pyfunction]
#[pyo3(signature = (family, rows, cols = None, **options))]
pub fn generate(
    py: Python<'_>,
    family: &str,
    rows: u32,
    cols: Option<u32>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Puzzle> {
    let found = named(family).ok_or_else(|| unsuited(format!("there is no family {family:?}")))?;
    let mut keys = Keys::new(options)?;
    let wish =
        DifficultyTarget { level: keys.word("level", &levels())?, score: keys.take("score")? };
    let mask = keys.take::<String>("mask")?;
    let mask = mask.map(|text| Mask::parse(&text).map_err(unsuited)).transpose()?;
    let givens_at = keys.take::<String>("givens_at")?;
    let givens_at = givens_at.map(|text| Mask::parse(&text).map_err(unsuited)).transpose()?;
    let wrap = keys.take::<String>("wrap")?.map(|word| {
        let wrap = Wrap::from_keyword(&word);
        wrap.ok_or_else(|| unsuited(format!("wrap={word:?}: there are rows, columns, both")))
    });
    let (rows, cols) = match &mask {
        Some(mask) => (mask.rows, mask.cols),
        None => (rows, cols.unwrap_or(rows)),
    };
    let mut request = Request {
        holes: keys.take("holes")?.unwrap_or(0),
        ground: BoardSpec {
            mask: mask.map(Arc::new),
            wrap: wrap.transpose()?.unwrap_or_default(),
            walls: keys.take("walls")?.unwrap_or(0),
            links: keys.take("links")?.unwrap_or(0),
            bridges: keys.take("bridges")?.unwrap_or(0),
        },
        density: keys.take("density")?,
        givens: keys.take("givens")?,
        minimal: keys.take("minimal")?.unwrap_or(false),
        symmetry: keys.word("symmetry", &Symmetry::ALL.map(|one| (one.keyword(), one)))?,
        givens_at: givens_at.map(Arc::new),
        no_runs: keys.take("no_runs")?.unwrap_or(false),
        free_ends: keys.take("free_ends")?.unwrap_or(false),
        labels: keys.take("labels")?,
        shortest: keys.take("shortest")?,
        signs_only: keys.take("signs_only")?.unwrap_or(false),
        unique: keys.take("unique")?.unwrap_or(false),
        neighbours: neighbours(&mut keys)?.or(found.alias.and_then(|alias| alias.neighbours)),
        ..Request::new(rows, cols, keys.take("seed")?.unwrap_or(0))
    };
    let asking = Asking::taken(&mut keys)?;
    request.words = with_name(words(keys)?, Some(found));
    let seed = request.seed;
    let wanted = GenerateRequest {
        family: found.family,
        request,
        wish,
        count: 1,
        with: With::default(),
        from: None,
    };
    let made = run(py, &asking, |options, _| wanted.one(0, seed, &options.budget, &mut |_| {}))?;
    match made.map_err(unsuited)? {
        Some(made) => Ok(Puzzle(Arc::new(made.entry))),
        None => Err(limit(None, "a limit came before a puzzle was made", None)),
    }
}
