//! The conclusions of each technique from a position, restricted to the parts changed since it last found nothing.

use super::super::line;
use super::{Fork, SquareLadder, TechniqueId, numbers};
use clew_engine::structures::bits::bits;
use clew_puzzle::puzzle::ladder::{Finding, Found};
use clew_puzzle::puzzle::{Cell, Gap};
use smallvec::SmallVec;

/// Numbered masks: of a line's cells the numbers they may hold, or of its numbers their places.
type Masks = SmallVec<[(u32, u32); 16]>;

impl SquareLadder {
    pub(super) fn full_houses(&self, found: &mut Found) {
        for l in bits(self.news.nearly_full()) {
            if let Some(c) = self.open_cells(l).next() {
                let findings = numbers(self.may[c as usize]).map(|v| Finding::is(c, v));
                found.add(findings.take(1), [c, l, 0, 0]);
            }
        }
    }

    pub(super) fn hidden_singles(&self, found: &mut Found) {
        for l in 0..2 * self.n() {
            for v in numbers(self.news.lone(l)) {
                let c = self.cell_of(l, self.places(l, v).trailing_zeros());
                found.add([Finding::is(c, v)], [c, v, l, 0]);
            }
        }
    }

    pub(super) fn naked_singles(&self, found: &mut Found) {
        for c in self.news.sole() {
            let v = self.may[c as usize].trailing_zeros() + 1;
            found.add([Finding::is(c, v)], [c, v, 0, 0]);
        }
    }

    /// A cell holds only values at the given difference from some value of the other cell.
    pub(super) fn differences(&self, found: &mut Found) {
        for i in self.news.gaps(true) {
            let Gap { cells: [a, b], by, .. } = self.signs.gaps[i as usize];
            for (this, other) in [(a, b), (b, a)] {
                let may = self.may[other as usize];
                let gone = self.may[this as usize] & !(may << by | may >> by);
                found.add(numbers(gone).map(|v| Finding::is_not(this, v)), [this, other, by, 0]);
            }
        }
    }

    /// A cell holds no number from which all that the other one may hold lie at the difference.
    pub(super) fn aparts(&self, found: &mut Found) {
        for i in self.news.gaps(false) {
            let Gap { cells: [a, b], by, .. } = self.signs.gaps[i as usize];
            for (this, other) in [(a, b), (b, a)] {
                let may = self.may[other as usize];
                let is_off = |v: &u32| {
                    let bit = 1u32 << (v - 1);
                    may & !(bit << by | bit >> by) == 0
                };
                let gone = numbers(self.may[this as usize]).filter(is_off);
                found.add(gone.map(|v| Finding::is_not(this, v)), [this, other, by, may]);
            }
        }
    }

    /// Two cells of a line hold different numbers, so that one that differs from both by the same lies between them.
    pub(super) fn forks(&self, found: &mut Found) {
        let changed = self.news.lines(TechniqueId::LineDifference);
        for (i, &Fork { cell, others, by, lines }) in (0..).zip(&self.signs.forks) {
            if lines & changed == 0 {
                continue;
            }
            let [p, q] = others.map(|c| self.may[c as usize]);
            let between = (p << by & q >> by) | (q << by & p >> by);
            let gone = numbers(self.may[cell as usize] & !between);
            found.add(gone.map(|v| Finding::is_not(cell, v)), [i, 0, 0, 0]);
        }
    }

    /// k cells of a line hold k numbers: the least of them is not above the k-th largest that any of them may hold, and
    /// a cell less than all of them is below that.
    pub(super) fn fans(&self, found: &mut Found) {
        let changed = self.news.lines(TechniqueId::LineLink);
        for (i, fan) in (0..).zip(&self.signs.fans) {
            if fan.lines & changed == 0 {
                continue;
            }
            let k = fan.cells.len() as u32;
            let all = fan.cells.iter().fold(0, |bits, &c| bits | self.may[c as usize]);
            // Fewer numbers than cells: that line is past help, and its other rules will show it.
            let Some(ahead) = all.count_ones().checked_sub(k) else { continue };
            let nth = if fan.up { ahead } else { k - 1 };
            let Some(bound) = numbers(all).nth(nth as usize) else { continue };
            let off = if fan.up { !up_to(bound - 1) } else { up_to(bound) };
            let gone = numbers(self.may[fan.cell as usize] & off);
            found.add(gone.map(|v| Finding::is_not(fan.cell, v)), [i, bound, 0, 0]);
        }
    }

    /// `size` cells of a line that hold `size` numbers among them: no other cell of it holds those.
    pub(super) fn naked(&self, size: u32, found: &mut Found) {
        let rung = if size == 2 { TechniqueId::NakedPair } else { TechniqueId::NakedTriple };
        for l in bits(self.news.lines(rung) & self.all_lines()) {
            if self.news.vacant(l) <= size {
                continue;
            }
            let open = || {
                let cells = (0..).zip(line(self.n(), l));
                cells.filter(|&(_, c)| self.placed[c as usize] == 0)
            };
            let masks = masks(open().map(|(p, c)| (p, self.may[c as usize])), size);
            groups(&masks, size, (0, 0), &mut |chosen, union| {
                let others = open().filter(|(p, _)| chosen >> p & 1 == 0);
                let findings = others.flat_map(|(_, c)| {
                    let gone = numbers(self.may[c as usize] & union);
                    gone.map(move |v| Finding::is_not(c, v))
                });
                found.add(findings, [l, chosen, union, 0]);
            });
        }
    }

    /// `size` numbers of a line with `size` places among them: nothing else stands in those.
    pub(super) fn hidden(&self, size: u32, found: &mut Found) {
        let rung = if size == 2 { TechniqueId::HiddenPair } else { TechniqueId::HiddenTriple };
        for l in bits(self.news.lines(rung) & self.all_lines()) {
            let open = self.open_numbers(l);
            if open.count_ones() <= size {
                continue;
            }
            let masks = masks(numbers(open).map(|v| (v - 1, self.places(l, v))), size);
            groups(&masks, size, (0, 0), &mut |values, union| {
                let findings = bits(union.into()).flat_map(|p| {
                    let c = self.cell_of(l, p);
                    let gone = numbers(self.may[c as usize] & !values);
                    gone.map(move |v| Finding::is_not(c, v))
                });
                found.add(findings, [l, union, values, 0]);
            });
        }
    }

    /// A number that has `size` columns among `size` rows takes them: no other row has it there. And
    /// with rows and columns exchanged.
    pub(super) fn fish(&self, size: u32, found: &mut Found) {
        let n = self.n();
        let rung = if size == 2 { TechniqueId::XWing } else { TechniqueId::Swordfish };
        let changed = self.news.numbers(rung);
        for first in [0, n] {
            for v in (1..=n).filter(|v| changed >> (v - 1) & 1 == 1) {
                let open = || (0..n).filter(|l| self.open_numbers(first + l) >> (v - 1) & 1 == 1);
                let mut lines = 0;
                let rows = open().inspect(|_| lines += 1).map(|l| (l, self.places(first + l, v)));
                let masks = masks(rows, size);
                if lines <= size {
                    continue;
                }
                groups(&masks, size, (0, 0), &mut |chosen, union| {
                    let others = open().filter(|l| chosen >> l & 1 == 0);
                    let findings = others.flat_map(|l| {
                        let crossed = bits((self.places(first + l, v) & union).into());
                        crossed.map(move |p| Finding::is_not(self.cell_of(first + l, p), v))
                    });
                    found.add(findings, [v, first, chosen, union]);
                });
            }
        }
    }

    /// All lines, as bits.
    fn all_lines(&self) -> u64 {
        u64::MAX >> (64 - 2 * self.n())
    }

    /// The cell at a position of a line.
    pub(super) fn cell_of(&self, l: u32, position: u32) -> Cell {
        let n = self.n();
        if l < n { l * n + position } else { position * n + l - n }
    }
}

/// The numbers 1 to `number`, at most 32, as bits.
pub(super) fn up_to(number: u32) -> u32 {
    ((1u64 << number.min(32)) - 1) as u32
}

/// The masks that can be in a group of `size`: those with one bit are left out, for singles come before.
fn masks(all: impl Iterator<Item = (u32, u32)>, size: u32) -> Masks {
    all.filter(|(_, mask)| (2..=size).contains(&mask.count_ones())).collect()
}

/// Completes the masks `chosen` so far, with this `union`, in all ways to `size` masks whose union has `size` bits.
/// Reports the numbers of the chosen masks, as bits, and the union.
fn groups(
    masks: &[(u32, u32)],
    size: u32,
    (chosen, union): (u32, u32),
    report: &mut impl FnMut(u32, u32),
) {
    if chosen.count_ones() == size {
        if union.count_ones() == size {
            report(chosen, union);
        }
        return;
    }
    for (i, &(number, mask)) in masks.iter().enumerate() {
        let with = union | mask;
        if with.count_ones() <= size {
            groups(&masks[i + 1..], size, (chosen | 1 << number, with), report);
        }
    }
}
