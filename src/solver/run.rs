//! From a puzzle and a question to an outcome: build, propagate, search, verify.

use super::guess::{Guesser, MOVES_A_NODE};
use super::options::{Options, Outcome, SearchMode, Stopped, Task};
use super::tally::Tally;
use super::team::Team;
use super::{best, construct, counting};
use crate::kernel::{Engine, Halt, Lit, Observer};
use crate::puzzle::{BuildError, BuildOptions, Built, Goal, Puzzle, Violation};
use crate::search::learn::{LearnOptions, Learner, Sweep};
use crate::search::objective::{Better, Incumbent};
use crate::search::{BranchSpec, Brancher, Limits, Stats, Stop, dfs, probe, split};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Decisions of the plain dive that `auto` starts with: puzzles made for people need fewer.
const DIVE: u64 = 60;
/// Decisions of plain search on one thread before it is worth splitting.
const SPLIT_AFTER: u64 = 2_000;
/// Decisions of the first turn of learning, where it takes turns with local search.
const TURN: u64 = 200;
/// Sub-problems a split search is cut into: fixed, so that results do not depend on threads.
const JOBS: usize = 96;

/// Makes a sweep over a scan order.
type MakeSweep = fn(Arc<[Lit]>) -> Sweep;

/// Why a run has no outcome.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RunError {
    /// The network cannot be built.
    #[error("{0}")]
    Build(#[from] BuildError),
    /// A solution broke a rule: a defect of this program, never an answer.
    #[error("internal error: a solution of network {network} breaks a rule: {violation}")]
    Wrong { network: &'static str, violation: Violation },
}

/// Answers a question about a puzzle.
///
/// # Errors
/// [`RunError`].
pub fn run(puzzle: &Puzzle, task: Task, options: &Options) -> Result<Outcome, RunError> {
    run_watched(puzzle, task, options, &mut ())
}

/// As [`run`], with an observer of propagation and search, if search is what answers.
///
/// # Errors
/// [`RunError`].
pub fn run_watched<O: Observer>(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
    seen: &mut O,
) -> Result<Outcome, RunError> {
    let outcome = match options.goal {
        Some(goal) => best::by_programme(puzzle, goal, options)?,
        None => match counting::by_programme(puzzle, task, options)? {
            None => construct::by_construction(puzzle, task, options)?,
            counted => counted,
        },
    };
    match outcome {
        Some(outcome) => Ok(outcome),
        None => run_observed(puzzle, task, options, seen).map(|(outcome, _)| outcome),
    }
}

/// As [`run`], with an observer of propagation and search (then on one thread); also returns the
/// network that was searched.
///
/// # Errors
/// [`RunError`].
pub fn run_observed<O: Observer>(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
    seen: &mut O,
) -> Result<(Outcome, Built), RunError> {
    let start = Instant::now();
    let build = BuildOptions {
        goal: options.goal,
        without: options.without.clone(),
        learning: matches!(options.search, SearchMode::Learn | SearchMode::Scan),
    };
    let info = puzzle.network(options.network.as_deref())?;
    let built = puzzle.build(info.name, &build)?;
    let init_time = start.elapsed();
    let mut session = Session::new(puzzle, task, options, info.name, built);
    let (stop, search) = session.search(seen);
    let mut outcome = session.finish(stop, info.name)?;
    outcome.search = search;
    outcome.init_time = init_time;
    outcome.solve_time = start.elapsed().saturating_sub(init_time);
    Ok((outcome, session.built))
}

struct Session<'a> {
    puzzle: &'a Puzzle,
    task: Task,
    options: &'a Options,
    network: &'static str,
    built: Built,
    stats: Stats,
    tally: Tally,
    incumbent: Arc<Incumbent>,
}

impl<'a> Session<'a> {
    fn new(
        puzzle: &'a Puzzle,
        task: Task,
        options: &'a Options,
        network: &'static str,
        mut built: Built,
    ) -> Session<'a> {
        let incumbent = Arc::new(Incumbent::default());
        if let Some(objective) = &built.model.objective {
            let objective = objective.clone();
            Better::post(&mut built.model.engine, &objective, incumbent.clone());
        }
        let tally = Tally::new(puzzle, task, &built, options.goal.is_some());
        Session { puzzle, task, options, network, built, stats: Stats::default(), tally, incumbent }
    }

    fn spec(&self) -> BranchSpec {
        BranchSpec {
            order: self.options.order,
            values: self.options.values,
            seed: self.options.seed,
        }
    }

    /// Runs the search; says how it ended and how it was done.
    fn search<O: Observer>(&mut self, seen: &mut O) -> (Stop, &'static str) {
        if self.built.model.infeasible {
            return (Stop::Exhausted, "propagation");
        }
        self.built.model.engine.set_interrupt(self.options.limits.interrupt());
        match self.built.model.engine.fixpoint(seen) {
            Err(Halt::Conflict) => {
                self.stats.failures += 1;
                return (Stop::Exhausted, "propagation");
            }
            Err(Halt::Interrupted) => {
                let stop = self.options.limits.urgent().unwrap_or(Stop::Cancelled);
                return (stop, "propagation");
            }
            Ok(()) => {}
        }
        self.stats.propagations = self.built.model.engine.propagations;
        match self.options.search {
            SearchMode::Dfs => (self.plain(seen), "dfs"),
            SearchMode::Learn => self.learn(seen, None),
            SearchMode::Scan => self.learn(seen, Some(Sweep::always)),
            SearchMode::Auto => self.automatic(seen),
        }
    }

    /// A short plain dive; then learning, or plain search if everything is to be counted.
    fn automatic<O: Observer>(&mut self, seen: &mut O) -> (Stop, &'static str) {
        let dive = Limits {
            nodes: Some(self.options.limits.nodes.map_or(DIVE, |n| n.min(DIVE))),
            ..self.options.limits.clone()
        };
        let mut engine = self.built.model.engine.clone();
        let stop = self.depth_first(&mut engine, &dive, seen);
        let cut_by_dive =
            stop == Stop::NodeLimit && self.options.limits.nodes.is_none_or(|n| n > DIVE);
        if !cut_by_dive {
            return (stop, if self.stats.nodes == 0 { "propagation" } else { "dfs" });
        }
        match self.task {
            Task::Count | Task::Solve { limit: usize::MAX } if self.options.goal.is_none() => {
                self.tally.restart();
                (self.plain(seen), "dfs")
            }
            _ => {
                self.tally.restart();
                self.enrich();
                if let Err(stop) = self.probe(seen) {
                    return (stop, "probing");
                }
                self.learn(seen, Some(Sweep::alternating))
            }
        }
    }

    /// Builds the network anew, with what pays when learning only.
    fn enrich(&mut self) {
        let build = BuildOptions {
            goal: self.options.goal,
            without: self.options.without.clone(),
            learning: true,
        };
        let Ok(mut built) = self.puzzle.build(self.network, &build) else { return };
        if let Some(objective) = built.model.objective.clone() {
            Better::post(&mut built.model.engine, &objective, self.incumbent.clone());
        }
        self.built = built;
    }

    /// Probes the root of the network that is to be searched with learning.
    fn probe<O: Observer>(&mut self, seen: &mut O) -> Result<(), Stop> {
        let limits = &self.options.limits;
        let engine = &mut self.built.model.engine;
        engine.set_interrupt(limits.interrupt());
        let probed = engine
            .fixpoint(seen)
            .and_then(|()| probe(engine, &self.built.model.groups, self.options.probe, seen));
        engine.set_interrupt(None);
        match probed {
            Ok(probed) => {
                self.stats.probes += probed.choices;
                self.stats.probed += probed.failed + probed.common;
                Ok(())
            }
            Err(Halt::Conflict) => {
                self.stats.failures += 1;
                Err(Stop::Exhausted)
            }
            Err(Halt::Interrupted) => Err(limits.urgent().unwrap_or(Stop::Cancelled)),
        }
    }

    fn depth_first<O: Observer>(
        &mut self,
        engine: &mut Engine,
        limits: &Limits,
        seen: &mut O,
    ) -> Stop {
        let mut brancher = Brancher::new(&self.built.model.groups, self.spec(), engine.store());
        let mut sink = self.tally.sink(&self.built, self.puzzle, &self.incumbent);
        dfs(engine, &mut brancher, &mut sink, limits, &mut self.stats, seen)
    }

    fn plain<O: Observer>(&mut self, seen: &mut O) -> Stop {
        let limits = self.options.limits.clone();
        let mut engine = self.built.model.engine.clone();
        // On one thread the same jobs run one after the other, so that lists of solutions do not
        // depend on threads. A node limit means the same nodes on any machine, so it is not spread over jobs.
        if limits.nodes.is_some() || O::CALLS {
            return self.depth_first(&mut engine, &limits, seen);
        }
        let first = Limits { nodes: Some(self.stats.nodes + SPLIT_AFTER), ..limits.clone() };
        let stop = self.depth_first(&mut engine, &first, seen);
        if stop != Stop::NodeLimit {
            return stop;
        }
        self.tally.restart();
        self.parallel(&limits)
    }

    /// Splits the root into jobs and runs them on a pool of the wanted size.
    fn parallel(&mut self, limits: &Limits) -> Stop {
        let root = &self.built.model.engine;
        let spec = self.spec();
        let brancher = Brancher::new(&self.built.model.groups, spec, root.store());
        let pool = match rayon::ThreadPoolBuilder::new().num_threads(self.options.threads).build() {
            Ok(pool) => pool,
            Err(_) => {
                let mut engine = root.clone();
                return self.depth_first(&mut engine, limits, &mut ());
            }
        };
        let splits = split::split(root, &brancher, JOBS, limits);
        let enough = self.tally.enough();
        let results = pool.install(|| {
            split::run_jobs(root, &splits, limits, enough, |mut engine, limits| {
                let mut tally = self.tally.fresh();
                let mut stats = Stats::default();
                let mut brancher = Brancher::new(&self.built.model.groups, spec, engine.store());
                let mut sink = tally.sink(&self.built, self.puzzle, &self.incumbent);
                let stop = dfs(&mut engine, &mut brancher, &mut sink, limits, &mut stats, &mut ());
                split::JobResult { count: tally.distinct(), found: vec![tally], stop, stats }
            })
        });
        self.stats.add(&splits.stats);
        let mut stop = splits.stopped.unwrap_or(Stop::Exhausted);
        for result in results {
            self.stats.add(&result.stats);
            result.found.into_iter().for_each(|t| self.tally.absorb(t));
            if stop == Stop::Exhausted {
                stop = result.stop;
            }
            if self.tally.is_full() {
                return Stop::SinkSatisfied;
            }
        }
        stop
    }

    /// Searches with learning; says how it ended and how it was done. With `sweep`, in the scan
    /// order of the network, if it has one, as the sweep says.
    fn learn<O: Observer>(
        &mut self,
        seen: &mut O,
        sweep: Option<MakeSweep>,
    ) -> (Stop, &'static str) {
        let order = &self.built.model.scan;
        let sweep = sweep.filter(|_| !order.is_empty()).map(|sweep| sweep(order.clone().into()));
        let how = match &sweep {
            None => "learn",
            Some(sweep) if sweep.alternates() => "scan and learn",
            Some(_) => "scan",
        };
        self.learn_by(seen, sweep, how)
    }

    /// In turns with local search where that can answer, then with a team.
    fn learn_by<O: Observer>(
        &mut self,
        seen: &mut O,
        sweep: Option<Sweep>,
        how: &'static str,
    ) -> (Stop, &'static str) {
        let options = LearnOptions { seed: self.options.seed, ..LearnOptions::default() };
        let groups = &self.built.model.groups;
        let limits = &self.options.limits;
        let mut engine = self.built.model.engine.clone();
        let mut learner = match Learner::new(&mut engine, groups, options, seen) {
            Ok(learner) => learner,
            Err(Halt::Conflict) => return (Stop::Exhausted, how),
            Err(Halt::Interrupted) => return (limits.urgent().unwrap_or(Stop::Cancelled), how),
        };
        if let Some(sweep) = sweep {
            learner.sweep(sweep);
        }
        let alone = self.options.threads < 2
            || self.options.deterministic
            || limits.nodes.is_some()
            || O::CALLS;
        let most =
            if alone { limits.nodes } else { Some(self.stats.nodes + self.options.team_after) };
        let mut guesser = match O::CALLS {
            true => None,
            false => {
                let store = engine.store();
                Guesser::new(self.puzzle, self.task, self.options, &self.built, store)
            }
        };
        let mut turn = TURN;
        loop {
            let until = guesser.is_some().then(|| self.stats.nodes + turn);
            let nodes = until.into_iter().chain(most).min();
            let mut sink = self.tally.sink(&self.built, self.puzzle, &self.incumbent);
            let bounded = Limits { nodes, ..limits.clone() };
            let stop = learner.run(&mut engine, &mut sink, &bounded, &mut self.stats, seen);
            if stop != Stop::NodeLimit {
                return (stop, how);
            }
            if let Some(guesser) = &mut guesser {
                if guesser.run(turn * MOVES_A_NODE, limits, &mut self.tally) {
                    return (Stop::SinkSatisfied, "local search");
                }
                guesser.hints(engine.store()).into_iter().for_each(|l| learner.prefer(l));
            }
            turn *= 2;
            if most.is_some_and(|most| self.stats.nodes >= most) {
                break;
            }
        }
        if alone {
            return (Stop::NodeLimit, how);
        }
        let team = Team {
            built: &self.built,
            puzzle: self.puzzle,
            incumbent: &self.incumbent,
            limits,
            threads: self.options.threads,
            seed: self.options.seed,
        };
        team.run(learner, engine, guesser, &mut self.tally, &mut self.stats)
    }

    fn finish(&mut self, stop: Stop, network: &'static str) -> Result<Outcome, RunError> {
        let answers = self.tally.take_answers();
        for answer in &answers {
            let verified = if self.options.goal == Some(Goal::MostCells) {
                self.puzzle.verify_partial_line(answer)
            } else {
                self.puzzle.verify(answer)
            };
            verified.map_err(|violation| RunError::Wrong { network, violation })?;
        }
        let engine = &self.built.model.engine;
        let bools: u64 = self.built.model.blocks().filter(|b| b.2).map(|b| u64::from(b.1)).sum();
        let fillings = self.tally.fillings();
        Ok(Outcome {
            answers,
            lines: self.tally.lines(&fillings),
            count: fillings,
            exact: stop == Stop::Exhausted,
            stopped: Stopped::of(stop),
            best: self.tally.best(),
            network,
            search: "",
            stats: self.stats,
            sizes: [
                u64::from(engine.store().vars()),
                bools,
                engine.len() as u64,
                u64::from(engine.clauses().statics()),
            ],
            init_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            candidates: None,
            estimate: None,
            peak_bytes: 0,
            peak_states: 0,
        })
    }
}
