//! Depth-first search with low points: the articulation points and bridges of a graph.
//!
//! Source: J. Hopcroft and R. Tarjan, Efficient algorithms for graph manipulation, 1973.

/// An arc at a node, as requested by the search one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arc {
    /// There is no further arc.
    End,
    /// Not to be walked.
    Barred,
    /// The arc leads to a node. An edge has the same number at both ends.
    To {
        /// The number of the edge.
        edge: u32,
        /// The node.
        node: u32,
    },
}

#[derive(Clone, Copy, Debug)]
struct Node {
    number: u32,
    low: u32,
    end: u32,
    /// The node and the edge by which it was found.
    parent: u32,
    by: u32,
    cursor: u32,
}

/// No node, no edge.
const NONE: u32 = u32::MAX;
const UNSEEN: Node = Node { number: 0, low: 0, end: 0, parent: NONE, by: NONE, cursor: 0 };

/// The tree of a search over an undirected graph without double edges, with its low points. Without
/// recursion; nothing is allocated once it has been used.
#[derive(Clone, Debug)]
pub struct LowPoints {
    nodes: Vec<Node>,
    order: Vec<u32>,
    path: Vec<u32>,
}

impl LowPoints {
    /// For the nodes `0 .. n`, none of which is found yet.
    pub fn new(n: usize) -> LowPoints {
        LowPoints { nodes: vec![UNSEEN; n], order: Vec::new(), path: Vec::new() }
    }

    /// Forgets the nodes that were found.
    pub fn clear(&mut self) {
        self.nodes.fill(UNSEEN);
        self.order.clear();
        self.path.clear();
    }

    /// Finds all that can be reached from `root`, which is not found yet. `arc(v, i)` is the i-th arc at
    /// node v; `left(arcs)` is called for each completed node with its number of arcs. Linear.
    ///
    /// # Errors
    /// The error returned by `left`; then the search is not complete.
    pub fn search<E>(
        &mut self,
        root: u32,
        arc: impl Fn(u32, u32) -> Arc,
        mut left: impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        self.enter(root, NONE, NONE);
        while let Some(&v) = self.path.last() {
            let node = &mut self.nodes[v as usize];
            let i = node.cursor;
            match arc(v, i) {
                Arc::To { edge, node: q } => {
                    node.cursor += 1;
                    if edge == node.by {
                        continue;
                    }
                    let number = self.nodes[q as usize].number;
                    if number == 0 {
                        self.enter(q, v, edge);
                    } else {
                        let node = &mut self.nodes[v as usize];
                        node.low = node.low.min(number);
                    }
                }
                Arc::Barred => node.cursor += 1,
                Arc::End => {
                    self.path.pop();
                    node.end = self.order.len() as u32 + 1;
                    let low = node.low;
                    if let Some(&u) = self.path.last() {
                        let up = &mut self.nodes[u as usize];
                        up.low = up.low.min(low);
                    }
                    left(i)?;
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, v: u32, parent: u32, by: u32) {
        self.order.push(v);
        self.path.push(v);
        let number = self.order.len() as u32;
        self.nodes[v as usize] = Node { number, low: number, end: 0, parent, by, cursor: 0 };
    }

    /// The nodes found, in preorder.
    #[inline]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The place of a node in preorder, from 1; 0 if it was not found.
    #[inline]
    pub fn number(&self, v: u32) -> u32 {
        self.nodes[v as usize].number
    }

    /// The numbers of a node and its subtree are those from its own up to this one, exclusive.
    #[inline]
    pub fn end(&self, v: u32) -> u32 {
        self.nodes[v as usize].end
    }

    /// The parent of a node, and the edge between them; `None` for roots.
    #[inline]
    pub fn up(&self, v: u32) -> Option<(u32, u32)> {
        let node = &self.nodes[v as usize];
        (node.parent != NONE).then_some((node.parent, node.by))
    }

    /// Whether the parent of `v` separates the subtree of `v` from the rest of the graph: every path
    /// out of it leads through the parent. False for roots.
    #[inline]
    pub fn is_articulation(&self, v: u32) -> bool {
        let node = &self.nodes[v as usize];
        node.parent != NONE && node.low >= self.nodes[node.parent as usize].number
    }

    /// Whether the edge above `v` is the only way out of the tree below it. False for roots.
    #[inline]
    pub fn is_bridge(&self, v: u32) -> bool {
        let node = &self.nodes[v as usize];
        node.parent != NONE && node.low > self.nodes[node.parent as usize].number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::convert::Infallible;

    /// The nodes reachable from `from` without one node and without one edge.
    fn flood(edges: &[[u32; 2]], from: u32, but: Option<u32>, without: Option<usize>) -> Vec<u32> {
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&v) = found.get(next) {
            next += 1;
            for (e, ends) in edges.iter().enumerate() {
                let other = ends[0] ^ ends[1] ^ v;
                let leads = ends.contains(&v) && Some(e) != without && Some(other) != but;
                if leads && !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found.sort_unstable();
        found
    }

    proptest! {
        /// Articulation points and bridges are those found by floods.
        #[test]
        fn trees_know_what_parts_the_graph(
            pairs in prop::collection::vec((0u32..9, 0u32..9), 0..16),
            barred in 0usize..16,
        ) {
            let mut edges: Vec<[u32; 2]> =
                pairs.into_iter().filter(|(a, b)| a != b).map(|(a, b)| [a.min(b), a.max(b)]).collect();
            edges.sort_unstable();
            edges.dedup();
            let at = |v: u32| (0u32..).zip(&edges).filter(move |(_, ends)| ends.contains(&v));
            let arc = |v: u32, i: u32| match at(v).nth(i as usize) {
                None => Arc::End,
                Some((e, _)) if e as usize == barred => Arc::Barred,
                Some((edge, ends)) => Arc::To { edge, node: ends[0] ^ ends[1] ^ v },
            };
            let mut tree = LowPoints::new(9);
            for _ in 0..2 {
                tree.clear();
                let done: Result<(), Infallible> = tree.search(0, arc, |_| Ok(()));
                prop_assert_eq!(done, Ok(()));
            }
            let open: Vec<[u32; 2]> =
                edges.iter().enumerate().filter(|(e, _)| *e != barred).map(|(_, &ends)| ends).collect();
            let mut found = tree.order().to_vec();
            found.sort_unstable();
            prop_assert_eq!(&found, &flood(&open, 0, None, None));
            for &v in &found {
                let Some((u, edge)) = tree.up(v) else {
                    prop_assert_eq!((v, tree.is_articulation(v), tree.is_bridge(v)), (0, false, false));
                    continue;
                };
                let below: Vec<u32> = {
                    let range = tree.number(v)..tree.end(v);
                    found.iter().copied().filter(|&q| range.contains(&tree.number(q))).collect()
                };
                prop_assert_eq!(tree.is_articulation(v), flood(&open, v, Some(u), None) == below);
                let e = open.iter().position(|&ends| ends == edges[edge as usize]);
                prop_assert_eq!(tree.is_bridge(v), !flood(&open, v, None, e).contains(&u));
            }
        }
    }
}
