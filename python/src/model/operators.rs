//! The operators of variables and sums.

use super::Stated;
use super::constraint::{Constraint, comparison};
use super::variables::{BoolVar, Expr, Factor, IntVar, Side};
use clew::model::{self as stated, Comparison};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A comparison as a constraint.
fn compared(a: stated::Expr, Side(b): Side, op: CompareOp) -> Constraint {
    let (kind, comparison) = match op {
        CompareOp::Eq => ("equal", Comparison::equal(a, b)),
        CompareOp::Ne => ("different", Comparison::different(a, b)),
        CompareOp::Le => ("at most", Comparison::at_most(a, b)),
        CompareOp::Ge => ("at most", Comparison::at_most(b, a)),
        CompareOp::Lt => ("less", Comparison::less_than(a, b)),
        CompareOp::Gt => ("less", Comparison::less_than(b, a)),
    };
    Constraint::compared(kind, comparison)
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
        Constraint::clause(vec![self.handle, other.handle])
    }

    /// If this is true, so is the other Boolean variable (a clause), or the comparison: ``b.implies(x + y <= 7)``.
    fn implies(&self, other: &Bound<'_, PyAny>) -> PyResult<Constraint> {
        match other.cast::<BoolVar>() {
            Ok(b) => Ok(Constraint::clause(vec![!self.handle, b.get().handle])),
            Err(_) => {
                let (b, holds) = (self.handle, comparison(other)?);
                let when = move |stated: &mut Stated| stated.model.when(b, holds.clone());
                Ok(Constraint::new("half-reified linear", when))
            }
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
