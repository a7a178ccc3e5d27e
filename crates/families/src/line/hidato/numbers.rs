//! The part that all matrix networks share: one variable per cell, its position as value.

use super::components::NumberComponents;
use crate::Line;
use clew_engine::kernel::{Atom, Components, Conflict, Model, Permutations, Vars};
use clew_engine::propagators::position::adjacency::{EmptyLayer, Graph, Layers};
use clew_puzzle::puzzle::{Board, BuildError, BuildOptions};
use std::sync::Arc;

/// Cell variables that form a permutation matrix, and the board as a graph.
pub struct Numbers {
    pub graph: Arc<Graph>,
    pub matrix: u32,
    /// The variables, in the order of cells.
    pub cells: Vars,
}

impl Numbers {
    /// The dependences between cells, for a network where only the numbers matter.
    pub fn components(&self) -> Arc<dyn Components> {
        let Numbers { matrix, cells, .. } = *self;
        Arc::new(NumberComponents { matrix, cells })
    }

    /// Each number is in exactly one cell. A number that is placed settles little by itself: its
    /// neighbours along the line are to be found next to it, so search goes the way it went last.
    pub fn permutations(&self) -> Permutations {
        Permutations { lists: vec![self.cells.iter().collect()], phase: None }
    }
}

/// Steps of [`StepCounter`](clew_engine::kernel::StepCounter) to post "consecutive numbers" of two cells under a
/// condition: it is subscribed to every word of two domains.
pub(crate) fn steps_a_link(board: &Board) -> usize {
    64 + 4 * board.len().div_ceil(64)
}

/// The board without its geometry.
pub(crate) fn graph_of(board: &Board) -> Graph {
    Graph::new(board.len() as u32, |c| board.neighbours(c))
}

/// Adds the cell variables, restricted to the values that the layers between the given numbers leave. Marks the model
/// infeasible if none are left.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn add(model: &mut Model, line: &Line, options: &BuildOptions) -> Result<Numbers, BuildError> {
    let n = line.board.len() as u32;
    let graph = Arc::new(graph_of(&line.board));
    let cells = model.vars("cell", n, n.max(1));
    options.check_interrupt()?;
    let matrix = model.engine.new_matrix(cells);
    options.check_interrupt()?;
    model.infeasible |= assert_layers(model, &graph, line, cells).is_err();
    options.check_interrupt()?;
    Ok(Numbers { graph, matrix, cells })
}

/// Removes the values that the layers between the given numbers exclude from the cell variables.
///
/// # Errors
/// [`Conflict`] if a layer becomes empty.
pub(crate) fn assert_layers(
    model: &mut Model,
    graph: &Graph,
    line: &Line,
    cells: Vars,
) -> Result<(), Conflict> {
    if graph.is_empty() {
        return Ok(());
    }
    let layers = match root_layers(graph, line) {
        Ok(layers) => layers,
        Err(EmptyLayer) => return model.engine.add_clause(&[]),
    };
    let base = model.engine.store().first_word(cells.at(0));
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

/// The atoms that distinguish fillings: all open ones of the cell variables.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn open_atoms(
    model: &Model,
    cells: Vars,
    options: &BuildOptions,
) -> Result<Vec<Atom>, BuildError> {
    let (store, counter) = (model.engine.store(), options.step_counter());
    let mut open = Vec::new();
    for x in cells.iter().filter(|&x| store.size(x) > 1) {
        counter.spend(store.size(x) as usize).map_err(|_| BuildError::Interrupted)?;
        open.extend(store.domain(x).iter().map(|k| store.atom(x, k)));
    }
    Ok(open)
}
