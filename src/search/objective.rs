//! Branch and bound: a shared incumbent and the propagator that demands better.
//!
//! The incumbent is not on the trail: it only tightens, so what it removed stays removed, on
//! backtracking and on every thread. For learning it is a permanent premise.

use crate::kernel::{
    Engine, Halt, Lit, Lits, Objective, Past, Priority, Propagation, Propagator, Status,
    Subscriptions, Tag,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// The best value found so far, shared by all jobs.
#[derive(Debug)]
pub struct Incumbent(AtomicI64);

impl Default for Incumbent {
    fn default() -> Self {
        Incumbent(AtomicI64::new(i64::MAX))
    }
}

impl Incumbent {
    /// The best value, `i64::MAX` if there is none.
    pub fn best(&self) -> i64 {
        self.0.load(Ordering::Acquire)
    }

    /// Notes a value; says whether it is a new best.
    pub fn improve(&self, value: i64) -> bool {
        self.0.fetch_min(value, Ordering::AcqRel) > value
    }
}

/// The value of the objective at a solution.
pub fn value_of(objective: &Objective, engine: &Engine) -> i64 {
    let sum: i64 =
        objective.terms.iter().filter(|t| engine.store().is_true(t.0)).map(|t| t.1).sum();
    objective.constant + sum
}

const TOO_DEAR: Tag = Tag::new(0, 0);

/// The sum of the weights of the true literals stays below the incumbent. Weights are positive.
///
/// Bounds consistency; linear in the terms. Explanation: the terms that are true.
#[derive(Clone)]
pub struct Better {
    objective: Objective,
    incumbent: Arc<Incumbent>,
}

impl Better {
    /// Posts the demand on an engine; negative weights are turned round first.
    pub fn post(engine: &mut Engine, objective: &Objective, incumbent: Arc<Incumbent>) {
        let mut positive = Objective { constant: objective.constant, ..Objective::default() };
        for &(l, w) in &objective.terms {
            if w < 0 {
                positive.constant += w;
                positive.terms.push((!l, -w));
            } else if w > 0 {
                positive.terms.push((l, w));
            }
        }
        let id = engine.add(Better { objective: positive, incumbent });
        engine.look_outside(id);
    }
}

impl Propagator for Better {
    fn name(&self) -> &'static str {
        "objective"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for &(l, _) in &self.objective.terms {
            to.on_lit(l);
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let best = self.incumbent.best();
        if best == i64::MAX {
            return Ok(Status::Fixpoint);
        }
        let spent: i64 =
            self.objective.terms.iter().filter(|t| p.is_true(t.0)).map(|t| t.1).sum::<i64>()
                + self.objective.constant;
        let room = best - 1 - spent;
        if room < 0 {
            return Err(p.fail(TOO_DEAR).into());
        }
        for i in 0..self.objective.terms.len() {
            let (l, w) = self.objective.terms[i];
            if w > room && !p.is_true(l) {
                p.infer(!l, TOO_DEAR)?;
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let terms = self.objective.terms.iter();
        why.extend(terms.map(|t| t.0).filter(|&l| Some(!l) != fact && past.is_true(l)));
    }

    fn rule(&self, _tag: Tag) -> &'static str {
        "no better than the incumbent"
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Group;
    use crate::run::{Budget, Exhausted, Stats};
    use crate::search::{BranchSpec, Brancher, LearnOptions, Learner, dfs};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::ops::ControlFlow;

    /// Plain search and learning find the optimum that looking at all assignments finds, with weights
    /// of both signs and clauses.
    #[test]
    fn the_optimum_is_that_of_brute_force() {
        let mut better = 0;
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let n = 7;
            let mut root = Engine::new();
            let first = root.new_bools(n);
            let lit = |i: u32, holds: bool| first.at(i).lit(holds);
            let clauses: Vec<Vec<(u32, bool)>> = (0..rng.random_range(3..9))
                .map(|_| (0..3).map(|_| (rng.random_range(0..n), rng.random_bool(0.5))).collect())
                .collect();
            for clause in &clauses {
                let lits: Vec<Lit> = clause.iter().map(|&(i, holds)| lit(i, holds)).collect();
                root.add_clause(&lits).expect("three literals leave a way");
            }
            let weights: Vec<(u32, bool, i64)> =
                (0..n).map(|i| (i, rng.random_bool(0.5), rng.random_range(-9..10))).collect();
            let terms = weights.iter().map(|&(i, holds, w)| (lit(i, holds), w)).collect();
            let objective = Objective { terms, constant: 3, negated: false };
            let mut values: Vec<i64> = (0..1u32 << n)
                .filter(|m| clauses.iter().all(|c| c.iter().any(|&(i, b)| (m >> i & 1 == 1) == b)))
                .map(|m| {
                    let chosen = weights.iter().filter(|&&(i, b, _)| (m >> i & 1 == 1) == b);
                    3 + chosen.map(|t| t.2).sum::<i64>()
                })
                .collect();
            values.sort_unstable();
            if values.is_empty() {
                continue;
            }
            let groups = [Group::Bools { bools: first, prefer: rng.random_bool(0.5) }];
            for learns in [false, true] {
                let incumbent = Arc::new(Incumbent::default());
                let mut engine = root.clone();
                Better::post(&mut engine, &objective, incumbent.clone());
                let mut sink = |e: &Engine| {
                    let value = value_of(&objective, e);
                    assert!(incumbent.improve(value), "every solution is better than the last");
                    better += 1;
                    ControlFlow::<()>::Continue(())
                };
                let (budget, mut stats) = (Budget::default(), Stats::default());
                let end = if learns {
                    let options = LearnOptions { luby_unit: 2, ..LearnOptions::default() };
                    let mut learner = Learner::new(&mut engine, &groups, options, &mut ())
                        .expect("an assignment is possible");
                    learner.run(&mut engine, &mut sink, &budget, &mut stats, &mut ())
                } else {
                    let spec = BranchSpec::default();
                    let mut brancher = Brancher::new(&groups, spec, engine.store());
                    dfs(&mut engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ())
                };
                assert_eq!(end, Ok(Exhausted));
                assert_eq!(Some(&incumbent.best()), values.first(), "seed {seed}, {learns}");
            }
        }
        assert!(better > 1000, "hardly anything was improved: {better}");
    }
}
