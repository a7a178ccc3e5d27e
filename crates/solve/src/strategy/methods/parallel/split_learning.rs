//! Learning that meets every solution, cut into jobs, each of which begins with the clauses that one learner has learnt
//! before.

use crate::strategy::case::Case;
use crate::strategy::count::jobs::{gather, jobs};
use crate::strategy::error::RunError;
use crate::strategy::learning::never_begun;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::plan::tuning;
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;

/// See the module documentation.
pub(crate) struct SplitLearning;

impl Method for SplitLearning {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let Some(mut leader) = case.leader.take() else {
            return Ok(Progress::NotApplicable("nothing was learnt to begin with".into()));
        };
        leader.engine.compact_clauses();
        let built = case.network(Kind::Learning);
        let learner = &leader.learner;
        let cut = tuning::LEARNER_JOBS;
        let work = jobs(
            case,
            Kind::Learning,
            &leader.engine,
            cut,
            budget,
            |engine, found, budget, stats| {
                let mut sink = found.sink(built, case.puzzle, &case.incumbent);
                match learner.clone().renewed(engine, &mut ()) {
                    Ok(mut own) => own.run(engine, &mut sink, budget, stats, &mut ()),
                    Err(halt) => never_begun(halt, budget),
                }
            },
        );
        case.how = How::Learn;
        Ok(gather(case, work).into())
    }
}
