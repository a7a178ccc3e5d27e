//! From a puzzle and a question to an outcome: build, propagate, search, verify.

use super::options::{Method, Options, Outcome, SearchMode, Task};
use super::tally::Tally;
use super::{best, construct, counting};
use crate::kernel::{Halt, Observer};
use crate::puzzle::{BuildError, BuildOptions, Built, Puzzle, Violation};
use crate::run::{End, Exhausted, Stats, Stop};
use crate::search::objective::{Better, Incumbent};
use crate::search::{Activation, BranchSpec, Turns};
use num_bigint::BigUint;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Decisions of the plain dive that `auto` starts with: puzzles made for people need fewer.
const DIVE: u64 = 60;

/// Why a run has no outcome.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RunError {
    /// The network cannot be built.
    #[error("{0}")]
    Build(#[from] BuildError),
    /// The puzzle cannot be counted in the way that was asked for; the text says why.
    #[error("{0}")]
    NoMethod(String),
    /// A solution broke a rule: a defect of this program, never an answer.
    #[error("internal error: a solution of network {network} breaks a rule: {violation}")]
    Wrong {
        /// The network's name.
        network: &'static str,
        /// The rule that is broken.
        violation: Violation,
    },
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
    if let Some(goal) = options.goal {
        puzzle.admits(goal, puzzle.network(options.network.as_deref())?.name)?;
    }
    let outcome = match options.goal {
        Some(goal) => best::by_programme(puzzle, goal, options)?,
        None => match counting::by_programme(puzzle, task, options)? {
            None => construct::by_construction(puzzle, task, options)?,
            counted => counted,
        },
    };
    match outcome {
        Some(outcome) => Ok(outcome),
        None => match run_observed(puzzle, task, options, seen) {
            Err(RunError::Build(BuildError::Interrupted)) => {
                Ok(Outcome { stopped: Some(options.budget.why()), ..Outcome::blank("set-up") })
            }
            run => run.map(|(outcome, _)| outcome),
        },
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
        learning: options.search == SearchMode::Learn,
        interrupt: options.budget.interrupt(),
    };
    let info = puzzle.network(options.network.as_deref())?;
    let built = puzzle.build(info.name, &build)?;
    if options.goal.is_some() && built.model.objective.is_none() {
        // Without this a first solution would be taken for the best.
        return Err(RunError::Build(BuildError::NotApplicable(format!(
            "the network {} knows no such goal",
            info.name
        ))));
    }
    if options.method == Method::Parts && task == Task::Count && built.model.ties.is_none() {
        return Err(RunError::NoMethod(format!(
            "--method parts: what the network \"{}\" leaves open never falls into parts that are \
             known to be independent; --method search counts it",
            info.name
        )));
    }
    let init_time = start.elapsed();
    let mut session = Session::new(puzzle, task, options, info.name, built);
    let (end, search) = session.search(seen);
    let mut outcome = session.finish(end, info.name)?;
    outcome.search = search;
    outcome.init_time = init_time;
    outcome.solve_time = start.elapsed().saturating_sub(init_time);
    Ok((outcome, session.built))
}

/// One run of search: the network, what was found, what it cost.
pub(super) struct Session<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) task: Task,
    pub(super) options: &'a Options,
    network: &'static str,
    pub(super) built: Built,
    pub(super) stats: Stats,
    pub(super) tally: Tally,
    pub(super) incumbent: Arc<Incumbent>,
    /// Solutions of the model, where they were counted without being looked at.
    pub(super) counted: Option<BigUint>,
    /// Bytes of what was kept to count with.
    pub(super) peak_bytes: u64,
    /// What a learner decided about costly propagators.
    pub(super) activations: Vec<Activation>,
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
        Session {
            puzzle,
            task,
            options,
            network,
            built,
            stats: Stats::default(),
            tally,
            incumbent,
            counted: None,
            peak_bytes: 0,
            activations: Vec::new(),
        }
    }

    /// Whether every solution is to be looked at.
    fn wants_all(&self) -> bool {
        let all = matches!(self.task, Task::Count | Task::Solve { limit: usize::MAX });
        all && self.options.goal.is_none()
    }

    /// Whether only the number of solutions is asked for.
    pub(super) fn counts(&self) -> bool {
        self.task == Task::Count && self.options.goal.is_none()
    }

    pub(super) fn spec(&self) -> BranchSpec {
        BranchSpec { seed: self.options.seed, ..BranchSpec::default() }
    }

    /// Runs the search; says how it ended and how it was done.
    fn search<O: Observer>(&mut self, seen: &mut O) -> (End, &'static str) {
        if self.built.model.infeasible {
            return (Ok(Exhausted), "propagation");
        }
        self.built.model.engine.set_interrupt(self.options.budget.interrupt());
        match self.built.model.engine.fixpoint(seen) {
            Err(Halt::Conflict) => {
                self.stats.failures += 1;
                return (Ok(Exhausted), "propagation");
            }
            Err(Halt::Interrupted) => {
                let stop = self.options.budget.why();
                return (Err(stop), "propagation");
            }
            Ok(()) => {}
        }
        self.stats.propagations = self.built.model.engine.propagations;
        if let Some(ties) = self.built.model.ties.clone()
            && self.options.method == Method::Parts
            && self.counts()
        {
            return (self.by_parts(&ties, seen), "parts");
        }
        match self.options.search {
            SearchMode::Dfs => (self.plain(seen), "dfs"),
            SearchMode::Learn if self.wants_all() => (self.learn_all(seen, true), "learn"),
            SearchMode::Learn => self.learn(seen, None),
            SearchMode::Scan if self.wants_all() => (self.learn_all(seen, true), "learn"),
            SearchMode::Scan => {
                self.learn(seen, Some(Turns { alternates: false, ..Turns::default() }))
            }
            SearchMode::Auto => self.automatic(seen),
        }
    }

    /// A short plain dive; then learning, or what suits the puzzle if everything is to be counted.
    fn automatic<O: Observer>(&mut self, seen: &mut O) -> (End, &'static str) {
        let dive = self.options.budget.at_most_nodes(DIVE);
        // Where everything is wanted the root is kept; learning begins with a network of its own.
        let keep = self.wants_all();
        let model = &mut self.built.model;
        let mut engine =
            if keep { model.engine.clone() } else { std::mem::take(&mut model.engine) };
        let end = self.depth_first(&mut engine, &dive, seen);
        if !keep {
            self.built.model.engine = engine;
        }
        let cut_by_dive =
            end == Err(Stop::Nodes) && self.options.budget.nodes.is_none_or(|n| n > DIVE);
        if !cut_by_dive {
            return (end, if self.stats.nodes == 0 { "propagation" } else { "dfs" });
        }
        self.tally.restart();
        if self.wants_all() {
            return self.all(seen);
        }
        self.enrich();
        if let Err(end) = self.probe(seen) {
            return (end, "probing");
        }
        self.learn(seen, Some(Turns::default()))
    }

    /// Builds the network anew, with what pays when learning only; returns the former one, which may
    /// be in the middle of a search.
    pub(super) fn enrich(&mut self) -> Built {
        let build = BuildOptions {
            goal: self.options.goal,
            without: self.options.without.clone(),
            learning: true,
            interrupt: None,
        };
        let built = self.puzzle.build(self.network, &build);
        let mut built = built.expect("what can be built once can be built with more");
        if let Some(objective) = built.model.objective.clone() {
            Better::post(&mut built.model.engine, &objective, self.incumbent.clone());
        }
        std::mem::replace(&mut self.built, built)
    }

    fn finish(&mut self, end: End, network: &'static str) -> Result<Outcome, RunError> {
        let answers = self.tally.take_answers();
        for answer in &answers {
            let verified = match self.options.goal {
                Some(goal) => self.puzzle.verify_for(goal, answer),
                None => self.puzzle.verify(answer),
            };
            verified.map_err(|violation| RunError::Wrong { network, violation })?;
        }
        if let Some(goal) = self.options.goal {
            for answer in &answers {
                self.puzzle
                    .verify_worth(goal, answer, self.tally.best())
                    .map_err(|violation| RunError::Wrong { network, violation })?;
            }
        }
        let engine = &self.built.model.engine;
        let bools: u64 = self.built.model.blocks().filter(|b| b.2).map(|b| u64::from(b.1)).sum();
        let fillings = match self.counted.take() {
            Some(counted) => counted * self.built.model.multiplicity,
            None => self.tally.fillings(),
        };
        Ok(Outcome {
            answers,
            lines: self.tally.lines(&fillings),
            count: fillings,
            exact: end.is_ok(),
            stopped: end.err(),
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
            activations: std::mem::take(&mut self.activations),
            init_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            candidates: None,
            estimate: None,
            peak_bytes: self.peak_bytes,
            peak_states: 0,
        })
    }
}
