//! The network `binary`: one Boolean x[c, v] per cell and value, as in integer programs.
//!
//! Exactly one value per cell, exactly one column for each value of a row, exactly one row for each value of a column.
//! "Cell a is less than cell b" is the sum `sum v x[a, v] + 1 <= sum v x[b, v]`; with "exactly one value in b" added it
//! reads `sum v x[a, v] + sum (n - 1 - v) x[b, v] <= n - 2` (values from 0), where all weights are positive, so that it
//! propagates as soon as either cell is known and not only at the end. Differences are clauses.

use super::gaps::clauses;
use super::line;
use super::{Futoshiki, SquareBools};
use clew_engine::kernel::{Bools, Conflict, Group, Halt, Lit, Model, StepCounter};
use clew_engine::propagators::Linear;
use clew_puzzle::puzzle::network::{BuildError, BuildOptions, Built, contradicts};

/// The largest order: 3 n^2 rows of n Booleans each.
const MAX_ORDER: u32 = 64;

/// Steps of [`StepCounter`] that a Boolean takes in a row.
const STEPS_A_BOOLEAN: usize = 16;

/// Builds the network; a contradiction found on the way is noted in the model.
///
/// # Errors
/// [`BuildError::TooLarge`] above order 64, [`BuildError::Interrupted`].
pub fn build(puzzle: &Futoshiki, options: &BuildOptions) -> Result<Built, BuildError> {
    let n = puzzle.n;
    if n > MAX_ORDER {
        let why = format!("the network binary goes up to order {MAX_ORDER}, this one is {n}");
        return Err(BuildError::TooLarge(why));
    }
    let mut model = Model::new();
    let bools = model.bools("value", n * n * n);
    model.infeasible = contradicts(fill(&mut model, bools, puzzle, &options.step_counter()))?;
    options.check_interrupt()?;
    model.groups.push(Group::Bools { bools, prefer: true });
    let open = (0..n * n).filter(|&c| puzzle.given[c as usize].is_none());
    model.answer = open.flat_map(|c| bools.part(c * n, n).iter()).collect();
    model.notes.push(
        "the inequalities are written with \"exactly one value in a cell\" added, so that all \
         weights are positive"
            .into(),
    );
    Ok(Built::new(model, SquareBools { bools, n }))
}

fn fill(
    model: &mut Model,
    bools: Bools,
    puzzle: &Futoshiki,
    counter: &StepCounter<'_>,
) -> Result<(), Halt> {
    let n = puzzle.n;
    let x = |c: u32, v: u32| bools.at(c * n + v).pos();
    for (c, &given) in puzzle.given.iter().enumerate() {
        if let Some(v) = given {
            if v == 0 || v > n {
                return Err(Halt::Conflict);
            }
            model.engine.assert(x(c as u32, v - 1))?;
        }
    }
    let mut lits: Vec<Lit> = Vec::with_capacity(n as usize);
    let steps = STEPS_A_BOOLEAN * n as usize;
    for c in 0..n * n {
        counter.spend(steps)?;
        lits.clear();
        lits.extend((0..n).map(|v| x(c, v)));
        exactly_one(model, &lits)?;
    }
    for r in 0..2 * n {
        for v in 0..n {
            counter.spend(steps)?;
            lits.clear();
            lits.extend(line(n, r).map(|c| x(c, v)));
            exactly_one(model, &lits)?;
        }
    }
    model.says("exactly one", u64::from(3 * n * n));
    for &[a, b] in &puzzle.less {
        counter.spend(2 * steps)?;
        let low = (0..n).map(|v| (x(a, v), i64::from(v)));
        let high = (0..n).map(|v| (x(b, v), i64::from(n - 1 - v)));
        let terms: Vec<(Lit, i64)> = low.chain(high).collect();
        let store = model.engine.store_mut();
        let row = Linear::new(store, "linear", &terms, i64::MIN, i64::from(n) - 2);
        model.engine.add(row.ok_or(Halt::Conflict)?);
    }
    for &gap in &puzzle.gaps {
        counter.spend(2 * steps)?;
        for clause in clauses(n, gap) {
            let at = |(c, v, is): (u32, u32, bool)| bools.at(c * n + v - 1).lit(is);
            let lits: Vec<Lit> = clause.into_iter().map(at).collect();
            model.engine.add_clause(&lits)?;
        }
    }
    if !puzzle.gaps.is_empty() {
        model.says("difference, as clauses", puzzle.gaps.len() as u64);
    }
    if !puzzle.less.is_empty() {
        model.says("linear inequality", puzzle.less.len() as u64);
    }
    Ok(())
}

fn exactly_one(model: &mut Model, lits: &[Lit]) -> Result<(), Conflict> {
    let row = Linear::exactly(model.engine.store_mut(), lits, 1);
    model.engine.add(row.ok_or(Conflict)?);
    Ok(())
}
