//! All solutions, each shown differently, by one learner.

use super::turns::{Each, Guidance, Search};
use crate::model::expr::Operand;
use crate::model::guide;
use crate::model::network::places::{IntVarRef, Place};
use crate::model::statement::Apart;
use clew_engine::kernel::{Engine, Halt, IntervalId, Lit, Store};
use clew_engine::run::{Exhausted, Stats, Stop};
use clew_engine::search::{Learner, OnSolution};

/// The literals of the shown part of a solution, and the interval variables with their values.
type Shown = (Vec<Lit>, Vec<(IntervalId, i64)>);

impl Search<'_> {
    /// All solutions, each shown differently.
    pub(super) fn all(
        &mut self,
        mut engine: Engine,
        guidance: Guidance<'_>,
        stats: &mut Stats,
        each: &mut Each<'_>,
    ) -> Result<Exhausted, Halt> {
        let apart = self.statement.apart.clone();
        let on_solution = if apart.is_some() { OnSolution::Leave } else { OnSolution::TurnBack };
        let phases = self.placed(guidance.phases, engine.store());
        let options = self.options(&phases, guidance.free, on_solution);
        let mut learner = Learner::from_model(&mut engine, &self.kernel, options, &mut ())?;
        let budget = self.budget;
        loop {
            let mut shown: Option<Shown> = None;
            let mut sink = |engine: &Engine| {
                let flow = self.met(engine, each);
                shown = apart.as_ref().map(|by| self.shown(by, engine.store()));
                flow
            };
            let end = learner.run(&mut engine, &mut sink, budget, stats, &mut ());
            match (end, shown) {
                (Ok(exhausted), _) => return Ok(exhausted),
                (Err(Stop::Limit), Some((mut others, ends))) if !self.over => {
                    // The next solution must differ in a shown value.
                    others.iter_mut().for_each(|l| *l = !*l);
                    for (x, v) in ends {
                        others.extend([!engine.at_most(x, v), !engine.at_least(x, v)]);
                    }
                    engine.set_interrupt(budget.interrupt());
                    engine.add_clause(&others)?;
                    learner = learner.renewed(&mut engine, &mut ())?;
                }
                (Err(_), _) => return Err(Halt::Interrupted),
            }
        }
    }

    /// The shown part of the current solution.
    fn shown(&self, by: &Apart, store: &Store) -> Shown {
        // Solutions that differ in a sum differ in one of its variables.
        let terms = || by.sums.iter().flat_map(|sum| &sum.terms).map(|&(_, x)| x);
        let ints = terms().filter_map(|x| match x {
            Operand::Int(x) => Some(x),
            Operand::Bool(_) => None,
        });
        let bools = terms().filter_map(|x| match x {
            Operand::Int(_) => None,
            Operand::Bool(index) => Some(index),
        });
        let mut ends = Vec::new();
        let mut lits = Vec::new();
        for x in by.ints.iter().copied().chain(ints) {
            match self.places.ints[x as usize] {
                IntVarRef::Bits(Place { var, .. }) => {
                    lits.push(store.atom(var, store.domain(var).min()).pos());
                }
                IntVarRef::Ends { interval, .. } => ends.push((interval, store.low(interval))),
            }
        }
        let of = &self.statement.variables;
        let literal = |index: u32| {
            let l = guide::literal(index, of, &self.places, store)?;
            Some(if store.is_true(l) { l } else { !l })
        };
        lits.extend(by.bools.iter().map(|b| b.index).chain(bools).filter_map(literal));
        (lits, ends)
    }
}
