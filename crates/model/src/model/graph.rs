//! Graphs for constraints.

use super::error::ModelError;
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
    /// [`ModelError::NoEdge`] for an edge that names a node that is not there, or one node twice.
    pub fn new(nodes: u32, edges: impl IntoIterator<Item = [u32; 2]>) -> Result<Graph, ModelError> {
        let mut lists = vec![Vec::new(); nodes as usize];
        for [from, to] in edges {
            if from >= nodes || to >= nodes || from == to {
                return Err(ModelError::NoEdge { nodes, from, to });
            }
            lists[from as usize].push(to);
            lists[to as usize].push(from);
        }
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Graph { lists: lists.into() })
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
        let node = |v: i64| u32::try_from(v).unwrap_or(u32::MAX);
        self.joins(node(a), node(b))
    }

    /// The same graph in the form that propagators use.
    pub(super) fn packed(&self) -> Arc<adjacency::Graph> {
        Arc::new(adjacency::Graph::new(self.nodes(), |v| self.neighbours(v)))
    }
}
