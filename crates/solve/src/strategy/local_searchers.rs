//! Local search alongside learning, for boards that have many fillings.
//!
//! It is not known beforehand whether a board has one filling or very many, so the two take turns, each turn twice as
//! long as the last: neither costs more than about as much again as the other, unless local search leads. A filling
//! found by local search is an answer; only learning proves that there is none, or no other.

use super::options::Task;
use crate::strategy::answers::solutions::Found;
use crate::strategy::plan::stages::Moves;
use crate::strategy::plan::tuning;
use clew_engine::kernel::{Lit, Store};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::{Answer, Board, Built, Decode, LocalSearch, Puzzle};
use std::sync::Arc;

/// A local search and the fillings it found.
pub(crate) struct LocalSearcher {
    search: Box<dyn LocalSearch>,
    puzzle: Puzzle,
    decoder: Arc<dyn Decode>,
    /// Whether an answer may have others next to it that are easily found.
    looks_beside: bool,
    found: Vec<Answer>,
    /// The work done so far.
    pub moves: Moves,
}

/// Moves of local search in about the time that a learner takes for `decisions` decisions on a board of `cells` cells.
pub(crate) fn moves_for(decisions: u64, cells: usize) -> u64 {
    decisions.saturating_mul(tuning::MOVES_PER_DECISION + cells as u64)
}

impl LocalSearcher {
    /// `None` if local search cannot answer this. The network is at the root's fixpoint: numbers that
    /// are known there count as given.
    pub fn new(
        puzzle: &Puzzle,
        task: Task,
        seed: u64,
        built: &Built,
        budget: &Budget,
    ) -> Option<LocalSearcher> {
        if task == Task::Count {
            return None;
        }
        let store = built.model.engine.store();
        let quit: &dyn Fn() -> bool = &|| budget.urgent().is_some();
        let search = puzzle.local_search(built, store, seed, quit)?;
        let decoder = built.decoder.clone();
        let looks_beside = built.represents && task == Task::Check;
        let moves = Moves { moves: 0, best: search.cost() };
        let (puzzle, found) = (puzzle.clone(), Vec::new());
        Some(LocalSearcher { search, puzzle, decoder, looks_beside, found, moves })
    }

    /// Searches for about as long as the learner takes for this number of decisions, a multiple of it if local search
    /// leads. Returns the result of `run`.
    pub fn turn(&mut self, decisions: u64, budget: &Budget, found: &mut Found) -> bool {
        let many = if self.search.leads() { tuning::LEADING_GUESSES } else { 1 };
        self.run(moves_for(decisions, self.search.cells()).saturating_mul(many), budget, found)
    }

    /// The answers that were found.
    pub fn found(&self) -> &[Answer] {
        &self.found
    }

    /// Moves after which it is not expected to find an answer other than a known one.
    pub(crate) fn moves_for_second(&self) -> u64 {
        moves_for(tuning::SECOND_BY_LOCAL_SEARCH, self.search.cells()).max(self.moves.moves)
    }

    /// Searches for this number of moves, and notes the answers found. Returns whether `found` now has as many answers
    /// as are wanted.
    pub fn run(&mut self, moves: u64, budget: &Budget, found: &mut Found) -> bool {
        let mut left = moves;
        while left > 0 && budget.urgent().is_none() {
            let stride = left.min(tuning::MOVES_PER_POLL);
            left -= stride;
            let answer = self.search.run(stride);
            self.moves.moves += stride;
            let cost = if answer.is_some() { Some(0) } else { self.search.cost() };
            self.moves.best = self.moves.best.into_iter().chain(cost).min();
            let Some(answer) = answer else { continue };
            let other = self.looks_beside.then(|| self.puzzle.another(&answer)).flatten();
            for answer in std::iter::once(answer).chain(other) {
                if !self.found.contains(&answer) {
                    self.found.push(answer);
                }
            }
            if found.note(&self.found) {
                return true;
            }
        }
        false
    }

    /// Literals that the learner should try first: a known filling, so that it continues from there.
    pub fn hints(&self, board: Option<&Board>, store: &Store) -> Vec<Lit> {
        let last = self.found.last();
        last.map_or_else(Vec::new, |answer| self.decoder.hints(board, store, answer))
    }
}
