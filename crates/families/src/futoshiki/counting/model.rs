//! A futoshiki made ready for counting: the values each cell can still take.
//!
//! Givens and the longest chains of signs leave each cell a window; a value fixed in a cell leaves its row and column.
//! That is far from full propagation, but it is the part that the layers can check for free.

use crate::Futoshiki;
use clew_puzzle::puzzle::Gap;

/// The largest order that fits the keys (one bit per cell in 128).
pub(crate) const MAX_ORDER: u32 = 11;

/// Values of cells as bit sets and the signs as lists.
#[derive(Clone, Debug)]
pub struct Model {
    /// The order.
    pub n: usize,
    /// Per cell the values it can take, bit v - 1 for value v.
    pub values: Vec<u32>,
    /// Pairs of cells, the first smaller than the second, each once.
    pub less: Vec<[usize; 2]>,
    /// Pairs of cells whose values differ by exactly this much, or by any other amount.
    pub gaps: Vec<Gap>,
}

impl Model {
    /// The model of a puzzle; `None` if windows alone show that there is no solution.
    ///
    /// # Panics
    /// If the order is 0 or above [`MAX_ORDER`].
    pub fn new(puzzle: &Futoshiki) -> Option<Model> {
        assert!((1..=MAX_ORDER).contains(&puzzle.n), "order 1..={MAX_ORDER}");
        let n = puzzle.n as usize;
        let full = (1u32 << n) - 1;
        let mut less: Vec<[usize; 2]> =
            puzzle.less.iter().map(|&[a, b]| [a as usize, b as usize]).collect();
        less.sort_unstable();
        less.dedup();
        let values =
            puzzle.given.iter().map(|g| g.map_or(full, |v| full & (1 << (v - 1)))).collect();
        let mut model = Model { n, values, less, gaps: puzzle.gaps.clone() };
        model.shrink().then_some(model)
    }

    /// Narrows the values until nothing changes; false if a cell has none left.
    fn shrink(&mut self) -> bool {
        loop {
            let before = self.values.clone();
            for &[a, b] in &self.less {
                // Above the least of a; below the greatest of b.
                let least = self.values[a] & self.values[a].wrapping_neg();
                self.values[b] &= !((least << 1).wrapping_sub(1));
                self.values[a] &= (1 << self.values[b].checked_ilog2().unwrap_or(0)) - 1;
            }
            for cell in 0..self.values.len() {
                let v = self.values[cell];
                if v == 0 {
                    return false;
                }
                if v.is_power_of_two() {
                    let (r, c) = (cell / self.n, cell % self.n);
                    for i in 0..self.n {
                        for other in [r * self.n + i, i * self.n + c] {
                            if other != cell {
                                self.values[other] &= !v;
                            }
                        }
                    }
                }
            }
            if self.values.contains(&0) {
                return false;
            }
            if self.values == before {
                return true;
            }
        }
    }

    /// The same puzzle with value v read as n + 1 - v.
    pub fn mirrored(&self) -> Model {
        let values = self
            .values
            .iter()
            .map(|&v| v.reverse_bits() >> (u32::BITS as usize - self.n))
            .collect();
        let less = self.less.iter().map(|&[a, b]| [b, a]).collect();
        Model { n: self.n, values, less, gaps: self.gaps.clone() }
    }

    /// The same puzzle with rows and columns exchanged. The cells of its gaps need not ascend.
    pub fn transposed(&self) -> Model {
        let turn = |c: usize| c % self.n * self.n + c / self.n;
        let values = (0..self.values.len()).map(|c| self.values[turn(c)]).collect();
        let less = self.less.iter().map(|l| l.map(turn)).collect();
        let turned = |gap: &Gap| Gap { cells: gap.cells.map(|c| turn(c as usize) as u32), ..*gap };
        Model { n: self.n, values, less, gaps: self.gaps.iter().map(turned).collect() }
    }

    /// Whether no given, sign or difference restricts anything.
    pub fn is_plain(&self) -> bool {
        self.less.is_empty()
            && self.gaps.is_empty()
            && self.values.iter().all(|&v| v == (1 << self.n) - 1)
    }

    /// Whether every sign stands between cells of one row or one column.
    pub(crate) fn is_aligned(&self) -> bool {
        self.less.iter().all(|&[a, b]| a / self.n == b / self.n || a % self.n == b % self.n)
    }
}
