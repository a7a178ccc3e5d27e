//! Learning that meets every solution and keeps the clauses of failures only, on one thread.

use crate::kernel::{Group, Observer};
use crate::puzzle::Built;
use crate::run::Budget;
use crate::search::{BranchSpec, DecideBy, LearnOptions, OnSolution};
use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::learning::{Leader, learn_options};
use crate::strategy::means::Kind;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::progress::Progress;

/// See the head of the file.
pub(super) struct LearnAll;

/// Who decides: domains say better than conflicts alone where to go on; Booleans have none.
fn decide(built: &Built, spec: BranchSpec) -> DecideBy {
    let weighs_well = built.model.permutations.phase.is_some();
    let has_domains = matches!(built.model.groups.first(), Some(Group::Vars { .. }));
    if has_domains && !weighs_well { DecideBy::Plain(spec) } else { DecideBy::Activity }
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
        let options = LearnOptions {
            decide: decide(built, case.spec()),
            on_solution: OnSolution::TurnBack,
            ..learn_options(built, case.options)
        };
        let made = Leader::new(built, options, budget, How::Learn, seen);
        let leader = match made {
            Ok(leader) => leader,
            Err(end) => return Ok(end.into()),
        };
        case.how = How::Learn;
        case.leader = Some(leader);
        case.led = Kind::Learning;
        let bench = case.on(Kind::Learning);
        let leader = bench.leader.as_mut().expect("it was just made");
        let Leader { learner, engine, .. } = leader;
        let mut sink = bench.found.sink(bench.built, bench.puzzle, bench.incumbent);
        let stats = &mut bench.cost.stats;
        let end = learner.run(engine, &mut sink, budget, stats, seen);
        bench.cost.activations = learner.activations();
        Ok(end.into())
    }
}
