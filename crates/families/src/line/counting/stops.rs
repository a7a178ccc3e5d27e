//! Lines that meet numbered cells in the order of their numbers: pieces of line that know which numbers they hold.
//!
//! As [`super::graph`], but the end of a piece that holds numbers knows the number that the line meets next beyond
//! it: "the largest here is k and I go up", or "the smallest here is k and I go down". Such ends need no partner: the
//! numbers of a piece are consecutive, pieces join where theirs are, and a loop would need a number twice. A piece
//! without a number has two ends that name each other; when it meets a number it may run down or up from it. The first
//! and the last number close an end. How far along the line a number is counts nowhere, so there are far fewer
//! states than with [`super::numbers`].
//!
//! Source: the mate table of Knuth, *The Art of Computer Programming* 4A, 7.1.4, with numbers.

use super::order::{Later, Visit, name, schedule};
use clew_count::{Moves, TransitionSystem};
use clew_puzzle::puzzle::{Board, Cell, EdgeId};

/// The most frontier cells; one more slot is the cell being visited.
const MOST_SLOTS: usize = 24;
/// The slot of the cell being visited.
const SELF: usize = MOST_SLOTS;

/// The state of a frontier cell. Numbers are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Code {
    Untouched,
    Full,
    /// End of a piece whose largest number is this; larger ones are to come.
    Up(u32),
    /// End of a piece whose smallest number is this; smaller ones are to come.
    Down(u32),
    /// End of a piece without a number, whose other end is in that slot.
    Free(usize),
}
use Code::{Down, Free, Full, Untouched, Up};

type Codes = [Code; MOST_SLOTS + 1];

/// The program of one puzzle and order.
#[derive(Clone, Debug)]
pub struct Stops {
    visits: Vec<Visit>,
    /// Per cell its number.
    number: Vec<Option<u32>>,
    /// The largest number.
    last: u32,
    slots: usize,
    bits: usize,
    /// Edges of the board.
    edges: usize,
}

impl Stops {
    /// The program of a board on which the line meets these cells in this order, the first one first and the last one
    /// last. `None` if its states do not fit in 127 bits, or a cell has more than 15 later neighbours.
    ///
    /// # Panics
    /// If there are fewer than two of these cells.
    pub fn new(board: &Board, stops: &[Cell], order: &[Cell]) -> Option<Stops> {
        assert!(stops.len() > 1, "a line with a start and an end");
        let (visits, slots) = schedule(board, order, MOST_SLOTS)?;
        let codes = 2 + 2 * stops.len() + slots;
        let bits = codes.next_power_of_two().ilog2() as usize;
        let mut number = vec![None; board.len()];
        for (&c, k) in stops.iter().zip(0..) {
            number[c as usize] = Some(k);
        }
        let (last, edges) = (stops.len() as u32 - 1, board.edges().len());
        (slots * bits <= 127).then_some(Stops { visits, number, last, slots, bits, edges })
    }

    fn pack(&self, codes: &Codes) -> u128 {
        let mut key = 0;
        for &code in codes[..self.slots].iter().rev() {
            let number = match code {
                Untouched => 0,
                Full => 1,
                Up(k) => 2 + k,
                Down(k) => 3 + self.last + k,
                Free(mate) => 4 + 2 * self.last + mate as u32,
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
                x if x < 3 + self.last => Up(x - 2),
                x if x < 4 + 2 * self.last => Down(x - 3 - self.last),
                x => Free((x - 4 - 2 * self.last) as usize),
            };
        }
        codes
    }

    /// The code of a cell behind which the numbers above `k` come: full if there are none.
    fn up(&self, k: u32) -> Code {
        if k == self.last { Full } else { Up(k) }
    }

    /// The code of a cell behind which the numbers below `k` come: full if there are none.
    fn down(&self, k: u32) -> Code {
        if k == 0 { Full } else { Down(k) }
    }

    /// Draws the edge from an open end to a later cell, in every way that the numbers allow.
    fn attach(&self, codes: &Codes, end: Code, to: &Later, then: &mut dyn FnMut(&Codes)) {
        let u = to.slot;
        let mut next = *codes;
        match (end, codes[u], self.number[to.cell as usize]) {
            (Up(k), Untouched, None) => next[u] = Up(k),
            (Up(k), Untouched, Some(g)) if g == k + 1 => next[u] = self.up(g),
            (Down(k), Untouched, None) => next[u] = Down(k),
            (Down(k), Untouched, Some(g)) if g + 1 == k => next[u] = self.down(g),
            (Free(far), Untouched, None) => (next[u], next[far]) = (Free(far), Free(u)),
            (Free(far), Untouched, Some(g)) => {
                if g > 0 {
                    (next[u], next[far]) = (self.up(g), Down(g));
                    then(&next);
                }
                if g == self.last {
                    return;
                }
                (next[u], next[far]) = (self.down(g), Up(g));
            }
            (Up(k), Down(l), _) | (Down(l), Up(k), _) if l == k + 1 => next[u] = Full,
            (Up(k), Free(far), _) | (Free(far), Up(k), _) => (next[u], next[far]) = (Full, Up(k)),
            (Down(k), Free(far), _) | (Free(far), Down(k), _) => {
                (next[u], next[far]) = (Full, Down(k));
            }
            // far == u: the piece's own other end, a loop.
            (Free(far), Free(other), _) if far != u => {
                (next[u], next[far], next[other]) = (Full, Free(other), Free(far));
            }
            _ => return,
        }
        then(&next);
    }

    /// Whether the cells that lost a neighbour can still be on the line.
    fn alive(&self, v: &Visit, codes: &Codes) -> bool {
        v.later.iter().filter(|u| u.left <= 1).all(|u| {
            let ends = self.number[u.cell as usize].is_some_and(|g| g == 0 || g == self.last);
            match (codes[u.slot], u.left) {
                (Full, _) => true,
                (_, 0) => false,
                (Untouched, _) => ends,
                _ => true,
            }
        })
    }
}

impl TransitionSystem for Stops {
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
        if let Free(far) = code {
            codes[far] = Free(SELF);
        }
        let mut out = |codes: &Codes, name: u32| {
            if self.alive(v, codes) {
                to.emit(self.pack(codes), name);
            }
        };
        // One edge from an open end to each later cell.
        let mut one = |codes: &Codes, end: Code| {
            for (i, u) in v.later.iter().enumerate() {
                self.attach(codes, end, u, &mut |next| out(next, name(Some(i), None)));
            }
        };
        match (code, self.number[v.cell as usize]) {
            (Full, _) => out(&codes, 0),
            (Up(_) | Down(_) | Free(_), _) => one(&codes, code),
            (Untouched, Some(0)) => one(&codes, Up(0)),
            (Untouched, Some(g)) if g == self.last => one(&codes, Down(g)),
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
                codes[SELF] = Free(SELF);
                for (i, u) in v.later.iter().enumerate() {
                    self.attach(&codes, Free(SELF), u, &mut |next| {
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
