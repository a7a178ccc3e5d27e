//! Lines on any graph: king and hex boards, free points, and a second engine for rook boards.
//!
//! Cells are visited in a given order. Visiting a cell chooses the line's edges from it to unvisited
//! cells. The state holds, for each frontier cell (unvisited, with a visited neighbour), one code:
//! untouched; full (two edges chosen); or the open end of a piece of line, and then where the piece's
//! other end is: another frontier cell, or inside, an end of the line (*single*). Partners are named by
//! their place in the state, so nothing needs renumbering, and pieces may cross (king boards).
//!
//! Source: Knuth, *The Art of Computer Programming* 4A, 7.1.4 (Simpath, the mate table); Kawahara,
//! Inoue, Iwashita, Minato, *Frontier-based search*, 2017.

use super::Drawn;
use super::ends::Ends;
use super::order::Order;
use crate::count::Programme;
use crate::count::table::Key;
use crate::puzzle::{Board, Cell, EdgeId};

/// Codes of a frontier cell; larger ones are `MATE` + the partner's slot.
const UNTOUCHED: u32 = 0;
const FULL: u32 = 1;
const SINGLE: u32 = 2;
const MATE: u32 = 3;

/// Slots of equal size packed in a word.
pub trait Slots: Key {
    /// Bits of a slot.
    const BITS: usize;
    /// The most slots.
    const MOST: usize;
    /// All slots zero.
    const ZERO: Self;
    /// The code of slot `i`.
    fn slot(self, i: usize) -> u32;
    /// This word with another code in slot `i`.
    fn set(self, i: usize, code: u32) -> Self;
}

macro_rules! slots {
    ($t:ty, $bits:expr, $most:expr) => {
        impl Slots for $t {
            const BITS: usize = $bits;
            const MOST: usize = $most;
            const ZERO: $t = 0;
            #[inline]
            fn slot(self, i: usize) -> u32 {
                ((self >> ($bits * i)) & ((1 << $bits) - 1)) as u32
            }
            #[inline]
            fn set(self, i: usize, code: u32) -> $t {
                let mask: $t = ((1 << $bits) - 1) << ($bits * i);
                (self & !mask) | ((code as $t) << ($bits * i))
            }
        }
    };
}

// Codes run to MATE + slots - 1.
slots!(u64, 4, 13);
slots!(u128, 5, 25);

/// A neighbour that is visited later.
#[derive(Clone, Copy, Debug)]
struct Later {
    slot: usize,
    edge: EdgeId,
    must_end: bool,
    may_end: bool,
    /// Unvisited neighbours it still has after this visit.
    left: u32,
}

#[derive(Clone, Debug)]
struct Visit<W> {
    /// The cell's slot, `None` if no neighbour was visited before.
    slot: Option<usize>,
    later: Vec<Later>,
    may_end: bool,
    must_end: bool,
    /// Ends that may be used once this cell is done, as given ends still come.
    ends: u32,
    /// The state in which all unvisited cells are full, if all of them are on the frontier.
    done: Option<W>,
}

/// The programme of one graph and order.
#[derive(Clone, Debug)]
pub struct Graph<W> {
    visits: Vec<Visit<W>>,
    slots: usize,
}

impl<W: Slots> Graph<W> {
    /// The programme of the line through all cells, `None` if the frontier has more cells than the
    /// word holds or a cell has more than 15 later neighbours.
    pub fn new(board: &Board, ends: &Ends, order: &Order) -> Option<Graph<W>> {
        let n = board.len();
        let mut slot_of: Vec<Option<usize>> = vec![None; n];
        let mut free: Vec<usize> = (0..W::MOST).rev().collect();
        let mut visited = vec![false; n];
        let mut left: Vec<u32> = (0..n as Cell).map(|c| board.neighbours(c).len() as u32).collect();
        let mut visits = Vec::with_capacity(n);
        let mut frontier: Vec<Cell> = Vec::new();
        let mut most = 0;
        for (step, &v) in order.cells.iter().enumerate() {
            let slot = slot_of[v as usize];
            visited[v as usize] = true;
            frontier.retain(|&c| c != v);
            free.extend(slot);
            let mut later = Vec::new();
            for (&u, &edge) in board.neighbours(v).iter().zip(board.incident(v)) {
                left[u as usize] -= 1;
                if visited[u as usize] {
                    continue;
                }
                let slot = match slot_of[u as usize] {
                    Some(s) => s,
                    None => {
                        let s = free.pop()?;
                        slot_of[u as usize] = Some(s);
                        frontier.push(u);
                        s
                    }
                };
                most = most.max(slot + 1);
                let (must_end, may_end) = (ends.must(u), ends.may(u));
                later.push(Later { slot, edge, must_end, may_end, left: left[u as usize] });
            }
            if later.len() > 15 {
                return None;
            }
            let done = (frontier.len() == n - step - 1).then(|| {
                frontier.iter().fold(W::ZERO, |w, &c| {
                    w.set(slot_of[c as usize].expect("on the frontier"), FULL)
                })
            });
            let (may_end, must_end) = (ends.may(v), ends.must(v));
            visits.push(Visit { slot, later, may_end, must_end, ends: 2, done });
        }
        let mut room = 2;
        for v in visits.iter_mut().rev() {
            v.ends = room;
            room -= u32::from(v.must_end);
        }
        Some(Graph { visits, slots: most })
    }

    fn singles(&self, key: W) -> u32 {
        (0..self.slots).filter(|&i| key.slot(i) == SINGLE).count() as u32
    }

    /// Uses an edge to a later cell: the state with that cell one edge fuller, and the far end of the
    /// piece that it brings (`None`: an end of the line). Fails if the cell is full.
    #[inline]
    fn reach(key: W, to: &Later) -> Option<(W, Option<usize>)> {
        match key.slot(to.slot) {
            UNTOUCHED => Some((key, Some(to.slot))),
            FULL => None,
            _ if to.must_end => None,
            SINGLE => Some((key.set(to.slot, FULL), None)),
            mate => Some((key.set(to.slot, FULL), Some((mate - MATE) as usize))),
        }
    }

    /// Makes two far ends the two ends of one piece. Fails if that completes the line too early.
    #[inline]
    fn link(v: &Visit<W>, key: W, a: Option<usize>, b: Option<usize>) -> Option<W> {
        match (a, b) {
            (None, None) => (v.done == Some(key)).then_some(key),
            (Some(i), None) | (None, Some(i)) => Some(key.set(i, SINGLE)),
            (Some(i), Some(j)) => Some(key.set(i, MATE + j as u32).set(j, MATE + i as u32)),
        }
    }

    /// Whether the cells that lost a neighbour can still be on the line.
    #[inline]
    fn alive(&self, v: &Visit<W>, key: W) -> bool {
        let mut forced = 0;
        for u in v.later.iter().filter(|u| u.left <= 1) {
            match (key.slot(u.slot), u.left) {
                (UNTOUCHED, 0) => return false,
                (UNTOUCHED, _) if !u.may_end => return false,
                (SINGLE, 0) if !u.may_end => return false,
                (FULL | SINGLE, _) => {}
                (UNTOUCHED, _) => forced += 1,
                (_, 0) if !u.may_end => return false,
                (_, 0) => forced += 1,
                _ => {}
            }
        }
        forced == 0 || self.singles(key) + forced <= 2
    }
}

/// The name of the move that uses later neighbours `i` and `j` (`None`: fewer edges).
fn name(i: Option<usize>, j: Option<usize>) -> u32 {
    let one = |x: Option<usize>| x.map_or(0, |x| x as u32 + 1);
    one(i) | one(j) << 4
}

impl<W: Slots> Programme for Graph<W> {
    type Key = W;

    fn steps(&self) -> usize {
        self.visits.len()
    }

    fn start(&self) -> W {
        W::ZERO
    }

    fn moves(&self, step: usize, key: W, emit: &mut impl FnMut(W, u32)) {
        let v = &self.visits[step];
        let code = v.slot.map_or(UNTOUCHED, |s| key.slot(s));
        let rest = v.slot.map_or(key, |s| key.set(s, UNTOUCHED));
        let mut out = |next: Option<W>, name: u32| {
            if let Some(next) = next.filter(|&k| self.alive(v, k)) {
                emit(next, name);
            }
        };
        if code == FULL {
            return if v.must_end {
            } else {
                out(Some(rest), 0)
            };
        }
        let may_end = v.may_end && (code == SINGLE || self.singles(key) < v.ends);
        if code == UNTOUCHED {
            for (i, a) in v.later.iter().enumerate() {
                let Some((one, end)) = Self::reach(rest, a) else { continue };
                if may_end {
                    out(Self::link(v, one, end, None), name(Some(i), None));
                }
                if v.must_end {
                    continue;
                }
                for (j, b) in v.later.iter().enumerate().skip(i + 1) {
                    // The far end of a's piece is b: a loop.
                    if end == Some(b.slot) {
                        continue;
                    }
                    if let Some((two, far)) = Self::reach(one, b) {
                        out(Self::link(v, two, end, far), name(Some(i), Some(j)));
                    }
                }
            }
            return;
        }
        let far = (code >= MATE).then(|| (code - MATE) as usize);
        if may_end {
            out(Self::link(v, rest, far, None), name(None, None));
        }
        if v.must_end {
            return;
        }
        for (i, a) in v.later.iter().enumerate().filter(|(_, a)| far != Some(a.slot)) {
            if let Some((one, end)) = Self::reach(rest, a) {
                out(Self::link(v, one, end, far), name(Some(i), None));
            }
        }
    }

    fn accepts(&self, key: W) -> bool {
        key == W::ZERO
    }
}

impl<W: Slots> Drawn for Graph<W> {
    fn edges(&self, step: usize, name: u32, edges: &mut Vec<EdgeId>) {
        let used = [name & 15, name >> 4].into_iter().filter_map(|i| i.checked_sub(1));
        edges.extend(used.map(|i| self.visits[step].later[i as usize].edge));
    }
}
