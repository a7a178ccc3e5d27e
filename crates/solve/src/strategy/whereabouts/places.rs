//! In how many solutions does each value stand in each cell, by independent parts
//! ([`clew_engine::search::parts`])?

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::plan::{shares, tuning};
use clew_engine::kernel::{Engine, VarId};
use clew_engine::run::{Stats, Stop};
use clew_engine::search::{Cache, PartCounter};
use num_bigint::BigUint;

/// The number of solutions, and for each variable of the answer the number with each value: the counts of its part,
/// times the ways to complete the others.
pub(crate) struct Places {
    pub total: BigUint,
    /// Per cell, for each value from 1.
    pub values: Vec<Vec<BigUint>>,
    pub stats: Stats,
}

/// The numbers of solutions with each value in each cell, for puzzles that fall into parts. `None`:
/// this one does not, or it takes too long.
///
/// # Errors
/// [`RunError::Build`].
pub(crate) fn places(case: &mut Case<'_>) -> Result<Option<Places>, RunError> {
    let budget = case.options.budget.at_most_nodes(tuning::PLACES);
    if case.ready(Kind::Plain, &budget, &mut ())?.is_some() {
        return Ok(None);
    }
    let model = &case.network(Kind::Plain).model;
    let Some(components) = &model.components else { return Ok(None) };
    let mut engine = model.engine.clone();
    engine.set_interrupt(budget.interrupt());
    let cache = Cache::new(shares::for_cache(&budget));
    let mut counter = PartCounter::new(&**components, &cache, &budget);
    Ok(counted_places(&mut counter, &mut engine).ok())
}

fn counted_places(counter: &mut PartCounter<'_>, engine: &mut Engine) -> Result<Places, Stop> {
    let total = counter.count(engine, &mut ())?;
    let vars = counter.vars();
    let all: Vec<VarId> = vars.iter().collect();
    let mut values: Vec<Vec<BigUint>> = all
        .iter()
        .map(|&x| {
            let store = engine.store();
            let sure = |v| if store.value(x) == Some(v) { total.clone() } else { BigUint::ZERO };
            (0..store.values(x)).map(sure).collect()
        })
        .collect();
    // Without any solution there is nothing to divide by, and nothing to count.
    let open =
        if total == BigUint::ZERO { Vec::new() } else { counter.split(engine.store(), &all) };
    for part in open {
        let own = counter.below(engine, &part, &[])?;
        let others = &total / own;
        for &x in &part {
            for v in engine.store().domain(x).iter().collect::<Vec<u32>>() {
                let a = engine.store().atom(x, v);
                let ways = counter.below(engine, &part, &[a])? * &others;
                if let Some(i) = vars.index_of(x) {
                    values[i as usize][v as usize] = ways;
                }
            }
        }
    }
    Ok(Places { total, values, stats: counter.stats })
}
