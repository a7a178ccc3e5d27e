//! Learning that meets every solution and keeps the clauses of failures only, on one thread.

use crate::kernel::{Group, Observer};
use crate::puzzle::Built;
use crate::run::Budget;
use crate::search::Brancher;
use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::learning::Leader;
use crate::strategy::means::Kind;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::progress::Progress;

/// See the head of the file.
pub(super) struct LearnAll;

/// What to branch on where domains say better than conflicts alone where to go on; Booleans have none.
fn by_domain(case: &Case<'_>, built: &Built, leader: &Leader) -> Option<Brancher> {
    let groups = &built.model.groups;
    let weighs_well = built.model.permutations.affirm;
    let by_domain = !weighs_well && matches!(groups.first(), Some(Group::Vars { .. }));
    by_domain.then(|| Brancher::new(groups, case.spec(), leader.engine.store()))
}

impl Method for LearnAll {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if let Some(over) = case.ready(Kind::Learning, budget, seen)? {
            return Ok(over);
        }
        case.start_over();
        let built = case.network(Kind::Learning);
        let made = Leader::new(case.puzzle, case.options, built, budget, How::Learn, seen);
        let mut leader = match made {
            Ok(leader) => leader,
            Err(end) => return Ok(end.into()),
        };
        leader.brancher = by_domain(case, built, &leader);
        case.how = How::Learn;
        case.leader = Some(leader);
        let bench = case.on(Kind::Learning);
        let leader = bench.leader.as_mut().expect("it was just made");
        let Leader { learner, engine, brancher, .. } = leader;
        let mut sink = bench.found.sink(bench.built, bench.puzzle, bench.incumbent);
        let stats = &mut bench.cost.stats;
        let end = learner.walk_all(engine, brancher.as_mut(), &mut sink, budget, stats, seen);
        bench.cost.activations = learner.activations();
        Ok(end.into())
    }
}
