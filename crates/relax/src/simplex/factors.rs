//! The inverse of a basis: a triangular factorisation, and a column for each exchange since.
//!
//! The factorisation looks left: columns in an order that leaves little to eliminate (those of rows first, then columns
//! and rows with one entry left, then by their number of entries), pivots by size and by the entries of their rows. An
//! exchange of a column is one more elementary matrix (the product form of the inverse).
//!
//! Source: I. Maros, Computational techniques of the simplex method, 2003, chapters 5 and 8.

use super::problem::Problem;

/// Entries below this are dropped.
const TINY: f64 = 1e-14;
/// A pivot is at least this part of the largest candidate.
const THRESHOLD: f64 = 0.1;
/// A column without a pivot of this size depends on the others.
const SINGULAR: f64 = 1e-10;

/// An elementary matrix: a column at a row.
#[derive(Clone, Copy, Debug)]
struct Eta {
    row: u32,
    start: u32,
    end: u32,
    pivot: f64,
}

/// Columns one after another.
#[derive(Clone, Debug, Default)]
struct Etas {
    list: Vec<Eta>,
    items: Vec<(u32, f64)>,
}

impl Etas {
    fn clear(&mut self) {
        self.list.clear();
        self.items.clear();
    }

    fn end(&mut self, row: u32, start: usize, pivot: f64) {
        let (start, end) = (start as u32, self.items.len() as u32);
        self.list.push(Eta { row, start, end, pivot });
    }

    fn of(&self, eta: &Eta) -> &[(u32, f64)] {
        &self.items[eta.start as usize..eta.end as usize]
    }
}

/// The factors of a basis.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors {
    lower: Etas,
    upper: Etas,
    updates: Etas,
    work: Vec<f64>,
    /// Per row whether it has its pivot.
    done: Vec<bool>,
    touched: Vec<u32>,
    counts: Vec<u32>,
}

/// The entries of a variable's column.
#[inline]
pub(super) fn each_entry(of: &Problem, variable: u32, mut f: impl FnMut(u32, f64)) {
    let n = of.columns();
    match (variable as usize).checked_sub(n) {
        Some(row) => f(row as u32, -1.0),
        None => of.columns.of(variable as usize).iter().for_each(|&(row, a)| f(row, a)),
    }
}

impl Factors {
    /// Factorises the columns of a basis, and brings it into the order of its pivots: the variable of row r is the one
    /// whose pivot is there. Columns that depend on others are replaced by those of the rows without a pivot; returns
    /// the variables that left the basis.
    pub fn factorise(&mut self, of: &Problem, basis: &mut [u32]) -> Vec<u32> {
        let m = of.rows();
        self.lower.clear();
        self.upper.clear();
        self.updates.clear();
        self.work.clear();
        self.work.resize(m, 0.0);
        self.done.clear();
        self.done.resize(m, false);
        let mut left = self.singletons(of, basis);
        left.sort_by_key(|&x| {
            let mut count = 0u32;
            each_entry(of, x, |row, _| count += u32::from(!self.done[row as usize]));
            (count, x)
        });
        self.counts.clear();
        self.counts.resize(m, 0);
        for &x in &left {
            each_entry(of, x, |row, _| self.counts[row as usize] += 1);
        }
        let mut out = Vec::new();
        let mut placed: Vec<(u32, u32)> = Vec::with_capacity(left.len());
        for x in left {
            match self.eliminate(of, x) {
                Some(row) => placed.push((row, x)),
                None => out.push(x),
            }
        }
        for (row, x) in placed {
            basis[row as usize] = x;
        }
        for (row, place) in (0..).zip(basis) {
            if !self.done[row as usize] {
                *place = of.columns() as u32 + row;
                self.pivot_alone(of, *place, row);
            }
        }
        out
    }

    /// Places variables whose columns have one row left, or rows that have one column left; returns the others.
    fn singletons(&mut self, of: &Problem, basis: &mut [u32]) -> Vec<u32> {
        let (n, m) = (of.columns(), of.rows());
        let mut left: Vec<u32> = Vec::new();
        let mut placed: Vec<(u32, u32)> = Vec::new();
        for &x in basis.iter() {
            match (x as usize).checked_sub(n) {
                Some(row) => {
                    self.pivot_alone(of, x, row as u32);
                    placed.push((row as u32, x));
                }
                None => left.push(x),
            }
        }
        // Columns with one open row.
        let mut count: Vec<u32> = Vec::with_capacity(left.len());
        let mut in_row: Vec<Vec<u32>> = vec![Vec::new(); m];
        for (i, &x) in (0..).zip(&left) {
            let mut k = 0;
            each_entry(of, x, |row, _| {
                if !self.done[row as usize] {
                    k += 1;
                    in_row[row as usize].push(i);
                }
            });
            count.push(k);
        }
        let mut rest: Vec<u32> = in_row.iter().map(|list| list.len() as u32).collect();
        let mut gone = vec![false; left.len()];
        let mut columns: Vec<u32> =
            (0..left.len() as u32).filter(|&i| count[i as usize] == 1).collect();
        let mut rows: Vec<u32> = (0..m as u32).filter(|&r| rest[r as usize] == 1).collect();
        loop {
            let (i, row) = if let Some(i) = columns.pop() {
                if gone[i as usize] || count[i as usize] != 1 {
                    continue;
                }
                let mut at = None;
                each_entry(of, left[i as usize], |row, _| {
                    if !self.done[row as usize] {
                        at = Some(row);
                    }
                });
                (i, at.expect("one row is open"))
            } else if let Some(row) = rows.pop() {
                if self.done[row as usize] || rest[row as usize] != 1 {
                    continue;
                }
                let i = in_row[row as usize].iter().copied().find(|&i| !gone[i as usize]);
                (i.expect("one column is left"), row)
            } else {
                break;
            };
            let x = left[i as usize];
            let mut size = 0.0f64;
            each_entry(of, x, |r, a| size = if r == row { a } else { size });
            if size.abs() < 1e-7 {
                continue;
            }
            self.pivot_alone(of, x, row);
            placed.push((row, x));
            gone[i as usize] = true;
            each_entry(of, x, |r, _| {
                if !self.done[r as usize] {
                    rest[r as usize] -= 1;
                    if rest[r as usize] == 1 {
                        rows.push(r);
                    }
                }
            });
            for &j in &in_row[row as usize] {
                if !gone[j as usize] {
                    count[j as usize] -= 1;
                    if count[j as usize] == 1 {
                        columns.push(j);
                    }
                }
            }
        }
        for (row, x) in placed {
            basis[row as usize] = x;
        }
        left.into_iter().zip(gone).filter(|&(_, gone)| !gone).map(|(x, _)| x).collect()
    }

    /// A pivot at a row where no earlier elimination reaches the column: entries in rows that are done go to the upper
    /// factor, others to the lower one.
    fn pivot_alone(&mut self, of: &Problem, x: u32, row: u32) {
        let (up, low) = (self.upper.items.len(), self.lower.items.len());
        let mut pivot = 0.0;
        each_entry(of, x, |r, a| {
            if r == row {
                pivot = a;
            } else if self.done[r as usize] {
                self.upper.items.push((r, a));
            } else {
                self.lower.items.push((r, a));
            }
        });
        self.lower.items[low..].iter_mut().for_each(|item| item.1 /= pivot);
        if self.lower.items.len() > low {
            self.lower.end(row, low, 1.0);
        }
        self.upper.end(row, up, pivot);
        self.done[row as usize] = true;
    }

    /// Eliminates a column; `None` if it depends on earlier ones.
    fn eliminate(&mut self, of: &Problem, x: u32) -> Option<u32> {
        self.touched.clear();
        let (work, touched) = (&mut self.work, &mut self.touched);
        each_entry(of, x, |row, a| {
            work[row as usize] = a;
            touched.push(row);
        });
        for eta in &self.lower.list {
            let t = work[eta.row as usize];
            if t != 0.0 {
                for &(row, l) in self.lower.of(eta) {
                    if work[row as usize] == 0.0 {
                        touched.push(row);
                    }
                    work[row as usize] -= l * t;
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let open = |row: &&u32| !self.done[**row as usize];
        let most =
            touched.iter().filter(open).map(|&row| work[row as usize].abs()).fold(0.0, f64::max);
        let fit = |row: &&u32| work[**row as usize].abs() >= THRESHOLD * most;
        let best =
            touched.iter().filter(open).filter(fit).min_by_key(|&&row| self.counts[row as usize]);
        let row = best.copied().filter(|_| most > SINGULAR);
        if let Some(row) = row {
            let pivot = work[row as usize];
            let (up, low) = (self.upper.items.len(), self.lower.items.len());
            for &r in touched.iter().filter(|&&r| r != row && work[r as usize].abs() > TINY) {
                match self.done[r as usize] {
                    true => self.upper.items.push((r, work[r as usize])),
                    false => self.lower.items.push((r, work[r as usize] / pivot)),
                }
            }
            if self.lower.items.len() > low {
                self.lower.end(row, low, 1.0);
            }
            self.upper.end(row, up, pivot);
            self.done[row as usize] = true;
        }
        touched.iter().for_each(|&r| work[r as usize] = 0.0);
        row
    }

    /// Solves B x = v in place: v is by rows, x by the rows of the pivots.
    pub fn forward(&self, v: &mut [f64]) {
        for eta in &self.lower.list {
            let t = v[eta.row as usize];
            if t != 0.0 {
                self.lower.of(eta).iter().for_each(|&(row, l)| v[row as usize] -= l * t);
            }
        }
        for eta in self.upper.list.iter().rev() {
            let t = v[eta.row as usize];
            if t != 0.0 {
                let t = t / eta.pivot;
                v[eta.row as usize] = t;
                self.upper.of(eta).iter().for_each(|&(row, u)| v[row as usize] -= u * t);
            }
        }
        for eta in &self.updates.list {
            let t = v[eta.row as usize];
            if t != 0.0 {
                let t = t / eta.pivot;
                v[eta.row as usize] = t;
                self.updates.of(eta).iter().for_each(|&(row, w)| v[row as usize] -= w * t);
            }
        }
    }

    /// Solves B^T y = v in place: v is by the rows of the pivots, y by rows.
    pub fn backward(&self, v: &mut [f64]) {
        let product = |items: &[(u32, f64)], v: &[f64]| -> f64 {
            items.iter().map(|&(row, a)| a * v[row as usize]).sum()
        };
        for eta in self.updates.list.iter().rev() {
            v[eta.row as usize] =
                (v[eta.row as usize] - product(self.updates.of(eta), v)) / eta.pivot;
        }
        for eta in &self.upper.list {
            v[eta.row as usize] =
                (v[eta.row as usize] - product(self.upper.of(eta), v)) / eta.pivot;
        }
        for eta in self.lower.list.iter().rev() {
            v[eta.row as usize] -= product(self.lower.of(eta), v);
        }
    }

    /// The variable of `row` is replaced by one whose column is `w` in terms of the basis.
    pub fn exchange(&mut self, row: u32, w: &[f64]) {
        let start = self.updates.items.len();
        for (r, &w) in (0..).zip(w) {
            if w.abs() > TINY && r != row {
                self.updates.items.push((r, w));
            }
        }
        self.updates.end(row, start, w[row as usize]);
    }

    /// The number of exchanges since the factorisation, and their entries in relation to those of the factors.
    pub fn is_worn(&self) -> bool {
        let fresh = self.lower.items.len() + self.upper.items.len() + self.done.len();
        self.updates.list.len() >= 100 || self.updates.items.len() > 3 * fresh + 1000
    }

    /// Whether there was no exchange since.
    pub fn is_fresh(&self) -> bool {
        self.updates.list.is_empty()
    }

    /// The entries that a solution passes, about.
    pub fn size(&self) -> usize {
        self.lower.items.len() + self.upper.items.len() + self.updates.items.len() + self.done.len()
    }
}
