//! Graphs for constraints.

use super::error::{MAX_NODES, ModelError};
use clew_engine::propagators::position::adjacency;
use std::sync::Arc;

/// An undirected graph without loops on the nodes `0 .. nodes()`; cheap to clone.
///
/// ```
/// use clew_model::model::Graph;
///
/// # fn main() -> Result<(), clew_model::model::ModelError> {
/// let square = Graph::new(4, [[0, 1], [1, 2], [2, 3], [3, 0]])?;
/// assert_eq!(square.neighbours(0), [1, 3]);
/// assert!(square.joins(2, 3) && !square.joins(0, 2));
///
/// let same = Graph::from_fn(4, |a, b| (a + 1) % 4 == b || (b + 1) % 4 == a);
/// assert_eq!(same, square);
/// assert_eq!(same.nodes(), 4);
/// # Ok(()) }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// Per node its neighbours, ascending.
    lists: Arc<[Vec<u32>]>,
}

impl Graph {
    /// The graph with these edges; an edge given twice counts once. Linear, but for sorting.
    ///
    /// # Errors
    /// [`ModelError::NoEdge`] for an edge that names a node that is not there, or one node twice;
    /// [`ModelError::TooLarge`] for more than [`MAX_NODES`] nodes.
    pub fn new(nodes: u32, edges: impl IntoIterator<Item = [u32; 2]>) -> Result<Graph, ModelError> {
        let both = edges.into_iter().flat_map(|[from, to]| [[from, to], [to, from]]);
        Ok(Graph { lists: lists(nodes, both)? })
    }

    /// The graph in which nodes `a < b` are joined if `joined(a, b)` is true. Calls it for every pair.
    pub fn from_fn(nodes: u32, mut joined: impl FnMut(u32, u32) -> bool) -> Graph {
        let mut lists = vec![Vec::new(); nodes as usize];
        for b in 0..nodes {
            for a in 0..b {
                if joined(a, b) {
                    lists[a as usize].push(b);
                    lists[b as usize].push(a);
                }
            }
        }
        lists.iter_mut().for_each(|list| list.sort_unstable());
        Graph { lists: lists.into() }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> u32 {
        self.lists.len() as u32
    }

    /// The neighbours of a node, ascending.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn neighbours(&self, node: u32) -> &[u32] {
        &self.lists[node as usize]
    }

    /// The edges, the smaller node first, in ascending order.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let from =
            |a: u32| self.neighbours(a).iter().filter(move |&&b| a < b).map(move |&b| [a, b]);
        (0..self.nodes()).flat_map(from).collect()
    }

    /// Whether two nodes are joined; false if one is not there. Logarithmic in the neighbours.
    pub fn joins(&self, a: u32, b: u32) -> bool {
        self.lists.get(a as usize).is_some_and(|list| list.binary_search(&b).is_ok())
    }

    /// The same with values of variables for nodes.
    pub(super) fn joins_values(&self, a: i64, b: i64) -> bool {
        are_nodes(a, b).is_some_and(|[a, b]| self.joins(a, b))
    }

    /// The same graph in the form that propagators use.
    pub(super) fn packed(&self) -> Arc<adjacency::Graph> {
        Arc::new(adjacency::Graph::new(self.nodes(), |v| self.neighbours(v)))
    }
}

/// The arcs along which successors lead: pairs of different nodes `0 .. nodes()`, from the first to the second. Cheap to
/// clone. The edges of a [`Graph`] lead both ways.
///
/// ```
/// use clew_model::model::{Arcs, Graph, Model};
///
/// # fn main() -> Result<(), clew_model::model::ModelError> {
/// let pairs = [[0, 1], [1, 2], [2, 0]];
/// for (arcs, circuits) in [(Arcs::new(3, pairs)?, 1u32), (Arcs::from(&Graph::new(3, pairs)?), 2)] {
///     let mut m = Model::new();
///     let next = m.ints("next", 3, 0..=2)?;
///     m.circuit(arcs, &next)?;
///     assert_eq!(m.count(&Default::default())?.count, circuits.into());
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arcs(ArcSet);

#[derive(Clone, PartialEq, Eq, Debug)]
enum ArcSet {
    /// From each of this many nodes to each other one.
    Everywhere(u32),
    /// Per node those that it leads to, ascending.
    To(Arc<[Vec<u32>]>),
}

impl Arcs {
    /// These arcs; one given twice counts once. Linear, but for sorting.
    ///
    /// # Errors
    /// As for [`Graph::new`].
    pub fn new(nodes: u32, arcs: impl IntoIterator<Item = [u32; 2]>) -> Result<Arcs, ModelError> {
        Ok(Arcs(ArcSet::To(lists(nodes, arcs)?)))
    }

    /// From each node to each other one; takes no memory.
    pub fn complete(nodes: u32) -> Arcs {
        Arcs(ArcSet::Everywhere(nodes))
    }

    /// The number of nodes.
    pub fn nodes(&self) -> u32 {
        match &self.0 {
            ArcSet::Everywhere(nodes) => *nodes,
            ArcSet::To(lists) => lists.len() as u32,
        }
    }

    /// Whether there is an arc from one node to another; false if one is not there. Logarithmic in the arcs of a node.
    pub fn lead(&self, from: u32, to: u32) -> bool {
        match &self.0 {
            ArcSet::Everywhere(nodes) => from != to && from.max(to) < *nodes,
            ArcSet::To(lists) => {
                lists.get(from as usize).is_some_and(|list| list.binary_search(&to).is_ok())
            }
        }
    }

    /// The same with values of variables for nodes.
    pub(super) fn lead_values(&self, from: i64, to: i64) -> bool {
        are_nodes(from, to).is_some_and(|[from, to]| self.lead(from, to))
    }
}

impl From<&Graph> for Arcs {
    fn from(graph: &Graph) -> Arcs {
        Arcs(ArcSet::To(graph.lists.clone()))
    }
}

/// Two values as nodes; `None` if one can be none.
fn are_nodes(a: i64, b: i64) -> Option<[u32; 2]> {
    Some([u32::try_from(a).ok()?, u32::try_from(b).ok()?])
}

/// Per node the second nodes of its pairs, ascending.
fn lists(
    nodes: u32,
    pairs: impl IntoIterator<Item = [u32; 2]>,
) -> Result<Arc<[Vec<u32>]>, ModelError> {
    if nodes > MAX_NODES {
        let what = format!("a graph of {nodes} nodes, {MAX_NODES} are possible");
        return Err(ModelError::TooLarge { what });
    }
    let mut lists = vec![Vec::new(); nodes as usize];
    for [from, to] in pairs {
        if from >= nodes || to >= nodes || from == to {
            return Err(ModelError::NoEdge { nodes, from, to });
        }
        lists[from as usize].push(to);
    }
    for list in &mut lists {
        list.sort_unstable();
        list.dedup();
    }
    Ok(lists.into())
}
