//! Watch lists in one pool: per literal a run of watches whose capacity is a power of two.
//!
//! Lists exist for the planes (64 literals each) that some clause watches: domains with thousands of
//! values in no clause cost one number per plane.
//!
//! A list that outgrows its capacity moves, and its old place is reused for another list of that
//! capacity. Models are built, copied and dropped without one allocation per literal.

use super::ids::Lit;

/// A watch: a clause to visit when a literal becomes true.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// Its place in the arena, or a mark.
    pub at: u32,
    /// If this literal is true, the clause need not be visited.
    pub blocker: Lit,
}

/// The initial capacity of a list.
const INITIAL_CAPACITY: u32 = 2;

/// The place of a list among all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct List(usize);

/// The position of a list in the pool.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    start: u32,
    len: u32,
    /// 0 or a power of two from [`INITIAL_CAPACITY`] on.
    room: u32,
}

/// No clause watches this plane.
const NO_BLOCK: u32 = u32::MAX;

/// A list a literal.
#[derive(Clone, Debug, Default)]
pub(super) struct WatchLists {
    /// Per plane which block of 64 runs is its own, or [`NO_BLOCK`].
    blocks: Vec<u32>,
    runs: Vec<Run>,
    pool: Vec<Watch>,
    /// Per logarithm of the capacity, the starts of free runs.
    left: Vec<Vec<u32>>,
}

impl WatchLists {
    /// The number of planes.
    pub fn planes(&self) -> usize {
        self.blocks.len()
    }

    /// Memory in bytes, unused capacity included.
    pub fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<u32>()
            + self.runs.capacity() * size_of::<Run>()
            + self.pool.capacity() * size_of::<Watch>()
    }

    /// Adds empty lists up to `planes` planes.
    pub fn grow(&mut self, planes: usize) {
        self.blocks.resize(planes.max(self.planes()), NO_BLOCK);
    }

    /// The list of a literal that was pushed to before.
    #[inline]
    pub fn list(&self, l: Lit) -> List {
        let block = self.blocks[l.plane() as usize];
        debug_assert_ne!(block, NO_BLOCK, "the literal is watched");
        List(block as usize * 64 + l.atom().0 as usize % 64)
    }

    /// The position of a list, for [`WatchLists::get`] and [`WatchLists::set`] as long as nothing
    /// is pushed to that list.
    #[inline]
    pub fn range(&self, list: List) -> std::ops::Range<usize> {
        let Run { start, len, .. } = self.runs[list.0];
        start as usize..(start + len) as usize
    }

    /// The watches at these places of the pool.
    #[inline]
    pub fn part(&self, places: std::ops::Range<usize>) -> &[Watch] {
        &self.pool[places]
    }

    /// The watch at this place of the pool.
    #[inline]
    pub fn get(&self, place: usize) -> Watch {
        self.pool[place]
    }

    /// Changes the watch at this place of the pool.
    #[inline]
    pub fn set(&mut self, place: usize, watch: Watch) {
        self.pool[place] = watch;
    }

    /// Removes the places `gap` from their list.
    #[inline]
    pub fn close(&mut self, list: List, gap: std::ops::Range<usize>) {
        if !gap.is_empty() {
            let end = self.range(list).end;
            self.pool.copy_within(gap.end..end, gap.start);
            self.runs[list.0].len -= gap.len() as u32;
        }
    }

    /// Appends to the list of a literal.
    #[inline]
    pub fn push(&mut self, l: Lit, watch: Watch) {
        let block = &mut self.blocks[l.plane() as usize];
        if *block == NO_BLOCK {
            *block = (self.runs.len() / 64) as u32;
            self.runs.resize(self.runs.len() + 64, Run::default());
        }
        let List(i) = self.list(l);
        if self.runs[i].len == self.runs[i].room {
            self.grow_list(i);
        }
        let run = &mut self.runs[i];
        self.pool[(run.start + run.len) as usize] = watch;
        run.len += 1;
    }

    /// Moves list `i` to a run of twice its capacity.
    fn grow_list(&mut self, i: usize) {
        let Run { start, len, room } = self.runs[i];
        let twice = (room * 2).max(INITIAL_CAPACITY);
        let size = twice.ilog2() as usize;
        if self.left.len() <= size {
            self.left.resize_with(size + 1, Vec::new);
        }
        let to = self.left[size].pop().unwrap_or_else(|| {
            let end = self.pool.len();
            self.pool.resize(end + twice as usize, Watch { at: 0, blocker: Lit(0) });
            end as u32
        });
        self.pool.copy_within(start as usize..(start + len) as usize, to as usize);
        if room > 0 {
            self.left[room.ilog2() as usize].push(start);
        }
        self.runs[i] = Run { start: to, len, room: twice };
    }

    /// Keeps the watches for which `keep` returns true, in their order; `keep` may change them.
    pub fn retain(&mut self, mut keep: impl FnMut(&mut Watch) -> bool) {
        for run in &mut self.runs {
            let list = &mut self.pool[run.start as usize..(run.start + run.len) as usize];
            let mut kept = 0;
            for at in 0..list.len() {
                let mut watch = list[at];
                if keep(&mut watch) {
                    list[kept] = watch;
                    kept += 1;
                }
            }
            run.len = kept as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn lists_are_as_vectors() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut lists, mut vectors) = (WatchLists::default(), vec![Vec::new(); 40]);
        // 40 literals of two distant planes.
        let lit = |i: usize| Lit::from_plane(if i < 20 { 0 } else { 999 }, i as u32);
        lists.grow(1000);
        (0..40).for_each(|i| {
            lists.push(lit(i), Watch { at: 0, blocker: Lit(0) });
            vectors[i].push(0);
        });
        for at in 0..20_000u32 {
            let i = rng.random_range(0..40usize) * rng.random_range(0..2usize);
            match rng.random_range(0..100) {
                0 => {
                    lists.retain(|w| w.at % 3 != 0);
                    vectors.iter_mut().for_each(|v: &mut Vec<u32>| v.retain(|at| at % 3 != 0));
                }
                1..10 => {
                    let all = lists.range(lists.list(lit(i)));
                    let from = rng.random_range(0..=vectors[i].len());
                    let to = rng.random_range(from..=vectors[i].len());
                    lists.close(lists.list(lit(i)), all.start + from..all.start + to);
                    vectors[i].drain(from..to);
                }
                _ => {
                    lists.push(lit(i), Watch { at, blocker: Lit(at) });
                    vectors[i].push(at);
                }
            }
            let list: Vec<u32> =
                lists.range(lists.list(lit(i))).map(|place| lists.get(place).at).collect();
            assert_eq!(list, vectors[i]);
        }
        let all = (0..40).map(|i| lists.range(lists.list(lit(i))).len()).sum::<usize>();
        assert_eq!(all, vectors.iter().map(Vec::len).sum::<usize>());
    }
}
