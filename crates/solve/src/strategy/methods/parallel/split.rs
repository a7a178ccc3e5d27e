//! Plain search of the whole tree, cut into jobs.

use crate::strategy::case::Case;
use crate::strategy::count::jobs::{gather, jobs};
use crate::strategy::error::RunError;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::plan::tuning;
use crate::strategy::progress::Progress;
use clew_engine::kernel::Observer;
use clew_engine::run::Budget;
use clew_engine::search::{Brancher, dfs};

/// See the module documentation.
pub(crate) struct Split;

impl Method for Split {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        if let Some(over) = case.ready(Kind::Plain, budget, seen)? {
            return Ok(over);
        }
        let built = case.network(Kind::Plain);
        let (spec, root) = (case.spec(), &built.model.engine);
        let work =
            jobs(case, Kind::Plain, root, tuning::JOBS, budget, |engine, found, budget, stats| {
                let mut brancher = Brancher::new(&built.model.groups, spec, engine.store());
                let mut sink = found.sink(built, case.puzzle, &case.incumbent);
                dfs(engine, &mut brancher, &mut sink, budget, stats, &mut ())
            });
        case.how = How::Dfs;
        Ok(gather(case, work).into())
    }
}
