//! `suite` for a closed line: cut open in one cell, it is a line between the two halves of that cell.
//!
//! The cell is one with the fewest neighbours, mostly a corner, where the line has no choice. Its two halves are nodes
//! of a second graph ([`Links`]); of the two ways out of it the first half takes the one with the smaller edge, so
//! that each closed line is one solution. Everything that is known of lines between two ends then holds here.

use super::super::split::Links;
use super::super::turns;
use super::FEWEST;
use clew_engine::kernel::model::Objective;
use clew_engine::kernel::{Atom, Bools, Group, Lit, Model, Store};
use clew_engine::propagators::path::{
    BlockChain, Connectivity, Degree, DegreeFlow, Flag, Fragments, Graph, PathVars, Pattern,
};
use clew_puzzle::puzzle::{Answer, Board, BuildError, BuildOptions, Built, Decode, EdgeId, Goal};
use std::sync::Arc;

/// A Boolean an edge: it is on the closed line.
#[derive(Clone, Copy, Debug)]
struct ClosedEdges(Bools);

impl Decode for ClosedEdges {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        Answer::Links(self.0.iter().map(|edge| store.is_true(edge.pos())).collect())
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(self.0.at(edge))
    }
}

/// Builds the network.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(super) fn build(board: &Board, options: &BuildOptions) -> Result<Built, BuildError> {
    let n = board.len() as u32;
    let mut model = Model::new();
    let edges = model.bools("edge", board.edges().len() as u32);
    model.answer = edges.iter().collect();
    if board.len() < FEWEST {
        model.infeasible = true;
        return Ok(Built::new(model, ClosedEdges(edges)));
    }
    // The line is cut open in this cell, whose second half is node n.
    let cut = (0..n).min_by_key(|&c| board.neighbours(c).len()).expect("there are cells");
    let mut split = Links::default();
    let mut halves: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
    for (&[a, b], e) in board.edges().iter().zip(0..) {
        if a != cut && b != cut {
            split.add(e, [a, b]);
            continue;
        }
        for (side, half) in halves.iter_mut().zip([cut, n]) {
            side.push(split.ends.len() as u32);
            split.add(e, [half, a ^ b ^ cut]);
        }
    }
    let links = model.bools("link", split.ends.len() as u32);
    options.check_interrupt()?;
    split.join(&mut model, edges, links, options)?;
    // The first half leaves by the smaller edge.
    for (i, &first) in halves[0].iter().enumerate() {
        for &second in &halves[1][..i] {
            let clause = [first, second].map(|l| links.at(l).neg());
            model.infeasible |= model.engine.add_clause(&clause).is_err();
        }
    }
    let mut ends = vec![Flag::Never; board.len() + 1];
    [cut, n].into_iter().for_each(|half| ends[half as usize] = Flag::Always);
    let graph = Arc::new(Graph::new(n + 1, &split.ends));
    line(&mut model, &PathVars::new(graph, links, ends, None), options)?;
    match options.goal {
        Some(Goal::FEWEST_TURNS) => {
            turns::minimise(&mut model, board, edges, options)?;
        }
        Some(_) => model.objective = Some(Objective::default()),
        None => {}
    }
    model.groups.push(Group::Bools { bools: links, prefer: true });
    model.groups.push(Group::Bools { bools: edges, prefer: true });
    Ok(Built::new(model, ClosedEdges(edges)))
}

/// One line through all nodes between the two halves.
fn line(model: &mut Model, vars: &PathVars, options: &BuildOptions) -> Result<(), BuildError> {
    options.check_interrupt()?;
    Degree::post(&mut model.engine, vars);
    options.check_interrupt()?;
    Fragments::post(&mut model.engine, vars, Pattern::Line);
    model.says(
        "two ways out of a cell, one out of either half of the one where the line is cut",
        vars.graph.cells().into(),
    );
    model.says("one line, no loop", 1);
    options.check_interrupt()?;
    if options.wants("degree_flow") {
        match DegreeFlow::post(&mut model.engine, vars, 2) {
            Some(id) => model.redundant.push(id),
            None => model.infeasible = true,
        }
        model.says("all degrees at once, as a flow (redundant)", 1);
    }
    options.check_interrupt()?;
    if options.wants("connectivity") {
        model.redundant.push(Connectivity::post(&mut model.engine, vars, true));
        model.says("what is possible is connected, cuts are crossed (redundant)", 1);
    }
    options.check_interrupt()?;
    if options.wants("block_chain") {
        model.redundant.push(BlockChain::post(&mut model.engine, vars));
        model.says("blocks form a chain (redundant)", 1);
    }
    options.check_interrupt()
}

/// The literals of steps that must be on the line.
pub(super) fn marks(board: &Board, built: &Built) -> Vec<Lit> {
    let edge = |&[a, b]: &[u32; 2]| board.edge_between(a, b).expect("marks are between neighbours");
    board.links().iter().filter_map(|pair| Some(built.decoder.edge(edge(pair))?.pos())).collect()
}
