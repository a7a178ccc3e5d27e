//! Variables and sums of them, with the operators of Python.

use super::constraint::{Constraint, Kind};
use super::globals::{comparison, when};
use crate::lock::locked;
use clew::model::{self as stated, Bool, Int};
use pyo3::Borrowed;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
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
    fn new(parts: Vec<stated::Expr>) -> Expr {
        Expr { len: parts.len(), parts: Arc::new(Mutex::new(parts)) }
    }

    /// The sum of its parts.
    pub fn total(&self) -> stated::Expr {
        locked(&self.parts)[..self.len].iter().cloned().sum()
    }

    /// The sum with one more part.
    fn plus(&self, part: stated::Expr) -> Expr {
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
pub struct Side(stated::Expr);

impl<'py> FromPyObject<'_, 'py> for Side {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Side> {
        expected(&value).map(Side)
    }
}

/// A factor: an integer.
pub struct Factor(i64);

impl<'py> FromPyObject<'_, 'py> for Factor {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Factor> {
        let by = number(&value)?;
        by.map(Factor).ok_or_else(|| PyTypeError::new_err("a whole number is expected"))
    }
}

/// A comparison as a constraint.
fn compared(a: stated::Expr, Side(b): Side, op: CompareOp) -> Constraint {
    Constraint(match op {
        CompareOp::Eq => Kind::Equal(a, b),
        CompareOp::Ne => Kind::Different(a, b),
        CompareOp::Le => Kind::AtMost(a, b),
        CompareOp::Ge => Kind::AtMost(b, a),
        CompareOp::Lt => Kind::Less(a, b),
        CompareOp::Gt => Kind::Less(b, a),
    })
}

/// The operators of one type, and its other methods.
macro_rules! operators {
    ($t:ty, $own:expr, $sum:expr, { $($more:tt)* }) => {
        #[pymethods]
        impl $t {
            /// Arrays and numbers of numpy leave operators to this type.
            #[classattr]
            #[pyo3(name = "__array_ufunc__")]
            const NO_ARRAYS: Option<bool> = None;

            fn __add__(&self, other: Side) -> Expr {
                $sum(self).plus(other.0)
            }

            fn __radd__(&self, other: Side) -> Expr {
                Expr::new(vec![other.0, $own(self)])
            }

            fn __sub__(&self, other: Side) -> Expr {
                $sum(self).plus(-other.0)
            }

            fn __rsub__(&self, other: Side) -> Expr {
                Expr::new(vec![other.0, -$own(self)])
            }

            fn __mul__(&self, by: Factor) -> Expr {
                Expr::new(vec![$own(self) * by.0])
            }

            fn __rmul__(&self, by: Factor) -> Expr {
                Expr::new(vec![$own(self) * by.0])
            }

            fn __neg__(&self) -> Expr {
                Expr::new(vec![-$own(self)])
            }

            /// `and`, `or`, `not` and `if` would take a variable for true, and state another model.
            fn __bool__(&self) -> PyResult<bool> {
                Err(PyTypeError::new_err(UNKNOWN_TRUTH))
            }

            fn __richcmp__(&self, other: Side, op: CompareOp) -> Constraint {
                compared($own(self), other, op)
            }

            $($more)*
        }
    };
}

fn of_int(x: &IntVar) -> stated::Expr {
    x.handle.into()
}

fn of_bool(b: &BoolVar) -> stated::Expr {
    b.handle.into()
}

/// Why a variable has no truth value in Python, and what to write instead.
const UNKNOWN_TRUTH: &str = "a variable is neither true nor false before the model is solved, so Python's and, or, not \
    and if cannot state constraints: write a | b, ~a, a.implies(b) or clew.clause([a, b]), and for \"a and b\" add both; \
    the value in a solution is solution[a]";

fn sum_of<T>(of: impl Fn(&T) -> stated::Expr) -> impl Fn(&T) -> Expr {
    move |x| Expr::new(vec![of(x)])
}

/// The hash of a handle in a dictionary.
fn hashed(handle: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    handle.hash(&mut hasher);
    hasher.finish()
}

operators!(IntVar, of_int, sum_of(of_int), {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __hash__(&self) -> u64 {
        hashed(self.handle)
    }

    fn __repr__(&self) -> String {
        format!("<clew.IntVar {}>", self.name)
    }
});

operators!(BoolVar, of_bool, sum_of(of_bool), {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __invert__(&self) -> BoolVar {
        let name = match self.name.strip_prefix("not ") {
            Some(name) => name.to_string(),
            None => format!("not {}", self.name),
        };
        BoolVar { handle: !self.handle, name }
    }

    /// At least one of both is true; a clause.
    fn __or__(&self, other: PyRef<'_, BoolVar>) -> Constraint {
        Constraint(Kind::Clause(vec![self.handle, other.handle]))
    }

    /// If this is true, so is the other Boolean variable (a clause), or the comparison: ``b.implies(x + y <= 7)``.
    fn implies(&self, other: &Bound<'_, PyAny>) -> PyResult<Constraint> {
        match other.cast::<BoolVar>() {
            Ok(b) => Ok(Constraint(Kind::Clause(vec![!self.handle, b.get().handle]))),
            Err(_) => when(self.handle, comparison(other)?),
        }
    }

    fn __hash__(&self) -> u64 {
        hashed(self.handle)
    }

    fn __repr__(&self) -> String {
        format!("<clew.BoolVar {}>", self.name)
    }
});

operators!(Expr, Expr::total, Expr::clone, {
    fn __repr__(&self) -> &'static str {
        "<clew.Expr>"
    }
});
