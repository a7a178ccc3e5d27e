//! The network `latin`: one variable per cell, over values from 0.
//!
//! Each row and column is all different (values eliminated, last places taken, and made domain consistent); differences
//! are clauses; all inequalities are one propagator on their directed graph. One more propagator combines both
//! constraints, and for learning one per line. Domain consistency and the combined propagators are redundant: leaving
//! them out changes speed only.

use super::components::SquareComponents;
use super::gaps::clauses;
use super::{Futoshiki, SquareValues};
use super::{line, order};
use clew_engine::kernel::{Group, Halt, Lit, Model, Permutations, VarId, Vars};
use clew_engine::propagators::all_different::{Level, post};
use clew_engine::propagators::order::Order;
use clew_engine::propagators::{LineOrder, LineTesting, OrderChain};
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
    if has_order_literals(options) && !model.infeasible && !puzzle.less.is_empty() {
        model.infeasible =
            contradicts(order::add(&mut model, cells, puzzle, &options.step_counter()))?;
    }
    model.components = Some(Arc::new(SquareComponents {
        cells,
        n,
        less: puzzle.less.clone(),
        gaps: puzzle.gaps.clone(),
    }));
    let store = model.engine.store();
    let open = puzzle.given.iter().filter(|given| given.is_none()).count();
    let mut answer = Vec::with_capacity(open * n as usize);
    for c in (0..n * n).filter(|&c| puzzle.given[c as usize].is_none()) {
        answer.extend(store.atoms(cells.at(c)).iter());
    }
    model.answer = answer;
    Ok(Built::new(model, SquareValues { cells }))
}

/// Whether inequalities are clauses.
fn has_order_literals(options: &BuildOptions) -> bool {
    options.learning && options.wants("order_literals")
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
        // A learner gains more by it than it costs.
        if options.learning && options.wants("line_testing") {
            for xs in &lines {
                counter.spend(STEPS_A_CELL * xs.len())?;
                if let Some(testing) = LineTesting::new(engine.store(), &order, xs) {
                    model.redundant.push(engine.add(testing));
                }
            }
        }
        counter.look()?;
        // Order literals and their clauses find all that a chain would.
        if !has_order_literals(options) {
            engine.add(OrderChain::new(order));
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
