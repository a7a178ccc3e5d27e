//! Order literals for learning: Booleans "cell c is at most v".
//!
//! Explanations of inequalities by removed values grow with the order of the square; with a literal
//! a bound each is one clause of two literals, and learnt clauses stay short. Only cells that stand
//! in an inequality get them. They are functions of the cells' values, so no solution is added.
//!
//! Source: Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", 2009.

use crate::families::Futoshiki;
use clew_engine::kernel::{Group, Halt, Lit, Model, Patience, Vars};

/// Steps of [`Patience`] that the clauses of a value take.
const STEPS_A_VALUE: usize = 32;

/// Adds the literals and clauses: about 4n clauses a cell and n an inequality.
///
/// # Errors
/// [`Halt::Conflict`] if the inequalities contradict the givens at first sight, [`Halt::Interrupted`].
pub fn add(
    model: &mut Model,
    values: Vars,
    puzzle: &Futoshiki,
    patience: &Patience<'_>,
) -> Result<(), Halt> {
    let n = puzzle.n;
    if n < 2 {
        return Ok(());
    }
    let mut slot = vec![None; (n * n) as usize];
    let mut cells = Vec::new();
    for &c in puzzle.less.iter().flatten() {
        if slot[c as usize].is_none() {
            slot[c as usize] = Some(cells.len() as u32);
            cells.push(c);
        }
    }
    let bounds = n - 1;
    let literals = model.bools("at most", cells.len() as u32 * bounds);
    let at_most = |c: u32, v: u32| {
        let slot = slot[c as usize].expect("only cells in inequalities are asked for");
        literals.at(slot * bounds + v)
    };
    for &c in &cells {
        patience.spend(STEPS_A_VALUE * n as usize)?;
        for v in 0..n {
            let x = model.engine.store().atom(values.at(c), v);
            let here = (v < bounds).then(|| at_most(c, v));
            let below = v.checked_sub(1).map(|u| at_most(c, u));
            let mut back: Vec<Lit> = vec![x.is()];
            if let Some(b) = below {
                model.engine.add_clause(&[x.not(), b.not()])?;
                back.push(b.is());
            }
            if let Some(h) = here {
                model.engine.add_clause(&[x.not(), h.is()])?;
                back.push(h.not());
            }
            model.engine.add_clause(&back)?;
            if let (Some(b), Some(h)) = (below, here) {
                model.engine.add_clause(&[b.not(), h.is()])?;
            }
        }
    }
    for &[a, b] in &puzzle.less {
        patience.spend(STEPS_A_VALUE * n as usize)?;
        model.engine.add_clause(&[at_most(b, 0).not()])?;
        model.engine.add_clause(&[at_most(a, bounds - 1).is()])?;
        for v in 1..bounds {
            model.engine.add_clause(&[at_most(b, v).not(), at_most(a, v - 1).is()])?;
        }
    }
    model.groups.push(Group::Bools { bools: literals, prefer: true });
    Ok(())
}
