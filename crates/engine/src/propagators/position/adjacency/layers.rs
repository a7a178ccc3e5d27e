//! The layers of a board before there are variables: where each number can stand at all.
//!
//! Layer k is the set of cells that can hold position k. One sweep up and one down make the chain
//! of layers arc consistent, which holds every distance and, on bipartite boards, every colour
//! argument between clues. On bare words it costs one or two dilations per layer; in the store it
//! would cost a trail entry for most of the n² values.

use super::graph::Graph;
use crate::structures::bits::insert;
use bitvec::vec::BitVec;

/// Layers as one array: words `k * words ..` are layer k.
#[derive(Clone, Debug)]
pub struct Layers {
    words: usize,
    bits: Vec<u64>,
}

/// A layer is empty: there is no placement at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EmptyLayer;

impl Layers {
    /// The layers that given positions leave: `given[c]` is the position (0-based, below the number
    /// of vertices) of vertex c. Not yet arc consistent.
    ///
    /// # Errors
    /// [`EmptyLayer`] if two vertices are given the same position, or no vertex is left for one.
    pub fn from_given(graph: &Graph, given: &[Option<u32>]) -> Result<Layers, EmptyLayer> {
        let (n, words) = (graph.len() as usize, graph.words());
        let mut free = vec![0u64; words];
        let open = (0..n as u32).filter(|&c| given[c as usize].is_none());
        open.for_each(|c| insert(&mut free, c));
        let mut bits = free.repeat(n);
        let mut taken: BitVec = BitVec::repeat(false, n);
        for (c, k) in given.iter().enumerate() {
            if let Some(k) = *k {
                let k = k as usize;
                if taken.replace(k, true) {
                    return Err(EmptyLayer);
                }
                bits[k * words..(k + 1) * words].fill(0);
                insert(&mut bits[k * words..], c as u32);
            }
        }
        Ok(Layers { words, bits })
    }

    /// Layer k.
    pub fn layer(&self, k: usize) -> &[u64] {
        &self.bits[k * self.words..(k + 1) * self.words]
    }

    /// Keeps in the layers of even number only `set`, in the others only its complement.
    pub fn colour(&mut self, set: &[u64]) {
        for (k, layer) in self.bits.chunks_exact_mut(self.words).enumerate() {
            for (l, &s) in layer.iter_mut().zip(set) {
                *l &= if k % 2 == 0 { s } else { !s };
            }
        }
    }

    /// Removes vertices that have no neighbour in the layer before or after: arc consistency of the
    /// chain.
    ///
    /// # Errors
    /// [`EmptyLayer`] if nothing is left of a layer.
    pub fn close(&mut self, graph: &Graph) -> Result<(), EmptyLayer> {
        let words = self.words;
        let n = self.bits.len() / words;
        let mut near = vec![0u64; words];
        // A vertex removed for lack of support below supported nothing there itself, so one sweep
        // in each direction is enough.
        for i in 1..n {
            self.support(graph, i - 1, i, &mut near)?;
        }
        for i in (1..n).rev() {
            self.support(graph, i, i - 1, &mut near)?;
        }
        Ok(())
    }

    fn support(
        &mut self,
        graph: &Graph,
        from: usize,
        to: usize,
        near: &mut [u64],
    ) -> Result<(), EmptyLayer> {
        near.fill(0);
        graph.dilate(&self.bits[from * self.words..(from + 1) * self.words], near);
        let mut any = 0;
        for (l, &d) in self.bits[to * self.words..(to + 1) * self.words].iter_mut().zip(&*near) {
            *l &= d;
            any |= *l;
        }
        if any == 0 { Err(EmptyLayer) } else { Ok(()) }
    }

    /// The transpose: words `c * words ..` are the positions that vertex c can have.
    pub fn rows(&self) -> Vec<u64> {
        let words = self.words;
        let n = self.bits.len() / words;
        let mut rows = vec![0u64; n * words];
        let mut block = [0u64; 64];
        for i in 0..words {
            for j in 0..words {
                for (b, out) in block.iter_mut().enumerate() {
                    let k = i * 64 + b;
                    *out = if k < n { self.bits[k * words + j] } else { 0 };
                }
                transpose(&mut block);
                for (b, &row) in block.iter().enumerate().take(n.saturating_sub(j * 64)) {
                    rows[(j * 64 + b) * words + i] = row;
                }
            }
        }
        rows
    }
}

/// Transposes a 64 x 64 bit matrix: swaps off-diagonal blocks of halving size.
///
/// Source: Henry S. Warren, "Hacker's Delight", 2003, section 7-3.
fn transpose(a: &mut [u64; 64]) {
    let (mut j, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while j != 0 {
        let mut k = 0;
        while k < 64 {
            let t = ((a[k] >> j) ^ a[k + j]) & mask;
            a[k] ^= t << j;
            a[k + j] ^= t;
            k = (k + j + 1) & !j;
        }
        j >>= 1;
        mask ^= mask << j;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_the_transpose() {
        for n in [1u32, 3, 64, 65, 130] {
            let ring: Vec<[u32; 2]> = (0..n).map(|v| [(v + 1) % n, (v + n - 1) % n]).collect();
            let graph = Graph::new(n, |v| &ring[v as usize]);
            let mut layers = Layers::from_given(&graph, &vec![None; n as usize]).unwrap();
            let mut x = 1u64;
            for w in &mut layers.bits {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
                *w &= x;
            }
            let rows = layers.rows();
            let words = graph.words();
            for c in 0..n as usize {
                for k in 0..n as usize {
                    let there = layers.layer(k)[c / 64] >> (c % 64) & 1;
                    assert_eq!(rows[c * words + k / 64] >> (k % 64) & 1, there);
                }
            }
        }
    }

    #[test]
    fn distances_to_clues() {
        // A path of five vertices with position 0 at an end: everything is fixed.
        let lists: Vec<Vec<u32>> = vec![vec![1], vec![0, 2], vec![1, 3], vec![2, 4], vec![3]];
        let graph = Graph::new(5, |v| &lists[v as usize]);
        let given = [Some(0), None, None, None, Some(4)];
        let mut layers = Layers::from_given(&graph, &given).unwrap();
        layers.close(&graph).unwrap();
        for k in 0..5 {
            assert_eq!(layers.layer(k), [1 << k]);
        }
        let wrong = [Some(0), Some(4), None, None, None];
        let mut layers = Layers::from_given(&graph, &wrong).unwrap();
        assert_eq!(layers.close(&graph), Err(EmptyLayer));
    }
}
