//! What there is: families, formats, networks.

use crate::values::loads;
use clew::api::networks::list_json;
use clew::families::all;
use clew::formulation::LANGUAGES;
use clew::interchange::FORMATS;
use pyo3::prelude::*;
use serde_json::json;

/// The families of puzzles: a row each, with its rules, networks, models and goals.
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

/// The formats of puzzles: a row each, and whether it is read, written, and holds solutions.
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

/// The languages of models for other solvers.
#[pyfunction]
pub fn languages() -> Vec<&'static str> {
    LANGUAGES.iter().map(|language| language.name).collect()
}

/// The networks of all families with their sources: documents `clew-network/1`.
#[pyfunction]
pub fn networks(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    list_json().lines().map(|line| loads(py, line)).collect()
}
