//! Cheapest ways over cells with prices.

use crate::numberlink::Numberlink;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::{Board, Cell};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No cell, no label.
const NONE: u32 = u32::MAX;

/// The prices of the cells.
pub(super) struct Prices {
    /// Per cell how many labels use it.
    pub uses: Vec<u16>,
    /// Per cell the price accumulated from being shared.
    history: Vec<f32>,
    /// The price added by each use by another label.
    pub pressure: f32,
    /// The part by which a price may be raised at random.
    pub jitter: f32,
}

impl Prices {
    pub fn new(cells: usize) -> Prices {
        Prices { uses: vec![0; cells], history: vec![0.0; cells], pressure: 0.0, jitter: 0.0 }
    }

    /// Nothing is used, and nothing remembered.
    pub fn forget(&mut self, pressure: f32) {
        self.uses.fill(0);
        self.history.fill(0.0);
        self.pressure = pressure;
    }

    /// Raises the price of shared cells for good; how many uses are too many.
    pub fn raise(&mut self, memory: f32) -> usize {
        let mut shared = 0;
        for (uses, history) in self.uses.iter().zip(&mut self.history) {
            let more = uses.saturating_sub(1);
            *history += memory * f32::from(more);
            shared += usize::from(more);
        }
        shared
    }

    /// At least 1.
    fn price_of(&self, c: Cell, random: &mut Random) -> f32 {
        let (uses, history) = (self.uses[c as usize], self.history[c as usize]);
        let price = (1.0 + history) * (1.0 + self.pressure * f32::from(uses));
        if self.jitter == 0.0 {
            return price;
        }
        price * (1.0 + self.jitter * (random.draw() >> 24) as f32 / 256.0)
    }
}

/// The board, and the state of each cell in a search for a cheapest way.
pub(super) struct Routes {
    board: Board,
    ends: Vec<[Cell; 2]>,
    /// Per cell the label whose end stands there.
    end_of: Vec<u32>,
    /// Steps between two cells are at least the difference of rows plus that of columns.
    rook: bool,
    marks: Vec<Mark>,
    /// The search that is under way: marks of earlier ones do not count.
    now: u32,
    open: BinaryHeap<Reverse<(u32, Cell)>>,
}

#[derive(Clone, Copy)]
struct Mark {
    when: u32,
    came: Cell,
    cost: f32,
}

impl Routes {
    pub fn new(puzzle: &Numberlink) -> Routes {
        let mut end_of = vec![NONE; puzzle.board.len()];
        for (k, ends) in (0u32..).zip(&puzzle.ends) {
            ends.iter().for_each(|&c| end_of[c as usize] = k);
        }
        let unseen = Mark { when: 0, came: NONE, cost: 0.0 };
        Routes {
            board: puzzle.board.clone(),
            ends: puzzle.ends.clone(),
            end_of,
            rook: puzzle.board.is_rook(),
            marks: vec![unseen; puzzle.board.len()],
            now: 0,
            open: BinaryHeap::new(),
        }
    }

    /// A cheapest way between the ends of a label, which keeps away from all other ends, from its
    /// second end to its first; left empty if there is none. How many cells were settled. A* (Hart,
    /// Nilsson, Raphael, 1968) with the distance on an open board.
    pub fn cheapest(
        &mut self,
        label: u32,
        prices: &Prices,
        random: &mut Random,
        way: &mut Vec<Cell>,
    ) -> u64 {
        let [from, to] = self.ends[label as usize];
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.marks.iter_mut().for_each(|mark| mark.when = 0);
            self.now = 1;
        }
        self.open.clear();
        self.reach(from, NONE, 0.0, to);
        let mut settled = 0;
        while let Some(Reverse((bound, c))) = self.open.pop() {
            settled += 1;
            let cost = self.marks[c as usize].cost;
            if bound > self.bound(c, cost, to) {
                continue;
            }
            if c == to {
                let mut c = to;
                while c != NONE {
                    way.push(c);
                    c = self.marks[c as usize].came;
                }
                break;
            }
            for i in 0..self.board.neighbours(c).len() {
                let q = self.board.neighbours(c)[i];
                let own = self.end_of[q as usize];
                if own != NONE && own != label {
                    continue;
                }
                let cost = cost + prices.price_of(q, random);
                let mark = self.marks[q as usize];
                if mark.when != self.now || cost < mark.cost {
                    self.reach(q, c, cost, to);
                }
            }
        }
        settled
    }

    fn reach(&mut self, c: Cell, came: Cell, cost: f32, to: Cell) {
        self.marks[c as usize] = Mark { when: self.now, came, cost };
        self.open.push(Reverse((self.bound(c, cost, to), c)));
    }

    /// A lower bound on the cost of a way through this cell; costs are not negative, so their bits are in order.
    fn bound(&self, c: Cell, cost: f32, to: Cell) -> u32 {
        let (a, b) = (self.board.place(c), self.board.place(to));
        let steps = if self.rook { a.0.abs_diff(b.0) + a.1.abs_diff(b.1) } else { 0 };
        (cost + steps as f32).to_bits()
    }

    /// A way through cells of this one, from end to end, without a chord.
    pub(crate) fn chordless(&self, way: &[Cell]) -> Vec<Cell> {
        let at: FxHashMap<Cell, usize> = way.iter().enumerate().map(|(i, &c)| (c, i)).collect();
        let mut short = Vec::new();
        let mut next = way.first().map(|_| 0);
        // From each cell jump to its last neighbour on the way: later cells are no neighbours of it.
        while let Some(i) = next {
            short.push(way[i]);
            let beside = self.board.neighbours(way[i]).iter();
            next = beside.filter_map(|q| at.get(q).copied()).filter(|&j| j > i).max();
        }
        short
    }
}
