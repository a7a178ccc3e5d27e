//! Completion of a square by local search.
//!
//! Every open cell is a vertex with the values that the root of the network leaves it as its colours; cells of a row or
//! column must differ, and signs between open cells must hold. All cells have a colour all the time; a step changes a
//! conflicting one (`tabu`). Runs from one start are short or very long, so a run that finds nothing better for a while
//! ends, and its result goes into a small pool (`pool`). The first run starts with a greedy colouring, later ones with
//! the result of belief propagation (`beliefs`), from scratch or from two colourings of the pool. A square that is
//! found may have other squares nearby (`switches`), which `check` needs.
//!
//! At the phase transition of quasigroups with holes this finds squares where learning does not. It proves nothing.
//! Memory: about a hundred bytes per value of an open cell.

mod beliefs;
mod graph;
mod pool;
mod state;
mod switches;
mod tabu;
#[cfg(test)]
mod tests;

use super::{Futoshiki, MAX_ORDER};
use beliefs::Beliefs;
use clew_engine::structures::random::Random;
use graph::Graph;
use pool::Pool;
use switches::Switches;
use tabu::Tabu;

/// A run ends after this many steps without improvement: a base, and an extra number for each choice.
const MAX_STALE_STEPS: u32 = 50_000;
const STALE_STEPS_PER_CHOICE: u32 = 5;
/// Vertices of a start that take as long as a move, and cells of a pair of lines that are compared.
const CELLS_PER_MOVE: u64 = 4;

/// Below this order learning is as quick.
const SMALLEST: u32 = 10;
/// Signs are at most the cells divided by this: with more of them squares are few.
const CELLS_PER_SIGN: usize = 8;

/// Whether the square is large enough, and has few signs and no differences, which it does not know.
pub(super) fn applies(puzzle: &Futoshiki) -> bool {
    (SMALLEST..=MAX_ORDER).contains(&puzzle.n)
        && puzzle.gaps.is_empty()
        && puzzle.less.len() <= puzzle.given.len() / CELLS_PER_SIGN
}

/// A local search that can be stopped and continued.
pub struct SquareSearch {
    n: u32,
    graph: Graph,
    tabu: Tabu,
    /// The start of the next run while it is computed; `None` for squares with too many choices.
    beliefs: Option<Beliefs>,
    pool: Pool,
    /// The squares that differ from the last square found by a switch.
    beside: Option<Switches>,
    less: Vec<[u32; 2]>,
    random: Random,
}

impl SquareSearch {
    /// A search for squares of order `n`, at most 128, in which each cell has one of the values that `values` pushes,
    /// from 0 and ascending, and the first cell of each pair of `less` is below the second. The values are at a
    /// fixpoint in so far as one that is the only one of its cell is left to no other cell of the row or column, and
    /// signs next to such a cell hold. `None` if there is nothing to search: no cell is open, some cell has no value,
    /// or `quit` returns true.
    pub fn new(
        n: u32,
        less: &[[u32; 2]],
        values: impl FnMut(u32, &mut Vec<u8>),
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<SquareSearch> {
        let graph = Graph::new(n, less, values, quit)?;
        let tabu = Tabu::new(&graph);
        let random = Random::new(seed.wrapping_add(1));
        let (pool, less) = (Pool::default(), less.to_vec());
        let (beliefs, beside) = (None, None);
        let mut search = SquareSearch { n, graph, tabu, beliefs, pool, beside, less, random };
        search.tabu.start(&search.graph, None, &mut search.random);
        Some(search)
    }

    /// Cells of the square.
    pub fn cells(&self) -> usize {
        self.n as usize * self.n as usize
    }

    /// The number of conflicting pairs in the best colouring of the current run.
    pub(crate) fn energy(&self) -> u64 {
        self.tabu.energy().into()
    }

    /// Continues the search for `moves` moves (about a hundred nanoseconds each). `Some`: the value of each cell,
    /// 1-based. A further call continues from there, to other squares.
    pub fn run(&mut self, moves: u64) -> Option<Vec<u32>> {
        let mut made = 0;
        while made < moves {
            if let Some(switches) = &mut self.beside {
                made += 1 + u64::from(self.n) / CELLS_PER_MOVE;
                let square = switches.next();
                if switches.is_over() {
                    self.beside = None;
                }
                let ordered =
                    |s: &Vec<u32>| self.less.iter().all(|&[a, b]| s[a as usize] < s[b as usize]);
                if let Some(square) = square.filter(ordered) {
                    return Some(square);
                }
                continue;
            }
            if let Some(beliefs) = self.beliefs.as_mut().filter(|b| !b.is_over()) {
                made += beliefs.step(&self.graph);
                if beliefs.is_over() {
                    made += u64::from(self.graph.vertices()) / CELLS_PER_MOVE;
                    self.tabu.start(&self.graph, Some(beliefs.best()), &mut self.random);
                }
                continue;
            }
            if self.tabu.energy() == 0 {
                let square = self.graph.square(self.tabu.best());
                self.beside = Some(Switches::new(self.n, square.clone(), self.graph.open()));
                self.pool = Pool::default();
                self.start();
                return Some(square);
            }
            let patience = MAX_STALE_STEPS + STALE_STEPS_PER_CHOICE * self.graph.choices() as u32;
            if self.tabu.in_vain() >= patience {
                self.pool.add(self.tabu.energy(), self.tabu.best());
                self.start();
                made += (self.graph.choices() as u64 + u64::from(self.n)) / CELLS_PER_MOVE;
                continue;
            }
            made += self.tabu.step(&self.graph, &mut self.random);
        }
        None
    }

    /// A new run, after some rounds of belief where there are not too many choices.
    fn start(&mut self) {
        if self.beliefs.is_none() {
            self.beliefs = Beliefs::new(&self.graph);
        }
        let parents = self.pool.parents(&mut self.random);
        match &mut self.beliefs {
            Some(beliefs) => {
                beliefs.start(parents.iter().flatten().copied(), &mut self.random);
            }
            None => self.tabu.start(&self.graph, None, &mut self.random),
        }
    }
}
