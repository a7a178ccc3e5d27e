//! All solutions of a case's plain network one by one, handed to whoever looks at each: by plain search on
//! one thread, in an order that depends on the puzzle and the seed alone.

use super::case::Case;
use super::error::RunError;
use super::means::Kind;
use super::outcome::{How, Outcome};
use super::progress::Progress;
use crate::kernel::{Engine, Observer};
use crate::puzzle::Answer;
use crate::run::{Budget, End, Exhausted};
use crate::search::{Brancher, dfs};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::time::Instant;

/// What an enumeration has met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    /// Fillings; a line without direction is two.
    pub fillings: u64,
    /// Whether that is all.
    pub end: End,
}

/// Hands every solution of the plain network to `each`, verified, with the number of fillings it stands
/// for, until there are no more, `each` has enough, or the budget is used up. The case keeps its network,
/// and what other enumerations have cost.
///
/// # Errors
/// [`RunError`].
pub(super) fn enumerate<O: Observer>(
    case: &mut Case<'_>,
    budget: &Budget,
    seen: &mut O,
    each: &mut dyn FnMut(Answer, u32) -> ControlFlow<()>,
) -> Result<Met, RunError> {
    if let Some(over) = case.ready(Kind::Plain, budget, seen)? {
        let end = match over {
            Progress::OutOf(stop) => Err(stop),
            Progress::NotApplicable(why) => return Err(RunError::NoMethod(why)),
            Progress::Answered(_) | Progress::Learnt(_) => Ok(Exhausted),
        };
        return Ok(Met { fillings: 0, end });
    }
    let (spec, puzzle, network) = (case.spec(), case.puzzle, case.network_name());
    let bench = case.on(Kind::Plain);
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
    let mut engine = bench.built.model.engine.clone();
    let mut brancher = Brancher::new(&bench.built.model.groups, spec, engine.store());
    let stats = &mut bench.cost.stats;
    let end = dfs(&mut engine, &mut brancher, &mut sink, budget, stats, seen);
    if let Some(violation) = wrong {
        return Err(RunError::Wrong { network, violation });
    }
    case.how = if case.cost.stats.nodes == 0 { How::Propagation } else { How::Dfs };
    Ok(Met { fillings: solutions * u64::from(ways), end })
}

/// As [`enumerate`], unwatched, with every filling handed out by itself; `nodes` is a limit to the decisions
/// beside those of the options.
///
/// # Errors
/// [`RunError`].
pub(super) fn fillings(
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
    enumerate(case, &budget, &mut (), &mut |answer, ways| {
        if ways == 2 {
            each(puzzle.reversed(&answer))?;
        }
        each(answer)
    })
}

/// What came of a case that was enumerated. It has no answers; its count is that of the fillings met.
///
/// # Errors
/// [`RunError`].
pub(super) fn outcome(mut case: Case<'_>, met: Met, start: Instant) -> Result<Outcome, RunError> {
    let building = case.cost.building;
    case.counted = Some(BigUint::from(met.fillings));
    case.know_at_least(BigUint::from(met.fillings));
    let (mut outcome, _) = case.finish(met.end.err())?;
    outcome.solve_time = start.elapsed().saturating_sub(building);
    Ok(outcome)
}
