//! All fillings one by one, for questions that look at each: by plain search on one thread, in an
//! order that depends on the puzzle and the seed alone.

use super::error::RunError;
use super::options::Options;
use super::outcome::{How, Outcome};
use crate::kernel::{Engine, Halt};
use crate::puzzle::{Answer, BuildError, BuildOptions, Puzzle};
use crate::run::{Budget, Exhausted, Stats};
use crate::search::{BranchSpec, Brancher, dfs};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::time::Instant;

/// Hands every filling to `each`, verified, until there are no more, `each` has enough, or a limit
/// is reached; a line without direction is two fillings. `nodes` is a limit beside those of the
/// options. The outcome has no answers, only the number of fillings seen and how the search ended.
///
/// # Errors
/// [`RunError`].
pub(super) fn enumerate(
    puzzle: &Puzzle,
    options: &Options,
    nodes: Option<u64>,
    each: &mut dyn FnMut(Answer) -> ControlFlow<()>,
) -> Result<Outcome, RunError> {
    let start = Instant::now();
    let network = puzzle.network(options.network.as_deref())?.name;
    let build = BuildOptions {
        without: options.without.clone(),
        interrupt: options.budget.interrupt(),
        ..BuildOptions::default()
    };
    let mut outcome = Outcome::blank(How::Dfs);
    let built = match puzzle.build(network, &build) {
        Ok(built) => built,
        Err(BuildError::Interrupted) => {
            outcome.stopped = Some(options.budget.why());
            return Ok(outcome);
        }
        Err(error) => return Err(error.into()),
    };
    outcome.network = network;
    outcome.init_time = start.elapsed();
    if built.model.infeasible {
        outcome.exact = true;
        outcome.lines = puzzle.is_undirected().then_some(BigUint::ZERO);
        return Ok(outcome);
    }
    let own = options.budget.nodes;
    let nodes = own.map_or(nodes, |n| Some(nodes.map_or(n, |m| n.min(m))));
    let budget = Budget { nodes, ..options.budget.clone() };
    let both_ways = built.model.multiplicity == 2;
    let (mut seen, mut wrong) = (0u64, None);
    let mut sink = |engine: &Engine| {
        let answer = built.decode(puzzle.board(), engine.store());
        if let Err(violation) = puzzle.verify(&answer) {
            wrong = Some(violation);
            return ControlFlow::Break(());
        }
        if both_ways {
            seen += 1;
            each(puzzle.reversed(&answer))?;
        }
        seen += 1;
        each(answer)
    };
    let mut engine = built.model.engine.clone();
    let spec = BranchSpec { seed: options.seed, ..BranchSpec::default() };
    let mut stats = Stats::default();
    engine.set_interrupt(budget.interrupt());
    let ready = engine.fixpoint(&mut ());
    let mut brancher = Brancher::new(&built.model.groups, spec, engine.store());
    let end = match ready {
        Err(Halt::Conflict) => Ok(Exhausted),
        Err(Halt::Interrupted) => Err(budget.why()),
        Ok(()) => dfs(&mut engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ()),
    };
    if let Some(violation) = wrong {
        return Err(RunError::Wrong { network, violation });
    }
    outcome.stopped = end.err();
    outcome.exact = end.is_ok();
    outcome.count = BigUint::from(seen);
    outcome.lines = puzzle.is_undirected().then(|| (&outcome.count + 1u32) / 2u32);
    outcome.stats = stats;
    outcome.solve_time = start.elapsed().saturating_sub(outcome.init_time);
    Ok(outcome)
}
