//! Of all deductions of a technique in one look, the fewest that together give all its findings.
//!
//! Deductions overlap: two cells in a row that have two ways out each draw the edge between them twice. Taken one after
//! the other, some would add nothing new, and which ones would depend on their order. So the fewest are kept that
//! together have all findings: then each of them has a finding that none of the others has, and their number does not
//! depend on how a board lies.
//!
//! That is a smallest set cover, solved in independent parts: a deduction that alone has some finding is needed; a
//! deduction whose findings are all in another one is dropped; and where both rules leave a rest, one finding is
//! branched on, with each deduction that has it. After [`MOST`] such branches the largest deductions are taken.

use clew_puzzle::puzzle::ladder::{Finding, Ladder};
use rustc_hash::FxHashMap;

/// Tries for one look. Hardly any board needs ten.
const MOST: u32 = 2_000;

/// Per deduction, given by its findings, whether it is one of the fewest that have all of them. Findings that are
/// struck out at once by a placed number or a drawn edge count as part of it.
pub(super) fn fewest(ladder: &dyn Ladder, all: &[&[Finding]]) -> Vec<bool> {
    let mut numbers: FxHashMap<Finding, u32> = FxHashMap::default();
    let implied = implied(ladder, all);
    let sets = all.iter().enumerate().map(|(i, findings)| {
        let news = findings.iter().filter(|finding| !implied.contains(finding));
        let mut set: Vec<u32> = news
            .map(|&finding| {
                let next = numbers.len() as u32;
                *numbers.entry(finding).or_insert(next)
            })
            .collect();
        set.sort_unstable();
        set.dedup();
        Set { owner: i, says: set }
    });
    let mut stays = vec![false; all.len()];
    for owner in (Search { tries: MOST }).smallest(sets.collect()) {
        stays[owner] = true;
    }
    stays
}

/// The findings "it is not" that follow at once from all findings "it is" together, where there are both.
fn implied(ladder: &dyn Ladder, all: &[&[Finding]]) -> Vec<Finding> {
    let is_so = || all.iter().flat_map(|findings| findings.iter()).filter(|f| f.holds);
    let is_not = || all.iter().flat_map(|findings| findings.iter()).filter(|f| !f.holds);
    if is_so().next().is_none() || is_not().next().is_none() {
        return Vec::new();
    }
    let mut then = ladder.copy();
    if is_so().any(|&finding| then.learn(finding).is_err()) {
        return Vec::new();
    }
    // A finding "it is not" has no consequences that are drawn at once.
    is_not().copied().filter(|&finding| then.learn(finding) == Ok(false)).collect()
}

/// The findings of a deduction that are not covered yet.
#[derive(Clone)]
struct Set {
    owner: usize,
    says: Vec<u32>,
}

struct Search {
    tries: u32,
}

impl Search {
    /// The owners of as few sets as cover all findings; with no branches left perhaps of a few more.
    fn smallest(&mut self, mut sets: Vec<Set>) -> Vec<usize> {
        let mut chosen = Vec::new();
        loop {
            sets.retain(|set| !set.says.is_empty());
            let who = who_says(&sets);
            let mut needed = vec![false; sets.len()];
            who.values().filter(|who| who.len() == 1).for_each(|who| needed[who[0]] = true);
            if needed.contains(&true) {
                let own = (0..sets.len()).filter(|&i| needed[i]);
                let said: Vec<u32> = own.clone().flat_map(|i| sets[i].says.clone()).collect();
                chosen.extend(own.map(|i| sets[i].owner));
                sets = without(&sets, said);
                continue;
            }
            let idle: Vec<bool> = (0..sets.len()).map(|i| is_idle(&sets, &who, i)).collect();
            if !idle.contains(&true) {
                break;
            }
            let mut idle = idle.into_iter();
            sets.retain(|_| !idle.next().unwrap_or(false));
        }
        for part in parts(sets) {
            chosen.extend(self.of_part(part));
        }
        chosen
    }

    /// The same for connected sets, none of which is obviously needed.
    fn of_part(&mut self, sets: Vec<Set>) -> Vec<usize> {
        let with = |search: &mut Search, i: usize| {
            let mut chosen = search.smallest(without(&sets, sets[i].says.clone()));
            chosen.push(sets[i].owner);
            chosen
        };
        let who = who_says(&sets);
        let fewest = who.iter().min_by_key(|&(finding, who)| (who.len(), *finding));
        let Some((_, fewest)) = fewest else { return Vec::new() };
        if self.tries < fewest.len() as u32 {
            self.tries = 0;
            let largest = (0..sets.len()).max_by_key(|&i| (sets[i].says.len(), usize::MAX - i));
            return with(self, largest.expect("there is a set"));
        }
        self.tries -= fewest.len() as u32;
        let each: Vec<Vec<usize>> = fewest.iter().map(|&i| with(self, i)).collect();
        each.into_iter().min_by_key(Vec::len).unwrap_or_default()
    }
}

/// Per finding the places of the sets that have it, ascending.
fn who_says(sets: &[Set]) -> FxHashMap<u32, Vec<usize>> {
    let mut who: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (i, set) in sets.iter().enumerate() {
        set.says.iter().for_each(|&finding| who.entry(finding).or_default().push(i));
    }
    who
}

/// Whether another set has all findings of this one; of equal ones the first stays.
fn is_idle(sets: &[Set], who: &FxHashMap<u32, Vec<usize>>, i: usize) -> bool {
    let mine = &sets[i].says;
    who[&mine[0]].iter().any(|&j| {
        let other = &sets[j].says;
        let more = other.len() > mine.len() || (j < i && other.len() == mine.len());
        more && mine.iter().all(|finding| other.binary_search(finding).is_ok())
    })
}

/// The remainders of the sets once these findings are covered.
fn without(sets: &[Set], mut said: Vec<u32>) -> Vec<Set> {
    said.sort_unstable();
    let left = |set: &Set| Set {
        owner: set.owner,
        says: set.says.iter().copied().filter(|f| said.binary_search(f).is_err()).collect(),
    };
    sets.iter().map(left).filter(|set| !set.says.is_empty()).collect()
}

/// The sets in parts, where sets of different parts share no finding.
fn parts(sets: Vec<Set>) -> Vec<Vec<Set>> {
    let who = who_says(&sets);
    let mut part = vec![usize::MAX; sets.len()];
    let mut parts: Vec<Vec<Set>> = Vec::new();
    for first in 0..sets.len() {
        if part[first] != usize::MAX {
            continue;
        }
        part[first] = parts.len();
        let mut open = vec![first];
        while let Some(i) = open.pop() {
            for &j in sets[i].says.iter().flat_map(|finding| &who[finding]) {
                if part[j] == usize::MAX {
                    part[j] = parts.len();
                    open.push(j);
                }
            }
        }
        parts.push(Vec::new());
    }
    for (i, set) in sets.into_iter().enumerate() {
        parts[part[i]].push(set);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// As few as the best of all choices; with no branches left not fewer, and all findings are still covered.
    #[test]
    fn no_fewer_say_as_much() {
        let mut saved = 0;
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let n = rng.random_range(1..11u32);
            let masks: Vec<u32> = (0..rng.random_range(1..12))
                .map(|_| (0..n).filter(|_| rng.random_bool(0.3)).map(|f| 1 << f).sum())
                .collect();
            let says = |mask: u32| (0..n).filter(|f| mask >> f & 1 == 1).collect();
            let sets = || masks.iter().enumerate();
            let sets = || sets().map(|(owner, &mask)| Set { owner, says: says(mask) }).collect();
            let union = |chosen: &[usize]| chosen.iter().fold(0, |all, &i| all | masks[i]);
            let everything = masks.iter().fold(0, |all, mask| all | mask);
            let subsets = 0..1u32 << masks.len();
            let best = subsets
                .filter(|s| {
                    let chosen: Vec<usize> = (0..masks.len()).filter(|i| s >> i & 1 == 1).collect();
                    union(&chosen) == everything
                })
                .map(u32::count_ones)
                .min();
            let found = (Search { tries: MOST }).smallest(sets());
            assert_eq!((Some(found.len() as u32), union(&found)), (best, everything), "{seed}");
            let hasty = (Search { tries: 0 }).smallest(sets());
            assert_eq!(union(&hasty), everything, "{seed}");
            assert!(hasty.len() >= found.len(), "{seed}");
            saved += u32::from(found.len() < masks.iter().filter(|&&m| m != 0).count());
        }
        assert!(saved > 50, "{saved}");
    }
}
