//! Parts of the board that one edge or one cell joins to the rest, and the edges that their cells still need.
//!
//! A cell that needs one more edge has a loose end. Edges within a part serve two of its loose ends, so the number of
//! edges that lead out is odd if the number of its loose ends is. On squares without diagonal moves an edge serves a
//! black and a white cell, so the difference between the needs of the two colours leads out.

use super::{EdgeLadder, NONE};
use clew_engine::structures::low_points::{Arc, LowPoints};
use clew_puzzle::puzzle::ladder::{Contradiction, Finding, Found};
use clew_puzzle::puzzle::{Cell, EdgeId};
use std::convert::Infallible;

/// The pieces of the graph of open edges, with figures of its cells added up along a search.
struct Pieces {
    tree: LowPoints,
    /// Per place in preorder the sum of all cells before it.
    sums: Vec<i64>,
    /// Per cell the piece's first place in preorder, and the one behind its last, both from 1.
    piece: Vec<[u32; 2]>,
}

impl Pieces {
    /// The sum over the places `from .. to`, from 1.
    fn sum(&self, [from, to]: [u32; 2]) -> i64 {
        self.sums[to as usize - 1] - self.sums[from as usize - 1]
    }

    /// The range of the tree numbers of a cell and its subtree.
    fn below(&self, v: Cell) -> [u32; 2] {
        [self.tree.number(v), self.tree.end(v)]
    }
}

impl EdgeLadder {
    fn pieces(&self, figure: impl Fn(Cell) -> i64) -> Pieces {
        let board = &self.rules.board;
        let arc = |c: Cell, i: u32| {
            let Some(&node) = board.neighbours(c).get(i as usize) else { return Arc::End };
            let edge = board.incident(c)[i as usize];
            if self.is_open(edge) { Arc::To { edge, node } } else { Arc::Barred }
        };
        let mut tree = LowPoints::new(self.on.len());
        let mut piece = vec![[0; 2]; self.on.len()];
        for root in 0..self.cells() {
            if tree.number(root) == 0 {
                let from = tree.order().len();
                let Ok(()) = tree.search(root, arc, |_| Ok::<(), Infallible>(()));
                let range = [from as u32 + 1, tree.order().len() as u32 + 1];
                tree.order()[from..].iter().for_each(|&c| piece[c as usize] = range);
            }
        }
        let mut sums = vec![0];
        for &c in tree.order() {
            sums.push(sums[sums.len() - 1] + figure(c));
        }
        Pieces { tree, sums, piece }
    }

    /// The only open edge into a part is on if an odd number of ends is loose there, else off. An empty cell
    /// is visited or not: it needs two edges or none.
    pub(super) fn parities(&self, found: &mut Found) {
        let loose = |c: Cell| i64::from((self.want[c as usize] + self.on[c as usize]) % 2);
        let pieces = self.pieces(loose);
        for &v in pieces.tree.order() {
            let whole = pieces.piece[v as usize];
            // Where an end is left over nothing can be right.
            let Some((u, e)) = pieces.tree.up(v).filter(|_| pieces.tree.is_bridge(v)) else {
                continue;
            };
            if pieces.sum(whole) % 2 == 0 {
                let below = pieces.below(v);
                let odd = pieces.sum(below) % 2 != 0;
                // The explanation is about the smaller part.
                let (size, all) = (below[1] - below[0], whole[1] - whole[0]);
                let ([a, b], size) =
                    if 2 * size <= all { ([u, v], size) } else { ([v, u], all - size) };
                found.add([self.about(e, odd)], [a, b, size, odd.into()]);
            }
        }
    }

    /// How many paths lead from a cell into a part that has no other way out. Each ends there in a cell of
    /// the other colour, and within the part as many edges serve one colour as the other.
    pub(super) fn colours(&self, found: &mut Found) {
        let board = &self.rules.board;
        if !self.rules.covers || !board.is_rook() {
            return;
        }
        let needs = |c: Cell| i64::from(self.want[c as usize]) - i64::from(self.on[c as usize]);
        let pieces = self.pieces(|c| if board.is_black(c) { needs(c) } else { -needs(c) });
        let tree = &pieces.tree;
        for &c in tree.order() {
            let sign = if board.is_black(c) { -1 } else { 1 };
            let whole = pieces.piece[c as usize];
            let size = |part: [u32; 2]| part[1] - part[0];
            // Parts that hang below the cell, and the remainder.
            let hangs =
                |q: Cell| tree.up(q).is_some_and(|(up, _)| up == c) && tree.is_articulation(q);
            let ways: Vec<(Cell, EdgeId)> = self.ways(c).map(|e| (self.other(e, c), e)).collect();
            let parts = ways.iter().filter(|(q, _)| hangs(*q)).map(|(q, _)| pieces.below(*q));
            let parts: Vec<[u32; 2]> = parts.collect();
            let rest = pieces.sum(whole)
                - parts.iter().map(|&part| pieces.sum(part)).sum::<i64>()
                - pieces.sum([tree.number(c), tree.number(c) + 1]);
            let left = size(whole) - 1 - parts.iter().map(|&part| size(part)).sum::<u32>();
            let part_of =
                |q: Cell| parts.iter().position(|p| (p[0]..p[1]).contains(&tree.number(q)));
            let sums = parts.iter().map(|&part| (pieces.sum(part), size(part)));
            let all: Vec<(i64, u32)> = sums.chain([(rest, left)]).collect();
            for (i, (sum, size)) in all.into_iter().enumerate() {
                let into: Vec<(Cell, EdgeId)> = ways
                    .iter()
                    .copied()
                    .filter(|(q, _)| part_of(*q).unwrap_or(parts.len()) == i)
                    .collect();
                let paths = sum * sign;
                if !(0..=needs(c).min(into.len() as i64)).contains(&paths) {
                    found.nonsense = Some(Contradiction::at(
                        [c],
                        format!(
                            "by the colours of a chequerboard, the cells that are reached through {} \
                             only cannot be filled",
                            self.spot(c)
                        ),
                    ));
                    return;
                }
                let holds = match paths {
                    0 => false,
                    _ if paths == into.len() as i64 => true,
                    _ => continue,
                };
                if let Some(&(q, _)) = into.first() {
                    let findings = into.iter().map(|&(_, e)| self.about(e, holds));
                    found.add(findings, [c, q, paths as u32, size]);
                }
            }
        }
    }

    /// A piece of path that lies on every way between the ends of a label belongs to it, and is not joined
    /// to another one.
    pub(super) fn isolations(&self, found: &mut Found) {
        // Per fragment the labels that need it, with a cell of it.
        let mut needed: Vec<Vec<(u32, Cell)>> = vec![Vec::new(); self.size.len()];
        for (k, &ends) in (0..).zip(&self.rules.ends) {
            if !self.joined[k as usize] {
                for c in self.cut_cells(k, ends) {
                    let of = &mut needed[self.fragment[c as usize] as usize];
                    if of.last().is_none_or(|last| last.0 != k) {
                        of.push((k, c));
                    }
                }
            }
        }
        for e in self.open_edges() {
            let ends = self.pair(e);
            let foreign = |a: Cell, b: Cell| {
                let (mine, other) = (self.fragment[a as usize], self.fragment[b as usize]);
                let theirs = needed[other as usize].iter().map(|(k, _)| *k);
                let labels: Vec<u32> =
                    theirs.chain([self.label_of(b)]).filter(|&k| k != NONE).collect();
                let mut parted = needed[mine as usize].iter();
                parted.find(|(k, _)| mine != other && labels.iter().any(|l| l != k)).copied()
            };
            let [a, b] = ends;
            if let Some((k, cut)) = foreign(a, b).or_else(|| foreign(b, a)) {
                found.add([Finding::link(ends, false)], [a, b, k, cut]);
            }
        }
    }

    /// The end of an edge that is not this one.
    pub(super) fn other(&self, e: EdgeId, c: Cell) -> Cell {
        let [a, b] = self.pair(e);
        if a == c { b } else { a }
    }
}
