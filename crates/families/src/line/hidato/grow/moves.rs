//! The moves that let paths grow, shrink, and give each other cells. Each keeps every path whole.
//!
//! All but those of loose ends examine a square of four cells. One step of a path on it: two empty cells are pushed in.
//! Three: the two in the middle are cut out. A corner opposite an empty cell: the path goes the other way round. Two
//! opposite steps: the one path gives the other a stretch of two (`flow`); or, if both are steps of one path in
//! opposite directions, that is joined across, the cycle that this cuts off is opened next to any other step, and so a
//! long stretch goes to another place or path.

use super::flow::Detour;
use super::frame::{GivenGaps, NONE};
use super::state::{EMPTY, State};
use clew_engine::structures::Marks;
use clew_engine::structures::metropolis::Metropolis;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::Cell;

/// Costs from here on are never accepted.
const MAX_COST: usize = 64;
/// With more empty cells than this, they are not drawn to each other: they lie close anyway.
const FEW_EMPTY: usize = 40;
/// Of 256 moves, this many start at an empty cell, at a gap of the wrong length, and at loose ends.
const AT_EMPTY: u32 = 100;
const AT_OFF: u32 = 100;
const AT_LOOSE: u32 = 6;
/// Cells of a gap among which the start of a move is drawn.
const NEAR: i32 = 60;
/// Cells of a cycle that may be cut off, and places where it is tried to be opened.
const LONGEST: usize = 400;
const PLACES: u32 = 3;

/// Which moves are accepted, and the scratch memory of moves.
pub(super) struct Moves {
    accept: Metropolis<MAX_COST>,
    /// The cycle that is cut off, and which cells are on it.
    cycle: Vec<Cell>,
    on_cycle: Marks,
    random: Random,
}

/// A step of a cycle that lies across from a step of the path, on one square.
struct Opening {
    /// The place in the cycle where its step begins.
    place: usize,
    /// Whether `opposite` follows `beside`, not the other way round.
    forward: bool,
    /// The cell of the path next to the first cell of the cycle's step, and the one next to the second.
    beside: Cell,
    opposite: Cell,
}

impl Moves {
    pub fn new(cells: usize, seed: u64) -> Moves {
        Moves {
            accept: Metropolis::new(),
            cycle: Vec::new(),
            on_cycle: Marks::new(cells),
            random: Random::new(seed),
        }
    }

    /// The generator of all that is random here.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Sets the temperature.
    pub fn heat(&mut self, temperature: f64) {
        self.accept.heat(temperature);
    }

    /// Metropolis' rule.
    fn accepts(&mut self, cost: i32) -> bool {
        self.accept.accepts(cost, &mut self.random)
    }

    /// Tries one move.
    pub(crate) fn try_one(&mut self, frame: &GivenGaps, state: &mut State) {
        let dice = self.random.below(256);
        let (empty, off) = (state.empty.list(), state.off.list());
        let at = if dice < AT_EMPTY && !empty.is_empty() {
            let c = self.random.one_of(empty);
            match self.random.below(2) {
                0 => c,
                _ => self.neighbour(frame, c).unwrap_or(c),
            }
        } else if dice < AT_EMPTY + AT_OFF && !off.is_empty() {
            let gap = self.random.one_of(off);
            if frame.is_open(gap) && self.random.below(2) == 0 {
                return self.move_end(frame, state, gap);
            }
            self.cell_of(frame, state, gap)
        } else if dice < AT_EMPTY + AT_OFF + AT_LOOSE {
            let gap = if self.random.below(2) == 0 { 0 } else { frame.gaps() - 1 };
            return self.move_end(frame, state, gap);
        } else {
            self.random.below(state.gap.len() as u32)
        };
        let squares = frame.squares_of.row(at);
        if !squares.is_empty() {
            let square = frame.squares[self.random.one_of(squares) as usize];
            self.try_square(frame, state, square);
        }
    }

    fn neighbour(&mut self, frame: &GivenGaps, c: Cell) -> Option<Cell> {
        let around = frame.board.neighbours(c);
        (!around.is_empty()).then(|| self.random.one_of(around))
    }

    /// A cell of a gap, not too far from a given one.
    pub(crate) fn cell_of(&mut self, frame: &GivenGaps, state: &State, gap: u32) -> Cell {
        let steps = self.random.below(state.cells[gap as usize].min(NEAR) as u32 + 1);
        let (mut at, way) = match gap {
            0 => (frame.givens[0], &state.previous),
            _ => (frame.givens[gap as usize - 1], &state.next),
        };
        for _ in 0..steps {
            at = way[at as usize];
        }
        at
    }

    fn try_square(&mut self, frame: &GivenGaps, state: &mut State, square: [Cell; 4]) {
        let steps = [0, 1, 2, 3].map(|i| state.step(square[i], square[(i + 1) % 4]));
        let turned = |by: usize| [0, 1, 2, 3].map(|i| square[(i + by) % 4]);
        let is_step = |i: usize| steps[i % 4] != 0;
        match (0..4).filter(|&i| is_step(i)).count() {
            1 => {
                let i = (0..4).find(|&i| is_step(i)).expect("there is one");
                self.push_in(frame, state, turned(i));
            }
            2 => {
                let i = (0..4).find(|&i| is_step(i)).expect("there are two");
                match (is_step(i + 1), is_step(i + 3)) {
                    (true, _) => self.flip(frame, state, square[(i + 1) % 4], square[(i + 3) % 4]),
                    (_, true) => self.flip(frame, state, square[i], square[(i + 2) % 4]),
                    _ => {
                        let by = if self.random.below(2) == 0 { i } else { i + 2 };
                        self.give(frame, state, turned(by));
                    }
                }
            }
            3 => {
                let i = (0..4).find(|&i| !is_step(i)).expect("there is one");
                self.cut_out(frame, state, square[(i + 2) % 4], square[(i + 3) % 4]);
            }
            _ => {}
        }
    }

    /// Puts `d` and `c` between `a` and `b`, which are consecutive.
    fn push_in(&mut self, frame: &GivenGaps, state: &mut State, [a, b, c, d]: [Cell; 4]) {
        if [c, d].iter().any(|&x| state.gap[x as usize] != EMPTY) {
            return;
        }
        let [a, d, c, b] = if state.step(a, b) > 0 { [a, d, c, b] } else { [b, c, d, a] };
        let gap = state.gap[a as usize];
        if !self.accepts(state.cost(frame, gap, 2) - 2) {
            return;
        }
        state.grow(frame, gap, 2);
        for x in [d, c] {
            state.put(x, gap);
        }
        for (x, y) in [(a, d), (d, c), (c, b)] {
            state.join(x, y);
        }
    }

    /// Takes two consecutive cells out whose other neighbours on the path are neighbours.
    fn cut_out(&mut self, frame: &GivenGaps, state: &mut State, a: Cell, b: Cell) {
        if [a, b].iter().any(|&x| frame.fixed[x as usize]) {
            return;
        }
        let (first, last) = if state.step(a, b) > 0 { (a, b) } else { (b, a) };
        let gap = state.gap[first as usize];
        if !self.accepts(state.cost(frame, gap, -2) + 2) {
            return;
        }
        let (before, after) = (state.previous[first as usize], state.next[last as usize]);
        state.grow(frame, gap, -2);
        state.clear(first);
        state.clear(last);
        state.join(before, after);
    }

    /// Puts the empty cell `to` in place of the corner `from`. Empty cells keep their colour that way, and
    /// only two of different colours that lie together can be filled; so they are drawn to each other.
    fn flip(&mut self, frame: &GivenGaps, state: &mut State, from: Cell, to: Cell) {
        if frame.fixed[from as usize] || state.gap[to as usize] != EMPTY {
            return;
        }
        if state.empty.list().len() <= FEW_EMPTY
            && state.apart(frame, from, to) > state.apart(frame, to, to)
            && !self.accepts(1)
        {
            return;
        }
        let gap = state.gap[from as usize];
        let (before, after) = (state.previous[from as usize], state.next[from as usize]);
        state.clear(from);
        state.put(to, gap);
        state.join(before, to);
        state.join(to, after);
    }

    /// Gives `c` and `d` to the path of `a` and `b`, or joins the path of all four across.
    fn give(&mut self, frame: &GivenGaps, state: &mut State, square: [Cell; 4]) {
        if let Some(gift) = Detour::on(frame, state, square)
            && self.accepts(gift.cost(frame, state))
        {
            gift.hand_over(frame, state);
            return;
        }
        let [a, b, c, d] = square;
        let forward = state.step(a, b);
        if forward == state.step(c, d) {
            let [a, b, c, d] = if forward > 0 { [a, b, c, d] } else { [b, a, d, c] };
            self.join_across(frame, state, [a, b, c, d]);
        }
    }

    /// Where `b` follows `a` and `d` follows `c`: lets `d` follow `a`, or `b` follow `c`, and opens the cycle that this
    /// cuts off next to another step.
    fn join_across(&mut self, frame: &GivenGaps, state: &mut State, [a, b, c, d]: [Cell; 4]) {
        let gap = state.gap[a as usize];
        if state.gap[c as usize] != gap {
            return;
        }
        let Some((before, after)) = self.cut_off(frame, state, [a, b, c, d]) else { return };
        let Some(opening) = self.opening(frame, state, gap) else { return };
        state.join(before, after);
        self.insert_cycle(state, &opening);
    }

    /// Whichever of `b` to `c` and `d` to `a` is a stretch of the path goes into the list of the cycle, if
    /// no cell of it is fixed; the two cells that are joined where it was.
    fn cut_off(
        &mut self,
        frame: &GivenGaps,
        state: &State,
        [a, b, c, d]: [Cell; 4],
    ) -> Option<(Cell, Cell)> {
        // Whichever of the two comes first; both ways are walked at once.
        let (mut from_b, mut from_d) = (b, d);
        let ahead = |x: Cell| match x == NONE || frame.fixed[x as usize] {
            true => NONE,
            false => state.next[x as usize],
        };
        let (start, end, before, after) = loop {
            if from_b == c {
                break (b, c, a, d);
            }
            if from_d == a {
                break (d, a, c, b);
            }
            (from_b, from_d) = (ahead(from_b), ahead(from_d));
            if from_b == NONE && from_d == NONE {
                return None;
            }
        };
        self.on_cycle.clear();
        self.cycle.clear();
        let mut at = start;
        loop {
            if frame.fixed[at as usize] || self.cycle.len() == LONGEST {
                return None;
            }
            self.on_cycle.mark(at);
            self.cycle.push(at);
            if at == end {
                return Some((before, after));
            }
            at = state.next[at as usize];
        }
    }

    /// Where the cycle can be opened, at random. Its cells go over to the gap they come into.
    fn opening(&mut self, frame: &GivenGaps, state: &mut State, gap: u32) -> Option<Opening> {
        let length = self.cycle.len();
        for _ in 0..PLACES {
            // The step that closes the cycle is where it came from.
            let i = self.random.below(length as u32 - 1) as usize;
            let (u, v) = (self.cycle[i], self.cycle[i + 1]);
            let squares = frame.squares_of.row(u);
            if squares.is_empty() {
                // Walls and holes leave it on no whole square.
                continue;
            }
            let square = frame.squares[self.random.one_of(squares) as usize];
            let at = square.iter().position(|&x| x == u).expect("it lies on this square");
            let [one, opposite, other] = [1, 2, 3].map(|k| square[(at + k) % 4]);
            let beside = if one == v { other } else { one };
            if one != v && other != v || [beside, opposite].iter().any(|&x| self.on_cycle.has(x)) {
                continue;
            }
            // `beside` is the neighbour of `u`, `opposite` that of `v`.
            let step = state.step(beside, opposite);
            if step == 0 {
                continue;
            }
            let to = state.gap[if step > 0 { beside } else { opposite } as usize];
            let more = length as i32;
            let cost = match to == gap {
                true => 0,
                false => state.cost(frame, to, more) + state.cost(frame, gap, -more),
            };
            if !self.accepts(cost) {
                continue;
            }
            if to != gap {
                state.grow(frame, to, more);
                state.grow(frame, gap, -more);
                self.cycle.iter().for_each(|&x| state.gap[x as usize] = to);
            }
            return Some(Opening { place: i, forward: step > 0, beside, opposite });
        }
        None
    }

    /// Puts the cells of the cycle between the two consecutive cells next to its opening.
    fn insert_cycle(&self, state: &mut State, opening: &Opening) {
        let &Opening { place, forward, beside, opposite } = opening;
        let length = self.cycle.len();
        let (mut last, close) = if forward { (beside, opposite) } else { (opposite, beside) };
        for k in 0..length {
            let x = match forward {
                true => self.cycle[(place + length - k) % length],
                false => self.cycle[(place + 1 + k) % length],
            };
            state.join(last, x);
            last = x;
        }
        state.join(last, close);
    }

    /// Moves the loose end of an open gap: one cell more or less, or the end bites the path.
    fn move_end(&mut self, frame: &GivenGaps, state: &mut State, gap: u32) {
        let side = usize::from(gap > 0);
        let end = state.loose[side];
        if self.random.below(2) == 0 {
            if frame.fixed[end as usize] || !self.accepts(state.cost(frame, gap, -1) + 1) {
                return;
            }
            state.grow(frame, gap, -1);
            let (ahead, back) = ways(state, side);
            let new = back[end as usize];
            ahead[new as usize] = NONE;
            state.clear(end);
            state.loose[side] = new;
            return;
        }
        let Some(q) = self.neighbour(frame, end) else { return };
        if state.gap[q as usize] == EMPTY {
            if self.accepts(state.cost(frame, gap, 1) - 1) {
                state.grow(frame, gap, 1);
                state.put(q, gap);
                let (ahead, back) = ways(state, side);
                (ahead[end as usize], back[q as usize]) = (q, end);
                state.loose[side] = q;
            }
            return;
        }
        // A given cell belongs to the gap behind it, so that of the first one is another one.
        let is_first = side == 0 && q == frame.givens[0];
        if state.gap[q as usize] != gap && !is_first {
            return;
        }
        let (ahead, back) = ways(state, side);
        let new = ahead[q as usize];
        if new == end || new == NONE {
            return;
        }
        // The part behind `q` is reversed.
        let (mut at, mut last, mut coming) = (end, q, back[end as usize]);
        loop {
            (ahead[last as usize], back[at as usize]) = (at, last);
            last = at;
            if at == new {
                break;
            }
            at = coming;
            coming = back[at as usize];
        }
        ahead[new as usize] = NONE;
        state.loose[side] = new;
    }
}

/// The ways towards the loose end of this side and away from it.
fn ways(state: &mut State, side: usize) -> (&mut Vec<Cell>, &mut Vec<Cell>) {
    match side {
        0 => (&mut state.previous, &mut state.next),
        _ => (&mut state.next, &mut state.previous),
    }
}
