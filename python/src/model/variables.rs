//! Variables and sums of them.

use crate::lock::locked;
use clew::model::{self as stated, Bool, Int};
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use std::sync::{Arc, Mutex};

/// An integer variable of a model. ``+``, ``-`` and ``*`` with a number make expressions, comparisons make constraints.
#[pyclass(frozen, module = "clew")]
#[derive(Clone)]
pub struct IntVar {
    pub handle: Int,
    pub name: String,
}

/// A Boolean variable of a model or its negation, ``~b``; in sums it counts 1 while it is true.
#[pyclass(frozen, module = "clew")]
#[derive(Clone)]
pub struct BoolVar {
    pub handle: Bool,
    pub name: String,
}

/// A sum of variables with coefficients, and a constant.
///
/// Sums that begin alike share their terms: the longest of them appends in place, so that a sum of n terms, made by
/// n additions, takes time linear in n.
#[pyclass(frozen, module = "clew")]
#[derive(Clone)]
pub struct Expr {
    parts: Arc<Mutex<Vec<stated::Expr>>>,
    /// The number of parts that belong to this sum; later ones are those of longer sums.
    len: usize,
}

impl Expr {
    /// The sum of these parts.
    pub fn new(parts: Vec<stated::Expr>) -> Expr {
        Expr { len: parts.len(), parts: Arc::new(Mutex::new(parts)) }
    }

    /// The sum of its parts.
    pub fn total(&self) -> stated::Expr {
        locked(&self.parts)[..self.len].iter().cloned().sum()
    }

    /// The sum with one more part.
    pub fn plus(&self, part: stated::Expr) -> Expr {
        let mut parts = locked(&self.parts);
        if parts.len() == self.len {
            parts.push(part);
            return Expr { parts: self.parts.clone(), len: self.len + 1 };
        }
        let begin = parts[..self.len].iter().cloned().sum();
        Expr::new(vec![begin, part])
    }
}

/// A value of Python as an expression; `None` if it is none. Truth values are no numbers here: they come from
/// comparisons that were meant to be constraints.
pub fn expression(value: &Bound<'_, PyAny>) -> PyResult<Option<stated::Expr>> {
    if let Ok(x) = value.cast::<IntVar>() {
        return Ok(Some(x.get().handle.into()));
    }
    if let Ok(b) = value.cast::<BoolVar>() {
        return Ok(Some(b.get().handle.into()));
    }
    if let Ok(e) = value.cast::<Expr>() {
        return Ok(Some(e.get().total()));
    }
    match number(value)? {
        Some(number) => Ok(Some(number.into())),
        None => Ok(None),
    }
}

/// The same for values that must be expressions.
///
/// # Errors
/// If it is no expression.
pub fn expected(value: &Bound<'_, PyAny>) -> PyResult<stated::Expr> {
    let found = expression(value)?;
    found.ok_or_else(|| {
        PyTypeError::new_err("a variable, a sum of variables or a whole number is expected")
    })
}

/// An integer, also one of numpy.
fn number(value: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if value.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    if value.is_instance_of::<PyInt>() || value.hasattr("__index__")? {
        return value.extract::<i64>().map(Some);
    }
    Ok(None)
}

/// The other operand of an operator. If it is no expression, the operator is left to that operand.
pub struct Side(pub stated::Expr);

impl<'py> FromPyObject<'_, 'py> for Side {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Side> {
        expected(&value).map(Side)
    }
}

/// A factor: an integer.
pub struct Factor(pub i64);

impl<'py> FromPyObject<'_, 'py> for Factor {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Factor> {
        let by = number(&value)?;
        by.map(Factor).ok_or_else(|| PyTypeError::new_err("a whole number is expected"))
    }
}
