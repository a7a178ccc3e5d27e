//! Routes from each number to the next that share no cell: where routes meet, the price of a cell grows with every
//! round, until they avoid each other.
//!
//! Source: L. McMurchie and C. Ebeling, "PathFinder: a negotiation-based performance-driven router for FPGAs", 1995.

use clew_puzzle::puzzle::{Board, Cell};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rounds in which every route is laid anew before the router gives up.
const ROUNDS: u32 = 60;
/// The minimum cost of a cell by itself; a random part is added.
const CELL: u32 = 16;
/// The additional cost for each other route on the cell, times the round.
const SHARED: u32 = 8;
/// The additional cost for each round in which the cell was shared.
const HISTORY: u32 = 6;

/// The cells of routes, and their costs.
pub(super) struct Router<'a> {
    board: &'a Board,
    stops: &'a [Cell],
    is_stop: Vec<bool>,
    /// Per cell how many routes lie on it.
    used: Vec<u32>,
    history: Vec<u32>,
    cost: Vec<u32>,
    from: Vec<Cell>,
    queue: BinaryHeap<Reverse<(u32, Cell)>>,
}

impl<'a> Router<'a> {
    pub(super) fn new(board: &'a Board, stops: &'a [Cell]) -> Router<'a> {
        let n = board.len();
        let mut is_stop = vec![false; n];
        stops.iter().for_each(|&c| is_stop[c as usize] = true);
        Router {
            board,
            stops,
            is_stop,
            used: vec![0; n],
            history: vec![0; n],
            cost: vec![u32::MAX; n],
            from: vec![0; n],
            queue: BinaryHeap::new(),
        }
    }

    /// The cells of a line that meets the numbers in their order, not every cell of the board; `None` if none was
    /// found.
    pub(super) fn route(
        mut self,
        rng: &mut ChaCha8Rng,
        quit: &dyn Fn() -> bool,
    ) -> Option<Vec<Cell>> {
        let mut routes: Vec<Vec<Cell>> = vec![Vec::new(); self.stops.len() - 1];
        for round in 1..=ROUNDS {
            if quit() {
                return None;
            }
            for (k, route) in routes.iter_mut().enumerate() {
                // Between rounds, only routes that meet another one move.
                if round > 1 && route.iter().all(|&c| self.used[c as usize] == 1) {
                    continue;
                }
                route.iter().for_each(|&c| self.used[c as usize] -= 1);
                *route = self.lay(self.stops[k], self.stops[k + 1], round, rng)?;
                route.iter().for_each(|&c| self.used[c as usize] += 1);
            }
            let mut shared = false;
            for (used, history) in self.used.iter().zip(&mut self.history) {
                if *used > 1 {
                    (shared, *history) = (true, *history + HISTORY);
                }
            }
            if !shared {
                let mut line = vec![self.stops[0]];
                for (route, &stop) in routes.iter().zip(&self.stops[1..]) {
                    line.extend(route);
                    line.push(stop);
                }
                return Some(line);
            }
        }
        None
    }

    /// The cells strictly between two numbers of the cheapest route.
    fn lay(&mut self, from: Cell, to: Cell, round: u32, rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
        self.cost.fill(u32::MAX);
        self.queue.clear();
        self.cost[from as usize] = 0;
        self.queue.push(Reverse((0, from)));
        while let Some(Reverse((cost, c))) = self.queue.pop() {
            if cost > self.cost[c as usize] {
                continue;
            }
            if c == to {
                break;
            }
            for &d in self.board.neighbours(c) {
                if self.is_stop[d as usize] && d != to {
                    continue;
                }
                let shared = self.used[d as usize] * SHARED * round;
                let chance = rng.random_range(0..CELL / 2);
                let further = cost + CELL + chance + shared + self.history[d as usize];
                if further < self.cost[d as usize] {
                    self.cost[d as usize] = further;
                    self.from[d as usize] = c;
                    self.queue.push(Reverse((further, d)));
                }
            }
        }
        if self.cost[to as usize] == u32::MAX {
            return None;
        }
        let mut route = Vec::new();
        let mut at = self.from[to as usize];
        while at != from {
            route.push(at);
            at = self.from[at as usize];
        }
        route.reverse();
        Some(route)
    }
}
