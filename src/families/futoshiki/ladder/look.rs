//! What each technique concludes from a position.

use super::super::line;
use super::{SquareLadder, numbers};
use crate::puzzle::Cell;
use crate::puzzle::ladder::{Deduction, Finding};

impl SquareLadder {
    pub(super) fn full_houses(&self, found: &mut Vec<Deduction>) {
        for l in 0..2 * self.n() {
            let mut open = self.open_cells(l);
            if let (Some(c), None) = (open.next(), open.next()) {
                let findings = numbers(self.may[c as usize]).map(|v| Finding::is(c, v));
                Deduction::add(found, findings.take(1).collect(), [c, l, 0, 0]);
            }
        }
    }

    pub(super) fn hidden_singles(&self, found: &mut Vec<Deduction>) {
        for l in 0..2 * self.n() {
            for v in numbers(self.open_numbers(l)) {
                let places = self.places(l, v);
                if places.count_ones() == 1 {
                    let c = self.cell_of(l, places.trailing_zeros());
                    Deduction::add(found, vec![Finding::is(c, v)], [c, v, l, 0]);
                }
            }
        }
    }

    pub(super) fn naked_singles(&self, found: &mut Vec<Deduction>) {
        for (c, &may) in (0..).zip(&self.may) {
            if self.placed[c as usize] == 0 && may.count_ones() == 1 {
                let v = may.trailing_zeros() + 1;
                Deduction::add(found, vec![Finding::is(c, v)], [c, v, 0, 0]);
            }
        }
    }

    /// A cell is greater than the least number of the smaller one, and less than the greatest of the
    /// greater one.
    pub(super) fn links(&self, found: &mut Vec<Deduction>) {
        for &[a, b] in &self.signs.less {
            let (low, high) = (self.may[a as usize], self.may[b as usize]);
            let least = low.trailing_zeros() + 1;
            let most = 32 - high.leading_zeros();
            let off = |c: Cell, keep: &dyn Fn(u32) -> bool| {
                let gone = numbers(self.may[c as usize]).filter(|&v| !keep(v));
                gone.map(|v| Finding::is_not(c, v)).collect::<Vec<_>>()
            };
            Deduction::add(found, off(b, &|v| v > least), [a, b, least, 1]);
            Deduction::add(found, off(a, &|v| v < most), [a, b, most, 0]);
        }
    }

    /// k cells of a line hold k numbers: the least of them is not above the k-th largest that any of
    /// them may hold, and what is less than all of them is below that.
    pub(super) fn fans(&self, found: &mut Vec<Deduction>) {
        for (i, fan) in (0..).zip(&self.signs.fans) {
            let k = fan.cells.len() as u32;
            let all = fan.cells.iter().fold(0, |bits, &c| bits | self.may[c as usize]);
            let may = self.may[fan.cell as usize];
            let mut sorted: Vec<u32> = numbers(all).collect();
            if fan.up {
                sorted.reverse();
            }
            // Fewer numbers than cells: that line is past help, and its other rules will show it.
            let Some(&bound) = sorted.get(k as usize - 1) else { continue };
            let stays = |v: u32| if fan.up { v < bound } else { v > bound };
            let gone = numbers(may).filter(|&v| !stays(v));
            let findings = gone.map(|v| Finding::is_not(fan.cell, v)).collect();
            Deduction::add(found, findings, [i, bound, 0, 0]);
        }
    }

    /// `size` cells of a line that hold `size` numbers among them: nobody else in it holds those.
    pub(super) fn naked(&self, size: u32, found: &mut Vec<Deduction>) {
        for l in 0..2 * self.n() {
            let open: Vec<Cell> = self.open_cells(l).collect();
            if open.len() as u32 <= size {
                continue;
            }
            let masks: Vec<u32> = open.iter().map(|&c| self.may[c as usize]).collect();
            groups(&masks, size, &mut |chosen, union| {
                let others = (0..open.len()).filter(|i| chosen >> i & 1 == 0);
                let findings = others
                    .flat_map(|i| numbers(masks[i] & union).map(move |v| (i, v)))
                    .map(|(i, v)| Finding::is_not(open[i], v))
                    .collect();
                let cells = self.positions(l, &open, chosen);
                Deduction::add(found, findings, [l, cells, union, 0]);
            });
        }
    }

    /// `size` numbers of a line with `size` places among them: nothing else stands in those.
    pub(super) fn hidden(&self, size: u32, found: &mut Vec<Deduction>) {
        for l in 0..2 * self.n() {
            let open: Vec<u32> = numbers(self.open_numbers(l)).collect();
            if open.len() as u32 <= size {
                continue;
            }
            let masks: Vec<u32> = open.iter().map(|&v| self.places(l, v)).collect();
            groups(&masks, size, &mut |chosen, union| {
                let mine = (0..open.len()).filter(|i| chosen >> i & 1 == 1);
                let values = mine.fold(0, |bits, i| bits | 1 << (open[i] - 1));
                let places = (0..self.n()).filter(|i| union >> i & 1 == 1);
                let findings = places
                    .map(|i| self.cell_of(l, i))
                    .flat_map(|c| numbers(self.may[c as usize] & !values).map(move |v| (c, v)))
                    .map(|(c, v)| Finding::is_not(c, v))
                    .collect();
                Deduction::add(found, findings, [l, union, values, 0]);
            });
        }
    }

    /// A number that has `size` columns among `size` rows takes them: no other row has it there. And
    /// with rows and columns exchanged.
    pub(super) fn fish(&self, size: u32, found: &mut Vec<Deduction>) {
        let n = self.n();
        for first in [0, n] {
            for v in 1..=n {
                let bit = 1u32 << (v - 1);
                let lines: Vec<u32> =
                    (first..first + n).filter(|&l| self.open_numbers(l) & bit != 0).collect();
                let masks: Vec<u32> = lines.iter().map(|&l| self.places(l, v)).collect();
                groups(&masks, size, &mut |chosen, union| {
                    let others = (0..lines.len()).filter(|i| chosen >> i & 1 == 0);
                    let findings = others
                        .flat_map(|i| {
                            let crossed = masks[i] & union;
                            let at = (0..n).filter(move |p| crossed >> p & 1 == 1);
                            at.map(move |p| (i, p))
                        })
                        .map(|(i, p)| Finding::is_not(self.cell_of(lines[i], p), v))
                        .collect();
                    let mine = (0..lines.len()).filter(|i| chosen >> i & 1 == 1);
                    let rows = mine.fold(0, |bits, i| bits | 1 << (lines[i] - first));
                    Deduction::add(found, findings, [v, first, rows, union]);
                });
            }
        }
    }

    /// The cell at a position of a line.
    pub(super) fn cell_of(&self, l: u32, position: u32) -> Cell {
        line(self.n(), l).nth(position as usize).expect("a position of the line")
    }

    /// Chosen ones of a line's open cells, as positions of the line.
    fn positions(&self, l: u32, open: &[Cell], chosen: u64) -> u32 {
        (0..).zip(line(self.n(), l)).fold(0, |bits, (p, c)| {
            let taken = open.iter().position(|&q| q == c).is_some_and(|i| chosen >> i & 1 == 1);
            bits | u32::from(taken) << p
        })
    }
}

/// All choices of `size` masks whose union has `size` bits; none of the masks is empty and none has
/// one bit only (singles come before). Reports which were chosen, as bits, and the union.
fn groups(masks: &[u32], size: u32, report: &mut impl FnMut(u64, u32)) {
    fn go(
        masks: &[u32],
        size: u32,
        from: usize,
        (chosen, union): (u64, u32),
        report: &mut impl FnMut(u64, u32),
    ) {
        if chosen.count_ones() == size {
            if union.count_ones() == size {
                report(chosen, union);
            }
            return;
        }
        for i in from..masks.len() {
            let with = union | masks[i];
            if masks[i].count_ones() > 1 && with.count_ones() <= size {
                go(masks, size, i + 1, (chosen | 1 << i, with), report);
            }
        }
    }
    go(masks, size, 0, (0, 0), report);
}
