//! A first filling of a board that has many, by local search.
//!
//! The given numbers cut the line into gaps; a gap of b - a is a path with b - a - 1 cells inside. The search keeps all
//! paths disjoint and all cells on some path, so three things can be wrong: a path is too long or too short,
//! consecutive cells of it lie apart, marked ones are not consecutive. The energy is their weighted sum:
//!
//! > Σ |cells in the gap - cells wanted| + 2 Σ (distance of consecutive cells - 1) + 2 (marks missed)
//!
//! and a filling is a state of energy 0. (A mark requires two cells to follow each other.) Moves: a stretch of cells
//! goes to another place (this carries surplus from gap to gap), two cells change places, a stretch of the line is
//! reversed, also across a given number. Every one is accepted by Metropolis' rule while the temperature falls; rounds
//! get longer. Nearly all moves start at a violation: where cells lie apart as long as there are such, for they are few
//! and show the exact place, else in gaps of the wrong length.
//!
//! On a board of two colours a path without jumps has the right length up to an even number, so a move of a single cell
//! only makes two jumps. That is why a stretch that moves has the length that fits best, and why such boards are
//! searched at higher temperatures.
//!
//! Open ends of the line are two more cells, neighbours of all, before the first and after the last.
//!
//! Incomplete: it finds fillings and proves nothing. Memory: one byte per pair of cells.
//!
//! Sources: S. Kirkpatrick, C. Gelatt and M. Vecchi, Optimization by simulated annealing, 1983; B. Selman, H. Kautz and
//! B. Cohen, Noise strategies for improving local search, 1994 (moves start at a violation); S. Lin and B. Kernighan,
//! An effective heuristic algorithm for the traveling-salesman problem, 1973 (reversals); I. Or, Traveling
//! salesman-type combinatorial problems, 1976 (stretches that move).

mod moves;
mod state;
#[cfg(test)]
mod tests;
mod walk;

use clew_engine::structures::metropolis::Metropolis;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::{Board, Cell, Neighbourhood};
use state::State;
use std::ops::RangeInclusive;
pub use walk::Walk;

/// The most cells a board may have here: the distances take the square in bytes.
pub const MAX_CELLS: usize = 12_000;

/// Temperature at the start and at the end of a round.
const HOT: f64 = 0.7;
const COLD: f64 = 0.35;
/// On rook boards all is hotter by this: single jumps do not come up there, only two at a time.
const ROOK: f64 = 2.0;
/// Moves of the first round per cell; each further round is twice as long. Long gaps that cross each other do not come
/// apart in a round of any length: on small boards with few numbers a third of the rounds ends so, and only the next
/// round helps.
const FIRST_ROUND: u64 = 250;
/// Of 128 moves, this many start at a violation.
const FOCUSED: u32 = 126;
/// Moves between two changes of the temperature.
const TICK: u64 = 512;
/// No cell, and no gap.
const NONE: u32 = u32::MAX;
/// Cells of a stretch that moves to another place, at most.
const LONGEST: i32 = 6;
/// Costs from here on are never accepted.
const MAX_COST: usize = 32;

/// A local search that can be stopped and continued.
pub struct Annealer {
    neighbours: Vec<Vec<Cell>>,
    /// The factor on temperatures for this kind of board.
    heat: f64,
    state: State,
    /// Moves of this round, so far and planned.
    at: u64,
    length: u64,
    accept: Metropolis<MAX_COST>,
    random: Random,
    /// Moves that were accepted.
    taken: u64,
}

impl Annealer {
    /// A search for a filling with these numbers given (1-based). `possible` returns whether a cell may hold some
    /// number of a range: the stronger, the better. `None` if there is nothing to search: the board is too large, no
    /// cell is free, some cell or gap has no place, or `quit` returns true. Distances take the square of the cells in
    /// time.
    pub fn new(
        board: &Board,
        given: &[Option<u32>],
        possible: impl Fn(Cell, RangeInclusive<u32>) -> bool,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Annealer> {
        if board.len() > MAX_CELLS {
            return None;
        }
        let n = board.len() as u32;
        let mut annealer = Annealer {
            neighbours: (0..n).map(|c| board.neighbours(c).to_vec()).collect(),
            heat: if board.moves() == Some(Neighbourhood::Rook) { ROOK } else { 1.0 },
            state: State::new(board, given, possible, quit)?,
            at: 0,
            length: FIRST_ROUND * u64::from(n),
            accept: Metropolis::new(),
            random: Random::new(seed.wrapping_add(1)),
            taken: 0,
        };
        annealer.start();
        Some(annealer)
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.neighbours.len()
    }

    /// The energy of the current state: its weighted violations.
    pub(crate) fn energy(&self) -> u64 {
        u64::try_from(self.state.energy).unwrap_or(0)
    }

    /// Continues the search for `moves` moves (about a hundred nanoseconds each). `Some`: the number of each cell,
    /// 1-based. Calling it again after that starts from scratch, for another filling.
    pub fn run(&mut self, moves: u64) -> Option<Vec<u32>> {
        for _ in 0..moves {
            if self.state.energy == 0 {
                let numbers = self.state.numbers();
                self.start();
                return Some(numbers);
            }
            if self.at == self.length {
                self.length *= 2;
                self.start();
            }
            if self.at.is_multiple_of(TICK) {
                self.cool();
            }
            self.at += 1;
            self.step();
        }
        None
    }

    /// A new round.
    fn start(&mut self) {
        self.at = 0;
        self.state.start(&self.neighbours, &mut self.random);
    }

    fn cool(&mut self) {
        let part = self.at as f64 / self.length as f64;
        self.accept.heat(self.heat * HOT * (COLD / HOT).powf(part));
    }

    /// Tries one move.
    fn step(&mut self) {
        let (x, y) = self.missed_mark().unwrap_or_else(|| {
            let x = self.somewhere();
            (x, self.neighbour(x))
        });
        if y == NONE {
            return;
        }
        // `c` is the cell that moves, `a` a neighbour to move to.
        let (c, a) = if self.random.below(2) == 0 { (x, y) } else { (y, x) };
        let kind = self.random.below(16);
        if kind >= 13 {
            self.reverse(c, a);
        } else if !self.state.fixed[c as usize] {
            match kind {
                0..3 => self.transfer(c, a, 1),
                3..12 => self.transfer(c, a, LONGEST),
                _ => self.exchange(c),
            }
        }
    }

    /// Every second time the two cells of a mark that the line does not follow, if there is one.
    fn missed_mark(&mut self) -> Option<(u32, u32)> {
        let missed = self.state.missed.list();
        if missed.is_empty() || self.random.below(2) == 0 {
            return None;
        }
        let [a, b] = self.state.marked(self.random.one_of(missed));
        Some((a, b))
    }

    /// Where to try a move: mostly where something is wrong.
    fn somewhere(&mut self) -> u32 {
        let (state, random) = (&self.state, &mut self.random);
        let (jumps, off) = (state.jumps.list(), state.off.list());
        if random.below(128) < FOCUSED {
            if !jumps.is_empty() {
                let x = random.one_of(jumps);
                let next = state.places[x as usize].next;
                return if random.below(2) == 0 { x } else { next };
            }
            if !off.is_empty() {
                let gap = random.one_of(off);
                return self.cell_of(gap);
            }
        }
        random.one_of(&state.free)
    }

    /// A random cell of a gap or at its ends: a gap with some share of the board is met by drawing,
    /// the others are short enough to walk along.
    fn cell_of(&mut self, gap: u32) -> u32 {
        let (state, random) = (&self.state, &mut self.random);
        let state::Gap { cells, ends, .. } = state.gaps[gap as usize];
        if cells as u32 > state.nodes / 16 {
            for _ in 0..64 {
                let c = random.one_of(&state.free);
                if state.places[c as usize].gap == gap {
                    return c;
                }
            }
        }
        let mut z = ends[0];
        for _ in 0..random.below(cells as u32 + 2) {
            z = state.places[z as usize].next;
        }
        z
    }

    /// Metropolis' rule; adds the cost of an accepted move to the energy.
    fn accepts(&mut self, cost: i32) -> bool {
        let accepted = self.accept.accepts(cost, &mut self.random);
        if accepted {
            self.state.energy += i64::from(cost);
            self.taken += 1;
        }
        accepted
    }

    /// A neighbour on the board; `NONE` for an open end or a cell without neighbours.
    fn neighbour(&mut self, x: u32) -> u32 {
        match self.neighbours.get(x as usize) {
            Some(list) if !list.is_empty() => self.random.one_of(list),
            _ => NONE,
        }
    }
}
