//! Smallest hitting sets: the fewest elements of which every set of a list has one.
//!
//! Sizes are tried one after the other. For each, an exact search branches over the elements of a set
//! that is not hit yet, the smallest one first; sets that have no element in common bound from below
//! how many are still needed.

use clew_engine::run::{Budget, Stop};

/// Elements that are looked at between two looks at the budget.
const POLL: u64 = 1 << 17;

/// A smallest hitting set of at least `from` elements; sets of fewer are known not to be enough.
/// Elements of a set are tried in its order. Exponential in the size of the answer.
///
/// # Errors
/// Why it was stopped, or [`Stop::Nodes`] after this number of `steps`: elements that were looked at.
pub fn smallest(
    sets: &[Vec<u32>],
    from: usize,
    steps: u64,
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    debug_assert!(sets.iter().all(|set| !set.is_empty()), "an empty set cannot be hit");
    let elements = sets.iter().flatten().max().map_or(0, |&e| e as usize + 1);
    let mut search = Search {
        sets,
        chosen: Vec::new(),
        is_chosen: vec![false; elements],
        stamps: vec![0; elements],
        stamp: 0,
        steps: 0,
        poll: POLL,
        most: steps,
        budget,
    };
    let mut size = from;
    loop {
        if search.hits(size)? {
            return Ok(search.chosen);
        }
        size += 1;
    }
}

struct Search<'a> {
    sets: &'a [Vec<u32>],
    chosen: Vec<u32>,
    is_chosen: Vec<bool>,
    /// Per element the last node that saw it in one of the sets it kept apart.
    stamps: Vec<u64>,
    stamp: u64,
    steps: u64,
    /// The number of steps at which the budget is checked next.
    poll: u64,
    most: u64,
    budget: &'a Budget,
}

impl Search<'_> {
    /// Whether `left` more elements can hit everything; if so they are chosen. As deep as the answer
    /// is large, which is little where this ends at all.
    fn hits(&mut self, left: usize) -> Result<bool, Stop> {
        if self.steps >= self.most {
            return Err(Stop::Nodes);
        }
        if self.steps >= self.poll {
            self.poll = self.steps + POLL;
            if let Some(stop) = self.budget.urgent() {
                return Err(stop);
            }
        }
        self.stamp += 1;
        let mut first: Option<&Vec<u32>> = None;
        let mut needed = 0;
        for set in self.sets {
            self.steps += set.len() as u64;
            if set.iter().any(|&e| self.is_chosen[e as usize]) {
                continue;
            }
            if first.is_none_or(|first| set.len() < first.len()) {
                first = Some(set);
            }
            // Sets without a common element need one each.
            if !set.iter().any(|&e| self.stamps[e as usize] == self.stamp) {
                set.iter().for_each(|&e| self.stamps[e as usize] = self.stamp);
                needed += 1;
                if needed > left {
                    return Ok(false);
                }
            }
        }
        let Some(first) = first else { return Ok(true) };
        for &element in first {
            self.chosen.push(element);
            self.is_chosen[element as usize] = true;
            if self.hits(left - 1)? {
                return Ok(true);
            }
            self.is_chosen[element as usize] = false;
            self.chosen.pop();
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// As small as the best of all subsets.
    #[test]
    fn it_is_smallest() {
        for seed in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let n = rng.random_range(1..10u32);
            let sets: Vec<Vec<u32>> = (0..rng.random_range(0..9))
                .map(|_| {
                    let mut set: Vec<u32> = (0..n).filter(|_| rng.random_bool(0.3)).collect();
                    if set.is_empty() {
                        set.push(rng.random_range(0..n));
                    }
                    set
                })
                .collect();
            let all_hit = |s: u32| sets.iter().all(|set| set.iter().any(|e| s >> e & 1 == 1));
            let best = (0..1u32 << n).filter(|&s| all_hit(s)).map(u32::count_ones).min();
            let found = smallest(&sets, 0, u64::MAX, &Budget::unlimited()).expect("no limit");
            assert_eq!(Some(found.len() as u32), best, "seed {seed}");
            assert!(all_hit(found.iter().map(|e| 1 << e).sum()));
        }
    }

    #[test]
    fn it_gives_up() {
        let sets: Vec<Vec<u32>> = (0..20).map(|i| (0..20).filter(|j| *j != i).collect()).collect();
        assert_eq!(smallest(&sets, 0, 3, &Budget::unlimited()), Err(Stop::Nodes));
    }
}
