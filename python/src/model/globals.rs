//! Constraints beyond those of comparisons, tables and graphs that a path visits whole.

use super::constraint::{Constraint, Kind, Term, arcs, graph, term, terms};
use super::expression::{BoolVar, expected};
use super::{Stated, misstated};
use clew::model::{Automaton, Bool, Comparison, Int, ModelError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A constraint with a function that states it.
fn other(
    kind: &'static str,
    post: impl Fn(&mut Stated) -> Result<(), ModelError> + Send + Sync + 'static,
) -> PyResult<Constraint> {
    Ok(Constraint(Kind::Other(kind, Box::new(post))))
}

/// The variable of one term.
fn one(stated: &mut Stated, term: &Term) -> Result<Int, ModelError> {
    Ok(stated.variables(std::slice::from_ref(term))?[0])
}

fn handles(bools: &[PyRef<'_, BoolVar>]) -> Vec<Bool> {
    bools.iter().map(|b| b.handle).collect()
}

/// The comparison of a constraint.
///
/// # Errors
/// `TypeError` if it is another constraint.
pub fn comparison(constraint: &Bound<'_, PyAny>) -> PyResult<Comparison> {
    let found = constraint.cast::<Constraint>().ok().and_then(|c| match &c.get().0 {
        Kind::Equal(a, b) => Some(Comparison::equal(a, b)),
        Kind::Different(a, b) => Some(Comparison::different(a, b)),
        Kind::AtMost(a, b) => Some(Comparison::at_most(a, b)),
        Kind::Less(a, b) => Some(Comparison::less_than(a.clone(), b)),
        _ => None,
    });
    found
        .ok_or_else(|| PyTypeError::new_err("a comparison of sums is expected, such as x + y <= 7"))
}

/// If the Boolean variable is true, so is the comparison.
pub fn when(b: Bool, comparison: Comparison) -> PyResult<Constraint> {
    other("half-reified linear", move |stated| stated.model.when(b, comparison.clone()))
}

/// The Boolean variable is true exactly if the comparison holds: ``clew.reify(late, end > 9)``.
#[pyfunction]
pub fn reify(b: PyRef<'_, BoolVar>, holds: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    let (b, comparison) = (b.handle, comparison(holds)?);
    other("reified linear", move |stated| stated.model.reify(b, comparison.clone()))
}

fn extreme(y: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>, largest: bool) -> PyResult<Constraint> {
    let (y, xs) = (term(y)?, terms(values)?);
    other(if largest { "maximum" } else { "minimum" }, move |stated| {
        let (y, xs) = (one(stated, &y)?, stated.variables(&xs)?);
        if largest { stated.model.maximum(y, &xs) } else { stated.model.minimum(y, &xs) }
    })
}

/// ``y`` is the largest of the values.
#[pyfunction]
pub fn maximum(y: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    extreme(y, values, true)
}

/// ``y`` is the smallest of the values.
#[pyfunction]
pub fn minimum(y: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    extreme(y, values, false)
}

/// ``z == x * y``.
#[pyfunction]
pub fn product(
    z: &Bound<'_, PyAny>,
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
) -> PyResult<Constraint> {
    let of = [term(z)?, term(x)?, term(y)?];
    other("product", move |stated| {
        let of = stated.variables(&of)?;
        stated.model.product(of[0], of[1], of[2])
    })
}

/// ``y == abs(x)``.
#[pyfunction]
pub fn absolute(y: &Bound<'_, PyAny>, x: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    let of = [term(y)?, term(x)?];
    other("absolute value", move |stated| {
        let of = stated.variables(&of)?;
        stated.model.absolute(of[0], of[1])
    })
}

/// ``y == values[i]``, places counted from 0; a place beyond the list is not allowed. The values are numbers,
/// variables or sums.
#[pyfunction]
pub fn element(
    y: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
    i: &Bound<'_, PyAny>,
) -> PyResult<Constraint> {
    let of = [term(y)?, term(i)?];
    if let Ok(list) = values.extract::<Vec<i64>>() {
        return other("element", move |stated| {
            let of = stated.variables(&of)?;
            stated.model.element_of(of[0], &list, of[1])
        });
    }
    let xs = terms(values)?;
    other("element", move |stated| {
        let (of, xs) = (stated.variables(&of)?, stated.variables(&xs)?);
        stated.model.element(of[0], &xs, of[1])
    })
}

/// ``n`` of the variables have this value, a number, a variable or a sum.
#[pyfunction]
pub fn count_of(
    values: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    n: &Bound<'_, PyAny>,
) -> PyResult<Constraint> {
    let (xs, n) = (terms(values)?, expected(n)?);
    if let Ok(value) = value.extract::<i64>() {
        return other("count", move |stated| {
            let xs = stated.variables(&xs)?;
            stated.model.count_of(&xs, value, &n)
        });
    }
    let y = term(value)?;
    other("count", move |stated| {
        let (xs, y) = (stated.variables(&xs)?, one(stated, &y)?);
        stated.model.count_equal(&xs, y, &n)
    })
}

/// ``n`` of the variables have one of these numbers for a value.
#[pyfunction]
pub fn among(
    values: &Bound<'_, PyAny>,
    numbers: Vec<i64>,
    n: &Bound<'_, PyAny>,
) -> PyResult<Constraint> {
    let (xs, n) = (terms(values)?, expected(n)?);
    other("among", move |stated| {
        let xs = stated.variables(&xs)?;
        stated.model.among(&xs, &numbers, &n)
    })
}

/// ``counts[k]`` of the variables have the value ``numbers[k]``; those with other values are not counted.
#[pyfunction]
pub fn cardinality(
    values: &Bound<'_, PyAny>,
    numbers: Vec<i64>,
    counts: &Bound<'_, PyAny>,
) -> PyResult<Constraint> {
    let (xs, counts) = (terms(values)?, terms(counts)?);
    other("cardinality", move |stated| {
        let (xs, counts) = (stated.variables(&xs)?, stated.variables(&counts)?);
        stated.model.cardinality(&xs, &numbers, &counts)
    })
}

fn accepted(values: &Bound<'_, PyAny>, automaton: Automaton) -> PyResult<Constraint> {
    let xs = terms(values)?;
    other("automaton", move |stated| {
        let xs = stated.variables(&xs)?;
        stated.model.automaton(&xs, &automaton)
    })
}

/// A deterministic automaton with the given number of states accepts the values in their order. It begins in state 0,
/// has moves ``(state, value, state)``, and accepts in some states.
#[pyfunction]
pub fn automaton(
    values: &Bound<'_, PyAny>,
    states: u32,
    accepting: Vec<u32>,
    moves: Vec<(u32, i64, u32)>,
) -> PyResult<Constraint> {
    accepted(values, Automaton::new(states, &accepting, moves).map_err(misstated)?)
}

/// The ones among zeros form blocks of these lengths, in this order: a line of a nonogram.
#[pyfunction]
pub fn blocks(values: &Bound<'_, PyAny>, lengths: Vec<u32>) -> PyResult<Constraint> {
    accepted(values, Automaton::blocks(&lengths))
}

/// The first list precedes the second in lexicographic order; unless ``strict``, it may equal it.
#[pyfunction]
#[pyo3(signature = (xs, ys, strict = false))]
pub fn lexicographic(
    xs: &Bound<'_, PyAny>,
    ys: &Bound<'_, PyAny>,
    strict: bool,
) -> PyResult<Constraint> {
    let (xs, ys) = (terms(xs)?, terms(ys)?);
    other("lexicographic order", move |stated| {
        let (xs, ys) = (stated.variables(&xs)?, stated.variables(&ys)?);
        match strict {
            true => stated.model.lexicographic_strict(&xs, &ys),
            false => stated.model.lexicographic(&xs, &ys),
        }
    })
}

/// No two of the jobs overlap, each from its start for its length.
#[pyfunction]
pub fn no_overlap(starts: &Bound<'_, PyAny>, lengths: Vec<i64>) -> PyResult<Constraint> {
    let xs = terms(starts)?;
    other("no overlap", move |stated| {
        let xs = stated.variables(&xs)?;
        stated.model.no_overlap(&xs, &lengths)
    })
}

/// The jobs that run at the same time do not exceed the capacity together.
#[pyfunction]
pub fn cumulative(
    starts: &Bound<'_, PyAny>,
    lengths: Vec<i64>,
    needs: Vec<i64>,
    capacity: i64,
) -> PyResult<Constraint> {
    let xs = terms(starts)?;
    other("cumulative", move |stated| {
        let xs = stated.variables(&xs)?;
        stated.model.cumulative(&xs, &lengths, &needs, capacity)
    })
}

/// One circuit visits some nodes; ``successors[v]`` is the node after node v, v itself off the circuit. The pairs are
/// arcs or edges, as for `circuit`.
#[pyfunction]
#[pyo3(signature = (nodes, edges, successors, *, directed = None))]
pub fn sub_circuit(
    nodes: u32,
    edges: Vec<[u32; 2]>,
    successors: &Bound<'_, PyAny>,
    directed: Option<bool>,
) -> PyResult<Constraint> {
    let (arcs, xs) = (arcs(nodes, edges, directed)?, terms(successors)?);
    other("sub-circuit", move |stated| {
        let xs = stated.variables(&xs)?;
        stated.model.sub_circuit(arcs.clone(), &xs)
    })
}

/// The edges whose Boolean variable is true form one closed loop; ``on[k]`` is that of ``edges[k]``.
///
/// Raises `Unsuited` if an edge is given twice, or there are not as many variables as edges.
#[pyfunction]
pub fn closed_loop(
    nodes: u32,
    edges: Vec<[u32; 2]>,
    on: Vec<PyRef<'_, BoolVar>>,
) -> PyResult<Constraint> {
    let graph = graph(nodes, edges.clone())?;
    let (rule, found, expected) = ("closed loop", on.len(), graph.edges().len());
    if found != edges.len() || expected != edges.len() {
        return Err(misstated(ModelError::Length { rule, found, expected }));
    }
    // In the order of the graph, which is that of the nodes.
    let mut by_edge: Vec<([u32; 2], Bool)> = edges
        .iter()
        .zip(handles(&on))
        .map(|(&[a, b], handle)| ([a.min(b), a.max(b)], handle))
        .collect();
    by_edge.sort_unstable_by_key(|edge| edge.0);
    let on: Vec<Bool> = by_edge.into_iter().map(|edge| edge.1).collect();
    other(rule, move |stated| stated.model.closed_loop(&graph, &on))
}

/// The nodes whose Boolean variable is true are connected.
#[pyfunction]
pub fn connected(
    nodes: u32,
    edges: Vec<[u32; 2]>,
    on: Vec<PyRef<'_, BoolVar>>,
) -> PyResult<Constraint> {
    let (graph, on) = (graph(nodes, edges)?, handles(&on));
    other("connected", move |stated| stated.model.connected(&graph, &on))
}
