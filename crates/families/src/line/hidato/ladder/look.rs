//! The conclusions of each technique from a position.

use super::{LineLadder, NONE, TechniqueId};
use clew_engine::structures::bits::{has, members};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Finding, Found};
use smallvec::SmallVec;

/// The most numbers, or cells, that are searched for groups; a person does not examine more either.
const MAX_GROUP_ITEMS: usize = 200;

impl LineLadder {
    /// Numbers whose neighbours in the line are placed (both, or one) and that have one place left.
    pub(super) fn beside(&self, both: bool, found: &mut Found) {
        let n = self.len();
        for k in members(&self.news.lone) {
            let before = k > 0 && self.is_placed(k - 1);
            let after = k + 1 < n && self.is_placed(k + 1);
            let wanted = if both { before && after } else { before || after };
            if wanted {
                let c = members(self.cells(k)).next().expect("one place is left");
                found.add([Finding::is(c, k + 1)], [c, k, before.into(), after.into()]);
            }
        }
    }

    /// Of two cells that are marked to follow each other, each holds a number adjacent to a possible number of the
    /// other.
    pub(super) fn marks(&self, found: &mut Found) {
        for &[a, b] in self.terrain.board.links() {
            for (cell, other) in [(a, b), (b, a)] {
                if self.is_filled(cell) {
                    continue;
                }
                let beside = |j: u32| j < self.len() && self.may(other, j);
                let lonely = |&k: &u32| !beside(k.wrapping_sub(1)) && !beside(k + 1);
                let gone = members(self.numbers(cell)).filter(lonely);
                let findings = gone.map(|k| Finding::is_not(cell, k + 1));
                found.add(findings, [cell, other, 0, 0]);
            }
        }
    }

    /// A line that enters an open cell leaves it again: with one exit it ends there; with two, one of
    /// them a placed number, the cell is next to that one.
    pub(super) fn dead_ends(&self, found: &mut Found) {
        let last = self.len() - 1;
        for c in self.tight() {
            let exits: SmallVec<[Cell; 3]> = self.exits(c).take(3).collect();
            let stays: Vec<u32> = match exits[..] {
                [_] => vec![0, last],
                [a, b] if !self.may_end(c) => {
                    let mut stays: Option<Vec<u32>> = None;
                    for m in
                        [a, b].map(|q| self.number[q as usize]).into_iter().filter(|&m| m != NONE)
                    {
                        let beside = [m.wrapping_sub(1), m + 1];
                        stays = Some(match stays {
                            None => beside.to_vec(),
                            Some(kept) => kept.into_iter().filter(|k| beside.contains(k)).collect(),
                        });
                    }
                    let Some(stays) = stays else { continue };
                    stays
                }
                _ => continue,
            };
            let left: Vec<u32> = members(self.numbers(c)).filter(|k| stays.contains(k)).collect();
            let findings = match left[..] {
                [k] => vec![Finding::is(c, k + 1)],
                _ => {
                    let gone = members(self.numbers(c)).filter(|k| !stays.contains(k));
                    gone.map(|k| Finding::is_not(c, k + 1)).collect::<Vec<_>>()
                }
            };
            found.add(findings, [c, exits.len() as u32, 0, 0]);
        }
    }

    pub(super) fn single_positions(&self, found: &mut Found) {
        for k in members(&self.news.lone) {
            let c = members(self.cells(k)).next().expect("one place is left");
            found.add([Finding::is(c, k + 1)], [c, k, 0, 0]);
        }
    }

    pub(super) fn single_numbers(&self, found: &mut Found) {
        for c in members(&self.news.sole) {
            let k = members(self.numbers(c)).next().expect("one number is left");
            found.add([Finding::is(c, k + 1)], [c, k, 0, 0]);
        }
    }

    /// A place of a number must touch a place of the number before it, and one of the number after.
    pub(super) fn overlaps(&self, found: &mut Found) {
        let n = self.len();
        let changed = |k: u32| self.news.number(TechniqueId::Overlap, k);
        for k in (0..n).filter(|&k| !self.is_placed(k)) {
            let beside = [k.checked_sub(1), Some(k + 1).filter(|&j| j < n)];
            for j in beside.into_iter().flatten().filter(|&j| changed(j) || changed(k)) {
                let near = self.terrain.near(self.cells(j));
                let lonely = members(self.cells(k)).filter(|&c| !has(&near, c));
                found.add(lonely.map(|c| Finding::is_not(c, k + 1)), [k, j, 0, 0]);
            }
        }
    }

    /// Distances once more, around what is filled: between two placed numbers that follow each other
    /// the line goes over open cells only.
    pub(super) fn ways(&mut self, found: &mut Found) {
        let n = self.len();
        for k in members(&self.news.roads()) {
            let (below, above) = self.around(k);
            let runs = [(below.map_or(0, |j| j + 1), k), (k + 1, above.unwrap_or(n))];
            let most = runs.iter().map(|(a, b)| b.saturating_sub(*a)).max().unwrap_or(0);
            let from = self.at[k as usize];
            let rings = self.terrain.rings(from, most, Some(&self.news.filled));
            let before = found.len();
            for j in runs.into_iter().flat_map(|(a, b)| a..b) {
                let within = rings.after(j.abs_diff(k));
                let late = members(self.cells(j)).filter(|&c| !has(within, c));
                found.add(late.map(|c| Finding::is_not(c, j + 1)), [j, k, 0, 0]);
            }
            if found.len() == before {
                self.news.no_news_from(k, &rings.all);
            }
        }
    }

    /// As many numbers as cells that have no other place: the cells hold nothing else. And cells that
    /// can hold no other numbers: those stand nowhere else.
    pub(super) fn groups(&self, size: usize, found: &mut Found) {
        let n = self.len();
        let rung = if size == 2 { TechniqueId::Pair } else { TechniqueId::Triple };
        let few = |left: u32| left > 1 && left as usize <= size;
        let numbers: Items = (0..n).filter(|&k| few(self.places[k as usize])).collect();
        let cells: Items = (0..n).filter(|&c| few(self.holds[c as usize])).collect();
        let changed = [
            numbers.iter().any(|&k| self.news.number(rung, k)),
            cells.iter().any(|&c| self.news.cell(rung, c)),
        ];
        for (side, items) in [numbers, cells].into_iter().enumerate() {
            if items.len() > MAX_GROUP_ITEMS || !changed[side] {
                continue;
            }
            let row = |i: u32| if side == 0 { self.cells(i) } else { self.numbers(i) };
            closed(&items, size, &|i| members(row(i)).collect(), &mut |chosen, union| {
                let others = |u: u32| if side == 0 { self.numbers(u) } else { self.cells(u) };
                let gone = union.iter().flat_map(|&u| members(others(u)).map(move |i| (u, i)));
                let findings = gone
                    .filter(|(_, i)| !chosen.contains(i))
                    .map(|(u, i)| if side == 0 { (u, i) } else { (i, u) })
                    .map(|(c, k)| Finding::is_not(c, k + 1));
                let third = chosen.get(2).copied().unwrap_or(NONE);
                found.add(findings, [side as u32, chosen[0], chosen[1], third]);
            });
        }
    }
}

/// Items that may be in groups.
type Items = SmallVec<[u32; 64]>;

/// A few items, or the union of their lists; never more than three.
type Few = SmallVec<[u32; 3]>;

/// All choices of `size` items whose lists have `size` members among them.
fn closed(
    items: &[u32],
    size: usize,
    list: &dyn Fn(u32) -> Few,
    report: &mut dyn FnMut(&[u32], &[u32]),
) {
    let lists: SmallVec<[(u32, Few); 32]> = items.iter().map(|&i| (i, list(i))).collect();
    extend(&lists, size, &mut Few::new(), &Few::new(), report);
}

fn extend(
    lists: &[(u32, Few)],
    size: usize,
    chosen: &mut Few,
    union: &Few,
    report: &mut dyn FnMut(&[u32], &[u32]),
) {
    if chosen.len() == size {
        if union.len() == size {
            report(chosen, union);
        }
        return;
    }
    for (i, (item, list)) in lists.iter().enumerate() {
        // A list that shares nothing with the others makes no group with them.
        let fresh = || list.iter().copied().filter(|u| !union.contains(u));
        if union.len() + fresh().count() <= size {
            let with: Few = union.iter().copied().chain(fresh()).collect();
            chosen.push(*item);
            extend(&lists[i + 1..], size, chosen, &with, report);
            chosen.pop();
        }
    }
}
