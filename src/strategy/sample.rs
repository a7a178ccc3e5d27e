//! Uniformly random solutions.
//!
//! Where a programme fits, from its tables: walk back from the end, each step chosen in proportion to
//! the number of solutions behind it. Elsewhere all solutions are enumerated, if they are few enough
//! to be kept, and drawn from by number. Draws are independent, so one solution can come twice. The
//! choice of the way depends on the puzzle and the memory limit only, so the same seed gives the
//! same answers at any thread count.

use super::enumerate::enumerate;
use super::error::RunError;
use super::offers::dp_name;
use super::options::Options;
use super::outcome::Outcome;
use super::programme;
use crate::puzzle::{Answer, Puzzle};
use crate::run::Stop;
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Instant;

/// Decisions of the search that looks whether solutions are few.
const FEW: u64 = 2_000;
/// The most solutions that are kept to draw from.
const MOST: usize = 100_000;

/// `k` uniformly random solutions, each independent of the others, all verified. None, with
/// [`Outcome::stopped`] set, if there is no programme that fits and too many solutions to list, or a
/// limit came first; none and `exact` if there is no solution.
///
/// # Errors
/// [`RunError`].
pub fn sample(puzzle: &Puzzle, k: usize, options: &Options) -> Result<Outcome, RunError> {
    let few = listed(puzzle, k, options, Some(FEW))?;
    let limited = options.budget.nodes.is_some_and(|n| n <= FEW);
    if few.exact || limited || options.budget.urgent().is_some() {
        return Ok(few);
    }
    if programme::estimate(puzzle).is_some_and(|cost| cost.fits(options.budget.memory))
        && let Some(outcome) = by_programme(puzzle, k, options)?
    {
        return Ok(outcome);
    }
    listed(puzzle, k, options, None)
}

/// `None` if the programme did not get to its end for lack of memory, or if there is none.
fn by_programme(puzzle: &Puzzle, k: usize, options: &Options) -> Result<Option<Outcome>, RunError> {
    let start = Instant::now();
    let Some(run) = programme::sample(puzzle, k, options) else { return Ok(None) };
    let mut outcome = Outcome::blank(dp_name(puzzle));
    match run.answer {
        Ok(answers) => {
            programme::verify(puzzle, &answers)?;
            let distinct: HashSet<&Answer> = answers.iter().collect();
            outcome.count = BigUint::from(distinct.len());
            if puzzle.is_undirected() {
                // Of a line and its reverse the smaller one stands for both.
                let least = |a: &Answer| match (a, puzzle.reversed(a)) {
                    (Answer::Line(there), Answer::Line(back)) => there.min(&back).clone(),
                    _ => Vec::new(),
                };
                let lines: HashSet<Vec<u32>> = answers.iter().map(least).collect();
                outcome.lines = Some(BigUint::from(lines.len()));
            }
            outcome.exact = answers.is_empty() && k > 0;
            outcome.stopped = (!outcome.exact).then_some(Stop::Limit);
            outcome.answers = answers;
        }
        Err(Stop::Memory) => return Ok(None),
        Err(stop) => outcome.stopped = Some(stop),
    }
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = start.elapsed();
    Ok(Some(outcome))
}

/// Draws from the list of all solutions.
fn listed(
    puzzle: &Puzzle,
    k: usize,
    options: &Options,
    nodes: Option<u64>,
) -> Result<Outcome, RunError> {
    let size = puzzle.board().map_or(0, |b| b.edges().len().max(4 * b.len())).max(1_024);
    let most = MOST.min(options.budget.memory / size);
    let mut all = Vec::new();
    let mut outcome = enumerate(puzzle, options, nodes, &mut |answer| {
        if all.len() >= most {
            return ControlFlow::Break(());
        }
        all.push(answer);
        ControlFlow::Continue(())
    })?;
    if outcome.stopped == Some(Stop::Limit) {
        outcome.stopped = Some(Stop::Memory);
    }
    if outcome.exact && !all.is_empty() {
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        outcome.answers = (0..k).map(|_| all[below(&mut rng, all.len())].clone()).collect();
    }
    Ok(outcome)
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
