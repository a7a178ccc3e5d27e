//! Values of Python as JSON and back: documents, and grids, which may be numpy arrays.

use crate::errors::{ParseError, unsuited};
use clew::puzzle::{Entry, Goal};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use serde_json::{Map, Number, Value};

/// The maximum number of levels of lists and dictionaries.
const DEEPEST: usize = 64;

/// A JSON text as Python values: dictionaries, lists, numbers of any size.
///
/// # Errors
/// Those of Python.
pub fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// A value of Python as JSON. For a value that has a `tolist`, as arrays and numbers of numpy have, it is the result
/// of that.
///
/// # Errors
/// If its type has no counterpart in JSON.
pub fn json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    within(value, DEEPEST)
}

fn within(value: &Bound<'_, PyAny>, levels: usize) -> PyResult<Value> {
    if levels == 0 {
        return Err(ParseError::new_err(format!("more than {DEEPEST} levels of lists")));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.to_cow()?.into_owned()));
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Value::Bool(truth.is_true()));
    }
    if value.is_instance_of::<PyInt>() {
        let number = value.extract::<i64>().map(Number::from);
        return number.or_else(|_| value.extract::<u64>().map(Number::from)).map(Value::Number);
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(float(value.extract()?));
    }
    if let Ok(members) = value.cast::<PyDict>() {
        let member = |(key, item): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((key.extract::<String>()?, within(&item, levels - 1)?))
        };
        return members.iter().map(member).collect::<PyResult<Map<_, _>>>().map(Value::Object);
    }
    if let Some(list) = value.getattr_opt("tolist")? {
        return within(&list.call0()?, levels - 1);
    }
    let items = value.try_iter().map_err(|_| {
        let kind = value.get_type().name().map_or("?".into(), |name| name.to_string());
        PyTypeError::new_err(format!("a value of type {kind} is no part of a puzzle"))
    })?;
    items.map(|item| within(&item?, levels - 1)).collect::<PyResult<_>>().map(Value::Array)
}

/// Numbers without fractions become integers, since arrays with gaps hold floats; NaN is a gap.
fn float(x: f64) -> Value {
    /// Whole numbers up to this are exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if x.fract() == 0.0 && x.abs() <= EXACT {
        return Value::Number((x as i64).into());
    }
    Number::from_f64(x).map_or(Value::Null, Value::Number)
}

/// Rows of a grid as JSON: 0, `None`, NaN, `"."` and the empty text are cells without content.
///
/// # Errors
/// If it is no list of lists.
pub fn grid(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let rows = json(value)?;
    let plain = |item: Value| match &item {
        Value::Number(number) if number.as_i64() == Some(0) => Value::Null,
        Value::String(text) if matches!(text.trim(), "" | ".") => Value::Null,
        _ => item,
    };
    let row = |row: Value| match row {
        Value::Array(items) => Ok(Value::Array(items.into_iter().map(plain).collect())),
        _ => Err(ParseError::new_err("a grid is a list of rows, each a list of cells")),
    };
    match rows {
        Value::Array(rows) => rows.into_iter().map(row).collect::<PyResult<_>>().map(Value::Array),
        _ => Err(ParseError::new_err("a grid is a list of rows, each a list of cells")),
    }
}

/// A filled grid as text: a text as it is, rows as JSON.
///
/// # Errors
/// As for [`grid`].
pub fn filled_text(filled: &Bound<'_, PyAny>) -> PyResult<String> {
    match filled.cast::<PyString>() {
        Ok(text) => Ok(text.to_cow()?.into_owned()),
        Err(_) => Ok(grid(filled)?.to_string()),
    }
}

/// The goal of this name.
///
/// # Errors
/// If the family has none of this name.
pub fn goal_of(entry: &Entry, name: Option<&str>) -> PyResult<Option<Goal>> {
    let Some(name) = name else { return Ok(None) };
    let family = entry.puzzle.family();
    let found = family.goals.iter().find(|goal| goal.name == name).copied();
    found.map(Some).ok_or_else(|| unsuited(format!("{family} has no goal {name:?}")))
}
