//! Search that follows the phases of a modeller: plain search and learning by turns, for one solution or the best one;
//! for all solutions learning alone.

use crate::model::expr::Operand;
use crate::model::guide::cores::{self, Cores, Step};
use crate::model::guide::neighbourhood::{self, BestValues, Neighbourhood};
use crate::model::guide::phases::PlacedPhase;
use crate::model::guide::rounded::{self, Rounded};
use crate::model::guide::shared::Shared;
use crate::model::guide::values::Cheapest;
use crate::model::guide::{Guided, Item, Phase, Placed, values};
use crate::model::network::RELAXATION;
use crate::model::network::places::VarMap;
use crate::model::network::relaxation::column;
use crate::model::outcome::{Reader, Solution};
use crate::model::statement::Statement;
use clew_engine::kernel::{Engine, Halt, Model as Kernel, Store};
use clew_engine::run::{Budget, End, Exhausted, Stats, Stop};
use clew_engine::search::objective::{Better, value_of};
use clew_engine::search::{
    AdaptOptions, BranchSpec, Brancher, DecideBy, LearnOptions, Learner, OnSolution, RestartPolicy,
    dfs,
};
use clew_puzzle::puzzle::{Answer, Violation};
use clew_relax::Column;
use clew_solve::strategy::Options;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A search in the making.
pub(super) struct Search<'a> {
    pub(super) statement: &'a Arc<Statement>,
    pub(super) kernel: Kernel,
    pub(super) places: VarMap,
    shared: Arc<Shared>,
    pub(super) budget: &'a Budget,
    seed: u64,
    adaptive: Option<AdaptOptions>,
    reader: Reader,
    /// The violation found in a solution, if any.
    pub(super) wrong: Option<Violation>,
    /// The values of the best solution, and how many solutions were better than all before them.
    incumbent_values: Vec<i64>,
    improvements: u64,
    /// The variables that neighbourhoods are about, with their values in the best solution.
    choices: Vec<Operand>,
    best_choices: Arc<BestValues>,
    has_neighbourhoods: bool,
    finds_cores: bool,
    dives: bool,
    learns: bool,
    rounds: bool,
    /// Per kind of search by how much its turns are shorter, as an exponent; and the solutions and the bound before the turn.
    idle: [u32; 6],
    before: (u64, i64),
    /// No further solution is wanted.
    pub(super) over: bool,
    /// The least value of the goal that the facts at some root allow, with its column.
    least: Option<(Column, i64)>,
    /// The kind of search that has its turn.
    side: Side,
    /// The kind of search that found the best solution so far; without a goal, the last one.
    best: Option<Side>,
}

/// The kind of search that has a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Plain,
    Learning,
    Free,
    Around,
    Rounded,
    Cores,
}

/// The state of a learning search between its turns.
struct Learning {
    engine: Engine,
    learner: Learner,
    spent: Stats,
    /// The number of improvements whose values its phases have.
    improvements: u64,
}

/// How the search looks for solutions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guidance<'a> {
    /// The variables that are decided first.
    pub phases: &'a [Phase],
    /// Learning search restarts, and follows the phases by turns with activity; plain search follows them.
    pub free: bool,
    /// All solutions that differ in the distinguishing variables, not one; with a goal always the best one.
    pub all: bool,
}

/// The names of turns where parts of a run are left out.
pub(in crate::model) const PLAIN: &str = "plain";
pub(in crate::model) const LEARNING: &str = "learning";

/// Cost of the first turn of plain search, and of learning after it; see [`cost`].
const FIRST_TURN: u64 = 30_000;
/// The factor by which the turns of the search that found the best solution so far are longer.
///
/// Range: from 1 to some 4. Trades: many improving solutions from one kind of search, against proofs by the other one.
const LEAD: u64 = 2;
/// The turns of a kind of search that has found nothing lately are shorter by up to this power of two.
///
/// Range: from 0 to some 6. Trades: proofs by the searches that make them, against finds of the others that come late.
const MOST_IDLE: u32 = 3;
/// Turns of less cost are too short to be judged by.
const JUDGED_FROM: u64 = 32 * FIRST_TURN;
/// As many engines fit into the memory, or there are turns of plain search and learning only.
const MOST_ENGINES: usize = 10;
/// From turns of this cost on there is an additional learning search that ignores the annotations.
///
/// Range: from [`FIRST_TURN`] to some hundred times as much. Trades: annotations that soon lead to a proof, against
/// annotations that do not help.
const FREE_FROM: u64 = 4 * FIRST_TURN;
/// Decisions until the cost of a search is first measured; the interval doubles after each measurement. Learning begins
/// at the root each time, and solutions may be many decisions below it.
const STEP: u64 = 64;

/// The steps of a dear propagator that take as long as a usual call.
const STEPS_A_CALL: u64 = 64;

/// The cost of a search, in calls of propagators; each term is scaled to about the time of one call. The figures are
/// the same on every machine, so that the same solutions are found.
fn cost(stats: &Stats) -> u64 {
    let calls = stats.propagations + stats.clause_propagations / 8 + stats.steps / STEPS_A_CALL;
    calls + 2 * stats.nogood_literals + stats.nodes
}

/// Takes better and better solutions, or all of them.
pub(super) type Each<'a> = dyn FnMut(&Solution) -> ControlFlow<()> + 'a;

impl<'a> Search<'a> {
    /// A search on a network that has a solution as far as is known.
    pub(super) fn new(
        statement: &'a Arc<Statement>,
        (mut kernel, places): (Kernel, VarMap),
        options: &'a Options,
        (reader, shared): (Reader, Arc<Shared>),
    ) -> Search<'a> {
        if let Some(objective) = kernel.objective.clone() {
            Better::post(&mut kernel.engine, &objective, shared.incumbent.clone());
        }
        let has = |name: &str| options.without.iter().all(|part| part != name);
        Search {
            statement,
            kernel,
            places,
            shared,
            budget: &options.budget,
            seed: options.seed,
            adaptive: options.adaptive,
            reader,
            wrong: None,
            incumbent_values: Vec::new(),
            improvements: 0,
            choices: Vec::new(),
            best_choices: Arc::default(),
            dives: has(PLAIN),
            learns: has(LEARNING),
            rounds: has(rounded::ROUNDING),
            has_neighbourhoods: has(neighbourhood::NEIGHBOURHOODS),
            finds_cores: has(cores::CORES),
            // Cores have to show first that they bring the bound nearer.
            idle: [0, 0, 0, 0, 0, MOST_IDLE],
            before: (0, 0),
            over: false,
            least: None,
            side: Side::Plain,
            best: None,
        }
    }
}

impl Search<'_> {
    /// Searches until no solution is left. A limit or a break of the caller interrupts it.
    pub(super) fn run(
        &mut self,
        guidance: Guidance<'_>,
        stats: &mut Stats,
        each: &mut Each<'_>,
    ) -> Result<Exhausted, Halt> {
        let mut root = self.kernel.engine.clone();
        root.set_interrupt(self.budget.interrupt());
        root.fixpoint(&mut ())?;
        let goal = self.kernel.objective.as_ref().and_then(|goal| column(goal, root.store()));
        self.least = goal.map(|goal| (goal, self.shared.at_least(goal.bounds(root.store()).0)));
        if guidance.all && self.kernel.objective.is_none() {
            return self.all(root, guidance, stats, each);
        }
        let phases = self.placed(guidance.phases, root.store());
        let room = self.kernel.engine.bytes().saturating_mul(MOST_ENGINES) <= self.budget.memory;
        self.has_neighbourhoods &= room;
        let mut learners = Vec::new();
        // Hints are a best solution that is still to be found.
        if !self.statement.hints.is_empty() && std::mem::take(&mut self.has_neighbourhoods) {
            let mut around = self.around(&root, guidance.phases)?;
            if let Some(around) = &mut around {
                let length = self.length(Side::Around, FIRST_TURN);
                if let Some(end) = self.learn(around, length, stats, each) {
                    return end;
                }
            }
            learners.extend(around.map(|around| (Side::Around, around)));
        }
        if self.learns {
            learners.push((Side::Learning, self.learning(&root, &phases, guidance.free)?));
        }
        let fractions = self.places.fractions.clone();
        if let Some(fractions) = fractions.filter(|_| self.rounds && room) {
            let decide =
                DecideBy::own(move |at| Ok(Rounded::new(fractions.clone(), at.by_activity()?)));
            let usual = self.options(&Vec::new(), true, OnSolution::Forbid);
            let rounded = self.learning_by(&root, LearnOptions { decide, ..usual }, true)?;
            learners.push((Side::Rounded, rounded));
        }
        let mut cores = if self.finds_cores && room { self.cores(&root)? } else { None };
        // Its engine stays: parts of the tree that are exhausted have no better solutions.
        let mut plain = root.clone();
        let mut turn = FIRST_TURN;
        // Decisions of plain search that fit into a turn.
        let mut fit = STEP;
        let mut frees = !guidance.free && !phases.is_empty();
        loop {
            let before = *stats;
            let nodes = self.length(Side::Plain, fit);
            if self.dives
                && let Some(end) = self.dive(&mut plain, &phases, nodes, stats, each)
            {
                return end;
            }
            self.note_turn(Side::Plain, turn);
            // Something has to search.
            if learners.is_empty() && cores.as_ref().is_none_or(|cores| cores.is_done) {
                learners.push((Side::Learning, self.learning(&root, &phases, guidance.free)?));
            }
            let spent = stats.since(&before);
            fit = (turn * 2).saturating_mul(spent.nodes.max(1)) / cost(&spent).max(1);
            for (side, learner) in &mut learners {
                let length = self.length(*side, turn);
                if let Some(end) = self.learn(learner, length, stats, each) {
                    return end;
                }
                self.note_turn(*side, turn);
            }
            if let Some(cores) = cores.as_mut().filter(|_| turn >= FREE_FROM) {
                let length = self.length(Side::Cores, turn);
                if let Some(end) = self.bounded(cores, length, stats, each) {
                    return end;
                }
                self.note_turn(Side::Cores, turn);
            }
            turn *= 2;
            // If annotations are followed: a learning search without them, once the turns are long.
            if turn > FREE_FROM && std::mem::take(&mut frees) {
                learners.push((Side::Free, self.learning(&root, &phases, true)?));
            }
            if self.improvements > 0 && std::mem::take(&mut self.has_neighbourhoods) {
                let around = self.around(&root, guidance.phases)?;
                learners.extend(around.map(|around| (Side::Around, around)));
            }
        }
    }

    /// Begins the turn of a kind of search, and returns its length.
    fn length(&mut self, side: Side, turn: u64) -> u64 {
        self.take_over();
        self.side = side;
        self.before = (self.improvements, self.least.map_or(0, |of| of.1));
        let lead = if self.best == Some(side) { LEAD } else { 1 };
        (turn * lead) >> self.idle[side as usize]
    }

    /// Takes over the best solution and the bound of searches on other threads.
    fn take_over(&mut self) {
        let best = self.shared.best();
        if best.improvements > self.improvements {
            self.improvements = best.improvements;
            self.incumbent_values.clone_from(&best.values);
            drop(best);
            self.best = None;
            self.note_best();
        }
        if let Some((_, least)) = &mut self.least {
            *least = self.shared.at_least(*least);
        }
    }

    /// The turn of a kind of search has ended: one that found neither a better solution nor a bound much nearer to it is
    /// shorter next time, except for those that lead to proofs.
    fn note_turn(&mut self, side: Side, turn: u64) {
        let proves = matches!(side, Side::Learning | Side::Free);
        if proves || turn < JUDGED_FROM {
            return;
        }
        let idle = &mut self.idle[side as usize];
        let (improvements, least) = self.before;
        let nearer = self.least.map_or(0, |of| of.1) - least;
        let gap = self.kernel.objective.as_ref().map_or(0, |goal| {
            self.shared.incumbent.best().saturating_sub(goal.constant).saturating_sub(least)
        });
        let yields = self.improvements > improvements || nearer > gap / 8;
        *idle = if yields { 0 } else { (*idle + 1).min(MOST_IDLE) };
    }

    /// A search for cores of the goal; `None` if it has few terms.
    fn cores(&self, root: &Engine) -> Result<Option<Cores>, Halt> {
        if self.least.is_none() {
            return Ok(None);
        }
        let usual = self.options(&Vec::new(), true, OnSolution::Leave);
        let Learning { mut engine, learner, .. } =
            self.learning_by(root, LearnOptions { adaptive: None, ..usual }, false)?;
        // Cores are a bound of another kind, by many questions.
        self.leave_relaxation(&mut engine);
        let (costs, base) = cores::costs(self.statement, &self.places, engine.store());
        Cores::new(engine, learner, &costs, base)
    }

    /// A turn of the search for cores.
    fn bounded(
        &mut self,
        of: &mut Cores,
        turn: u64,
        stats: &mut Stats,
        each: &mut Each<'_>,
    ) -> Option<Result<Exhausted, Halt>> {
        let before = *stats;
        let mut step = STEP.max((turn / 4).saturating_mul(of.spent.nodes) / cost(&of.spent).max(1));
        while !of.is_done && cost(&stats.since(&before)) < turn {
            let budget = self.budget.at_most_nodes(stats.nodes + step);
            let mut found = |engine: &Engine| {
                let _ = self.met(engine, each);
            };
            let went = of.step(&mut found, &budget, stats);
            let end = match went {
                Ok(Step::Exhausted) => Ok(Exhausted),
                Ok(Step::Went) => Err(Stop::Nodes),
                Ok(Step::Done) => {
                    of.is_done = true;
                    Err(Stop::Nodes)
                }
                Err(stop) => {
                    step *= 2;
                    Err(stop)
                }
            };
            self.note_least(of);
            if let Some(end) = self.ended(end, stats) {
                return Some(end);
            }
        }
        of.spent.add(&stats.since(&before));
        None
    }

    /// No better solution costs less than the cores.
    fn note_least(&mut self, of: &Cores) {
        if let (Some((_, least)), Some(goal)) = (&mut self.least, &self.kernel.objective) {
            *least = self.shared.at_least((*least).max(of.lower - goal.constant));
        }
    }

    /// A learning search in neighbourhoods of the best solution, or of the hints before there is one; `None` if there are
    /// too few choices.
    fn around(&mut self, root: &Engine, phases: &[Phase]) -> Result<Option<Learning>, Halt> {
        let all = neighbourhood::choices(self.statement, &self.places, phases, root.store());
        let is_hinted = self.improvements == 0;
        let all = neighbourhood::with_hinted(all, self.statement, &self.places, root.store());
        let (choices, items): (Vec<Operand>, Vec<Item>) = all.into_iter().unzip();
        if choices.is_empty() {
            return Ok(None);
        }
        self.choices = choices;
        match is_hinted {
            true => self.best_choices.set(neighbourhood::hinted(&self.choices, self.statement)),
            false => self.note_best(),
        }
        let (items, best): (Arc<[Item]>, _) = (items.into(), self.best_choices.clone());
        let (seed, phases) = (self.seed, self.placed(phases, root.store()));
        let decide = DecideBy::own(move |at| {
            let activity = at.by_activity()?;
            if !is_hinted {
                return Ok(Neighbourhood::new(items.clone(), best.clone(), seed, activity));
            }
            // Variables without hints are decided by the modeller's annotations.
            let guided = Guided::new(phases.clone(), seed, activity, at.engine.store());
            let around = Neighbourhood::new(items.clone(), best.clone(), seed, Box::new(guided));
            Ok(around.beginning_whole())
        });
        let usual = self.options(&Vec::new(), true, OnSolution::Forbid);
        let options = LearnOptions { decide, restarts: RestartPolicy::Never, ..usual };
        let mut around = self.learning_by(root, options, false)?;
        // Many cheap neighbourhoods find more than a few that are bounded well.
        self.leave_relaxation(&mut around.engine);
        Ok(Some(around))
    }

    /// From now on the relaxation does not run in an engine.
    fn leave_relaxation(&self, engine: &mut Engine) {
        for &id in &self.kernel.redundant {
            if engine.prop(id).name() == RELAXATION {
                engine.set_enabled(id, false);
            }
        }
    }

    /// Hands the best values of the choices to the search in neighbourhoods.
    fn note_best(&self) {
        if !self.choices.is_empty() {
            let all = &self.incumbent_values;
            self.best_choices.set(neighbourhood::values(&self.choices, self.statement, all));
        }
    }

    /// A learning search that begins at the root.
    fn learning(&self, root: &Engine, phases: &Placed, free: bool) -> Result<Learning, Halt> {
        self.learning_by(root, self.options(phases, free, OnSolution::Forbid), true)
    }

    /// The same with these options. It shares clauses, unless it has variables of its own or many short dives.
    fn learning_by(
        &self,
        root: &Engine,
        options: LearnOptions,
        shares: bool,
    ) -> Result<Learning, Halt> {
        let mut engine = root.clone();
        engine.set_interrupt(self.budget.interrupt());
        let mut learner = Learner::from_model(&mut engine, &self.kernel, options, &mut ())?;
        if self.statement.target.is_some() {
            let cheapest = Cheapest::new(self.statement, &self.places, engine.store());
            cheapest.literals(engine.store()).into_iter().for_each(|l| learner.prefer(l));
        }
        let hints = values::of_hints(self.statement, &self.places, engine.store());
        hints.into_iter().for_each(|l| learner.prefer(l));
        if shares {
            learner.connect(self.shared.port());
        }
        Ok(Learning { engine, learner, spent: Stats::default(), improvements: 0 })
    }

    /// A turn of a learning search, of cost `length`; `None` if the cost is used up. The cost is first measured after
    /// about a quarter of a usual turn.
    fn learn(
        &mut self,
        of: &mut Learning,
        length: u64,
        stats: &mut Stats,
        each: &mut Each<'_>,
    ) -> Option<Result<Exhausted, Halt>> {
        if of.improvements < self.improvements {
            of.improvements = self.improvements;
            values::of_solution(&self.incumbent_values, &self.places, of.engine.store())
                .into_iter()
                .for_each(|l| of.learner.prefer(l));
        }
        let before = *stats;
        let quarter = (length / 4).saturating_mul(of.spent.nodes) / cost(&of.spent).max(1);
        let mut step = quarter.max(STEP);
        while cost(&stats.since(&before)) < length {
            let budget = self.budget.at_most_nodes(stats.nodes + step);
            step *= 2;
            let mut sink = |engine: &Engine| self.met(engine, each);
            let end = of.learner.run(&mut of.engine, &mut sink, &budget, stats, &mut ());
            self.note_bound(&of.engine);
            if let Some(end) = self.ended(end, stats) {
                return Some(end);
            }
        }
        of.spent.add(&stats.since(&before));
        None
    }

    /// Plain search from the root, with at most `nodes` decisions; `None` if they are used up.
    fn dive(
        &mut self,
        engine: &mut Engine,
        phases: &Placed,
        nodes: u64,
        stats: &mut Stats,
        each: &mut Each<'_>,
    ) -> Option<Result<Exhausted, Halt>> {
        let spec = BranchSpec { seed: self.seed, ..BranchSpec::default() };
        let rest = Brancher::new(&self.kernel.groups, spec, engine.store());
        let decider = Guided::new(phases.clone(), self.seed, Box::new(rest), engine.store());
        let cheapest = Cheapest::new(self.statement, &self.places, engine.store());
        let decider = decider.towards(&cheapest);
        let mut decider = decider.at_ends(values::cheapest_ends(self.statement, &self.places));
        let budget = self.budget.at_most_nodes(stats.nodes + nodes);
        let mut sink = |engine: &Engine| self.met(engine, each);
        let end = dfs(engine, &mut decider, &mut sink, &budget, stats, &mut ());
        engine.backtrack(0);
        self.note_bound(engine);
        self.ended(end, stats)
    }

    /// Facts at the root of an engine bound all solutions that are better than the best one.
    fn note_bound(&mut self, engine: &Engine) {
        if let Some((goal, least)) = &mut self.least {
            *least = self.shared.at_least((*least).max(goal.bounds(engine.store()).0));
        }
    }

    /// Whether the best value is the bound that another search has found.
    fn is_closed(&self) -> bool {
        let goal = self.kernel.objective.as_ref();
        let least = goal.zip(self.least).map(|(goal, (_, least))| goal.constant + least);
        least.is_some_and(|least| self.shared.incumbent.best() <= least)
    }

    /// Whether a search whose decisions were limited has come to an end.
    fn ended(&self, end: End, stats: &Stats) -> Option<Result<Exhausted, Halt>> {
        match end {
            Ok(exhausted) => Some(Ok(exhausted)),
            Err(Stop::Nodes) if self.is_closed() => Some(Ok(Exhausted)),
            Err(Stop::Nodes) if !self.over && self.budget.reached(stats.nodes).is_none() => None,
            Err(_) => Some(Err(Halt::Interrupted)),
        }
    }

    /// How learning search goes.
    pub(super) fn options(
        &self,
        phases: &Placed,
        free: bool,
        on_solution: OnSolution,
    ) -> LearnOptions {
        let usual = LearnOptions {
            seed: self.seed,
            adaptive: self.adaptive,
            on_solution,
            ..LearnOptions::from_model(&self.kernel)
        };
        if phases.is_empty() {
            return usual;
        }
        let (phases, seed) = (phases.clone(), self.seed);
        let decide = DecideBy::own(move |at| {
            let guided = Guided::new(phases.clone(), seed, at.by_activity()?, at.engine.store());
            Ok(if free { guided.by_turns() } else { guided })
        });
        let restarts = if free { usual.restarts } else { RestartPolicy::Never };
        LearnOptions { decide, restarts, ..usual }
    }

    /// Where the variables of phases are.
    pub(super) fn placed(&self, phases: &[Phase], store: &Store) -> Placed {
        let of = &self.statement.variables;
        let place = |phase: &Phase| {
            let items = phase.variables.iter();
            let items = items.filter_map(|&v| Item::from_variable(v, of, &self.places, store));
            PlacedPhase::new(items.collect(), phase.choose, phase.values)
        };
        phases.iter().map(place).collect()
    }

    /// A solution was found: it is checked, and handed out.
    pub(super) fn met(
        &mut self,
        engine: &Engine,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut values = self.places.values(engine.store());
        self.places.complete(self.statement, &mut values);
        if let Err(why) = self.statement.check(&values) {
            self.wrong = Some(Violation::new("stated", [], why));
            self.over = true;
            return ControlFlow::Break(());
        }
        let worth = self.kernel.objective.as_ref().map(|goal| value_of(goal, engine));
        if worth.is_some_and(|worth| !self.shared.incumbent.improve(worth)) {
            return ControlFlow::Continue(());
        }
        self.best = Some(self.side);
        self.improvements = match worth {
            Some(worth) => self.shared.keep(worth, &values),
            None => self.improvements + 1,
        };
        self.incumbent_values.clone_from(&values);
        self.note_best();
        let solution = self.reader.read(&Answer::Values(values));
        let flow = solution.map_or(ControlFlow::Continue(()), |solution| each(&solution));
        self.over |= flow.is_break();
        flow
    }
}
