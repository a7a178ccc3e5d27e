//! A walk from filling to filling, for boards that have very many: annealing that begins at a filling
//! and stays cold, so that it comes back to one again and again, each time another one.
//!
//! It can be aimed: a number is then fixed in a cell as if it were given, the line of a filling is laid as far as that
//! allows, and the violations are repaired by the same moves.

use super::state::{Gap, State};
use super::{Annealer, NONE};
use clew_engine::structures::bits::{erase, has, insert, members};
use clew_puzzle::puzzle::{Answer, Board, Cell, Content, SolutionFeature, SolutionWalker};
use std::ops::RangeInclusive;

/// The temperature of a walk, in the unit of [`Annealer`]'s.
const COOL: f64 = 0.5;

/// See the head of the file.
pub struct Walk {
    annealer: Annealer,
    /// Without an aim.
    free: State,
    /// The two cells of each edge.
    edges: Vec<[Cell; 2]>,
    /// Per cell, one word per 64 numbers from 0: its possible numbers.
    domains: Vec<u64>,
    /// Words a cell, here and below.
    words: usize,
    /// Numbers in cells that no filling has shown yet, in the form of `domains`.
    numbers: Vec<u64>,
    /// Per cell, one word per 64 cells: pairs that no filling has shown as consecutive yet, both ways.
    steps: Vec<u64>,
    /// Edges that no filling has left out yet.
    unused: Vec<[Cell; 2]>,
    /// The number of accepted moves when a filling was last examined.
    looked: u64,
}

/// Whether a cell may hold a number of a range, by domains of `words` words per cell.
fn possible(domains: &[u64], words: usize) -> impl Fn(Cell, RangeInclusive<u32>) -> bool {
    move |c, mut range| range.any(|k| has(&domains[c as usize * words..], k - 1))
}

impl Walk {
    /// A walk over fillings of a board. `domains`: per cell the numbers that it may hold, from 0.
    pub fn new(
        board: &Board,
        domains: &[Vec<u32>],
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Walk> {
        let n = board.len();
        let words = n.div_ceil(64);
        let mut bits = vec![0; n * words];
        for (own, domain) in bits.chunks_mut(words).zip(domains) {
            domain.iter().for_each(|&v| insert(own, v));
        }
        let domains = bits;
        let given: Vec<Option<u32>> = domains
            .chunks(words)
            .map(|own| {
                let mut all = members(own);
                all.next().filter(|_| all.next().is_none()).map(|v| v + 1)
            })
            .collect();
        let mut annealer = Annealer::new(board, &given, possible(&domains, words), seed, quit)?;
        annealer.accept.heat(annealer.heat * COOL);
        let free = annealer.state.clone();
        Some(Walk {
            annealer,
            free,
            edges: board.edges().to_vec(),
            words,
            numbers: vec![0; domains.len()],
            domains,
            steps: vec![0; n * words],
            unused: Vec::new(),
            looked: u64::MAX,
        })
    }

    /// Whether the filling at hand shows something that is wanted; it is not wanted any more.
    fn shows(&mut self) -> bool {
        let state = &mut self.annealer.state;
        let (cells, mut new) = (state.nodes - 2, false);
        // Gaps that have not changed were examined before.
        while let Some(&g) = state.touched.list().last() {
            state.touched.set(g, false);
            let Gap { ends: [first, last], mut number, .. } = state.gaps[g as usize];
            let mut at = first;
            while at != last {
                let next = state.places[at as usize].next;
                if at < cells {
                    let own = &mut self.numbers[at as usize * self.words..][..self.words];
                    if has(own, number - 1) {
                        erase(own, number - 1);
                        new = true;
                    }
                    if next < cells && has(&self.steps[at as usize * self.words..], next) {
                        erase(&mut self.steps[at as usize * self.words..], next);
                        erase(&mut self.steps[next as usize * self.words..], at);
                        new = true;
                    }
                }
                number += 1;
                at = next;
            }
        }
        let state = &self.annealer.state;
        let follows = |&[a, b]: &[Cell; 2]| {
            let place = state.places[a as usize];
            place.next == b || place.previous == b
        };
        let before = self.unused.len();
        self.unused.retain(follows);
        new || self.unused.len() < before
    }

    /// The cells of a filling in the order of the line.
    fn order(answer: &Answer) -> Vec<Cell> {
        match answer {
            Answer::Line(numbers) => {
                let mut order = vec![NONE; numbers.len()];
                (0..).zip(numbers).for_each(|(c, &k)| order[k as usize - 1] = c);
                order
            }
            _ => Vec::new(),
        }
    }
}

impl SolutionWalker for Walk {
    fn want(&mut self, what: SolutionFeature) {
        match what {
            SolutionFeature::Holds(cell, Content::Number(k)) => {
                insert(&mut self.numbers[cell as usize * self.words..], k - 1);
            }
            SolutionFeature::Holds(..) => {}
            SolutionFeature::Edge(e, true) => {
                let [a, b] = self.edges[e as usize];
                insert(&mut self.steps[a as usize * self.words..], b);
                insert(&mut self.steps[b as usize * self.words..], a);
            }
            SolutionFeature::Edge(e, false) => self.unused.push(self.edges[e as usize]),
        }
    }

    fn begin(&mut self, answer: &Answer) {
        self.annealer.state.clone_from(&self.free);
        self.annealer.state.follow(&Walk::order(answer));
        self.looked = u64::MAX;
    }

    fn aim(&mut self, from: &Answer, cell: Cell, content: Content) -> bool {
        let Content::Number(number) = content else { return false };
        let state = &mut self.annealer.state;
        state.clone_from(&self.free);
        if !state.pin(cell, number, possible(&self.domains, self.words)) {
            return false;
        }
        let mut order = Walk::order(from);
        order.retain(|&c| c != cell);
        order.insert(number as usize - 1, cell);
        self.looked = u64::MAX;
        state.follow(&order)
    }

    fn run(&mut self, moves: u64) -> Option<Answer> {
        for _ in 0..moves {
            if self.annealer.state.energy == 0 && self.looked != self.annealer.taken {
                self.looked = self.annealer.taken;
                if self.shows() {
                    return Some(Answer::Line(self.annealer.state.numbers()));
                }
            }
            self.annealer.step();
        }
        None
    }
}
