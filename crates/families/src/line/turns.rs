//! `--minimize turns`: one Boolean per cell, "the line turns here", and their sum.
//!
//! The edges on the line decide the turns, so every network of lines can have the objective: those
//! that have edges hand them over, those that have numbers get edges by
//! [`EdgeNumber`](clew_engine::propagators::EdgeNumber).
//!
//! Size: a clause for each two edges of a cell that do not lead straight on, four per cell on rook boards, 24 on king
//! boards.

use clew_engine::kernel::{Bools, Halt, Lit, Model, Objective, StepCounter, Vars};
use clew_engine::propagators::EdgeNumber;
use clew_engine::propagators::path::{Flag, Graph, PathVars};
use clew_puzzle::puzzle::network::contradicts;
use clew_puzzle::puzzle::{Board, BuildError, BuildOptions, Cell, EdgeId};
use std::sync::Arc;

/// The most pairs of edges that meet in a cell, all cells together. Grids of any size have fewer; a
/// crowd of free points can have more.
const MAX_PAIRS: usize = 1 << 21;

/// Whether the turns of lines on this board can be minimised.
///
/// # Errors
/// [`BuildError::NotApplicable`] where too many edges meet.
pub fn admits(board: &Board) -> Result<(), BuildError> {
    let pairs = |c: u32| {
        let degree = board.neighbours(c).len();
        degree * degree.saturating_sub(1) / 2
    };
    if (0..board.len() as u32).map(pairs).sum::<usize>() > MAX_PAIRS {
        return Err(BuildError::NotApplicable(format!(
            "turns are minimised where at most {MAX_PAIRS} pairs of steps meet in a point; here the \
             reach joins more"
        )));
    }
    Ok(())
}

/// Makes the fewest turns the objective; `edges` holds for each edge whether it is on the line, which visits every
/// cell. Notes in the model if the clauses contradict it.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn minimise(
    model: &mut Model,
    board: &Board,
    edges: Bools,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let cells = board.len() as u32;
    let turns = model.bools("turn", cells);
    model.infeasible |= contradicts(post(model, board, edges, turns, &options.step_counter()))?;
    model.says("a turn is a change of direction", cells.into());
    let terms = turns.iter().map(|turn| (turn.pos(), 1)).collect();
    model.objective = Some(Objective { terms, ..Objective::default() });
    Ok(())
}

/// As [`minimise`], for a network in which the variables `numbers` are the cells' numbers, less one.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(crate) fn minimise_by_numbers(
    model: &mut Model,
    board: &Board,
    numbers: Vars,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let cells = board.len() as u32;
    let edges = model.bools("edge", board.edges().len() as u32);
    let graph = Arc::new(Graph::new(cells, board.edges()));
    // Edges and numbers alone are joined here: where the line ends does not matter.
    let vars = PathVars::new(graph, edges, vec![Flag::Never; cells as usize], None);
    EdgeNumber::new(&vars, numbers, cells.max(1)).install(&mut model.engine);
    model.says("edge <=> consecutive numbers", board.edges().len() as u64);
    options.check_interrupt()?;
    minimise(model, board, edges, options)
}

/// The edges at a cell that lie on one straight line with each other: there and back.
struct Axis {
    /// A cell on it.
    towards: Cell,
    /// Those on the same side as that cell, and those on the other.
    sides: [Vec<EdgeId>; 2],
}

/// The edges at cell `c` by their directions, those along a row of a grid first.
fn axes(board: &Board, c: Cell) -> Vec<Axis> {
    let mut axes: Vec<Axis> = Vec::new();
    for (&q, &e) in board.neighbours(c).iter().zip(board.incident(c)) {
        let found = axes.iter_mut().find_map(|axis| {
            if board.goes_straight(axis.towards, c, q) {
                return Some((axis, 1));
            }
            let same = board.is_same_way(c, axis.towards, q);
            same.then_some((axis, 0))
        });
        match found {
            Some((axis, side)) => axis.sides[side].push(e),
            None => axes.push(Axis { towards: q, sides: [vec![e], Vec::new()] }),
        }
    }
    let row = board.place(c).0;
    let (along, others): (Vec<Axis>, Vec<Axis>) =
        axes.into_iter().partition(|axis| board.place(axis.towards).0 == row);
    along.into_iter().chain(others).collect()
}

/// Steps of [`StepCounter`] that the clauses of a pair of edges take.
const STEPS_A_PAIR: usize = 24;

fn post(
    model: &mut Model,
    board: &Board,
    edges: Bools,
    turns: Bools,
    counter: &StepCounter<'_>,
) -> Result<(), Halt> {
    for c in 0..board.len() as u32 {
        let degree = board.neighbours(c).len();
        counter.spend(STEPS_A_PAIR * (1 + degree * degree))?;
        let turn = turns.at(c);
        let axes = axes(board, c);
        let on = |e: EdgeId| edges.at(e);
        let mut two =
            |e: EdgeId, f: EdgeId| model.engine.add_clause(&[on(e).neg(), on(f).neg(), turn.pos()]);
        // Two edges that are not opposite make a turn; between free points both may lie on one side.
        for (i, axis) in axes.iter().enumerate() {
            for other in &axes[i + 1..] {
                for &e in axis.sides.iter().flatten() {
                    for &f in other.sides.iter().flatten() {
                        two(e, f)?;
                    }
                }
            }
            for side in &axis.sides {
                for (j, &e) in side.iter().enumerate() {
                    for &f in &side[j + 1..] {
                        two(e, f)?;
                    }
                }
            }
        }
        // No turn without them: on no axis, and to no side of one, does everything lie.
        for axis in axes.iter().rev() {
            let elsewhere = || axes.iter().filter(|a| a.towards != axis.towards);
            let others = || elsewhere().flat_map(|a| a.sides.iter().flatten()).copied();
            let [here, there] = &axis.sides;
            if here.len() <= 1 && there.len() <= 1 {
                let clause: Vec<Lit> = others().map(|e| on(e).pos()).chain([turn.neg()]).collect();
                model.engine.add_clause(&clause)?;
                continue;
            }
            // One edge on this axis requires a second one that is not opposite to it.
            for side in [here, there] {
                for &e in side {
                    let beside = side.iter().copied().filter(|&f| f != e);
                    let seconds = beside.chain(others()).map(|f| on(f).pos());
                    let clause: Vec<Lit> = seconds.chain([on(e).neg(), turn.neg()]).collect();
                    model.engine.add_clause(&clause)?;
                }
            }
        }
        if axes.is_empty() {
            model.engine.assert(turn.neg())?;
        }
    }
    Ok(())
}
