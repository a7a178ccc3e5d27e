//! Windows: small connected parts of a board, as lists of cells.
//!
//! On a grid a window is a rectangle, in reading order, over joined sides too; both cells of a bridge lie in it. Between
//! free points it is a cell with those nearest to it, in the order of their distance from one of the farthest: in either
//! order few cells have neighbours both before and behind a place of the list.

use clew_engine::structures::Marks;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::board::Shape;
use clew_puzzle::puzzle::{Board, Cell};

/// The cells of the current window.
pub(super) struct Windows {
    pub cells: Vec<Cell>,
    met: Marks,
    queue: Vec<Cell>,
}

impl Windows {
    pub fn new(board: &Board) -> Windows {
        Windows { cells: Vec::new(), met: Marks::new(board.len()), queue: Vec::new() }
    }

    /// A random window that contains this cell, with sides between these two.
    pub fn around(&mut self, board: &Board, c: Cell, sides: (u32, u32), random: &mut Random) {
        let mut side = || sides.0 + random.below(sides.1 - sides.0 + 1);
        let (height, width) = (side(), side());
        let (row, col) = board.place(c);
        match board.shape() {
            Shape::Points { .. } => {
                // Not always in the middle.
                let mut centre = c;
                for _ in 0..random.below(sides.0) {
                    match board.neighbours(centre) {
                        [] => break,
                        around => centre = random.one_of(around),
                    }
                }
                self.ball(board, centre, (height * width) as usize);
            }
            &Shape::Grid { rows, cols, .. } => {
                let (height, width) = (height.min(rows), width.min(cols));
                let up = random.below(height);
                let left = random.below(width);
                let wrap = board.wrap();
                let top = start(row, up, height, rows, wrap.columns());
                let left = start(col, left, width, cols, wrap.rows());
                self.rectangle(board, (top, left), (height, width));
            }
        }
    }

    /// Where windows of this side lie, so that each small part of the board lies in one: the places of corners, or the
    /// cells in the middle.
    pub fn corners(&self, board: &Board, side: u32) -> Vec<(u32, u32)> {
        let &Shape::Grid { rows, cols, .. } = board.shape() else {
            return (0..board.len() as Cell).map(|c| board.place(c)).collect();
        };
        let step = (side / 2).max(1) as usize;
        let starts = |length: u32, joined: bool| -> Vec<u32> {
            let last = if joined { length - 1 } else { length.saturating_sub(side) };
            let mut starts: Vec<u32> = (0..last).step_by(step).collect();
            starts.push(last);
            starts
        };
        let wrap = board.wrap();
        let (down, right) = (starts(rows, wrap.columns()), starts(cols, wrap.rows()));
        down.iter().flat_map(|&r| right.iter().map(move |&c| (r, c))).collect()
    }

    /// The window of this side at one of the [`Windows::corners`].
    pub fn at(&mut self, board: &Board, corner: (u32, u32), side: u32) {
        match board.shape() {
            Shape::Points { .. } => {
                let centre = board.cell_at(corner.0, corner.1).expect("a point");
                self.ball(board, centre, (side * side) as usize);
            }
            &Shape::Grid { rows, cols, .. } => {
                self.rectangle(board, corner, (side.min(rows), side.min(cols)));
            }
        }
    }

    fn rectangle(&mut self, board: &Board, corner: (u32, u32), size: (u32, u32)) {
        let (rows, cols) = board.size();
        self.cells.clear();
        for r in 0..size.0 {
            for c in 0..size.1 {
                let cell = board.cell_at((corner.0 + r) % rows, (corner.1 + c) % cols);
                let Some(cell) = cell else { continue };
                self.cells.push(cell);
                self.cells.extend(board.crossing(cell));
            }
        }
    }

    /// The cells nearest to one, in steps, in the order of their distance from the last of them.
    fn ball(&mut self, board: &Board, centre: Cell, size: usize) {
        let mut count = 0;
        let mut last = centre;
        self.spread(board, centre, |c| {
            (count, last) = (count + 1, c);
            count < size
        });
        let mut inside = Marks::new(board.len());
        self.queue[..count].iter().for_each(|&c| {
            inside.mark(c);
        });
        self.cells.clear();
        self.cells.push(last);
        self.met.clear();
        self.met.mark(last);
        let mut head = 0;
        while let Some(&c) = self.cells.get(head) {
            head += 1;
            for &d in board.neighbours(c) {
                if inside.has(d) && self.met.mark(d) {
                    self.cells.push(d);
                }
            }
        }
    }

    /// Visits cells in the order of their distance from one of them, until `visit` returns false.
    pub fn spread(&mut self, board: &Board, from: Cell, mut visit: impl FnMut(Cell) -> bool) {
        self.met.clear();
        self.met.mark(from);
        self.queue.clear();
        self.queue.push(from);
        let mut head = 0;
        while let Some(&c) = self.queue.get(head) {
            head += 1;
            if !visit(c) {
                return;
            }
            for &d in board.neighbours(c) {
                if self.met.mark(d) {
                    self.queue.push(d);
                }
            }
        }
    }
}

/// Where a side of a window begins that contains `at` as its place number `before`, on a board of this length.
fn start(at: u32, before: u32, side: u32, length: u32, joined: bool) -> u32 {
    match joined {
        true => (at + length - before) % length,
        false => at.saturating_sub(before).min(length - side),
    }
}
