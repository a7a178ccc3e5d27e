//! Slots by score: a binary heap that knows where each slot stands.
//!
//! A place holds the slot and its score, so that moves up and down, and walks from the top, read one
//! array. Of equal scores the one that came first stays above. The networks of large boards have millions
//! of slots, so building a heap polls for interrupts.

use crate::kernel::{Halt, StepCounter};

/// Taken out.
const OUT: u32 = u32::MAX;
/// Never in the heap.
const FOREIGN: u32 = u32::MAX - 1;

/// Average scores per bucket, and the maximal number of buckets.
const BUCKET: usize = 64;
const MOST_BUCKETS: usize = 1 << 16;
/// Up to this number, scores are sorted at once.
const FEW: usize = 1 << 12;

#[derive(Clone, Copy, Debug)]
struct Item {
    score: f64,
    slot: u32,
}

/// A binary heap, the highest score first.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    items: Vec<Item>,
    /// Per slot where it stands, or that it is [`OUT`] or [`FOREIGN`].
    place: Vec<u32>,
    /// Scratch of a walk.
    walk: Vec<u32>,
}

impl Heap {
    /// A heap of these slots, by falling scores, out of `slots` in total: the others can never be
    /// added.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn new(
        slots: usize,
        sorted: impl Iterator<Item = (u32, f64)>,
        counter: &StepCounter<'_>,
    ) -> Result<Heap, Halt> {
        let item = |(slot, score)| counter.spend(1).map(|()| Item { score, slot });
        let items = sorted.map(item).collect::<Result<Vec<Item>, Halt>>()?;
        debug_assert!(items.is_sorted_by(|a, b| a.score >= b.score), "the highest score first");
        let mut place = vec![FOREIGN; slots];
        for (i, item) in (0..).zip(&items) {
            counter.spend(1)?;
            place[item.slot as usize] = i;
        }
        Ok(Heap { items, place, walk: Vec::new() })
    }

    /// A heap with one slot per score, in any order; of equal scores the lower slot comes first. Linear if scores are
    /// spread evenly or few differ.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn from_scores(scores: &[f64], counter: &StepCounter<'_>) -> Result<Heap, Halt> {
        let slots = falling(scores, counter)?.into_iter();
        Heap::new(scores.len(), slots.map(|slot| (slot, scores[slot as usize])), counter)
    }

    /// The slots, in the order in which they stand.
    pub fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.items.iter().map(|item| item.slot)
    }

    /// Adds the next slot; it counts as taken out.
    pub fn grow(&mut self) {
        self.place.push(OUT);
    }

    /// Puts a slot back that was taken out; any other stays where it is.
    #[inline]
    pub fn add(&mut self, slot: u32, score: f64) {
        if self.place[slot as usize] == OUT {
            self.items.push(Item { score, slot });
            self.up(self.items.len() - 1);
        }
    }

    /// Raises the score of a slot, if it is in the heap.
    #[inline]
    pub fn raise(&mut self, slot: u32, score: f64) {
        let at = self.place[slot as usize];
        if at < FOREIGN {
            self.items[at as usize].score = score;
            self.up(at as usize);
        }
    }

    /// Divides all scores by the same number.
    pub fn scale_down(&mut self, by: f64) {
        self.items.iter_mut().for_each(|item| item.score /= by);
    }

    /// Takes out the slot on top.
    pub fn pop(&mut self) -> Option<u32> {
        let top = self.items.first()?.slot;
        let last = self.items.pop().expect("there is a first");
        self.place[top as usize] = OUT;
        if !self.items.is_empty() {
            self.items[0] = last;
            self.down(0);
        }
        Some(top)
    }

    /// Calls `look` with slots and scores from the top down. `look` returns the score below which
    /// slots are of no interest; subtrees below such slots are skipped.
    #[inline]
    pub fn walk(&mut self, mut look: impl FnMut(u32, f64) -> f64) {
        let items = &self.items[..];
        let mut floor = f64::NEG_INFINITY;
        self.walk.clear();
        self.walk.extend((!items.is_empty()).then_some(0));
        while let Some(i) = self.walk.pop() {
            let Item { score, slot } = items[i as usize];
            if score < floor {
                continue;
            }
            floor = look(slot, score);
            for child in [2 * i + 2, 2 * i + 1] {
                if items.get(child as usize).is_some_and(|item| item.score >= floor) {
                    self.walk.push(child);
                }
            }
        }
    }

    fn up(&mut self, mut i: usize) {
        let item = self.items[i];
        while i > 0 {
            let parent = (i - 1) / 2;
            let above = self.items[parent];
            if above.score >= item.score {
                break;
            }
            self.items[i] = above;
            self.place[above.slot as usize] = i as u32;
            i = parent;
        }
        self.items[i] = item;
        self.place[item.slot as usize] = i as u32;
    }

    fn down(&mut self, mut i: usize) {
        let item = self.items[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.items.len() {
                break;
            }
            let score = |j: usize| self.items[j].score;
            if child + 1 < self.items.len() && score(child + 1) > score(child) {
                child += 1;
            }
            if score(child) <= item.score {
                break;
            }
            let below = self.items[child];
            self.items[i] = below;
            self.place[below.slot as usize] = i as u32;
            i = child;
        }
        self.items[i] = item;
        self.place[item.slot as usize] = i as u32;
    }
}

/// Slots by falling scores, of equal scores the lower slot first.
fn falling(scores: &[f64], counter: &StepCounter<'_>) -> Result<Vec<u32>, Halt> {
    let mut slots: Vec<u32> = (0..scores.len() as u32).collect();
    let mut dealt = vec![0; scores.len()];
    sort(&mut slots, &mut dealt, scores, counter)?;
    Ok(slots)
}

/// Sorts slots by falling scores and leaves equal ones in their order. They are dealt into buckets, each of which
/// is sorted in the same way: sorting millions at once takes several times as long, and cannot be interrupted.
/// `dealt` is scratch of the same length.
fn sort(
    slots: &mut [u32],
    dealt: &mut [u32],
    scores: &[f64],
    counter: &StepCounter<'_>,
) -> Result<(), Halt> {
    counter.spend(slots.len())?;
    let score = |slot: u32| scores[slot as usize];
    let ends = (slots.iter().map(|&slot| score(slot)))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), s| (least.min(s), most.max(s)));
    let buckets = (slots.len() / BUCKET + 1).min(MOST_BUCKETS);
    let by = buckets as f64 / (ends.1 - ends.0);
    // Equal scores are already in order, which one pass verifies, and a range that floats cannot divide is
    // rare.
    if slots.len() <= FEW || !by.is_normal() {
        slots.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        return Ok(());
    }
    // High scores come first, so bucket numbers never decrease while scores fall.
    let bucket = |slot: u32| (((ends.1 - score(slot)) * by) as usize).min(buckets - 1);
    let mut starts = vec![0; buckets + 1];
    for &slot in &*slots {
        counter.spend(1)?;
        starts[bucket(slot) + 1] += 1;
    }
    for b in 0..buckets {
        starts[b + 1] += starts[b];
    }
    let mut next = starts.clone();
    for &slot in &*slots {
        counter.spend(1)?;
        let place = &mut next[bucket(slot)];
        dealt[*place] = slot;
        *place += 1;
    }
    slots.copy_from_slice(dealt);
    for own in starts.windows(2) {
        let own = own[0]..own[1];
        if own.len() > 1 {
            sort(&mut slots[own.clone()], &mut dealt[own], scores, counter)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// A slot raised after all scores were divided stands above those that were higher before.
    #[test]
    fn scores_are_divided_where_they_stand() {
        let sorted = [(0, 8.0), (1, 6.0), (2, 4.0)].into_iter();
        let mut heap =
            Heap::new(3, sorted, &StepCounter::new(None)).expect("this counter never interrupts");
        heap.scale_down(10.0);
        heap.raise(2, 0.7);
        assert_eq!([heap.pop(), heap.pop(), heap.pop()], [Some(0), Some(2), Some(1)]);
    }

    proptest! {
        /// Pop returns the highest slot; a walk visits all slots that are high enough, and none
        /// before its ancestors.
        #[test]
        fn the_highest_comes_first(
            first in prop::collection::vec(0u32..50, 1..40),
            steps in prop::collection::vec((0u8..3, 0usize..40, 1u32..30), 0..60),
        ) {
            let mut scores: Vec<f64> = first.iter().map(|&s| f64::from(s)).collect();
            let mut sorted: Vec<u32> = (0..scores.len() as u32).collect();
            sorted.sort_by(|&a, &b| scores[b as usize].total_cmp(&scores[a as usize]));
            let all = sorted.iter().map(|&s| (s, scores[s as usize]));
            let endless = StepCounter::new(None);
            let mut heap = Heap::new(scores.len(), all, &endless).expect("this counter never interrupts");
            let mut there = vec![true; scores.len()];
            for (what, slot, by) in steps {
                let slot = slot % scores.len();
                match what {
                    0 => {
                        scores[slot] += f64::from(by);
                        heap.raise(slot as u32, scores[slot]);
                    }
                    1 => {
                        heap.add(slot as u32, scores[slot]);
                        there[slot] = true;
                    }
                    _ => {
                        let left = (0..scores.len()).filter(|&s| there[s]).map(|s| scores[s]);
                        let highest = left.max_by(f64::total_cmp);
                        let top = heap.pop().map(|s| s as usize);
                        prop_assert_eq!(top.map(|s| scores[s]), highest);
                        top.into_iter().for_each(|s| there[s] = false);
                    }
                }
            }
            let floor = 25.0;
            let mut met = Vec::new();
            heap.walk(|slot, score| {
                met.push((slot as usize, score));
                floor
            });
            met.retain(|&(_, score)| score >= floor);
            prop_assert!(met.iter().all(|&(slot, score)| there[slot] && scores[slot] == score));
            met.sort_by_key(|&(slot, _)| slot);
            let wanted = (0..scores.len()).filter(|&s| there[s] && scores[s] >= floor);
            prop_assert_eq!(met.iter().map(|m| m.0).collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
        }
    }

    /// Scores of all kinds are sorted as by a plain stable sort.
    #[test]
    fn scores_fall() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for n in [0usize, 1, 2, 63, 64, 1000, 70_000] {
            let random = |rng: &mut ChaCha8Rng| rng.random_range(-1.0..1.0f64);
            let mut lists: Vec<Vec<f64>> = vec![
                (0..n).map(|_| 1.0 / f64::from(rng.random_range(2..2500u32))).collect(),
                (0..n).map(|_| random(&mut rng)).collect(),
                (0..n).map(|_| random(&mut rng).powi(9) * 1e300).collect(),
                (0..n).map(|_| f64::from(rng.random_range(0..3u32)) * 1e-3).collect(),
                vec![0.5; n],
            ];
            lists.push(lists[1].iter().map(|s| s * 1e-310).collect());
            for scores in lists {
                let mut sorted: Vec<u32> = (0..n as u32).collect();
                sorted.sort_by(|&x, &y| scores[y as usize].total_cmp(&scores[x as usize]));
                let fallen = falling(&scores, &StepCounter::new(None))
                    .expect("this counter never interrupts");
                assert!(fallen == sorted, "{n} scores");
            }
        }
    }
}
