//! New variables, matrices and reversible cells.

use super::{NO_BOUNDS, NO_MATRIX, NO_VAR, Span, Store};
use crate::kernel::ids::{Atom, CellId, VarId};
use crate::kernel::matrix::Matrix;
use crate::kernel::store::ranges::{Bools, Cells, Run, Vars};

impl Store {
    /// Reserves memory for `vars` variables and `words` words, if their numbers are known
    /// beforehand.
    pub(in crate::kernel) fn reserve(&mut self, vars: usize, words: usize) {
        self.spans.reserve(vars);
        self.alive.reserve(words);
        self.owner.reserve(words);
        self.truth.reserve(words * 2);
        // A removed value takes an entry, or part of one.
        self.trail.reserve(vars * 4);
    }

    /// Reserves memory for `n` reversible cells.
    pub(in crate::kernel) fn reserve_cells(&mut self, n: usize) {
        self.cells.reserve(n);
        self.cell_stamp.reserve(n);
    }

    /// A new variable with the values `0 .. values`.
    ///
    /// # Panics
    /// If `values` is 0, or the store would pass 2^25 words.
    pub fn new_var(&mut self, values: u32) -> VarId {
        assert!(values > 0, "a variable has at least one value");
        let word = self.alive.len() as u32;
        let words = values.div_ceil(64);
        let id = VarId(self.spans.len() as u32);
        for w in 0..words {
            let here = (values - w * 64).min(64);
            self.push_word(if here == 64 { !0 } else { (1 << here) - 1 }, id.0);
        }
        self.spans.push(Span { word, values, size: values, matrix: NO_MATRIX, bounds: NO_BOUNDS });
        if values == 1 {
            self.truth[word as usize * 2] = 1;
        }
        id
    }

    /// New variables with consecutive numbers; `values` yields the domain size of each.
    pub fn new_vars_of(&mut self, values: impl ExactSizeIterator<Item = u32>) -> Vars {
        let run = Run::new(VarId(self.spans.len() as u32), values.len() as u32);
        for k in values {
            self.new_var(k);
        }
        run
    }

    /// A new Boolean variable.
    pub fn new_bool(&mut self) -> Atom {
        let at = match self.next_bool {
            Some(a) if a % 64 != 0 => a,
            _ => {
                self.push_word(!0, NO_VAR);
                (self.alive.len() as u32 - 1) * 64
            }
        };
        self.next_bool = Some(at + 1);
        Atom(at)
    }

    /// `n` new Boolean variables with consecutive numbers, starting on a fresh word.
    pub fn new_bools(&mut self, n: u32) -> Bools {
        let first = self.alive.len() as u32 * 64;
        self.reserve(0, n.div_ceil(64) as usize);
        for _ in 0..n.div_ceil(64) {
            self.push_word(!0, NO_VAR);
        }
        Run::new(Atom(first), n)
    }

    pub(super) fn push_word(&mut self, alive: u64, owner: u32) {
        assert!(self.alive.len() < 1 << 25, "a store holds at most 2^25 words");
        self.alive.push(alive);
        self.truth.extend([0, !alive]);
        self.owner.push(owner);
        if self.remembers {
            self.rooted.extend([0, !alive]);
            self.changed_below.extend([0, 0]);
            self.positions.grow();
        }
    }

    /// The number of words that the variable of word `w` has, 1 for other words.
    pub(super) fn words_beside(&self, w: usize) -> u32 {
        self.owner(w).map_or(1, |x| self.values(x).div_ceil(64))
    }

    /// Makes fresh variables of as many values as there are of them a permutation matrix.
    ///
    /// # Panics
    /// If a domain has another size or has been changed.
    pub fn new_matrix(&mut self, rows: Vars) -> u32 {
        let id = self.matrices.len() as u32;
        let n = rows.len();
        for x in rows.iter() {
            let span = &mut self.spans[x.index()];
            assert!(span.values == n && span.size == n, "rows are fresh and square");
            span.matrix = id;
        }
        self.matrices.push(Matrix::full(rows));
        id
    }

    /// A new reversible cell.
    pub fn new_cell(&mut self, value: u32) -> CellId {
        self.cells.push(value);
        self.cell_stamp.push(0);
        CellId(self.cells.len() as u32 - 1)
    }

    /// `n` new reversible cells with consecutive numbers.
    pub fn new_cells(&mut self, n: u32, value: u32) -> Cells {
        self.new_cells_of(std::iter::repeat_n(value, n as usize))
    }

    /// New reversible cells with consecutive numbers, one per value.
    pub fn new_cells_of(&mut self, values: impl ExactSizeIterator<Item = u32>) -> Cells {
        let first = self.cells.len();
        let run = Run::new(CellId(first as u32), values.len() as u32);
        self.cell_stamp.resize(first + values.len(), 0);
        self.cells.extend(values);
        run
    }
}
