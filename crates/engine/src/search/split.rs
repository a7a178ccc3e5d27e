//! Parallel search: first-branch splits.
//!
//! A job is a path of decisions from the root, found breadth-first by the brancher's own choices. The
//! jobs depend on the instance and on the requested number of jobs, not on the number of threads;
//! each is replayed on a clone of the root; results are merged in job order. So answers and counts
//! are the same at any number of threads.
//!
//! Source: Malapert, Régin, Rezgui, "Embarrassingly parallel search in constraint programming",
//! 2016.

use super::decide::{BranchSpec, Brancher};
use crate::kernel::{Engine, Group, Halt, Lit, Observer, Reason};
use crate::run::{Budget, End, Exhausted, Stats, Stop, Threads};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The open sub-problems, in depth-first (left to right) order, as literal paths.
pub struct Splits {
    /// The paths; together they cover the part that is not yet solved.
    pub paths: Vec<Vec<Lit>>,
    /// For each path the sides of its choices, 0 or 1: an identifier of the path that does not
    /// depend on the numbering of literals.
    pub sides: Vec<Vec<u8>>,
    /// Decisions taken and failures met while splitting.
    pub stats: Stats,
    /// Splitting itself was stopped.
    pub stopped: Option<Stop>,
}

/// Splits the search below the root into at least `jobs` open sub-problems, if it is that large.
/// Sub-problems that fail at once are dropped; a path may already be a solution.
///
/// Each choice is made by a new brancher, so that it depends on its path alone.
pub fn split(
    engine: &Engine,
    groups: &[Group],
    spec: BranchSpec,
    jobs: usize,
    budget: &Budget,
) -> Splits {
    let mut stats = Stats::default();
    let mut open: VecDeque<(Vec<u8>, Vec<Lit>)> = VecDeque::from([(Vec::new(), Vec::new())]);
    let mut done: Vec<(Vec<u8>, Vec<Lit>)> = Vec::new();
    let mut stopped = None;
    while open.len() + done.len() < jobs {
        let Some((key, path)) = open.pop_front() else { break };
        // Unvisited paths stay open.
        stopped = budget.reached(stats.nodes);
        if stopped.is_some() {
            open.push_front((key, path));
            break;
        }
        let mut here = engine.clone();
        here.set_interrupt(budget.interrupt());
        match replay(&mut here, &path, &mut ()) {
            Err(Halt::Conflict) => stats.failures += 1,
            Err(Halt::Interrupted) => {
                stopped = Some(budget.why());
                open.push_front((key, path));
                break;
            }
            Ok(()) => match Brancher::new(groups, spec, here.store()).choose(&here) {
                None => done.push((key, path)),
                Some(l) => {
                    stats.nodes += 1;
                    for (side, lit) in [(0, l), (1, !l)] {
                        let (mut key, mut path) = (key.clone(), path.clone());
                        key.push(side);
                        path.push(lit);
                        open.push_back((key, path));
                    }
                }
            },
        }
    }
    done.extend(open);
    done.sort();
    let (sides, paths) = done.into_iter().unzip();
    Splits { paths, sides, stats, stopped }
}

/// Replays the decisions of a path on a fresh clone of the root.
///
/// # Errors
/// The sub-problem has no solution, or propagation was interrupted.
pub fn replay<O: Observer>(engine: &mut Engine, path: &[Lit], seen: &mut O) -> Result<(), Halt> {
    engine.fixpoint(seen)?;
    for &l in path {
        engine.assign(l, Reason::GIVEN)?;
        engine.fixpoint(seen)?;
    }
    Ok(())
}

/// The result of one job.
pub struct JobResult<T> {
    /// The solutions found, in the job's own order.
    pub found: Vec<T>,
    /// The number of solutions counted (at least `found.len()`).
    pub count: u64,
    /// How the job ended.
    pub end: End,
    /// The statistics of the job.
    pub stats: Stats,
}

impl<T> JobResult<T> {
    /// The result of a job that ended before it reached its sub-problem.
    fn barren(end: End, failures: u64) -> JobResult<T> {
        let stats = Stats { failures, ..Stats::default() };
        JobResult { found: Vec::new(), count: 0, end, stats }
    }
}

/// Runs `work` on every path, on these threads. When `enough` solutions are
/// found in jobs that have no unfinished job to their left, the jobs to the right are cancelled.
/// Returns the results in job order; cancelled jobs at the end are left out.
pub fn run_jobs<T: Send>(
    threads: &Threads,
    root: &Engine,
    splits: &Splits,
    budget: &Budget,
    enough: Option<u64>,
    work: impl Fn(Engine, &Budget) -> JobResult<T> + Sync,
) -> Vec<JobResult<T>> {
    let flags: Vec<Arc<AtomicBool>> =
        splits.paths.iter().map(|_| Arc::new(AtomicBool::new(false))).collect();
    let counts: Vec<AtomicUsize> =
        splits.paths.iter().map(|_| AtomicUsize::new(usize::MAX)).collect();
    let results: Vec<JobResult<T>> = threads.map(&splits.paths, |i, path: &Vec<Lit>| {
        let result = run_job(root, path, &budget.with_cancel(flags[i].clone()), &work);
        counts[i].store(result.count as usize, Ordering::Release);
        if let Some(enough) = enough {
            cancel_right(&flags, &counts, enough as usize);
        }
        result
    });
    let mut kept = Vec::with_capacity(results.len());
    let mut sum = 0;
    for r in results {
        sum += r.count;
        kept.push(r);
        if enough.is_some_and(|e| sum >= e) {
            break;
        }
    }
    kept
}

/// Runs `work` on one path.
fn run_job<T>(
    root: &Engine,
    path: &[Lit],
    budget: &Budget,
    work: &(impl Fn(Engine, &Budget) -> JobResult<T> + Sync),
) -> JobResult<T> {
    // A large root takes some milliseconds to copy, and many jobs may be left when a limit is reached.
    if let Some(stop) = budget.urgent() {
        return JobResult::barren(Err(stop), 0);
    }
    let mut engine = root.clone();
    engine.set_interrupt(budget.interrupt());
    match replay(&mut engine, path, &mut ()) {
        Ok(()) => work(engine, budget),
        Err(Halt::Conflict) => JobResult::barren(Ok(Exhausted), 1),
        Err(Halt::Interrupted) => JobResult::barren(Err(budget.why()), 0),
    }
}

/// Cancels every job to the right of the first finished prefix that has enough.
fn cancel_right(flags: &[Arc<AtomicBool>], counts: &[AtomicUsize], enough: usize) {
    let mut sum = 0usize;
    for (i, c) in counts.iter().enumerate() {
        let c = c.load(Ordering::Acquire);
        if c == usize::MAX {
            return;
        }
        sum = sum.saturating_add(c);
        if sum >= enough {
            for f in &flags[i + 1..] {
                f.store(true, Ordering::Relaxed);
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Bools;

    /// Booleans, false first, of which these pairs are not both false.
    fn booleans(n: u32, pairs: &[[u32; 2]]) -> (Engine, Bools, [Group; 1]) {
        let mut engine = Engine::new();
        let bools = engine.new_bools(n);
        for &[i, j] in pairs {
            engine.add_clause(&[bools.at(i).pos(), bools.at(j).pos()]).expect("open");
        }
        let groups = [Group::Bools { bools, prefer: false }];
        (engine, bools, groups)
    }

    #[test]
    fn paths_come_from_left_to_right_and_each_choice_is_a_node() {
        let (engine, bools, groups) = booleans(3, &[]);
        let splits = split(&engine, &groups, BranchSpec::default(), 4, &Budget::default());
        assert_eq!(splits.sides, [[0, 0], [0, 1], [1, 0], [1, 1]]);
        let path = |a: bool, b: bool| vec![bools.at(0).lit(a), bools.at(1).lit(b)];
        let all = [path(false, false), path(false, true), path(true, false), path(true, true)];
        assert_eq!(splits.paths, all);
        assert_eq!((splits.stats.nodes, splits.stats.failures), (3, 0));
        assert_eq!(splits.stopped, None);
        // As many jobs as requested, with no more choices than needed.
        for jobs in 1..=8 {
            let splits = split(&engine, &groups, BranchSpec::default(), jobs, &Budget::default());
            assert_eq!((splits.paths.len(), splits.stats.nodes), (jobs, jobs as u64 - 1));
        }
        // There are no more than eight assignments: each of them is a path of its own.
        let splits = split(&engine, &groups, BranchSpec::default(), 100, &Budget::default());
        assert_eq!((splits.paths.len(), splits.stats.nodes), (8, 7));
    }

    /// If only one branch is left, the others are failures, and give no paths.
    #[test]
    fn dead_branches_are_dropped_and_counted() {
        // Both or one of 0 and 1, and of 0 and its neighbour: without 0 both follow.
        let (mut engine, bools, groups) = booleans(3, &[[0, 1], [0, 2]]);
        let both = [bools.at(1).neg(), bools.at(2).neg()];
        engine.add_clause(&both).expect("open");
        let splits = split(&engine, &groups, BranchSpec::default(), 100, &Budget::default());
        // 0 holds; then 1 and 2 not both: three solutions.
        assert_eq!((splits.paths.len(), splits.stats.failures), (3, 1));
        assert!(splits.paths.iter().all(|path| path[0] == bools.at(0).pos()));
        let stopped = split(
            &engine,
            &groups,
            BranchSpec::default(),
            100,
            &Budget::default().at_most_nodes(1),
        );
        assert_eq!((stopped.stopped, stopped.stats.nodes), (Some(Stop::Nodes), 1));
    }

    /// Jobs right of those that have found enough are left out, and a job that fails at once counts as a
    /// failure.
    #[test]
    fn enough_is_enough_from_the_left() {
        let (engine, bools, groups) = booleans(3, &[]);
        let mut splits = split(&engine, &groups, BranchSpec::default(), 4, &Budget::default());
        splits.paths[1] = vec![bools.at(0).pos(), bools.at(0).neg()];
        let one = |_: Engine, _: &Budget| JobResult {
            found: vec![()],
            count: 2,
            end: Ok(Exhausted),
            stats: Stats::default(),
        };
        let run = |enough| {
            let (threads, budget) = (Threads::new(1), Budget::default());
            let results = run_jobs(&threads, &engine, &splits, &budget, enough, one);
            results.iter().map(|r| (r.count, r.stats.failures)).collect::<Vec<_>>()
        };
        assert_eq!(run(None), [(2, 0), (0, 1), (2, 0), (2, 0)]);
        assert_eq!(run(Some(2)), [(2, 0)]);
        assert_eq!(run(Some(3)), [(2, 0), (0, 1), (2, 0)]);
    }

    /// A root that takes long to copy is not copied for jobs whose results are no longer needed.
    #[test]
    fn jobs_that_a_limit_has_reached_are_not_begun() {
        let (engine, _, groups) = booleans(3, &[]);
        let splits = split(&engine, &groups, BranchSpec::default(), 4, &Budget::default());
        let raised = Budget::default().with_cancel(Arc::new(AtomicBool::new(true)));
        let begun = |_: Engine, _: &Budget| -> JobResult<()> { panic!("a job was begun") };
        let results = run_jobs(&Threads::new(1), &engine, &splits, &raised, None, begun);
        assert_eq!(results.len(), 4);
        assert!(results.iter().all(|r| r.end == Err(Stop::Interrupt) && r.count == 0));
    }

    #[test]
    fn only_a_finished_beginning_cancels() {
        let flags: Vec<Arc<AtomicBool>> = (0..4).map(|_| Arc::default()).collect();
        let counts = [3, usize::MAX, 9, usize::MAX].map(AtomicUsize::new);
        let cancelled = || flags.iter().map(|f| f.load(Ordering::Relaxed)).collect::<Vec<_>>();
        cancel_right(&flags, &counts, 4);
        assert_eq!(cancelled(), [false; 4], "the second one may still find what is wanted");
        counts[1].store(1, Ordering::Release);
        cancel_right(&flags, &counts, 4);
        assert_eq!(cancelled(), [false, false, true, true]);
    }
}
