//! The dependences between the open cells of a matrix of cells by numbers.
//!
//! Cells are tied by an open number both can take, and those of consecutive open numbers are tied to each other. A
//! number whose neighbour in the sequence is settled stands next to that cell in every filling, as layers are arc
//! consistent. Edges, ends and cuts add no dependence to those of the numbers.

use clew_engine::kernel::{Components, Store, VarId, Vars, bits};

/// The permutation matrix `matrix`, whose rows are `cells`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberComponents {
    pub matrix: u32,
    pub cells: Vars,
}

impl Components for NumberComponents {
    fn vars(&self) -> Vars {
        self.cells
    }

    fn each(&self, store: &Store, tie: &mut dyn FnMut(VarId, VarId)) {
        let matrix = store.matrix(self.matrix);
        let mut before: Option<VarId> = None;
        for k in 0..self.cells.len() {
            let mut last = before.take();
            if matrix.column_size(k) > 1 {
                for (i, &word) in matrix.column(k).iter().enumerate() {
                    for b in bits(word) {
                        let cell = self.cells.at(i as u32 * 64 + b);
                        if let Some(last) = last.replace(cell) {
                            tie(last, cell);
                        }
                    }
                }
                before = last;
            }
        }
    }
}
