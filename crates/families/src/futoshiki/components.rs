//! The dependences between the open cells of a square.
//!
//! Two cells of a row or column are tied by a value that both can take, two cells of an inequality unless every pair of
//! their values satisfies it, and two of which a difference is known. Settled cells have left their mark in the
//! domains: their values are eliminated from their lines, and bounds follow inequalities.

use super::line;
use clew_engine::kernel::{Components, Store, VarId, Vars};
use clew_engine::structures::bits;
use clew_puzzle::puzzle::Gap;

/// The most cells of a part that is counted directly.
const MOST_CELLS: usize = 32;
/// The most ways to choose a value for each cell of it, whatever the rules.
const MOST_WAYS: u64 = 1 << 28;
/// The most choices of a value while one is.
const MOST_STEPS: u32 = 2_000;

/// A square of order `n` with one variable per cell, and its inequalities.
#[derive(Clone, Debug)]
pub(crate) struct SquareComponents {
    pub cells: Vars,
    pub n: u32,
    /// Pairs of cells, the smaller value first, ascending.
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

    fn completions(&self, store: &Store, part: &[VarId]) -> Option<u64> {
        if part.len() > MOST_CELLS || self.n > u64::BITS || !self.gaps.is_empty() {
            return None;
        }
        let ways = |ways: u64, x: &VarId| {
            Some(ways * u64::from(store.size(*x))).filter(|&ways| ways <= MOST_WAYS)
        };
        part.iter().try_fold(1, ways)?;
        let (small, domains) = SmallPart::new(self, store, part);
        small.count((1u64 << part.len()) - 1, &domains, &mut { MOST_STEPS })
    }
}

/// Some cells with the rules between them; each array has a set of cells per cell.
#[derive(Default)]
struct SmallPart {
    /// Those in its row or column.
    apart: [u64; MOST_CELLS],
    /// Those whose value is greater, and smaller.
    above: [u64; MOST_CELLS],
    below: [u64; MOST_CELLS],
}

/// The values that each cell can take.
type Domains = [u64; MOST_CELLS];

impl SmallPart {
    fn new(square: &SquareComponents, store: &Store, part: &[VarId]) -> (SmallPart, Domains) {
        let (mut small, mut domains) = (SmallPart::default(), Domains::default());
        let mut cells = [0; MOST_CELLS];
        for (i, &x) in part.iter().enumerate() {
            cells[i] = square.cells.index_of(x).expect("components are of the cells");
            domains[i] = store.domain_words(x)[0];
        }
        let (cells, n) = (&cells[..part.len()], square.n);
        for (i, &c) in cells.iter().enumerate() {
            for (j, &d) in cells.iter().enumerate().filter(|&(j, _)| j != i) {
                small.apart[i] |= u64::from(c / n == d / n || c % n == d % n) << j;
            }
            let from = square.less.partition_point(|&[a, _]| a < c);
            let pairs = square.less[from..].iter().take_while(|&&[a, _]| a == c);
            for j in pairs.filter_map(|[_, b]| cells.iter().position(|d| d == b)) {
                small.above[i] |= 1 << j;
                small.below[j] |= 1 << i;
            }
        }
        (small, domains)
    }

    /// The number of ways to fill these cells; `None` if that takes too many steps.
    fn count(&self, open: u64, domains: &Domains, steps: &mut u32) -> Option<u64> {
        let size = |i: u32| domains[i as usize].count_ones();
        let Some(i) = bits::bits(open).min_by_key(|&i| size(i)) else { return Some(1) };
        let rest = open & !(1 << i);
        if rest == 0 {
            return Some(size(i).into());
        }
        let mut count = 0;
        for v in bits::bits(domains[i as usize]) {
            *steps = steps.checked_sub(1)?;
            let mut left = *domains;
            let mut keep = |cells: u64, values: u64| {
                bits::bits(cells & rest).for_each(|j| left[j as usize] &= values);
            };
            let i = i as usize;
            keep(self.apart[i], !(1 << v));
            keep(self.above[i], !0 << v << 1);
            keep(self.below[i], (1 << v) - 1);
            count += self.count(rest, &left, steps)?;
        }
        Some(count)
    }
}
