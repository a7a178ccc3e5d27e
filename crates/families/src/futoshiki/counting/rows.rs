//! Row layers: fill the square cell by cell in reading order; the state is, per column, the values it
//! has used, and the values of cells that a sign or difference ties to a cell still to come.
//!
//! The mirror image of value layers (columns × values instead of rows × columns), with one
//! difference: a sign to a later cell must remember a value. It pays where givens crowd in some
//! rows, or signs run along rows only. The values used in the row at hand need no bits of their own: a
//! value is used iff it was used in one column more than there are rows above.

use std::marker::PhantomData;

use crate::futoshiki::counting::model::Model;
use clew_count::word::Word;
use clew_count::{Moves, TransitionSystem};

/// Bits of one remembered value.
const FIELD: u32 = 4;

/// The work of a step: one cell.
struct Cell {
    /// The values it can take.
    values: u32,
    /// Fields (of the state before) whose value must be smaller.
    above: Vec<u32>,
    /// Fields (of the state before) whose value must be greater.
    below: Vec<u32>,
    /// Fields (of the state before), the difference, and whether the cell must differ from their value by exactly that
    /// or must not.
    gaps: Vec<(u32, u32, bool)>,
    /// Fields of the state after: which field of the state before, or `None` for this cell.
    carry: Vec<Option<u32>>,
}

/// The layered program over rows. See the module's text.
pub(crate) struct RowLayers<K> {
    n: usize,
    /// The model was transposed: report cells so.
    transposed: bool,
    cells: Vec<Cell>,
    key: PhantomData<fn() -> K>,
}

/// How many bits a state of the row layers needs.
pub fn bits(model: &Model) -> u32 {
    let fields = (0..=model.n * model.n).map(|step| pending(model, step).len()).max().unwrap_or(0);
    (model.n * model.n) as u32 + FIELD * fields as u32
}

/// The cells before `step` that a sign ties to a cell at or after it.
fn pending(model: &Model, step: usize) -> Vec<usize> {
    let gaps = model.gaps.iter().map(|gap| gap.cells.map(|c| c as usize));
    let mut cells: Vec<usize> = model
        .less
        .iter()
        .copied()
        .chain(gaps)
        .map(|[a, b]| [a.min(b), a.max(b)])
        .filter(|&[first, last]| first < step && last >= step)
        .map(|[first, _]| first)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

impl<K: Word> RowLayers<K> {
    /// The program for a model; the key must have [`bits`] bits. With `transposed`, the model is
    /// that of the transposed puzzle and cells are reported in the original.
    pub fn new(model: &Model, transposed: bool) -> RowLayers<K> {
        assert!(bits(model) <= K::BITS, "the state fits the key");
        let field =
            |list: &[usize], cell: usize| list.iter().position(|&c| c == cell).map(|i| i as u32);
        let cells = (0..model.n * model.n)
            .map(|step| {
                let (now, next) = (pending(model, step), pending(model, step + 1));
                let mut cell = Cell {
                    values: model.values[step],
                    above: Vec::new(),
                    below: Vec::new(),
                    gaps: Vec::new(),
                    carry: next.iter().map(|&c| field(&now, c)).collect(),
                };
                for &[a, b] in &model.less {
                    if b == step && a < step {
                        cell.above.extend(field(&now, a));
                    }
                    if a == step && b < step {
                        cell.below.extend(field(&now, b));
                    }
                }
                for gap in &model.gaps {
                    let [a, b] = gap.cells.map(|c| c as usize);
                    if a.max(b) == step {
                        let before = field(&now, a.min(b));
                        cell.gaps.extend(before.map(|f| (f, gap.by, gap.is)));
                    }
                }
                cell
            })
            .collect();
        RowLayers { n: model.n, transposed, cells, key: PhantomData }
    }
}

impl<K: Word> TransitionSystem for RowLayers<K> {
    type Key = K;

    fn steps(&self) -> usize {
        self.cells.len()
    }

    fn start(&self) -> K {
        K::default()
    }

    fn moves(&self, step: usize, key: K, to: &mut Moves<'_, K>) {
        let (n, cell) = (self.n, &self.cells[step]);
        let (row, column) = (step / n, step % n);
        // Bit c·n + v: column c has used value v + 1.
        let area = n * n;
        let used = if area < 128 { key.low() & ((1 << area) - 1) } else { key.low() };
        let fields = area as u32;
        let taken = (used >> (column * n)) as u32;
        let mut values = cell.values & !taken;
        for &f in &cell.above {
            values &= !((2u32 << key.get(fields + FIELD * f, FIELD)) - 1);
        }
        for &f in &cell.below {
            values &= (1u32 << key.get(fields + FIELD * f, FIELD)) - 1;
        }
        for &(f, by, is) in &cell.gaps {
            let bit = 1u32 << key.get(fields + FIELD * f, FIELD);
            let at = bit << by | bit >> by;
            values &= if is { at } else { !at };
        }
        let every = (0..n).fold(0u128, |s, c| s | 1 << (c * n));
        while values != 0 {
            let v = values.trailing_zeros();
            values &= values - 1;
            if (used >> v & every).count_ones() as usize > row {
                continue;
            }
            let mut next = K::from_low(used | 1 << (column * n + v as usize));
            for (i, &from) in cell.carry.iter().enumerate() {
                let value = from.map_or(v, |f| key.get(fields + FIELD * f, FIELD));
                next.put(fields + FIELD * i as u32, FIELD, value);
            }
            // All values used could be the key that tables reserve: the one end is zero again.
            to.emit(if step + 1 == area { K::default() } else { next }, v);
        }
    }

    fn accepts(&self, _: K) -> bool {
        true
    }

    /// An item is a value in a cell: n × the cell + the value less one.
    fn items(&self, step: usize, choice: u32, items: &mut Vec<u32>) {
        let n = self.n;
        let cell = if self.transposed { step % n * n + step / n } else { step };
        items.push((cell * n) as u32 + choice);
    }

    fn item_count(&self) -> usize {
        self.n * self.n * self.n
    }
}
