//! Many short lists that grow, in one array.

use std::ops::Range;

/// Where a list lies.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Run {
    start: u32,
    end: u32,
    /// The end of its capacity.
    limit: u32,
}

/// Lists of small items in one array. Each starts with a given capacity. A list that outgrows its capacity
/// moves to the end of the array, and its old place stays empty.
#[derive(Clone, Default, Debug)]
pub struct Lists<T> {
    runs: Vec<Run>,
    items: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    /// One empty list per number, with that capacity.
    ///
    /// # Panics
    /// If they are more than fit into 32 bits.
    pub fn with_capacities(rooms: &[u32]) -> Lists<T> {
        let mut end = 0u32;
        let run = |&room: &u32| {
            let start = end;
            end = end.checked_add(room).expect("the rooms fit into 32 bits");
            Run { start, end: start, limit: end }
        };
        let runs = rooms.iter().map(run).collect();
        Lists { runs, items: vec![T::default(); end as usize] }
    }

    /// The positions of the items of a list, valid until an item is added to it, for [`Lists::at`] and
    /// [`Lists::set`].
    #[inline]
    pub fn range(&self, list: usize) -> Range<usize> {
        let Run { start, end, .. } = self.runs[list];
        start as usize..end as usize
    }

    /// The items of a list.
    #[inline]
    pub fn list(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }

    /// The item at this place of the array.
    #[inline]
    pub fn at(&self, place: usize) -> T {
        self.items[place]
    }

    /// Changes the item at this place of the array.
    #[inline]
    pub fn set(&mut self, place: usize, item: T) {
        self.items[place] = item;
    }

    /// Adds an item at the end of a list.
    #[inline]
    pub fn push(&mut self, list: usize, item: T) {
        let run = &mut self.runs[list];
        let end = run.end;
        if end < run.limit {
            run.end += 1;
            self.items[end as usize] = item;
        } else {
            self.widen(list, item);
        }
    }

    /// Removes the places `gap` of the array from the list that they belong to.
    #[inline]
    pub fn close(&mut self, list: usize, gap: Range<usize>) {
        if !gap.is_empty() {
            let end = self.range(list).end;
            self.items.copy_within(gap.end..end, gap.start);
            self.runs[list].end -= gap.len() as u32;
        }
    }

    #[cold]
    fn widen(&mut self, list: usize, item: T) {
        let old = self.range(list);
        let room = (2 * old.len()).max(4);
        let start = self.items.len();
        let limit = u32::try_from(start + room).expect("the rooms fit into 32 bits");
        self.items.resize(limit as usize, T::default());
        let end = start + old.len();
        self.items.copy_within(old, start);
        self.items[end] = item;
        self.runs[list] = Run { start: start as u32, end: end as u32 + 1, limit };
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
        for _ in 0..200 {
            let many = rng.random_range(1..6usize);
            let rooms: Vec<u32> = (0..many).map(|_| rng.random_range(0..4)).collect();
            let mut lists = Lists::with_capacities(&rooms);
            let mut vectors = vec![Vec::new(); many];
            for item in 0..rng.random_range(0..120u32) {
                let i = rng.random_range(0..many);
                let len = vectors[i].len();
                match rng.random_range(0..8) {
                    0 => {
                        let (a, b) = (rng.random_range(0..=len), rng.random_range(0..=len));
                        let (from, to) = (a.min(b), a.max(b));
                        let start = lists.range(i).start;
                        lists.close(i, start + from..start + to);
                        vectors[i].drain(from..to);
                    }
                    1 if len > 0 => {
                        let j = rng.random_range(0..len);
                        let place = lists.range(i).start + j;
                        assert_eq!(lists.at(place), vectors[i][j]);
                        lists.set(place, item);
                        vectors[i][j] = item;
                    }
                    _ => {
                        lists.push(i, item);
                        vectors[i].push(item);
                    }
                }
                (0..many).for_each(|i| assert_eq!(lists.list(i), vectors[i]));
            }
        }
    }
}
