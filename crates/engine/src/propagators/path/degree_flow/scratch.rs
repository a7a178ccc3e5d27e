//! Scratch of the searches on the flow network.

use super::network::Network;
use crate::structures::Marks;

/// Scratch of breadth-first searches: marks by stamp, so that nothing is cleared.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    pub seen: Marks,
    pub by: Vec<u32>,
    pub queue: Vec<u32>,
}

impl Search {
    pub fn begin(&mut self) {
        self.queue.clear();
        self.seen.clear();
    }

    #[inline]
    pub fn visit(&mut self, v: u32, by: u32) -> bool {
        let is_new = self.seen.mark(v);
        if is_new {
            self.by[v as usize] = by;
            self.queue.push(v);
        }
        is_new
    }

    #[inline]
    pub fn has(&self, v: u32) -> bool {
        self.seen.has(v)
    }
}

/// Scratch of Tarjan's algorithm.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    /// Visiting number within this run; 0 is not visited. `low` is the component once it is closed.
    pub number: Vec<u32>,
    pub low: Vec<u32>,
    pub cursor: Vec<u32>,
    pub path: Vec<u32>,
    pub stack: Vec<u32>,
    pub visited: Vec<u32>,
    pub next: u32,
}

/// A component that is closed has a `low` above this.
pub(super) const CLOSED: u32 = 1 << 31;

impl Components {
    pub fn enter(&mut self, v: u32, net: &Network) {
        self.next += 1;
        self.number[v as usize] = self.next;
        self.low[v as usize] = self.next;
        self.cursor[v as usize] = net.arcs.starts()[v as usize];
        self.path.push(v);
        self.stack.push(v);
        self.visited.push(v);
    }
}
