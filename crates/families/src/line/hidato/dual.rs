//! `dual`: cell to number and number to cell in one bit matrix.
//!
//! Source: the model 55_Hidato: a permutation (1) with givens (2) over 1..N (5). Its adjacency, link
//! variables with big-M there, is layer arc consistency here.

use super::super::decode::CellNumbers;
use super::numbers;
use crate::Line;
use clew_engine::kernel::{Constraint, Group, Model};
use clew_engine::propagators::Adjacency;
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built};

/// Builds the network `dual`. Any number of givens, 1 and N among them or not.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn build(line: &Line, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut model = Model::new();
    let numbers = numbers::add(&mut model, line, options)?;
    let cells = numbers.cells.len();
    model.groups.push(Group::Vars(numbers.cells));
    model.answer = numbers::open_atoms(&model, numbers.cells, options)?;
    options.check_interrupt()?;
    model.components = Some(numbers.components());
    let adjacency = Adjacency::new(numbers.graph.clone(), numbers.matrix, numbers.cells);
    model.infeasible |= adjacency.post(&mut model.engine).is_err();
    model.says("one number a cell", cells.into());
    model.says("one cell a number", cells.into());
    model.says("consecutive numbers on neighbours", cells.saturating_sub(1).into());
    Ok(Built::new(model, CellNumbers { cells: numbers.cells, edges: None, ends: Vec::new() }))
}
