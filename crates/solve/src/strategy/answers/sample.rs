//! Uniformly random solutions.
//!
//! Where a program fits, from its tables: walk back from the end, each step chosen in proportion to
//! the number of solutions behind it. Elsewhere all solutions are enumerated, if they are few enough
//! to be kept, and drawn from by number. Draws are independent, so one solution can come twice. The
//! choice of the way depends on the puzzle and the memory limit only, so the same seed gives the
//! same answers at any thread count.

use super::enumerate::{self, Met};
use crate::strategy::case::Case;
use crate::strategy::count::dp;
use crate::strategy::count::dp::Dp;
use crate::strategy::error::RunError;
use crate::strategy::options::{Options, Task};
use crate::strategy::outcome::Outcome;
use crate::strategy::plan::available::dp_name;
use crate::strategy::plan::shares;
use clew_count::EstimateScope;
use clew_engine::run::Stop;
use clew_engine::run::clock::Instant;
use clew_puzzle::puzzle::{Answer, Puzzle};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxHashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

/// Decisions of the search that checks whether there are few solutions.
const FEW: u64 = 2_000;
/// The most solutions that are kept to draw from.
const MOST: usize = 100_000;
/// Bytes of an answer that is kept in addition to its numbers, roughly.
const OVERHEAD: usize = 64;
/// The most different draws that are distinguished: a number of draws that has no bound must not take memory without
/// bound.
const PRINTS: usize = 1 << 20;
/// Draws between two checks of the limits.
const STRIDE: usize = 64;

/// `k` uniformly random solutions, each independent of the others, all verified, or as many of them as the limits on
/// time and memory allow: then [`Outcome::stopped`] is the limit that was reached first. None also if there is no
/// dynamic program that fits and too many solutions to list; none and an `exact` count of 0 if there is no solution.
///
/// The count is that of the different solutions drawn. If all solutions could be listed it is that of all of them and
/// `exact`, however many were drawn and for whatever reason the draws stopped.
///
/// # Errors
/// [`RunError`].
pub fn sample(puzzle: &Puzzle, k: usize, options: &Options) -> Result<Outcome, RunError> {
    let size = OVERHEAD + 4 * puzzle.board().map_or(0, |b| b.edges().len().max(b.len()));
    // Half of the memory is for tables.
    let room = shares::answers_with_tables(&options.budget, size);
    let (mut drawn, mut full) = (Vec::new(), false);
    let mut outcome = sample_each(puzzle, k, options, &mut |answer| {
        if drawn.len() == room {
            full = true;
            return ControlFlow::Break(());
        }
        drawn.push(answer);
        ControlFlow::Continue(())
    })?;
    if full {
        outcome.stopped = Some(Stop::Memory);
    }
    outcome.answers = drawn;
    Ok(outcome)
}

/// As [`sample`], but hands each solution out as soon as it is drawn, until `each` breaks off. The outcome
/// has no answers.
///
/// # Errors
/// [`RunError`].
pub fn sample_each(
    puzzle: &Puzzle,
    k: usize,
    options: &Options,
    each: &mut dyn FnMut(Answer) -> ControlFlow<()>,
) -> Result<Outcome, RunError> {
    let start = Instant::now();
    // The sample is drawn from all solutions, not the best ones.
    let options = &Options { goal: None, ..options.clone() };
    let mut case = Case::new(puzzle, Task::Count, options, true)?;
    let (few, all) = listed(&mut case, Some(FEW))?;
    let limited = options.budget.nodes.is_some_and(|n| n <= FEW);
    if few.end.is_ok() || limited || options.budget.urgent().is_some() {
        let outcome = enumerate::outcome(case, few, start)?;
        return Ok(from_list(outcome, &all, k, options, each));
    }
    if let Ok(dp) = Dp::new(puzzle)
        && dp
            .cost(EstimateScope::Solutions, f64::INFINITY, options)
            .is_ok_and(|cost| cost.fits(options.budget.memory))
        && let Some(outcome) = by_dp(&dp, puzzle, k, options, each)?
    {
        return Ok(outcome);
    }
    let (met, all) = listed(&mut case, None)?;
    let outcome = enumerate::outcome(case, met, start)?;
    Ok(from_list(outcome, &all, k, options, each))
}

/// `None` if the dynamic program could not draw any for lack of memory.
fn by_dp(
    dp: &Dp<'_>,
    puzzle: &Puzzle,
    k: usize,
    options: &Options,
    each: &mut dyn FnMut(Answer) -> ControlFlow<()>,
) -> Result<Option<Outcome>, RunError> {
    let start = Instant::now();
    let (mut drawn, mut wrong) = (0, None);
    // Different solutions are distinguished by fingerprints; should two ever be alike, one is not counted.
    let (mut distinct, mut lines) = (FxHashSet::default(), FxHashSet::default());
    let undirected = puzzle.is_undirected();
    let run = dp.draw(k, options, &mut |answer| {
        if let Err(error) = dp::verify(puzzle, dp.name(), std::slice::from_ref(&answer)) {
            wrong = Some(error);
            return ControlFlow::Break(());
        }
        drawn += 1;
        if distinct.len() < PRINTS {
            let print = fingerprint(&answer);
            distinct.insert(print);
            if undirected {
                // Of a line and its reverse the smaller one stands for both.
                lines.insert(print.min(fingerprint(&puzzle.reversed(&answer))));
            }
        }
        each(answer)
    });
    if let Some(error) = wrong {
        return Err(error);
    }
    let mut outcome = Outcome::blank(dp_name(puzzle));
    outcome.count = BigUint::from(distinct.len());
    outcome.folds_reverse = puzzle.folds_reverse();
    outcome.lines = undirected.then(|| BigUint::from(lines.len()));
    match run.answer {
        Ok(()) => {
            outcome.exact = drawn == 0 && k > 0;
            outcome.stopped = (!outcome.exact).then_some(Stop::Limit);
        }
        Err(Stop::Memory) if drawn == 0 => return Ok(None),
        Err(stop) => outcome.stopped = Some(stop),
    }
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = start.elapsed();
    Ok(Some(outcome))
}

fn fingerprint(answer: &Answer) -> u64 {
    let mut hasher = DefaultHasher::new();
    answer.hash(&mut hasher);
    hasher.finish()
}

/// Lists all solutions, if there are not too many.
fn listed(case: &mut Case<'_>, nodes: Option<u64>) -> Result<(Met, Vec<Answer>), RunError> {
    let size = case.puzzle.board().map_or(0, |b| b.edges().len().max(4 * b.len())).max(1_024);
    let most = MOST.min(shares::fit(&case.options.budget, size));
    let mut all = Vec::new();
    let met = enumerate::fillings(case, nodes, &mut |answer| {
        if all.len() >= most {
            return ControlFlow::Break(());
        }
        all.push(answer);
        ControlFlow::Continue(())
    })?;
    // The callback stops the enumeration when the list is full.
    let end = met.end.map_err(|stop| if stop == Stop::Limit { Stop::Memory } else { stop });
    Ok((Met { end, ..met }, all))
}

/// Draws from the list of all solutions, if it is one.
fn from_list(
    mut outcome: Outcome,
    all: &[Answer],
    k: usize,
    options: &Options,
    each: &mut dyn FnMut(Answer) -> ControlFlow<()>,
) -> Outcome {
    if !outcome.exact || all.is_empty() {
        return outcome;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    for i in 0..k {
        if i % STRIDE == 0
            && let Some(stop) = options.budget.urgent()
        {
            outcome.stopped = Some(stop);
            break;
        }
        if each(all[below(&mut rng, all.len())].clone()).is_break() {
            break;
        }
    }
    outcome
}

/// A uniform number below `n`, which is not zero.
fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    let n = n as u64;
    // Numbers above the last multiple of `n` are drawn again.
    let last = u64::MAX - u64::MAX % n;
    loop {
        let x = rng.next_u64();
        if x < last {
            return (x % n) as usize;
        }
    }
}
