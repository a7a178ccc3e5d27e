//! Lists of families, formats and networks.

use crate::document::Document;
use crate::errors::unsuited;
use crate::objects::Puzzle;
use crate::values::{self, loads};
use clew::api::dedup::Dedup;
use clew::api::judge::{Answers, judge as judged};
use clew::api::models::Target;
use clew::api::networks::list_json;
use clew::api::{AnswerStatus, compare as comparison, profile};
use clew::families::all;
use clew::interchange::{FORMATS, Reading};
use clew::puzzle::Entry;
use clew::run::Budget;
use pyo3::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// The families of puzzles: one row each, with its rules, networks, models and goals.
///
/// >>> import clew
/// >>> "hidato" in [family["family"] for family in clew.families()]
/// True
#[pyfunction]
pub fn families(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let family = |family: &clew::puzzle::Family| {
        let rules = family.words.iter().map(|key| (key.name.to_string(), json!(key.values)));
        json!({
            "family": family.keyword(),
            "summary": family.summary,
            "rules": rules.collect::<serde_json::Map<_, _>>(),
            "goals": family.goals.iter().map(|goal| goal.name).collect::<Vec<_>>(),
            "networks": family.networks().iter().map(|network| network.name).collect::<Vec<_>>(),
            "models": family.formulations.iter().map(|model| model.name).collect::<Vec<_>>(),
        })
    };
    loads(py, &all().iter().map(family).collect::<serde_json::Value>().to_string())
}

/// The formats of puzzles: one row each, and whether it is read, written, and holds solutions.
///
/// >>> import clew
/// >>> len(clew.formats()) > 10
/// True
#[pyfunction]
pub fn formats(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let format = |format: &clew::interchange::Format| {
        json!({
            "format": format.name, "summary": format.summary, "read": format.read.is_some(),
            "written": format.write.is_some(), "solutions": format.solutions,
        })
    };
    loads(py, &FORMATS.iter().map(format).collect::<serde_json::Value>().to_string())
}

/// The languages in which `Puzzle.model` writes models.
///
/// >>> import clew
/// >>> "lp" in clew.languages()
/// True
#[pyfunction]
pub fn languages() -> Vec<&'static str> {
    Target::names()
}

/// Judges answers to puzzles: a document `clew-judgement/1` for each answer, ``right``, ``wrong`` with the rule and the
/// cells, or ``unreadable``. ``puzzles`` is a text or a list of puzzles; ``answers`` a list of texts in their order, a
/// dictionary by identifier, or one text in any form that ``clew verify --json`` takes.
///
/// >>> import clew
/// >>> text = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"
/// >>> clew.judge(text, ["6 7 9\n5 2 8\n1 4 3"])[0]["verdict"]
/// 'right'
#[pyfunction]
pub fn judge<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let shared = |entry: Result<Entry, clew::puzzle::format::ParseError>| {
        entry.map(Arc::new).map_err(|why| why.to_string())
    };
    let entries: Vec<Result<Arc<Entry>, String>> = match puzzles.extract::<String>() {
        Ok(text) => {
            let all = py.detach(|| clew::interchange::read_all(&text, &Reading::default()));
            all.into_iter().map(shared).collect()
        }
        Err(_) => {
            let one =
                |item: PyResult<Bound<'py, PyAny>>| -> PyResult<Vec<Result<Arc<Entry>, String>>> {
                    let item = item?;
                    if let Ok(puzzle) = item.extract::<PyRef<'_, Puzzle>>() {
                        return Ok(vec![Ok(puzzle.0.clone())]);
                    }
                    let text: String = item.extract()?;
                    let all = clew::interchange::read_all(&text, &Reading::default());
                    Ok(all.into_iter().map(shared).collect())
                };
            let lists = puzzles.try_iter()?.map(one).collect::<PyResult<Vec<_>>>()?;
            lists.into_iter().flatten().collect()
        }
    };
    let mut answers = if let Ok(text) = answers.extract::<String>() {
        Answers::new(text)
    } else if let Ok(by_id) = answers.extract::<std::collections::HashMap<String, String>>() {
        Answers::by_id(by_id)
    } else {
        Answers::in_order(answers.extract()?)
    };
    let found = py.detach(|| {
        let puzzles = entries.iter().map(|entry| entry.as_deref().map_err(Clone::clone));
        judged(puzzles, &mut answers, &Budget::unlimited(), 1 << 28).0
    });
    loads(py, &serde_json::Value::Array(found).to_string())
}

/// The puzzles that are the same up to turning, mirroring, other names of labels, or counting from the other end: one
/// document `clew-same/1` each, whose ``copyOf`` is the place of the first that is the same, or ``None``. Names are
/// the places in the list, from 0.
///
/// >>> import clew
/// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
/// >>> clew.same([puzzle, puzzle])[1]["copyOf"] is None
/// False
#[pyfunction]
pub fn same(puzzles: Vec<PyRef<'_, Puzzle>>) -> Vec<Document> {
    let mut met = Dedup::default();
    let document = |(place, puzzle): (usize, &PyRef<'_, Puzzle>)| {
        let name = place.to_string();
        let seen = met.take(&puzzle.0, &name);
        let words = match &seen.copy_of {
            Some(first) => format!("{name} is {first}\n"),
            None => format!("{name} is new\n"),
        };
        let standing = if seen.copy_of.is_some() { AnswerStatus::No } else { AnswerStatus::Yes };
        Document::new(standing, words, seen.json(&puzzle.0, &name))
    };
    puzzles.iter().enumerate().map(document).collect()
}

/// The changes from one profile to another: a document `clew-comparison/1` of two documents of `Puzzle.profile`.
///
/// Raises `Unsuited` if one of them is no profile.
///
/// >>> import clew
/// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
/// >>> before, after = puzzle.profile(runs=1), puzzle.profile(runs=1)
/// >>> clew.compare(before, after)["schema"]
/// 'clew-comparison/1'
#[pyfunction]
pub fn compare(before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<Document> {
    let value = |document: &Bound<'_, PyAny>| values::json(&document.call_method0("to_dict")?);
    let (before, after) = (value(before)?, value(after)?);
    if [&before, &after].iter().any(|document| document["schema"] != profile::SCHEMA) {
        return Err(unsuited(format!("two documents {} are expected", profile::SCHEMA)));
    }
    let text = comparison::text(&before, &after);
    Ok(Document::new(AnswerStatus::Yes, text, comparison::json(&before, &after)))
}

/// The networks of all families with their sources: documents `clew-network/1`.
///
/// >>> import clew
/// >>> len(clew.networks()) > 5
/// True
#[pyfunction]
pub fn networks(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    list_json().lines().map(|line| loads(py, line)).collect()
}
