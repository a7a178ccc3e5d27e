//! What each technique concludes from a position.

use super::{LineLadder, NONE};
use crate::puzzle::Cell;
use crate::puzzle::ladder::{Deduction, Finding};
use crate::structures::bits::members;

/// The most numbers, or cells, that are looked at for groups; a person does not look at more either.
const MAX_GROUP_ITEMS: usize = 200;

impl LineLadder {
    /// Numbers whose neighbours in the line are placed (both, or one) and that have one place left.
    pub(super) fn beside(&self, both: bool, found: &mut Vec<Deduction>) {
        let n = self.len();
        for k in (0..n).filter(|&k| !self.is_placed(k) && self.places[k as usize] == 1) {
            let before = k > 0 && self.is_placed(k - 1);
            let after = k + 1 < n && self.is_placed(k + 1);
            let wanted = if both { before && after } else { before || after };
            if wanted {
                let c = members(self.cells(k)).next().expect("one place is left");
                Deduction::add(
                    found,
                    vec![Finding::is(c, k + 1)],
                    [c, k, before.into(), after.into()],
                );
            }
        }
    }

    /// Of two cells that are marked to follow each other one holds a number next to what the other can hold.
    pub(super) fn marks(&self, found: &mut Vec<Deduction>) {
        for &[a, b] in self.board.links() {
            for (cell, other) in [(a, b), (b, a)] {
                if self.is_filled(cell) {
                    continue;
                }
                let beside = |j: u32| j < self.len() && self.may(other, j);
                let lonely = |&k: &u32| !beside(k.wrapping_sub(1)) && !beside(k + 1);
                let gone = members(self.numbers(cell)).filter(lonely);
                let findings = gone.map(|k| Finding::is_not(cell, k + 1)).collect();
                Deduction::add(found, findings, [cell, other, 0, 0]);
            }
        }
    }

    /// A line that enters an open cell leaves it again: with one exit it ends there; with two, one of
    /// them a placed number, the cell is next to that one.
    pub(super) fn dead_ends(&self, found: &mut Vec<Deduction>) {
        let last = self.len() - 1;
        for c in (0..=last).filter(|&c| !self.is_filled(c)) {
            let exits: Vec<Cell> = self.exits(c).take(3).collect();
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
                    gone.map(|k| Finding::is_not(c, k + 1)).collect()
                }
            };
            Deduction::add(found, findings, [c, exits.len() as u32, 0, 0]);
        }
    }

    pub(super) fn single_positions(&self, found: &mut Vec<Deduction>) {
        for k in (0..self.len()).filter(|&k| !self.is_placed(k) && self.places[k as usize] == 1) {
            let c = members(self.cells(k)).next().expect("one place is left");
            Deduction::add(found, vec![Finding::is(c, k + 1)], [c, k, 0, 0]);
        }
    }

    pub(super) fn single_numbers(&self, found: &mut Vec<Deduction>) {
        for c in (0..self.len()).filter(|&c| !self.is_filled(c) && self.holds[c as usize] == 1) {
            let k = members(self.numbers(c)).next().expect("one number is left");
            Deduction::add(found, vec![Finding::is(c, k + 1)], [c, k, 0, 0]);
        }
    }

    /// A place of a number must touch a place of the number before it, and one of the number after.
    pub(super) fn overlaps(&self, found: &mut Vec<Deduction>) {
        let n = self.len();
        for k in (0..n).filter(|&k| !self.is_placed(k)) {
            let beside = [k.checked_sub(1), Some(k + 1).filter(|&j| j < n)];
            for j in beside.into_iter().flatten() {
                let lonely = |&c: &Cell| !self.board.neighbours(c).iter().any(|&q| self.may(q, j));
                let gone = members(self.cells(k)).filter(lonely);
                let findings = gone.map(|c| Finding::is_not(c, k + 1)).collect();
                Deduction::add(found, findings, [k, j, 0, 0]);
            }
        }
    }

    /// Distances once more, around what is filled: between two placed numbers that follow each other
    /// the line goes over open cells only.
    pub(super) fn ways(&self, found: &mut Vec<Deduction>) {
        let n = self.len();
        for k in (0..n).filter(|&k| self.is_placed(k)) {
            let (below, above) = self.around(k);
            let open = |c: Cell| !self.is_filled(c);
            let runs = [(below.map_or(0, |j| j + 1), k), (k + 1, above.unwrap_or(n))];
            let most = runs.iter().map(|(a, b)| b.saturating_sub(*a)).max().unwrap_or(0);
            if most == 0 {
                continue;
            }
            let far = self.distances(self.at[k as usize], most, open);
            for j in runs.into_iter().flat_map(|(a, b)| a..b) {
                let late = |&c: &Cell| !self.reaches(far[c as usize], j.abs_diff(k));
                let gone = members(self.cells(j)).filter(late);
                let findings = gone.map(|c| Finding::is_not(c, j + 1)).collect();
                Deduction::add(found, findings, [j, k, 0, 0]);
            }
        }
    }

    /// As many numbers as cells that have no other place: the cells hold nothing else. And cells that
    /// can hold no other numbers: those stand nowhere else.
    pub(super) fn groups(&self, size: usize, found: &mut Vec<Deduction>) {
        let n = self.len();
        let few = |left: u32| left > 1 && left as usize <= size;
        let numbers: Vec<u32> = (0..n).filter(|&k| few(self.places[k as usize])).collect();
        let cells: Vec<u32> = (0..n).filter(|&c| few(self.holds[c as usize])).collect();
        for (side, items) in [numbers, cells].into_iter().enumerate() {
            if items.len() > MAX_GROUP_ITEMS {
                continue;
            }
            let row = |i: u32| if side == 0 { self.cells(i) } else { self.numbers(i) };
            closed(&items, size, &|i| members(row(i)).collect(), &mut |chosen, union| {
                let others = |u: u32| if side == 0 { self.numbers(u) } else { self.cells(u) };
                let gone = union.iter().flat_map(|&u| members(others(u)).map(move |i| (u, i)));
                let findings = gone
                    .filter(|(_, i)| !chosen.contains(i))
                    .map(|(u, i)| if side == 0 { (u, i) } else { (i, u) })
                    .map(|(c, k)| Finding::is_not(c, k + 1))
                    .collect();
                let third = chosen.get(2).copied().unwrap_or(NONE);
                Deduction::add(found, findings, [side as u32, chosen[0], chosen[1], third]);
            });
        }
    }
}

/// All choices of `size` items whose lists have `size` members among them.
fn closed(
    items: &[u32],
    size: usize,
    list: &dyn Fn(u32) -> Vec<u32>,
    report: &mut dyn FnMut(&[u32], &[u32]),
) {
    let lists: Vec<Vec<u32>> = items.iter().map(|&i| list(i)).collect();
    let mut chosen = Vec::new();
    extend(items, &lists, size, 0, &mut chosen, &[], report);
}

fn extend(
    items: &[u32],
    lists: &[Vec<u32>],
    size: usize,
    from: usize,
    chosen: &mut Vec<u32>,
    union: &[u32],
    report: &mut dyn FnMut(&[u32], &[u32]),
) {
    if chosen.len() == size {
        if union.len() == size {
            report(chosen, union);
        }
        return;
    }
    for i in from..items.len() {
        // What shares nothing with the others is no group with them.
        let fresh = lists[i].iter().filter(|u| !union.contains(u));
        let mut with = union.to_vec();
        with.extend(fresh);
        if with.len() <= size {
            chosen.push(items[i]);
            extend(items, lists, size, i + 1, chosen, &with, report);
            chosen.pop();
        }
    }
}
