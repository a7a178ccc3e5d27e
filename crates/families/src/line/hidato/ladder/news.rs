//! The data that a hidato's techniques need not compute anew each time: numbers with one place left, cells that are
//! short of ways out, and the changes since a technique last found nothing.
//!
//! A trial follows an assumption through many small steps. A technique that found nothing at a place finds nothing
//! there until its input there has changed.

use super::terrain::{BoardData, Cells};
use super::{RUNGS, TechniqueId};
use clew_engine::structures::bits;
use clew_puzzle::puzzle::Cell;

/// With more ways out than this, no technique examines a cell.
const FEW_WAYS: u16 = 2;

/// The parts to examine.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    /// The numbers that are not placed and have one place left.
    pub lone: Cells,
    /// The cells that are not filled and have one number left.
    pub sole: Cells,
    /// The cells that are filled.
    pub filled: Cells,
    /// Per cell how many ways lead out of it: to open cells, and to placed numbers that still wait for the one before
    /// or after them.
    ways: Vec<u16>,
    /// The cells with few ways out, filled or not.
    pub tight: Cells,
    /// Some number or cell has nothing left.
    pub nothing_left: bool,
    /// Per placed number the cells that its ways visited when they last gave no conclusion.
    reached: Vec<u64>,
    /// The placed numbers whose ways have to be examined.
    roads: Cells,
    /// The time, which advances when a technique finds nothing; the time at which each technique last did; and per
    /// number and cell the time of its last change (`numbers`, `cells`: its candidates; `exits`: ways out of it, or
    /// that the line may end there; `ends`: that an adjacent number, or one further, is placed).
    now: u32,
    looked: [u32; RUNGS.len()],
    numbers: Vec<u32>,
    cells: Vec<u32>,
    exits: Vec<u32>,
    ends: Vec<u32>,
}

impl Changes {
    /// Of a board on which nothing is placed: everything is news.
    pub(super) fn of_empty(terrain: &BoardData) -> Changes {
        let n = terrain.board.len();
        // At most one less than there are cells, which are 2500 at the most.
        let degree = |c: Cell| terrain.board.neighbours(c).len() as u16;
        let ways: Vec<u16> = (0..n as u32).map(degree).collect();
        let mut tight = terrain.none();
        (0..)
            .zip(&ways)
            .filter(|(_, w)| **w <= FEW_WAYS)
            .for_each(|(c, _)| bits::insert(&mut tight, c));
        let mut one = terrain.none();
        if n == 1 {
            bits::insert(&mut one, 0);
        }
        Changes {
            lone: one.clone(),
            sole: one,
            filled: terrain.none(),
            ways,
            tight,
            nothing_left: false,
            reached: vec![0; n * terrain.words],
            roads: terrain.none(),
            now: 1,
            looked: [0; RUNGS.len()],
            numbers: vec![1; n],
            cells: vec![1; n],
            exits: vec![1; n],
            ends: vec![1; n],
        }
    }

    /// About how many bytes are not in the value itself.
    pub(super) fn bytes(&self) -> usize {
        18 * self.ways.len() + 8 * (self.reached.len() + 5 * self.filled.len())
    }

    /// A number was struck from a cell; `left` is the count of places left for the number, and of numbers left for the
    /// cell.
    pub(super) fn struck(&mut self, c: Cell, k: u32, left: [u32; 2]) {
        for (i, set, left) in [(k, &mut self.lone, left[0]), (c, &mut self.sole, left[1])] {
            match left {
                0 => self.nothing_left = true,
                1 => bits::insert(set, i),
                _ => {}
            }
            if left == 0 {
                bits::erase(set, i);
            }
        }
        self.numbers[k as usize] = self.now;
        self.cells[c as usize] = self.now;
    }

    /// The line cannot end in this cell any more, or there is a way less out of it.
    pub(super) fn cramped(&mut self, c: Cell) {
        self.exits[c as usize] = self.now;
    }

    /// A number is placed, the last that its cell and itself have left.
    pub(super) fn placed(&mut self, c: Cell, k: u32, last: u32) {
        bits::erase(&mut self.lone, k);
        bits::erase(&mut self.sole, c);
        bits::insert(&mut self.filled, c);
        for j in k.saturating_sub(2)..=(k + 2).min(last) {
            self.ends[j as usize] = self.now;
        }
        let words = self.roads.len();
        for (j, reached) in (0..).zip(self.reached.chunks(words)) {
            if bits::has(reached, c) {
                bits::insert(&mut self.roads, j);
            }
        }
        bits::insert(&mut self.roads, k);
    }

    /// No line goes into this cell any more.
    pub(super) fn closed(&mut self, terrain: &BoardData, c: Cell) {
        for &q in terrain.board.neighbours(c) {
            self.ways[q as usize] -= 1;
            self.cramped(q);
            if self.ways[q as usize] <= FEW_WAYS {
                bits::insert(&mut self.tight, q);
            }
        }
    }

    /// A technique has found nothing.
    pub(super) fn looked(&mut self, technique: usize) {
        self.looked[technique] = self.now;
        self.now += 1;
    }

    /// The ways from a placed number have given no conclusion; they visited these cells.
    pub(super) fn no_news_from(&mut self, k: u32, reached: &[u64]) {
        let words = self.roads.len();
        self.reached[k as usize * words..][..words].copy_from_slice(reached);
        bits::erase(&mut self.roads, k);
    }

    /// The placed numbers whose ways have to be examined.
    pub(super) fn roads(&self) -> Cells {
        self.roads.clone()
    }

    /// How many ways lead out of a cell.
    pub(super) fn ways(&self, c: Cell) -> u16 {
        self.ways[c as usize]
    }

    /// Whether a number's places have changed for a technique.
    pub(super) fn number(&self, rung: TechniqueId, k: u32) -> bool {
        self.numbers[k as usize] > self.looked[rung as usize]
    }

    /// Whether a cell's numbers have changed for a technique.
    pub(super) fn cell(&self, rung: TechniqueId, c: Cell) -> bool {
        self.cells[c as usize] > self.looked[rung as usize]
    }

    /// Whether one can leave a cell less well than before.
    pub(super) fn exits(&self, rung: TechniqueId, c: Cell) -> bool {
        self.exits[c as usize] > self.looked[rung as usize]
    }

    /// Whether numbers adjacent to this one have been placed.
    pub(super) fn ends(&self, rung: TechniqueId, k: u32) -> bool {
        self.ends[k as usize] > self.looked[rung as usize]
    }
}
