//! Walks a plan: tries one stage after the other until a method has answered or the budget is used up.

use super::case::Case;
use super::error::RunError;
use super::facts::Fact;
use super::methods;
use super::options::{Options, Task};
use super::outcome::{Estimate, Outcome, Way};
use super::plan::{self, Nodes, Plan, Stage, Step};
use super::progress::{Extent, Progress};
use crate::strategy::answers::distinct_shown;
use crate::strategy::plan::available;
use crate::strategy::plan::method_id::{Kind, MethodId};
use crate::strategy::plan::question_spec::QuestionSpec;
use crate::strategy::plan::stages;
use crate::strategy::plan::stages::{Moves, StageCost};
use clew_engine::kernel::Observer;
use clew_engine::run::clock::{Instant, thread_time};
use clew_engine::run::{Budget, Stop};
use clew_puzzle::puzzle::{Built, Puzzle};
use std::ops::ControlFlow;

/// Answers a question about a puzzle. Solutions are kept until the end: once they take more than the memory
/// of the options the run stops for that; [`super::solve_each`] hands them out instead.
///
/// # Errors
/// [`RunError`].
pub fn run(puzzle: &Puzzle, task: Task, options: &Options) -> Result<Outcome, RunError> {
    run_watched(puzzle, task, options, &mut ()).map(|(outcome, _)| outcome)
}

/// As [`run`] by search alone, with an observer of propagation and search (then on one thread).
///
/// # Errors
/// [`RunError`].
pub fn run_observed<O: Observer>(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
    seen: &mut O,
) -> Result<Outcome, RunError> {
    let asked =
        QuestionSpec { observed: true, search_only: true, ..QuestionSpec::new(task, options) };
    drive(puzzle, &asked, options, true, seen).map(|(outcome, _)| outcome)
}

/// As [`run`], with all its stages, and with an observer of propagation and search in each of them, on this thread: a
/// profile, a log, a trace. It does not see the work of a team on further threads. Also returns the network that was
/// used last, if there was one.
///
/// # Errors
/// [`RunError`].
pub fn run_watched<O: Observer>(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
    seen: &mut O,
) -> Result<(Outcome, Option<Built>), RunError> {
    drive(puzzle, &QuestionSpec::new(task, options), options, false, seen)
}

/// Counts exactly as far as the limits allow (half of the time; a second if there is no time limit),
/// and estimates the number of solutions if that does not settle it.
///
/// # Errors
/// [`RunError`].
pub fn count_or_estimate(puzzle: &Puzzle, options: &Options) -> Result<Outcome, RunError> {
    let asked = QuestionSpec { estimate: true, ..QuestionSpec::new(Task::Count, options) };
    drive(puzzle, &asked, options, false, &mut ()).map(|(outcome, _)| outcome)
}

/// The plan of [`run`], or with `estimate` of [`count_or_estimate`].
///
/// # Errors
/// [`RunError::NoMethod`] if the question does not apply to this puzzle.
pub fn plan_for(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
    estimate: bool,
) -> Result<Plan, RunError> {
    let asked = QuestionSpec { estimate, ..QuestionSpec::new(task, options) };
    admits(puzzle, options)?;
    Ok(plan::plan(&asked, &available::offers(puzzle, options.goal)))
}

/// Whether the question applies to this puzzle and its network; checked before any search.
fn admits(puzzle: &Puzzle, options: &Options) -> Result<(), RunError> {
    let info = puzzle.network(options.network.as_deref())?;
    info.admits(&options.without)?;
    if let Some(goal) = options.goal {
        puzzle.admits(goal, info.name)?;
    }
    Ok(())
}

/// Walks the plan, repeatedly if solutions are distinguished by the part of them that is shown.
fn drive<O: Observer>(
    puzzle: &Puzzle,
    asked: &QuestionSpec,
    options: &Options,
    alone: bool,
    seen: &mut O,
) -> Result<(Outcome, Option<Built>), RunError> {
    let mut ask = |puzzle: &Puzzle, asked: &QuestionSpec, options: &Options| {
        drive_once(puzzle, asked, options, alone, seen)
    };
    if !distinct_shown::needs_distinct_shown(puzzle, options) {
        return ask(puzzle, asked, options);
    }
    distinct_shown::one_by_one(puzzle, asked, options, &mut ask, &mut |_| ControlFlow::Continue(()))
}

/// Walks the plan. `alone`: search stays on one thread, because an observer must see all of it.
fn drive_once<O: Observer>(
    puzzle: &Puzzle,
    asked: &QuestionSpec,
    options: &Options,
    alone: bool,
    seen: &mut O,
) -> Result<(Outcome, Option<Built>), RunError> {
    let (start, cpu) = (Instant::now(), thread_time());
    admits(puzzle, options)?;
    let plan = plan::plan(asked, &available::offers(puzzle, options.goal));
    let alone = options.budget.nodes.is_some() || alone;
    let exact = asked.estimate.then(|| plan::exact_until(&options.budget)).flatten();
    let mut walk = Walk {
        case: Case::new(puzzle, asked.task, options, alone)?,
        exact,
        refused: None,
        stop: None,
        start,
    };
    let mut extent = walk.along(&plan, seen)?;
    if let (Some(Extent::Enough), Some(stage)) = (extent, &plan.then) {
        walk.case.facts.several = true;
        let whole = options.budget.clone();
        extent = walk.attempt(stage, &whole, seen)?.extent();
    }
    let stop = match (extent, walk.stop) {
        (Some(Extent::All), _) => None,
        (Some(Extent::Enough), _) => Some(walk.case.tally.found.stop()),
        // Whatever limit was reached before, the run was interrupted.
        (None, Some(_)) if options.budget.urgent() == Some(Stop::Interrupt) => {
            Some(Stop::Interrupt)
        }
        (None, Some(stop)) => Some(stop),
        // No method began: none of those allowed can answer the question.
        (None, None) => {
            let why = walk.refused.unwrap_or_else(|| "no method applies to this puzzle".into());
            return Err(RunError::NoMethod(why));
        }
    };
    if asked.estimate && stop.is_some() {
        // If the time was up before any estimate, the outcome contains an estimate without hits.
        walk.case.estimate.get_or_insert(Estimate::without_hit(0, Way::Tree));
    }
    let building = walk.case.cost.building;
    let (mut outcome, built) = walk.case.finish(stop)?;
    outcome.estimate = outcome.estimate.map(|estimate| estimate.beside(&outcome.count));
    outcome.solve_time = start.elapsed().saturating_sub(building);
    outcome.cpu = thread_time().saturating_sub(cpu);
    Ok((outcome, built))
}

/// The result of one stage.
enum StageResult {
    /// The question is answered, so far.
    Answered(Extent),
    /// The method can do nothing here, now or later.
    NotApplicable,
    /// Neither: its condition did not hold, or it ended without an answer.
    Nothing,
}

impl StageResult {
    fn extent(self) -> Option<Extent> {
        match self {
            StageResult::Answered(extent) => Some(extent),
            StageResult::NotApplicable | StageResult::Nothing => None,
        }
    }
}

/// A plan that is being walked.
struct Walk<'a> {
    case: Case<'a>,
    /// When the exact part of an estimate is over.
    exact: Option<Instant>,
    /// The reason given by the last method that did not apply.
    refused: Option<String>,
    /// The limit that stopped the last method that began.
    stop: Option<Stop>,
    start: Instant,
}

impl Walk<'_> {
    /// How much was answered; `None`: the plan came to its end.
    fn along<O: Observer>(
        &mut self,
        plan: &Plan,
        seen: &mut O,
    ) -> Result<Option<Extent>, RunError> {
        for (i, step) in plan.steps.iter().enumerate() {
            let answered = match step {
                Step::Once(stage) => {
                    let whole = self.case.options.budget.clone();
                    self.attempt(stage, &whole, seen)?.extent()
                }
                Step::InTurns { first, most, stages } => self.turns(*first, *most, stages, seen)?,
            };
            if answered.is_some() {
                return Ok(answered);
            }
            let rest = plan.steps[i + 1..].iter().flat_map(Step::stages).chain(&plan.then);
            for kind in Kind::ALL {
                let needs = |stage: &Stage| stage.means.network() == Some(kind);
                if !rest.clone().any(needs) {
                    self.case.forget(kind);
                }
            }
        }
        Ok(None)
    }

    /// Runs stages in turns, until all their decisions are used up.
    fn turns<O: Observer>(
        &mut self,
        first: u64,
        most: Option<u64>,
        stages: &[Stage],
        seen: &mut O,
    ) -> Result<Option<Extent>, RunError> {
        let whole = self.case.options.budget.clone();
        let whole = match most {
            Some(most) => whole.at_most_nodes(self.case.cost.stats.nodes.saturating_add(most)),
            None => whole,
        };
        let mut takes_part = vec![true; stages.len()];
        let mut turn = first;
        loop {
            for (i, stage) in stages.iter().enumerate() {
                if !takes_part[i] {
                    continue;
                }
                // A stage that is the only one left needs no turns.
                self.case.facts.take_stock(&self.case.cost.stats);
                let facts = &self.case.facts;
                let due = |(stage, takes_part): (&Stage, &bool)| *takes_part && stage.is_due(facts);
                let is_alone =
                    stages.iter().zip(&takes_part).filter(|&both| due(both)).count() == 1;
                let until = self.case.cost.stats.nodes.saturating_add(turn);
                let own = if is_alone { whole.clone() } else { whole.at_most_nodes(until) };
                match self.attempt(stage, &own, seen)? {
                    StageResult::Answered(extent) => return Ok(Some(extent)),
                    StageResult::NotApplicable => takes_part[i] = false,
                    StageResult::Nothing => {}
                }
            }
            let spent = self.case.cost.stats.nodes;
            if !takes_part.contains(&true) || whole.reached(spent).is_some() {
                return Ok(None);
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// One stage with its share of a budget.
    fn attempt<O: Observer>(
        &mut self,
        stage: &Stage,
        whole: &Budget,
        seen: &mut O,
    ) -> Result<StageResult, RunError> {
        let case = &mut self.case;
        let spent = case.cost.stats.nodes;
        case.facts.take_stock(&case.cost.stats);
        // A limit of the user's ends the run; an estimate takes no decisions.
        let used_up = match stage.means.is_estimate() {
            true => whole.urgent(),
            false => whole.reached(spent),
        };
        // The first stage always looks at the root, which needs no decisions and therefore no budget.
        if let Some(stop) = used_up
            && self.stop.is_some()
        {
            self.stop = Some(stop);
            return Ok(StageResult::Nothing);
        }
        if !stage.is_due(&case.facts) {
            return Ok(StageResult::Nothing);
        }
        let budget = stage.share.budget(whole, self.exact, &case.facts, spent);
        let own_share_is_used_up = match stage.share.nodes {
            Nodes::Trial => budget.reached(spent),
            _ => budget.urgent(),
        };
        if let Some(stop) = own_share_is_used_up
            && self.stop.is_some()
        {
            self.stop = Some(stop);
            return Ok(StageResult::Nothing);
        }
        let progress = accounted(stage.means, case, &budget, self.start, seen)?;
        if case.tally.found.has_met() {
            case.facts.met = case.facts.met.or(Some(case.cost.stats.nodes));
        }
        match progress {
            Progress::Answered(extent) => return Ok(StageResult::Answered(extent)),
            Progress::Learnt(fact) => {
                // A bound stands for tables that do not fit. A bound that accompanies an estimate does not: the reason
                // that ended the exact part remains.
                let is_first = matches!(fact, Fact::Bound(_)) && case.facts.bound.is_none();
                if is_first && case.facts.dp_stopped.is_none() && case.facts.tables_do_not_fit() {
                    self.stop = Some(Stop::Memory);
                }
                let nodes = case.cost.stats.nodes;
                case.facts.note(fact, nodes);
            }
            Progress::NotApplicable(why) => {
                self.refused = Some(why);
                return Ok(StageResult::NotApplicable);
            }
            Progress::OutOf(stop) => {
                if matches!(stage.means, MethodId::CountByDp { .. }) {
                    case.facts.dp_stopped = Some(stop);
                }
                // A grace period is given if tables do not fit: then memory is the limit that was reached.
                let grace = stop == Stop::Time && whole.urgent().is_none() && self.exact.is_none();
                self.stop = Some(if grace && case.facts.hopeless_since.is_some() {
                    Stop::Memory
                } else {
                    stop
                });
            }
        }
        Ok(StageResult::Nothing)
    }
}

/// Tries a method, and notes its cost.
fn accounted<O: Observer>(
    means: MethodId,
    case: &mut Case<'_>,
    budget: &Budget,
    start: Instant,
    seen: &mut O,
) -> Result<Progress, RunError> {
    let before = (case.cost.stats, case.cost.building, case.cost.moves);
    let (begun, cpu) = (start.elapsed(), thread_time());
    case.cost.members.clear();
    seen.stage(means.keyword());
    let progress = methods::attempt(means, case, budget, seen);
    seen.staged();
    let cost = &mut case.cost;
    let moves = cost.moves.filter(|_| matches!(means, MethodId::LocalSearch | MethodId::Team));
    let earlier = before.2.map_or(0, |moves| moves.moves);
    cost.stages.push(StageCost {
        means: means.keyword(),
        begun,
        time: start.elapsed().saturating_sub(begun),
        cpu: thread_time().saturating_sub(cpu),
        building: cost.building.saturating_sub(before.1),
        stats: cost.stats.since(&before.0),
        came: progress.as_ref().map_or_else(ToString::to_string, stages::words),
        moves: moves.map(|all| Moves { moves: all.moves - earlier, ..all }),
        members: std::mem::take(&mut cost.members),
    });
    progress
}
