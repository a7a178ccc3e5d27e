//! Constraints, as values that are added to a model.

use super::expression::{BoolVar, IntVar, expected};
use super::{Stated, misstated};
use crate::errors::unsuited;
use clew::model::{Arcs, Bool, Expr, Graph, Int, ModelError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A constraint, which takes effect when it is added to a model: ``model.add(constraint)``. It is neither true nor
/// false.
#[pyclass(frozen, module = "clew")]
pub struct Constraint(pub Kind);

/// A variable, or an expression for which a variable is created.
pub enum Term {
    Int(Int),
    Sum(Expr),
}

/// The kind of a constraint.
pub enum Kind {
    Equal(Expr, Expr),
    Different(Expr, Expr),
    AtMost(Expr, Expr),
    Less(Expr, Expr),
    Clause(Vec<Bool>),
    AllDifferent(Vec<Term>),
    Increasing(Vec<Term>, bool),
    Table(Vec<Term>, Vec<Vec<Option<i64>>>),
    Inverse(Vec<Term>, Vec<Term>),
    Walk(Graph, Vec<Term>),
    Path(Graph, Vec<Term>, i64),
    Circuit(Arcs, Vec<Term>),
    /// A constraint that states itself, with its kind.
    Other(&'static str, Box<Post>),
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
        let kind = match &self.0 {
            Kind::Equal(..) => "equal",
            Kind::Different(..) => "different",
            Kind::AtMost(..) => "at most",
            Kind::Less(..) => "less",
            Kind::Clause(_) => "clause",
            Kind::AllDifferent(_) => "all different",
            Kind::Increasing(..) => "chain",
            Kind::Table(..) => "table",
            Kind::Inverse(..) => "inverse",
            Kind::Walk(..) => "walk",
            Kind::Path(..) => "path",
            Kind::Circuit(..) => "circuit",
            Kind::Other(kind, _) => kind,
        };
        format!("<clew.Constraint {kind}>")
    }
}

impl Constraint {
    /// States the constraint.
    ///
    /// # Errors
    /// The reason why it cannot be stated.
    pub fn post(&self, stated: &mut Stated) -> Result<(), ModelError> {
        match &self.0 {
            Kind::Equal(a, b) => stated.model.equal(a, b),
            Kind::Different(a, b) => stated.model.different(a, b),
            Kind::AtMost(a, b) => stated.model.at_most(a, b),
            Kind::Less(a, b) => stated.model.less_than(a, b),
            Kind::Clause(bools) => stated.model.clause(bools),
            Kind::AllDifferent(xs) => {
                let xs = stated.variables(xs)?;
                stated.model.all_different(&xs)
            }
            Kind::Increasing(xs, strictly) => {
                let xs = stated.variables(xs)?;
                match strictly {
                    true => stated.model.increasing(&xs),
                    false => stated.model.non_decreasing(&xs),
                }
            }
            Kind::Table(xs, rows) => {
                let xs = stated.variables(xs)?;
                let plain: Option<Vec<Vec<i64>>> =
                    rows.iter().map(|row| row.iter().copied().collect()).collect();
                match plain {
                    Some(rows) => stated.model.table(&xs, rows),
                    None => stated.model.table_with_stars(&xs, rows),
                }
            }
            Kind::Inverse(xs, ys) => {
                let (xs, ys) = (stated.variables(xs)?, stated.variables(ys)?);
                stated.model.inverse(&xs, &ys)
            }
            Kind::Walk(graph, xs) => {
                let xs = stated.variables(xs)?;
                stated.model.walk(graph, &xs)
            }
            Kind::Path(graph, xs, first) => {
                let xs = stated.variables(xs)?;
                stated.model.path(graph, &xs, *first)
            }
            Kind::Circuit(arcs, xs) => {
                let xs = stated.variables(xs)?;
                stated.model.circuit(arcs.clone(), &xs)
            }
            Kind::Other(_, post) => post(stated),
        }
    }
}

impl Stated {
    /// The variables of terms; for sums new ones are created.
    pub fn variables(&mut self, terms: &[Term]) -> Result<Vec<Int>, ModelError> {
        let variable = |term: &Term| match term {
            Term::Int(x) => Ok(*x),
            Term::Sum(sum) => {
                let name = self.name(None, '_');
                self.model.define(name, sum)
            }
        };
        terms.iter().map(variable).collect()
    }
}

/// Variables and sums, from any iterable.
pub fn terms(values: &Bound<'_, PyAny>) -> PyResult<Vec<Term>> {
    values.try_iter()?.map(|value| term(&value?)).collect()
}

/// One variable or sum.
pub fn term(value: &Bound<'_, PyAny>) -> PyResult<Term> {
    match value.cast::<IntVar>() {
        Ok(x) => Ok(Term::Int(x.get().handle)),
        Err(_) => Ok(Term::Sum(expected(value)?)),
    }
}

/// The graph with these edges.
pub fn graph(nodes: u32, edges: Vec<[u32; 2]>) -> PyResult<Graph> {
    Graph::new(nodes, edges).map_err(misstated)
}

/// All variables or expressions have different values.
#[pyfunction]
pub fn all_different(values: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    Ok(Constraint(Kind::AllDifferent(terms(values)?)))
}

/// Each variable or expression is larger than the one before.
#[pyfunction]
pub fn increasing(values: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    Ok(Constraint(Kind::Increasing(terms(values)?, true)))
}

/// Each variable or expression is at least as large as the one before.
#[pyfunction]
pub fn non_decreasing(values: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    Ok(Constraint(Kind::Increasing(terms(values)?, false)))
}

/// At least one of these Boolean variables is true.
#[pyfunction]
pub fn clause(bools: Vec<PyRef<'_, BoolVar>>) -> Constraint {
    Constraint(Kind::Clause(bools.iter().map(|b| b.handle).collect()))
}

/// The values together form one of these rows, each with as many values as there are variables. ``None`` in a row
/// matches every value; a variable may then occur twice.
#[pyfunction]
pub fn allowed(values: &Bound<'_, PyAny>, rows: Vec<Vec<Option<i64>>>) -> PyResult<Constraint> {
    Ok(Constraint(Kind::Table(terms(values)?, rows)))
}

/// ``xs[i] == j`` exactly if ``ys[j] == i``, counted from 0: two permutations, each the inverse of the other.
#[pyfunction]
pub fn inverse(xs: &Bound<'_, PyAny>, ys: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    Ok(Constraint(Kind::Inverse(terms(xs)?, terms(ys)?)))
}

/// Each value is a node of the graph and is joined to the next one. Nodes count from 0, edges are pairs of nodes, and
/// lead both ways.
#[pyfunction]
pub fn walk(nodes: u32, edges: Vec<[u32; 2]>, values: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    Ok(Constraint(Kind::Walk(graph(nodes, edges)?, terms(values)?)))
}

/// A path visits every node of the graph once, along edges that lead both ways; ``numbers[v]`` is the number of node v
/// on it, counted from ``first``.
#[pyfunction]
#[pyo3(signature = (nodes, edges, numbers, first = 1))]
pub fn path(
    nodes: u32,
    edges: Vec<[u32; 2]>,
    numbers: &Bound<'_, PyAny>,
    first: i64,
) -> PyResult<Constraint> {
    Ok(Constraint(Kind::Path(graph(nodes, edges)?, terms(numbers)?, first)))
}

/// One circuit visits every node once; ``successors[v]`` is the node after node v.
///
/// With ``directed=True`` a pair ``(a, b)`` is an arc: b may come after a. With ``directed=False`` it is an edge, which
/// leads both ways. It may be left out if every pair is given both ways, as then both mean the same; otherwise raises
/// `Unsuited`.
#[pyfunction]
#[pyo3(signature = (nodes, edges, successors, *, directed = None))]
pub fn circuit(
    nodes: u32,
    edges: Vec<[u32; 2]>,
    successors: &Bound<'_, PyAny>,
    directed: Option<bool>,
) -> PyResult<Constraint> {
    Ok(Constraint(Kind::Circuit(arcs(nodes, edges, directed)?, terms(successors)?)))
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
