//! Latin squares without givens or signs, counted by classes of regular 0/1 matrices.
//!
//! The cells that hold the values 1..=k of a Latin square form a 0/1 matrix with all line sums k,
//! and a Latin square is a chain of such matrices, each a permutation matrix above the one before.
//! Permuting rows and columns maps chains to chains, so one representative of each class is enough:
//! classes of order 7 are a few dozen, where single matrices are 68.9 million.
//!
//! Two halves meet in the middle. Upwards, `up[k][class]` is the number of chains from the empty
//! matrix to *any* matrix of the class. Downwards, `Halves::ways` is the number of ways to write
//! *one* matrix as an ordered sum of permutation matrices. A Latin square is a chain of length h and a
//! way for the complement of where it ends.
//!
//! Cost: classes × permutations inside a representative × one canonical form. Orders up to 7 take
//! well under a second; each further order costs two orders of magnitude more. The idea of counting by
//! isomorphism classes of the half-filled squares: B. McKay and I. Wanless, "On the number of Latin
//! squares", 2005.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use clew_count::budget::{Reservation, RunBudget};
use clew_engine::run::Stop;

/// The largest order: rows are bytes of sixteen bits and a matrix has at most eleven of them.
pub(crate) const MAX_ORDER: usize = 11;

/// A 0/1 matrix, one word per row; bit c is column c.
type Matrix = [u16; MAX_ORDER];

/// Bytes of a class in a table with its number, roughly.
const ENTRY: usize = size_of::<(Matrix, BigUint)>() + 24;

/// Matrices that bytes are taken for at once.
const ROOM: usize = 1_024;

/// The classes that are kept, as bytes taken from the meter.
struct Kept<'a> {
    gauge: &'a RunBudget,
    leases: Vec<Reservation>,
}

impl Kept<'_> {
    /// Reserves memory for `classes` more classes.
    fn more(&mut self, classes: usize) -> Result<(), Stop> {
        self.leases.push(self.gauge.meter().take(classes * ENTRY)?);
        Ok(())
    }

    /// The number of classes that memory is reserved for.
    fn classes(&self) -> usize {
        self.leases.iter().map(|l| l.bytes() / ENTRY).sum()
    }
}

/// The number of Latin squares of order `n`, and how many classes were kept for it.
///
/// # Errors
/// [`Stop`] when a limit is reached or the run is cancelled; nothing is known then.
///
/// # Panics
/// If `n` is 0 or greater than [`MAX_ORDER`].
pub fn count(n: usize, gauge: &RunBudget) -> Result<(BigUint, usize), Stop> {
    assert!((1..=MAX_ORDER).contains(&n), "order 1..={MAX_ORDER}");
    let half = n / 2;
    let full = (1u16 << n) - 1;
    let mut up: FxHashMap<Matrix, BigUint> = FxHashMap::default();
    up.insert([0; MAX_ORDER], BigUint::from(1u8));
    let mut kept = Kept { gauge, leases: Vec::new() };
    for _ in 0..half {
        let mut next: FxHashMap<Matrix, BigUint> = FxHashMap::default();
        let mut room = Kept { gauge, leases: Vec::new() };
        for (m, ways) in &up {
            let leads = neighbours(n, m, |row| full & !row, |row, bit| row | bit, gauge)?;
            for (class, times) in leads {
                if next.len() == room.classes() {
                    room.more(ROOM)?;
                }
                *next.entry(class).or_default() += ways * times;
            }
        }
        (up, kept) = (next, room);
    }
    // From here on it is counted class by class.
    kept.leases.clear();
    kept.more(up.len())?;
    let mut halves = Halves { n, kept, known: vec![FxHashMap::default(); n + 1] };
    let mut total = BigUint::default();
    for (m, ways) in &up {
        let mut rest = [0; MAX_ORDER];
        for r in 0..n {
            rest[r] = full & !m[r];
        }
        total += ways * halves.ways(n - half, &canonical(n, &rest, gauge)?)?;
    }
    Ok((total, halves.kept.classes()))
}

/// Decompositions of matrices into ordered sums of permutation matrices, remembered by class.
struct Halves<'a> {
    n: usize,
    kept: Kept<'a>,
    known: Vec<FxHashMap<Matrix, BigUint>>,
}

impl Halves<'_> {
    /// In how many ways `m`, a representative with all line sums `k`, is an ordered sum of k
    /// permutation matrices. Recursion is at most `n` deep.
    fn ways(&mut self, k: usize, m: &Matrix) -> Result<BigUint, Stop> {
        if k <= 1 {
            return Ok(BigUint::from(1u8));
        }
        if let Some(w) = self.known[k].get(m) {
            return Ok(w.clone());
        }
        let gauge = self.kept.gauge;
        let mut sum = BigUint::default();
        for (class, times) in neighbours(self.n, m, |row| row, |row, bit| row & !bit, gauge)? {
            sum += self.ways(k - 1, &class)? * times;
        }
        self.kept.more(1)?;
        self.known[k].insert(*m, sum.clone());
        Ok(sum)
    }
}

/// The classes that one permutation matrix leads to, with how many lead there. `free` gives the
/// columns a row may choose, `put` the row after the choice. A representative has up to n! permutations,
/// so the gauge is polled in between, and matrices that are held take their bytes.
fn neighbours(
    n: usize,
    m: &Matrix,
    free: impl Fn(u16) -> u16,
    put: impl Fn(u16, u16) -> u16,
    gauge: &RunBudget,
) -> Result<FxHashMap<Matrix, u64>, Stop> {
    let mut raw: FxHashMap<Matrix, u64> = FxHashMap::default();
    let (mut pace, mut leases) = (gauge.pace(), Vec::new());
    // An explicit stack of (row, columns still to try); `used` and `next` follow it.
    let mut left = [0u16; MAX_ORDER];
    let mut chosen = [0u16; MAX_ORDER];
    let mut next = *m;
    let mut used = 0u16;
    let mut row = 0;
    left[0] = free(m[0]);
    loop {
        if left[row] == 0 {
            if row == 0 {
                break;
            }
            row -= 1;
            used &= !chosen[row];
            continue;
        }
        let bit = left[row] & left[row].wrapping_neg();
        left[row] &= !bit;
        chosen[row] = bit;
        next[row] = put(m[row], bit);
        if row + 1 == n {
            // Sorting the rows is a cheap first fold before the canonical form.
            let mut sorted = next;
            sorted[..n].sort_unstable();
            *raw.entry(sorted).or_default() += 1;
            pace.tick()?;
            if raw.len() > leases.len() * ROOM {
                leases.push(gauge.meter().take(ROOM * ENTRY)?);
            }
        } else {
            used |= bit;
            row += 1;
            left[row] = free(m[row]) & !used;
        }
    }
    let mut classes = FxHashMap::default();
    for (m, times) in raw {
        *classes.entry(canonical(n, &m, gauge)?).or_default() += times;
    }
    Ok(classes)
}

/// One way to have placed some rows: which rows are left and where each column went.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Partial {
    /// Rows not yet placed, one bit each.
    rows: u16,
    /// The columns in blocks that no placed row separates, from left to right.
    blocks: SmallVec<[u16; MAX_ORDER]>,
}

/// A representative that is the same for all matrices that differ by permutations of rows and of
/// columns.
///
/// Rows are placed one by one, always one whose pattern is the greatest when the columns inside
/// each block move its ones to the left; the pattern then splits the blocks. All ways that tie are
/// kept side by side, equal ones once. For the matrices here, blocks are single columns after three
/// or four rows, and ties die out. Permutation matrices, where all n! ways tie, are one class.
fn canonical(n: usize, m: &Matrix, gauge: &RunBudget) -> Result<Matrix, Stop> {
    let full = (1u16 << n) - 1;
    if m[..n].iter().all(|row| row.is_power_of_two()) {
        let mut identity = [0; MAX_ORDER];
        identity[..n].iter_mut().enumerate().for_each(|(r, row)| *row = 1 << (n - 1 - r));
        return Ok(identity);
    }
    let mut pace = gauge.pace();
    let mut ways: Vec<Partial> =
        vec![Partial { rows: full, blocks: SmallVec::from_slice(&[full]) }];
    let mut result = [0; MAX_ORDER];
    let mut tied: Vec<(usize, usize)> = Vec::new();
    for placed in result.iter_mut().take(n) {
        let mut best = 0;
        tied.clear();
        for (i, way) in ways.iter().enumerate() {
            pace.tick()?;
            let mut seen: SmallVec<[u16; MAX_ORDER]> = SmallVec::new();
            let mut rows = way.rows;
            while rows != 0 {
                let r = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                // Equal rows lead to equal ways.
                if seen.contains(&m[r]) {
                    continue;
                }
                seen.push(m[r]);
                let mut pattern = 0u16;
                for &block in &way.blocks {
                    let (size, ones) = (block.count_ones(), (block & m[r]).count_ones());
                    pattern = (pattern << size) | (((1 << ones) - 1) << (size - ones));
                }
                if pattern > best || tied.is_empty() {
                    best = pattern;
                    tied.clear();
                }
                if pattern == best {
                    tied.push((i, r));
                }
            }
        }
        *placed = best;
        let mut next: FxHashSet<Partial> = FxHashSet::default();
        for &(i, r) in &tied {
            pace.tick()?;
            let mut blocks = SmallVec::new();
            for &block in &ways[i].blocks {
                blocks.extend([block & m[r], block & !m[r]].into_iter().filter(|&b| b != 0));
            }
            next.insert(Partial { rows: ways[i].rows & !(1 << r), blocks });
        }
        ways = next.into_iter().collect();
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_engine::run::Budget;

    #[test]
    fn published_numbers() {
        let expect: [u64; 7] = [1, 2, 12, 576, 161_280, 812_851_200, 61_479_419_904_000];
        for (i, &e) in expect.iter().enumerate() {
            assert_eq!(
                count(i + 1, &RunBudget::new(&Budget::unlimited())).map(|c| c.0),
                Ok(BigUint::from(e)),
                "order {}",
                i + 1
            );
        }
    }

    #[test]
    fn the_representative_ignores_order() {
        let free = RunBudget::new(&Budget::unlimited());
        let m: Matrix = {
            let mut m = [0; MAX_ORDER];
            m[..5].copy_from_slice(&[0b00011, 0b00110, 0b01100, 0b11000, 0b10001]);
            m
        };
        let first = canonical(5, &m, &free).unwrap();
        let mut rows: Vec<usize> = (0..5).collect();
        let mut cols: Vec<usize> = (0..5).collect();
        let mut seed = 1u32;
        for _ in 0..200 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            rows.swap((seed >> 8) as usize % 5, (seed >> 16) as usize % 5);
            cols.swap((seed >> 12) as usize % 5, (seed >> 20) as usize % 5);
            let mut moved = [0; MAX_ORDER];
            for (row, &to) in m.iter().zip(&rows) {
                for (c, &at) in cols.iter().enumerate() {
                    moved[to] |= ((row >> c) & 1) << at;
                }
            }
            assert_eq!(canonical(5, &moved, &free).unwrap(), first);
        }
        // Two triangles glued differently: a 2 + 3 split is another class than a 5-cycle.
        let mut split = [0; MAX_ORDER];
        split[..5].copy_from_slice(&[0b00011, 0b00011, 0b01100, 0b11000, 0b10100]);
        assert_ne!(canonical(5, &split, &free).unwrap(), first);
    }
}
