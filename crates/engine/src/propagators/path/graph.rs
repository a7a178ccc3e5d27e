//! A plain graph in compressed form, and the variables of paths drawn on it.
//!
//! Both are shared by reference counting: a propagator, and each of its copies for other threads,
//! holds a few pointers.

use crate::kernel::prelude::*;
use crate::structures::Csr;
use bitvec::vec::BitVec;
use std::sync::Arc;

/// An undirected graph without loops and double edges. Cells are `0 .. cells()`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// The edges at each cell, and parallel to them the neighbours.
    via: Csr,
    to: Vec<u32>,
    ends: Vec<[u32; 2]>,
}

impl Graph {
    /// The graph with these edges; edge e joins the two cells `edges[e]`. Linear.
    ///
    /// # Panics
    /// If an edge names a cell that is not there.
    pub fn new(cells: u32, edges: &[[u32; 2]]) -> Graph {
        let places = (0u32..).zip(edges).flat_map(|(e, ends)| ends.map(|c| (c, e)));
        let via = Csr::new(cells as usize, places);
        let mut to = Vec::with_capacity(via.items().len());
        for c in 0..cells {
            to.extend(via.row(c).iter().map(|&e| {
                let [a, b] = edges[e as usize];
                a ^ b ^ c
            }));
        }
        Graph { via, to, ends: edges.to_vec() }
    }

    /// The number of cells.
    #[inline]
    pub fn cells(&self) -> u32 {
        self.via.rows()
    }

    /// The number of edges.
    #[inline]
    pub fn edges(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The two cells of an edge.
    #[inline]
    pub fn ends(&self, e: u32) -> [u32; 2] {
        self.ends[e as usize]
    }

    /// The cell at the other end of edge `e` from `c`.
    #[inline]
    pub fn across(&self, e: u32, c: u32) -> u32 {
        let [a, b] = self.ends[e as usize];
        a ^ b ^ c
    }

    /// The neighbours of `c`, parallel to [`Graph::incident`].
    #[inline]
    pub fn neighbours(&self, c: u32) -> &[u32] {
        &self.to[self.via.range(c)]
    }

    /// The edges at `c`.
    #[inline]
    pub fn incident(&self, c: u32) -> &[u32] {
        self.via.row(c)
    }

    /// (neighbour, edge) pairs at `c`.
    #[inline]
    pub fn around(&self, c: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.neighbours(c).iter().copied().zip(self.incident(c).iter().copied())
    }

    /// The edge between two cells, if there is one. Linear in the degree.
    #[inline]
    pub fn edge_between(&self, a: u32, b: u32) -> Option<u32> {
        self.around(a).find(|&(q, _)| q == b).map(|(_, e)| e)
    }

    /// A colouring with two colours in which neighbours differ, or `None` if there is none. The
    /// first cell of each component is black (`true`). Linear.
    pub fn two_colouring(&self) -> Option<BitVec> {
        let n = self.cells() as usize;
        let mut colour = vec![2u8; n];
        let mut stack = Vec::new();
        for root in 0..n {
            if colour[root] != 2 {
                continue;
            }
            colour[root] = 1;
            stack.push(root as u32);
            while let Some(c) = stack.pop() {
                for &d in self.neighbours(c) {
                    if colour[d as usize] == 2 {
                        colour[d as usize] = 1 - colour[c as usize];
                        stack.push(d);
                    } else if colour[d as usize] == colour[c as usize] {
                        return None;
                    }
                }
            }
        }
        Some(colour.into_iter().map(|k| k == 1).collect())
    }
}

/// A statement about a cell that may be settled from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// False.
    Never,
    /// True.
    Always,
    /// It holds if and only if this atom does.
    Open(Atom),
}

impl Flag {
    /// Whether it is known to hold, now or then.
    #[inline]
    pub fn is_true(self, view: &impl View) -> bool {
        match self {
            Flag::Never => false,
            Flag::Always => true,
            Flag::Open(a) => view.is_true(a.pos()),
        }
    }

    /// Whether it is known not to hold, now or then.
    #[inline]
    pub fn is_false(self, view: &impl View) -> bool {
        match self {
            Flag::Never => true,
            Flag::Always => false,
            Flag::Open(a) => view.is_true(a.neg()),
        }
    }

    /// The atom of the flag; constants have none.
    #[inline]
    pub fn atom(self) -> Option<Atom> {
        match self {
            Flag::Open(a) => Some(a),
            Flag::Never | Flag::Always => None,
        }
    }

    /// The literal for "it holds"; constants have none.
    #[inline]
    pub fn pos(self) -> Option<Lit> {
        self.atom().map(Atom::pos)
    }

    /// The literal for "it does not hold"; constants have none.
    #[inline]
    #[allow(clippy::should_implement_trait)] // the negation of a constant is not wanted here
    pub fn neg(self) -> Option<Lit> {
        self.atom().map(Atom::neg)
    }
}

/// The object of an atom of [`PathVars`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The edge of this number is on a path.
    Edge(u32),
    /// A path ends in this cell.
    End(u32),
    /// This cell is on a path.
    Used(u32),
    /// Not of these variables.
    Other,
}

const OTHER: u32 = u32::MAX;

/// The variables of paths on a graph. Atoms of different statements must differ.
#[derive(Clone, Debug)]
pub struct PathVars {
    /// The board.
    pub graph: Arc<Graph>,
    /// Per edge whether it is on a path.
    pub edges: Bools,
    /// Per cell whether a path ends there.
    pub ends: Arc<[Flag]>,
    /// Per cell whether a path visits it.
    pub used: Arc<[Flag]>,
    /// Whether all cells are used from the start.
    pub covers_all: bool,
    /// The atoms from the first open flag to the last.
    span: Bools,
    /// Per atom of `span`: cell * 2 + (is it `used`?), or `OTHER`.
    flags: Arc<[u32]>,
    /// From the first word that holds such an atom on, per word the atoms that are edges or flags.
    first_word: usize,
    words: Arc<[u64]>,
}

impl PathVars {
    /// The variables; `used` is `None` where every cell must be used. Linear in the number of cells
    /// and the distance between the smallest and the largest flag atom.
    ///
    /// # Panics
    /// If `ends` or `used` has another length than the graph has cells, or `edges` than it has edges.
    pub fn new(
        graph: Arc<Graph>,
        edges: Bools,
        ends: Vec<Flag>,
        used: Option<Vec<Flag>>,
    ) -> PathVars {
        let n = graph.cells() as usize;
        let used = used.unwrap_or_else(|| vec![Flag::Always; n]);
        assert!(ends.len() == n && used.len() == n, "one flag a cell");
        assert_eq!(edges.len(), graph.edges(), "one atom an edge");
        let covers_all = used.iter().all(|&u| u == Flag::Always);
        let span = Bools::spanning(ends.iter().chain(&used).filter_map(|f| f.atom()));
        let mut flags = vec![OTHER; span.len() as usize];
        for (kind, list) in [(0, &ends), (1, &used)] {
            for (c, f) in (0u32..).zip(list) {
                if let Some(i) = f.atom().and_then(|a| span.index_of(a)) {
                    flags[i as usize] = c * 2 + kind;
                }
            }
        }
        let flagged = ends.iter().chain(&used).filter_map(|f| f.atom());
        let masks: Vec<(usize, u64)> =
            edges.words().chain(flagged.map(|a| (a.word(), a.mask()))).collect();
        let first_word = masks.iter().map(|m| m.0).min().unwrap_or(0);
        let end = masks.iter().map(|m| m.0 + 1).max().unwrap_or(0);
        let mut words = vec![0; end - first_word];
        masks.iter().for_each(|&(w, mask)| words[w - first_word] |= mask);
        PathVars {
            graph,
            edges,
            ends: ends.into(),
            used: used.into(),
            covers_all,
            span,
            flags: flags.into(),
            first_word,
            words: words.into(),
        }
    }

    /// The atom of an edge.
    #[inline]
    pub fn edge(&self, e: u32) -> Atom {
        self.edges.at(e)
    }

    /// The object of an atom.
    #[inline]
    pub fn what(&self, a: Atom) -> What {
        if let Some(e) = self.edges.index_of(a) {
            return What::Edge(e);
        }
        match self.span.index_of(a).map(|i| self.flags[i as usize]) {
            None | Some(OTHER) => What::Other,
            Some(code) if code & 1 == 0 => What::End(code >> 1),
            Some(code) => What::Used(code >> 1),
        }
    }

    /// Appends all literals over these variables that became true since an incremental propagator
    /// last ran, except those inferred by `but`, with their objects.
    pub fn news(&self, p: &Propagation<'_>, but: Option<PropId>, into: &mut Vec<(What, bool)>) {
        for e in &p.trail()[p.news()] {
            // A domain that loses many values at once may have no word of these variables.
            let mine = self.words.get(e.word().wrapping_sub(self.first_word)).copied().unwrap_or(0);
            if e.mask & mine == 0 || (but.is_some() && e.reason.prop() == but) {
                continue;
            }
            let becomes = !e.removes();
            for b in bits(e.mask & mine) {
                into.push((self.what(Atom::from_word(e.word(), b)), becomes));
            }
        }
    }

    /// Wakes on every change of these variables.
    pub fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_bools(self.edges);
        to.on_each(self.ends.iter().filter_map(|f| f.atom()));
        to.on_each(self.used.iter().filter_map(|f| f.atom()));
    }

    /// Whether edge `e` is on, now or then.
    #[inline]
    pub fn is_on(&self, view: &impl View, e: u32) -> bool {
        view.is_true(self.edge(e).pos())
    }

    /// Whether edge `e` is off, now or then.
    #[inline]
    pub fn is_off(&self, view: &impl View, e: u32) -> bool {
        view.is_true(self.edge(e).neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_form_agrees_with_the_edge_list() {
        let edges = [[0, 1], [0, 2], [1, 3], [2, 3]];
        let g = Graph::new(5, &edges);
        for (e, &[a, b]) in edges.iter().enumerate() {
            assert_eq!(g.edge_between(a, b), Some(e as u32));
            assert_eq!(g.edge_between(b, a), Some(e as u32));
            assert_eq!(g.across(e as u32, a), b);
        }
        assert_eq!(g.neighbours(4), [0u32; 0]);
        assert_eq!(g.edge_between(0, 3), None);
        assert_eq!(g.two_colouring(), Some([true, false, false, true, true].into_iter().collect()));
        assert_eq!(Graph::new(3, &[[0, 1], [1, 2], [0, 2]]).two_colouring(), None);
    }
}
