//! Constraints, as values that are added to a model.

use super::variables::{IntVar, expected};
use super::{Stated, misstated};
use crate::errors::unsuited;
use clew::model::{Arcs, Bool, Comparison, Expr, Graph, Int, ModelError};
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A constraint, which takes effect when it is added to a model: ``model.add(constraint)``. It is neither true nor
/// false.
#[pyclass(frozen, module = "clew")]
pub struct Constraint {
    kind: &'static str,
    /// The comparison, if it is one, for conditions.
    comparison: Option<Comparison>,
    /// States it.
    pub post: Box<Post>,
}

/// The function that states a constraint.
pub type Post = dyn Fn(&mut Stated) -> Result<(), ModelError> + Send + Sync;

#[pymethods]
impl Constraint {
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "a constraint is neither true nor false: give it to Model.add; a < b < c is two constraints",
        ))
    }

    fn __repr__(&self) -> String {
        format!("<clew.Constraint {}>", self.kind)
    }
}

impl Constraint {
    /// A constraint with the function that states it.
    pub fn new(
        kind: &'static str,
        post: impl Fn(&mut Stated) -> Result<(), ModelError> + Send + Sync + 'static,
    ) -> Constraint {
        Constraint { kind, comparison: None, post: Box::new(post) }
    }

    /// A comparison.
    pub fn compared(kind: &'static str, comparison: Comparison) -> Constraint {
        let holds = comparison.clone();
        let post = Box::new(move |stated: &mut Stated| stated.model.compared(&holds));
        Constraint { kind, comparison: Some(comparison), post }
    }

    /// One of these is true.
    pub fn clause(bools: Vec<Bool>) -> Constraint {
        Constraint::new("clause", move |stated| stated.model.clause(&bools))
    }
}

/// The comparison of a constraint.
///
/// # Errors
/// `TypeError` if it is another constraint.
pub fn comparison(constraint: &Bound<'_, PyAny>) -> PyResult<Comparison> {
    let found = constraint.cast::<Constraint>().ok().and_then(|c| c.get().comparison.clone());
    found
        .ok_or_else(|| PyTypeError::new_err("a comparison of sums is expected, such as x + y <= 7"))
}

/// A variable, or an expression for which a variable is created.
pub enum Term {
    Int(Int),
    Sum(Expr),
}

impl<'py> FromPyObject<'_, 'py> for Term {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Term> {
        match value.cast::<IntVar>() {
            Ok(x) => Ok(Term::Int(x.get().handle)),
            Err(_) => Ok(Term::Sum(expected(&value)?)),
        }
    }
}

/// Variables and sums, from any iterable.
pub struct Terms(Vec<Term>);

impl<'py> FromPyObject<'_, 'py> for Terms {
    type Error = PyErr;

    fn extract(values: Borrowed<'_, 'py, PyAny>) -> PyResult<Terms> {
        values.try_iter()?.map(|value| value?.extract()).collect::<PyResult<_>>().map(Terms)
    }
}

/// Something that becomes variables of a model.
pub trait Variables {
    /// The variables: one, or a list.
    type Of;

    /// The variables of a model; for sums new ones are created.
    ///
    /// # Errors
    /// A sum is of another model, or may pass its limit.
    fn of(&self, stated: &mut Stated) -> Result<Self::Of, ModelError>;
}

impl Variables for Term {
    type Of = Int;

    fn of(&self, stated: &mut Stated) -> Result<Int, ModelError> {
        match self {
            Term::Int(x) => Ok(*x),
            Term::Sum(sum) => {
                let name = stated.name(None, '_');
                stated.model.define(name, sum)
            }
        }
    }
}

impl Variables for Terms {
    type Of = Vec<Int>;

    fn of(&self, stated: &mut Stated) -> Result<Vec<Int>, ModelError> {
        self.0.iter().map(|term| term.of(stated)).collect()
    }
}

/// The graph with these edges.
pub fn graph(nodes: u32, edges: Vec<[u32; 2]>) -> PyResult<Graph> {
    Graph::new(nodes, edges).map_err(misstated)
}

/// The arcs that pairs of nodes mean.
///
/// # Errors
/// A pair that is none; no direction where it matters.
pub fn arcs(nodes: u32, pairs: Vec<[u32; 2]>, directed: Option<bool>) -> PyResult<Arcs> {
    let arcs = Arcs::new(nodes, pairs.iter().copied()).map_err(misstated)?;
    let one_way = pairs.iter().find(|[a, b]| !arcs.lead(*b, *a));
    match (directed, one_way) {
        (Some(true), _) | (None, None) => Ok(arcs),
        (Some(false), _) => Ok((&graph(nodes, pairs)?).into()),
        (None, Some([a, b])) => Err(unsuited(format!(
            "({a}, {b}) is given one way only: pass directed=True if each pair is an arc, from its first node to its \
             second, or directed=False if it is an edge, which leads both ways"
        ))),
    }
}
