//! Answers that uniqueness checks have found while a puzzle is being made.
//!
//! Puzzles in the making differ by a clue or two, so that most of those with several solutions share two of them with a
//! puzzle that was checked before. An answer is only counted once the rules have accepted it for the puzzle at hand.

use clew_puzzle::puzzle::{Answer, Puzzle};
use std::collections::VecDeque;

/// Answers that are kept: those that were of use last.
const KEPT: usize = 48;
/// After this number of puzzles without two known answers, only one puzzle in this number is compared.
const PATIENCE: usize = 16;

/// The answers, the last useful ones first.
#[derive(Default)]
pub(super) struct KnownAnswers {
    answers: VecDeque<Answer>,
    /// Puzzles in a row of which no two were known.
    vain: usize,
}

impl KnownAnswers {
    /// Two answers that solve the puzzle, if two are known.
    pub(super) fn two_of(&mut self, puzzle: &Puzzle) -> Option<Vec<Answer>> {
        // A line without ends is the same line in both directions.
        if puzzle.is_undirected() {
            return None;
        }
        // Where generators know other solutions better, most looks are in vain.
        self.vain += 1;
        if self.vain > PATIENCE && !self.vain.is_multiple_of(PATIENCE) {
            return None;
        }
        let solves = |&i: &usize| puzzle.verify(&self.answers[i]).is_ok();
        let mut places = (0..self.answers.len()).filter(solves);
        let (first, second) = (places.next()?, places.next()?);
        self.vain = 0;
        let two = [second, first].map(|i| self.answers.remove(i).expect("its place"));
        two.iter().for_each(|answer| self.answers.push_front(answer.clone()));
        Some(two.into())
    }

    /// Notes the answers of a check.
    pub(super) fn note(&mut self, answers: &[Answer]) {
        for answer in answers {
            if !self.answers.contains(answer) {
                self.answers.push_front(answer.clone());
            }
        }
        self.answers.truncate(KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{Options, Task, run};
    use clew_families::parse_native;

    /// Answers count for a puzzle that they solve, two of them, and for no other.
    #[test]
    fn only_solutions_count() {
        let puzzle = |text: &str| parse_native(text).expect("a puzzle").puzzle;
        let open = puzzle("puzzle: hidato\n\n1 . .\n. . .\n. . 9\n");
        let outcome = run(&open, Task::Check, &Options::default()).expect("it is checked");
        assert_eq!(outcome.answers.len(), 2);
        let mut known = KnownAnswers::default();
        known.note(&outcome.answers[..1]);
        known.note(&outcome.answers[..1]);
        assert_eq!(known.two_of(&open), None);
        known.note(&outcome.answers);
        let two = known.two_of(&open).expect("both");
        assert!(outcome.answers.iter().all(|answer| two.contains(answer)));
        let Answer::Line(numbers) = &two[0] else { panic!("a line") };
        let rows = numbers.chunks(3).map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>());
        let rows: Vec<String> = rows.map(|row| row.join(" ")).collect();
        let filled = puzzle(&format!("puzzle: hidato\n\n{}\n", rows.join("\n")));
        assert_eq!(known.two_of(&filled), None);
    }
}
