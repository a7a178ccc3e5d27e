//! A first filling of a board that has many, by local search.
//!
//! The given numbers cut the line into gaps; a gap of b - a is a path with b - a - 1 cells inside. The
//! search keeps all paths disjoint and all cells on some path, so two things can be wrong: a path
//! is too long or too short, and consecutive cells of it lie apart. The energy is the sum of both:
//!
//! > Σ |cells in the gap - cells wanted| + Σ (distance of consecutive cells - 1)
//!
//! and a filling is a state of energy 0. Moves: a run of one to three cells goes to another place
//! (this carries surplus from gap to gap), two cells change places, a stretch of a gap is reversed.
//! Every one is judged in constant time and accepted by Metropolis' rule while the temperature
//! falls; rounds get longer. Nearly all moves start where something is wrong: on the boards measured
//! that takes ten to twenty times fewer moves than starting anywhere.
//!
//! Open ends of the line are two more cells, neighbours of all, before the first and after the last.
//!
//! Incomplete: it finds fillings and proves nothing. Memory: a byte a pair of cells.
//!
//! Sources: S. Kirkpatrick, C. Gelatt and M. Vecchi, Optimization by simulated annealing, 1983;
//! B. Selman, H. Kautz and B. Cohen, Noise strategies for improving local search, 1994 (moves start
//! at what is violated).

use crate::puzzle::{Board, Cell};
use std::ops::RangeInclusive;

/// The most cells a board may have here: the distances take the square in bytes.
pub const MAX_CELLS: usize = 12_000;

/// Temperature at the start and at the end of a round: one broken neighbourhood is accepted with
/// probability 1/12 at first, 1/150 at last.
const HOT: f64 = 0.4;
const COLD: f64 = 0.2;
/// Moves of the first round a cell; each further round is longer by half.
const FIRST_ROUND: u64 = 1_000;
const LONGER: f64 = 1.5;
/// Of 128 moves, so many start where something is wrong.
const FOCUSED: u32 = 126;
/// Moves between two changes of the temperature.
const TICK: u64 = 512;
/// Cells a reversal looks ahead.
const AHEAD: u32 = 100;
/// No cell, and no gap.
const NONE: u32 = u32::MAX;

/// A local search that can be stopped and continued.
pub struct Annealer {
    /// Cells, then the two open ends.
    nodes: u32,
    distance: Vec<u8>,
    neighbours: Vec<Vec<Cell>>,
    /// Cells that are not fixed.
    free: Vec<Cell>,
    gaps: Vec<Gap>,
    /// Per gap, a word a 64 cells: which cells may lie in it.
    may: Vec<u64>,
    places: Vec<Place>,
    fixed: Vec<bool>,
    energy: i64,
    /// Starts of steps with something wrong, as of the last look.
    wrong: Vec<u32>,
    /// Moves of this round so far and in all, and rounds.
    at: u64,
    length: u64,
    rounds: u32,
    temperature: f64,
    /// Chance of accepting a move that costs so much, as a fraction of 2^32.
    accept: [u32; 8],
    random: u64,
}

/// The path between two fixed cells.
#[derive(Clone, Copy)]
struct Gap {
    ends: [u32; 2],
    wanted: i32,
    cells: i32,
}

impl Gap {
    /// What it costs to hold `more` cells more.
    fn cost(self, more: i32) -> i32 {
        (self.cells + more - self.wanted).abs() - (self.cells - self.wanted).abs()
    }
}

/// Where a cell lies: its neighbours on the line, and the gap of the step to the next one.
#[derive(Clone, Copy)]
struct Place {
    previous: u32,
    next: u32,
    gap: u32,
}

impl Annealer {
    /// A search for a filling with these numbers given (1-based). `possible` tells whether a cell may
    /// hold some number of a range: the stronger, the better. `None` if there is nothing to search:
    /// the board is too large, no cell is free, or some cell or gap has no place.
    pub fn new(
        board: &Board,
        given: &[Option<u32>],
        possible: impl Fn(Cell, RangeInclusive<u32>) -> bool,
        seed: u64,
    ) -> Option<Annealer> {
        let n = board.len() as u32;
        let free: Vec<Cell> = (0..n).filter(|&c| given[c as usize].is_none()).collect();
        if board.len() > MAX_CELLS || free.is_empty() {
            return None;
        }
        let (gaps, ranges) = gaps(given, n);
        let (distance, nodes) = (distances(board), n + 2);
        let words = board.len().div_ceil(64);
        let mut may = vec![0u64; gaps.len() * words];
        let mut any = vec![0u64; words];
        for (g, (gap, range)) in gaps.iter().zip(ranges).enumerate() {
            for &c in free.iter().filter(|_| gap.wanted > 0) {
                let far = |end: u32| i32::from(distance[(c * nodes + end) as usize]);
                let near = far(gap.ends[0]) + far(gap.ends[1]) <= gap.wanted + 1;
                if near && possible(c, range.clone()) {
                    may[g * words + c as usize / 64] |= 1 << (c % 64);
                }
            }
            for (a, b) in any.iter_mut().zip(&may[g * words..]) {
                *a |= b;
            }
        }
        if free.iter().any(|&c| any[c as usize / 64] >> (c % 64) & 1 == 0) {
            return None;
        }
        let mut annealer = Annealer {
            nodes,
            distance,
            neighbours: (0..n).map(|c| board.neighbours(c).to_vec()).collect(),
            fixed: given.iter().map(Option::is_some).chain([true, true]).collect(),
            free,
            gaps,
            may,
            places: Vec::new(),
            energy: 0,
            wrong: Vec::new(),
            at: 0,
            length: FIRST_ROUND * u64::from(n),
            rounds: 0,
            temperature: HOT,
            accept: [0; 8],
            random: seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
        };
        annealer.start();
        Some(annealer)
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.nodes as usize - 2
    }

    /// Searches on for so many moves (some hundred nanoseconds each). `Some`: the number of each
    /// cell, 1-based. Calling it again after that starts from scratch, for another filling.
    pub fn run(&mut self, moves: u64) -> Option<Vec<u32>> {
        let look = u64::from(self.nodes / 8).max(32);
        for _ in 0..moves {
            if self.energy == 0 {
                let numbers = self.numbers();
                self.start();
                return Some(numbers);
            }
            if self.at == self.length {
                self.length = (self.length as f64 * LONGER) as u64;
                self.start();
            }
            if self.at.is_multiple_of(TICK) {
                self.cool();
            }
            if self.at.is_multiple_of(look) {
                self.look();
            }
            self.at += 1;
            self.step();
        }
        None
    }

    /// A new round: all free cells go, in random order, where they cost least.
    fn start(&mut self) {
        self.rounds += 1;
        (self.at, self.temperature) = (0, HOT);
        self.places = vec![Place { previous: NONE, next: NONE, gap: NONE }; self.nodes as usize];
        self.energy = 0;
        for g in 0..self.gaps.len() {
            let gap = &mut self.gaps[g];
            gap.cells = 0;
            let ([a, b], wanted) = (gap.ends, gap.wanted);
            self.places[a as usize].gap = g as u32;
            self.join(a, b);
            self.energy += i64::from(wanted) + i64::from(self.apart(a, b));
        }
        for i in (1..self.free.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            self.free.swap(i, j);
        }
        for i in 0..self.free.len() {
            let c = self.free[i];
            let best = (0..self.nodes)
                .filter(|&x| self.places[x as usize].next != NONE)
                .filter(|&x| self.admits(self.places[x as usize].gap, c))
                .map(|x| {
                    let Place { next, gap, .. } = self.places[x as usize];
                    let bend = self.apart(x, c) + self.apart(c, next) - self.apart(x, next);
                    (bend + self.gaps[gap as usize].cost(1), x)
                })
                .min();
            let (cost, x) = best.expect("a cell that no gap admits was refused");
            let Place { next, gap, .. } = self.places[x as usize];
            self.join(x, c);
            self.join(c, next);
            self.places[c as usize].gap = gap;
            self.gaps[gap as usize].cells += 1;
            self.energy += i64::from(cost);
        }
    }

    /// The numbers along the line; each gap has its length.
    fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.cells()];
        let mut at = self.places[self.nodes as usize - 2].next;
        let mut number = 1;
        while at < self.nodes - 2 {
            numbers[at as usize] = number;
            number += 1;
            at = self.places[at as usize].next;
        }
        numbers
    }

    fn cool(&mut self) {
        let part = self.at as f64 / self.length as f64;
        self.temperature = HOT * (COLD / HOT).powf(part);
        for (cost, chance) in self.accept.iter_mut().enumerate() {
            *chance = ((-(cost as f64) / self.temperature).exp() * f64::from(u32::MAX)) as u32;
        }
    }

    /// Notes where something is wrong.
    fn look(&mut self) {
        self.wrong.clear();
        for x in 0..self.nodes {
            let Place { next, gap, .. } = self.places[x as usize];
            if next == NONE {
                continue;
            }
            let Gap { cells, wanted, .. } = self.gaps[gap as usize];
            if cells != wanted || self.apart(x, next) > 0 {
                self.wrong.extend([x, next].iter().filter(|&&y| y < self.nodes - 2));
            }
        }
    }

    /// Tries one move.
    fn step(&mut self) {
        let kind = self.below(16);
        // `c` is the cell that moves, `a` a neighbour to move to.
        let (c, a) = match self.wrong.len() as u32 {
            many if many > 0 && self.below(128) < FOCUSED => {
                let i = self.below(many);
                let x = self.wrong[i as usize];
                let y = self.neighbour(x);
                let moves = !self.fixed[x as usize] && self.below(2) == 0;
                if moves { (x, y) } else { (y, x) }
            }
            _ => {
                let i = self.below(self.free.len() as u32);
                let c = self.free[i as usize];
                (c, self.neighbour(c))
            }
        };
        if c == NONE || a == NONE || self.fixed[c as usize] {
            return;
        }
        match kind {
            0..6 => self.relocate(c, 1, a),
            6..9 => self.relocate(c, 2, a),
            9 => self.relocate(c, 3, a),
            10..13 => self.exchange(c),
            _ => self.reverse(c, a),
        }
    }

    /// Moves the run of `k` cells that starts at `c` so that `c` comes to lie beside `a`.
    fn relocate(&mut self, c: u32, k: i32, a: u32) {
        let Place { previous: p, gap: from, .. } = self.places[c as usize];
        let mut last = c;
        for _ in 1..k {
            last = self.places[last as usize].next;
            if self.fixed[last as usize] || last == a {
                return;
            }
        }
        let q = self.places[last as usize].next;
        // After `a` the run keeps its direction, before it it turns.
        let turned = self.below(2) == 0;
        let place = self.places[a as usize];
        let (x, y) = if turned { (place.previous, a) } else { (a, place.next) };
        if x == NONE || y == NONE || x == last || y == c {
            return;
        }
        let to = self.places[x as usize].gap;
        let (first, end) = if turned { (last, c) } else { (c, last) };
        let closed = self.apart(p, q) - self.apart(p, c) - self.apart(last, q);
        let opened = self.apart(x, first) + self.apart(end, y) - self.apart(x, y);
        let mut cost = closed + opened;
        if from != to {
            cost += self.gaps[to as usize].cost(k) + self.gaps[from as usize].cost(-k);
            let mut z = c;
            loop {
                if !self.admits(to, z) {
                    return;
                }
                if z == last {
                    break;
                }
                z = self.places[z as usize].next;
            }
        }
        if !self.accepts(cost) {
            return;
        }
        self.join(p, q);
        let mut z = c;
        loop {
            let place = &mut self.places[z as usize];
            let next = place.next;
            place.gap = to;
            if turned {
                std::mem::swap(&mut place.previous, &mut place.next);
            }
            if z == last {
                break;
            }
            z = next;
        }
        self.join(x, first);
        self.join(end, y);
        self.gaps[from as usize].cells -= k;
        self.gaps[to as usize].cells += k;
    }

    /// Lets `c` and a cell that fits beside a neighbour of `c` on the line change places.
    fn exchange(&mut self, c: u32) {
        let Place { previous: p, next: q, gap: g } = self.places[c as usize];
        let beside = if self.below(2) == 0 { p } else { q };
        let u = self.neighbour(beside);
        if u == NONE || self.fixed[u as usize] || u == c || u == p || u == q {
            return;
        }
        let Place { previous: x, next: y, gap: h } = self.places[u as usize];
        if x == c || y == c || !self.admits(g, u) || !self.admits(h, c) {
            return;
        }
        let before = self.apart(p, c) + self.apart(c, q) + self.apart(x, u) + self.apart(u, y);
        let after = self.apart(p, u) + self.apart(u, q) + self.apart(x, c) + self.apart(c, y);
        if !self.accepts(after - before) {
            return;
        }
        self.places.swap(c as usize, u as usize);
        for (z, [before, after]) in [(u, [p, q]), (c, [x, y])] {
            self.join(before, z);
            self.join(z, after);
        }
    }

    /// If `b` follows `c` in the same gap: turns the stretch after `c` up to `b`.
    fn reverse(&mut self, c: u32, b: u32) {
        let first = self.places[c as usize].next;
        let mut z = first;
        for _ in 0..AHEAD {
            if z == b || self.fixed[z as usize] {
                break;
            }
            z = self.places[z as usize].next;
        }
        if z != b || b == first || self.fixed[b as usize] {
            return;
        }
        let after = self.places[b as usize].next;
        let cost = self.apart(c, b) + self.apart(first, after)
            - self.apart(c, first)
            - self.apart(b, after);
        if !self.accepts(cost) {
            return;
        }
        let mut z = first;
        loop {
            let place = &mut self.places[z as usize];
            let next = place.next;
            std::mem::swap(&mut place.previous, &mut place.next);
            if z == b {
                break;
            }
            z = next;
        }
        self.join(c, b);
        self.join(first, after);
    }

    fn join(&mut self, x: u32, y: u32) {
        self.places[x as usize].next = y;
        self.places[y as usize].previous = x;
    }

    /// Steps missing between two cells.
    fn apart(&self, x: u32, y: u32) -> i32 {
        i32::from(self.distance[(x * self.nodes + y) as usize]) - 1
    }

    fn admits(&self, gap: u32, c: u32) -> bool {
        let words = self.cells().div_ceil(64);
        self.may[gap as usize * words + c as usize / 64] >> (c % 64) & 1 == 1
    }

    /// Metropolis' rule; books the cost of what it accepts.
    fn accepts(&mut self, cost: i32) -> bool {
        let accepted = match usize::try_from(cost) {
            Err(_) | Ok(0) => true,
            Ok(cost) => match self.accept.get(cost) {
                Some(&chance) => self.draw() < chance,
                None => false,
            },
        };
        if accepted {
            self.energy += i64::from(cost);
        }
        accepted
    }

    /// A neighbour on the board; `NONE` for an open end or a cell without neighbours.
    fn neighbour(&mut self, x: u32) -> u32 {
        let many = self.neighbours.get(x as usize).map_or(0, Vec::len) as u32;
        if many == 0 {
            return NONE;
        }
        let i = self.below(many);
        self.neighbours[x as usize][i as usize]
    }

    /// 32 random bits (xorshift).
    fn draw(&mut self) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 32) as u32
    }

    /// A random number below `n`.
    fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.draw()) * u64::from(n)) >> 32) as u32
    }
}

/// The gaps in order, and the numbers inside each.
fn gaps(given: &[Option<u32>], n: u32) -> (Vec<Gap>, Vec<RangeInclusive<u32>>) {
    let mut fixed: Vec<(u32, Cell)> =
        given.iter().zip(0..).filter_map(|(&k, c)| Some((k?, c))).collect();
    fixed.extend([(0, n), (n + 1, n + 1)]);
    fixed.sort_unstable();
    let pairs = fixed.windows(2);
    pairs
        .map(|pair| {
            let [(low, a), (high, b)] = [pair[0], pair[1]];
            let wanted = high.saturating_sub(low + 1) as i32;
            (Gap { ends: [a, b], wanted, cells: 0 }, low + 1..=high - 1)
        })
        .unzip()
}

/// Steps between any two cells, up to 255; the two open ends are one step from all.
fn distances(board: &Board) -> Vec<u8> {
    let (n, nodes) = (board.len(), board.len() + 2);
    let mut distance = vec![1u8; nodes * nodes];
    let mut queue: Vec<Cell> = Vec::with_capacity(n);
    for from in 0..n {
        let row = &mut distance[from * nodes..from * nodes + n];
        row.fill(u8::MAX);
        row[from] = 0;
        queue.clear();
        queue.push(from as u32);
        let mut head = 0;
        while let Some(&c) = queue.get(head) {
            head += 1;
            let further = row[c as usize].saturating_add(1);
            for &q in board.neighbours(c) {
                if row[q as usize] == u8::MAX && further < u8::MAX {
                    row[q as usize] = further;
                    queue.push(q);
                }
            }
        }
    }
    distance
}
