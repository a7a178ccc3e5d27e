//! Search that is cut into jobs. They are made from the instance alone, so the results do not depend on the number of
//! threads.

use crate::strategy::answers::solutions::Found;
use crate::strategy::case::Case;
use crate::strategy::plan::method_id::Kind;
use clew_engine::kernel::Engine;
use clew_engine::run::{Budget, End, Exhausted, Stats, Stop, Threads};
use clew_engine::search::split::{self, JobResult};

/// The results of the jobs.
pub struct Done {
    splits: split::Splits,
    results: Vec<JobResult<Found>>,
}

/// Cuts the root into this number of jobs and does `work` on each.
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
    let enough = found.enough_of_jobs();
    let results = split::run_jobs(&threads, root, &splits, budget, enough, |mut engine, budget| {
        let (mut mine, mut stats) = (found.fresh(), Stats::default());
        let end = work(&mut engine, &mut mine, budget, &mut stats);
        JobResult { count: mine.distinct(), found: vec![mine], end, stats }
    });
    Done { splits, results }
}

/// Adds up the results of jobs, in their order. They find the earlier solutions again.
pub(crate) fn gather(case: &mut Case<'_>, done: Done) -> End {
    case.tally.start_over();
    case.cost.stats.add(&done.splits.stats);
    let left_out = done.results.len() < done.splits.paths.len();
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
    // Jobs are left out only where the others have enough, which was seen above.
    if left_out && end.is_ok() { Err(Stop::Defect) } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{Options, Task};
    use clew_families::{Line, Path};
    use clew_puzzle::puzzle::{Answer, Board, Neighbourhood, Puzzle};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The two directions of a line are one line, also where they lie in different jobs: no job that may have another
    /// one is left out for them.
    #[test]
    fn a_line_that_two_jobs_find_is_one_line() {
        let board = Board::grid(2, 2, Neighbourhood::Rook, &[true; 4]);
        let puzzle = Puzzle::from(Path(Line { given: vec![None; 4], board }));
        // One line, the same the other way round, another line.
        let lines =
            [[1, 2, 4, 3], [4, 3, 1, 2], [1, 4, 2, 3]].map(|line| Answer::Line(line.to_vec()));
        for found in 1..=lines.len() {
            let options = Options { network: Some("assign".into()), ..Options::default() };
            let mut case = Case::new(&puzzle, Task::Check, &options, false).expect("a network");
            let budget = Budget::unlimited();
            let over = case.ready(Kind::Plain, &budget, &mut ()).expect("a network");
            assert!(over.is_none(), "there are lines");
            let root = &case.network(Kind::Plain).model.engine;
            let job = AtomicUsize::new(0);
            let done = jobs(&case, Kind::Plain, root, 4, &budget, |_, mine, _, _| {
                // On one thread jobs are done in their order.
                let line = lines[..found].get(job.fetch_add(1, Ordering::Relaxed));
                line.into_iter().for_each(|line| mine.adopt(std::slice::from_ref(line)));
                Ok(Exhausted)
            });
            let end = gather(&mut case, done);
            let distinct = case.tally.found.distinct();
            let expected = if found < 3 { (Ok(Exhausted), 1) } else { (Err(Stop::Limit), 2) };
            assert_eq!((end, distinct), expected, "after {found} lines");
        }
    }
}
