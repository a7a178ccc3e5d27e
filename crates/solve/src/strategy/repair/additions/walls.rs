//! Walls that make a puzzle unique, each by itself.
//!
//! A wall takes away the solutions whose lines pass where it stands. One must be left: one solution of the
//! pool that does not pass there, and no other, which is a question to the learner. The learner's answer is not final,
//! because a wall may also add solutions: cells that it separates are no neighbours, so a rule against touching does
//! not apply to them. The puzzle with the wall is checked afresh.

use super::{Additions, Search};
use crate::strategy::error::RunError;
use crate::strategy::outcome::Verdict;
use crate::strategy::repair::{Work, variants};
use crate::strategy::whereabouts::questions::QuestionResult;
use crate::strategy::whereabouts::used;
use clew_engine::kernel::Lit;
use clew_puzzle::puzzle::{Board, Cell, Puzzle};

impl Search<'_> {
    /// Pairs of neighbours between which every solution but one passes. `None` if the network has no literals for
    /// steps, or the board does not allow walls.
    ///
    /// At most two questions for each edge that all members of the pool use, or all but one.
    pub fn partings(
        &mut self,
        work: &mut Work<'_>,
        found: &mut Additions,
    ) -> Result<Option<Vec<[Cell; 2]>>, RunError> {
        let puzzle = work.puzzle;
        let board = puzzle.board().filter(|board| board.moves().is_some());
        let wanted = |_: &&Board| !work.scope.signs && self.questions.edge(0).is_some();
        let Some(board) = board.filter(wanted) else {
            return Ok(None);
        };
        let mut partings = Vec::new();
        let mut steps: Vec<Vec<bool>> = Vec::new();
        for (e, &pair) in (0u32..).zip(board.edges()) {
            // Marks are in order, and so is the pair.
            if !work.scope.has(pair) || board.links().binary_search(&pair).is_ok() {
                continue;
            }
            let wall = self.questions.edge(e).expect("all edges or none").lit(false);
            let seen = steps.len();
            steps.extend(self.pool.members[seen..].iter().map(|m| used(puzzle, &m.answer)));
            let free = (0..steps.len()).filter(|&i| !steps[i][e as usize]);
            let owner = match free.take(2).collect::<Vec<usize>>()[..] {
                [] => match self.ask(work, &[wall])? {
                    // It is new, so it came last.
                    Some(QuestionResult::Solution(_)) => Some(self.pool.members.len() - 1),
                    Some(_) => continue,
                    None => None,
                },
                [owner] => Some(owner),
                _ => continue,
            };
            let refused = match owner {
                Some(owner) => self.is_alone(work, owner, wall)?,
                None => None,
            };
            match refused {
                Some(true) => partings.push(pair),
                Some(false) => {}
                None => found.open += 1,
            }
        }
        Ok(Some(partings))
    }

    /// Whether no solution but this member has a literal; `None`: a limit came before the answer.
    fn is_alone(
        &mut self,
        work: &mut Work<'_>,
        owner: usize,
        l: Lit,
    ) -> Result<Option<bool>, RunError> {
        let Some(others) = self.others(work, owner) else { return Ok(None) };
        let met = self.ask(work, &[&others[..], &[l]].concat())?;
        Ok(met.map(|met| matches!(met, QuestionResult::Refused(_))))
    }
}

/// Those of the walls with which a check finds one solution.
pub(super) fn checked(
    work: &mut Work<'_>,
    partings: Vec<[Cell; 2]>,
    found: &mut Additions,
) -> Result<Vec<[Cell; 2]>, RunError> {
    let mut walls = Vec::new();
    for pair in partings {
        let Some(puzzle) = walled(work.puzzle, pair) else { continue };
        match variants::outcome(work, &puzzle)?.map(|outcome| outcome.verdict()) {
            Some(Verdict::Unique) => walls.push(pair),
            Some(_) => {}
            None => found.open += 1,
        }
    }
    Ok(walls)
}

/// The puzzle with a wall between two neighbours.
fn walled(puzzle: &Puzzle, pair: [Cell; 2]) -> Option<Puzzle> {
    let board = puzzle.board()?;
    let walls = [board.walls(), &[pair]].concat();
    puzzle.with_board(board.with_layout(board.moves()?, &walls)?)
}
