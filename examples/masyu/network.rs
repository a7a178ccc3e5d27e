//! The network: a Boolean per edge, the propagators that make a loop of the edges that are on, and a few clauses
//! per pearl.

use super::family::{Masyu, Pearl};
use super::one_loop::OneLoop;
use clew::kernel::{Atom, Bools, Group, Lit, Model, Store};
use clew::propagators::path::{Degree, Flag, Graph, PathVars};
use clew::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Cell, Decode, EdgeId, NetworkInfo,
};
use std::sync::Arc;

/// The networks of the family.
pub static NETWORKS: [NetworkInfo; 1] = [NetworkInfo {
    name: "edges",
    source: "the rules",
    summary: "edges of one loop: two or no ways out of every cell, no second loop, clauses for pearls",
    optional: &[],
}];

/// The decoding of an answer from the variables.
#[derive(Debug)]
struct LoopEdges(Bools);

impl Decode for LoopEdges {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        Answer::Links(self.0.iter().map(|edge| store.is_true(edge.pos())).collect())
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(self.0.at(edge))
    }
}

/// Builds the network. A contradiction during the build is recorded in the model; it is not an
/// error.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn build(puzzle: &Masyu, options: &BuildOptions) -> Result<Built, BuildError> {
    options.check_interrupt()?;
    let board = &puzzle.board;
    let cells = board.len() as u32;
    let mut model = Model::new();
    let edges = model.bools("edge", board.edges().len() as u32);
    let used = model.bools("used", cells);

    // Two ways out of a cell that is used, none out of another one. The loop ends nowhere.
    let flags = (0..cells).map(|cell| Flag::Open(used.at(cell))).collect();
    let graph = Arc::new(Graph::new(cells, board.edges()));
    let vars = PathVars::new(graph, edges, vec![Flag::Never; board.len()], Some(flags));
    Degree::post(&mut model.engine, &vars);
    model.says("two ways out of a cell of the loop", cells.into());
    OneLoop::post(&mut model.engine, &vars);
    model.says("one loop", 1);

    // There is a loop; it visits all pearls, each by its own rule.
    let mut clauses: Vec<Vec<Lit>> = vec![edges.iter().map(|edge| edge.pos()).collect()];
    for (cell, pearl) in (0..).zip(&puzzle.pearls) {
        if cell % 1024 == 0 {
            options.check_interrupt()?;
        }
        if let Some(pearl) = pearl {
            clauses.push(vec![used.at(cell).pos()]);
            pearl_clauses(puzzle, edges, cell, *pearl, &mut clauses);
        }
    }
    model.says("pearls", puzzle.pearls.iter().flatten().count() as u64);
    for clause in clauses {
        model.infeasible |= model.engine.add_clause(&clause).is_err();
    }

    model.groups.push(Group::Bools { bools: edges, prefer: true });
    model.answer = edges.iter().collect();
    Ok(Built::new(model, LoopEdges(edges)))
}

/// The clauses of a pearl on the edges around it. A missing edge counts as off.
fn pearl_clauses(
    puzzle: &Masyu,
    edges: Bools,
    cell: Cell,
    pearl: Pearl,
    clauses: &mut Vec<Vec<Lit>>,
) {
    let around = puzzle.around(cell);
    let edge = |next: Option<(Cell, u32)>| next.map(|(_, e)| edges.at(e));
    for way in 0..4 {
        let Some((to, e)) = around[way] else { continue };
        let (here, opposite) = (edges.at(e), edge(around[(way + 2) % 4]));
        // The edge by which the loop continues straight in the neighbour.
        let straight = |to: Cell, way: usize| edge(puzzle.around(to)[way]);
        match pearl {
            Pearl::White => {
                clauses.push(implies(here, opposite));
                // A pair of opposite edges occurs from both sides: once is enough.
                if let (true, Some((back, _))) = (way < 2, around[(way + 2) % 4])
                    && let (Some(a), Some(b)) = (straight(to, way), straight(back, (way + 2) % 4))
                {
                    clauses.push(vec![here.neg(), a.neg(), b.neg()]);
                }
            }
            Pearl::Black => {
                clauses.push(implies(here, straight(to, way)));
                if let Some(opposite) = opposite {
                    clauses.push(vec![here.neg(), opposite.neg()]);
                }
            }
        }
    }
}

/// The first edge is on only if the other one is there and on.
fn implies(edge: Atom, other: Option<Atom>) -> Vec<Lit> {
    [Some(edge.neg()), other.map(|other| other.pos())].into_iter().flatten().collect()
}
