//! One learning search that follows the phases of a modeller and never restarts: solutions in the order that these say.

use super::builder::Model;
use super::error::{ModelError, Unbuilt};
use super::expr::{Expr, Operand};
use super::family::NETWORK;
use super::guide::{self, Choose, Guided, Item, Phase, Try};
use super::network::{self, Layout};
use super::outcome::{Reader, Solution};
use super::places::Places;
use super::statement::{Apart, Statement};
use crate::strategy::{Options, RunError};
use clew_engine::kernel::{Engine, Halt, Lit, Model as Kernel, StepCounter, Store};
use clew_engine::run::clock::Instant;
use clew_engine::run::{Budget, Stats, Stop};
use clew_engine::search::objective::{Better, value_of};
use clew_engine::search::{
    DecideBy, Incumbent, LearnOptions, Learner, OnSolution, RestartPolicy,
};
use clew_puzzles::puzzle::{Answer, Violation};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// What came of a guided search.
#[derive(Clone, Debug)]
pub(crate) struct GuidedOutcome {
    /// Whether there is no other solution, or no better one.
    pub exact: bool,
    pub stats: Stats,
    pub init_time: Duration,
    pub solve_time: Duration,
    /// Integer variables, Boolean variables and propagators of the network.
    pub sizes: [u64; 3],
}

/// A search in the making.
struct Search<'a> {
    statement: &'a Arc<Statement>,
    kernel: Kernel,
    places: Places,
    incumbent: Arc<Incumbent>,
    budget: &'a Budget,
    reader: Reader,
    wrong: Option<Violation>,
}

impl Model {
    /// Hands solutions to `each`, in the order that the phases say, until it breaks off: with a goal (whether the
    /// largest value is wanted) better and better ones, without one all that differ in what tells them apart.
    ///
    /// # Errors
    /// As for [`Model::check`].
    pub(crate) fn guided(
        &self,
        phases: &[Phase],
        goal: Option<(&Expr, bool)>,
        options: &Options,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<GuidedOutcome, ModelError> {
        let begun = Instant::now();
        let target = goal.map(|(sum, largest)| self.target(sum, largest)).transpose()?;
        let statement = Arc::new(Statement { target, ..self.statement.clone() });
        let mut outcome = GuidedOutcome {
            exact: false,
            stats: Stats::default(),
            init_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            sizes: [0; 3],
        };
        let interrupt = options.budget.interrupt();
        let built = match Layout::of(&statement, &StepCounter::new(interrupt.as_ref())) {
            Err(Unbuilt::Model(why)) => return Err(why),
            Err(Unbuilt::Interrupted) => Err(Halt::Interrupted),
            Ok(layout) => {
                network::build(&statement, &layout, StepCounter::new(interrupt.as_ref()))
            }
        };
        outcome.init_time = begun.elapsed();
        let Ok((mut kernel, places)) = built else { return Ok(outcome) };
        if kernel.infeasible {
            return Ok(GuidedOutcome { exact: true, ..outcome });
        }
        let incumbent = Arc::new(Incumbent::default());
        if let Some(objective) = kernel.objective.clone() {
            Better::post(&mut kernel.engine, &objective, incumbent.clone());
        }
        let of = &statement.variables;
        outcome.sizes = [of.ints.len(), of.own.len(), kernel.engine.len()].map(|n| n as u64);
        let reader = Reader::new(self.lineage(), &statement);
        let budget = &options.budget;
        let mut search =
            Search { statement: &statement, kernel, places, incumbent, budget, reader, wrong: None };
        let end = match search.run(phases, options.seed, &mut outcome.stats, each) {
            Ok(()) => true,
            Err(Halt::Conflict) => true,
            Err(Halt::Interrupted) => false,
        };
        if let Some(violation) = search.wrong {
            return Err(RunError::Wrong { network: NETWORK, violation }.into());
        }
        outcome.exact = end;
        outcome.solve_time = begun.elapsed().saturating_sub(outcome.init_time);
        Ok(outcome)
    }
}

impl Search<'_> {
    /// Until nothing is left. A limit, and whoever breaks off, interrupt it.
    fn run(
        &mut self,
        phases: &[Phase],
        seed: u64,
        stats: &mut Stats,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        let apart = self.statement.apart.clone().filter(|_| self.kernel.objective.is_none());
        let mut engine = self.kernel.engine.clone();
        engine.set_interrupt(self.budget.interrupt());
        engine.fixpoint(&mut ())?;
        let options = LearnOptions {
            decide: self.decide(phases, seed, engine.store()),
            restarts: match phases.is_empty() {
                true => RestartPolicy::default(),
                false => RestartPolicy::Never,
            },
            seed,
            on_solution: match (&apart, &self.kernel.objective) {
                (Some(_), _) => OnSolution::Leave,
                (None, Some(_)) => OnSolution::Forbid,
                (None, None) => OnSolution::TurnBack,
            },
            ..LearnOptions::from_model(&self.kernel)
        };
        let mut learner = Learner::from_model(&mut engine, &self.kernel, options, &mut ())?;
        let budget = self.budget;
        loop {
            let mut over = false;
            let mut shown: Option<Vec<Lit>> = None;
            let mut sink = |engine: &Engine| {
                over = self.met(engine, each).is_break();
                shown = apart.as_ref().map(|by| self.shown(by, engine.store()));
                if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let end = learner.run(&mut engine, &mut sink, budget, stats, &mut ());
            match (end, shown) {
                (Ok(_), _) => return Ok(()),
                (Err(Stop::Limit), Some(mut others)) if !over => {
                    // What is shown of the next one differs.
                    others.iter_mut().for_each(|l| *l = !*l);
                    engine.set_interrupt(self.budget.interrupt());
                    engine.add_clause(&others)?;
                    learner = learner.renewed(&mut engine, &mut ())?;
                }
                (Err(_), _) => return Err(Halt::Interrupted),
            }
        }
    }

    /// A solution was found: it is looked at, and handed out.
    fn met(
        &mut self,
        engine: &Engine,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let values = self.places.values(engine.store());
        if let Err(why) = self.statement.check(&values) {
            self.wrong = Some(Violation::new("stated", [], why));
            return ControlFlow::Break(());
        }
        if let Some(objective) = &self.kernel.objective
            && !self.incumbent.improve(value_of(objective, engine))
        {
            return ControlFlow::Continue(());
        }
        match self.reader.read(&Answer::Values(values)) {
            Some(solution) => each(&solution),
            None => ControlFlow::Continue(()),
        }
    }

    /// The literals that say what is shown of a solution.
    fn shown(&self, by: &Apart, store: &Store) -> Vec<Lit> {
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
        let is = |x: u32| {
            let var = self.places.ints[x as usize].var;
            store.atom(var, store.domain(var).min()).pos()
        };
        let of = &self.statement.variables;
        let literal = |index: u32| {
            let l = guide::literal(index, of, &self.places, store)?;
            Some(if store.is_true(l) { l } else { !l })
        };
        let ints = by.ints.iter().copied().chain(ints).map(is);
        let bools = by.bools.iter().map(|b| b.index).chain(bools).filter_map(literal);
        ints.chain(bools).collect()
    }

    /// Who decides: the phases, and then activity in conflicts.
    fn decide(&self, phases: &[Phase], seed: u64, store: &Store) -> DecideBy {
        let of = &self.statement.variables;
        let place = |phase: &Phase| {
            let items = phase.variables.iter();
            let items = items.filter_map(|&v| Item::of(v, of, &self.places, store)).collect();
            (items, phase.choose, phase.values)
        };
        let phases: Vec<(Vec<Item>, Choose, Try)> = phases.iter().map(place).collect();
        DecideBy::own(move |at| {
            Ok(Guided::new(phases.clone(), seed, at.by_activity()?, at.engine.store()))
        })
    }
}
