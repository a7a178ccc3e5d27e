//! Local search beside learning, for boards that have many fillings.
//!
//! Nobody can tell beforehand whether a board has one filling or very many, so the two take turns,
//! each turn twice as long as the last: neither costs more than about as much again as the other.
//! What local search finds is an answer; only learning proves that there is none, or no other.

use super::options::{Options, SearchMode, Task};
use super::tally::Tally;
use crate::kernel::{Lit, Store};
use crate::puzzle::{Answer, Board, Built, Decode, LocalSearch, Puzzle};
use crate::run::Budget;
use std::sync::Arc;

/// Moves of local search for one decision of the learner, beside one a cell: they take about as long,
/// as decisions get slower with the size of the matrix and moves do not.
const MOVES_A_NODE: u64 = 100;
/// Moves between two looks at the limits.
const STRIDE: u64 = 2_000;

/// A local search and the fillings it found.
pub(super) struct Guesser {
    search: Box<dyn LocalSearch>,
    decoder: Arc<dyn Decode>,
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
        let own = options.search == SearchMode::Auto && options.network.is_none();
        if !own || options.goal.is_some() || options.budget.nodes.is_some() {
            return None;
        }
        let quit: &dyn Fn() -> bool = &|| options.budget.urgent().is_some();
        let search = puzzle.local_search(built, store, options.seed, quit)?;
        let decoder = built.decoder.clone();
        Some(Guesser { search, decoder, wanted, found: Vec::new() })
    }

    /// Searches for about as long as the learner takes for so many decisions; tells what `run` tells.
    pub fn turn(&mut self, decisions: u64, budget: &Budget, tally: &mut Tally) -> bool {
        let moves = MOVES_A_NODE + self.search.cells() as u64;
        self.run(decisions.saturating_mul(moves), budget, tally)
    }

    /// Searches for so many moves. Whether there are now, with those that `tally` knows, as many
    /// answers as are wanted; `tally` then has them.
    pub fn run(&mut self, moves: u64, budget: &Budget, tally: &mut Tally) -> bool {
        let mut left = moves;
        while left > 0 && budget.urgent().is_none() {
            let stride = left.min(STRIDE);
            left -= stride;
            let Some(answer) = self.search.run(stride) else { continue };
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
    pub fn hints(&self, board: Option<&Board>, store: &Store) -> Vec<Lit> {
        let last = self.found.last();
        last.map_or_else(Vec::new, |answer| self.decoder.hints(board, store, answer))
    }
}
