//! Cycles that cover all nodes, and how many there would be after an exchange of edges.
//!
//! Each node knows its cycle and its place along it. Taking k edges out cuts the cycles they lie on into k segments,
//! and each segment is an interval of places; so the cycles that k other edges form from the segments are found without
//! walking along any cycle.

use clew_engine::structures::UnionFind;

pub(super) const NONE: u32 = u32::MAX;

/// Cycles through all nodes. Until every node has two links, only [`Cycles::link`] may be called.
pub(super) struct Cycles {
    links: Vec<[u32; 2]>,
    cycle: Vec<u32>,
    place: Vec<u32>,
    /// Sizes by cycle number; numbers are never used again.
    size: Vec<u32>,
    count: u32,
    /// Scratch: cycle and place of the first node of each segment, sorted.
    segments: Vec<(u32, u32)>,
    /// Scratch: a forest over the segments.
    sets: UnionFind,
}

/// The effect of an exchange of edges on the number of cycles it touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub before: u32,
    pub after: u32,
}

impl Cycles {
    /// Nodes without links.
    pub fn new(nodes: usize) -> Cycles {
        Cycles {
            links: vec![[NONE; 2]; nodes],
            cycle: vec![NONE; nodes],
            place: vec![0; nodes],
            size: Vec::new(),
            count: 0,
            segments: Vec::new(),
            sets: UnionFind::default(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The cycle of a node.
    pub fn cycle_of(&self, v: u32) -> u32 {
        self.cycle[v as usize]
    }

    /// How many nodes a cycle has.
    pub fn size(&self, cycle: u32) -> u32 {
        self.size[cycle as usize]
    }

    /// The two neighbours of a node on its cycle.
    pub fn links(&self, v: u32) -> [u32; 2] {
        self.links[v as usize]
    }

    /// Adds an edge.
    pub fn link(&mut self, [u, v]: [u32; 2]) {
        for (u, v) in [(u, v), (v, u)] {
            let l = &mut self.links[u as usize];
            let free = usize::from(l[0] != NONE);
            debug_assert_eq!(l[free], NONE, "two links a node");
            l[free] = v;
        }
    }

    fn unlink(&mut self, [u, v]: [u32; 2]) {
        for (u, v) in [(u, v), (v, u)] {
            let l = &mut self.links[u as usize];
            l[usize::from(l[0] != v)] = NONE;
        }
    }

    /// Names all cycles, once every node has two links.
    pub(crate) fn name_all(&mut self) {
        for v in 0..self.links.len() as u32 {
            if self.cycle[v as usize] == NONE {
                self.name(v);
            }
        }
    }

    /// Gives the cycle through `v` a new number and its nodes their places.
    fn name(&mut self, v: u32) {
        let number = self.size.len() as u32;
        let (mut at, mut came, mut length) = (v, NONE, 0);
        while self.cycle[at as usize] != number {
            self.cycle[at as usize] = number;
            self.place[at as usize] = length;
            length += 1;
            let [a, b] = self.links[at as usize];
            (came, at) = (at, if a == came { b } else { a });
        }
        self.size.push(length);
        self.count += 1;
    }

    /// The effect of taking the edges `off` out and putting the edges `on` in. Each node has as many of the one as of
    /// the other. Time k log k for k edges.
    pub fn change(&mut self, off: &[[u32; 2]], on: &[[u32; 2]]) -> Change {
        self.segments.clear();
        for &[u, v] in off {
            let (cycle, p, q) = (self.cycle_of(u), self.place[u as usize], self.place[v as usize]);
            let later = if p.abs_diff(q) == 1 { p.max(q) } else { 0 };
            self.segments.push((cycle, later));
        }
        self.segments.sort_unstable();
        let before = self.segments.chunk_by(|a, b| a.0 == b.0).count() as u32;
        self.sets.reset(self.segments.len() as u32);
        let mut after = self.segments.len() as u32;
        for &[u, v] in on {
            let [a, b] = [u, v].map(|x| self.segment(x));
            after -= u32::from(self.sets.join(b, a).is_some());
        }
        Change { before, after }
    }

    /// The segment of a node on a cycle that is cut: the part before the first cut belongs to the last segment.
    fn segment(&self, v: u32) -> u32 {
        let here = (self.cycle_of(v), self.place[v as usize]);
        let i = self.segments.partition_point(|&s| s <= here);
        if i > 0 && self.segments[i - 1].0 == here.0 {
            return i as u32 - 1;
        }
        self.segments.partition_point(|&s| s.0 <= here.0) as u32 - 1
    }

    /// Makes the exchange, whose change is known. Time: the sizes of the cycles it touches, which it returns.
    pub fn exchange(&mut self, off: &[[u32; 2]], on: &[[u32; 2]], change: Change) -> u32 {
        off.iter().for_each(|&edge| self.unlink(edge));
        on.iter().for_each(|&edge| self.link(edge));
        let first = self.size.len() as u32;
        for &edge in off {
            for v in edge {
                if self.cycle_of(v) < first {
                    self.name(v);
                }
            }
        }
        self.count -= change.before;
        debug_assert_eq!(self.size.len() as u32, first + change.after);
        self.size[first as usize..].iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    /// Random exchanges of two or three edges on random cycles: the change that is foretold is the one that comes.
    #[test]
    fn changes_are_foretold() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut below = |n: usize| rng.next_u32() as usize % n;
        let nodes = 40;
        let mut cycles = Cycles::new(nodes as usize);
        for first in (0..nodes).step_by(8) {
            (0..8).for_each(|i| cycles.link([first + i, first + (i + 1) % 8]));
        }
        cycles.name_all();
        let (mut fewer, mut more) = (0, 0);
        for _ in 0..2_000 {
            // An alternating closed walk v0 v1 v2 v3 ...: links are taken out, and the pairs between them are put in.
            let k = 2 + below(2);
            let mut walk: Vec<u32> = Vec::new();
            for _ in 0..k {
                let v = below(nodes as usize) as u32;
                walk.extend([v, cycles.links(v)[below(2)]]);
            }
            let off: Vec<[u32; 2]> = walk.chunks(2).map(|p| [p[0], p[1]]).collect();
            let on: Vec<[u32; 2]> =
                (0..k).map(|i| [walk[2 * i + 1], walk[(2 * i + 2) % (2 * k)]]).collect();
            let mut ends = walk.clone();
            ends.sort_unstable();
            ends.dedup();
            if ends.len() < 2 * k || on.iter().any(|&[u, v]| cycles.links(u).contains(&v)) {
                continue;
            }
            let change = cycles.change(&off, &on);
            let count = cycles.count();
            cycles.exchange(&off, &on, change);
            assert_eq!(cycles.count() + change.before, count + change.after);
            let mut names: Vec<u32> = (0..nodes).map(|v| cycles.cycle_of(v)).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len() as u32, cycles.count());
            fewer += u32::from(change.after < change.before);
            more += u32::from(change.after > change.before);
        }
        assert!(fewer > 50 && more > 50, "{fewer} {more}");
    }
}
