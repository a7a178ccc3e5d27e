//! An undirected graph whose vertex sets are bit sets, with fast neighbourhoods of sets.
//!
//! The union of the neighbours of a set ("dilation") is the inner loop of layer consistency. On a
//! grid it is a few shifts; but shifts need a layout, and holes, walls, hexagons and free points each
//! need another. Here the layout is derived from the graph: arcs from one source word to one target
//! word with the same shift form one step `target |= (source & mask) rotated`. A full rectangle of
//! rook moves needs about eight steps per word, of king moves sixteen, like hand-written shifts; a
//! hole adds a few steps to the words around it; an irregular graph degrades to one step per arc.
//! Words with few vertices take their neighbours one by one.
//!
//! Building is linear in the arcs times the steps of a word. Memory: 16 bytes per step.

use crate::kernel::bits;
use crate::structures::Csr;
use crate::structures::bits::insert;

/// `target |= rotate_left(source & mask, turn)`.
#[derive(Clone, Copy, Debug)]
struct Step {
    mask: u64,
    target: u32,
    turn: u32,
}

/// A graph on the vertices `0 ..`, immutable.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The neighbours of each vertex.
    adjacent: Csr,
    /// The steps of each source word.
    steps: Csr<Step>,
    /// Per word, the number of vertices up to which visiting their neighbours one by one is
    /// cheaper.
    sparse: Vec<u32>,
}

impl Graph {
    /// The graph in which vertex v has the neighbours `neighbours(v)`. The relation must be
    /// symmetric.
    pub fn new<'a>(vertices: u32, neighbours: impl Fn(u32) -> &'a [u32]) -> Graph {
        let words = vertices.div_ceil(64);
        let (mut adjacent, mut steps) = (Csr::default(), Csr::default());
        let mut here: Vec<Step> = Vec::new();
        let mut sparse = Vec::with_capacity(words as usize);
        for w in 0..words {
            let arcs = adjacent.items().len();
            let end = vertices.min(w * 64 + 64);
            for v in w * 64..end {
                for &q in neighbours(v) {
                    let (target, turn) = (q / 64, q.wrapping_sub(v) & 63);
                    match here.iter_mut().find(|s| s.target == target && s.turn == turn) {
                        Some(s) => s.mask |= 1 << (v & 63),
                        None => here.push(Step { mask: 1 << (v & 63), target, turn }),
                    }
                }
                adjacent.add_row(neighbours(v).iter().copied());
            }
            // A neighbour costs about as much as a step.
            let degree = (adjacent.items().len() - arcs) as u32 / (end - w * 64);
            sparse.push(here.len() as u32 / degree.max(1));
            steps.add_row(here.drain(..));
        }
        Graph { adjacent, steps, sparse }
    }

    /// The number of vertices.
    pub fn len(&self) -> u32 {
        self.adjacent.rows()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of words of a vertex set.
    pub fn words(&self) -> usize {
        self.steps.rows() as usize
    }

    /// The neighbours of a vertex, in the order they were given.
    pub fn neighbours(&self, v: u32) -> &[u32] {
        self.adjacent.row(v)
    }

    /// Adds to `into` all vertices that have a neighbour in `set`. Both have [`Graph::words`] words.
    #[inline]
    pub fn dilate(&self, set: &[u64], into: &mut [u64]) {
        for (w, &here) in set.iter().enumerate() {
            if here == 0 {
                continue;
            }
            if here.count_ones() <= self.sparse[w] {
                for b in bits(here) {
                    for &q in self.neighbours(w as u32 * 64 + b) {
                        insert(into, q);
                    }
                }
            } else {
                for s in self.steps.row(w as u32) {
                    into[s.target as usize] |= (here & s.mask).rotate_left(s.turn);
                }
            }
        }
    }

    /// The two colours of a bipartite graph as a vertex set (the other colour is its complement);
    /// `None` if the graph has an odd cycle or is not connected.
    pub fn two_colours(&self) -> Option<Vec<u64>> {
        let words = self.words();
        let (mut sides, mut rim) = ([vec![0u64; words], vec![0u64; words]], vec![0u64; words]);
        if self.is_empty() {
            return None;
        }
        sides[0][0] = 1;
        rim[0] = 1;
        let mut side = 0;
        while rim.iter().any(|&w| w != 0) {
            let mut next = vec![0u64; words];
            self.dilate(&rim, &mut next);
            side = 1 - side;
            for (w, n) in next.iter_mut().enumerate() {
                if *n & sides[1 - side][w] != 0 {
                    return None;
                }
                *n &= !sides[side][w];
                sides[side][w] |= *n;
            }
            rim = next;
        }
        let reached: u32 = sides.iter().flatten().map(|w| w.count_ones()).sum();
        let [black, _] = sides;
        (reached == self.len()).then_some(black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    fn lists(n: u32, joined: impl Fn(u32, u32) -> bool) -> Vec<Vec<u32>> {
        (0..n).map(|v| (0..n).filter(|&q| joined(v, q)).collect()).collect()
    }

    fn check(lists: &[Vec<u32>], rng: &mut ChaCha8Rng) {
        let n = lists.len() as u32;
        let g = Graph::new(n, |v| &lists[v as usize]);
        for chance in [0.01, 0.1, 0.5, 1.0] {
            let set: Vec<bool> = (0..n).map(|_| rng.random_bool(chance)).collect();
            let mut packed = vec![0u64; g.words()];
            (0..n).filter(|&v| set[v as usize]).for_each(|v| insert(&mut packed, v));
            let mut got = vec![0u64; g.words()];
            g.dilate(&packed, &mut got);
            for v in 0..n {
                let expected = lists[v as usize].iter().any(|&q| set[q as usize]);
                assert_eq!(
                    got[v as usize / 64] >> (v % 64) & 1 == 1,
                    expected,
                    "vertex {v} of {n}"
                );
            }
        }
    }

    #[test]
    fn dilation_is_the_union_of_neighbours() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (rows, cols) in [(1, 1), (1, 70), (8, 8), (9, 13), (20, 31)] {
            let near = |a: u32, b: u32| {
                let (r, c) = ((a / cols).abs_diff(b / cols), (a % cols).abs_diff(b % cols));
                (r.max(c) == 1, r + c == 1)
            };
            check(&lists(rows * cols, |a, b| near(a, b).0), &mut rng);
            check(&lists(rows * cols, |a, b| near(a, b).1), &mut rng);
        }
        for n in [5u32, 64, 65, 200] {
            let mut joined = vec![false; (n * n) as usize];
            for a in 0..n {
                for b in 0..a {
                    let on = rng.random_bool(0.05);
                    joined[(a * n + b) as usize] = on;
                    joined[(b * n + a) as usize] = on;
                }
            }
            check(&lists(n, |a, b| joined[(a * n + b) as usize]), &mut rng);
        }
    }

    #[test]
    fn colours() {
        let path = lists(70, |a, b| a.abs_diff(b) == 1);
        let g = Graph::new(70, |v| &path[v as usize]);
        assert_eq!(g.two_colours(), Some(vec![0x5555_5555_5555_5555, 0b010101]));
        let triangle = lists(3, |a, b| a != b);
        assert_eq!(Graph::new(3, |v| &triangle[v as usize]).two_colours(), None);
        let apart = lists(4, |a, b| a / 2 == b / 2 && a != b);
        assert_eq!(Graph::new(4, |v| &apart[v as usize]).two_colours(), None);
    }
}
