//! A line through a large open board, constructed instead of searched for.
//!
//! Boards of some size that have a line at all mostly have very many, and merging the cycles of a
//! degree-feasible set finds one in time close to linear; with king or hex moves, where cycles are not
//! so easy to merge, local search does. Two different ones settle uniqueness. What cannot be
//! constructed goes to search: construction proves nothing.

use crate::families::line::hidato::anneal::Annealer;
use crate::families::line::path::merge::{Effort, first_line};
use crate::kernel::Observer;
use crate::puzzle::{Answer, Line, Puzzle, network};
use crate::run::{Budget, Stop};
use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::method::Method;
use crate::strategy::offers::reverse;
use crate::strategy::options::Task;
use crate::strategy::outcome::How;
use crate::strategy::progress::{Extent, Progress};
use crate::strategy::tuning;

/// See the head of the file.
pub(super) struct Construct;

impl Method for Construct {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        _: &mut O,
    ) -> Result<Progress, RunError> {
        let Puzzle::Path(line) = case.puzzle else {
            return Ok(Progress::NotApplicable("only whole lines are constructed".into()));
        };
        let Some(ends) = ends(line) else {
            let why = "a number is given that is neither the first nor the last";
            return Ok(Progress::NotApplicable(why.into()));
        };
        let wanted = match case.task {
            Task::Solve { limit } => limit,
            Task::Check | Task::Count => 2,
        };
        let answers = if line.board.is_rook() {
            lines(line, ends, wanted, budget)
        } else {
            annealed(line, wanted, budget)
        };
        if answers.len() < wanted {
            return Ok(Progress::OutOf(budget.urgent().unwrap_or(Stop::Nodes)));
        }
        case.start_over();
        case.found.adopt(&answers);
        case.cost.stats.solutions += answers.len() as u64;
        case.how = How::Construction;
        Ok(Progress::Answered(Extent::Enough))
    }
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
    for seed in 1..=tuning::CONSTRUCT_SEEDS {
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

/// The same by local search. Without given ends a line starts at the smaller cell of its two.
fn annealed(line: &Line, wanted: usize, budget: &Budget) -> Vec<Answer> {
    let mut found: Vec<Answer> = Vec::new();
    if line.board.len() > tuning::CONSTRUCT_MOST {
        return found;
    }
    let quit = || budget.urgent().is_some();
    let Some(mut search) = Annealer::new(&line.board, &line.given, |_, _| true, 1, &quit) else {
        return found;
    };
    let moves = tuning::CONSTRUCT_MOVES * line.board.len() as u64;
    let mut left = moves;
    while left > 0 && found.len() < wanted && budget.urgent().is_none() {
        left = left.saturating_sub(tuning::MOVES_A_LOOK);
        let Some(numbers) = search.run(tuning::MOVES_A_LOOK) else { continue };
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
