//! A line through a large open board, constructed instead of searched for.
//!
//! Boards of some size that have a line at all mostly have very many, and merging the cycles of a
//! degree-feasible set finds one in time close to linear; with king or hex moves, where cycles are not
//! so easy to merge, local search does.

use super::super::hidato::anneal::Annealer;
use super::super::{Line, number_line, reversed};
use super::merge::Merging;
use clew_puzzle::puzzle::{Answer, Board, LocalSearch};

/// Below this many cells search is as quick.
const SMALLEST: usize = 100;
/// The seed of construction, and how many lines it makes at most.
const SEED: u64 = 1;
const TRIES: u32 = 8;
/// From this many cells on a decision of search over a network takes milliseconds; so construction takes this many times
/// as long before it gives way.
const LARGE: usize = 10_000;
const LONGER: u64 = 16;
/// Cells that merging examines in the time of a move of local search.
const CELLS_PER_MOVE: u64 = 20;

/// Moves of local search a cell, for each line.
const MOVES: u64 = 3_000;
/// Moves between two checks of the limits.
const STRIDE: u64 = 2_000;

/// Whether the board is large enough, and no number is given but the two at the ends.
pub(super) fn applies(line: &Line) -> bool {
    line.board.len() >= SMALLEST && ends(line).is_some()
}

/// Up to `wanted` different lines, whichever way they run; fewer prove nothing.
pub(super) fn answers(line: &Line, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
    match ends(line) {
        None => Vec::new(),
        Some(ends) if line.board.is_rook() => lines(line, ends, wanted, quit),
        Some(_) => annealed(line, wanted, quit),
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
fn lines(
    line: &Line,
    ends: [Option<u32>; 2],
    wanted: usize,
    quit: &dyn Fn() -> bool,
) -> Vec<Answer> {
    let mut found: Vec<Answer> = Vec::new();
    let Some(mut merging) = Merging::new(&line.board, ends, SEED) else { return found };
    let longer = if merging.cells() < LARGE { 1 } else { LONGER };
    let effort = longer * merging.effort();
    for _ in 0..TRIES {
        if found.len() >= wanted || quit() {
            break;
        }
        let Some(on) = merging.run(effort, quit) else { break };
        let answer = answer(&line.board, ends, &on);
        if !found.contains(&answer) {
            found.push(answer);
        }
    }
    found
}

/// The line of these edges. Without given ends it starts at the smaller cell of its two.
fn answer(board: &Board, ends: [Option<u32>; 2], on: &[bool]) -> Answer {
    let numbers = number_line(board, |e| on[e as usize], ends[0]);
    let last_is_first = ends[0].is_none() && ends[1].is_some_and(|c| numbers[c as usize] == 1);
    let answer = Answer::Line(numbers);
    if last_is_first { reversed(&answer) } else { answer }
}

/// A search for lines on rook boards that can be stopped and continued.
pub(super) struct Lines {
    merging: Merging,
    ends: [Option<u32>; 2],
    board: Board,
}

impl Lines {
    /// `None` if it does not suit the board.
    pub fn new(line: &Line, seed: u64) -> Option<Lines> {
        let ends = ends(line)?;
        let merging = Merging::new(&line.board, ends, seed)?;
        Some(Lines { merging, ends, board: line.board.clone() })
    }

    /// Whether it suits the board.
    pub(crate) fn apply_to(line: &Line) -> bool {
        applies(line) && line.board.is_rook()
    }
}

impl LocalSearch for Lines {
    fn run(&mut self, moves: u64) -> Option<Answer> {
        let on = self.merging.run(moves.saturating_mul(CELLS_PER_MOVE), &|| false)?;
        Some(answer(&self.board, self.ends, &on))
    }

    fn cells(&self) -> usize {
        self.merging.cells()
    }

    fn cost(&self) -> Option<u64> {
        Some(self.merging.cycles()?.saturating_sub(1).into())
    }
}

/// The most cells of a board that local search draws a whole line through.
const MOST_ANNEALED: usize = 4096;

/// The same by local search. Without given ends a line starts at the smaller cell of its two.
fn annealed(line: &Line, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
    let mut found: Vec<Answer> = Vec::new();
    if line.board.len() > MOST_ANNEALED {
        return found;
    }
    let Some(mut search) = Annealer::new(&line.board, &line.given, |_, _| true, 1, quit) else {
        return found;
    };
    let budget = MOVES * line.board.len() as u64;
    let mut left = budget;
    while left > 0 && found.len() < wanted && !quit() {
        left = left.saturating_sub(STRIDE);
        let Some(numbers) = search.run(STRIDE) else { continue };
        let n = numbers.len() as u32;
        let backwards = numbers.iter().find(|&&k| k == 1 || k == n) == Some(&n);
        let free = line.given.iter().all(Option::is_none);
        let answer = Answer::Line(numbers);
        let answer = if free && backwards { reversed(&answer) } else { answer };
        if !found.contains(&answer) {
            found.push(answer);
            left = budget;
        }
    }
    found
}
