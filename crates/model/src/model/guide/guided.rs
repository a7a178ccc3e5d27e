//! Search that follows the phases of a modeller: plain search and learning by turns, for one solution or the best one;
//! for all solutions learning alone.

use crate::model::builder::Model;
use crate::model::error::{ModelError, Unbuilt};
use crate::model::expr::{Expr, Operand};
use crate::model::family::NETWORK;
use crate::model::guide;
use crate::model::guide::neighbourhood::{self, BestValues, Neighbourhood};
use crate::model::guide::rounded::Rounded;
use crate::model::guide::{Guided, Item, Phase, Placed};
use crate::model::network;
use crate::model::network::Layout;
use crate::model::network::RELAXATION;
use crate::model::network::places::{IntVarRef, Place, VarMap};
use crate::model::network::relaxation::{column, defined};
use crate::model::outcome::{Reader, Solution};
use crate::model::statement::{Apart, Statement};
use clew_engine::kernel::{Engine, Halt, IntervalId, Lit, Model as Kernel, StepCounter, Store};
use clew_engine::run::clock::Instant;
use clew_engine::run::{Budget, End, Exhausted, Stats, Stop};
use clew_engine::search::objective::{Better, value_of};
use clew_engine::search::{
    AdaptOptions, BranchSpec, Brancher, DecideBy, Incumbent, LearnOptions, Learner, OnSolution,
    RestartPolicy, dfs,
};
use clew_puzzle::puzzle::{Answer, Violation};
use clew_relax::Column;
use clew_solve::strategy::{Options, RunError};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The result of a guided search.
#[derive(Clone, Debug)]
pub(crate) struct GuidedOutcome {
    /// Whether there is no other solution, or no better one.
    pub exact: bool,
    pub stats: Stats,
    pub init_time: Duration,
    pub solve_time: Duration,
    /// Integer variables, Boolean variables and propagators of the network.
    pub sizes: [u64; 3],
    /// A bound of the goal that no solution passes, as people see it; that of the best solution, if `exact`.
    pub bound: Option<i64>,
}

/// A search in the making.
struct Search<'a> {
    statement: &'a Arc<Statement>,
    kernel: Kernel,
    places: VarMap,
    incumbent: Arc<Incumbent>,
    budget: &'a Budget,
    seed: u64,
    adaptive: Option<AdaptOptions>,
    reader: Reader,
    /// The violation found in a solution, if any.
    wrong: Option<Violation>,
    /// The values of the best solution, and how many solutions were better than all before them.
    incumbent_values: Vec<i64>,
    improvements: u64,
    /// The variables that neighbourhoods are about, with their values in the best solution.
    choices: Vec<Operand>,
    best_choices: Arc<BestValues>,
    has_neighbourhoods: bool,
    rounds: bool,
    /// No further solution is wanted.
    over: bool,
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

impl Model {
    /// Hands solutions to `each` until it breaks off: with a goal (whether the largest value is wanted) better and
    /// better ones.
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub(crate) fn guided(
        &self,
        guidance: Guidance<'_>,
        goal: Option<(&Expr, bool)>,
        options: &Options,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<GuidedOutcome, ModelError> {
        let target = goal.map(|(sum, largest)| self.target(sum, largest)).transpose()?;
        self.guided_by(guidance, &Arc::new(self.stated(target)), options, each)
    }

    /// The same for a statement of the model, with its goal.
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub(in crate::model) fn guided_by(
        &self,
        guidance: Guidance<'_>,
        statement: &Arc<Statement>,
        options: &Options,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<GuidedOutcome, ModelError> {
        let begun = Instant::now();
        let mut outcome = GuidedOutcome {
            exact: false,
            stats: Stats::default(),
            init_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            sizes: [0; 3],
            bound: None,
        };
        let interrupt = options.budget.interrupt();
        let (counter, memory) = (StepCounter::new(interrupt.as_ref()), options.budget.memory);
        let built = Layout::from_statement(statement, memory, &counter).and_then(|layout| {
            network::build(statement, &layout, (memory, &options.without), counter)
        });
        outcome.init_time = begun.elapsed();
        let (mut kernel, places) = match built {
            Ok(built) => built,
            Err(Unbuilt::Model(why)) => return Err(why),
            Err(Unbuilt::Interrupted) => return Ok(outcome),
        };
        if kernel.infeasible {
            return Ok(GuidedOutcome { exact: true, ..outcome });
        }
        let incumbent = Arc::new(Incumbent::default());
        if let Some(objective) = kernel.objective.clone() {
            Better::post(&mut kernel.engine, &objective, incumbent.clone());
        }
        let of = &statement.variables;
        outcome.sizes = [of.ints.len(), of.own.len(), kernel.engine.len()].map(|n| n as u64);
        let mut search = Search {
            statement,
            kernel,
            places,
            incumbent,
            budget: &options.budget,
            seed: options.seed,
            adaptive: options.adaptive,
            reader: Reader::new(self.lineage(), statement),
            wrong: None,
            incumbent_values: Vec::new(),
            improvements: 0,
            choices: Vec::new(),
            best_choices: Arc::default(),
            rounds: options.without.iter().all(|part| part != guide::ROUNDING),
            has_neighbourhoods: options.without.iter().all(|part| part != guide::NEIGHBOURHOODS),
            over: false,
            least: None,
            side: Side::Plain,
            best: None,
        };
        let end = search.run(guidance, &mut outcome.stats, each);
        if let Some(violation) = search.wrong {
            return Err(RunError::Wrong { network: NETWORK, violation }.into());
        }
        let goal = search.kernel.objective.as_ref();
        outcome.bound = goal.zip(search.least).map(|(goal, (_, least))| {
            let value = (goal.constant + least).min(search.incumbent.best());
            if goal.negated { -value } else { value }
        });
        // A failure at the root means that there is no solution, or no better one.
        outcome.exact = matches!(end, Ok(Exhausted) | Err(Halt::Conflict));
        outcome.solve_time = begun.elapsed().saturating_sub(outcome.init_time);
        Ok(outcome)
    }
}

/// Cost of the first turn of plain search, and of learning after it; see [`cost`].
const FIRST_TURN: u64 = 30_000;
/// The factor by which the turns of the search that found the best solution so far are longer.
///
/// Range: from 1 to some 4. Trades: many improving solutions from one kind of search, against proofs by the other one.
const LEAD: u64 = 2;
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

/// The literals of the shown part of a solution, and the interval variables with their values.
type Shown = (Vec<Lit>, Vec<(IntervalId, i64)>);

type Each<'a> = dyn FnMut(&Solution) -> ControlFlow<()> + 'a;

impl Search<'_> {
    /// Searches until no solution is left. A limit or a break of the caller interrupts it.
    fn run(
        &mut self,
        guidance: Guidance<'_>,
        stats: &mut Stats,
        each: &mut Each<'_>,
    ) -> Result<Exhausted, Halt> {
        let mut root = self.kernel.engine.clone();
        root.set_interrupt(self.budget.interrupt());
        root.fixpoint(&mut ())?;
        let goal = self.kernel.objective.as_ref().and_then(|goal| column(goal, root.store()));
        self.least = goal.map(|goal| (goal, goal.bounds(root.store()).0));
        if guidance.all && self.kernel.objective.is_none() {
            return self.all(root, guidance, stats, each);
        }
        let phases = self.placed(guidance.phases, root.store());
        let mut learning = self.learning(&root, &phases, guidance.free)?;
        // Its engine stays: parts of the tree that are exhausted have no better solutions.
        let mut plain = root.clone();
        // If annotations are followed: a learning search without them, once the turns are long.
        let mut free: Option<Learning> = None;
        // With a relaxation: search that begins with its values.
        let mut rounded: Option<Learning> = None;
        // With a goal, once there is a solution: search around the best one.
        let mut around: Option<Option<Learning>> = None;
        let mut turn = FIRST_TURN;
        // Decisions of plain search that fit into a turn.
        let mut fit = STEP;
        loop {
            let before = *stats;
            let nodes = fit.saturating_mul(self.share(Side::Plain));
            if let Some(end) = self.dive(&mut plain, &phases, nodes, stats, each) {
                return end;
            }
            let spent = stats.since(&before);
            fit = (turn * 2).saturating_mul(spent.nodes.max(1)) / cost(&spent).max(1);
            let length = turn * self.share(Side::Learning);
            if let Some(end) = self.learn(&mut learning, (turn, length), stats, each) {
                return end;
            }
            if !guidance.free && !phases.is_empty() && turn >= FREE_FROM {
                let free = match &mut free {
                    Some(free) => free,
                    none => none.insert(self.learning(&root, &phases, true)?),
                };
                let length = turn * self.share(Side::Free);
                if let Some(end) = self.learn(free, (turn, length), stats, each) {
                    return end;
                }
            }
            if rounded.is_none()
                && self.rounds
                && let Some(fractions) = self.places.fractions.clone()
            {
                let decide =
                    DecideBy::own(move |at| Ok(Rounded::new(fractions.clone(), at.by_activity()?)));
                let usual = self.options(&Vec::new(), true, OnSolution::Forbid);
                rounded = Some(self.learning_by(&root, LearnOptions { decide, ..usual })?);
            }
            if let Some(rounded) = &mut rounded {
                let length = turn * self.share(Side::Rounded);
                if let Some(end) = self.learn(rounded, (turn, length), stats, each) {
                    return end;
                }
            }
            if self.improvements > 0 && around.is_none() && self.has_neighbourhoods {
                around = Some(self.around(&root, guidance.phases)?);
            }
            if let Some(Some(around)) = &mut around {
                let length = turn * self.share(Side::Around);
                if let Some(end) = self.learn(around, (turn, length), stats, each) {
                    return end;
                }
            }
            turn *= 2;
        }
    }

    /// A learning search in neighbourhoods of the best solution; `None` if there are too few choices.
    fn around(&mut self, root: &Engine, phases: &[Phase]) -> Result<Option<Learning>, Halt> {
        let all = neighbourhood::choices(self.statement, &self.places, phases, root.store());
        let (choices, items): (Vec<Operand>, Vec<Item>) = all.into_iter().unzip();
        if choices.is_empty() {
            return Ok(None);
        }
        self.choices = choices;
        self.note_best();
        let (items, best): (Arc<[Item]>, _) = (items.into(), self.best_choices.clone());
        let seed = self.seed;
        let decide = DecideBy::own(move |at| {
            Ok(Neighbourhood::new(items.clone(), best.clone(), seed, at.by_activity()?))
        });
        let usual = self.options(&Vec::new(), true, OnSolution::Forbid);
        let options = LearnOptions { decide, restarts: RestartPolicy::Never, ..usual };
        let mut around = self.learning_by(root, options)?;
        // Many cheap neighbourhoods find more than a few that are bounded well.
        for &id in &self.kernel.redundant {
            if around.engine.prop(id).name() == RELAXATION {
                around.engine.set_enabled(id, false);
            }
        }
        Ok(Some(around))
    }

    /// Hands the best values of the choices to the search in neighbourhoods.
    fn note_best(&self) {
        if !self.choices.is_empty() {
            let all = &self.incumbent_values;
            self.best_choices.set(neighbourhood::values(&self.choices, self.statement, all));
        }
    }

    /// Begins the turn of a kind of search; returns the factor by which it is longer than usual.
    fn share(&mut self, side: Side) -> u64 {
        self.side = side;
        if self.best == Some(side) { LEAD } else { 1 }
    }

    /// A learning search that begins at the root.
    fn learning(&self, root: &Engine, phases: &Placed, free: bool) -> Result<Learning, Halt> {
        self.learning_by(root, self.options(phases, free, OnSolution::Forbid))
    }

    /// The same with these options.
    fn learning_by(&self, root: &Engine, options: LearnOptions) -> Result<Learning, Halt> {
        let mut engine = root.clone();
        engine.set_interrupt(self.budget.interrupt());
        let mut learner = Learner::from_model(&mut engine, &self.kernel, options, &mut ())?;
        if self.statement.target.is_some() {
            self.cheapest(engine.store()).into_iter().for_each(|l| learner.prefer(l));
        }
        Ok(Learning { engine, learner, spent: Stats::default(), improvements: 0 })
    }

    /// A turn of a learning search, of cost `length`; `None` if the cost is used up. The cost is first measured after
    /// about a quarter of a usual turn.
    fn learn(
        &mut self,
        of: &mut Learning,
        (turn, length): (u64, u64),
        stats: &mut Stats,
        each: &mut Each<'_>,
    ) -> Option<Result<Exhausted, Halt>> {
        if of.improvements < self.improvements {
            of.improvements = self.improvements;
            self.incumbent_phases(&of.engine).into_iter().for_each(|l| of.learner.prefer(l));
        }
        let before = *stats;
        let quarter = (turn / 4).saturating_mul(of.spent.nodes) / cost(&of.spent).max(1);
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

    /// The terms of the goal's sum; none without a goal.
    fn goal_terms(&self) -> Vec<(i64, Operand)> {
        let target = self.statement.target.as_ref();
        target.map_or_else(Vec::new, |target| defined(target, self.statement).0)
    }

    /// The literals of the goal's sum, each as it costs less.
    fn cheapest(&self, store: &Store) -> Vec<Lit> {
        let terms = self.goal_terms();
        let of = &self.statement.variables;
        let literal = |&(c, x): &(i64, Operand)| match x {
            Operand::Bool(index) => {
                let l = guide::literal(index, of, &self.places, store)?;
                Some(if c > 0 { !l } else { l })
            }
            Operand::Int(x) => match self.places.ints[x as usize] {
                IntVarRef::Bits(Place { var, .. }) => {
                    let domain = store.domain(var);
                    let value = if c > 0 { domain.min() } else { domain.max() };
                    Some(store.atom(var, value).pos())
                }
                IntVarRef::Ends { .. } => None,
            },
        };
        terms.iter().filter_map(literal).collect()
    }

    /// The interval variables of the goal's sum, each with whether its low end costs less; the first term is the last.
    fn cheapest_ends(&self) -> Vec<(IntervalId, bool)> {
        let terms = self.goal_terms();
        let end = |&(c, x): &(i64, Operand)| match x {
            Operand::Int(x) => match self.places.ints[x as usize] {
                IntVarRef::Ends { interval, .. } => Some((interval, c > 0)),
                IntVarRef::Bits(_) => None,
            },
            Operand::Bool(_) => None,
        };
        terms.iter().rev().filter_map(end).collect()
    }

    /// The literals of the best solution.
    fn incumbent_phases(&self, engine: &Engine) -> Vec<Lit> {
        let store = engine.store();
        let ints = self.places.ints.iter().zip(&self.incumbent_values);
        let ints = ints.filter_map(|(place, &value)| match *place {
            IntVarRef::Bits(Place { var, frame }) => {
                Some(store.atom(var, frame.place(value)?).pos())
            }
            IntVarRef::Ends { .. } => None,
        });
        let bools = self.incumbent_values.iter().skip(self.places.ints.len());
        let bools = self.places.own.iter().zip(bools).map(|(atom, &value)| atom.lit(value == 1));
        ints.chain(bools).collect()
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
        let decider = decider.towards(&self.cheapest(engine.store()), engine.store());
        let mut decider = decider.at_ends(self.cheapest_ends());
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
            *least = (*least).max(goal.bounds(engine.store()).0);
        }
    }

    /// Whether the best value is the bound that another search has found.
    fn is_closed(&self) -> bool {
        let goal = self.kernel.objective.as_ref();
        let least = goal.zip(self.least).map(|(goal, (_, least))| goal.constant + least);
        least.is_some_and(|least| self.incumbent.best() <= least)
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

    /// All solutions, each shown differently.
    fn all(
        &mut self,
        mut engine: Engine,
        guidance: Guidance<'_>,
        stats: &mut Stats,
        each: &mut Each<'_>,
    ) -> Result<Exhausted, Halt> {
        let apart = self.statement.apart.clone();
        let on_solution = if apart.is_some() { OnSolution::Leave } else { OnSolution::TurnBack };
        let phases = self.placed(guidance.phases, engine.store());
        let options = self.options(&phases, guidance.free, on_solution);
        let mut learner = Learner::from_model(&mut engine, &self.kernel, options, &mut ())?;
        let budget = self.budget;
        loop {
            let mut shown: Option<Shown> = None;
            let mut sink = |engine: &Engine| {
                let flow = self.met(engine, each);
                shown = apart.as_ref().map(|by| self.shown(by, engine.store()));
                flow
            };
            let end = learner.run(&mut engine, &mut sink, budget, stats, &mut ());
            match (end, shown) {
                (Ok(exhausted), _) => return Ok(exhausted),
                (Err(Stop::Limit), Some((mut others, ends))) if !self.over => {
                    // The next solution must differ in a shown value.
                    others.iter_mut().for_each(|l| *l = !*l);
                    for (x, v) in ends {
                        others.extend([!engine.at_most(x, v), !engine.at_least(x, v)]);
                    }
                    engine.set_interrupt(budget.interrupt());
                    engine.add_clause(&others)?;
                    learner = learner.renewed(&mut engine, &mut ())?;
                }
                (Err(_), _) => return Err(Halt::Interrupted),
            }
        }
    }

    /// How learning search goes.
    fn options(&self, phases: &Placed, free: bool, on_solution: OnSolution) -> LearnOptions {
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
    fn placed(&self, phases: &[Phase], store: &Store) -> Placed {
        let of = &self.statement.variables;
        let place = |phase: &Phase| {
            let items = phase.variables.iter();
            let items =
                items.filter_map(|&v| Item::from_variable(v, of, &self.places, store)).collect();
            (items, phase.choose, phase.values)
        };
        phases.iter().map(place).collect()
    }

    /// A solution was found: it is checked, and handed out.
    fn met(
        &mut self,
        engine: &Engine,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let values = self.places.values(engine.store());
        if let Err(why) = self.statement.check(&values) {
            self.wrong = Some(Violation::new("stated", [], why));
            self.over = true;
            return ControlFlow::Break(());
        }
        if let Some(objective) = &self.kernel.objective
            && !self.incumbent.improve(value_of(objective, engine))
        {
            return ControlFlow::Continue(());
        }
        self.best = Some(self.side);
        self.improvements += 1;
        self.incumbent_values.clone_from(&values);
        self.note_best();
        let solution = self.reader.read(&Answer::Values(values));
        let flow = solution.map_or(ControlFlow::Continue(()), |solution| each(&solution));
        self.over |= flow.is_break();
        flow
    }

    /// The shown part of the current solution.
    fn shown(&self, by: &Apart, store: &Store) -> Shown {
        // Solutions that differ in a sum differ in one of its variables.
        let terms = || by.sums.iter().flat_map(|sum| &sum.terms).map(|&(_, x)| x);
        let ints = terms().filter_map(|x| match x {
            Operand::Int(x) => Some(x),
            Operand::Bool(_) => None,
        });
        let bools = terms().filter_map(|x| match x {
            Operand::Int(_) => None,
            Operand::Bool(index) => Some(index),
        });
        let mut ends = Vec::new();
        let mut lits = Vec::new();
        for x in by.ints.iter().copied().chain(ints) {
            match self.places.ints[x as usize] {
                IntVarRef::Bits(Place { var, .. }) => {
                    lits.push(store.atom(var, store.domain(var).min()).pos());
                }
                IntVarRef::Ends { interval, .. } => ends.push((interval, store.low(interval))),
            }
        }
        let of = &self.statement.variables;
        let literal = |index: u32| {
            let l = guide::literal(index, of, &self.places, store)?;
            Some(if store.is_true(l) { l } else { !l })
        };
        lits.extend(by.bools.iter().map(|b| b.index).chain(bools).filter_map(literal));
        (lits, ends)
    }
}
