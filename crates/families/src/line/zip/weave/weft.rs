//! A line that meets its numbers in their order and misses some cells, and moves that keep it so.
//!
//! With a, b, c one after the other on the line and x, y missing, neighbours as they are joined here:
//! * a - b becomes a - x - b, or a - x - y - b: missing cells are taken in;
//! * a - b - c becomes a - x - c, if b has no number: a missing cell wanders;
//! * a - x - y - b becomes a - b, if neither x nor y has a number: cells are left out again, now and then;
//! * of two adjacent steps that run the same way, a - b and c - d, the line takes a - c and b - d instead and runs the
//!   other way between, if it meets one number there at most;
//! * of two such steps a - b and c - d that run opposite ways the line takes a - d, and the part between closes to a
//!   loop; if it has no number, it is opened again next to another part of the line, which takes it in.

use clew_puzzle::puzzle::{Board, Cell};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rustc_hash::FxHashSet;

const NONE: Cell = Cell::MAX;
/// One move in this many leaves cells out.
const OPENED: u32 = 3_000;
/// One move in this many reverses a part of the line.
const TURNED: u32 = 6;
/// One move in this many moves a loop.
const MOVED: u32 = 5;
/// The longest part of a line that is turned round.
const LONGEST: usize = 256;

/// A line and the cells that it misses.
pub(super) struct Weft<'a> {
    board: &'a Board,
    is_stop: Vec<bool>,
    first: Cell,
    next: Vec<Cell>,
    before: Vec<Cell>,
    /// The missing cells, and per cell where it stands among them.
    missing: Vec<Cell>,
    place: Vec<u32>,
}

impl<'a> Weft<'a> {
    /// The line through these cells, which are at least two.
    pub(super) fn new(board: &'a Board, stops: &[Cell], line: &[Cell]) -> Weft<'a> {
        let n = board.len();
        let mut is_stop = vec![false; n];
        stops.iter().for_each(|&c| is_stop[c as usize] = true);
        let mut weft = Weft {
            board,
            is_stop,
            first: line[0],
            next: vec![NONE; n],
            before: vec![NONE; n],
            missing: Vec::new(),
            place: vec![NONE; n],
        };
        let mut on = vec![false; n];
        line.iter().for_each(|&c| on[c as usize] = true);
        line.windows(2).for_each(|pair| weft.join(pair[0], pair[1]));
        (0..n as Cell).filter(|&c| !on[c as usize]).for_each(|c| weft.leave_out(c));
        weft
    }

    /// How many cells are missing.
    pub(super) fn holes(&self) -> usize {
        self.missing.len()
    }

    /// Per cell its place along the line, from 1.
    pub(super) fn along(&self) -> Vec<u32> {
        let mut along = vec![0; self.next.len()];
        let (mut at, mut place) = (self.first, 1);
        while at != NONE {
            along[at as usize] = place;
            (at, place) = (self.next[at as usize], place + 1);
        }
        along
    }

    fn join(&mut self, a: Cell, b: Cell) {
        self.next[a as usize] = b;
        self.before[b as usize] = a;
    }

    fn is_missing(&self, c: Cell) -> bool {
        self.place[c as usize] != NONE
    }

    fn leave_out(&mut self, c: Cell) {
        self.place[c as usize] = self.missing.len() as u32;
        self.missing.push(c);
        (self.next[c as usize], self.before[c as usize]) = (NONE, NONE);
    }

    fn take_in(&mut self, c: Cell) {
        let at = std::mem::replace(&mut self.place[c as usize], NONE) as usize;
        self.missing.swap_remove(at);
        if let Some(&moved) = self.missing.get(at) {
            self.place[moved as usize] = at as u32;
        }
    }

    fn touch(&self, a: Cell, b: Cell) -> bool {
        self.board.neighbours(a).contains(&b)
    }

    fn any(&self, c: Cell, rng: &mut ChaCha8Rng) -> Option<Cell> {
        let around = self.board.neighbours(c);
        (!around.is_empty()).then(|| around[rng.random_range(0..around.len())])
    }

    /// One move, if there is one where it is looked for.
    pub(super) fn step(&mut self, rng: &mut ChaCha8Rng) {
        let chance = rng.random_range(0..OPENED);
        if chance == 0 {
            self.open(1, rng);
        } else if chance.is_multiple_of(TURNED) {
            self.turn(rng);
        } else if chance.is_multiple_of(MOVED) {
            self.carry(rng);
        } else if !self.missing.is_empty() {
            let x = self.missing[rng.random_range(0..self.missing.len())];
            self.wander(x, rng);
        }
    }

    /// Takes a missing cell in next to one of its neighbours, with another one if needed, or in the place of that
    /// neighbour's neighbour.
    fn wander(&mut self, x: Cell, rng: &mut ChaCha8Rng) {
        let Some(a) = self.any(x, rng).filter(|&a| !self.is_missing(a)) else { return };
        let forth = rng.random_range(0..2) == 0;
        let step = |weft: &Self, c: Cell| match forth {
            true => weft.next[c as usize],
            false => weft.before[c as usize],
        };
        let b = step(self, a);
        if b == NONE {
            return;
        }
        let link = |weft: &mut Self, a: Cell, b: Cell| match forth {
            true => weft.join(a, b),
            false => weft.join(b, a),
        };
        if self.touch(b, x) {
            self.take_in(x);
            link(self, a, x);
            link(self, x, b);
            return;
        }
        let around = self.board.neighbours(b);
        let other = around.iter().find(|&&y| y != x && self.is_missing(y) && self.touch(x, y));
        if let Some(&y) = other {
            self.take_in(x);
            self.take_in(y);
            link(self, a, x);
            link(self, x, y);
            link(self, y, b);
            return;
        }
        let c = step(self, b);
        if c != NONE && !self.is_stop[b as usize] && self.touch(c, x) {
            self.take_in(x);
            self.leave_out(b);
            link(self, a, x);
            link(self, x, c);
        }
    }

    /// Leaves cells out at this many places, where that is possible.
    pub(super) fn open(&mut self, places: usize, rng: &mut ChaCha8Rng) {
        for _ in 0..places {
            for _ in 0..self.next.len() {
                let a = rng.random_range(0..self.next.len() as Cell);
                if self.is_missing(a) {
                    continue;
                }
                let x = self.next[a as usize];
                if x == NONE || self.is_stop[x as usize] {
                    continue;
                }
                let y = self.next[x as usize];
                if self.touch(a, y) {
                    self.join(a, y);
                    self.leave_out(x);
                    break;
                }
                if self.is_stop[y as usize] {
                    continue;
                }
                let b = self.next[y as usize];
                if self.touch(a, b) {
                    self.join(a, b);
                    self.leave_out(x);
                    self.leave_out(y);
                    break;
                }
            }
        }
    }

    /// Reverses the part between two adjacent steps that run the same way.
    fn turn(&mut self, rng: &mut ChaCha8Rng) {
        let a = rng.random_range(0..self.next.len() as Cell);
        let Some(c) = self.any(a, rng) else { return };
        if self.is_missing(a) || self.is_missing(c) {
            return;
        }
        let [b, d] = [a, c].map(|c| self.next[c as usize]);
        if b == NONE || d == NONE || b == c || d == a || !self.touch(b, d) {
            return;
        }
        // From b to c, where the line comes to c behind b.
        let mut part = vec![b];
        let mut stops = 0;
        let mut at = b;
        loop {
            stops += usize::from(self.is_stop[at as usize]);
            if stops > 1 || part.len() > LONGEST {
                return;
            }
            if at == c {
                break;
            }
            at = self.next[at as usize];
            if at == NONE {
                return;
            }
            part.push(at);
        }
        self.join(a, c);
        for pair in part.windows(2) {
            self.join(pair[1], pair[0]);
        }
        self.join(b, d);
    }

    /// Takes a loop without numbers out of the line, and in again somewhere else.
    fn carry(&mut self, rng: &mut ChaCha8Rng) {
        let a = rng.random_range(0..self.next.len() as Cell);
        let Some(d) = self.any(a, rng) else { return };
        let b = self.next[a as usize];
        if self.is_missing(a) || self.is_missing(d) || b == NONE || b == d {
            return;
        }
        let c = self.before[d as usize];
        if c == NONE || c == b || !self.touch(b, c) {
            return;
        }
        let mut part = vec![b];
        while part[part.len() - 1] != c {
            let at = part[part.len() - 1];
            if self.is_stop[at as usize] || part.len() > LONGEST || self.next[at as usize] == NONE {
                return;
            }
            part.push(self.next[at as usize]);
        }
        if self.is_stop[c as usize] {
            return;
        }
        // A step of the loop, u - v, next to a step of the rest of the line, p - q.
        let mut inside: FxHashSet<Cell> = FxHashSet::default();
        inside.extend(&part);
        let mut places: Vec<(usize, Cell, bool)> = Vec::new();
        for (i, &u) in part.iter().enumerate() {
            let v = part[(i + 1) % part.len()];
            for &p in self.board.neighbours(u) {
                if self.is_missing(p) || inside.contains(&p) {
                    continue;
                }
                let [q, r] = [self.next[p as usize], self.before[p as usize]];
                let free = |w: Cell| w != NONE && !inside.contains(&w) && self.touch(w, v);
                if free(q) {
                    places.push((i, p, true));
                }
                if free(r) {
                    places.push((i, p, false));
                }
            }
        }
        if places.is_empty() {
            return;
        }
        let (i, p, ahead) = places[rng.random_range(0..places.len())];
        self.join(a, d);
        // From v round to u.
        let behind = (i + 1) % part.len();
        part.rotate_left(behind);
        let q = if ahead { self.next[p as usize] } else { self.before[p as usize] };
        if ahead {
            // p - u ... v - q.
            part.reverse();
            self.enter(p, &part, q);
        } else {
            // q - v ... u - p.
            self.enter(q, &part, p);
        }
    }

    fn enter(&mut self, from: Cell, part: &[Cell], to: Cell) {
        self.join(from, part[0]);
        part.windows(2).for_each(|pair| self.join(pair[0], pair[1]));
        self.join(part[part.len() - 1], to);
    }
}
