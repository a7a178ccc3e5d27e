//! The part that all matrix networks share: one variable a cell, its position as value.

use super::ties::NumberTies;
use crate::families::Line;
use crate::kernel::{Atom, Conflict, Model, Permutations, Ties, VarId};
use crate::propagators::adjacency::{EmptyLayer, Graph, Layers};
use crate::puzzle::{Board, BuildError, BuildOptions};
use std::sync::Arc;

/// Cell variables that form a permutation matrix, and the board as a graph.
pub struct Numbers {
    pub graph: Arc<Graph>,
    pub first: VarId,
    pub matrix: u32,
    pub cells: u32,
}

impl Numbers {
    /// What ties cells to each other, for a network where nothing but the numbers counts.
    pub fn ties(&self) -> Arc<dyn Ties> {
        let Numbers { matrix, first, cells, .. } = *self;
        Arc::new(NumberTies { matrix, first, cells })
    }

    /// Each number is in exactly one cell. A number that is placed settles little by itself: its
    /// neighbours along the line are to be found next to it, so search goes the way it went last.
    pub fn permutations(&self) -> Permutations {
        let cells = (0..self.cells).map(|c| self.cell(c)).collect();
        Permutations { lists: vec![cells], phase: None }
    }

    /// The variable of cell `c`.
    pub fn cell(&self, c: u32) -> VarId {
        VarId(self.first.0 + c)
    }
}

/// Steps of [`Patience`](crate::kernel::Patience) to post "consecutive numbers" of two cells under a
/// condition: it is subscribed to every word of two domains.
pub fn steps_a_link(board: &Board) -> usize {
    64 + 4 * board.len().div_ceil(64)
}

/// The board without its geometry.
pub fn graph_of(board: &Board) -> Graph {
    Graph::new(board.len() as u32, |c| board.neighbours(c))
}

/// Adds the cell variables, restricted to what the layers between the given numbers leave. Marks the
/// model infeasible if that is nothing.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn add(model: &mut Model, line: &Line, options: &BuildOptions) -> Result<Numbers, BuildError> {
    let cells = line.board.len() as u32;
    let graph = Arc::new(graph_of(&line.board));
    let first = model.vars("cell", cells, cells.max(1));
    let matrix = model.engine.new_matrix(first, cells);
    options.go_on()?;
    model.infeasible |= assert_layers(model, &graph, line, first).is_err();
    options.go_on()?;
    Ok(Numbers { graph, first, matrix, cells })
}

/// Takes from the cell variables `first ..` what the layers between the given numbers exclude.
///
/// # Errors
/// [`Conflict`] if nothing is left of a layer.
pub fn assert_layers(
    model: &mut Model,
    graph: &Graph,
    line: &Line,
    first: VarId,
) -> Result<(), Conflict> {
    if graph.is_empty() {
        return Ok(());
    }
    let layers = match root_layers(graph, line) {
        Ok(layers) => layers,
        Err(EmptyLayer) => return model.engine.add_clause(&[]),
    };
    let base = model.engine.store().first_word(first);
    for (i, row) in layers.rows().into_iter().enumerate() {
        let gone = model.engine.store().alive(base + i) & !row;
        if gone != 0 {
            model.engine.assert_none(base + i, gone)?;
        }
    }
    Ok(())
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

/// The atoms that tell fillings apart: all that are open, of the cell variables `first ..`.
pub fn open_atoms(model: &Model, first: VarId, cells: u32) -> Vec<Atom> {
    let store = model.engine.store();
    let mut open = Vec::new();
    for x in (first.0..first.0 + cells).map(VarId).filter(|&x| store.size(x) > 1) {
        open.extend(store.domain(x).iter().map(|k| store.atom(x, k)));
    }
    open
}
