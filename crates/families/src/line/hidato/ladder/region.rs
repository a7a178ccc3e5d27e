//! Open cells that are cut off: cells that a number would cut off, and the numbers that can still fill those that are.
//!
//! The numbers between two placed ones are a run that goes from open cell to open cell, so all of it lies
//! in one region, and the runs in a region fill it.

use super::terrain::Cells;
use super::{LineLadder, TechniqueId};
use clew_engine::structures::bits::{has, insert, members};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Finding, Found};
use smallvec::SmallVec;

/// The largest region that is added up, in cells, and the most runs; more is not added up by hand.
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
    /// A number that would take the last ways out from an open cell next to it or next to its neighbours in the line.
    pub(super) fn isolations(&self, found: &mut Found) {
        let last = self.len() - 1;
        let placed = |k: Option<u32>| k.is_some_and(|k| k <= last && self.is_placed(k));
        // Whether nothing is missing there: no such number, or a placed one.
        let done = |k: Option<u32>| k.is_none_or(|k| k > last || self.is_placed(k));
        let changed = self.near_changed_exits();
        for k in (0..=last).filter(|&k| !self.is_placed(k)) {
            let (before, after) = (k.checked_sub(1), k.checked_add(1));
            if !placed(before) && !placed(after) {
                continue;
            }
            let ends = |j: Option<u32>, beyond: Option<u32>| {
                j.filter(|_| placed(j) && done(beyond)).map(|j| self.at[j as usize])
            };
            let neighbours = [ends(before, k.checked_sub(2)), ends(after, k.checked_add(2))];
            let near_all = self.news.ends(TechniqueId::Isolation, k)
                || neighbours.iter().flatten().any(|&f| has(&changed, f));
            for c in members(self.cells(k)).filter(|&c| near_all || has(&changed, c)) {
                let own = (done(before) && done(after)).then_some(c);
                let full: SmallVec<[Cell; 3]> =
                    neighbours.into_iter().chain([own]).flatten().collect();
                let beside = full.iter().flat_map(|&f| self.terrain.board.neighbours(f)).copied();
                let short = |&q: &Cell| {
                    // At most as many ways out are lost as cells are full, and it needs two.
                    if self.news.ways(q) as usize > full.len() + 1 || self.is_filled(q) || q == c {
                        return false;
                    }
                    let ends = [0, last].into_iter().any(|j| j != k && self.may(q, j));
                    let wanted = if ends { 1 } else { 2 };
                    let left = self.exits(q).filter(|x| !full.contains(x)).take(wanted).count();
                    left < wanted
                };
                if let Some(q) = beside.filter(short).min() {
                    found.add([Finding::is_not(c, k + 1)], [c, k, q, 0]);
                }
            }
        }
    }

    /// The neighbours of cells that one can leave less well than when no cell would have been cut off.
    fn near_changed_exits(&self) -> Cells {
        let mut near = self.terrain.none();
        for q in (0..self.len()).filter(|&q| self.news.exits(TechniqueId::Isolation, q)) {
            self.terrain.add_near(q, &mut near);
        }
        near
    }

    /// Runs that must lie in a region, or cannot, because nothing else fills it.
    pub(super) fn regions(&self, found: &mut Found) {
        let regions = self.open_regions();
        if regions.len() < 2 {
            return;
        }
        let runs = self.runs();
        for cells in &regions {
            let room = members(cells).count();
            let fits = |run: &Run| {
                let enters = |k: u32| self.cells(k).iter().zip(cells).any(|(a, b)| a & b != 0);
                run.len() <= room && run.numbers().all(enters)
            };
            let inside: Vec<Run> = runs.iter().copied().filter(fits).collect();
            if room > MAX_REGION || inside.len() > MAX_RUNS {
                continue;
            }
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
            let Some(first) = members(cells).next() else { continue };
            for (run, holds) in said {
                let gone = run.numbers().flat_map(|k| members(self.cells(k)).map(move |c| (c, k)));
                let gone = gone.filter(|&(c, _)| has(cells, c) != holds);
                let findings = gone.map(|(c, k)| Finding::is_not(c, k + 1));
                let subject = [first, run.first, run.last, u32::from(holds)];
                found.add(findings, subject);
            }
        }
    }

    /// The connected regions of open cells, in the order of their first cells.
    pub(super) fn open_regions(&self) -> Vec<Cells> {
        let mut left = self.terrain.none();
        (0..self.len()).filter(|&c| !self.is_filled(c)).for_each(|c| insert(&mut left, c));
        let mut regions = Vec::new();
        loop {
            let Some(start) = members(&left).next() else { return regions };
            let mut region = self.terrain.none();
            insert(&mut region, start);
            let mut ring = region.clone();
            while ring.iter().any(|&word| word != 0) {
                ring = self.terrain.step(&ring, &mut region, Some(&self.news.filled));
            }
            left.iter_mut().zip(&region).for_each(|(left, region)| *left &= !region);
            regions.push(region);
        }
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

/// Whether some of the runs have exactly `cells` numbers together, at most [`MAX_REGION`].
fn fills(runs: &[Run], cells: usize) -> bool {
    // Bit i: some of the runs have i numbers together. A run that is longer than the region is in none of them.
    let fit = runs.iter().filter(|run| run.len() <= cells);
    let sums = fit.fold(1u64, |sums, run| sums | sums << run.len());
    sums >> cells & 1 == 1
}
