//! Permutation matrices: a block of variables seen from its values.
//!
//! The transpose is updated with the rows bit by bit and is never logged: undoing a row's change
//! undoes the column's.

use super::ids::{VarId, bits};
use crate::kernel::store::ranges::{Run, Vars};
use crate::structures::bits::members;

/// A square block of variables (rows) over as many values (columns), each value in exactly one row.
#[derive(Clone, Debug)]
pub struct Matrix {
    first: VarId,
    n: u32,
    words: usize,
    /// Column-major copy of the alive bits: words `k * words ..` hold the rows that can take value k.
    columns: Vec<u64>,
    sizes: Vec<u32>,
    /// Values with at most one place left that have not been processed since, as a bit set.
    tight: Vec<u64>,
}

impl Matrix {
    /// The rows that can still take value `k`, as words of bits.
    pub fn column(&self, k: u32) -> &[u64] {
        &self.columns[k as usize * self.words..(k as usize + 1) * self.words]
    }

    /// The same as numbers, ascending.
    pub fn places(&self, k: u32) -> impl Iterator<Item = u32> + '_ {
        members(self.column(k))
    }

    /// How many rows can still take value `k`.
    pub fn column_size(&self, k: u32) -> u32 {
        self.sizes[k as usize]
    }

    /// The number of rows, which is the number of columns.
    pub fn order(&self) -> u32 {
        self.n
    }

    /// A matrix in which every row can take every value.
    pub(super) fn full(rows: Vars) -> Matrix {
        let (first, n) = (rows.first(), rows.len());
        let words = n.div_ceil(64) as usize;
        let mut columns = vec![!0u64; words * n as usize];
        if !n.is_multiple_of(64) {
            for k in 0..n as usize {
                columns[(k + 1) * words - 1] = (1 << (n % 64)) - 1;
            }
        }
        Matrix { first, n, words, columns, sizes: vec![n; n as usize], tight: vec![0; words] }
    }

    /// Variable `owner` loses the values `base + b` for the bits b of `gone`.
    #[inline]
    pub(super) fn strike(&mut self, owner: u32, base: u32, gone: u64) {
        let row = self.row_of(owner);
        for b in bits(gone) {
            let k = (base + b) as usize;
            self.columns[k * self.words + (row >> 6) as usize] &= !(1 << (row & 63));
            self.sizes[k] -= 1;
            if self.sizes[k] <= 1 {
                self.tight[k >> 6] |= 1 << (k & 63);
            }
        }
    }

    /// Undoes [`Matrix::strike`].
    #[inline]
    pub(super) fn restore(&mut self, owner: u32, base: u32, back: u64) {
        let row = self.row_of(owner);
        for b in bits(back) {
            let k = (base + b) as usize;
            self.columns[k * self.words + (row >> 6) as usize] |= 1 << (row & 63);
            self.sizes[k] += 1;
            if self.sizes[k] > 1 {
                self.tight[k >> 6] &= !(1 << (k & 63));
            }
        }
    }

    /// The values `base ..` with at most one place left for which [`Matrix::looked_at`] has not
    /// been called since.
    #[inline]
    pub(super) fn tight(&self, base: u32) -> u64 {
        self.tight[base as usize / 64]
    }

    /// The consequences of value `k` having at most one place left have been inferred.
    #[inline]
    pub(super) fn looked_at(&mut self, k: u32) {
        self.tight[k as usize / 64] &= !(1 << (k % 64));
    }

    /// The variables, one per row.
    pub fn rows(&self) -> Vars {
        Run::new(self.first, self.n)
    }

    /// Whether the first row is the first of these variables, so that each of them that exists in
    /// the matrix is a row.
    pub fn starts_at(&self, vars: Vars) -> bool {
        self.first == vars.first()
    }

    /// The row of a variable of the matrix, by the variable's number.
    #[inline]
    pub(super) fn row_of(&self, owner: u32) -> u32 {
        owner - self.first.0
    }
}
