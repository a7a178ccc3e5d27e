//! Local search beside learning, for boards that have many fillings.
//!
//! Nobody can tell beforehand whether a board has one filling or very many, so the two take turns,
//! each turn twice as long as the last: neither costs more than about as much again as the other.
//! What local search finds is an answer; only learning proves that there is none, or no other.

use super::options::{Options, SearchMode, Task};
use super::tally::Tally;
use crate::families::line::hidato::anneal::Annealer;
use crate::families::line::hidato::sparse;
use crate::kernel::{Atom, Lit, Store, VarId};
use crate::puzzle::{Answer, Board, Built, Decoder, Puzzle};
use crate::run::Budget;

/// Moves of local search for one decision of the learner, beside one a cell: they take about as long,
/// as decisions get slower with the size of the matrix and moves do not.
const MOVES_A_NODE: u64 = 100;
/// Moves between two looks at the limits.
const STRIDE: u64 = 2_000;

/// A local search and the fillings it found.
pub(super) struct Guesser {
    annealer: Annealer,
    decoder: Decoder,
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
        let own = options.search == SearchMode::Auto && options.network.is_none();
        if !own || options.goal.is_some() || options.budget.nodes.is_some() {
            return None;
        }
        let quit: &dyn Fn() -> bool = &|| options.budget.urgent().is_some();
        let annealer = match &built.decoder {
            &Decoder::CellNumbers { first, cells } => {
                let cell = |c: u32| VarId(first.0 + c);
                let known = |c| (store.size(cell(c)) == 1).then(|| store.domain(cell(c)).min() + 1);
                let given: Vec<Option<u32>> = (0..cells).map(known).collect();
                let possible = |c: u32, mut range: std::ops::RangeInclusive<u32>| {
                    range.any(|k| store.domain(cell(c)).contains(k - 1))
                };
                Annealer::new(&line.board, &given, possible, options.seed, quit)?
            }
            Decoder::GapLine { first, table, gap, .. } => {
                let given = sparse::known_numbers(line, *first, table, *gap, store);
                let possible = |c: u32, range: std::ops::RangeInclusive<u32>| {
                    let value = table.value(c, table.gap_of(*range.start()));
                    let x = VarId(gap.0 + table.rank(c));
                    value.is_some_and(|v| store.domain(x).contains(v))
                };
                Annealer::new(&line.board, &given, possible, options.seed, quit)?
            }
            _ => return None,
        };
        let decoder = built.decoder.clone();
        Some(Guesser { annealer, decoder, wanted, found: Vec::new() })
    }

    /// Searches for about as long as the learner takes for so many decisions; tells what `run` tells.
    pub fn turn(&mut self, decisions: u64, budget: &Budget, tally: &mut Tally) -> bool {
        let moves = MOVES_A_NODE + self.annealer.cells() as u64;
        self.run(decisions.saturating_mul(moves), budget, tally)
    }

    /// Searches for so many moves. Whether there are now, with those that `tally` knows, as many
    /// answers as are wanted; `tally` then has them.
    pub fn run(&mut self, moves: u64, budget: &Budget, tally: &mut Tally) -> bool {
        let mut left = moves;
        while left > 0 && budget.urgent().is_none() {
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
    pub fn hints(&self, board: &Board, store: &Store) -> Vec<Lit> {
        let Some(Answer::Line(numbers)) = self.found.last() else { return Vec::new() };
        match &self.decoder {
            Decoder::CellNumbers { first, .. } => numbers
                .iter()
                .zip(first.0..)
                .map(|(&k, x)| store.atom(VarId(x), k - 1).is())
                .collect(),
            Decoder::GapLine { first, starts, .. } => {
                let next =
                    |&[a, b]: &[u32; 2]| numbers[a as usize].abs_diff(numbers[b as usize]) == 1;
                let edges =
                    board.edges().iter().zip(first.0..).map(|(ends, e)| Atom(e).lit(next(ends)));
                let starts = starts.iter().zip(numbers);
                let starts = starts.filter_map(|(f, &k)| Some(f.is()?.atom().lit(k == 1)));
                edges.chain(starts).collect()
            }
            _ => Vec::new(),
        }
    }
}
