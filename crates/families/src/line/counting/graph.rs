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

use super::ends::Ends;
use super::order::{Later, Visit, name, schedule};
use clew_count::table::Key;
use clew_count::{Moves, TransitionSystem};
use clew_puzzle::puzzle::{Board, Cell, EdgeId};

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

/// The data of a visit in addition to [`Visit`].
#[derive(Clone, Debug)]
struct Rules<W> {
    /// Ends that may be used once this cell is done, as given ends still come.
    ends: u32,
    /// The state in which all unvisited cells are full, if all of them are on the frontier.
    done: Option<W>,
}

/// The program of one graph and order.
#[derive(Clone, Debug)]
pub struct Graph<W> {
    visits: Vec<Visit>,
    rules: Vec<Rules<W>>,
    /// Per cell: the line may end there; it must end there.
    may_end: Vec<bool>,
    must_end: Vec<bool>,
    slots: usize,
    /// Edges of the board.
    edges: usize,
    /// How many fillings a line is.
    directions: u32,
    /// The line comes back to where it began.
    closed: bool,
}

impl<W: Slots> Graph<W> {
    /// The program of the line through all cells, `None` if the frontier has more cells than the
    /// word holds or a cell has more than 15 later neighbours.
    pub fn new(board: &Board, ends: &Ends, order: &[Cell]) -> Option<Graph<W>> {
        let n = board.len();
        let (visits, slots) = schedule(board, order, W::MOST)?;
        let must_end: Vec<bool> = (0..n as Cell).map(|c| ends.must(c)).collect();
        let may_end = (0..n as Cell).map(|c| ends.may(c)).collect();
        let mut to_come = must_end.iter().filter(|&&m| m).count() as u32;
        let rules = visits
            .iter()
            .enumerate()
            .map(|(step, v)| {
                to_come -= u32::from(must_end[v.cell as usize]);
                let all = v.frontier.len() == n - step - 1;
                let done = || v.frontier.iter().fold(W::ZERO, |w, f| w.set(f.0, FULL));
                Rules { ends: 2 - to_come, done: all.then(done) }
            })
            .collect();
        let (edges, directions) = (board.edges().len(), ends.directions());
        let closed = ends.is_closed();
        Some(Graph { visits, rules, may_end, must_end, slots, edges, directions, closed })
    }

    fn singles(&self, key: W) -> u32 {
        (0..self.slots).filter(|&i| key.slot(i) == SINGLE).count() as u32
    }

    /// Uses an edge to a later cell: the state with that cell one edge fuller, and the far end of the
    /// piece that it brings (`None`: an end of the line). Fails if the cell is full.
    #[inline]
    fn reach(&self, key: W, to: &Later) -> Option<(W, Option<usize>)> {
        match key.slot(to.slot) {
            UNTOUCHED => Some((key, Some(to.slot))),
            FULL => None,
            _ if self.must_end[to.cell as usize] => None,
            SINGLE => Some((key.set(to.slot, FULL), None)),
            mate => Some((key.set(to.slot, FULL), Some((mate - MATE) as usize))),
        }
    }

    /// Makes two far ends the two ends of one piece. Fails if that completes the line too early.
    #[inline]
    fn link(done: Option<W>, key: W, a: Option<usize>, b: Option<usize>) -> Option<W> {
        match (a, b) {
            (None, None) => (done == Some(key)).then_some(key),
            (Some(i), None) | (None, Some(i)) => Some(key.set(i, SINGLE)),
            (Some(i), Some(j)) => Some(key.set(i, MATE + j as u32).set(j, MATE + i as u32)),
        }
    }

    /// Joins the two ends of a piece, which completes a closed line or is a loop.
    #[inline]
    fn close(&self, done: Option<W>, key: W, to: &Later) -> Option<W> {
        let key = key.set(to.slot, FULL);
        (self.closed && done == Some(key)).then_some(key)
    }

    /// Whether the cells that lost a neighbour can still be on the line.
    #[inline]
    fn alive(&self, v: &Visit, key: W) -> bool {
        let mut forced = 0;
        for u in v.later.iter().filter(|u| u.left <= 1) {
            let may_end = self.may_end[u.cell as usize];
            match (key.slot(u.slot), u.left) {
                (UNTOUCHED, 0) => return false,
                (UNTOUCHED, _) if !may_end => return false,
                (SINGLE, 0) if !may_end => return false,
                (FULL | SINGLE, _) => {}
                (UNTOUCHED, _) => forced += 1,
                (_, 0) if !may_end => return false,
                (_, 0) => forced += 1,
                _ => {}
            }
        }
        forced == 0 || self.singles(key) + forced <= 2
    }
}

impl<W: Slots> TransitionSystem for Graph<W> {
    type Key = W;

    fn steps(&self) -> usize {
        self.visits.len()
    }

    fn start(&self) -> W {
        W::ZERO
    }

    fn moves(&self, step: usize, key: W, to: &mut Moves<'_, W>) {
        let v = &self.visits[step];
        let Rules { ends, done } = self.rules[step];
        let must_end = self.must_end[v.cell as usize];
        let code = v.slot.map_or(UNTOUCHED, |s| key.slot(s));
        let rest = v.slot.map_or(key, |s| key.set(s, UNTOUCHED));
        let mut out = |next: Option<W>, name: u32| {
            if let Some(next) = next.filter(|&k| self.alive(v, k)) {
                to.emit(next, name);
            }
        };
        if code == FULL {
            return if must_end {
            } else {
                out(Some(rest), 0)
            };
        }
        let may_end = self.may_end[v.cell as usize] && (code == SINGLE || self.singles(key) < ends);
        if code == UNTOUCHED {
            for (i, a) in v.later.iter().enumerate() {
                let Some((one, end)) = self.reach(rest, a) else { continue };
                if may_end {
                    out(Self::link(done, one, end, None), name(Some(i), None));
                }
                if must_end {
                    continue;
                }
                for (j, b) in v.later.iter().enumerate().skip(i + 1) {
                    // The far end of a's piece is b: a loop.
                    if end == Some(b.slot) {
                        out(self.close(done, one, b), name(Some(i), Some(j)));
                        continue;
                    }
                    if let Some((two, far)) = self.reach(one, b) {
                        out(Self::link(done, two, end, far), name(Some(i), Some(j)));
                    }
                }
            }
            return;
        }
        let far = (code >= MATE).then(|| (code - MATE) as usize);
        if may_end {
            out(Self::link(done, rest, far, None), name(None, None));
        }
        if must_end {
            return;
        }
        for (i, a) in v.later.iter().enumerate() {
            if far == Some(a.slot) {
                out(self.close(done, rest, a), name(Some(i), None));
            } else if let Some((one, end)) = self.reach(rest, a) {
                out(Self::link(done, one, end, far), name(Some(i), None));
            }
        }
    }

    fn accepts(&self, key: W) -> bool {
        key == W::ZERO
    }

    fn items(&self, step: usize, name: u32, edges: &mut Vec<EdgeId>) {
        edges.extend(self.visits[step].edges(name));
    }

    fn item_count(&self) -> usize {
        self.edges
    }

    fn multiplicity(&self) -> u32 {
        self.directions
    }
}
