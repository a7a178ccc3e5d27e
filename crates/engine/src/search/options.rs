//! The options of a learner, assembled in one place.

use super::conflict::{AdaptOptions, NogoodKind, RestartPolicy};
use super::decide::{BranchSpec, Decider, DeciderContext, MakeDecider, Turns};
use crate::kernel::{Halt, Model};

/// The decay of old activity unless the model sets it.
const DECAY: f64 = 0.9;

/// The action after a solution, so that the next one is different.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum OnSolution {
    /// The decisions that led to it are forbidden by a clause. Search may be stopped and continued,
    /// and its first solutions are spread over the search space; every solution leaves a clause
    /// behind.
    #[default]
    Forbid,
    /// Search continues with the other side of the last decision, as plain search does: nothing is
    /// stored for a solution, so there may be very many, and clauses stay consequences of the
    /// problem. After a limit, search cannot be continued, only restarted.
    TurnBack,
    /// Nothing: the search ends, and may meet the solution again.
    Leave,
}

/// The decider.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum DecideBy {
    /// Activity in conflicts, weighted by the alternatives that are left if the model has
    /// permutations.
    #[default]
    Activity,
    /// The branching of plain search.
    Plain(BranchSpec),
    /// The model's static orders in turns; activity, if it has none.
    StaticOrders(Turns),
    /// A user-defined decider; [`DecideBy::own`] makes it from a function.
    Own(MakeDecider),
}

impl DecideBy {
    /// A user-defined decider, created by this function for each search.
    ///
    /// The first open literal in a fixed order:
    ///
    /// ```
    /// use clew_engine::kernel::{Engine, Group, Lit};
    /// use clew_engine::run::{Budget, Stats};
    /// use clew_engine::search::{Count, DecideBy, Decider, LearnOptions, Learner};
    ///
    /// #[derive(Clone)]
    /// struct InOrder(Vec<Lit>);
    ///
    /// impl Decider for InOrder {
    ///     fn next(&mut self, engine: &Engine, _patient: bool) -> Option<Lit> {
    ///         self.0.iter().copied().find(|l| engine.store().is_open(l.atom()))
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let bools = engine.new_bools(3);
    /// let lits: Vec<Lit> = bools.iter().map(|a| a.pos()).collect();
    /// engine.add_clause(&lits).unwrap();
    /// let decide = DecideBy::own(move |_| Ok(InOrder(lits.clone())));
    /// let options = LearnOptions { decide, ..LearnOptions::default() };
    /// let groups = [Group::Bools { bools, prefer: true }];
    /// let mut learner = Learner::new(&mut engine, &groups, options, &mut ()).unwrap();
    /// let mut count = Count::default();
    /// learner.run(&mut engine, &mut count, &Budget::default(), &mut Stats::default(), &mut ()).unwrap();
    /// assert_eq!(count.found, 7);
    /// ```
    ///
    /// # Panics
    /// The search panics if the decider chooses a literal whose atom is decided, or returns `None`
    /// while an atom of the groups is open.
    pub fn own<D: Decider + 'static>(
        make: impl Fn(&DeciderContext<'_>) -> Result<D, Halt> + Send + Sync + 'static,
    ) -> DecideBy {
        DecideBy::Own(MakeDecider::new(make))
    }
}

/// Settings of the learning search.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnOptions {
    /// The decider.
    pub decide: DecideBy,
    /// The action after a solution.
    pub on_solution: OnSolution,
    /// The kind of nogood learnt from a failure.
    pub nogoods: NogoodKind,
    /// When search restarts.
    pub restarts: RestartPolicy,
    /// The decay factor of activity: 0.8 (fast) to 0.99.
    pub decay: f64,
    /// Unit of Luby's sequence, in conflicts.
    pub luby_unit: u64,
    /// Learnt clauses with at most this glue are kept for ever.
    pub keep_glue: u32,
    /// Conflicts until learnt clauses are first reduced.
    pub first_reduce: u64,
    /// The maximal number of learnt clauses of three literals or more: above it only the better
    /// half is kept, regardless of glue. Clauses that forbid solutions do not count, and stay.
    pub most_clauses: usize,
    /// Conflicts until phases are first reset; the distance grows linearly.
    pub rephase: u64,
    /// Seed that perturbs the initial order of decisions; 0: the model's order.
    pub seed: u64,
    /// Whether later groups of the model come first among atoms of equal activity.
    pub backwards: bool,
    /// How costly redundant propagators are switched off and on; `None`: all run, always.
    pub adaptive: Option<AdaptOptions>,
}

impl Default for LearnOptions {
    fn default() -> Self {
        LearnOptions {
            decide: DecideBy::default(),
            on_solution: OnSolution::default(),
            nogoods: NogoodKind::default(),
            restarts: RestartPolicy::default(),
            decay: DECAY,
            luby_unit: 100,
            keep_glue: 2,
            first_reduce: 300,
            most_clauses: usize::MAX,
            rephase: 1000,
            seed: 0,
            backwards: false,
            adaptive: None,
        }
    }
}

impl LearnOptions {
    /// The default options with the hints of the model.
    pub fn from_model(model: &Model) -> LearnOptions {
        LearnOptions { decay: model.hints.decay.unwrap_or(DECAY), ..LearnOptions::default() }
    }

    /// Options for a portfolio worker next to the leader, which has these options; workers are
    /// numbered from 1. They differ in their seeds; those with odd numbers use a slower decay of
    /// activity and begin with the last groups, the others use a faster decay and keep to static
    /// orders, each beginning with another one. A user-defined decider is used by all.
    pub fn for_member(&self, member: usize) -> LearnOptions {
        let odd = member % 2 == 1;
        let fades = 1.0 - self.decay;
        let orders = Turns { alternates: false, first: member / 2, ..Turns::default() };
        LearnOptions {
            decide: match &self.decide {
                own @ DecideBy::Own(_) => own.clone(),
                _ if odd => DecideBy::Activity,
                _ => DecideBy::StaticOrders(orders),
            },
            decay: 1.0 - if odd { fades / 2.0 } else { fades * 2.0 },
            seed: self.seed.wrapping_add(member as u64).max(1),
            backwards: odd,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Workers keep the hints of the model and differ from the leader in both directions.
    #[test]
    fn members_get_the_hints_of_the_model() {
        let mut model = Model::new();
        assert_eq!(LearnOptions::from_model(&model).decay, DECAY);
        model.hints.decay = Some(0.95);
        let leader = LearnOptions { seed: 7, ..LearnOptions::from_model(&model) };
        assert_eq!(leader.decay, 0.95);
        for member in 1..6 {
            let own = leader.for_member(member);
            let slower = member % 2 == 1;
            assert_eq!(own.decay > leader.decay, slower, "member {member}");
            assert!(own.decay > 0.85 && own.decay < 1.0);
            assert_eq!((own.backwards, own.seed), (slower, 7 + member as u64));
            assert_eq!(own.adaptive, leader.adaptive);
        }
        let orders = |member| match leader.for_member(member).decide {
            DecideBy::StaticOrders(turns) => Some(turns.first),
            _ => None,
        };
        assert_eq!([1, 2, 3, 4].map(orders), [None, Some(1), None, Some(2)]);
    }
}
