//! A line through a large open board, constructed instead of searched for.
//!
//! Boards of some size that have a line at all mostly have very many, and merging the cycles of a
//! degree-feasible set finds one in time close to linear; with king or hex moves, where cycles are not
//! so easy to merge, local search does. Two different ones settle uniqueness. What cannot be
//! constructed goes to search: construction proves nothing.

use super::options::{Options, Outcome, SearchMode, Task};
use super::run::{RunError, run_observed};
use super::tally::reverse;
use crate::families::line::hidato::anneal::Annealer;
use crate::families::line::path::merge::{Effort, first_line};
use crate::puzzle::{Answer, Line, Puzzle, network};
use crate::run::{Budget, Stop};
use num_bigint::BigUint;
use std::time::Instant;

/// Below this many cells search is as quick.
const SMALLEST: usize = 100;
/// Seeds tried for a second line.
const SEEDS: u64 = 8;

/// Moves of local search a cell, for each line.
const MOVES: u64 = 3_000;
/// Moves between two looks at the limits.
const STRIDE: u64 = 2_000;

/// Answers by construction; `None`: search is to answer.
pub(super) fn by_construction(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
) -> Result<Option<Outcome>, RunError> {
    let wanted = match task {
        Task::Solve { limit } if limit <= 2 => limit,
        Task::Check => 2,
        _ => return Ok(None),
    };
    let Puzzle::Path(line) = puzzle else { return Ok(None) };
    let auto = options.search == SearchMode::Auto && options.network.is_none();
    if !auto || options.goal.is_some() || line.board.len() < SMALLEST {
        return Ok(None);
    }
    let Some(ends) = ends(line) else { return Ok(None) };
    // Propagation alone refutes most boards without a line; constructing would only waste time.
    let root = Options {
        budget: Budget { nodes: Some(0), ..options.budget.clone() },
        search: SearchMode::Dfs,
        threads: 1,
        ..options.clone()
    };
    let (mut outcome, _) = run_observed(puzzle, task, &root, &mut ())?;
    if outcome.stopped != Some(Stop::Nodes) || options.budget.nodes == Some(0) {
        return Ok(Some(outcome));
    }
    let started = Instant::now();
    let answers = if line.board.is_rook() {
        lines(line, ends, wanted, &options.budget)
    } else {
        annealed(line, wanted, &options.budget)
    };
    if answers.len() < wanted {
        return Ok(None);
    }
    for answer in &answers {
        puzzle
            .verify(answer)
            .map_err(|violation| RunError::Wrong { network: outcome.network, violation })?;
    }
    outcome.count = BigUint::from(answers.len());
    outcome.stats.solutions = answers.len() as u64;
    outcome.answers = answers;
    outcome.stopped = Some(Stop::Limit);
    outcome.search = "construction";
    outcome.solve_time += started.elapsed();
    Ok(Some(outcome))
}

/// The cells of the first and last number; `None` if another number is given.
fn ends(line: &Line) -> Option<[Option<u32>; 2]> {
    let n = line.board.len() as u32;
    let mut ends = [None; 2];
    for (c, &given) in line.given.iter().enumerate() {
        match given {
            None => {}
            Some(1) => ends[0] = Some(c as u32),
            Some(k) if k == n => ends[1] = Some(c as u32),
            Some(_) => return None,
        }
    }
    Some(ends)
}

/// Up to `wanted` different lines, whichever way they run.
fn lines(line: &Line, ends: [Option<u32>; 2], wanted: usize, budget: &Budget) -> Vec<Answer> {
    let board = &line.board;
    let mut found: Vec<Vec<bool>> = Vec::new();
    for seed in 1..=SEEDS {
        if found.len() >= wanted || budget.urgent().is_some() {
            break;
        }
        let effort = Effort { seed, ..Effort::for_cells(board.len()) };
        match first_line(board, ends, effort) {
            Some(on) if !found.contains(&on) => found.push(on),
            Some(_) => {}
            None => break,
        }
    }
    found
        .into_iter()
        .map(|on| {
            let numbers = network::number_line(board, |e| on[e as usize], ends[0]);
            let last_is_first =
                ends[0].is_none() && ends[1].is_some_and(|c| numbers[c as usize] == 1);
            let answer = Answer::Line(numbers);
            if last_is_first { reverse(&answer) } else { answer }
        })
        .collect()
}

/// The most cells of a board that local search draws a whole line through.
const MOST_ANNEALED: usize = 4096;

/// The same by local search. Without given ends a line starts at the smaller cell of its two.
fn annealed(line: &Line, wanted: usize, budget: &Budget) -> Vec<Answer> {
    let mut found: Vec<Answer> = Vec::new();
    if line.board.len() > MOST_ANNEALED {
        return found;
    }
    let quit = || budget.urgent().is_some();
    let Some(mut search) = Annealer::new(&line.board, &line.given, |_, _| true, 1, &quit) else {
        return found;
    };
    let moves = MOVES * line.board.len() as u64;
    let mut left = moves;
    while left > 0 && found.len() < wanted && budget.urgent().is_none() {
        left = left.saturating_sub(STRIDE);
        let Some(numbers) = search.run(STRIDE) else { continue };
        let n = numbers.len() as u32;
        let backwards = numbers.iter().find(|&&k| k == 1 || k == n) == Some(&n);
        let free = line.given.iter().all(Option::is_none);
        let answer = Answer::Line(numbers);
        let answer = if free && backwards { reverse(&answer) } else { answer };
        if !found.contains(&answer) {
            found.push(answer);
            left = moves;
        }
    }
    found
}
