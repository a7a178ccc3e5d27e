//! Answers that were met, by the contents of their cells: which of them nearly shows something that none has shown so
//! far.

use clew_puzzle::puzzle::{Answer, Cell, Content, Puzzle};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// No answer.
const NONE: u32 = u32::MAX;
/// How far a number in the same cell may be off.
const MAX_OFFSET: u32 = 2;

/// Answers whose cells hold numbers, each in a cell of its own; of others nothing is kept.
pub(crate) struct Pool {
    /// The oldest gives way where there are many.
    answers: Vec<Answer>,
    /// The index of the next replacement, once the pool is full.
    next: usize,
    most: usize,
    cells: usize,
    /// For each cell and number, from 1, the index in `answers` of the one that showed it last; empty on boards that
    /// are too large. When an answer replaces the oldest one, the entries that only the oldest had set stay as they
    /// are. So once the pool is full, the answer at an index may show something else in that cell.
    shown: Vec<u32>,
}

impl Pool {
    /// An empty pool. Answers take at most this number of bytes, and the index of what they show the same number again.
    pub fn new(puzzle: &Puzzle, bytes: usize) -> Pool {
        let cells = puzzle.cells();
        let fits = cells.saturating_mul(cells) <= bytes / 4;
        let shown = if fits { vec![NONE; cells * cells] } else { Vec::new() };
        Pool { answers: Vec::new(), next: 0, most: bytes / (4 * cells.max(1)), cells, shown }
    }

    /// Adds an answer.
    pub fn keep(&mut self, answer: &Answer) {
        let Answer::Line(numbers) = answer else { return };
        if self.shown.is_empty() || self.most == 0 {
            return;
        }
        for (own, &k) in self.shown.chunks_mut(self.cells).zip(numbers) {
            if let Some(shows) = own.get_mut((k as usize).wrapping_sub(1)) {
                *shows = self.next as u32;
            }
        }
        if self.answers.len() < self.most {
            self.answers.push(answer.clone());
        } else {
            self.answers[self.next] = answer.clone();
        }
        self.next = (self.next + 1) % self.most;
    }

    /// An answer that has shown this number or the one before or after it in a neighbouring cell,
    /// or nearly it in this one, drawn at random; and how many such facts have been shown. If that
    /// answer has given way, the one in its place, which may be no nearer than any other: an aim
    /// then begins worse, and no answer is wrong for it.
    pub fn near(
        &self,
        puzzle: &Puzzle,
        (cell, content): (Cell, Content),
        rng: &mut ChaCha8Rng,
    ) -> (Option<&Answer>, u32) {
        let (Content::Number(k), Some(board)) = (content, puzzle.board()) else { return (None, 0) };
        if self.shown.is_empty() {
            return (None, 0);
        }
        let (mut one, mut all) = (NONE, 0);
        let mut look = |c: Cell, far: u32| {
            let first = c as usize * self.cells;
            let numbers = k.saturating_sub(far).max(1)..=(k + far).min(self.cells as u32);
            for &shows in
                &self.shown[first..][*numbers.start() as usize - 1..*numbers.end() as usize]
            {
                if shows != NONE {
                    all += 1;
                    if rng.random_range(0..all) == 0 {
                        one = shows;
                    }
                }
            }
        };
        board.neighbours(cell).iter().for_each(|&c| look(c, 1));
        look(cell, MAX_OFFSET);
        (self.answers.get(one as usize), all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_families::parse_native;
    use rand::SeedableRng;

    fn row(cells: &str) -> Puzzle {
        parse_native(&format!("puzzle: hidato\nneighbours: 4\n\n{cells}\n")).expect("a row").puzzle
    }

    /// Of a row and its reverse, the ones near to a fact are found and nothing else.
    #[test]
    fn near_answers_are_found() {
        let puzzle = row(". . . . .");
        let mut pool = Pool::new(&puzzle, 1 << 20);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let fact = |cell, k| (cell, Content::Number(k));
        assert_eq!(pool.near(&puzzle, fact(0, 1), &mut rng), (None, 0));
        let [one, other] = [vec![1, 2, 3, 4, 5], vec![5, 4, 3, 2, 1]].map(Answer::Line);
        pool.keep(&one);
        // A number next to it, and the one two off in the cell itself.
        assert_eq!(pool.near(&puzzle, fact(3, 2), &mut rng), (Some(&one), 2));
        assert_eq!(pool.near(&puzzle, fact(0, 5), &mut rng), (None, 0));
        pool.keep(&other);
        assert_eq!(pool.near(&puzzle, fact(0, 5), &mut rng), (Some(&other), 2));
        // Both have 3 in the middle: the last one is meant.
        assert_eq!(pool.near(&puzzle, fact(2, 1), &mut rng).1, 3);
    }

    /// With memory for few answers the oldest gives way.
    #[test]
    fn old_answers_give_way() {
        let puzzle = row(". . .");
        let mut pool = Pool::new(&puzzle, 4 * 9);
        let answers: Vec<Answer> =
            (0..9).map(|i| Answer::Line(vec![1 + i % 3, 1 + i / 3, 3])).collect();
        answers.iter().for_each(|a| pool.keep(a));
        assert_eq!(pool.answers.len(), 3);
        assert_eq!(pool.answers, answers[6..]);
    }
}
