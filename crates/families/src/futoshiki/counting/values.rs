//! Value layers: fill in all 1s, then all 2s, …; the state is the set of filled cells.
//!
//! A cell may take the value at hand iff all its smaller neighbours are filled, so signs need no memory of their own.
//! Within a layer rows are filled one at a time: a column is used up in this layer iff it holds one filled cell more
//! than before it, and so the set of filled cells is still the whole state. Only signs between cells of different rows
//! *and* columns (which the file formats allow) need to know which cells were filled in this very layer; with such
//! signs a step is a whole layer.
//!
//! The last value a cell can take prunes: a cell that reaches it must be filled now, and no row or column
//! may hold more than t open cells whose last value is at most t values away.

use std::marker::PhantomData;

use crate::futoshiki::counting::model::Model;
use clew_count::word::Word;
use clew_count::{Moves, TransitionSystem};

/// The layered program over values. See the module's text.
pub(crate) struct ValueLayers<K> {
    n: usize,
    /// A step is a row of a layer (else a whole layer).
    by_row: bool,
    /// Per cell the values it can take.
    values: Vec<u32>,
    /// Per cell the set of cells that must be smaller.
    smaller: Vec<u128>,
    /// Per value (0-based) the cells whose greatest value is at most that.
    closing: Vec<u128>,
    rows: Vec<u128>,
    columns: Vec<u128>,
    key: PhantomData<fn() -> K>,
}

/// The key of a set of filled cells. All cells filled could be the key that tables reserve: after the last
/// step the one end is the empty set again.
#[inline]
fn key_of<K: Word>(filled: u128, last: bool) -> K {
    if last { K::default() } else { K::from_low(filled) }
}

impl<K: Word> ValueLayers<K> {
    /// The program for a model; the key must have n² bits.
    pub fn new(model: &Model) -> ValueLayers<K> {
        let n = model.n;
        assert!(n * n <= K::BITS as usize, "a bit a cell");
        let mut smaller = vec![0u128; n * n];
        for &[a, b] in &model.less {
            smaller[b] |= 1 << a;
        }
        let mut closing = vec![0u128; n];
        for (cell, values) in model.values.iter().enumerate() {
            let last = values.ilog2() as usize;
            for set in &mut closing[last..] {
                *set |= 1 << cell;
            }
        }
        let set = |cells: &mut dyn Iterator<Item = usize>| cells.fold(0u128, |s, c| s | 1 << c);
        ValueLayers {
            n,
            by_row: model.is_aligned(),
            values: model.values.clone(),
            smaller,
            closing,
            rows: (0..n).map(|r| set(&mut (0..n).map(|c| r * n + c))).collect(),
            columns: (0..n).map(|c| set(&mut (0..n).map(|r| r * n + c))).collect(),
            key: PhantomData,
        }
    }

    /// How many steps make one value's layer.
    pub(crate) fn steps_a_layer(&self) -> usize {
        if self.by_row { self.n } else { 1 }
    }

    /// The columns that row `r` may choose for value `v`: `filled` as of the layer's beginning
    /// where it matters (smaller neighbours), `open` the columns not used up.
    #[inline]
    fn choices(&self, v: usize, r: usize, filled: u128, before: u128, open: u32) -> u32 {
        let must = self.closing[v] & !filled;
        let mut open = open;
        let mut mine = 0u32;
        if must != 0 {
            let later = must >> ((r + 1) * self.n);
            let row = (1u128 << self.n) - 1;
            for i in 0..self.n - r - 1 {
                open &= !((later >> (i * self.n) & row) as u32);
            }
            mine = (must >> (r * self.n) & row) as u32;
            if mine.count_ones() > 1 {
                return 0;
            }
        }
        let mut result = 0;
        let mut rest = if mine == 0 { open } else { open & mine };
        while rest != 0 {
            let c = rest.trailing_zeros();
            rest &= rest - 1;
            let cell = r * self.n + c as usize;
            let free = filled >> cell & 1 == 0;
            if free && self.values[cell] >> v & 1 == 1 && self.smaller[cell] & !before == 0 {
                result |= 1 << c;
            }
        }
        result
    }

    /// Whether row `r` and column `c`, both done with value `v`, can still be filled.
    #[inline]
    fn can_close(&self, v: usize, r: usize, c: usize, filled: u128) -> bool {
        (v..self.n).all(|t| {
            let late = self.closing[t] & !filled;
            let room = (t - v) as u32;
            (late & self.rows[r]).count_ones() <= room
                && (late & self.columns[c]).count_ones() <= room
        })
    }

    fn row_step(&self, v: usize, r: usize, filled: u128, last: bool, to: &mut Moves<'_, K>) {
        let mut open = 0u32;
        for (c, column) in self.columns.iter().enumerate() {
            open |= u32::from((filled & column).count_ones() as usize == v) << c;
        }
        let mut choices = self.choices(v, r, filled, filled, open);
        while choices != 0 {
            let c = choices.trailing_zeros() as usize;
            choices &= choices - 1;
            let next = filled | 1 << (r * self.n + c);
            if self.can_close(v, r, c, next) {
                to.emit(key_of(next, last), c as u32);
            }
        }
    }

    /// All ways to place one value; a move's name is the columns of the rows as the digits of a number
    /// of base n - r at row r (the column's rank among those still open).
    fn layer_step(&self, v: usize, before: u128, last: bool, to: &mut Moves<'_, K>) {
        let mut stack = vec![(0usize, before, (1u32 << self.n) - 1, 0u32)];
        while let Some((r, filled, open, packed)) = stack.pop() {
            if !to.go_on() {
                return;
            }
            if r == self.n {
                to.emit(key_of(filled, last), packed);
                continue;
            }
            let mut choices = self.choices(v, r, filled, before, open);
            while choices != 0 {
                let c = choices.trailing_zeros() as usize;
                choices &= choices - 1;
                let next = filled | 1 << (r * self.n + c);
                if self.can_close(v, r, c, next) {
                    let rank = (open & ((1 << c) - 1)).count_ones();
                    let packed = packed * (self.n - r) as u32 + rank;
                    stack.push((r + 1, next, open & !(1 << c), packed));
                }
            }
        }
    }
}

impl<K: Word> TransitionSystem for ValueLayers<K> {
    type Key = K;

    fn steps(&self) -> usize {
        self.n * self.steps_a_layer()
    }

    fn start(&self) -> K {
        K::default()
    }

    fn moves(&self, step: usize, key: K, to: &mut Moves<'_, K>) {
        let last = step + 1 == self.steps();
        if self.by_row {
            self.row_step(step / self.n, step % self.n, key.low(), last, to);
        } else {
            self.layer_step(step, key.low(), last, to);
        }
    }

    fn accepts(&self, _: K) -> bool {
        true
    }

    /// An item is a value in a cell: n × the cell + the value less one.
    fn items(&self, step: usize, choice: u32, items: &mut Vec<u32>) {
        if self.by_row {
            let (v, r) = (step / self.n, step % self.n);
            items.push(((r * self.n + choice as usize) * self.n + v) as u32);
        } else {
            let mut ranks = vec![0; self.n];
            let mut rest = choice;
            for (r, rank) in ranks.iter_mut().enumerate().rev() {
                let base = (self.n - r) as u32;
                (*rank, rest) = (rest % base, rest / base);
            }
            let mut open: Vec<usize> = (0..self.n).collect();
            for (r, rank) in ranks.into_iter().enumerate() {
                let cell = r * self.n + open.remove(rank as usize);
                items.push((cell * self.n + step) as u32);
            }
        }
    }

    fn item_count(&self) -> usize {
        self.n * self.n * self.n
    }
}
