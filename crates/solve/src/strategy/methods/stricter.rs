//! A first solution under a stricter rule, if the family has one: a solution that obeys it obeys the puzzle's own
//! rules, and its network fails sooner. Nothing is proved by finding none.

use crate::strategy::case::{Case, searches};
use crate::strategy::error::RunError;
use crate::strategy::facts::Fact;
use crate::strategy::learning::{Leader, decide_in, learn_options};
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::{Kind, Order};
use crate::strategy::progress::{Extent, Progress};
use clew_engine::kernel::{Engine, Halt, Observer};
use clew_engine::run::clock::Instant;
use clew_engine::run::{Budget, Stop};
use clew_engine::search::{LearnOptions, probe};
use clew_puzzle::puzzle::{Answer, BuildError, BuildOptions, Built, Keep, Puzzle};
use std::ops::ControlFlow;

/// See the module documentation.
pub(super) struct Stricter;

impl Method for Stricter {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        let Some(stricter) = case.puzzle.stricter() else {
            return Ok(Progress::NotApplicable("the family knows no stricter rule".into()));
        };
        let start = Instant::now();
        let build = BuildOptions {
            keep: Keep::Representatives,
            without: case.options.without.clone(),
            learning: true,
            interrupt: budget.interrupt(),
            ..BuildOptions::default()
        };
        let built = stricter.build(stricter.default_network().name, &build);
        case.cost.building += start.elapsed();
        case.cost.networks += 1;
        let built = match built {
            Ok(built) => built,
            Err(BuildError::Interrupted) => return Ok(Progress::OutOf(budget.why())),
            // This method is only a help, so an error of its network is not an error of the run.
            Err(error) => return Ok(Progress::NotApplicable(error.to_string())),
        };
        let answer = match first(case, &stricter, built, budget, seen) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Ok(Progress::Learnt(Fact::NoneStricter)),
            Err(stop) => return Ok(Progress::OutOf(stop)),
        };
        if let Err(violation) = case.puzzle.verify(&answer) {
            return Err(RunError::Wrong { network: "stricter", violation });
        }
        case.how = How::Stricter;
        if case.tally.found.note(std::slice::from_ref(&answer)) {
            return Ok(Progress::Answered(Extent::Enough));
        }
        // Another one may be wanted, and next to a known one it is found without search.
        let other = case.puzzle.another(&answer);
        if other.is_some_and(|other| case.tally.found.note(&[other])) {
            case.how = How::Exchange;
            return Ok(Progress::Answered(Extent::Enough));
        }
        Ok(Progress::Learnt(Fact::Known))
    }
}

/// The first solution of a network; `None`: it has none.
fn first<O: Observer>(
    case: &mut Case<'_>,
    puzzle: &Puzzle,
    mut built: Built,
    budget: &Budget,
    seen: &mut O,
) -> Result<Option<Answer>, Stop> {
    if built.model.infeasible {
        return Ok(None);
    }
    // This network is separate from those of the case.
    searches(seen, Kind::ALL.len(), &built);
    let engine = &mut built.model.engine;
    engine.set_interrupt(budget.interrupt());
    let (options, groups) = (case.options, &built.model.groups);
    let may_rest = options.may_rest(&built.model.redundant);
    let probed = engine
        .fixpoint(seen)
        .and_then(|()| probe(engine, groups, may_rest, options.probe, seen).map(|_| ()));
    engine.set_interrupt(None);
    match probed {
        Ok(()) => {}
        Err(Halt::Conflict) => return Ok(None),
        Err(Halt::Interrupted) => return Err(budget.why()),
    }
    let (how, decide) = decide_in(Order::Alternating, &built);
    let options = LearnOptions { decide, ..learn_options(&built, case.options) };
    let Leader { mut learner, mut engine, .. } =
        match Leader::new(Kind::Learning, &built, options, budget, how, seen) {
            Ok(leader) => leader,
            Err(Ok(_)) => return Ok(None),
            Err(Err(stop)) => return Err(stop),
        };
    let mut found = None;
    let mut sink = |engine: &Engine| {
        found = Some(built.decode(puzzle.board(), engine.store()));
        ControlFlow::Break(())
    };
    let end = learner.run(&mut engine, &mut sink, budget, &mut case.cost.stats, seen);
    match (found, end) {
        (Some(answer), _) => Ok(Some(answer)),
        (None, Ok(_)) => Ok(None),
        (None, Err(stop)) => Err(stop),
    }
}
