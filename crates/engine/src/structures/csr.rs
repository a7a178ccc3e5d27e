//! Lists of small items, one per row, in two arrays ("compressed sparse rows").

use std::convert::Infallible;
use std::ops::Range;

/// Pairs that are sorted between two progress callbacks.
const PROGRESS_INTERVAL: usize = 4096;

/// Rows of items that never change; they are known beforehand, or come one row after another. Two allocations for any
/// number of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Csr<T = u32> {
    /// The items of row i are `items[start[i]..start[i + 1]]`.
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Csr<T> {
    fn default() -> Self {
        Csr { start: vec![0], items: Vec::new() }
    }
}

impl<T: Copy> Csr<T> {
    /// Builds `rows` rows from pairs of a row and an item. Each row keeps the order of its items
    /// among the pairs, which are iterated twice. A counting sort: linear.
    ///
    /// # Panics
    /// If a pair names a row that is not there.
    pub fn new(rows: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Csr<T> {
        let sorted = Csr::try_new_with(rows, pairs, |_| Ok::<(), Infallible>(()));
        let Ok(sorted) = sorted;
        sorted
    }

    /// As [`Csr::new`], with a callback that counts the work in pairs and rows, some thousands at a
    /// time.
    ///
    /// # Errors
    /// The error returned by `spend`.
    ///
    /// # Panics
    /// If a pair names a row that is not there.
    pub(crate) fn try_new_with<E>(
        rows: usize,
        pairs: impl Iterator<Item = (u32, T)> + Clone,
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Csr<T>, E> {
        let mut start = vec![0u32; rows + 1];
        let mut first = None;
        for (i, (row, item)) in pairs.clone().enumerate() {
            if i % PROGRESS_INTERVAL == PROGRESS_INTERVAL - 1 {
                spend(PROGRESS_INTERVAL)?;
            }
            start[row as usize + 1] += 1;
            first = first.or(Some(item));
        }
        let Some(first) = first else { return Ok(Csr { start, items: Vec::new() }) };
        spend(rows)?;
        for i in 0..rows {
            start[i + 1] += start[i];
        }
        let mut at = start.clone();
        spend(rows)?;
        let mut items = vec![first; start[rows] as usize];
        for (i, (row, item)) in pairs.enumerate() {
            if i % PROGRESS_INTERVAL == 0 {
                spend(PROGRESS_INTERVAL)?;
            }
            let i = &mut at[row as usize];
            items[*i as usize] = item;
            *i += 1;
        }
        Ok(Csr { start, items })
    }

    /// Adds a row at the end.
    pub fn add_row(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.start.push(self.items.len() as u32);
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.start.len() as u32 - 1
    }

    /// The items of a row.
    #[inline]
    pub fn row(&self, i: u32) -> &[T] {
        &self.items[self.range(i)]
    }

    /// The positions of the items of a row in [`Csr::items`].
    #[inline]
    pub fn range(&self, i: u32) -> Range<usize> {
        self.start[i as usize] as usize..self.start[i as usize + 1] as usize
    }

    /// Where each row begins, and where the last one ends.
    #[inline]
    pub fn starts(&self) -> &[u32] {
        &self.start
    }

    /// The items of all rows, row by row.
    #[inline]
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn rows_are_as_vectors() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..300 {
            let rows = rng.random_range(0..9usize);
            let many = if rows == 0 { 0 } else { rng.random_range(0..40) };
            let pairs: Vec<(u32, u64)> =
                (0..many).map(|i| (rng.random_range(0..rows as u32), i)).collect();
            let csr = Csr::new(rows, pairs.iter().copied());
            assert_eq!(csr.rows() as usize, rows);
            assert_eq!(csr.items().len(), pairs.len());
            for i in 0..rows as u32 {
                let row: Vec<u64> = pairs.iter().filter(|p| p.0 == i).map(|p| p.1).collect();
                assert_eq!(csr.row(i), row);
                assert_eq!(csr.items()[csr.range(i)], row);
            }
            let mut again = Csr::default();
            (0..rows as u32).for_each(|i| again.add_row(csr.row(i).iter().copied()));
            assert_eq!(again, csr);
        }
        assert_eq!(Csr::<u32>::default(), Csr::new(0, std::iter::empty()));
    }
}
