//! Which of the clues that may be given, the *items*, are given, and the sets of items that other fillings require.
//!
//! Another filling is represented by the set of items that it contradicts; at least one item of each set must be given.
//! An item that is the only given one of some set is needed without a test.

use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::family::Judgement;
use rustc_hash::FxHashSet;

/// The given items, and the sets that require them.
pub(super) struct Separators {
    /// Per item whether it is given.
    given: Vec<bool>,
    sets: Vec<Vec<u32>>,
    known: FxHashSet<Vec<u32>>,
    /// Per item the sets that have it.
    of: Vec<Vec<u32>>,
    /// Per set how many of its items are given.
    hits: Vec<u32>,
    /// Sets without a given item at the last check.
    open: Vec<u32>,
}

impl Separators {
    /// No set, and none of this many items is given.
    pub(super) fn new(items: usize) -> Separators {
        Separators {
            given: vec![false; items],
            sets: Vec::new(),
            known: FxHashSet::default(),
            of: vec![Vec::new(); items],
            hits: Vec::new(),
            open: Vec::new(),
        }
    }

    /// As [`Separators::new`], but the first items are given, and the others are not.
    pub(super) fn giving(given: usize, others: usize) -> Separators {
        let mut items = Separators::new(given + others);
        (0..given).for_each(|item| items.give(item));
        items
    }

    /// Per item whether it is given.
    pub(super) fn given(&self) -> &[bool] {
        &self.given
    }

    /// The items that are given, or those that are not.
    pub(super) fn items(&self, given: bool) -> impl Iterator<Item = usize> {
        self.given.iter().enumerate().filter(move |&(_, &is)| is == given).map(|(item, _)| item)
    }

    pub(super) fn give(&mut self, item: usize) {
        if !std::mem::replace(&mut self.given[item], true) {
            self.of[item].iter().for_each(|&set| self.hits[set as usize] += 1);
        }
    }

    pub(super) fn take(&mut self, item: usize) {
        if std::mem::replace(&mut self.given[item], false) {
            for &set in &self.of[item] {
                self.hits[set as usize] -= 1;
                if self.hits[set as usize] == 0 {
                    self.open.push(set);
                }
            }
        }
    }

    /// Gives these items and no others.
    pub(super) fn set(&mut self, given: &[bool]) {
        for (item, &wanted) in given.iter().enumerate() {
            match wanted {
                true => self.give(item),
                false => self.take(item),
            }
        }
    }

    /// Notes a set that is not known yet.
    pub(super) fn learn(&mut self, mut set: Vec<u32>) {
        set.sort_unstable();
        set.dedup();
        if set.is_empty() || !self.known.insert(set.clone()) {
            return;
        }
        let number = self.sets.len() as u32;
        let hits = set.iter().filter(|&&item| self.given[item as usize]).count() as u32;
        set.iter().for_each(|&item| self.of[item as usize].push(number));
        if hits == 0 {
            self.open.push(number);
        }
        self.sets.push(set);
        self.hits.push(hits);
    }

    /// Whether some set has no other item that is given.
    pub(super) fn is_needed(&self, item: usize) -> bool {
        self.of[item].iter().any(|&set| self.hits[set as usize] == 1)
    }

    /// Takes a given item away if one solution is left by the judgement of the other given items; otherwise it is given again,
    /// and `sets` makes sets of the other solutions. Returns whether it is gone; `None` if the caller has cancelled.
    pub(super) fn spare(
        &mut self,
        item: usize,
        judgement: impl FnOnce(&Separators) -> Judgement,
        sets: impl FnOnce(&[Answer]) -> Vec<Vec<u32>>,
    ) -> Option<bool> {
        if self.is_needed(item) {
            return Some(false);
        }
        self.take(item);
        let judgement = judgement(self);
        if judgement == Judgement::Unique {
            return Some(true);
        }
        self.give(item);
        match judgement {
            Judgement::Stopped => return None,
            Judgement::Multiple(answers) => {
                sets(&answers).into_iter().for_each(|set| self.learn(set));
            }
            _ => {}
        }
        Some(false)
    }

    /// How many sets without a given item have this one.
    pub(super) fn open_with(&self, item: usize) -> usize {
        self.of[item].iter().filter(|&&set| self.hits[set as usize] == 0).count()
    }

    /// The numbers of the sets without a given item, in the order in which they are hit, from the last one on.
    pub(super) fn open(&mut self) -> &mut Vec<u32> {
        self.open.retain(|&set| self.hits[set as usize] == 0);
        &mut self.open
    }

    /// The items of the next set to hit; `None` if every set has a given item.
    pub(super) fn next_open(&mut self) -> Option<Vec<usize>> {
        while self.hits[*self.open.last()? as usize] > 0 {
            self.open.pop();
        }
        let set = &self.sets[*self.open.last()? as usize];
        Some(set.iter().map(|&item| item as usize).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// Whatever is given and taken, open sets and needed items are those of a count from scratch.
    #[test]
    fn counts_are_those_from_scratch() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut items = Separators::new(9);
        let mut sets: Vec<Vec<u32>> = Vec::new();
        for _ in 0..2_000 {
            match rng.random_range(0..8) {
                0 if sets.len() < 30 => {
                    let set: Vec<u32> = (0..9).filter(|_| rng.random_bool(0.3)).collect();
                    items.learn(set.clone());
                    sets.extend((!set.is_empty() && !sets.contains(&set)).then_some(set));
                }
                k if k < 5 => items.give(rng.random_range(0..9)),
                _ => items.take(rng.random_range(0..9)),
            }
            let given = items.given().to_vec();
            let hits = |set: &[u32]| set.iter().filter(|&&item| given[item as usize]).count();
            let open: Vec<&Vec<u32>> = sets.iter().filter(|set| hits(set) == 0).collect();
            assert_eq!(items.open().is_empty(), open.is_empty());
            let next = items.next_open();
            assert_eq!(next.is_some(), !open.is_empty());
            let as_set = |set: Vec<usize>| set.into_iter().map(|item| item as u32).collect();
            assert!(next.is_none_or(|set| open.contains(&&as_set(set))));
            for item in 0..9u32 {
                let has = |set: &&Vec<u32>| set.contains(&item);
                let alone = sets.iter().filter(has).any(|set| hits(set) == 1);
                assert!(!given[item as usize] || items.is_needed(item as usize) == alone);
                let waiting = open.iter().filter(|set| set.contains(&item)).count();
                assert_eq!(items.open_with(item as usize), waiting);
            }
        }
    }
}
