//! Search that is cut into jobs. They are made from the instance alone, so that what is found does not
//! depend on the number of threads.

use super::case::Case;
use super::found::Found;
use super::means::Kind;
use crate::kernel::Engine;
use crate::run::{Budget, End, Exhausted, Stats, Stop, Threads};
use crate::search::split::{self, JobResult};

/// What came of the jobs.
pub struct Done {
    splits: split::Splits,
    results: Vec<JobResult<Found>>,
}

/// Cuts the root into so many jobs and does `work` on each.
pub fn jobs(
    case: &Case<'_>,
    kind: Kind,
    root: &Engine,
    jobs: usize,
    budget: &Budget,
    work: impl Fn(&mut Engine, &mut Found, &Budget, &mut Stats) -> End + Sync,
) -> Done {
    let groups = &case.network(kind).model.groups;
    let splits = split::split(root, groups, case.spec(), jobs, budget);
    let found = &case.tally.found;
    let threads = Threads::new(case.options.threads);
    let enough = found.enough();
    let results = split::run_jobs(&threads, root, &splits, budget, enough, |mut engine, budget| {
        let (mut mine, mut stats) = (found.fresh(), Stats::default());
        let end = work(&mut engine, &mut mine, budget, &mut stats);
        JobResult { count: mine.distinct(), found: vec![mine], end, stats }
    });
    Done { splits, results }
}

/// Adds up what jobs found, in their order. What was found before is found again by them.
pub fn gather(case: &mut Case<'_>, done: Done) -> End {
    case.tally.start_over();
    case.cost.stats.add(&done.splits.stats);
    let mut end = done.splits.stopped.map_or(Ok(Exhausted), Err);
    for result in done.results {
        case.cost.stats.add(&result.stats);
        result.found.into_iter().for_each(|mine| case.tally.found.absorb(mine));
        if end.is_ok() {
            end = result.end;
        }
        if case.tally.found.is_full() {
            return Err(Stop::Limit);
        }
    }
    end
}
