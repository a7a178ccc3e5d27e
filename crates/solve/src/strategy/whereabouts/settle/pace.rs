//! The size of a question and the limit on its decisions, adapted to the results of the questions before it.

use crate::strategy::plan::tuning;

/// The parameters of the next question.
pub(crate) struct Pace {
    /// Whether a walk has shown the facts that are easy to find, so that most of the rest will be refused.
    after_walk: bool,
    /// Facts that one question covers.
    pub chunk: usize,
    /// Further facts that are tried first.
    pub wishes: usize,
    /// Wishes there can be at the most.
    most_wishes: usize,
    /// Decisions that it may take.
    pub decisions: u64,
    /// Rounds that are over. Facts that none of them has settled get another question.
    pub rounds: u32,
}

impl Pace {
    /// The pace of the first round of questions about this number of facts of a puzzle with this number of cells.
    pub fn new(facts: usize, cells: usize, after_walk: bool) -> Pace {
        let decisions = match after_walk {
            // Facts that are easy to refute come first, and help with the rest.
            true => tuning::REFUTING_NODES,
            // A solution takes decisions all over the board.
            false => tuning::QUESTION_NODES + 2 * cells as u64,
        };
        let wishes = tuning::WISHES;
        Pace { after_walk, chunk: 1, wishes, most_wishes: facts, decisions, rounds: 0 }
    }

    /// A solution was found, after this number of failures.
    pub fn found(&mut self, failures: u64) {
        let easy = failures < tuning::EASY_FAILURES;
        let wishes = if easy { self.wishes * 2 + 1 } else { self.wishes / 2 };
        self.wishes = wishes.min(self.most_wishes);
        self.halve();
    }

    /// A chunk was refused, after this number of failures. If most chunks will be, a question should cover several
    /// facts only while that takes no more than one failure per fact.
    pub fn refused(&mut self, failures: u64) {
        let easy = !self.after_walk || failures <= self.chunk as u64;
        self.chunk = if easy { self.chunk * 2 } else { 1 };
    }

    /// A question took all its decisions.
    pub fn given_up(&mut self) {
        self.wishes /= 2;
        if self.after_walk {
            self.chunk = 1;
        } else {
            self.halve();
        }
    }

    /// Facts that were given up get more decisions in the next round.
    pub(crate) fn next_round(&mut self) {
        self.decisions = self.decisions.saturating_mul(2);
        self.rounds += 1;
    }

    fn halve(&mut self) {
        self.chunk = (self.chunk / 2).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_double_a_chunk_and_solutions_halve_it() {
        let mut pace = Pace::new(100, 25, false);
        assert_eq!((pace.chunk, pace.decisions), (1, tuning::QUESTION_NODES + 50));
        (0..3).for_each(|_| pace.refused(1000));
        assert_eq!(pace.chunk, 8);
        pace.found(0);
        pace.given_up();
        assert_eq!(pace.chunk, 2);
        pace.next_round();
        assert_eq!((pace.rounds, pace.decisions), (1, 2 * tuning::QUESTION_NODES + 100));
    }

    #[test]
    fn after_a_walk_only_cheap_refusals_double_a_chunk() {
        let mut pace = Pace::new(100, 25, true);
        pace.refused(1);
        pace.refused(2);
        assert_eq!(pace.chunk, 4);
        pace.refused(5);
        assert_eq!(pace.chunk, 1);
    }

    #[test]
    fn there_are_no_more_wishes_than_facts() {
        let mut pace = Pace::new(12, 25, false);
        (0..9).for_each(|_| pace.found(0));
        assert_eq!(pace.wishes, 12);
        pace.found(tuning::EASY_FAILURES);
        assert_eq!(pace.wishes, 6);
    }
}
