//! Learning that meets every solution and keeps the clauses of failures only, on one thread.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::learning::{Leader, options_for_all};
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// See the module documentation.
pub(super) struct LearnAll;

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
        case.tally.start_over();
        let built = case.network(Kind::Learning);
        let options = options_for_all(built, case.options, case.spec());
        let made = Leader::new(Kind::Learning, built, options, budget, How::Learn, seen);
        let leader = match made {
            Ok(leader) => leader,
            Err(end) => return Ok(end.into()),
        };
        case.how = How::Learn;
        case.leader = Some(leader);
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
