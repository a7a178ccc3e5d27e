//! Order literals for learning: Booleans "cell c is at most v".
//!
//! Explanations of inequalities by removed values grow with the order of the square; with a literal
//! for each bound each is one clause of two literals, and learnt clauses stay short. Only cells that stand
//! in an inequality get them.

use crate::Futoshiki;
use clew_engine::kernel::{Halt, Model, StepCounter, VarId, Vars};
use clew_engine::propagators::order::OrderLiterals;

/// Steps of [`StepCounter`] that the clauses of a value take.
const STEPS_PER_VALUE: usize = 32;

/// Adds the literals and clauses: about 4n clauses per cell and n per inequality.
///
/// # Errors
/// [`Halt::Conflict`] if the inequalities contradict the givens at first sight, [`Halt::Interrupted`].
pub fn add(
    model: &mut Model,
    values: Vars,
    puzzle: &Futoshiki,
    counter: &StepCounter<'_>,
) -> Result<(), Halt> {
    if puzzle.n < 2 {
        return Ok(());
    }
    let xs: Vec<VarId> = puzzle.less.iter().flatten().map(|&c| values.at(c)).collect();
    let order = OrderLiterals::in_model(model, "at most", &xs, counter)?;
    for &[a, b] in &puzzle.less {
        counter.spend(STEPS_PER_VALUE * puzzle.n as usize)?;
        order.less_than(&mut model.engine, values.at(a), values.at(b))?;
    }
    Ok(())
}
