//! The dependences between the open cells of a square.
//!
//! Two cells of a row or column are tied by a value that both can take, two cells of an inequality unless every pair of
//! their values satisfies it, and two of which a difference is known. Settled cells have left their mark in the
//! domains: their values are eliminated from their lines, and bounds follow inequalities.

use super::line;
use clew_engine::kernel::{Components, Store, VarId, Vars};
use clew_puzzle::puzzle::Gap;

/// A square of order `n` with one variable per cell, and its inequalities.
#[derive(Clone, Debug)]
pub(crate) struct SquareComponents {
    pub cells: Vars,
    pub n: u32,
    /// Pairs of cells, the smaller value first.
    pub less: Vec<[u32; 2]>,
    /// Pairs of cells that differ by exactly this much, or by any other amount.
    pub gaps: Vec<Gap>,
}

impl Components for SquareComponents {
    fn vars(&self) -> Vars {
        self.cells
    }

    fn each(&self, store: &Store, tie: &mut dyn FnMut(VarId, VarId)) {
        let mut last: Vec<Option<VarId>> = vec![None; self.n as usize];
        for r in 0..2 * self.n {
            last.fill(None);
            for x in line(self.n, r).map(|c| self.cells.at(c)).filter(|&x| store.size(x) > 1) {
                for v in store.domain(x).iter() {
                    if let Some(y) = last[v as usize].replace(x) {
                        tie(y, x);
                    }
                }
            }
        }
        for &[a, b] in &self.less {
            let (x, y) = (self.cells.at(a), self.cells.at(b));
            let open = store.size(x) > 1 && store.size(y) > 1;
            if open && store.domain(x).max() >= store.domain(y).min() {
                tie(x, y);
            }
        }
        for gap in &self.gaps {
            let [x, y] = gap.cells.map(|c| self.cells.at(c));
            if store.size(x) > 1 && store.size(y) > 1 {
                tie(x, y);
            }
        }
    }
}
