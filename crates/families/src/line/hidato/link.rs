//! `link`: a Boolean for every ordered pair of neighbours, "the next number is there".
//!
//! Source: the model 55_Hidato: links (3) tied to the numbers (4). Its big-M inequalities are one reified equation per
//! link. The numbers are a permutation (1), held by the matrix. Where the document has "for all cells with a number
//! below N", the number's own literal takes the place of the link.

use super::super::decode::CellNumbers;
use super::numbers;
use crate::Line;
use clew_engine::kernel::{Bools, Constraint, Group, Halt, Lit, Model, StepCounter, Vars};
use clew_engine::propagators::{Linear, ReifiedLink};
use clew_puzzle::puzzle::network::contradicts;
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built};

/// Builds the network `link`.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn build(line: &Line, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut model = Model::new();
    let n = line.board.len() as u32;
    let cells = model.vars("cell", n, n.max(1));
    options.check_interrupt()?;
    model.engine.new_matrix(cells);
    let graph = numbers::graph_of(&line.board);
    options.check_interrupt()?;
    model.infeasible |= numbers::assert_layers(&mut model, &graph, line, cells).is_err();
    options.check_interrupt()?;
    let arcs: u32 = 2 * line.board.edges().len() as u32;
    let links = model.bools("link", arcs);
    options.check_interrupt()?;
    let posted = post(&mut model, line, cells, links, &options.step_counter());
    model.infeasible |= contradicts(posted)?;
    model.groups.push(Group::Vars(cells));
    model.groups.push(Group::Bools { bools: links, prefer: true });
    options.check_interrupt()?;
    model.answer = numbers::open_atoms(&model, cells, options)?;
    model.says("one number a cell", n.into());
    model.says("one cell a number", n.into());
    model.says("one next cell, but for the last number", n.into());
    model.says("one previous cell, but for the first number", n.into());
    model.says("link = 1 <=> x[q] = x[p] + 1", arcs.into());
    model.notes.push(
        "distances between given numbers cut the domains before the search; the document leaves \
         that to its solver"
            .into(),
    );
    Ok(Built::new(model, CellNumbers { cells, edges: None, ends: Vec::new() }))
}

/// Steps of [`StepCounter`] that a row of links takes.
const STEPS_A_ROW: usize = 64;

/// Link `2 e` leads from the smaller cell of edge e to the larger, `2 e + 1` back.
fn post(
    model: &mut Model,
    line: &Line,
    cells: Vars,
    links: Bools,
    counter: &StepCounter<'_>,
) -> Result<(), Halt> {
    let board = &line.board;
    let steps = numbers::steps_a_link(board);
    let cell = |c: u32| cells.at(c);
    for (e, &[a, b]) in (0u32..).zip(board.edges()) {
        counter.spend(2 * steps)?;
        let (there, back) = (links.at(2 * e), links.at(2 * e + 1));
        ReifiedLink::new(there.pos(), cell(a), cell(b)).post(&mut model.engine)?;
        ReifiedLink::new(back.pos(), cell(b), cell(a)).post(&mut model.engine)?;
    }
    for c in 0..board.len() as u32 {
        for (is_next, extreme) in [(true, board.len() as u32 - 1), (false, 0)] {
            let mut lits: Vec<Lit> = board
                .neighbours(c)
                .iter()
                .zip(board.incident(c))
                .map(|(&q, &e)| links.at(2 * e + u32::from((c < q) != is_next)).pos())
                .collect();
            lits.push(model.engine.store().atom(cell(c), extreme).pos());
            match Linear::exactly(model.engine.store_mut(), &lits, 1) {
                Some(row) => model.engine.add(row),
                None => return Err(Halt::Conflict),
            };
            counter.spend(STEPS_A_ROW)?;
        }
    }
    Ok(())
}
