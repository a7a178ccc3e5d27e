//! `tour`: a round trip through the cells and a depot, with potentials as numbers.
//!
//! Source: the LPL model "hidato", a travelling-salesman model with the potentials of Miller, Tucker
//! and Zemlin, closed by arcs from every possible last cell to the first. Here the closing arc leads
//! through a depot, so that the first cell need not be given either: the depot's successor has
//! number 1, its predecessor number N. Short tours are cut at once and not by the potentials alone.

use super::super::decode::CellNumbers;
use super::numbers;
use crate::families::Line;
use crate::kernel::{Constraint, Group, Halt, Model, Patience, VarId};
use crate::propagators::{Circuit, ReifiedLink};
use crate::puzzle::network::contradicts;
use crate::puzzle::{BuildError, BuildOptions, Built};

/// Builds the network `tour`.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn build(line: &Line, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut model = Model::new();
    let cells = line.board.len() as u32;
    let next = model.vars("next", cells + 1, cells + 1);
    model.engine.new_matrix(next, cells + 1);
    let first = model.vars("cell", cells, cells.max(1));
    options.go_on()?;
    model.infeasible |= contradicts(post(&mut model, line, first, next, &options.patience()))?;
    options.go_on()?;
    model.groups.push(Group::Vars { first: next, n: cells + 1 });
    model.groups.push(Group::Vars { first, n: cells });
    model.answer = numbers::open_atoms(&model, first, cells);
    model.says("one successor a cell", u64::from(cells) + 1);
    model.says("one predecessor a cell", u64::from(cells) + 1);
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
    Ok(Built::new(model, CellNumbers { first, cells, edges: None }))
}

fn post(
    model: &mut Model,
    line: &Line,
    first: VarId,
    next: VarId,
    patience: &Patience<'_>,
) -> Result<(), Halt> {
    let board = &line.board;
    let cells = board.len() as u32;
    if cells == 0 {
        return Ok(());
    }
    let depot = VarId(next.0 + cells);
    let words = (cells + 1).div_ceil(64) as usize;
    let mut keep = vec![0u64; words];
    for c in 0..cells {
        patience.spend(8 * words)?;
        keep.fill(0);
        for &q in board.neighbours(c).iter().chain(&[cells]) {
            keep[(q >> 6) as usize] |= 1 << (q & 63);
        }
        let from = model.engine.store().first_word(VarId(next.0 + c));
        for (i, &k) in keep.iter().enumerate() {
            model.engine.assert_none(from + i, !k)?;
        }
    }
    let stay = model.engine.store().atom(depot, cells);
    model.engine.assert(stay.not())?;
    patience.look()?;
    numbers::assert_layers(model, &numbers::graph_of(board), line, first)?;
    patience.look()?;
    Circuit::new(next, cells + 1).post(&mut model.engine)?;
    let steps = numbers::steps_a_link(board);
    for c in 0..cells {
        let x = VarId(first.0 + c);
        for &q in board.neighbours(c) {
            patience.spend(steps)?;
            let link = model.engine.store().atom(VarId(next.0 + c), q).is();
            ReifiedLink::new(link, x, VarId(first.0 + q)).post(&mut model.engine)?;
        }
        let store = model.engine.store();
        let pairs = [
            (store.atom(depot, c), store.atom(x, 0)),
            (store.atom(VarId(next.0 + c), cells), store.atom(x, cells - 1)),
        ];
        for (arc, number) in pairs {
            model.engine.add_clause(&[arc.not(), number.is()])?;
            model.engine.add_clause(&[arc.is(), number.not()])?;
        }
    }
    Ok(())
}
