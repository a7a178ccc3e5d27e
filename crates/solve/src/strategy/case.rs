//! One puzzle that is being worked on: its networks, each built once, and its results, learnt facts and costs.
//!
//! Methods receive the case one after the other. Each continues from the state that the previous one left.

use super::cost::Cost;
use super::error::RunError;
use super::facts::Facts;
use super::goal_meter::GoalMeter;
use super::learning::Leader;
use super::networks::Networks;
use super::options::{Options, Task};
use super::outcome::{Best, Estimate, How, Outcome};
use super::progress::Progress;
use super::whereabouts::Differences;
use crate::strategy::answers::solutions::Found;
use crate::strategy::count::dp::Dp;
use crate::strategy::count::tally::Tally;
use crate::strategy::local_searchers::LocalSearcher;
use crate::strategy::plan::available;
use crate::strategy::plan::method_id::Kind;
use clew_engine::kernel::{Halt, Observer, Searched};
use clew_engine::run::clock::Instant;
use clew_engine::run::{Budget, Stop};
use clew_engine::search::objective::Better;
use clew_engine::search::{BranchSpec, Incumbent};
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built, Keep, Puzzle};
use std::cell::OnceCell;
use std::sync::Arc;

/// A network and the state that a search on it changes, as separate borrows.
pub(crate) struct SearchState<'c> {
    /// The network.
    pub built: &'c Built,
    /// The solutions found.
    pub found: &'c mut Found,
    /// The cost so far.
    pub cost: &'c mut Cost,
    /// A learner that can go on.
    pub leader: &'c mut Option<Leader>,
    /// A local search that can go on.
    pub guesser: &'c mut Option<LocalSearcher>,
    /// The best value found.
    pub incumbent: &'c Arc<Incumbent>,
    /// The puzzle.
    pub puzzle: &'c Puzzle,
    /// How to search.
    pub options: &'c Options,
}

/// See the module documentation.
pub struct Case<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The question.
    pub task: Task,
    /// How to answer it. Budgets come from the plan.
    pub options: &'a Options,
    /// One search that an observer sees, on one thread.
    pub alone: bool,
    networks: Networks,
    /// The best value found, shared by all networks and threads.
    pub incumbent: Arc<Incumbent>,
    /// The number of solutions, and those that were found.
    pub tally: Tally,
    /// The facts that decide which stages come next.
    pub facts: Facts,
    /// A learner that can go on.
    pub leader: Option<Leader>,
    /// A local search that can go on.
    pub guesser: Option<LocalSearcher>,
    /// The method that worked last.
    pub how: How,
    /// The cost so far.
    pub cost: Cost,
    /// An estimate of the number of fillings.
    pub estimate: Option<Estimate>,
    /// Where solutions differ.
    pub whereabouts: Option<Differences>,
    /// The dynamic program that counts, or why there is none; computed on first use.
    dp: OnceCell<Result<Dp<'a>, String>>,
}

impl<'a> Case<'a> {
    /// A case about which nothing is known yet. `alone`: search stays on one thread.
    pub fn new(
        puzzle: &'a Puzzle,
        task: Task,
        options: &'a Options,
        alone: bool,
    ) -> Result<Case<'a>, RunError> {
        Ok(Case {
            puzzle,
            task,
            options,
            alone,
            networks: Networks::new(puzzle.network(options.network.as_deref())?),
            incumbent: Arc::new(Incumbent::default()),
            tally: Tally::new(
                Found::new(puzzle, task, options.goal.is_some(), &options.budget)
                    .with_callbacks(options),
            ),
            facts: Facts { memory: options.budget.memory, ..Facts::default() },
            leader: None,
            guesser: None,
            how: How::Propagation,
            cost: Cost::default(),
            estimate: None,
            whereabouts: None,
            dp: OnceCell::new(),
        })
    }

    /// The options with a stage's budget, for methods that take both together.
    pub(crate) fn options_within(&self, budget: &Budget) -> Options {
        Options { budget: budget.clone(), ..self.options.clone() }
    }

    /// The dynamic program that counts the puzzle; it is made once.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn dp(&self) -> Result<&Dp<'a>, &String> {
        self.dp.get_or_init(|| Dp::by(self.puzzle, self.options.program.as_deref())).as_ref()
    }

    /// How plain search branches.
    pub fn spec(&self) -> BranchSpec {
        BranchSpec { order: self.options.order, seed: self.options.seed, ..BranchSpec::default() }
    }

    /// Which solutions networks must keep. Canonical solutions are enough if the question is for one solution, for the
    /// best one, or whether there are two.
    fn keep(&self, kind: Kind) -> Keep {
        if kind == Kind::Others {
            let known = self.tally.found.noted().first();
            return Keep::Others(
                known.expect("the question is for other solutions than a known one").clone(),
            );
        }
        match self.task {
            _ if kind == Kind::Every => Keep::All,
            _ if self.options.goal.is_some() => Keep::Representatives,
            Task::Check | Task::Solve { limit: 1 } => Keep::Representatives,
            Task::Count | Task::Solve { .. } => Keep::All,
        }
    }

    /// Whether only the number of solutions is wanted.
    pub fn counts(&self) -> bool {
        self.task == Task::Count && self.options.goal.is_none()
    }

    /// The network of a kind, which must have been made [`Case::ready`].
    pub fn network(&self, kind: Kind) -> &Built {
        self.networks.get(kind)
    }

    /// The same with the state that a search on it changes.
    pub fn on(&mut self, kind: Kind) -> SearchState<'_> {
        SearchState {
            built: self.networks.get(kind),
            found: &mut self.tally.found,
            cost: &mut self.cost,
            leader: &mut self.leader,
            guesser: &mut self.guesser,
            incumbent: &self.incumbent,
            puzzle: self.puzzle,
            options: self.options,
        }
    }

    /// The network of a kind, to be changed at its root.
    pub(crate) fn network_mut(&mut self, kind: Kind) -> &mut Built {
        self.networks.get_mut(kind)
    }

    /// The name of the network, as the user knows it.
    pub(crate) fn network_name(&self) -> &'static str {
        self.networks.info.name
    }

    /// Why the puzzle cannot be counted by independent parts, in words.
    pub(crate) fn has_no_parts(&self) -> String {
        format!(
            "--method parts: what the network \"{}\" leaves open never falls into parts that are known \
             to be independent; --method search counts it",
            self.network_name()
        )
    }

    /// Builds the network of a kind, unless there is one, and brings its root to a fixpoint, unless it
    /// is there. `Some`: there is nothing more to do with it.
    ///
    /// # Errors
    /// [`RunError::Build`].
    pub fn ready<O: Observer>(
        &mut self,
        kind: Kind,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Option<Progress>, RunError> {
        let is_first = self.networks.is_empty();
        self.networks.last = kind;
        if !self.networks.has(kind)
            && let Err(progress) = self.build(kind, budget)?
        {
            return Ok(Some(progress));
        }
        searches(seen, kind as usize, self.networks.get(kind));
        if self.networks.is_at_fixpoint(kind) {
            return Ok(None);
        }
        if self.networks.get(kind).model.infeasible {
            self.how = How::Propagation;
            return Ok(Some(Progress::ALL));
        }
        let reached = self.networks.reach_fixpoint(kind, budget, seen);
        if is_first {
            // For a second network only the propagations of its searches are counted.
            self.cost.stats.propagations += self.networks.get(kind).model.engine.propagations;
            self.how = How::Propagation;
        }
        match reached {
            Ok(()) => {
                let built = self.networks.get(kind);
                self.tally.found.note_least(built, &built.model.engine, &self.incumbent);
                Ok(None)
            }
            Err(Halt::Conflict) => {
                self.cost.stats.failures += 1;
                Ok(Some(Progress::ALL))
            }
            Err(Halt::Interrupted) => Ok(Some(Progress::OutOf(budget.why()))),
        }
    }

    /// Builds a network, or returns why there is none: it does not support the goal, or the time is up.
    fn build(&mut self, kind: Kind, budget: &Budget) -> Result<Result<(), Progress>, RunError> {
        let start = Instant::now();
        let options = BuildOptions {
            changed: false,
            keep: self.keep(kind),
            goal: self.options.goal,
            without: self.options.without.clone(),
            learning: kind != Kind::Plain,
            numbers: false,
            interrupt: budget.interrupt(),
        };
        let mut built = match self.puzzle.build(self.network_name(), &options) {
            Ok(built) => built,
            Err(BuildError::Interrupted) => {
                self.cost.building += start.elapsed();
                self.how = How::SetUp;
                return Ok(Err(Progress::OutOf(budget.why())));
            }
            Err(error) => return Err(error.into()),
        };
        match (&built.model.objective, self.options.goal) {
            (Some(objective), _) => {
                let objective = objective.clone();
                Better::post(&mut built.model.engine, &objective, self.incumbent.clone());
            }
            (None, Some(_)) if !built.model.infeasible => {
                // Otherwise the first solution would be taken for the best.
                return Ok(Err(Progress::NotApplicable(format!(
                    "the network {} knows no such goal",
                    self.network_name()
                ))));
            }
            _ => {}
        }
        self.tally.found.set_network(&built);
        if kind == Kind::Plain {
            // Parts follow from the network's own constraints; the additions for learning get in the way.
            self.facts.components = built.model.components.is_some() && self.counts();
        }
        self.networks.put(kind, built);
        self.cost.building += start.elapsed();
        self.cost.networks += 1;
        Ok(Ok(()))
    }

    /// Gives a network's memory back when no stage to come needs it.
    pub fn forget(&mut self, kind: Kind) {
        self.networks.forget(kind);
    }

    /// The outcome of the run. `stop`: why not everything was searched.
    ///
    /// # Errors
    /// [`RunError::Wrong`] if an answer breaks a rule.
    pub fn finish(mut self, stop: Option<Stop>) -> Result<(Outcome, Option<Built>), RunError> {
        let exact = stop.is_none();
        // If a search for other solutions than the known one found none, the known one remains.
        let may_adopt = !exact || self.networks.last == Kind::Others;
        let found = &mut self.tally.found;
        if may_adopt && found.distinct() == 0 && !found.optimises() {
            found.adopt_noted();
        }
        let (count, mut found) = self.tally.close(exact);
        let best = found.best();
        let answers = found.take_answers();
        let network = self.networks.info.name;
        let name = if self.how.is_dp() { self.how.keyword() } else { network };
        for answer in &answers {
            available::verify(self.puzzle, self.options.goal, answer, best)
                .map_err(|violation| RunError::Wrong { network: name, violation })?;
        }
        found.meter().filter(|_| exact).into_iter().for_each(GoalMeter::close);
        let bound = found.meter().and_then(|meter| meter.progress().bound);
        let best = best.map(|value| Best { value, proved: exact, bound });
        // With fewer than two solutions, the contents that all solutions share follow.
        let follows = self.options.locate && exact && answers.len() < 2;
        let implied = || follows.then(|| Differences::new(self.puzzle, answers.first()));
        let whereabouts = self.whereabouts.or_else(implied);
        let built = self.networks.into_last();
        let searched = built.as_ref().filter(|_| !self.how.is_dp());
        let mut outcome = Outcome {
            folds_reverse: self.puzzle.folds_reverse(),
            exact,
            stopped: stop,
            best,
            answers,
            network: searched.map_or("", |_| network),
            sizes: searched.map_or([0; 4], sizes),
            stats: self.cost.stats,
            activations: self.cost.activations,
            init_time: self.cost.building,
            estimate: self.estimate,
            whereabouts,
            peak_bytes: self.cost.peak.bytes,
            peak_states: self.cost.peak.states,
            networks: self.cost.networks,
            stages: self.cost.stages,
            ..Outcome::blank(self.how)
        };
        outcome.set_count(self.puzzle, count);
        Ok((outcome, built))
    }
}

/// Variables with domains, Boolean variables, propagators, clauses of a network.
fn sizes(built: &Built) -> [u64; 4] {
    let engine = &built.model.engine;
    let bools = built.model.blocks().filter(|b| b.2).map(|b| u64::from(b.1)).sum();
    [
        u64::from(engine.store().vars().len()),
        bools,
        engine.len() as u64,
        u64::from(engine.clauses().statics()),
    ]
}

/// Notifies an observer of the network that is going to be searched.
pub(super) fn searches<O: Observer>(seen: &mut O, number: usize, built: &Built) {
    let (engine, blocks) = (&built.model.engine, built.model.words());
    seen.network(&Searched { number, engine, blocks: &blocks, owner: built });
}
