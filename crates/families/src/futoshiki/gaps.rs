//! Differences between the values of two cells: the gaps of a square, and their clauses.

use clew_puzzle::puzzle::{Cell, Gap};
use smallvec::SmallVec;
use std::collections::HashSet;

/// Gaps times the order, at the most, of a square that is stated as clauses: each of them takes twice the order.
const MOST: u64 = 1 << 20;

/// A literal: whether a cell has a value, from 1.
pub(super) type Holds = (Cell, u32, bool);

/// The pairs of cells side by side, ascending.
pub(super) fn neighbours(n: u32) -> impl Iterator<Item = [Cell; 2]> {
    (0..n * n).flat_map(move |c| {
        let right = (c % n + 1 < n).then_some([c, c + 1]);
        let below = (c / n + 1 < n).then_some([c, c + n]);
        right.into_iter().chain(below)
    })
}

/// That neighbours without any of these gaps do not differ by one, ascending.
pub(super) fn complete(n: u32, gaps: impl Iterator<Item = Gap>) -> Vec<Gap> {
    let marked: HashSet<[Cell; 2]> = gaps.map(|gap| gap.cells).collect();
    let others = neighbours(n).filter(|pair| !marked.contains(pair));
    others.map(|cells| Gap { cells, by: 1, is: false }).collect()
}

/// The clauses of a gap: one for each value of either cell, or for each pair of values that it forbids. Propagation of
/// single literals makes both cells consistent with it.
pub(super) fn clauses(n: u32, gap: Gap) -> impl Iterator<Item = SmallVec<[Holds; 3]>> {
    let [a, b] = gap.cells;
    let both = [(a, b), (b, a)];
    let is = both.into_iter().filter(move |_| gap.is).flat_map(move |(x, y)| {
        (1..=n).map(move |v| {
            let there = gap.at(v, n).map(|w| (y, w, true));
            [(x, v, false)].into_iter().chain(there).collect()
        })
    });
    let pairs = (1..=n).filter(move |_| !gap.is).flat_map(move |v| {
        gap.at(v, n).map(move |w| SmallVec::from_iter([(a, v, false), (b, w, false)]))
    });
    is.chain(pairs)
}

/// Why a square has too many gaps to be stated as clauses, if it has.
pub(super) fn too_many(n: u32, gaps: &[Gap]) -> Option<String> {
    let all = gaps.len() as u64 * u64::from(n);
    (all > MOST)
        .then(|| format!("{} differences of a square of order {n} are too many for it", gaps.len()))
}
