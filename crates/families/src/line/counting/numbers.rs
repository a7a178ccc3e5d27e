//! Lines with given numbers in between (hidato): pieces of line that know their numbers.
//!
//! As [`super::graph`], but a piece of line that holds a given number knows the number of each of its cells, and a
//! frontier cell at its end holds "number k, rising" or "number k, falling". Such ends need no partner: numbers only
//! rise along a line, so loops cannot close and the pieces join where their numbers meet. A piece without a given
//! number carries its length and its two ends name each other; when it meets a given number it may run down or up from
//! it. Number 1 and N close an end. Pieces are intervals of numbers; sorted by number, their ends must alternate up,
//! down, up, …, and each gap must be long enough for the distance between its two ends. The more givens, the fewer
//! states; without any there are very many.
//!
//! Source: the mate table of Knuth, *The Art of Computer Programming* 4A, 7.1.4, with numbers.

use super::order::{Later, Visit, name, schedule};
use crate::Line;
use clew_count::{Moves, TransitionSystem};
use clew_puzzle::puzzle::{Board, Cell, EdgeId};

/// Boards beyond this many cells are not for this engine (distances between all cells are kept).
pub(super) const MOST_CELLS: usize = 1_024;
/// The most frontier cells; one more slot is the cell being visited.
const MOST_SLOTS: usize = 24;
/// The slot of the cell being visited.
const SELF: usize = MOST_SLOTS;

/// The state of a frontier cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Code {
    Untouched,
    Full,
    /// Has this number; the next larger is to come.
    Up(u32),
    /// Has this number; the next smaller is to come.
    Down(u32),
    /// End of a piece of this many cells without a number, whose other end is in that slot.
    Free(usize, u32),
}
use Code::{Down, Free, Full, Untouched, Up};

type Codes = [Code; MOST_SLOTS + 1];

/// The program of one puzzle and order.
#[derive(Clone, Debug)]
pub struct Numbers {
    visits: Vec<Visit>,
    given: Vec<Option<u32>>,
    /// Per number (1-based) the cell where it is given.
    place: Vec<Option<Cell>>,
    /// How many numbers up to this one are given.
    up_to: Vec<u32>,
    /// Steps between any two cells; `u16::MAX` if there is no way.
    distance: Vec<u16>,
    bipartite: bool,
    n: u32,
    /// The longest run of numbers that are not given.
    gap: u32,
    slots: usize,
    bits: usize,
    /// Edges of the board.
    edges: usize,
}

impl Numbers {
    /// The program of a puzzle with consistent givens, `None` if its states do not fit in 127 bits,
    /// or the board has more than 1 024 cells or a cell more than 15 later neighbours.
    pub fn new(line: &Line, order: &[Cell]) -> Option<Numbers> {
        let board = &line.board;
        let n = board.len();
        if n > MOST_CELLS {
            return None;
        }
        let mut place = vec![None; n + 2];
        for (c, g) in line.given.iter().enumerate() {
            if let Some(g) = g {
                place[*g as usize] = Some(c as Cell);
            }
        }
        let (mut gap, mut run) = (0, 0);
        let mut up_to = vec![0; n + 2];
        for k in 1..=n {
            up_to[k] = up_to[k - 1] + u32::from(place[k].is_some());
            run = if place[k].is_some() { 0 } else { run + 1 };
            gap = gap.max(run);
        }
        let (visits, slots) = schedule(board, order, MOST_SLOTS)?;
        let codes = 2 + 2 * (n + 1) + slots * gap;
        let bits = codes.next_power_of_two().ilog2() as usize;
        (slots * bits <= 127).then(|| Numbers {
            visits,
            given: line.given.clone(),
            place,
            up_to,
            distance: distances(board),
            bipartite: board.is_rook(),
            n: n as u32,
            gap: gap as u32,
            slots,
            bits,
            edges: board.edges().len(),
        })
    }

    fn pack(&self, codes: &Codes) -> u128 {
        let mut key = 0;
        for &code in codes[..self.slots].iter().rev() {
            let number = match code {
                Untouched => 0,
                Full => 1,
                Up(k) => 1 + k,
                Down(k) => 2 + self.n + k,
                Free(mate, len) => 3 + 2 * self.n + mate as u32 * self.gap + len - 1,
            };
            key = key << self.bits | u128::from(number);
        }
        key
    }

    fn unpack(&self, mut key: u128) -> Codes {
        let mut codes = [Untouched; MOST_SLOTS + 1];
        for code in &mut codes[..self.slots] {
            let number = (key & ((1 << self.bits) - 1)) as u32;
            key >>= self.bits;
            *code = match number {
                0 => Untouched,
                1 => Full,
                x if x <= 1 + self.n => Up(x - 1),
                x if x <= 2 + 2 * self.n => Down(x - 2 - self.n),
                x => {
                    let x = x - 3 - 2 * self.n;
                    Free((x / self.gap) as usize, x % self.gap + 1)
                }
            };
        }
        codes
    }

    /// Whether none of the numbers `from ..= to` is given, and all are numbers.
    fn clear(&self, from: i64, to: i64) -> bool {
        from >= 1
            && to <= i64::from(self.n)
            && self.up_to[to as usize] == self.up_to[from as usize - 1]
    }

    /// The code of a cell of number `k` that goes up: full if there is nothing above.
    fn up(&self, k: u32) -> Code {
        if k == self.n { Full } else { Up(k) }
    }

    /// The code of a cell of number `k` that goes down: full if there is nothing below.
    fn down(&self, k: u32) -> Code {
        if k == 1 { Full } else { Down(k) }
    }

    /// Draws the edge from an open end to a later cell, in every way that the numbers allow.
    fn attach(&self, codes: &Codes, end: Code, to: &Later, then: &mut dyn FnMut(&Codes)) {
        let u = to.slot;
        let mut next = *codes;
        let given = self.given[to.cell as usize];
        // A piece of `len` cells above number k, or below it: its far end, if the numbers are free.
        let above = |k: u32, len: u32| {
            let (from, to) = (i64::from(k) + 1, i64::from(k) + i64::from(len));
            self.clear(from, to).then(|| self.up(to as u32))
        };
        let below = |k: u32, len: u32| {
            let (from, to) = (i64::from(k) - i64::from(len), i64::from(k) - 1);
            self.clear(from, to).then(|| self.down(from as u32))
        };
        match (end, codes[u]) {
            (_, Full) | (Untouched | Full, _) | (Up(_), Up(_)) | (Down(_), Down(_)) => {}
            (Up(k), Untouched) => {
                let here = if given == Some(k + 1) { Some(self.up(k + 1)) } else { above(k, 1) };
                if let Some(code) = here.filter(|_| given.is_none_or(|g| g == k + 1)) {
                    next[u] = code;
                    then(&next);
                }
            }
            (Down(k), Untouched) => {
                let here = if given == Some(k - 1) { Some(self.down(k - 1)) } else { below(k, 1) };
                if let Some(code) = here.filter(|_| given.is_none_or(|g| g == k - 1)) {
                    next[u] = code;
                    then(&next);
                }
            }
            (Up(k), Down(l)) | (Down(l), Up(k)) => {
                if l == k + 1 {
                    next[u] = Full;
                    then(&next);
                }
            }
            (Up(k), Free(far, len)) => {
                if let Some(code) = above(k, len) {
                    (next[u], next[far]) = (Full, code);
                    then(&next);
                }
            }
            (Down(k), Free(far, len)) => {
                if let Some(code) = below(k, len) {
                    (next[u], next[far]) = (Full, code);
                    then(&next);
                }
            }
            (Free(far, len), Untouched) => match given {
                None if len < self.gap => {
                    (next[u], next[far]) = (Free(far, len + 1), Free(u, len + 1));
                    then(&next);
                }
                None => {}
                Some(g) => {
                    if let Some(code) = below(g, len) {
                        (next[u], next[far]) = (self.up(g), code);
                        then(&next);
                    }
                    if let Some(code) = above(g, len) {
                        (next[u], next[far]) = (self.down(g), code);
                        then(&next);
                    }
                }
            },
            (Free(far, len), Up(k)) => {
                if let Some(code) = above(k, len) {
                    (next[u], next[far]) = (Full, code);
                    then(&next);
                }
            }
            (Free(far, len), Down(k)) => {
                if let Some(code) = below(k, len) {
                    (next[u], next[far]) = (Full, code);
                    then(&next);
                }
            }
            (Free(far, len), Free(other, more)) => {
                // far == u: the piece's own other end, a loop.
                if far != u && len + more <= self.gap {
                    next[u] = Full;
                    next[far] = Free(other, len + more);
                    next[other] = Free(far, len + more);
                    then(&next);
                }
            }
        }
    }

    /// Whether a cell without given number may be an end of the line.
    fn free_end(&self) -> bool {
        self.place[1].is_none() || self.place[self.n as usize].is_none()
    }

    /// Whether a state may still become a solution, by degrees, intervals and distances.
    fn alive(&self, v: &Visit, codes: &Codes) -> bool {
        for u in v.later.iter().filter(|u| u.left <= 1) {
            let may_end = match self.given[u.cell as usize] {
                Some(g) => g == 1 || g == self.n,
                None => self.free_end(),
            };
            match (codes[u.slot], u.left) {
                (Untouched | Up(_) | Down(_), 0) => return false,
                (Untouched, 1) | (Free(..), 0) if !may_end => return false,
                _ => {}
            }
        }
        let mut ends = [(0u32, false, 0 as Cell); MOST_SLOTS];
        let mut count = 0;
        for &(slot, cell) in &v.frontier {
            ends[count] = match codes[slot] {
                Up(k) => (k, true, cell),
                Down(k) => (k, false, cell),
                _ => continue,
            };
            count += 1;
        }
        let ends = &mut ends[..count];
        ends.sort_unstable();
        ends.iter().enumerate().all(|(i, &(k, up, cell))| {
            let other = if up { ends.get(i + 1) } else { i.checked_sub(1).map(|i| &ends[i]) };
            // Pieces of line are disjoint intervals.
            if other.is_some_and(|o| o.1 == up || o.0 == k) {
                return false;
            }
            // The nearest number in this direction, an untouched given or the next piece's end.
            let (low, high) = match (up, other) {
                (true, o) => (k + 1, o.map_or(self.n, |o| o.0)),
                (false, o) => (o.map_or(1, |o| o.0), k - 1),
            };
            let given = |g: &u32| self.place[*g as usize].map(|c| (*g, c));
            let nearest = if self.up_to[high as usize] == self.up_to[low as usize - 1] {
                None
            } else if up {
                (low..=high).find_map(|g| given(&g))
            } else {
                (low..=high).rev().find_map(|g| given(&g))
            };
            nearest.or(other.map(|o| (o.0, o.2))).is_none_or(|(g, c)| self.in_reach(k, cell, g, c))
        })
    }

    fn in_reach(&self, k: u32, cell: Cell, g: u32, other: Cell) -> bool {
        let d = u32::from(self.distance[cell as usize * self.n as usize + other as usize]);
        let steps = k.abs_diff(g);
        d <= steps && (!self.bipartite || (steps - d).is_multiple_of(2))
    }
}

/// Steps between any two cells, by breadth-first walks.
fn distances(board: &Board) -> Vec<u16> {
    let n = board.len();
    let mut all = vec![u16::MAX; n * n];
    for (from, row) in all.chunks_exact_mut(n.max(1)).enumerate() {
        let mut queue = vec![from as Cell];
        row[from] = 0;
        let mut at = 0;
        while at < queue.len() {
            let v = queue[at];
            for &u in board.neighbours(v) {
                if row[u as usize] == u16::MAX {
                    row[u as usize] = row[v as usize] + 1;
                    queue.push(u);
                }
            }
            at += 1;
        }
    }
    all
}

impl TransitionSystem for Numbers {
    type Key = u128;

    fn steps(&self) -> usize {
        self.visits.len()
    }

    fn start(&self) -> u128 {
        0
    }

    fn moves(&self, step: usize, key: u128, to: &mut Moves<'_, u128>) {
        let v = &self.visits[step];
        let mut codes = self.unpack(key);
        let code = v.slot.map_or(Untouched, |s| std::mem::replace(&mut codes[s], Untouched));
        if let Free(far, len) = code {
            codes[far] = Free(SELF, len);
        }
        let mut out = |codes: &Codes, name: u32| {
            if self.alive(v, codes) {
                to.emit(self.pack(codes), name);
            }
        };
        let given = self.given[v.cell as usize];
        // One edge from an open end to each later cell.
        let mut one = |codes: &Codes, end: Code| {
            for (i, u) in v.later.iter().enumerate() {
                self.attach(codes, end, u, &mut |next| out(next, name(Some(i), None)));
            }
        };
        match (code, given) {
            (Full, _) => out(&codes, 0),
            (Up(_) | Down(_), _) => one(&codes, code),
            (Free(far, len), _) => {
                one(&codes, code);
                // Or the line ends here, with number 1 or with number N.
                let (len, n) = (i64::from(len), i64::from(self.n));
                if self.clear(1, len) {
                    codes[far] = self.up(len as u32);
                    out(&codes, 0);
                }
                if self.clear(n - len + 1, n) {
                    codes[far] = self.down((n - len + 1) as u32);
                    out(&codes, 0);
                }
            }
            (Untouched, Some(1)) => one(&codes, Up(1)),
            (Untouched, Some(g)) if g == self.n => one(&codes, Down(g)),
            (Untouched, Some(g)) => {
                for (i, u) in v.later.iter().enumerate() {
                    self.attach(&codes, Up(g), u, &mut |next| {
                        for (j, w) in v.later.iter().enumerate().filter(|&(j, _)| j != i) {
                            let both = name(Some(i), Some(j));
                            self.attach(next, Down(g), w, &mut |last| out(last, both));
                        }
                    });
                }
            }
            (Untouched, None) => {
                if self.place[1].is_none() {
                    one(&codes, Up(1));
                }
                if self.place[self.n as usize].is_none() {
                    one(&codes, Down(self.n));
                }
                codes[SELF] = Free(SELF, 1);
                for (i, u) in v.later.iter().enumerate() {
                    self.attach(&codes, Free(SELF, 1), u, &mut |next| {
                        // Full: this cell became an end of the line, which is counted above.
                        let end = next[SELF];
                        for (j, w) in v.later.iter().enumerate().skip(i + 1) {
                            let both = name(Some(i), Some(j));
                            self.attach(next, end, w, &mut |last| out(last, both));
                        }
                    });
                }
            }
        }
    }

    fn accepts(&self, key: u128) -> bool {
        key == 0
    }

    fn items(&self, step: usize, name: u32, edges: &mut Vec<EdgeId>) {
        edges.extend(self.visits[step].edges(name));
    }

    fn item_count(&self) -> usize {
        self.edges
    }
}
