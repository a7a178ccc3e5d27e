//! A first solution where cells may stay empty, by negotiated congestion.
//!
//! Every label is routed by itself, as if cells could be shared, at the least price; a cell's price grows with the
//! number of labels that use it now, ever more steeply from round to round, and with how often it was used by more than
//! one in the past. In each round, in random order, the labels that share a cell with another are ripped up and routed
//! again, and now and then one that shares nothing. So labels with another way leave expensive cells to those without.
//! When no cell is shared the ways are made chordless, and the rules of the puzzle are checked. A run that does not
//! improve is restarted with prices that are disturbed at random.
//!
//! Incomplete: it finds solutions and proves nothing. A round is a few searches of shortest ways;
//! progress is measured in cells settled by them, about a hundred nanoseconds each.
//!
//! Source: L. McMurchie and C. Ebeling, "PathFinder: a negotiation-based performance-driven router for
//! FPGAs", 1995.

mod route;
#[cfg(test)]
mod tests;

use super::{Cover, Numberlink, verify};
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::{Answer, Cell, LocalSearch};
use route::{Prices, Routes};

/// The price that each use of a cell by others adds in the first round of a run, in cells.
const FIRST_PRESSURE: f32 = 0.5;
/// The growth of this pressure from round to round, and where it ends.
const GROWTH: f32 = 1.05;
const MOST_PRESSURE: f32 = 50.0;
/// The price that a round of being shared adds to a cell for good: drawn for each run between these.
const LEAST_MEMORY: f32 = 0.3;
const MOST_MEMORY: f32 = 1.3;
/// One in this many labels that share nothing is routed again all the same.
const REROUTE_ONE_IN: u32 = 20;
/// From the second run on, prices are raised at random by at most this part.
const JITTER: f32 = 0.2;
/// Rounds without fewer shared cells after which a run is given up.
const MAX_STALE_ROUNDS: u32 = 300;

/// A search by routing that can be stopped and continued.
pub(crate) struct Router {
    puzzle: Numberlink,
    routes: Routes,
    prices: Prices,
    /// Per label its way; empty before it has one.
    ways: Vec<Vec<Cell>>,
    /// The labels in the order of this round, and how many of them had their turn.
    order: Vec<u32>,
    next: usize,
    /// No label had its turn in an earlier round of this run.
    first_round: bool,
    /// The price that a round of being shared adds to a cell in this run.
    memory: f32,
    /// The fewest shared cells of this run, and rounds since then.
    fewest: usize,
    stale: u32,
    /// Cells settled beyond the requested number.
    debt: u64,
    /// No way leads from one end of some label to the other.
    hopeless: bool,
    random: Random,
}

impl Router {
    /// A router; `None` if every cell must be on a path, or there is nothing to route.
    pub fn new(puzzle: &Numberlink, seed: u64) -> Option<Router> {
        let labels = puzzle.ends.len();
        if puzzle.cover == Cover::All || labels == 0 {
            return None;
        }
        let mut router = Router {
            routes: Routes::new(puzzle),
            prices: Prices::new(puzzle.board.len()),
            ways: vec![Vec::new(); labels],
            order: (0..labels as u32).collect(),
            next: 0,
            first_round: true,
            memory: 0.0,
            fewest: usize::MAX,
            stale: 0,
            debt: 0,
            hopeless: false,
            random: Random::new(seed.wrapping_add(1)),
            puzzle: puzzle.clone(),
        };
        router.start();
        router.prices.jitter = 0.0;
        Some(router)
    }

    /// Begins a run: nothing is routed, no cell has a history.
    fn start(&mut self) {
        let spread = self.random.draw() as f32 / u32::MAX as f32;
        self.memory = LEAST_MEMORY + (MOST_MEMORY - LEAST_MEMORY) * spread;
        self.prices.forget(FIRST_PRESSURE);
        self.prices.jitter = JITTER;
        self.ways.iter_mut().for_each(Vec::clear);
        (self.fewest, self.stale, self.first_round) = (usize::MAX, 0, true);
        self.shuffle();
    }

    /// Another order, for another round.
    fn shuffle(&mut self) {
        self.random.shuffle(&mut self.order);
        self.next = 0;
    }

    /// Gives one label its turn; the cells that were settled for it.
    fn turn(&mut self, label: u32) -> u64 {
        let way = &mut self.ways[label as usize];
        if !self.first_round {
            let shares = way.iter().any(|&c| self.prices.uses[c as usize] > 1);
            if !shares && self.random.below(REROUTE_ONE_IN) != 0 {
                return 1;
            }
        }
        way.iter().for_each(|&c| self.prices.uses[c as usize] -= 1);
        way.clear();
        let settled = self.routes.cheapest(label, &self.prices, &mut self.random, way);
        self.hopeless |= way.is_empty();
        way.iter().for_each(|&c| self.prices.uses[c as usize] += 1);
        settled
    }

    /// Ends a round; the answer, if no cell is shared and the rules are kept.
    fn end_round(&mut self) -> Option<Answer> {
        let shared = self.prices.raise(self.memory);
        self.prices.pressure = (self.prices.pressure * GROWTH).min(MOST_PRESSURE);
        self.first_round = false;
        if shared == 0 {
            let answer = self.answer();
            self.start();
            return answer;
        }
        if shared < self.fewest {
            (self.fewest, self.stale) = (shared, 0);
        } else {
            self.stale += 1;
        }
        if self.stale > MAX_STALE_ROUNDS {
            self.start()
        } else {
            self.shuffle()
        }
        None
    }

    /// The ways, made chordless, if they obey the rules.
    fn answer(&mut self) -> Option<Answer> {
        let board = &self.puzzle.board;
        let mut on = vec![false; board.edges().len()];
        for way in &self.ways {
            for step in self.routes.chordless(way).windows(2) {
                let e = board.edge_between(step[0], step[1]).expect("ways take edges");
                on[e as usize] = true;
            }
        }
        // With walls a chordless way may still fill a block.
        verify::verify_links(&self.puzzle, &on).is_ok().then_some(Answer::Links(on))
    }
}

impl LocalSearch for Router {
    fn run(&mut self, moves: u64) -> Option<Answer> {
        let mut left = moves;
        loop {
            let paid = self.debt.min(left);
            self.debt -= paid;
            left -= paid;
            if left == 0 || self.hopeless {
                return None;
            }
            if let Some(&label) = self.order.get(self.next) {
                self.next += 1;
                self.debt = self.turn(label);
            } else {
                self.debt = self.puzzle.board.len() as u64 / 8 + 1;
                let answer = self.end_round();
                if answer.is_some() {
                    return answer;
                }
            }
        }
    }

    fn cells(&self) -> usize {
        self.puzzle.board.len()
    }
}
