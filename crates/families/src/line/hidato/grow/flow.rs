//! Cells that go from path to path, two at a time, and chains of such gifts from a gap with too many to one
//! with too few.
//!
//! By chance alone a surplus in one place and a deficit in another wander until they meet: the square of the distance
//! in moves. Where adjacent paths can hand two cells on all the way, the shortest such chain is found by breadth-first
//! search, and applied at once.
//!
//! Source: J. Edmonds and R. Karp, "Theoretical improvements in algorithmic efficiency for network flow
//! problems", 1972 (shortest augmenting paths).

use super::frame::{GivenGaps, NONE};
use super::state::State;
use clew_engine::structures::Csr;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::Cell;

/// Two consecutive cells next to a step of a path that this step can take over; the path they lie on closes behind
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Detour {
    /// The step, the second cell following the first, and the cells that go between them, in this order.
    step: [Cell; 2],
    cells: [Cell; 2],
    /// The cells that become consecutive.
    around: [Cell; 2],
    /// The gap that gives, and the one that takes; they may be the same.
    from: u32,
    to: u32,
}

impl Detour {
    /// The gift of `c` and `d` of a square `a`, `b`, `c`, `d` to a step between `a` and `b`: `None` if there is no such
    /// step, one of them is given, they are not consecutive, or their path would not close.
    pub fn on(frame: &GivenGaps, state: &State, [a, b, c, d]: [Cell; 4]) -> Option<Detour> {
        let (forward, back) = (state.step(a, b), state.step(c, d));
        if forward == 0 || back == 0 || frame.fixed[c as usize] || frame.fixed[d as usize] {
            return None;
        }
        let (first, last) = if back > 0 { (c, d) } else { (d, c) };
        let around = [state.previous[first as usize], state.next[last as usize]];
        if around.contains(&NONE) || !frame.board.neighbours(around[0]).contains(&around[1]) {
            return None;
        }
        let (step, cells) = if forward > 0 { ([a, b], [d, c]) } else { ([b, a], [c, d]) };
        let (from, to) = (state.gap[c as usize], state.gap[step[0] as usize]);
        Some(Detour { step, cells, around, from, to })
    }

    /// The change in energy.
    pub fn cost(&self, frame: &GivenGaps, state: &State) -> i32 {
        match self.from == self.to {
            true => 0,
            false => state.cost(frame, self.to, 2) + state.cost(frame, self.from, -2),
        }
    }

    /// Makes the gift. Around its cells, the state must be the one in which the gift was found.
    pub fn hand_over(&self, frame: &GivenGaps, state: &mut State) {
        if self.from != self.to {
            state.grow(frame, self.to, 2);
            state.grow(frame, self.from, -2);
        }
        state.join(self.around[0], self.around[1]);
        let ([a, b], [c, d]) = (self.step, self.cells);
        for x in self.cells {
            state.gap[x as usize] = self.to;
        }
        for (x, y) in [(a, c), (c, d), (d, b)] {
            state.join(x, y);
        }
    }
}

/// All that one gap can give another, with the squares they lie on. Time: linear in the cells.
pub(super) fn gifts(frame: &GivenGaps, state: &State) -> Vec<([Cell; 4], Detour)> {
    let turned =
        |square: [Cell; 4]| (0..4).map(move |by| [0, 1, 2, 3].map(|i| square[(i + by) % 4]));
    let squares = frame.squares.iter().flat_map(|&square| turned(square));
    squares
        .filter_map(|square| Some((square, Detour::on(frame, state, square)?)))
        .filter(|(_, gift)| gift.from != gift.to)
        .collect()
}

/// Hands two cells from a gap with too many to one with too few, along a random one of the shortest chains of gaps.
/// Returns whether this succeeded; otherwise part of the chain may have been applied, and the deficit has come nearer.
/// The energy never grows. Time: linear in the cells and gaps.
pub(super) fn flow(frame: &GivenGaps, state: &mut State, random: &mut Random) -> bool {
    let more = |state: &State, gap: u32| state.cells[gap as usize] - frame.wanted[gap as usize];
    let off = state.off.list();
    let mut queue: Vec<u32> = off.iter().copied().filter(|&gap| more(state, gap) > 1).collect();
    if queue.is_empty() || off.iter().all(|&gap| more(state, gap) > -2) {
        return false;
    }
    let mut gifts = gifts(frame, state);
    random.shuffle(&mut gifts);
    let gifts_of =
        Csr::new(frame.gaps() as usize, (0..).zip(&gifts).map(|(i, (_, gift))| (gift.from, i)));
    let mut met = vec![false; frame.gaps() as usize];
    queue.iter().for_each(|&gap| met[gap as usize] = true);
    let mut by = vec![NONE; frame.gaps() as usize];
    let mut head = 0;
    while let Some(&gap) = queue.get(head) {
        head += 1;
        if more(state, gap) < -1 {
            return go(frame, state, &gifts, &by, gap);
        }
        for &i in gifts_of.row(gap) {
            let to = gifts[i as usize].1.to;
            if !std::mem::replace(&mut met[to as usize], true) {
                by[to as usize] = i;
                queue.push(to);
            }
        }
    }
    false
}

/// Makes the gifts of a chain, the last first, so that the deficit moves towards the surplus; stops if one has become
/// impossible because of those before.
fn go(
    frame: &GivenGaps,
    state: &mut State,
    gifts: &[([Cell; 4], Detour)],
    by: &[u32],
    end: u32,
) -> bool {
    let mut at = end;
    while let Some(&(square, gift)) = gifts.get(by[at as usize] as usize) {
        if Detour::on(frame, state, square) != Some(gift) {
            return false;
        }
        gift.hand_over(frame, state);
        at = gift.from;
    }
    true
}
