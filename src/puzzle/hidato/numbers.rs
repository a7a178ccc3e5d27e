//! The part that all matrix networks share: one variable a cell, its position as value.

use crate::kernel::{Atom, Conflict, Model, VarId};
use crate::propagators::adjacency::{EmptyLayer, Graph, Layers};
use crate::puzzle::{Board, Line};
use std::sync::Arc;

/// Cell variables that form a permutation matrix, and the board as a graph.
pub struct Numbers {
    pub graph: Arc<Graph>,
    pub first: VarId,
    pub matrix: u32,
    pub cells: u32,
}

impl Numbers {
    /// The variable of cell `c`.
    pub fn cell(&self, c: u32) -> VarId {
        VarId(self.first.0 + c)
    }
}

/// The board without its geometry.
pub fn graph_of(board: &Board) -> Graph {
    Graph::new(board.len() as u32, |c| board.neighbours(c))
}

/// Adds the cell variables, restricted to what the layers between the given numbers leave. Marks the
/// model infeasible if that is nothing.
pub fn add(model: &mut Model, line: &Line) -> Numbers {
    let cells = line.board.len() as u32;
    let graph = Arc::new(graph_of(&line.board));
    let first = model.vars("cell", cells, cells.max(1));
    let matrix = model.engine.new_matrix(first, cells);
    let numbers = Numbers { graph, first, matrix, cells };
    let restricted = match root_layers(&numbers.graph, line) {
        Ok(layers) => restrict(model, &numbers, &layers.rows()).is_ok(),
        Err(EmptyLayer) => false,
    };
    model.infeasible |= !restricted;
    numbers
}

/// The layers after givens, colours and distances.
fn root_layers(graph: &Graph, line: &Line) -> Result<Layers, EmptyLayer> {
    let n = graph.len();
    if line.given.iter().flatten().any(|&k| k == 0 || k > n) {
        return Err(EmptyLayer);
    }
    let given: Vec<Option<u32>> = line.given.iter().map(|g| g.map(|k| k - 1)).collect();
    let mut layers = Layers::from_given(graph, &given)?;
    if line.board.is_rook()
        && let Some(black) = graph.two_colours()
    {
        // A line alternates between the colours: the more frequent one has both ends, by one.
        let blacks: u32 = black.iter().map(|w| w.count_ones()).sum();
        let whites = n - blacks;
        match (blacks.checked_sub(whites), whites.checked_sub(blacks)) {
            (Some(0), _) => {}
            (Some(1), _) => layers.colour(&black),
            (_, Some(1)) => layers.colour(&black.iter().map(|w| !w).collect::<Vec<u64>>()),
            _ => return Err(EmptyLayer),
        }
    }
    layers.close(graph)?;
    Ok(layers)
}

fn restrict(model: &mut Model, numbers: &Numbers, rows: &[u64]) -> Result<(), Conflict> {
    let words = numbers.graph.words();
    let base = model.engine.store().first_word(numbers.first);
    for (i, &row) in rows.iter().enumerate() {
        let gone = model.engine.store().alive(base + i) & !row;
        if gone != 0 {
            model.engine.assert_none(base + i, gone)?;
        }
    }
    debug_assert_eq!(rows.len(), words * numbers.cells as usize, "one row a cell");
    Ok(())
}

/// Fixes the given numbers of the cell variables `first ..` and nothing else.
///
/// # Errors
/// [`Conflict`] if a number is given twice or out of range.
pub fn assert_given(model: &mut Model, line: &Line, first: VarId) -> Result<(), Conflict> {
    let n = line.board.len() as u32;
    for (c, given) in line.given.iter().enumerate() {
        match *given {
            None => {}
            Some(k) if k == 0 || k > n => return model.engine.add_clause(&[]),
            Some(k) => {
                let a = model.engine.store().atom(VarId(first.0 + c as u32), k - 1);
                model.engine.assert(a.is())?;
            }
        }
    }
    Ok(())
}

/// The atoms that tell fillings apart: all that are open, of the cell variables `first ..`.
pub fn open_atoms(model: &Model, first: VarId, cells: u32) -> Vec<Atom> {
    let store = model.engine.store();
    let mut open = Vec::new();
    for x in (first.0..first.0 + cells).map(VarId).filter(|&x| store.size(x) > 1) {
        open.extend(store.domain(x).iter().map(|k| store.atom(x, k)));
    }
    open
}
