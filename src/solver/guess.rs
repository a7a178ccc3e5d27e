//! Local search beside learning, for boards that have many fillings.
//!
//! Nobody can tell beforehand whether a board has one filling or very many, so the two take turns,
//! each turn twice as long as the last: neither costs more than about as much again as the other.
//! What local search finds is an answer; only learning proves that there is none, or no other.

use super::options::{Options, SearchMode, Task};
use super::tally::Tally;
use crate::kernel::{Lit, Store, VarId};
use crate::puzzle::hidato::anneal::Annealer;
use crate::puzzle::{Answer, Built, Decoder, Puzzle};
use crate::search::Limits;

/// Moves of local search for one decision of the learner, beside one a cell: they take about as long,
/// as decisions get slower with the size of the matrix and moves do not.
const MOVES_A_NODE: u64 = 100;
/// Moves between two looks at the limits.
const STRIDE: u64 = 2_000;

/// A local search and the fillings it found.
pub(super) struct Guesser {
    annealer: Annealer,
    first: VarId,
    wanted: usize,
    found: Vec<Answer>,
}

impl Guesser {
    /// `None` if local search cannot answer this. `store` is at the root's fixpoint: numbers that
    /// are known there count as given.
    pub fn new(
        puzzle: &Puzzle,
        task: Task,
        options: &Options,
        built: &Built,
        store: &Store,
    ) -> Option<Guesser> {
        let wanted = match task {
            Task::Solve { limit } if limit <= 2 => limit,
            Task::Check => 2,
            _ => return None,
        };
        let Puzzle::Hidato(line) = puzzle else { return None };
        let Decoder::CellNumbers { first, cells } = built.decoder else { return None };
        let own = options.search == SearchMode::Auto && options.network.is_none();
        if !own || options.goal.is_some() || options.limits.nodes.is_some() {
            return None;
        }
        let cell = |c: u32| VarId(first.0 + c);
        let known = |c| (store.size(cell(c)) == 1).then(|| store.domain(cell(c)).min() + 1);
        let given: Vec<Option<u32>> = (0..cells).map(known).collect();
        let possible = |c: u32, mut range: std::ops::RangeInclusive<u32>| {
            range.any(|k| store.domain(cell(c)).contains(k - 1))
        };
        let annealer = Annealer::new(&line.board, &given, possible, options.seed)?;
        Some(Guesser { annealer, first, wanted, found: Vec::new() })
    }

    /// Searches for about as long as the learner takes for so many decisions; tells what `run` tells.
    pub fn turn(&mut self, decisions: u64, limits: &Limits, tally: &mut Tally) -> bool {
        let moves = MOVES_A_NODE + self.annealer.cells() as u64;
        self.run(decisions * moves, limits, tally)
    }

    /// Searches for so many moves. Whether there are now, with those that `tally` knows, as many
    /// answers as are wanted; `tally` then has them.
    pub fn run(&mut self, moves: u64, limits: &Limits, tally: &mut Tally) -> bool {
        let mut left = moves;
        while left > 0 && limits.urgent().is_none() {
            let stride = left.min(STRIDE);
            left -= stride;
            let Some(numbers) = self.annealer.run(stride) else { continue };
            let answer = Answer::Line(numbers);
            if !self.found.contains(&answer) {
                self.found.push(answer);
            }
            let new = self.found.iter().filter(|a| !tally.knows(a)).count();
            if new + tally.distinct() as usize >= self.wanted {
                tally.adopt(&self.found);
                return true;
            }
        }
        false
    }

    /// What the learner should try first: a filling that is known, so that it goes on from there.
    pub fn hints(&self, store: &Store) -> Vec<Lit> {
        let Some(Answer::Line(numbers)) = self.found.last() else { return Vec::new() };
        numbers.iter().zip(self.first.0..).map(|(&k, x)| store.atom(VarId(x), k - 1).is()).collect()
    }
}
