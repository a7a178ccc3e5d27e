//! The network `latin`: one variable per cell, over values from 0.
//!
//! Each row and column is all different (values eliminated, last places taken, and made domain consistent); differences
//! are clauses; all inequalities are one propagator on their directed graph, which for learning has bounds as literals.
//! One more propagator combines lines and inequalities. It and domain consistency are redundant: leaving them out
//! changes speed only.

use super::components::SquareComponents;
use super::gaps::clauses;
use super::line;
use super::{Futoshiki, SquareValues};
use clew_engine::kernel::{Group, Halt, Lit, Model, Permutations, VarId, Vars};
use clew_engine::propagators::all_different::{Level, post};
use clew_engine::propagators::order::{Order, OrderLiterals};
use clew_engine::propagators::{LineOrder, OrderChain};
use clew_puzzle::puzzle::network::{BuildError, BuildOptions, Built, contradicts};
use smallvec::SmallVec;
use std::sync::Arc;

/// Steps of [`StepCounter`](clew_engine::kernel::StepCounter) that "all different" takes a cell.
const STEPS_A_CELL: usize = 64;

/// Builds the network; a contradiction found on the way is noted in the model.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn build(puzzle: &Futoshiki, options: &BuildOptions) -> Result<Built, BuildError> {
    let n = puzzle.n;
    let mut model = Model::new();
    let cells = model.vars("cell", n * n, n);
    options.check_interrupt()?;
    model.infeasible = contradicts(fill(&mut model, cells, puzzle, options))?;
    model.groups.push(Group::Vars(cells));
    options.check_interrupt()?;
    let mut less = puzzle.less.clone();
    less.sort_unstable();
    model.components =
        Some(Arc::new(SquareComponents { cells, n, less, gaps: puzzle.gaps.clone() }));
    let store = model.engine.store();
    let open = puzzle.given.iter().filter(|given| given.is_none()).count();
    let mut answer = Vec::with_capacity(open * n as usize);
    for c in (0..n * n).filter(|&c| puzzle.given[c as usize].is_none()) {
        answer.extend(store.atoms(cells.at(c)).iter());
    }
    model.answer = answer;
    Ok(Built::new(model, SquareValues { cells }))
}

fn fill(
    model: &mut Model,
    cells: Vars,
    puzzle: &Futoshiki,
    options: &BuildOptions,
) -> Result<(), Halt> {
    let counter = options.step_counter();
    let n = puzzle.n;
    let cell = |c: u32| cells.at(c);
    let engine = &mut model.engine;
    for (c, &given) in puzzle.given.iter().enumerate() {
        if let Some(v) = given {
            if v == 0 || v > n {
                return Err(Halt::Conflict);
            }
            engine.assert(engine.store().atom(cell(c as u32), v - 1).pos())?;
        }
    }
    let level = if options.wants("all_different_domain") { Level::Domain } else { Level::Value };
    let lines: Vec<Vec<VarId>> = (0..2 * n).map(|r| line(n, r).map(cell).collect()).collect();
    engine.reserve_props(3 * lines.len() + 2);
    for xs in &lines {
        counter.spend(STEPS_A_CELL * xs.len())?;
        let posted = post(engine, xs, level)?;
        model.redundant.extend(posted.strong);
    }
    if !puzzle.less.is_empty() {
        let less: Vec<[VarId; 2]> = puzzle.less.iter().map(|p| p.map(cell)).collect();
        // A cycle of inequalities.
        let order = Order::new(&less).ok_or(Halt::Conflict)?;
        counter.look()?;
        if options.wants("line_order")
            && let Some(both) = LineOrder::new(engine.store(), &order, &lines, &counter)?
        {
            model.constraints.push(("room above or below in a line".into(), both.groups() as u64));
            model.redundant.push(engine.add(both));
        }
        counter.look()?;
        engine.add(OrderChain::new(order));
        // Explanations of inequalities by removed values grow with the order of the square; with a literal for each
        // bound they have one premise. Only cells that stand in an inequality have them.
        if options.learning && options.wants("order_literals") {
            let compared: Vec<VarId> = less.iter().flatten().copied().collect();
            OrderLiterals::in_model(model, "at most", &compared);
        }
        model.says("less than", puzzle.less.len() as u64);
    }
    for &gap in &puzzle.gaps {
        counter.spend(STEPS_A_CELL * n as usize)?;
        for clause in clauses(n, gap) {
            let store = model.engine.store();
            let atom = |(c, v, is)| store.atom(cell(c), v - 1).lit(is);
            let lits: SmallVec<[Lit; 3]> = clause.into_iter().map(atom).collect();
            model.engine.add_clause(&lits)?;
        }
    }
    if !puzzle.gaps.is_empty() {
        model.says("difference, as clauses", puzzle.gaps.len() as u64);
    }
    model.says("all different", u64::from(2 * n));
    model.permutations = Permutations { lists: lines, phase: Some(true) };
    Ok(())
}
