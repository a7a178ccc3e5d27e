//! Solving under assumptions: is there a solution in which these literals hold? One learner answers
//! many such questions. Its clauses never depend on the assumptions, so they serve every later
//! question.
//!
//! Assumptions are decided before anything else, in their order, one level each. If one is false
//! when its turn comes, the assumptions that imply its negation are found by walking back over the
//! trail: together with it they form a *core*, which no solution satisfies. The levels of
//! assumptions stay when a question is answered; the next one keeps those that it begins with as
//! well.
//!
//! A clause for some questions only gets a literal of its own, its *switch*: it holds while the
//! switch is assumed ([`Switches`]).
//!
//! Source: Eén, Sörensson, "Temporal induction by incremental SAT solving", 2003.

use super::assumed::{AssumptionQuery, AssumptionResult};
use super::learn::Learner;
use super::options::OnSolution;
use crate::kernel::{Bools, Engine, Lit, Model, Observer};
use crate::run::{Budget, Exhausted, Stats, Stop};
use std::ops::ControlFlow;

impl Learner {
    /// Searches for a solution in which all assumptions hold, and passes it to `found`. Solutions are not
    /// forbidden afterwards. The engine is left at the level of the last assumption that was decided, or where the
    /// search was stopped; [`Learner::rest`] brings it to the root.
    ///
    /// # Errors
    /// The reason to stop: then nothing is known.
    pub fn ask<O: Observer>(
        &mut self,
        engine: &mut Engine,
        question: AssumptionQuery<'_>,
        found: &mut dyn FnMut(&Engine),
        budget: &Budget,
        stats: &mut Stats,
        seen: &mut O,
    ) -> Result<AssumptionResult, Stop> {
        if self.assumed.hopeless {
            return Ok(AssumptionResult::Refused(Vec::new()));
        }
        if self.assumed.stopped {
            self.rest(engine);
        }
        let level = self.assumed.replace(question);
        self.jump(engine, level);
        let usual = std::mem::replace(&mut self.on_solution, OnSolution::Leave);
        let mut sink = |engine: &Engine| {
            found(engine);
            ControlFlow::Break(())
        };
        let end = self.measured(engine, &mut sink, budget, stats, seen);
        self.on_solution = usual;
        match end {
            Err(Stop::Limit) => {
                self.jump(engine, self.assumed.top());
                Ok(AssumptionResult::Solution)
            }
            Ok(Exhausted) => {
                let core = std::mem::take(&mut self.assumed.core);
                self.assumed.hopeless = core.is_empty();
                Ok(AssumptionResult::Refused(core))
            }
            Err(stop) => {
                // Backtracking to the root may take long, and may not be needed any more.
                self.assumed.stopped = true;
                Err(stop)
            }
        }
    }

    /// Goes back to the root, where clauses and facts may be added to the engine.
    pub fn rest(&mut self, engine: &mut Engine) {
        self.jump(engine, 0);
        self.assumed.stopped = false;
    }
}

/// Literals that switch clauses on, a fresh one per clause. They are reserved in the model before
/// its learner is made.
#[derive(Clone, Debug)]
pub struct Switches {
    all: Bools,
    /// Those before this one are taken.
    next: u32,
}

impl Switches {
    /// Reserves switches for `n` clauses.
    pub fn reserve(model: &mut Model, n: u32) -> Switches {
        Switches { all: model.bools("switch", n), next: 0 }
    }

    /// Adds a clause that holds in questions that assume the returned literal; `None`: there are no
    /// more switches. The learner goes back to the root.
    pub fn clause(
        &mut self,
        learner: &mut Learner,
        engine: &mut Engine,
        lits: &[Lit],
    ) -> Option<Lit> {
        if self.next == self.all.len() {
            return None;
        }
        let switch = self.all.at(self.next);
        self.next += 1;
        learner.rest(engine);
        let mut clause = vec![switch.neg()];
        clause.extend_from_slice(lits);
        engine.add_clause(&clause).expect("its own literal is open");
        Some(switch.pos())
    }

    /// Clauses that can still be added.
    pub fn left(&self) -> u32 {
        self.all.len() - self.next
    }

    /// Retires a clause that is not needed again: clauses learnt from it are satisfied from now on.
    pub fn retire(&mut self, learner: &mut Learner, engine: &mut Engine, switch: Lit) {
        learner.rest(engine);
        // A clause without a literal left has made it false already.
        if !engine.store().is_false(switch) {
            engine.assert(!switch).expect("nothing else speaks of a switch");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Group;
    use crate::search::LearnOptions;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    const N: u32 = 9;

    /// Assignments of the clauses' Booleans, a bit each.
    fn solutions(x: Bools, clauses: &[Vec<Lit>]) -> Vec<u32> {
        let holds = |s: u32, c: &[Lit]| c.iter().any(|&l| fits(x, s, &[l]));
        (0..1u32 << N).filter(|&s| clauses.iter().all(|c| holds(s, c))).collect()
    }

    fn fits(x: Bools, s: u32, lits: &[Lit]) -> bool {
        let bit = |l: Lit| s >> x.index_of(l.atom()).expect("no switch") & 1 == 1;
        lits.iter().all(|&l| bit(l) == l.is_positive())
    }

    fn random_lits(x: Bools, rng: &mut ChaCha8Rng, n: usize) -> Vec<Lit> {
        (0..n).map(|_| x.at(rng.random_range(0..N)).lit(rng.random_bool(0.5))).collect()
    }

    /// Hundreds of random problems, many questions each, clauses switched on and off between them:
    /// the same as by trying all assignments, and every core is refused by itself.
    #[test]
    fn replies_are_those_of_brute_force() {
        let (mut refused, mut solved, mut shorter) = (0, 0, 0);
        for seed in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut model = Model::new();
            let x = model.bools("x", N);
            let clauses: Vec<Vec<Lit>> =
                (0..rng.random_range(12..34)).map(|_| random_lits(x, &mut rng, 3)).collect();
            let mut infeasible = false;
            for clause in &clauses {
                infeasible |= model.engine.add_clause(clause).is_err();
            }
            if infeasible {
                continue;
            }
            let mut switches = Switches::reserve(&mut model, 4);
            let groups = [Group::Bools { bools: x, prefer: seed % 2 == 0 }];
            let mut engine = model.engine.clone();
            let Ok(mut learner) =
                Learner::new(&mut engine, &groups, LearnOptions::default(), &mut ())
            else {
                assert!(solutions(x, &clauses).is_empty());
                continue;
            };
            let all = solutions(x, &clauses);
            let mut extra: Vec<(Lit, Vec<Lit>)> = Vec::new();
            let mut assume: Vec<Lit> = Vec::new();
            for _ in 0..40 {
                if rng.random_bool(0.1) {
                    let clause = random_lits(x, &mut rng, 2);
                    if let Some(l) = switches.clause(&mut learner, &mut engine, &clause) {
                        extra.push((l, clause));
                    }
                }
                if rng.random_bool(0.05) && !extra.is_empty() {
                    switches.retire(&mut learner, &mut engine, extra.remove(0).0);
                }
                // Questions often begin alike.
                assume.truncate(rng.random_range(0..=assume.len()));
                assume.extend(random_lits(x, &mut rng, 3));
                let on: Vec<&(Lit, Vec<Lit>)> =
                    extra.iter().filter(|_| rng.random_bool(0.5)).collect();
                let mut asked = assume.clone();
                asked.extend(on.iter().map(|e| e.0));
                let wish = random_lits(x, &mut rng, 2);
                let mut shown = None;
                let question = AssumptionQuery { assume: &asked, wish: &wish };
                let reply = learner.ask(
                    &mut engine,
                    question,
                    &mut |engine| {
                        let bit = |i: u32| u32::from(engine.store().is_true(x.at(i).pos())) << i;
                        shown = Some((0..N).map(bit).sum::<u32>());
                    },
                    &Budget::unlimited(),
                    &mut Stats::default(),
                    &mut (),
                );
                let allowed = |core: &[Lit]| -> Vec<u32> {
                    let (switched, plain): (Vec<Lit>, Vec<Lit>) =
                        core.iter().partition(|l| x.index_of(l.atom()).is_none());
                    let clause = |s: u32, c: &[Lit]| c.iter().any(|&l| fits(x, s, &[l]));
                    all.iter()
                        .copied()
                        .filter(|&s| fits(x, s, &plain))
                        .filter(|&s| {
                            extra.iter().all(|e| !switched.contains(&e.0) || clause(s, &e.1))
                        })
                        .collect()
                };
                match reply.expect("nothing limits it") {
                    AssumptionResult::Solution => {
                        let s = shown.expect("a solution is shown");
                        assert!(allowed(&asked).contains(&s), "seed {seed}");
                        solved += 1;
                    }
                    AssumptionResult::Refused(core) => {
                        assert_eq!(shown, None);
                        assert!(core.iter().all(|l| asked.contains(l)), "seed {seed}");
                        assert!(allowed(&core).is_empty(), "seed {seed}: not a core");
                        assert!(allowed(&asked).is_empty());
                        refused += 1;
                        shorter += u32::from(core.len() < asked.len());
                    }
                }
            }
        }
        assert!(refused > 1000 && solved > 1000 && shorter > 500, "{refused} {solved} {shorter}");
    }

    /// A wish is obeyed where it can be, and is no assumption.
    #[test]
    fn wishes_choose_among_solutions() {
        let mut model = Model::new();
        let x = model.bools("x", 3);
        let lit = |i: u32| x.at(i).pos();
        model.engine.add_clause(&[!lit(0), !lit(1)]).expect("open");
        let mut engine = model.engine.clone();
        let groups = [Group::Bools { bools: x, prefer: false }];
        let mut learner =
            Learner::new(&mut engine, &groups, LearnOptions::default(), &mut ()).expect("open");
        let mut shown: Vec<bool> = Vec::new();
        let question = AssumptionQuery { assume: &[lit(0)], wish: &[lit(1), lit(2)] };
        let reply = learner.ask(
            &mut engine,
            question,
            &mut |engine| shown = (0..3).map(|i| engine.store().is_true(lit(i))).collect(),
            &Budget::unlimited(),
            &mut Stats::default(),
            &mut (),
        );
        assert_eq!(reply, Ok(AssumptionResult::Solution));
        assert_eq!(shown, [true, false, true]);
        assert_eq!(engine.level(), 1, "the assumption stays decided");
        learner.rest(&mut engine);
        assert_eq!(engine.level(), 0);
    }
}
