//! `assign`: the network of hidato in which only the two ends are given, and inequalities.

use super::super::{CellNumbers, hidato};
use super::Zip;
use clew_engine::kernel::{Atom, Constraint, Lit, Store, VarId, Vars};
use clew_engine::propagators::order::Increasing;
use clew_puzzle::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Cell, Content, Decode, EdgeId,
};
use std::sync::Arc;

/// A variable a cell: its place along the line, less one. The content of a cell is another number, the one that the
/// line has met last, for which there is no literal.
#[derive(Clone, Debug)]
struct CellPlaces(CellNumbers);

impl Decode for CellPlaces {
    fn answer(&self, board: Option<&Board>, store: &Store) -> Answer {
        self.0.answer(board, store)
    }

    fn holds(&self, _store: &Store, _cell: Cell, _content: Content) -> Option<Lit> {
        None
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        self.0.edge(edge)
    }

    fn describe_value(&self, x: VarId, value: u32) -> Option<(Cell, String)> {
        let cell = self.0.cells.index_of(x)?;
        Some((cell, format!("place {}", value + 1)))
    }

    fn hints(&self, board: Option<&Board>, store: &Store, answer: &Answer) -> Vec<Lit> {
        self.0.hints(board, store, answer)
    }
}

/// The variables of cells, their places along the line.
pub(super) fn places(built: &Built) -> Option<Vars> {
    built.decoder::<CellPlaces>().map(|places| places.0.cells)
}

/// Builds the network on top of the one of hidato that has one variable per cell.
///
/// # Errors
/// [`BuildError::TooLarge`], [`BuildError::Interrupted`].
pub(super) fn build(zip: &Zip, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut built = hidato::build(&zip.line(), "dual", options)?;
    let stops = zip.stops();
    let Some(numbers) = built.decoder::<CellNumbers>().cloned() else { return Ok(built) };
    let cells = numbers.cells;
    built.decoder = Arc::new(CellPlaces(numbers));
    let pairs: Vec<[VarId; 2]> =
        stops.windows(2).map(|w| [w[0], w[1]].map(|c| cells.at(c))).collect();
    let model = &mut built.model;
    // Which parts fall apart is known of lines without inequalities.
    model.components = None;
    if !pairs.is_empty() && !model.infeasible {
        model.says("the places of the numbered cells rise", pairs.len() as u64);
        model.infeasible |= Increasing::new(&pairs).post(&mut model.engine).is_err();
    }
    Ok(built)
}
