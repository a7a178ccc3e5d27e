//! Boards, and all lines through them by trying every step.

use super::chance;
use clew::puzzle::{Board, Neighbourhood};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeSet;

/// A board of a few cells, as the library has it, and its neighbours as given to the library.
pub struct Board64 {
    pub board: Board,
    pub near: Vec<Vec<usize>>,
}

impl Board64 {
    /// A grid of 2 x 2 to 4 x 5 places with some holes and walls; now and then with king moves.
    pub fn random(rng: &mut ChaCha8Rng) -> Board64 {
        let (rows, cols) = (rng.random_range(2..=4u32), rng.random_range(2..=5u32));
        let king = rows * cols <= 12 && chance(rng, 6);
        let moves = if king { Neighbourhood::King } else { Neighbourhood::Rook };
        let holed = chance(rng, 2);
        let present: Vec<bool> = (0..rows * cols).map(|_| !(holed && chance(rng, 8))).collect();
        let walled = chance(rng, 2);
        let is = |r: u32, c: u32| r < rows && c < cols && present[(r * cols + c) as usize];
        let mut places = Vec::new();
        let mut walls = Vec::new();
        let mut steps: Vec<[(u32, u32); 2]> = Vec::new();
        for r in 0..rows {
            for c in 0..cols {
                if !is(r, c) {
                    continue;
                }
                places.push((r, c));
                let mut beside = vec![(r, c + 1), (r + 1, c)];
                if king {
                    beside.push((r + 1, c + 1));
                    if c > 0 {
                        beside.push((r + 1, c - 1));
                    }
                }
                for (s, d) in beside.into_iter().filter(|&(s, d)| is(s, d)) {
                    if walled && chance(rng, 8) {
                        walls.push([(r, c), (s, d)]);
                    } else {
                        steps.push([(r, c), (s, d)]);
                    }
                }
            }
        }
        let mut near = vec![Vec::new(); places.len()];
        let cell = |p: (u32, u32)| places.iter().position(|&q| q == p).expect("a cell");
        for [p, q] in steps {
            near[cell(p)].push(cell(q));
            near[cell(q)].push(cell(p));
        }
        let board = Board::grid_with_walls(rows, cols, moves, &present, &walls);
        Board64 { board, near }
    }

    /// For each edge of the board whether it is among these steps.
    fn edges(&self, cells: &[usize], closed: bool) -> Vec<bool> {
        let mut on = vec![false; self.board.edges().len()];
        let mut step = |a: usize, b: usize| {
            on[self.board.edge_between(a as u32, b as u32).expect("neighbours") as usize] = true;
        };
        cells.windows(2).for_each(|pair| step(pair[0], pair[1]));
        if closed {
            step(cells[cells.len() - 1], cells[0]);
        }
        on
    }

    /// All lines through all cells from the first stop to the last that visit the stops in this order.
    pub fn zips(&self, stops: &[usize]) -> BTreeSet<Vec<bool>> {
        let mut found = BTreeSet::new();
        self.walk(&mut vec![stops[0]], &mut |cells| {
            let mut met = cells.iter().filter(|c| stops.contains(c));
            let in_order = met.by_ref().eq(stops.iter());
            if in_order && cells[cells.len() - 1] == stops[stops.len() - 1] {
                found.insert(self.edges(cells, false));
            }
        });
        found
    }

    /// All closed lines through all cells.
    pub fn closed(&self) -> BTreeSet<Vec<bool>> {
        let mut found = BTreeSet::new();
        if self.near.len() > 2 {
            self.walk(&mut vec![0], &mut |cells| {
                if self.near[cells[cells.len() - 1]].contains(&0) {
                    found.insert(self.edges(cells, true));
                }
            });
        }
        found
    }

    /// Some line through all cells.
    pub fn any_line(&self, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
        let mut all = Vec::new();
        let first = rng.random_range(0..self.near.len().max(1));
        if self.near.is_empty() {
            return None;
        }
        self.walk(&mut vec![first], &mut |cells| {
            if all.len() < 64 {
                all.push(cells.to_vec());
            }
        });
        let n = all.len();
        (n > 0).then(|| all.swap_remove(rng.random_range(0..n)))
    }

    fn walk(&self, cells: &mut Vec<usize>, found: &mut dyn FnMut(&[usize])) {
        if cells.len() == self.near.len() {
            return found(cells);
        }
        for &next in &self.near[cells[cells.len() - 1]] {
            if !cells.contains(&next) {
                cells.push(next);
                self.walk(cells, found);
                cells.pop();
            }
        }
    }
}
