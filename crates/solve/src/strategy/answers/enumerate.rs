//! All solutions of a case's network one by one, handed to a callback: by one search on one thread, in an order that
//! depends on the puzzle and the options alone.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::learning::{Leader, options_to_list};
use crate::strategy::outcome::{How, Outcome};
use crate::strategy::plan::method_id::{Kind, Order};
use crate::strategy::progress::Progress;
use clew_engine::kernel::{Engine, Observer};
use clew_engine::run::clock::Instant;
use clew_engine::run::{Budget, End, Exhausted};
use clew_engine::search::{Brancher, dfs};
use clew_puzzle::puzzle::Answer;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The result of an enumeration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// Solutions of the network.
    pub solutions: u64,
    /// Fillings that each of them stands for: a line without direction is two.
    pub ways: u32,
    /// Whether all solutions were met.
    pub end: End,
}

/// The search that meets the solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// Plain search.
    Plain,
    /// Learning with this decision order, until the given number of solutions is met.
    Learning(Order, usize),
}

/// Hands every solution of the network to `each`, verified, with the number of fillings it stands for, until there are
/// no more, `each` has enough, or the budget is used up. The case keeps its network and the cost of other enumerations.
///
/// # Errors
/// [`RunError`].
pub(crate) fn enumerate<O: Observer>(
    case: &mut Case<'_>,
    by: By,
    budget: &Budget,
    seen: &mut O,
    each: &mut dyn FnMut(Answer, u32) -> ControlFlow<()>,
) -> Result<Met, RunError> {
    let kind = if by == By::Plain { Kind::Plain } else { Kind::Learning };
    if let Some(over) = case.ready(kind, budget, seen)? {
        let end = match over {
            Progress::OutOf(stop) => Err(stop),
            Progress::NotApplicable(why) => return Err(RunError::NoMethod(why)),
            Progress::Answered(_) | Progress::Learnt(_) => Ok(Exhausted),
        };
        return Ok(Met { solutions: 0, ways: 1, end });
    }
    let (spec, puzzle, network) = (case.spec(), case.puzzle, case.network_name());
    let bench = case.on(kind);
    let ways = bench.built.model.multiplicity;
    let (mut solutions, mut wrong) = (0u64, None);
    let mut sink = |engine: &Engine| {
        let answer = bench.built.decode(puzzle.board(), engine.store());
        if let Err(violation) = puzzle.verify(&answer) {
            wrong = Some(violation);
            return ControlFlow::Break(());
        }
        solutions += 1;
        each(answer, ways)
    };
    let stats = &mut bench.cost.stats;
    let (how, end) = match by {
        By::Plain => {
            let mut engine = bench.built.model.engine.clone();
            let mut brancher = Brancher::new(&bench.built.model.groups, spec, engine.store());
            (How::Dfs, dfs(&mut engine, &mut brancher, &mut sink, budget, stats, seen))
        }
        By::Learning(order, many) => {
            let (how, options) = options_to_list(bench.built, bench.options, spec, order, many);
            let made = Leader::new(kind, bench.built, options, budget, how, seen);
            let end = made.map_or_else(
                |end| end,
                |Leader { mut learner, mut engine, .. }| {
                    let end = learner.run(&mut engine, &mut sink, budget, stats, seen);
                    bench.cost.activations = learner.activations();
                    end
                },
            );
            (how, end)
        }
    };
    if let Some(violation) = wrong {
        return Err(RunError::Wrong { network, violation });
    }
    case.how = if case.cost.stats.nodes == 0 { How::Propagation } else { how };
    Ok(Met { solutions, ways, end })
}

/// As [`enumerate`] by plain search, unwatched, with every filling handed out by itself; `nodes` is a limit on the
/// decisions in addition to that of the options.
///
/// # Errors
/// [`RunError`].
pub(crate) fn fillings(
    case: &mut Case<'_>,
    nodes: Option<u64>,
    each: &mut dyn FnMut(Answer) -> ControlFlow<()>,
) -> Result<Met, RunError> {
    let (puzzle, budget) = (case.puzzle, &case.options.budget);
    let spent = case.cost.stats.nodes;
    let budget = match nodes {
        Some(nodes) => budget.at_most_nodes(spent.saturating_add(nodes)),
        None => budget.clone(),
    };
    enumerate(case, By::Plain, &budget, &mut (), &mut |answer, ways| {
        if ways == 2 {
            each(puzzle.reversed(&answer))?;
        }
        each(answer)
    })
}

/// The outcome of a case that was enumerated. It has no answers; its count is that of the fillings met.
///
/// # Errors
/// [`RunError`].
pub(crate) fn outcome(mut case: Case<'_>, met: Met, start: Instant) -> Result<Outcome, RunError> {
    let building = case.cost.building;
    let fillings = BigUint::from(met.solutions) * met.ways;
    case.tally.counted = Some(fillings.clone());
    case.tally.know_at_least(fillings);
    let (mut outcome, _) = case.finish(met.end.err())?;
    outcome.solve_time = start.elapsed().saturating_sub(building);
    Ok(outcome)
}
