//! The functions that make constraints: their arguments, and the method of the library's model that states each.

use super::constraint::{Constraint, Term, Terms, Variables, arcs, comparison, graph};
use super::misstated;
use super::variables::{BoolVar, Side};
use clew::model::{Automaton, Bool, ModelError};
use pyo3::prelude::*;

fn handles(bools: &[PyRef<'_, BoolVar>]) -> Vec<Bool> {
    bools.iter().map(|b| b.handle).collect()
}

/// Functions that make constraints: the arguments, in brackets those that become variables of the model when the
/// constraint is stated, what is prepared before, the kind, and the method that states it.
macro_rules! constraints {
    ($($(#[$meta:meta])* $name:ident($($arg:ident: $type:ty),*) [$($var:ident),*]
        $(let $pattern:pat = $value:expr;)*
        $kind:literal => |$model:ident| $state:expr;)*) => {$(
        #[pyfunction]
        $(#[$meta])*
        pub fn $name($($arg: $type),*) -> PyResult<Constraint> {
            $(let $pattern = $value;)*
            Ok(Constraint::new($kind, move |stated| {
                $(let $var = $var.of(stated)?;)*
                let $model = &mut stated.model;
                $state
            }))
        }
    )*};
}

constraints! {
    /// All variables or expressions have different values.
    all_different(values: Terms) [values] "all different" => |m| m.all_different(&values);
    /// Each variable or expression is larger than the one before.
    increasing(values: Terms) [values] "chain" => |m| m.increasing(&values);
    /// Each variable or expression is at least as large as the one before.
    non_decreasing(values: Terms) [values] "chain" => |m| m.non_decreasing(&values);
    /// At least one of these Boolean variables is true.
    clause(bools: Vec<PyRef<'_, BoolVar>>) []
        let bools = handles(&bools);
        "clause" => |m| m.clause(&bools);
    /// The values together form one of these rows, each with as many values as there are variables. ``None`` in a row
    /// matches every value; a variable may then occur twice.
    allowed(values: Terms, rows: Vec<Vec<Option<i64>>>) [values]
        let plain = rows.iter().map(|row| row.iter().copied().collect()).collect::<Option<Vec<Vec<i64>>>>();
        "table" => |m| match &plain {
            Some(rows) => m.table(&values, rows.clone()),
            None => m.table_with_stars(&values, rows.clone()),
        };
    /// ``xs[i] == j`` exactly if ``ys[j] == i``, counted from 0: two permutations, each the inverse of the other.
    inverse(xs: Terms, ys: Terms) [xs, ys] "inverse" => |m| m.inverse(&xs, &ys);
    /// Each value is a node of the graph and is joined to the next one. Nodes count from 0, edges are pairs of nodes, and
    /// lead both ways.
    walk(nodes: u32, edges: Vec<[u32; 2]>, values: Terms) [values]
        let graph = graph(nodes, edges)?;
        "walk" => |m| m.walk(&graph, &values);
    /// A path visits every node of the graph once, along edges that lead both ways; ``numbers[v]`` is the number of node v
    /// on it, counted from ``first``.
    #[pyo3(signature = (nodes, edges, numbers, first = 1))]
    path(nodes: u32, edges: Vec<[u32; 2]>, numbers: Terms, first: i64) [numbers]
        let graph = graph(nodes, edges)?;
        "path" => |m| m.path(&graph, &numbers, first);
    /// One circuit visits every node once; ``successors[v]`` is the node after node v.
    ///
    /// With ``directed=True`` a pair ``(a, b)`` is an arc: b may come after a. With ``directed=False`` it is an edge, which
    /// leads both ways. It may be left out if every pair is given both ways, as then both mean the same; otherwise raises
    /// `Unsuited`.
    #[pyo3(signature = (nodes, edges, successors, *, directed = None))]
    circuit(nodes: u32, edges: Vec<[u32; 2]>, successors: Terms, directed: Option<bool>) [successors]
        let arcs = arcs(nodes, edges, directed)?;
        "circuit" => |m| m.circuit(arcs.clone(), &successors);
    /// One circuit visits some nodes; ``successors[v]`` is the node after node v, v itself off the circuit. The pairs are
    /// arcs or edges, as for `circuit`.
    #[pyo3(signature = (nodes, edges, successors, *, directed = None))]
    sub_circuit(nodes: u32, edges: Vec<[u32; 2]>, successors: Terms, directed: Option<bool>) [successors]
        let arcs = arcs(nodes, edges, directed)?;
        "sub-circuit" => |m| m.sub_circuit(arcs.clone(), &successors);
    /// The nodes whose Boolean variable is true are connected.
    connected(nodes: u32, edges: Vec<[u32; 2]>, on: Vec<PyRef<'_, BoolVar>>) []
        let (graph, on) = (graph(nodes, edges)?, handles(&on));
        "connected" => |m| m.connected(&graph, &on);
    /// The Boolean variable is true exactly if the comparison holds: ``clew.reify(late, end > 9)``.
    reify(b: PyRef<'_, BoolVar>, holds: &Bound<'_, PyAny>) []
        let (b, holds) = (b.handle, comparison(holds)?);
        "reified linear" => |m| m.reify(b, holds.clone());
    /// ``y`` is the largest of the values.
    maximum(y: Term, values: Terms) [y, values] "maximum" => |m| m.maximum(y, &values);
    /// ``y`` is the smallest of the values.
    minimum(y: Term, values: Terms) [y, values] "minimum" => |m| m.minimum(y, &values);
    /// ``z == x * y``.
    product(z: Term, x: Term, y: Term) [z, x, y] "product" => |m| m.product(z, x, y);
    /// ``y == abs(x)``.
    absolute(y: Term, x: Term) [y, x] "absolute value" => |m| m.absolute(y, x);
    /// ``n`` of the variables have one of these numbers for a value.
    among(values: Terms, numbers: Vec<i64>, n: Side) [values]
        "among" => |m| m.among(&values, &numbers, &n.0);
    /// ``counts[k]`` of the variables have the value ``numbers[k]``; those with other values are not counted.
    cardinality(values: Terms, numbers: Vec<i64>, counts: Terms) [values, counts]
        "cardinality" => |m| m.cardinality(&values, &numbers, &counts);
    /// A deterministic automaton with the given number of states accepts the values in their order. It begins in state 0,
    /// has moves ``(state, value, state)``, and accepts in some states.
    automaton(values: Terms, states: u32, accepting: Vec<u32>, moves: Vec<(u32, i64, u32)>) [values]
        let automaton = Automaton::new(states, &accepting, moves).map_err(misstated)?;
        "automaton" => |m| m.automaton(&values, &automaton);
    /// The ones among zeros form blocks of these lengths, in this order: a line of a nonogram.
    blocks(values: Terms, lengths: Vec<u32>) [values]
        let automaton = Automaton::blocks(&lengths);
        "automaton" => |m| m.automaton(&values, &automaton);
    /// The first list precedes the second in lexicographic order; unless ``strict``, it may equal it.
    #[pyo3(signature = (xs, ys, strict = false))]
    lexicographic(xs: Terms, ys: Terms, strict: bool) [xs, ys] "lexicographic order" => |m| match strict {
        true => m.lexicographic_strict(&xs, &ys),
        false => m.lexicographic(&xs, &ys),
    };
    /// No two of the jobs overlap, each from its start for its length.
    no_overlap(starts: Terms, lengths: Vec<i64>) [starts]
        "no overlap" => |m| m.no_overlap(&starts, &lengths);
    /// The jobs that run at the same time do not exceed the capacity together.
    cumulative(starts: Terms, lengths: Vec<i64>, needs: Vec<i64>, capacity: i64) [starts]
        "cumulative" => |m| m.cumulative(&starts, &lengths, &needs, capacity);
}

/// ``y == values[i]``, places counted from 0; a place beyond the list is not allowed. The values are numbers,
/// variables or sums.
#[pyfunction]
pub fn element(y: Term, values: &Bound<'_, PyAny>, i: Term) -> PyResult<Constraint> {
    if let Ok(list) = values.extract::<Vec<i64>>() {
        return Ok(Constraint::new("element", move |stated| {
            let (y, i) = (y.of(stated)?, i.of(stated)?);
            stated.model.element_of(y, &list, i)
        }));
    }
    let xs: Terms = values.extract()?;
    Ok(Constraint::new("element", move |stated| {
        let (y, i, xs) = (y.of(stated)?, i.of(stated)?, xs.of(stated)?);
        stated.model.element(y, &xs, i)
    }))
}

/// ``n`` of the variables have this value, a number, a variable or a sum.
#[pyfunction]
pub fn count_of(values: Terms, value: &Bound<'_, PyAny>, n: Side) -> PyResult<Constraint> {
    if let Ok(value) = value.extract::<i64>() {
        return Ok(Constraint::new("count", move |stated| {
            let xs = values.of(stated)?;
            stated.model.count_of(&xs, value, &n.0)
        }));
    }
    let y: Term = value.extract()?;
    Ok(Constraint::new("count", move |stated| {
        let (xs, y) = (values.of(stated)?, y.of(stated)?);
        stated.model.count_equal(&xs, y, &n.0)
    }))
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
    Ok(Constraint::new(rule, move |stated| stated.model.closed_loop(&graph, &on)))
}
