//! Every solution by search, without and with learning: on one thread first, then split into jobs that
//! depend on the instance alone.

use super::run::Session;
use super::tally::Tally;
use crate::kernel::{Engine, Group, Halt, Observer};
use crate::run::{Budget, End, Exhausted, Stats, Stop, Threads};
use crate::search::split::{self, JobResult};
use crate::search::{Brancher, DecideBy, LearnOptions, Learner, OnSolution, dfs};

/// Decisions of plain search on one thread before it is worth splitting.
const SPLIT_AFTER: u64 = 2_000;
/// Decisions of a learner on one thread before it is worth splitting. What it has learnt by then goes
/// to all jobs. Where a puzzle may fall into parts, these are looked for then.
const LEARN_AFTER: u64 = 20_000;
/// Sub-problems a split search is cut into: fixed, so that results do not depend on threads.
const JOBS: usize = 96;
/// The same for learners: what one job learns is lost to the next.
const LEARNERS: usize = 32;
/// Learning is worth its cost when plain search fails so many times as often as it finds a solution.
const FAILURES_A_SOLUTION: u64 = 8;

impl Session<'_> {
    /// Plain search for a while; where it mostly failed, learning; else counting by parts where the
    /// puzzle may fall into independent ones and has solutions, plain search where not. Learning gives
    /// way to parts after a while: it meets every solution, and there may be more than anybody can
    /// meet. Says which it was.
    pub(super) fn all<O: Observer>(&mut self, seen: &mut O) -> (End, &'static str) {
        let budget = self.options.budget.clone();
        let mut engine = self.built.model.engine.clone();
        let before = self.stats;
        let first = self.at_most(SPLIT_AFTER);
        let end = self.depth_first(&mut engine, &first, seen);
        if end != Err(Stop::Nodes) || budget.nodes.is_some_and(|n| self.stats.nodes >= n) {
            return (end, "dfs");
        }
        let failures = self.stats.failures - before.failures;
        let solutions = self.stats.solutions - before.solutions;
        let ties = self.built.model.ties.clone().filter(|_| self.counts() && solutions > 0);
        if failures > FAILURES_A_SOLUTION * solutions {
            self.tally.restart();
            let plain = self.enrich();
            let end = self.learn_all(seen, ties.is_none());
            let budget = &self.options.budget;
            let ended = end != Err(Stop::Nodes) || budget.reached(self.stats.nodes).is_some();
            let Some(ties) = ties.filter(|_| !ended) else { return (end, "learn") };
            // Parts are told by the network's own constraints; what learning adds is in the way.
            self.built = plain;
            return (self.by_parts(&ties, seen), "parts");
        }
        if let Some(ties) = ties {
            return (self.by_parts(&ties, seen), "parts");
        }
        if self.alone::<O>() {
            self.tally.restart();
            let mut engine = self.built.model.engine.clone();
            return (self.depth_first(&mut engine, &budget, seen), "dfs");
        }
        (self.parallel(), "dfs")
    }

    /// Plain search.
    pub(super) fn plain<O: Observer>(&mut self, seen: &mut O) -> End {
        let budget = self.options.budget.clone();
        let mut engine = self.built.model.engine.clone();
        // On one thread the same jobs run one after the other, so that lists of solutions do not
        // depend on threads.
        if self.alone::<O>() {
            return self.depth_first(&mut engine, &budget, seen);
        }
        let end = self.depth_first(&mut engine, &self.at_most(SPLIT_AFTER), seen);
        if end != Err(Stop::Nodes) {
            return end;
        }
        self.parallel()
    }

    /// Learning, with the clauses of failures only; to the end, or for a while on one thread.
    pub(super) fn learn_all<O: Observer>(&mut self, seen: &mut O, to_the_end: bool) -> End {
        let budget = self.options.budget.clone();
        let mut engine = self.built.model.engine.clone();
        let model = &self.built.model;
        // Domains say better than conflicts alone where to go on; Booleans have none.
        let weighs_well = model.permutations.phase.is_some();
        let by_domain = !weighs_well && matches!(model.groups.first(), Some(Group::Vars { .. }));
        let decide = if by_domain { DecideBy::Plain(self.spec()) } else { DecideBy::Activity };
        let options =
            LearnOptions { decide, on_solution: OnSolution::TurnBack, ..self.learn_options() };
        let mut learner = match self.learner(&mut engine, options, seen) {
            Ok(learner) => learner,
            Err(end) => return end,
        };
        let alone = self.alone::<O>();
        let unsplit = alone && to_the_end;
        let first = if unsplit { budget.clone() } else { self.at_most(LEARN_AFTER) };
        let mut sink = self.tally.sink(&self.built, self.puzzle, &self.incumbent);
        let end = learner.run(&mut engine, &mut sink, &first, &mut self.stats, seen);
        self.activations = learner.activations();
        if alone || !to_the_end || end != Err(Stop::Nodes) {
            return end;
        }
        engine.compact_clauses();
        let parts = self.jobs(&engine, LEARNERS, |engine, tally, budget, stats| {
            let mut sink = tally.sink(&self.built, self.puzzle, &self.incumbent);
            match learner.clone().renewed(engine, &mut ()) {
                Ok(mut own) => own.run(engine, &mut sink, budget, stats, &mut ()),
                Err(Halt::Conflict) => Ok(Exhausted),
                Err(Halt::Interrupted) => Err(budget.why()),
            }
        });
        self.gather(parts)
    }

    /// Whether the run is for one thread without splits: a node limit means the same nodes on any
    /// machine, so it is not spread over jobs, and an observer sees one search.
    pub(super) fn alone<O: Observer>(&self) -> bool {
        self.options.budget.nodes.is_some() || O::CALLS
    }

    /// The limits, with so many more decisions at the most.
    fn at_most(&self, nodes: u64) -> Budget {
        let nodes = self.stats.nodes + nodes;
        self.options.budget.at_most_nodes(nodes)
    }

    /// How a learner searches this network: what the model hints at and the user's options.
    pub(super) fn learn_options(&self) -> LearnOptions {
        LearnOptions {
            seed: self.options.seed,
            adaptive: self.options.adaptive,
            ..LearnOptions::of(&self.built.model)
        }
    }

    /// A learner at the root of an engine of this network, or why there is nothing to search.
    pub(super) fn learner<O: Observer>(
        &self,
        engine: &mut Engine,
        options: LearnOptions,
        seen: &mut O,
    ) -> Result<Learner, End> {
        Learner::of(engine, &self.built.model, options, seen).map_err(|halt| match halt {
            Halt::Conflict => Ok(Exhausted),
            Halt::Interrupted => Err(self.options.budget.why()),
        })
    }

    /// Plain search with an engine.
    pub(super) fn depth_first<O: Observer>(
        &mut self,
        engine: &mut Engine,
        budget: &Budget,
        seen: &mut O,
    ) -> End {
        let mut brancher = Brancher::new(&self.built.model.groups, self.spec(), engine.store());
        let mut sink = self.tally.sink(&self.built, self.puzzle, &self.incumbent);
        dfs(engine, &mut brancher, &mut sink, budget, &mut self.stats, seen)
    }

    fn parallel(&mut self) -> End {
        let spec = self.spec();
        let parts = self.jobs(&self.built.model.engine, JOBS, |engine, tally, budget, stats| {
            let mut brancher = Brancher::new(&self.built.model.groups, spec, engine.store());
            let mut sink = tally.sink(&self.built, self.puzzle, &self.incumbent);
            dfs(engine, &mut brancher, &mut sink, budget, stats, &mut ())
        });
        self.gather(parts)
    }

    /// Cuts the root into so many jobs and does `work` on each.
    fn jobs(
        &self,
        root: &Engine,
        jobs: usize,
        work: impl Fn(&mut Engine, &mut Tally, &Budget, &mut Stats) -> End + Sync,
    ) -> (split::Splits, Vec<JobResult<Tally>>) {
        let brancher = Brancher::new(&self.built.model.groups, self.spec(), root.store());
        let budget = &self.options.budget;
        let splits = split::split(root, &brancher, jobs, budget);
        let threads = Threads::new(self.options.threads);
        let enough = self.tally.enough();
        let results =
            split::run_jobs(&threads, root, &splits, budget, enough, |mut engine, budget| {
                let (mut tally, mut stats) = (self.tally.fresh(), Stats::default());
                let end = work(&mut engine, &mut tally, budget, &mut stats);
                JobResult { count: tally.distinct(), found: vec![tally], end, stats }
            });
        (splits, results)
    }

    /// Adds up what jobs found, in their order. What was found before is found again by them; it
    /// stands if they are stopped before they have as much.
    fn gather(&mut self, (splits, results): (split::Splits, Vec<JobResult<Tally>>)) -> End {
        let before = self.tally.clone();
        self.tally.restart();
        self.stats.add(&splits.stats);
        let mut end = splits.stopped.map_or(Ok(Exhausted), Err);
        for result in results {
            self.stats.add(&result.stats);
            result.found.into_iter().for_each(|t| self.tally.absorb(t));
            if end.is_ok() {
                end = result.end;
            }
            if self.tally.is_full() {
                return Err(Stop::Limit);
            }
        }
        if end.is_err() && self.tally.distinct() < before.distinct() {
            self.tally = before;
        }
        end
    }
}
