//! One puzzle that is being worked on: its networks, each built once; what was found, learnt and spent.
//!
//! Methods get the case one after the other. What one leaves here the next one goes on from.

use super::dp::Dp;
use super::error::RunError;
use super::facts::Facts;
use super::found::Found;
use super::guess::Guesser;
use super::learning::Leader;
use super::means::Kind;
use super::offers;
use super::options::{Options, Task};
use super::outcome::{Best, Estimate, How, Outcome};
use super::progress::Progress;
use super::stages::{MemberCost, Moves, StageCost};
use super::whereabouts::Whereabouts;
use crate::kernel::{Halt, Observer, Searched};
use crate::puzzle::{BuildError, BuildOptions, Built, Keep, NetworkInfo, Puzzle};
use crate::run::{Budget, Stats, Stop};
use crate::search::Incumbent;
use crate::search::objective::Better;
use crate::search::{Activation, BranchSpec};
use num_bigint::BigUint;
use std::cell::OnceCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A network, and whether its root has been brought to a fixpoint.
struct Network {
    built: Built,
    settled: bool,
}

/// What a run has cost so far.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Figures of search.
    pub stats: Stats,
    /// Networks that were built.
    pub networks: u32,
    /// Time to build networks.
    pub building: Duration,
    /// What a learner decided about costly propagators.
    pub activations: Vec<Activation>,
    /// Bytes and states of tables at the worst moment.
    pub peak: (u64, u64),
    /// What each stage cost.
    pub stages: Vec<StageCost>,
    /// What local search did, in all stages so far.
    pub moves: Option<Moves>,
    /// Members of the team that worked last.
    pub members: Vec<MemberCost>,
}

/// A network and all that a search on it changes, each by itself.
pub struct Bench<'c> {
    /// The network.
    pub built: &'c Built,
    /// What is found.
    pub found: &'c mut Found,
    /// What it costs.
    pub cost: &'c mut Cost,
    /// A learner that can go on.
    pub leader: &'c mut Option<Leader>,
    /// A local search that can go on.
    pub guesser: &'c mut Option<Guesser>,
    /// The best value found.
    pub incumbent: &'c Arc<Incumbent>,
    /// The puzzle.
    pub puzzle: &'c Puzzle,
    /// How to search.
    pub options: &'c Options,
}

/// See the head of the file.
pub struct Case<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The question.
    pub task: Task,
    /// How to answer it. Budgets come from the plan.
    pub options: &'a Options,
    /// One search that an observer sees, on one thread.
    pub alone: bool,
    info: &'static NetworkInfo,
    /// By kind.
    networks: [Option<Network>; Kind::ALL.len()],
    /// The kind that was used last.
    last: Kind,
    /// The best value found, which all networks and threads look at.
    pub incumbent: Arc<Incumbent>,
    /// What the search that is under way has found.
    pub found: Found,
    /// The most that an earlier one had found.
    kept: Option<Found>,
    /// Fillings, where they were counted without being met.
    pub counted: Option<BigUint>,
    /// Fillings that there are at least.
    at_least: BigUint,
    /// What decides on the stages to come.
    pub facts: Facts,
    /// A learner that can go on.
    pub leader: Option<Leader>,
    /// The network on which it learns.
    pub led: Kind,
    /// A local search that can go on.
    pub guesser: Option<Guesser>,
    /// What worked last.
    pub how: How,
    /// What it cost.
    pub cost: Cost,
    /// An estimate of the number of fillings.
    pub estimate: Option<Estimate>,
    /// Where solutions differ.
    pub whereabouts: Option<Whereabouts>,
    /// The dynamic programme that counts, or why there is none, once somebody has asked.
    dp: OnceCell<Result<Dp<'a>, String>>,
}

impl<'a> Case<'a> {
    /// A case of which nothing is known. `alone`: search stays on one thread.
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
            info: puzzle.network(options.network.as_deref())?,
            networks: [const { None }; Kind::ALL.len()],
            last: Kind::Plain,
            incumbent: Arc::new(Incumbent::default()),
            found: Found::new(puzzle, task, options.goal.is_some(), &options.budget),
            kept: None,
            counted: None,
            at_least: BigUint::ZERO,
            facts: Facts { memory: options.budget.memory, ..Facts::default() },
            leader: None,
            led: Kind::Learning,
            guesser: None,
            how: How::Propagation,
            cost: Cost::default(),
            estimate: None,
            whereabouts: None,
            dp: OnceCell::new(),
        })
    }

    /// The options with a stage's budget, for methods that take both together.
    pub fn options_within(&self, budget: &Budget) -> Options {
        Options { budget: budget.clone(), ..self.options.clone() }
    }

    /// The dynamic programme that counts the puzzle; it is made once.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn dp(&self) -> Result<&Dp<'a>, &String> {
        self.dp.get_or_init(|| Dp::of(self.puzzle)).as_ref()
    }

    /// How plain search branches.
    pub fn spec(&self) -> BranchSpec {
        BranchSpec { order: self.options.order, seed: self.options.seed, ..BranchSpec::default() }
    }

    /// Which solutions networks are to have: where one is asked for, the best one, or whether there
    /// are two, representatives will do.
    fn keep(&self, kind: Kind) -> Keep {
        if kind == Kind::Others {
            let known = self.found.noted().first();
            return Keep::Others(known.expect("others than a known one are asked for").clone());
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
        &self.networks[kind as usize]
            .as_ref()
            .expect("a method asks for a network before it looks at it")
            .built
    }

    /// The same with all that a search on it changes.
    pub fn on(&mut self, kind: Kind) -> Bench<'_> {
        let network = &self.networks[kind as usize];
        Bench {
            built: &network.as_ref().expect("a method asks for a network before it searches").built,
            found: &mut self.found,
            cost: &mut self.cost,
            leader: &mut self.leader,
            guesser: &mut self.guesser,
            incumbent: &self.incumbent,
            puzzle: self.puzzle,
            options: self.options,
        }
    }

    /// The network of a kind, to be changed at its root.
    pub fn network_mut(&mut self, kind: Kind) -> &mut Built {
        let network = &mut self.networks[kind as usize];
        &mut network.as_mut().expect("a method asks for a network before it changes it").built
    }

    /// The name of the network, as the user knows it.
    pub fn network_name(&self) -> &'static str {
        self.info.name
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
        self.last = kind;
        let is_first = self.networks.iter().all(Option::is_none);
        match &self.networks[kind as usize] {
            Some(network) if network.settled => {
                searches(seen, kind as usize, &network.built);
                return Ok(None);
            }
            Some(_) => {}
            None => {
                if let Err(progress) = self.build(kind, budget)? {
                    return Ok(Some(progress));
                }
            }
        }
        let slot = &mut self.networks[kind as usize];
        let network = slot.as_mut().expect("it was just built");
        searches(seen, kind as usize, &network.built);
        if network.built.model.infeasible {
            self.how = How::Propagation;
            return Ok(Some(Progress::ALL));
        }
        let engine = &mut network.built.model.engine;
        engine.set_interrupt(budget.interrupt());
        let halted = engine.fixpoint(seen);
        engine.set_interrupt(None);
        if is_first {
            // Of a second network only what its searches do is counted.
            self.cost.stats.propagations += engine.propagations;
            self.how = How::Propagation;
        }
        match halted {
            Ok(()) => {
                network.settled = true;
                Ok(None)
            }
            Err(Halt::Conflict) => {
                self.cost.stats.failures += 1;
                Ok(Some(Progress::ALL))
            }
            Err(Halt::Interrupted) => Ok(Some(Progress::OutOf(budget.why()))),
        }
    }

    /// Builds a network, or says why there is none: it cannot serve a goal, or the time is up.
    fn build(&mut self, kind: Kind, budget: &Budget) -> Result<Result<(), Progress>, RunError> {
        let start = Instant::now();
        let options = BuildOptions {
            keep: self.keep(kind),
            goal: self.options.goal,
            without: self.options.without.clone(),
            learning: kind != Kind::Plain,
            numbers: false,
            interrupt: budget.interrupt(),
        };
        let mut built = match self.puzzle.build(self.info.name, &options) {
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
                // Without this a first solution would be taken for the best.
                return Ok(Err(Progress::NotApplicable(format!(
                    "the network {} knows no such goal",
                    self.info.name
                ))));
            }
            _ => {}
        }
        self.found.speaks(&built);
        if kind == Kind::Plain {
            // Parts are told by the network's own constraints; what learning adds is in the way.
            self.facts.components = built.model.components.is_some() && self.counts();
        }
        let network = Some(Network { built, settled: false });
        self.networks[kind as usize] = network;
        self.cost.building += start.elapsed();
        self.cost.networks += 1;
        Ok(Ok(()))
    }

    /// Gives a network's memory back when no stage to come needs it.
    pub fn forget(&mut self, kind: Kind) {
        if self.last != kind {
            self.networks[kind as usize] = None;
        }
    }

    /// Begins a search from the root, which will meet again what an earlier one met.
    pub fn start_over(&mut self) {
        let best = self.kept.as_ref().map_or(0, Found::distinct);
        if self.found.distinct() > best {
            self.kept = Some(self.found.clone());
        }
        self.found.restart();
    }

    /// Notes that there are at least so many fillings.
    pub fn know_at_least(&mut self, fillings: BigUint) {
        self.at_least = std::mem::take(&mut self.at_least).max(fillings);
    }

    /// The fillings that there are at least.
    pub fn known(&self) -> BigUint {
        let met = self.kept.as_ref().map_or(BigUint::ZERO, Found::fillings);
        met.max(self.found.fillings()).max(self.at_least.clone())
    }

    /// Notes what tables took at their worst.
    pub fn took(&mut self, bytes: usize, states: usize) {
        let (b, s) = &mut self.cost.peak;
        *b = (*b).max(bytes as u64);
        *s = (*s).max(states as u64);
    }

    /// What came of it. `stop`: why not everything was searched.
    ///
    /// # Errors
    /// [`RunError::Wrong`] if an answer breaks a rule.
    pub fn finish(mut self, stop: Option<Stop>) -> Result<(Outcome, Option<Built>), RunError> {
        let exact = stop.is_none();
        // A search for others than the known one that found none leaves that one.
        if (!exact || self.last == Kind::Others)
            && self.found.distinct() == 0
            && !self.found.optimises()
        {
            self.found.adopt_noted();
        }
        let count = match self.counted.take() {
            Some(counted) if exact => counted,
            _ if exact => self.found.fillings(),
            _ => self.known(),
        };
        if let Some(kept) = self.kept.take()
            && !exact
            && kept.distinct() > self.found.distinct()
        {
            self.found = kept;
        }
        let best = self.found.best().map(|value| Best { value, proved: exact });
        let answers = self.found.take_answers();
        let name = if self.how.is_dp() { self.how.keyword() } else { self.info.name };
        for answer in &answers {
            offers::verify(self.puzzle, self.options.goal, answer, best.map(|best| best.value))
                .map_err(|violation| RunError::Wrong { network: name, violation })?;
        }
        // Without two solutions, what is the same in all of them follows.
        let settled = self.options.locate && exact && answers.len() < 2;
        let whereabouts = match self.whereabouts.take() {
            None if settled => Some(Whereabouts::of(self.puzzle, answers.first())),
            found => found,
        };
        let network = self.networks[self.last as usize].take();
        let built = network.map(|network| network.built);
        let searched = built.as_ref().filter(|_| !self.how.is_dp());
        let outcome = Outcome {
            lines: self.puzzle.is_undirected().then(|| (&count + 1u32) / 2u32),
            folds_reverse: self.puzzle.folds_reverse(),
            count,
            exact,
            stopped: stop,
            best,
            answers,
            network: searched.map_or("", |_| self.info.name),
            sizes: searched.map_or([0; 4], sizes),
            stats: self.cost.stats,
            activations: self.cost.activations,
            init_time: self.cost.building,
            estimate: self.estimate,
            whereabouts,
            peak_bytes: self.cost.peak.0,
            peak_states: self.cost.peak.1,
            networks: self.cost.networks,
            stages: self.cost.stages,
            ..Outcome::blank(self.how)
        };
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

/// Tells an observer which network is going to be searched.
pub(super) fn searches<O: Observer>(seen: &mut O, number: usize, built: &Built) {
    let (engine, blocks) = (&built.model.engine, built.model.words());
    seen.network(&Searched { number, engine, blocks: &blocks, owner: built });
}
