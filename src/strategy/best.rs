//! Fewest turns and the longest line by a (min, +) programme, where rook boards are narrow: what would
//! it cost, and what does it give?

use super::options::Options;
use super::programme::{self, Cost};
use super::tuning;
use crate::dp::Run;
use crate::families::line::counting as line;
use crate::families::line::counting::rook;
use crate::families::{Kind, Line, kind};
use crate::puzzle::{Answer, Goal, Puzzle};

/// The line and what is to be made as good as possible, where there is a programme for it.
fn aim(puzzle: &Puzzle, goal: Goal) -> Option<(&Line, rook::Goal)> {
    match (kind(puzzle), goal) {
        (Kind::Hidato(l) | Kind::Path(l), Goal::FewestTurns) => Some((l, rook::Goal::Turns)),
        (Kind::Path(l), Goal::MostCells) => Some((l, rook::Goal::Longest)),
        _ => None,
    }
}

/// The expected cost of the programme for the best line; `None` if there is none.
pub(super) fn estimate(puzzle: &Puzzle, goal: Goal) -> Option<Cost> {
    let (line, aim) = aim(puzzle, goal)?;
    let estimate = line::estimate_best(line, aim, tuning::BEST_SAMPLE).ok()?;
    Some(Cost { peak: estimate.peak(), states: estimate.states() })
}

/// The best value and a line that has it, if there is a line; `None` if there is no programme.
pub(super) fn programme(
    puzzle: &Puzzle,
    goal: Goal,
    options: &Options,
) -> Option<Run<Option<(i64, Answer)>>> {
    let (line, aim) = aim(puzzle, goal)?;
    let budget = programme::budget(options);
    let mut progress = programme::forward(options);
    let threads = options.threads;
    if aim == rook::Goal::Longest {
        let run = line::longest(line, &budget, &mut progress, threads).ok()?;
        let best = run.answer.map(|b| b.map(|(n, line)| (i64::from(n), Answer::Line(line))));
        return Some(Run { answer: best, stats: run.stats });
    }
    let run = line::fewest_turns(line, &budget, &mut progress, threads).ok()?;
    let best = run.answer.map(|b| b.map(|(n, line)| (n as i64, Answer::Line(line))));
    Some(Run { answer: best, stats: run.stats })
}
