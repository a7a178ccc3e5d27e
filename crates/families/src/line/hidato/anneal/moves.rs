//! The moves. Each is judged in the time of its stretch, and booked if it is accepted.

use super::state::Place;
use super::{Annealer, NONE};

/// Cells that a turned stretch may have.
const STRETCH: i32 = 100;

impl Annealer {
    /// Moves a stretch that starts at the free cell `c`, of at most `longest` cells, next to `a`, so that `c` is
    /// adjacent to `a`. Of the stretches of all lengths the cheapest one is tried: on a board of two colours only even
    /// ones fit without a jump.
    pub(super) fn transfer(&mut self, c: u32, a: u32, longest: i32) {
        let draw = self.random.below(4);
        let (backwards, before) = (draw & 1 == 1, draw & 2 == 2);
        let s = &self.state;
        let Place { previous, next, gap: from } = s.places[c as usize];
        // `p` is left behind on one side, `y` is the other cell of the step that opens.
        let p = if backwards { next } else { previous };
        let place = s.places[a as usize];
        let y = if before { place.previous } else { place.next };
        let to = if before { s.places[y as usize].gap } else { place.gap };
        let rest = s.apart(c, a) - s.apart(p, c) - s.apart(a, y);
        let (mut end, mut k) = (c, 0);
        let mut best = (i32::MAX, NONE, 0);
        while k < longest && !s.fixed[end as usize] && end != a && end != y {
            if from != to && !s.admits(to, end) {
                break;
            }
            k += 1;
            let place = s.places[end as usize];
            let q = if backwards { place.previous } else { place.next };
            let mut cost = rest + s.apart(p, q) - s.apart(end, q) + s.apart(end, y);
            if from != to {
                cost += s.gaps[to as usize].cost(k) + s.gaps[from as usize].cost(-k);
            }
            if cost < best.0 {
                best = (cost, end, k);
            }
            end = q;
        }
        let (cost, end, k) = best;
        if k == 0 || !self.accepts(cost) {
            return;
        }
        let s = &mut self.state;
        let (first, last) = if backwards { (end, c) } else { (c, end) };
        let [p, q] = [s.places[first as usize].previous, s.places[last as usize].next];
        if from != to {
            s.hand_over(first, last, to);
            s.grow(from, -k);
            s.grow(to, k);
        }
        let turned = backwards != before;
        if turned {
            s.turn(first, last);
        }
        s.join(p, q);
        let (first, last) = if turned { (last, first) } else { (first, last) };
        let (x, y) = if before { (y, a) } else { (a, y) };
        s.join(x, first);
        s.join(last, y);
    }

    /// Exchanges `c` and a cell that fits next to a neighbour of `c` on the line.
    pub(super) fn exchange(&mut self, c: u32) {
        let Place { previous: p, next: q, gap: g } = self.state.places[c as usize];
        let beside = if self.random.below(2) == 0 { p } else { q };
        let u = self.neighbour(beside);
        let s = &self.state;
        if u == NONE || s.fixed[u as usize] || u == c || u == p || u == q {
            return;
        }
        let Place { previous: x, next: y, gap: h } = s.places[u as usize];
        if x == c || y == c || !s.admits(g, u) || !s.admits(h, c) {
            return;
        }
        let before = s.apart(p, c) + s.apart(c, q) + s.apart(x, u) + s.apart(u, y);
        let after = s.apart(p, u) + s.apart(u, q) + s.apart(x, c) + s.apart(c, y);
        if !self.accepts(after - before) {
            return;
        }
        let s = &mut self.state;
        s.places.swap(c as usize, u as usize);
        for (z, [before, after]) in [(u, [p, q]), (c, [x, y])] {
            s.join(before, z);
            s.join(z, after);
        }
    }

    /// Makes `c` and `b` consecutive by turning a stretch, in one gap or across one fixed cell.
    pub(super) fn reverse(&mut self, c: u32, b: u32) {
        let s = &self.state;
        let gap = |z: u32| s.places[z as usize].gap;
        let (low, high) = match gap(c).cmp(&gap(b)) {
            std::cmp::Ordering::Less => (c, b),
            std::cmp::Ordering::Greater => (b, c),
            std::cmp::Ordering::Equal => match self.order(c, b) {
                Some(pair) => pair,
                None => return,
            },
        };
        if gap(high) > gap(low) + 1 {
            return;
        }
        let after = self.random.below(2) == 0;
        let s = &self.state;
        let (first, last) = if after {
            (s.places[low as usize].next, high)
        } else {
            (low, s.places[high as usize].previous)
        };
        self.turn(first, last);
    }

    /// Two cells of one gap in the order of the line; `None` if they are far from each other.
    fn order(&self, c: u32, b: u32) -> Option<(u32, u32)> {
        let places = &self.state.places;
        let (mut x, mut y) = (c, b);
        for _ in 0..STRETCH {
            (x, y) = (places[x as usize].next, places[y as usize].next);
            if x == b {
                return Some((c, b));
            }
            if y == c {
                return Some((b, c));
            }
            // A walk that has left the gap does not come back.
            let gap = places[c as usize].gap;
            match [x, y].map(|z| places[z as usize].gap != gap) {
                [true, true] => return None,
                [true, false] => x = c,
                [false, true] => y = b,
                [false, false] => {}
            }
        }
        None
    }

    /// Reverses a stretch. If it has a fixed cell, the part before that cell is behind it afterwards.
    fn turn(&mut self, first: u32, last: u32) {
        let s = &self.state;
        let p = s.places[first as usize].previous;
        let q = s.places[last as usize].next;
        if first == last || p == NONE || q == NONE {
            return;
        }
        let bend = s.apart(p, last) + s.apart(first, q) - s.apart(p, first) - s.apart(last, q);
        if self.accept.never_accepts(bend) {
            return;
        }
        let (mut middle, mut cells, mut z) = (NONE, [0i32; 2], first);
        loop {
            if !s.fixed[z as usize] {
                cells[usize::from(middle != NONE)] += 1;
            } else if middle == NONE {
                middle = z;
            } else {
                return;
            }
            if z == last {
                break;
            }
            if cells[0] + cells[1] >= STRETCH {
                return;
            }
            z = s.places[z as usize].next;
        }
        if middle == NONE {
            if !self.accepts(bend) {
                return;
            }
        } else if !self.across(first, last, middle, cells, bend) {
            return;
        }
        let s = &mut self.state;
        s.turn(first, last);
        s.join(p, last);
        s.join(first, q);
    }

    /// Judges a turn across the fixed cell `middle`, and hands the cells over before it.
    fn across(
        &mut self,
        first: u32,
        last: u32,
        middle: u32,
        [earlier, later]: [i32; 2],
        bend: i32,
    ) -> bool {
        let s = &self.state;
        let high = s.places[middle as usize].gap;
        let low = high - 1;
        let more = later - earlier;
        let cost = bend + s.gaps[low as usize].cost(more) + s.gaps[high as usize].cost(-more);
        if self.accept.never_accepts(cost) {
            return false;
        }
        let (mut z, mut to) = (first, high);
        loop {
            if z == middle {
                to = low;
            } else if !s.admits(to, z) {
                return false;
            }
            if z == last {
                break;
            }
            z = s.places[z as usize].next;
        }
        if !self.accepts(cost) {
            return false;
        }
        let s = &mut self.state;
        let [before, after] = [s.places[middle as usize].previous, s.places[middle as usize].next];
        if first != middle {
            s.hand_over(first, before, high);
        }
        if last != middle {
            s.hand_over(after, last, low);
        }
        s.grow(low, more);
        s.grow(high, -more);
        true
    }
}
