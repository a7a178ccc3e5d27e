//! Answers to a puzzle that are covers.

use super::PathCover;
use clew_puzzle::puzzle::{Answer, Construction, LocalSearch};

/// Below this many cells search over a network is as quick.
const SMALLEST: usize = 64;
/// From this many cells on a cover is found before a network is built.
const LARGEST: usize = 10_000;

/// Work a cell for a first answer. It takes a fifth of that on boards with few walls; where walls leave few answers,
/// search for them over a network is as quick.
const WORK: u64 = 1_000;
/// Work for each further answer: the part for a cell, and the factor of the work for the first answer.
const OTHERS: (u64, u64) = (500, 2);
/// Work between two questions whether to stop.
const STRIDE: u64 = 10_000;
/// Work in the time of a move of local search.
const WORK_PER_MOVE: u64 = 3;
/// Known answers in a row after which the search starts over.
const REPEATS: u32 = 3;

/// The effort to find covers of a board of this size; `None` if they are not worth a try.
pub(crate) fn construction(cells: usize) -> Option<Construction> {
    match cells {
        ..SMALLEST => None,
        SMALLEST..LARGEST => Some(Construction::Uncertain),
        LARGEST.. => Some(Construction::Quick),
    }
}

/// The answer that a cover is.
type Decoder = dyn Fn(&PathCover) -> Answer + Send;

/// A search for covers, each another answer.
pub(crate) struct CoverSearch {
    cover: PathCover,
    decode: Box<Decoder>,
    found: Vec<Answer>,
    /// Known answers that were met one after the other.
    repeats: u32,
}

impl CoverSearch {
    /// Continues this search.
    pub fn new(
        cover: PathCover,
        decode: impl Fn(&PathCover) -> Answer + Send + 'static,
    ) -> CoverSearch {
        CoverSearch { cover, decode: Box::new(decode), found: Vec::new(), repeats: 0 }
    }

    /// Up to `wanted` different answers; fewer prove nothing.
    pub fn construct(mut self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        let cells = self.cover.cells() as u64;
        let (mut most, mut done) = (WORK * cells, 0);
        let mut others = None;
        while self.found.len() < wanted && done < most && !quit() {
            done += STRIDE;
            if self.work(STRIDE).is_some() {
                let own = *others.get_or_insert(OTHERS.0 * cells + OTHERS.1 * done);
                most = done + own;
            }
        }
        self.found
    }

    /// Continues for about this much work, or until an answer was found that is new.
    fn work(&mut self, work: u64) -> Option<Answer> {
        if !self.cover.run(work) {
            return None;
        }
        let answer = (self.decode)(&self.cover);
        if self.found.contains(&answer) {
            self.repeats += 1;
            if self.repeats > REPEATS {
                self.cover.restart();
                self.repeats = 0;
            }
            return None;
        }
        self.repeats = 0;
        self.found.push(answer.clone());
        Some(answer)
    }
}

impl LocalSearch for CoverSearch {
    fn run(&mut self, moves: u64) -> Option<Answer> {
        self.work(moves.saturating_mul(WORK_PER_MOVE))
    }

    fn cells(&self) -> usize {
        self.cover.cells()
    }

    fn cost(&self) -> Option<u64> {
        Some(self.cover.fewest_free() as u64)
    }
}
