//! `tour`: a round trip through the cells and a depot, with potentials as numbers.
//!
//! Source: the LPL model "hidato", a travelling-salesman model with the potentials of Miller, Tucker
//! and Zemlin, closed by arcs from every possible last cell to the first. Here the closing arc leads
//! through a depot, so that the first cell need not be given either: the depot's successor has
//! number 1, its predecessor number N. Short tours are cut at once and not by the potentials alone.

use super::super::decode::CellNumbers;
use super::numbers;
use crate::Line;
use bitvec::vec::BitVec;
use clew_engine::kernel::{Constraint, Group, Halt, Model, StepCounter, Vars};
use clew_engine::propagators::{Circuit, ReifiedLink};
use clew_puzzle::puzzle::network::contradicts;
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built};

/// Builds the network `tour`.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn build(line: &Line, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut model = Model::new();
    let n = line.board.len() as u32;
    let next = model.vars("next", n + 1, n + 1);
    options.check_interrupt()?;
    model.engine.new_matrix(next);
    options.check_interrupt()?;
    let cells = model.vars("cell", n, n.max(1));
    options.check_interrupt()?;
    model.infeasible |= contradicts(post(&mut model, line, cells, next, &options.step_counter()))?;
    options.check_interrupt()?;
    model.groups.push(Group::Vars(next));
    model.groups.push(Group::Vars(cells));
    model.answer = numbers::open_atoms(&model, cells, options)?;
    model.says("one successor a cell", u64::from(n) + 1);
    model.says("one predecessor a cell", u64::from(n) + 1);
    model.says("one tour, through the depot", 1);
    model.says("successor <=> next number", 2 * line.board.edges().len() as u64);
    model.notes.push(
        "a depot stands for the closing arc of the document, so 1 and N need not be given".into(),
    );
    model.notes.push(
        "distances between given numbers cut the domains before the search; the document leaves \
         that to its solver"
            .into(),
    );
    Ok(Built::new(model, CellNumbers { cells, edges: None, ends: Vec::new() }))
}

fn post(
    model: &mut Model,
    line: &Line,
    numbers: Vars,
    next: Vars,
    counter: &StepCounter<'_>,
) -> Result<(), Halt> {
    let board = &line.board;
    let cells = board.len() as u32;
    if cells == 0 {
        return Ok(());
    }
    let depot = next.at(cells);
    let mut keep: BitVec = BitVec::repeat(false, cells as usize + 1);
    for c in 0..cells {
        counter.spend(8 * keep.as_raw_slice().len())?;
        keep.fill(false);
        for &q in board.neighbours(c).iter().chain(&[cells]) {
            keep.set(q as usize, true);
        }
        model.engine.assert_within(next.at(c), &keep)?;
    }
    let stay = model.engine.store().atom(depot, cells);
    model.engine.assert(stay.neg())?;
    counter.look()?;
    numbers::assert_layers(model, &numbers::graph_of(board), line, numbers)?;
    counter.look()?;
    Circuit::new(next).post(&mut model.engine)?;
    let steps = numbers::steps_a_link(board);
    for c in 0..cells {
        let x = numbers.at(c);
        for &q in board.neighbours(c) {
            counter.spend(steps)?;
            let link = model.engine.store().atom(next.at(c), q).pos();
            ReifiedLink::new(link, x, numbers.at(q)).post(&mut model.engine)?;
        }
        let store = model.engine.store();
        let pairs = [
            (store.atom(depot, c), store.atom(x, 0)),
            (store.atom(next.at(c), cells), store.atom(x, cells - 1)),
        ];
        for (arc, number) in pairs {
            model.engine.add_clause(&[arc.neg(), number.pos()])?;
            model.engine.add_clause(&[arc.pos(), number.neg()])?;
        }
    }
    Ok(())
}
