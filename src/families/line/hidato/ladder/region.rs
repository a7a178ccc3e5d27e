//! Open cells that are cut off: what would be, and what can still fill those that are.
//!
//! The numbers between two placed ones are a run that goes from open cell to open cell, so all of it lies
//! in one region, and the runs in a region fill it.

use super::LineLadder;
use crate::puzzle::Cell;
use crate::puzzle::ladder::{Deduction, Finding};
use crate::structures::bits::members;

/// The largest region that is added up, in cells, and the most runs that are; nobody adds up more by hand.
const MAX_REGION: usize = 60;
const MAX_RUNS: usize = 20;

/// Numbers, from 0, that are to be placed between two that are, both ends included.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: u32,
    last: u32,
}

impl Run {
    fn len(self) -> usize {
        (self.last - self.first + 1) as usize
    }

    fn numbers(self) -> std::ops::RangeInclusive<u32> {
        self.first..=self.last
    }
}

impl LineLadder {
    /// A number that would take the last ways out from an open cell beside it or beside its neighbours in
    /// the line.
    pub(super) fn isolations(&self, found: &mut Vec<Deduction>) {
        let last = self.len() - 1;
        let placed = |k: Option<u32>| k.is_some_and(|k| k <= last && self.is_placed(k));
        // Whether nothing is missing there: no such number, or a placed one.
        let done = |k: Option<u32>| k.is_none_or(|k| k > last || self.is_placed(k));
        for k in (0..=last).filter(|&k| !self.is_placed(k)) {
            let (before, after) = (k.checked_sub(1), k.checked_add(1));
            if !placed(before) && !placed(after) {
                continue;
            }
            let ends = |j: Option<u32>, beyond: Option<u32>| {
                j.filter(|_| placed(j) && done(beyond)).map(|j| self.at[j as usize])
            };
            let neighbours = [ends(before, k.checked_sub(2)), ends(after, k.checked_add(2))];
            for c in members(self.cells(k)) {
                let own = (done(before) && done(after)).then_some(c);
                let full: Vec<Cell> = neighbours.into_iter().chain([own]).flatten().collect();
                let beside = full.iter().flat_map(|&f| self.board.neighbours(f)).copied();
                let short = |&q: &Cell| {
                    let ends = [0, last].into_iter().any(|j| j != k && self.may(q, j));
                    let wanted = if ends { 1 } else { 2 };
                    let left = self.exits(q).filter(|x| !full.contains(x)).take(wanted).count();
                    q != c && !self.is_filled(q) && left < wanted
                };
                if let Some(q) = beside.filter(short).min() {
                    Deduction::add(found, vec![Finding::is_not(c, k + 1)], [c, k, q, 0]);
                }
            }
        }
    }

    /// Runs that must lie in a region, or cannot, because nothing else fills it.
    pub(super) fn regions(&self, found: &mut Vec<Deduction>) {
        let regions = self.open_regions();
        if regions.len() < 2 {
            return;
        }
        let runs = self.runs();
        for cells in &regions {
            let mut mask = vec![0u64; self.words];
            cells.iter().for_each(|&c| mask[c as usize / 64] |= 1 << (c % 64));
            let fits = |run: &Run| {
                let enters = |k: u32| self.cells(k).iter().zip(&mask).any(|(a, b)| a & b != 0);
                run.len() <= cells.len() && run.numbers().all(enters)
            };
            let inside: Vec<Run> = runs.iter().copied().filter(fits).collect();
            if cells.len() > MAX_REGION || inside.len() > MAX_RUNS {
                continue;
            }
            let room = cells.len();
            let mut said = Vec::new();
            for run in &runs {
                let others: Vec<Run> =
                    inside.iter().copied().filter(|other| other.first != run.first).collect();
                let here = fits(run) && fills(&others, room - run.len());
                match (here, fills(&others, room)) {
                    (false, true) => said.push((run, false)),
                    (true, false) => said.push((run, true)),
                    (true, true) => {}
                    // Nothing fills the region: this is no position to conclude from.
                    (false, false) => {
                        said.clear();
                        break;
                    }
                }
            }
            for (run, holds) in said {
                let gone = run.numbers().flat_map(|k| members(self.cells(k)).map(move |c| (c, k)));
                let gone = gone.filter(|(c, _)| cells.binary_search(c).is_ok() != holds);
                let findings = gone.map(|(c, k)| Finding::is_not(c, k + 1)).collect();
                let subject = [cells[0], run.first, run.last, u32::from(holds)];
                Deduction::add(found, findings, subject);
            }
        }
    }

    /// The open cells in pieces that hang together, each in order.
    pub(super) fn open_regions(&self) -> Vec<Vec<Cell>> {
        let mut seen = vec![false; self.at.len()];
        let mut regions = Vec::new();
        for start in 0..self.len() {
            if self.is_filled(start) || std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let mut cells = vec![start];
            let mut next = 0;
            while let Some(&c) = cells.get(next) {
                next += 1;
                for &q in self.board.neighbours(c) {
                    if !self.is_filled(q) && !std::mem::replace(&mut seen[q as usize], true) {
                        cells.push(q);
                    }
                }
            }
            cells.sort_unstable();
            regions.push(cells);
        }
        regions
    }

    /// The runs of numbers that are missing.
    fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for k in (0..self.len()).filter(|&k| !self.is_placed(k)) {
            match runs.last_mut() {
                Some(run) if run.last + 1 == k => run.last = k,
                _ => runs.push(Run { first: k, last: k }),
            }
        }
        runs
    }
}

/// Whether some of the runs have together so many numbers.
fn fills(runs: &[Run], cells: usize) -> bool {
    let mut sums = vec![false; cells + 1];
    sums[0] = true;
    for run in runs {
        for i in (run.len()..=cells).rev() {
            sums[i] |= sums[i - run.len()];
        }
    }
    sums[cells]
}
