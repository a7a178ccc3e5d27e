//! The network `latin`: one variable a cell, over values from 0.
//!
//! Each row and column is all different (values eliminated, last places taken, and made domain
//! consistent); all inequalities are one propagator on their directed graph; one more draws on both.
//! Domain consistency and the last one are redundant: leaving them out changes speed only.

use super::components::SquareComponents;
use super::{Futoshiki, SquareValues};
use super::{line, order};
use crate::kernel::{Conflict, Group, Model, Permutations, VarId, Vars};
use crate::propagators::all_different::{Level, post};
use crate::propagators::order::Order;
use crate::propagators::{LineOrder, OrderChain};
use crate::puzzle::network::{BuildOptions, Built};
use std::sync::Arc;

/// Builds the network; a contradiction found on the way is noted in the model.
pub fn build(puzzle: &Futoshiki, options: &BuildOptions) -> Built {
    let n = puzzle.n;
    let mut model = Model::new();
    let cells = model.vars("cell", n * n, n);
    model.infeasible = fill(&mut model, cells, puzzle, options).is_err();
    model.groups.push(Group::Vars(cells));
    let order = options.learning && options.wants("order_literals");
    if order && !model.infeasible && !puzzle.less.is_empty() {
        model.infeasible = order::add(&mut model, cells, puzzle).is_err();
    }
    model.components = Some(Arc::new(SquareComponents { cells, n, less: puzzle.less.clone() }));
    let store = model.engine.store();
    let open = puzzle.given.iter().filter(|given| given.is_none()).count();
    let mut answer = Vec::with_capacity(open * n as usize);
    for c in (0..n * n).filter(|&c| puzzle.given[c as usize].is_none()) {
        answer.extend(store.atoms(cells.at(c)).iter());
    }
    model.answer = answer;
    Built::new(model, SquareValues { cells })
}

fn fill(
    model: &mut Model,
    cells: Vars,
    puzzle: &Futoshiki,
    options: &BuildOptions,
) -> Result<(), Conflict> {
    let n = puzzle.n;
    let cell = |c: u32| cells.at(c);
    let engine = &mut model.engine;
    for (c, &given) in puzzle.given.iter().enumerate() {
        if let Some(v) = given {
            if v == 0 || v > n {
                return Err(Conflict);
            }
            engine.assert(engine.store().atom(cell(c as u32), v - 1).is())?;
        }
    }
    let level = if options.wants("all_different_domain") { Level::Domain } else { Level::Value };
    let lines: Vec<Vec<VarId>> = (0..2 * n).map(|r| line(n, r).map(cell).collect()).collect();
    engine.reserve_props(2 * lines.len() + 2);
    for xs in &lines {
        let posted = post(engine, xs, level)?;
        model.redundant.extend(posted.strong);
    }
    if !puzzle.less.is_empty() {
        let less: Vec<[VarId; 2]> = puzzle.less.iter().map(|p| p.map(cell)).collect();
        // A cycle of inequalities.
        let order = Order::new(&less).ok_or(Conflict)?;
        if options.wants("line_order")
            && let Some(both) = LineOrder::new(engine.store(), &order, &lines)
        {
            model.constraints.push(("room above or below in a line".into(), both.groups() as u64));
            model.redundant.push(engine.add(both));
        }
        let chain = OrderChain::new(order);
        engine.add(chain);
        model.says("less than", puzzle.less.len() as u64);
    }
    model.says("all different", u64::from(2 * n));
    model.permutations = Permutations { lists: lines, phase: Some(true) };
    Ok(())
}
