//! All ways through a gap: the cells over which the numbers between two placed ones can go.
//!
//! If they are few, a person lists them. A conclusion that holds for all of them is certain. Ways that leave a cell
//! nearby without ways out are dropped, and a cell that no other number can reach must be on one of them.

use super::terrain::Cells;
use super::{LineLadder, MOST_WAYS, NONE};
use clew_engine::structures::bits::{has, insert, members};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Contradiction, Finding, Found};
use smallvec::SmallVec;
use std::sync::Arc;

/// Most cells that a search for ways visits: longer lists are of no use to a person.
const MOST_STEPS: u32 = 60 * MOST_WAYS as u32;

/// The ways between two placed numbers, each with the cells of the numbers between them in their order; `None` if
/// they are too many.
type Ways = Option<Arc<Vec<Vec<Cell>>>>;

/// The same before they are kept.
type Listed = Option<Vec<Vec<Cell>>>;

/// The ways that were listed, for as long as nothing has changed.
#[derive(Clone, Default, Debug)]
pub(super) struct Gaps {
    /// Per number how often a place of it was struck out; none before the first look.
    changes: Vec<u32>,
    /// Per placed number the changes up to the next one, the next one, and the ways. Attempts share it until they list
    /// ways of their own, which most never do.
    listed: Arc<Vec<Option<(u32, u32, Ways)>>>,
}

impl Gaps {
    /// A place of a number was struck out.
    pub(super) fn changed(&mut self, k: u32) {
        if let Some(changes) = self.changes.get_mut(k as usize) {
            *changes += 1;
        }
    }
}

/// Two placed numbers, from 0, between which some are missing.
#[derive(Clone, Copy, Debug)]
struct Gap {
    from: u32,
    to: u32,
}

impl LineLadder {
    fn open_gaps(&self) -> Vec<Gap> {
        let placed: Vec<u32> = (0..self.len()).filter(|&k| self.is_placed(k)).collect();
        let gaps = placed.windows(2).map(|pair| Gap { from: pair[0], to: pair[1] });
        gaps.filter(|gap| gap.to - gap.from > 1).collect()
    }

    /// The ways through a gap.
    fn ways_of(&mut self, gap: Gap) -> Ways {
        let n = self.at.len();
        self.gaps.changes.resize(n, 0);
        if self.gaps.listed.is_empty() {
            self.gaps.listed = Arc::new(vec![None; n]);
        }
        let changes = self.gaps.changes[gap.from as usize..gap.to as usize].iter().sum();
        let listed = &self.gaps.listed[gap.from as usize];
        if let Some((when, to, ways)) = listed
            && (*when, *to) == (changes, gap.to)
        {
            return ways.clone();
        }
        let ways = self.list_ways(gap).map(Arc::new);
        let listed = Arc::make_mut(&mut self.gaps.listed);
        listed[gap.from as usize] = Some((changes, gap.to, ways.clone()));
        ways
    }

    /// Lists them from one side; where that takes too many steps from the other, so that it does not matter in which
    /// direction the line is counted.
    fn list_ways(&self, gap: Gap) -> Listed {
        let room = |k: u32| self.places[k as usize] as usize;
        // Too large even if every cell of every number were visited in vain: no such gap is listed.
        if (gap.from + 1..gap.to).map(room).max().unwrap_or(0) > 4 * MOST_WAYS {
            return None;
        }
        let forth = (gap.from + 1..gap.to).collect::<Vec<u32>>();
        if let Some(ways) = self.list_along(gap.from, &forth, gap.to) {
            return Some(ways);
        }
        let back = forth.into_iter().rev().collect::<Vec<u32>>();
        let mut ways = self.list_along(gap.to, &back, gap.from)?;
        ways.iter_mut().for_each(|way| way.reverse());
        ways.sort_unstable();
        Some(ways)
    }

    /// The ways from one placed number over these to another one.
    fn list_along(&self, from: u32, over: &[u32], to: u32) -> Listed {
        let board = &self.terrain.board;
        let goal = board.neighbours(self.at[to as usize]);
        let (mut ways, mut steps) = (Vec::new(), 0);
        let mut way: Vec<Cell> = Vec::with_capacity(over.len());
        // Per cell of the way which of its neighbours comes next.
        let mut next: Vec<usize> = vec![0];
        while let Some(i) = next.last_mut() {
            let here = way.last().copied().unwrap_or(self.at[from as usize]);
            let Some(&c) = board.neighbours(here).get(*i) else {
                next.pop();
                way.pop();
                continue;
            };
            *i += 1;
            if !self.may(c, over[way.len()]) || way.contains(&c) {
                continue;
            }
            steps += 1;
            if steps > MOST_STEPS {
                return None;
            }
            if way.len() + 1 < over.len() {
                way.push(c);
                next.push(0);
            } else if goal.contains(&c) {
                if ways.len() == MOST_WAYS {
                    return None;
                }
                let mut whole = way.clone();
                whole.push(c);
                ways.push(whole);
            }
        }
        ways.sort_unstable();
        Some(ways)
    }

    /// Whether a way takes the last ways out from an open cell next to it.
    fn strands(&self, gap: Gap, way: &[Cell]) -> bool {
        let board = &self.terrain.board;
        let ends = [self.at[gap.from as usize], self.at[gap.to as usize]];
        let closed = |m: u32, c: Cell| {
            let last = self.len() - 1;
            let done = |k: u32| (gap.from..=gap.to).contains(&k) || self.is_placed(k);
            ends.contains(&c) && (m == 0 || done(m - 1)) && (m == last || done(m + 1))
        };
        let beside = way.iter().chain(&ends).flat_map(|&c| board.neighbours(c));
        beside.copied().any(|q| {
            if self.is_filled(q) || way.contains(&q) {
                return false;
            }
            let last = self.len() - 1;
            let inside = |k: u32| gap.from < k && k < gap.to;
            let may_end = [0, last].into_iter().any(|k| !inside(k) && self.may(q, k));
            let out = |x: &Cell| {
                let m = self.number[*x as usize];
                !way.contains(x) && (m == NONE || !closed(m, *x))
            };
            let wanted = if may_end { 1 } else { 2 };
            self.exits(q).filter(out).take(wanted).count() < wanted
        })
    }

    /// The ways through a gap that count: those that strand no cell, if that is tested.
    fn good_ways(&mut self, gap: Gap, most: usize, strict: bool) -> Option<Vec<Vec<Cell>>> {
        let ways = self.ways_of(gap)?;
        if ways.len() > most {
            return None;
        }
        let good = |way: &&Vec<Cell>| !strict || !self.strands(gap, way);
        Some(ways.iter().filter(good).cloned().collect())
    }

    /// The common conclusions of all ways through a gap.
    pub(super) fn gaps(&mut self, most: usize, strict: bool, found: &mut Found) {
        for gap in self.open_gaps() {
            let Some(ways) = self.good_ways(gap, most, strict) else { continue };
            if !self.keep(gap, &ways, u32::from(strict), NONE, found) {
                return;
            }
        }
    }

    /// Cells to which a number comes on the ways of one gap only: it takes one of those.
    pub(super) fn reaches(&mut self, most: usize, found: &mut Found) {
        let gaps = self.open_gaps();
        // Per cell how many gaps come there, the last of them, and the rest of the line counts as one.
        let mut comes = vec![(0u32, NONE); self.at.len()];
        let mut come = |cells: &Cells, gap: u32| {
            for c in members(cells) {
                let (n, who) = &mut comes[c as usize];
                (*n, *who) = (*n + 1, gap);
            }
        };
        let mut rest = self.terrain.none();
        let open: Vec<u32> = (0..self.len()).filter(|&k| !self.is_placed(k)).collect();
        let within = |k: u32| gaps.iter().any(|gap| gap.from < k && k < gap.to);
        for &k in open.iter().filter(|&&k| !within(k)) {
            rest.iter_mut().zip(self.cells(k)).for_each(|(all, cells)| *all |= cells);
        }
        come(&rest, NONE);
        for (i, &gap) in (0..).zip(&gaps) {
            let mut all = self.terrain.none();
            match self.ways_of(gap) {
                Some(ways) => ways.iter().flatten().for_each(|&c| insert(&mut all, c)),
                None => {
                    for k in gap.from + 1..gap.to {
                        all.iter_mut().zip(self.cells(k)).for_each(|(all, cells)| *all |= cells);
                    }
                }
            }
            come(&all, i);
        }
        for c in 0..self.len() {
            let (1, i) = comes[c as usize] else { continue };
            let Some(&gap) = gaps.get(i as usize).filter(|_| !self.is_filled(c)) else { continue };
            let Some(ways) = self.ways_of(gap).filter(|ways| ways.len() <= most) else { continue };
            let through: Vec<Vec<Cell>> =
                ways.iter().filter(|way| way.contains(&c)).cloned().collect();
            if through.len() < ways.len() && !self.keep(gap, &through, 0, c, found) {
                return;
            }
        }
    }

    /// Adds the common conclusions of these ways, one of which the line takes; no other number remains for the cells on
    /// all of them. Returns whether there are any ways.
    fn keep(&self, gap: Gap, ways: &[Vec<Cell>], strict: u32, c: Cell, found: &mut Found) -> bool {
        let Some(first) = ways.first() else {
            let (a, b) = (gap.from + 1, gap.to + 1);
            let what = if strict == 1 { "no way without shutting a cell in" } else { "no way" };
            let ends = [gap.from, gap.to].map(|k| self.at[k as usize]);
            found.nonsense =
                Some(Contradiction::at(ends, format!("from {a} to {b} there would be {what}")));
            return false;
        };
        let mut findings: SmallVec<[Finding; 16]> = SmallVec::new();
        for (i, k) in (gap.from + 1..gap.to).enumerate() {
            let mut stays = self.terrain.none();
            ways.iter().for_each(|way| insert(&mut stays, way[i]));
            match &members(&stays).collect::<SmallVec<[Cell; 8]>>()[..] {
                [only] => findings.push(Finding::is(*only, k + 1)),
                _ => {
                    let gone = members(self.cells(k)).filter(|&q| !has(&stays, q));
                    findings.extend(gone.map(|q| Finding::is_not(q, k + 1)));
                }
            }
        }
        let common = first.iter().copied().filter(|q| ways.iter().all(|way| way.contains(q)));
        // A placed number excludes the others by itself.
        let placed = |q: &Cell| {
            ways.iter()
                .all(|way| way.iter().position(|c| c == q) == first.iter().position(|c| c == q))
        };
        for q in common.filter(|q| !placed(q)) {
            let others = members(self.numbers(q)).filter(|&k| k <= gap.from || k >= gap.to);
            findings.extend(others.map(|k| Finding::is_not(q, k + 1)));
        }
        found.add(findings, [gap.from, gap.to, strict, c]);
        true
    }

    /// How many ways there are through the gap of a deduction, and how many of them count.
    pub(super) fn counted(&self, [from, to, strict, c]: [u32; 4]) -> [usize; 2] {
        let gap = Gap { from, to };
        let ways = self.list_ways(gap).unwrap_or_default();
        let counts = |way: &&Vec<Cell>| {
            (strict == 0 || !self.strands(gap, way)) && (c == NONE || way.contains(&c))
        };
        [ways.len(), ways.iter().filter(counts).count()]
    }
}
