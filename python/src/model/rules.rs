//! The constraints of the core, one method each: numbers of variables in, and the method of the library's model.

use super::{Core, Sum, misstated};
use crate::errors::unsuited;
use clew::model::{Arcs, Automaton, Bool, Comparison, Expr, Graph, ModelError};
use pyo3::prelude::*;

/// Constraints on integer variables alone: the arguments, in brackets those that are lists of variables.
macro_rules! rules {
    ($($name:ident($($xs:ident),*; $($arg:ident: $type:ty),*) $(let $made:pat = $value:expr;)* |$model:ident| $state:expr;)*) => {
        #[pymethods]
        impl Core {$(
            #[allow(clippy::too_many_arguments)]
            fn $name(&self, $($xs: Vec<usize>,)* $($arg: $type),*) -> PyResult<()> {
                $(let $made = $value;)*
                self.state(|of| {
                    $(let $xs = of.ints(&$xs)?;)*
                    let $model = &mut of.model;
                    $state
                })
            }
        )*}
    };
}

rules! {
    all_different(xs;) |m| m.all_different(&xs);
    increasing(xs;) |m| m.increasing(&xs);
    non_decreasing(xs;) |m| m.non_decreasing(&xs);
    allowed(xs; rows: Vec<Vec<Option<i64>>>)
        let plain = rows.iter().map(|row| row.iter().copied().collect()).collect::<Option<Vec<Vec<i64>>>>();
        |m| match plain {
            Some(rows) => m.table(&xs, rows),
            None => m.table_with_stars(&xs, rows),
        };
    inverse(xs, ys;) |m| m.inverse(&xs, &ys);
    walk(xs; nodes: u32, edges: Vec<[u32; 2]>)
        let graph = graph(nodes, edges)?;
        |m| m.walk(&graph, &xs);
    path(xs; nodes: u32, edges: Vec<[u32; 2]>, first: i64)
        let graph = graph(nodes, edges)?;
        |m| m.path(&graph, &xs, first);
    circuit(xs; nodes: u32, edges: Vec<[u32; 2]>)
        let arcs = Arcs::new(nodes, edges).map_err(misstated)?;
        |m| m.circuit(arcs, &xs);
    sub_circuit(xs; nodes: u32, edges: Vec<[u32; 2]>)
        let arcs = Arcs::new(nodes, edges).map_err(misstated)?;
        |m| m.sub_circuit(arcs, &xs);
    cardinality(xs, counts; numbers: Vec<i64>) |m| m.cardinality(&xs, &numbers, &counts);
    automaton(xs; states: u32, accepting: Vec<u32>, moves: Vec<(u32, i64, u32)>)
        let automaton = Automaton::new(states, &accepting, moves).map_err(misstated)?;
        |m| m.automaton(&xs, &automaton);
    blocks(xs; lengths: Vec<u32>) |m| m.automaton(&xs, &Automaton::blocks(&lengths));
    lexicographic(xs, ys; strict: bool) |m| match strict {
        true => m.lexicographic_strict(&xs, &ys),
        false => m.lexicographic(&xs, &ys),
    };
    no_overlap(xs; lengths: Vec<i64>) |m| m.no_overlap(&xs, &lengths);
    cumulative(xs; lengths: Vec<i64>, needs: Vec<i64>, capacity: i64)
        |m| m.cumulative(&xs, &lengths, &needs, capacity);
    cumulative_of(xs, lengths, needs, capacity;) |m| match capacity[..] {
        [capacity] => m.cumulative_of(&xs, &lengths, &needs, capacity),
        _ => Err(ModelError::Length { rule: "cumulative", found: capacity.len(), expected: 1 }),
    };
}

#[pymethods]
impl Core {
    /// A sum compared with 0: `==`, `!=` or `<=`; under a condition if there is one, exactly then if `exactly`.
    #[pyo3(signature = (sum, relation, when = None, exactly = false))]
    fn compare(&self, sum: Sum, relation: &str, when: Option<i64>, exactly: bool) -> PyResult<()> {
        self.state(|of| {
            let sum = of.sum(&sum)?;
            let zero = Expr::from(0);
            let comparison = match relation {
                "==" => Comparison::equal(sum, zero),
                "!=" => Comparison::different(sum, zero),
                _ => Comparison::at_most(sum, zero),
            };
            match when.map(|l| of.literal(l)).transpose()? {
                None => of.model.compared(&comparison),
                Some(b) if exactly => of.model.reify(b, comparison),
                Some(b) => of.model.when(b, comparison),
            }
        })
    }

    fn clause(&self, literals: Vec<i64>) -> PyResult<()> {
        self.state(|of| {
            let literals = of.literals(&literals)?;
            of.model.clause(&literals)
        })
    }

    /// The first literal is true exactly if all of the others are.
    fn all_of(&self, b: i64, literals: Vec<i64>) -> PyResult<()> {
        self.state(|of| {
            let (b, literals) = (of.literal(b)?, of.literals(&literals)?);
            of.model.all_of(b, &literals)
        })
    }

    /// `maximum`, `minimum`, `product`, `absolute`: the first variable is a function of the others.
    fn function(&self, name: &str, y: usize, xs: Vec<usize>) -> PyResult<()> {
        self.state(|of| {
            let (y, xs) = (of.int(y)?, of.ints(&xs)?);
            match (name, &xs[..]) {
                ("maximum", _) => of.model.maximum(y, &xs),
                ("minimum", _) => of.model.minimum(y, &xs),
                ("product", &[a, b]) => of.model.product(y, a, b),
                ("absolute", &[a]) => of.model.absolute(y, a),
                _ => unreachable!("the Python of this package states these functions only"),
            }
        })
    }

    /// The first variable has the value at a place of a list of numbers.
    fn element_of(&self, y: usize, list: Vec<i64>, i: usize) -> PyResult<()> {
        self.state(|of| {
            let (y, i) = (of.int(y)?, of.int(i)?);
            of.model.element_of(y, &list, i)
        })
    }

    /// The same for a list of variables.
    fn element(&self, y: usize, xs: Vec<usize>, i: usize) -> PyResult<()> {
        self.state(|of| {
            let (y, xs, i) = (of.int(y)?, of.ints(&xs)?, of.int(i)?);
            of.model.element(y, &xs, i)
        })
    }

    fn count_of(&self, xs: Vec<usize>, value: i64, n: Sum) -> PyResult<()> {
        self.state(|of| {
            let (xs, n) = (of.ints(&xs)?, of.sum(&n)?);
            of.model.count_of(&xs, value, n)
        })
    }

    fn count_equal(&self, xs: Vec<usize>, y: usize, n: Sum) -> PyResult<()> {
        self.state(|of| {
            let (xs, y, n) = (of.ints(&xs)?, of.int(y)?, of.sum(&n)?);
            of.model.count_equal(&xs, y, n)
        })
    }

    fn among(&self, xs: Vec<usize>, numbers: Vec<i64>, n: Sum) -> PyResult<()> {
        self.state(|of| {
            let (xs, n) = (of.ints(&xs)?, of.sum(&n)?);
            of.model.among(&xs, &numbers, n)
        })
    }

    fn connected(&self, nodes: u32, edges: Vec<[u32; 2]>, on: Vec<i64>) -> PyResult<()> {
        let graph = graph(nodes, edges)?;
        self.state(|of| {
            let on = of.literals(&on)?;
            of.model.connected(&graph, &on)
        })
    }

    /// `on[k]` is that of `edges[k]`, in any order.
    fn closed_loop(&self, nodes: u32, edges: Vec<[u32; 2]>, on: Vec<i64>) -> PyResult<()> {
        let graph = graph(nodes, edges.clone())?;
        let (rule, found, expected) = ("closed loop", on.len(), graph.edges().len());
        if found != edges.len() || expected != edges.len() {
            return Err(misstated(ModelError::Length { rule, found, expected }));
        }
        self.state(|of| {
            // In the order of the graph, which is that of the nodes.
            let pairs = edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]);
            let mut by_edge: Vec<([u32; 2], Bool)> = pairs.zip(of.literals(&on)?).collect();
            by_edge.sort_unstable_by_key(|edge| edge.0);
            let on: Vec<Bool> = by_edge.into_iter().map(|edge| edge.1).collect();
            of.model.closed_loop(&graph, &on)
        })
    }
}

/// The graph with these edges.
fn graph(nodes: u32, edges: Vec<[u32; 2]>) -> PyResult<Graph> {
    Graph::new(nodes, edges).map_err(misstated)
}

/// Whether pairs of nodes need no direction: each is given both ways.
///
/// Raises `Unsuited` if a pair is no edge of so many nodes.
#[pyfunction]
pub fn one_way(nodes: u32, pairs: Vec<[u32; 2]>) -> PyResult<Option<(u32, u32)>> {
    let arcs = Arcs::new(nodes, pairs.iter().copied()).map_err(misstated)?;
    Ok(pairs.iter().find(|[a, b]| !arcs.lead(*b, *a)).map(|&[a, b]| (a, b)))
}

/// Checks the moves of an automaton.
#[pyfunction]
pub fn check_automaton(
    states: u32,
    accepting: Vec<u32>,
    moves: Vec<(u32, i64, u32)>,
) -> PyResult<()> {
    Automaton::new(states, &accepting, moves).map(|_| ()).map_err(|why| unsuited(why.to_string()))
}
