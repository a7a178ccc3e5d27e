//! In how many solutions does a value or a label stand in a cell, and is an edge on the line?
//!
//! A small number of solutions is enumerated, which gives all candidates. Many hidatos are counted by independent
//! parts, once for each value that a cell can have. Otherwise the forward and backward values of a dynamic program give
//! the counts, but only of edges if the numbers along a line are not part of its states. If a puzzle has no dynamic
//! program, or none that fits into memory, its solutions are enumerated as far as the limits allow, and the union of
//! the solutions met is reported as such.

use super::places::places;
use crate::strategy::answers::enumerate;
use crate::strategy::answers::enumerate::Met;
use crate::strategy::case::Case;
use crate::strategy::count::dp::Dp;
use crate::strategy::error::RunError;
use crate::strategy::options::{Options, Task};
use crate::strategy::outcome::{Candidates, How, Outcome};
use crate::strategy::plan::available::dp_name;
use crate::strategy::whereabouts::used;
use clew_count::EstimateScope;
use clew_engine::run::clock::Instant;
use clew_puzzle::puzzle::counting::standing;
use clew_puzzle::puzzle::{Content, Puzzle};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Decisions of the search that checks whether there are few solutions.
const FEW: u64 = 2_000;

/// The candidates of every cell with their numbers, in [`Outcome::candidates`]; `exact` is true if they cover all
/// solutions. If not, they are those of the solutions that were met, however the run went on after that.
///
/// # Errors
/// [`RunError`].
pub fn candidates(puzzle: &Puzzle, options: &Options) -> Result<Outcome, RunError> {
    let start = Instant::now();
    // Candidates are counted over all solutions, not only the best ones.
    let options = &Options { goal: None, ..options.clone() };
    let mut case = Case::new(puzzle, Task::Count, options, true)?;
    let (few, seen) = enumerated(&mut case, Some(FEW))?;
    let limited = options.budget.nodes.is_some_and(|n| n <= FEW);
    if few.end.is_ok() || limited || options.budget.urgent().is_some() {
        return finished(case, few, seen, start);
    }
    let dp = Dp::new(puzzle).ok();
    let counted = || {
        let dp = dp.as_ref()?;
        let fits = dp
            .cost(EstimateScope::Marginals, f64::INFINITY, options)
            .ok()?
            .fits(options.budget.memory);
        fits.then(|| by_dp(dp, puzzle, options)).flatten()
    };
    // If the dynamic program counts edges only, parts come first.
    let outcome = if dp.as_ref().is_some_and(Dp::knows_cells) {
        match counted() {
            None => by_parts(&mut case)?,
            some => some,
        }
    } else {
        match by_parts(&mut case)? {
            None => counted(),
            some => some,
        }
    };
    // A method that was cut short may have found fewer candidates than the first enumeration.
    match outcome {
        Some(outcome) if outcome.exact => Ok(outcome),
        Some(Outcome { stopped: Some(stop), .. }) => {
            finished(case, Met { end: Err(stop), ..few }, seen, start)
        }
        _ => {
            let (met, all) = enumerated(&mut case, None)?;
            if met.end.is_err() && met.solutions < few.solutions {
                return finished(case, Met { end: met.end, ..few }, seen, start);
            }
            finished(case, met, all, start)
        }
    }
}

/// The outcome of an enumeration, with its candidates.
fn finished(
    case: Case<'_>,
    met: Met,
    seen: Candidates,
    start: Instant,
) -> Result<Outcome, RunError> {
    let outcome = enumerate::outcome(case, met, start)?;
    Ok(Outcome { candidates: Some(seen), ..outcome })
}

/// `None` if the puzzle does not fall into parts, or not soon.
fn by_parts(case: &mut Case<'_>) -> Result<Option<Outcome>, RunError> {
    let start = Instant::now();
    let Some(places) = places(case)? else { return Ok(None) };
    let mut outcome = Outcome::blank(How::Parts);
    outcome.folds_reverse = case.puzzle.folds_reverse();
    outcome.set_count(case.puzzle, places.total);
    outcome.exact = true;
    outcome.stats = places.stats;
    let values = places.values.into_iter().map(standing).collect();
    outcome.candidates = Some(Candidates { values: Some(values), edges: None });
    outcome.solve_time = start.elapsed();
    Ok(Some(outcome))
}

/// `None` if the dynamic program did not get to its end for lack of memory, or if there is none.
fn by_dp(dp: &Dp<'_>, puzzle: &Puzzle, options: &Options) -> Option<Outcome> {
    let start = Instant::now();
    let run = dp.candidates(options);
    let mut outcome = Outcome::blank(dp_name(puzzle));
    match run.answer {
        Ok((count, candidates)) => {
            outcome.folds_reverse = puzzle.folds_reverse();
            outcome.set_count(puzzle, count);
            outcome.exact = true;
            outcome.candidates = Some(candidates);
        }
        Err(clew_engine::run::Stop::Memory) => return None,
        Err(stop) => outcome.stopped = Some(stop),
    }
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = start.elapsed();
    Some(outcome)
}

/// The candidates of the fillings met within this number of decisions.
fn enumerated(case: &mut Case<'_>, nodes: Option<u64>) -> Result<(Met, Candidates), RunError> {
    let puzzle = case.puzzle;
    // The contents of a cell: numbers or labels in order, then empty.
    let contents = puzzle.candidates();
    // Only contents that were met have an entry: all numbers in all cells would not fit.
    let mut values: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); puzzle.cells()];
    let nothing = contents.len().saturating_sub(1) as u32;
    // Numbers on a board are those of a line.
    let line = matches!(contents.first(), Some(Content::Number(_)));
    let board = puzzle.board().filter(|_| line);
    let mut edges = board.map(|b| vec![0u64; b.edges().len()]);
    let met = enumerate::fillings(case, nodes, &mut |answer| {
        for (cell, content) in values.iter_mut().zip(puzzle.contents(&answer)) {
            let what = match content {
                Content::Number(v) => v - 1,
                Content::Label(k) => k,
                Content::Nothing => nothing,
            };
            *cell.entry(what).or_default() += 1;
        }
        if let Some(edges) = &mut edges {
            edges.iter_mut().zip(used(puzzle, &answer)).for_each(|(n, on)| *n += u64::from(on));
        }
        ControlFlow::Continue(())
    })?;
    let big = |cell: BTreeMap<u32, u64>| cell.into_iter().map(|(v, n)| (v, n.into())).collect();
    let seen = Candidates {
        values: Some(values.into_iter().map(big).collect()),
        edges: edges.map(|edges| edges.into_iter().map(BigUint::from).collect()),
    };
    Ok((met, seen))
}
