//! The paths, the free cells, and moves of a few cells.
//!
//! With a, b, c one after the other on a path and x, y free, neighbours as they are joined here:
//! * a - b becomes a - x - b, or a - x - y - b: free cells are taken in;
//! * a - b - c becomes a - x - c, if b is no end: a free cell wanders.

use super::NONE;
use super::frame::Frame;
use clew_engine::structures::random::Random;
use clew_engine::structures::subset::Subset;
use clew_puzzle::puzzle::Cell;

/// Consecutive cells of a path are neighbours, no cell is on two paths but a common end, and each path joins its ends,
/// unless it is torn out.
#[derive(Clone)]
pub(super) struct Paths {
    /// Per cell the next one and the one before on its path; [`NONE`] at loose ends and for free cells.
    pub next: Vec<Cell>,
    pub previous: Vec<Cell>,
    /// The cells on no path. Ends are never free.
    pub free: Subset,
}

impl Paths {
    /// All paths are torn out.
    pub fn new(frame: &Frame) -> Paths {
        let n = frame.board.len();
        let mut free = Subset::new(n);
        (0..n as Cell).filter(|&c| !frame.fixed[c as usize]).for_each(|c| free.set(c, true));
        Paths { next: vec![NONE; n], previous: vec![NONE; n], free }
    }

    /// How many cells are free.
    pub(crate) fn free_cells(&self) -> usize {
        self.free.list().len()
    }

    /// Replaces all paths by these, which cover the board.
    pub fn set(&mut self, paths: &[&[Cell]]) {
        self.next.fill(NONE);
        self.previous.fill(NONE);
        for path in paths {
            path.iter().for_each(|&c| self.free.set(c, false));
            path.windows(2).for_each(|step| self.join(step[0], step[1]));
        }
    }

    /// Lets `b` follow `a`.
    pub fn join(&mut self, a: Cell, b: Cell) {
        self.next[a as usize] = b;
        self.previous[b as usize] = a;
    }

    /// Takes a cell off its path, whose loose ends are to be joined.
    pub fn release(&mut self, c: Cell) {
        (self.next[c as usize], self.previous[c as usize]) = (NONE, NONE);
        self.free.set(c, true);
    }

    /// Takes a whole path out.
    pub(crate) fn tear(&mut self, frame: &Frame, path: u32) {
        let [first, last] = frame.ends[path as usize];
        let mut at = self.next[first as usize];
        while at != last {
            let next = self.next[at as usize];
            self.release(at);
            at = next;
        }
        (self.next[first as usize], self.previous[last as usize]) = (NONE, NONE);
    }

    /// The path on which the step from a cell to the next one lies; `None` if no step leads on from it.
    pub(crate) fn path_at(&self, frame: &Frame, c: Cell) -> Option<u32> {
        if self.next[c as usize] == NONE {
            return None;
        }
        let mut at = c;
        while frame.starts[at as usize] == NONE {
            at = self.previous[at as usize];
        }
        Some(frame.starts[at as usize])
    }

    /// Lets a random free cell wander to a random side, or takes it in there, if that is possible.
    pub fn wander(&mut self, frame: &Frame, random: &mut Random) {
        let x = random.one_of(self.free.list());
        let around = frame.board.neighbours(x);
        if around.is_empty() {
            return;
        }
        let a = random.one_of(around);
        if self.free.contains(a) {
            return;
        }
        let forth = random.below(2) == 0;
        let b = self.step(a, forth);
        if b == NONE {
            return;
        }
        let touch = |c: Cell, d: Cell| frame.board.neighbours(c).contains(&d);
        if touch(b, x) {
            self.lay(&[a, x, b], forth);
            return;
        }
        let mut beside = frame.board.neighbours(b).iter();
        if let Some(&y) = beside.find(|&&y| self.free.contains(y) && touch(x, y)) {
            self.lay(&[a, x, y, b], forth);
            return;
        }
        let c = self.step(b, forth);
        if c != NONE && !frame.fixed[b as usize] && touch(c, x) {
            self.release(b);
            self.lay(&[a, x, c], forth);
        }
    }

    /// The cell that follows, or with `forth` false the one before.
    fn step(&self, c: Cell, forth: bool) -> Cell {
        let list = if forth { &self.next } else { &self.previous };
        list[c as usize]
    }

    /// Lets these cells follow each other, or with `forth` false in the opposite order.
    fn lay(&mut self, cells: &[Cell], forth: bool) {
        cells.iter().for_each(|&c| self.free.set(c, false));
        for step in cells.windows(2) {
            match forth {
                true => self.join(step[0], step[1]),
                false => self.join(step[1], step[0]),
            }
        }
    }
}
