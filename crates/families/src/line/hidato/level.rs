//! A first filling of a rook board with few numbers, by paths that cover it from the start.
//!
//! The given numbers cut the line into paths between given cells, of known lengths. A cover by such paths is found at
//! once, whatever their lengths; then lengths are levelled ([`LengthSearch`]). An end of the line that is not given is a
//! cell drawn at random for each start.
//!
//! Incomplete: it finds fillings and proves nothing. Memory: linear in the cells.

use crate::path_cover::{LengthSearch, Levelled, PathCover};
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::{Board, Cell};

#[cfg(test)]
mod tests;

/// Attempts without improvement that a start allows: at least, with one more for two paths; doubled after each start in
/// vain, up to so often, unless ends of the line are drawn: then other ones are more promising.
const PATIENCE: u32 = 40;
const DOUBLED: u32 = 8;
/// Work in the time of a move.
const WORK_PER_MOVE: u64 = 3;

/// A local search that can be stopped and continued.
pub(crate) struct PathLevelling {
    board: Board,
    /// The given numbers, ascending, and their cells.
    given: Vec<(u32, Cell)>,
    search: Option<LengthSearch>,
    /// Starts in vain since the last filling.
    starts: u32,
    random: Random,
    /// Work done beyond the requested amount.
    debt: u64,
}

impl PathLevelling {
    /// A search for a filling of a board with these numbers given (1-based). `None` if there is nothing to search: the
    /// board has not two colours or has marks, no number is given, no cell is free, or numbers contradict the colours.
    pub fn new(board: &Board, given: &[Option<u32>], seed: u64) -> Option<PathLevelling> {
        // It knows no marks.
        if !board.is_checkered() || !board.links().is_empty() {
            return None;
        }
        let numbered = given.iter().zip(0..).filter_map(|(&k, c)| Some((k?, c)));
        let mut numbered: Vec<(u32, Cell)> = numbered.collect();
        numbered.sort_unstable();
        let rising = numbered.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let within = numbered.iter().all(|&(k, _)| (1..=board.len() as u32).contains(&k));
        // Colours alternate along the line.
        let colours = numbered.windows(2).all(|pair| {
            let [(j, a), (k, b)] = [pair[0], pair[1]];
            (board.is_black(a) == board.is_black(b)) == (k - j).is_multiple_of(2)
        });
        if numbered.is_empty() || numbered.len() == board.len() || !(rising && within && colours) {
            return None;
        }
        let random = Random::new(seed.wrapping_add(1));
        let (board, given) = (board.clone(), numbered);
        Some(PathLevelling { board, given, search: None, starts: 0, random, debt: 0 })
    }

    /// The number of steps that paths are too long or too short, in the best state since the last start.
    pub(crate) fn energy(&self) -> Option<u64> {
        self.search.as_ref()?.least()
    }

    /// Continues the search for `moves` moves (about a hundred nanoseconds each). `Some`: the number of each cell,
    /// 1-based. Calling it again after that continues, next to this filling first.
    pub fn run(&mut self, moves: u64) -> Option<Vec<u32>> {
        let mut left = (moves * WORK_PER_MOVE).saturating_sub(self.debt);
        self.debt = self.debt.saturating_sub(moves * WORK_PER_MOVE);
        while left > 0 {
            let Some(search) = &mut self.search else {
                let work = 2 * self.board.len() as u64;
                self.search = self.start();
                self.debt += work.saturating_sub(left);
                left = left.saturating_sub(work);
                continue;
            };
            let (levelled, rest) = search.run(left);
            left = rest;
            match levelled {
                Levelled::Open => {}
                Levelled::Right => {
                    self.starts = 0;
                    return Some(self.numbers());
                }
                Levelled::GivenUp => (self.search, self.starts) = (None, self.starts + 1),
            }
        }
        None
    }

    /// A search with other ends of the line, where they are not given. Time: linear in the cells.
    fn start(&mut self) -> Option<LengthSearch> {
        let mut at = self.given.clone();
        let (&(first, _), &(last, _)) = (at.first()?, at.last()?);
        let n = self.board.len() as u32;
        // Either end may need a cell that would do for both, so they are drawn in either order.
        let mut draw = [(1, at[0], first - 1), (n, *at.last()?, n - last)];
        if self.random.below(2) == 0 {
            draw.reverse();
        }
        for (number, from, steps) in draw.into_iter().filter(|&(_, _, steps)| steps > 0) {
            let end = self.end(&at, from, steps)?;
            at.push((number, end));
        }
        at.sort_unstable();
        let ends = at.windows(2).map(|pair| [pair[0].1, pair[1].1]).collect();
        let wanted = at.windows(2).map(|pair| (pair[1].0 - pair[0].0) as i32).collect();
        let doubled = if first > 1 || last < n { 0 } else { self.starts.min(DOUBLED) };
        let patience = (PATIENCE + at.len() as u32 / 2) << doubled;
        let cover = PathCover::new(&self.board, ends, self.random.draw().into())?;
        Some(LengthSearch::new(cover, wanted, patience))
    }

    /// A random cell that may be an end of the line: at most this number of steps from this given cell, of the right colour, and
    /// none of the others. Cells with one neighbour can only be ends, so they come first.
    fn end(&mut self, given: &[(u32, Cell)], from: (u32, Cell), steps: u32) -> Option<Cell> {
        let mut met = vec![false; self.board.len()];
        given.iter().for_each(|&(_, c)| met[c as usize] = true);
        let mut reached = vec![from.1];
        let mut ends = Vec::new();
        for step in 1..=steps {
            let mut next = Vec::new();
            for &d in reached.iter().flat_map(|&c| self.board.neighbours(c)) {
                if !std::mem::replace(&mut met[d as usize], true) {
                    next.push(d);
                }
            }
            if next.is_empty() {
                break;
            }
            if step % 2 == steps % 2 {
                ends.extend_from_slice(&next);
            }
            reached = next;
        }
        let dead = |c: &Cell| self.board.neighbours(*c).len() == 1;
        if ends.iter().any(dead) {
            ends.retain(dead);
        }
        (!ends.is_empty()).then(|| self.random.one_of(&ends))
    }

    /// The number of each cell.
    fn numbers(&self) -> Vec<u32> {
        let search = self.search.as_ref().expect("a search that has ended");
        let mut numbers = vec![0; self.board.len()];
        let line = std::iter::successors(Some(search.first()), |&c| search.cover().next(c));
        (1..).zip(line).for_each(|(number, cell)| numbers[cell as usize] = number);
        numbers
    }
}
