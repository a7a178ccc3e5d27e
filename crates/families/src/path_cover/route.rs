//! Routes: shortest ways that are disturbed at random and tear out the paths that they cross.
//!
//! Each time a path is torn out it becomes more expensive to cross. Prices are per path: with prices per cell two paths
//! that tear each other out avoid the cells of the last time and meet in others.

use super::NONE;
use super::frame::Frame;
use super::paths::Paths;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The price of a cell.
const CELL: u32 = 16;
/// The greatest random part of it, one for each call.
const NOISE: [u32; 3] = [5, 16, 48];
/// The additional price of entering another path, and of following it.
const ENTER: u32 = 32;
const FOLLOW: u32 = 16;
/// The additional price of entering a path for each time that it was torn out, drawn between these.
const TORN: (u32, u32) = (11, 21);
/// Ways that are laid before it gives up: at least, and per path.
const LEAST_WAYS: u32 = 300;
const WAYS_PER_PATH: u32 = 10;
/// Nodes of a search for drawings that take as long as settling a cell.
const WORK_PER_CELL: u64 = 3;

/// The state of a router after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Routing {
    /// It goes on.
    Open,
    /// There is a route for all, and they are disjoint.
    Done,
    /// It was given up, or there is no way for some.
    Failed,
}

/// The paths that are to be laid, and prices.
pub(super) struct Router {
    missing: Vec<u32>,
    /// Ways that may still be laid.
    ways: u32,
    noise: u32,
    /// Per path how often it was torn out.
    torn: Vec<u32>,
    /// Per cell that is no end its path; [`NONE`] for others.
    path_of: Vec<u32>,
    /// Per cell the price of the cheapest known way to it, and the cell before it; only for those in `reached`.
    price: Vec<u32>,
    from: Vec<Cell>,
    reached: Vec<Cell>,
    queue: BinaryHeap<Reverse<(u32, Cell)>>,
}

impl Router {
    pub fn new(frame: &Frame) -> Router {
        let n = frame.board.len();
        Router {
            missing: Vec::new(),
            ways: 0,
            noise: 0,
            torn: vec![0; frame.ends.len()],
            path_of: vec![NONE; n],
            price: vec![u32::MAX; n],
            from: vec![NONE; n],
            reached: Vec::new(),
            queue: BinaryHeap::new(),
        }
    }

    /// Forgets which paths were torn out.
    pub fn forget(&mut self) {
        self.torn.fill(0);
    }

    /// Forgets half of that.
    pub(crate) fn cool(&mut self) {
        self.torn.iter_mut().for_each(|torn| *torn /= 2);
    }

    /// These paths are to be laid; all others are. Time: linear in the cells.
    pub fn start(&mut self, frame: &Frame, paths: &Paths, missing: Vec<u32>, random: &mut Random) {
        self.ways = LEAST_WAYS + WAYS_PER_PATH * frame.ends.len() as u32;
        self.noise = NOISE[random.below(NOISE.len() as u32) as usize];
        self.missing = missing;
        self.path_of.fill(NONE);
        for (path, &[first, last]) in (0..).zip(&frame.ends) {
            let mut at = paths.next[first as usize];
            while at != NONE && at != last {
                self.path_of[at as usize] = path;
                at = paths.next[at as usize];
            }
        }
    }

    /// Lays one of the missing paths. Returns the work in nodes of a search for drawings.
    pub fn turn(
        &mut self,
        frame: &Frame,
        paths: &mut Paths,
        random: &mut Random,
    ) -> (Routing, u64) {
        if self.missing.is_empty() {
            return (Routing::Done, 0);
        }
        if self.ways == 0 {
            return (Routing::Failed, 1);
        }
        self.ways -= 1;
        let at = random.below(self.missing.len() as u32) as usize;
        let path = self.missing.swap_remove(at);
        let [first, last] = frame.ends[path as usize];
        let settled = self.settle(frame, [first, last], random);
        let work = settled * WORK_PER_CELL;
        if self.price[last as usize] == u32::MAX {
            return (Routing::Failed, work);
        }
        let mut after = last;
        let mut at = self.from[last as usize];
        while at != first {
            let other = self.path_of[at as usize];
            if other != NONE {
                self.tear(frame, paths, other);
            }
            self.path_of[at as usize] = path;
            paths.free.set(at, false);
            paths.join(at, after);
            (after, at) = (at, self.from[at as usize]);
        }
        paths.join(first, after);
        (Routing::Open, work)
    }

    fn tear(&mut self, frame: &Frame, paths: &mut Paths, path: u32) {
        let [first, last] = frame.ends[path as usize];
        let mut at = paths.next[first as usize];
        while at != last {
            self.path_of[at as usize] = NONE;
            at = paths.next[at as usize];
        }
        paths.tear(frame, path);
        self.torn[path as usize] += 1;
        self.missing.push(path);
    }

    /// Dijkstra's algorithm between two ends, through cells that are no ends. The way is in `from`. Returns how many
    /// cells were settled.
    fn settle(&mut self, frame: &Frame, [first, last]: [Cell; 2], random: &mut Random) -> u64 {
        self.reached.drain(..).for_each(|c| self.price[c as usize] = u32::MAX);
        self.queue.clear();
        self.price[first as usize] = 0;
        self.reached.push(first);
        self.queue.push(Reverse((0, first)));
        let mut settled = 0;
        while let Some(Reverse((price, c))) = self.queue.pop() {
            if price > self.price[c as usize] {
                continue;
            }
            settled += 1;
            if c == last {
                break;
            }
            for &d in frame.board.neighbours(c) {
                if frame.fixed[d as usize] && d != last {
                    continue;
                }
                let mut step = CELL + random.below(self.noise + 1);
                let other = self.path_of[d as usize];
                if other != NONE {
                    step += if other == self.path_of[c as usize] {
                        FOLLOW
                    } else {
                        let (low, high) = TORN;
                        let each = low + random.below(high - low + 1);
                        self.torn[other as usize].saturating_mul(each).saturating_add(ENTER)
                    };
                }
                let further = price.saturating_add(step);
                if further < self.price[d as usize] {
                    if self.price[d as usize] == u32::MAX {
                        self.reached.push(d);
                    }
                    self.price[d as usize] = further;
                    self.from[d as usize] = c;
                    self.queue.push(Reverse((further, d)));
                }
            }
        }
        settled
    }
}
