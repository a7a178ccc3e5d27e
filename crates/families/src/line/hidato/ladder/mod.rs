//! How a person solves a hidato: where each number may stand, and the ladder of techniques.
//!
//! Pencil marks are kept for the distances from placed numbers, which are easy to count: number k + 3 is at most three
//! steps from number k (and on squares without diagonal moves on a cell of the right colour of the chequerboard). The
//! rungs draw the conclusions from them.

mod gap;
mod look;
mod news;
mod region;
mod tell;
mod terrain;

use super::Hidato;
use clew_engine::structures::bits;
use clew_puzzle::puzzle::ladder::{
    Contradiction, Deduction, Extent, Fact, Finding, Found, Ladder, Level, NoLadder, PencilMark,
    StepText, Technique,
};
use clew_puzzle::puzzle::verify::spot;
use clew_puzzle::puzzle::{Answer, Cell};
use gap::Gaps;
use news::Changes;
use std::sync::Arc;
use terrain::BoardData;

/// The largest board that is explained, in cells: where numbers may stand takes this many bits
/// squared.
const MAX_CELLS: usize = 2500;
/// No cell, or no number.
const NONE: u32 = u32::MAX;

/// The rungs, in the order of [`TECHNIQUES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TechniqueId {
    Between,
    Next,
    Mark,
    DeadEnd,
    SinglePosition,
    SingleNumber,
    /// The common conclusions of all ways between two placed numbers, if there are at most [`FEW_WAYS`].
    FewWays,
    Isolation,
    Overlap,
    Way,
    /// The same of at most [`SOME_WAYS`], [`MANY_WAYS`] and [`MOST_WAYS`], without those that strand a cell.
    SomeWays,
    ManyWays,
    MostWays,
    /// A cell to which numbers come on the ways of one gap only, which are at most as many.
    SomeReach,
    ManyReach,
    MostReach,
    Region,
    Pair,
    Triple,
    /// Something is assumed, which is not up to the ladder.
    Trial,
}

/// How many ways through a gap are listed.
const FEW_WAYS: usize = 3;
const SOME_WAYS: usize = 8;
const MANY_WAYS: usize = 30;
const MOST_WAYS: usize = 100;

const RUNGS: [TechniqueId; 23] = [
    TechniqueId::Between,
    TechniqueId::Next,
    TechniqueId::Mark,
    TechniqueId::DeadEnd,
    TechniqueId::SinglePosition,
    TechniqueId::SingleNumber,
    TechniqueId::FewWays,
    TechniqueId::Isolation,
    TechniqueId::Overlap,
    TechniqueId::Way,
    TechniqueId::SomeWays,
    TechniqueId::SomeReach,
    TechniqueId::Trial,
    TechniqueId::ManyWays,
    TechniqueId::ManyReach,
    TechniqueId::Region,
    TechniqueId::Pair,
    TechniqueId::Triple,
    TechniqueId::Trial,
    TechniqueId::MostWays,
    TechniqueId::MostReach,
    TechniqueId::Trial,
    TechniqueId::Trial,
];

static TECHNIQUES: [Technique; 23] = [
    Technique::new("hidato.between", "between two neighbours", Level::Trivial, 1).habit(),
    Technique::new("hidato.next", "next to a placed number", Level::Trivial, 2).habit(),
    Technique::new("hidato.mark", "marked cells follow each other", Level::Easy, 3).habit(),
    Technique::new("hidato.dead-end", "a cell with few ways out", Level::Easy, 4).habit(),
    Technique::new("hidato.single-position", "only place for a number", Level::Easy, 5).habit(),
    Technique::new("hidato.single-number", "only number for a cell", Level::Easy, 6).habit(),
    Technique::new("hidato.few-ways", "ways through a gap, up to 3", Level::Easy, 7),
    Technique::new("hidato.isolation", "a cell would be cut off", Level::Tricky, 10),
    Technique::new("hidato.overlap", "places that must touch", Level::Tricky, 12).habit(),
    Technique::new("hidato.way", "no way in time", Level::Tricky, 13),
    Technique::new("hidato.some-ways", "ways through a gap, up to 8", Level::Tricky, 14),
    Technique::new("hidato.some-reach", "reached from one gap, up to 8 ways", Level::Tricky, 15),
    Technique::new("hidato.look-ahead", "it fails at once", Level::Tricky, 16).trial(1, 1),
    Technique::new("hidato.many-ways", "ways through a gap, up to 30", Level::Hard, 20),
    Technique::new("hidato.many-reach", "reached from one gap, up to 30 ways", Level::Hard, 22),
    Technique::new("hidato.region", "numbers of a region", Level::Hard, 24),
    Technique::new("hidato.pair", "two numbers, two cells", Level::Hard, 26),
    Technique::new("hidato.triple", "three numbers, three cells", Level::Hard, 28),
    Technique::new("hidato.look-far", "it fails soon", Level::Hard, 30).trial(3, 3),
    Technique::new("hidato.most-ways", "ways through a gap, up to 100", Level::Extreme, 40),
    Technique::new("hidato.most-reach", "reached from one gap, up to 100 ways", Level::Extreme, 44),
    Technique::new("hidato.try-both", "try it and see it fail", Level::Extreme, 60)
        .trial(u32::MAX, u32::MAX),
    Technique::new("hidato.search", "try it with all techniques", Level::Extreme, 80).search(),
];

/// A hidato in the middle of being solved.
#[derive(Clone, Debug)]
struct LineLadder {
    terrain: Arc<BoardData>,
    /// Per number (from 0) the cells where it may stand, as bits.
    cells_of: Vec<u64>,
    /// Per cell the numbers (from 0) it may hold.
    numbers_of: Vec<u64>,
    /// Per number, from 0, and per cell: how many marks are left.
    places: Vec<u32>,
    holds: Vec<u32>,
    /// Per number, from 0, the cell where it stands, or `NONE`.
    at: Vec<Cell>,
    /// Per cell its number, from 0, or `NONE`.
    number: Vec<u32>,
    /// Numbers that are not placed.
    left: usize,
    /// The numbers placed since an attempt began.
    trail: Vec<Finding>,
    news: Changes,
    gaps: Gaps,
}

/// The board before the first step: givens placed.
///
/// # Errors
/// Why there is no ladder.
pub(super) fn start(puzzle: &Hidato) -> Result<Box<dyn Ladder>, NoLadder> {
    let line = &puzzle.0;
    let n = line.board.len();
    if n > MAX_CELLS {
        return Err(NoLadder::Unsuited(format!(
            "hidatos are explained up to {MAX_CELLS} cells, this one has {n}"
        )));
    }
    let terrain = Arc::new(BoardData::new(line.board.clone()));
    let words = terrain.words;
    let row = |w: usize| if (w + 1) * 64 <= n { u64::MAX } else { (1 << (n % 64)) - 1 };
    let full: Vec<u64> = (0..n * words).map(|i| row(i % words)).collect();
    let mut ladder = LineLadder {
        news: Changes::of_empty(&terrain),
        terrain,
        cells_of: full.clone(),
        numbers_of: full,
        places: vec![n as u32; n],
        holds: vec![n as u32; n],
        at: vec![NONE; n],
        number: vec![NONE; n],
        left: n,
        trail: Vec::new(),
        gaps: Gaps::default(),
    };
    // All are placed before any is counted off from: the stretches between them are short then.
    for (cell, &given) in (0..).zip(&line.given) {
        if let Some(number) = given {
            ladder.put(cell, number - 1)?;
        }
    }
    for number in line.given.iter().flatten() {
        ladder.count_off(number - 1)?;
    }
    Ok(Box::new(ladder))
}

impl LineLadder {
    fn len(&self) -> u32 {
        self.at.len() as u32
    }

    /// Where number `k` (from 0) may stand.
    fn cells(&self, k: u32) -> &[u64] {
        let words = self.terrain.words;
        &self.cells_of[k as usize * words..][..words]
    }

    /// The numbers that a cell may hold, from 0.
    fn numbers(&self, c: Cell) -> &[u64] {
        let words = self.terrain.words;
        &self.numbers_of[c as usize * words..][..words]
    }

    fn may(&self, c: Cell, k: u32) -> bool {
        bits::has(self.cells(k), c)
    }

    fn is_placed(&self, k: u32) -> bool {
        self.at[k as usize] != NONE
    }

    fn is_filled(&self, c: Cell) -> bool {
        self.number[c as usize] != NONE
    }

    /// Removes a mark; returns whether it was there.
    fn strike(&mut self, c: Cell, k: u32) -> bool {
        if !self.may(c, k) {
            return false;
        }
        let words = self.terrain.words;
        bits::erase(&mut self.cells_of[k as usize * words..][..words], c);
        bits::erase(&mut self.numbers_of[c as usize * words..][..words], k);
        self.places[k as usize] -= 1;
        self.gaps.changed(k);
        self.holds[c as usize] -= 1;
        self.news.struck(c, k, [self.places[k as usize], self.holds[c as usize]]);
        if k == 0 || k + 1 == self.len() {
            self.news.cramped(c);
        }
        true
    }

    /// The nearest placed numbers below and above `k`, which is not placed itself or does not count.
    fn around(&self, k: u32) -> (Option<u32>, Option<u32>) {
        let below = (0..k).rev().find(|&j| self.is_placed(j));
        let above = (k + 1..self.len()).find(|&j| self.is_placed(j));
        (below, above)
    }

    /// Places number `k`, from 0.
    fn put(&mut self, cell: Cell, k: u32) -> Result<(), Contradiction> {
        if !self.may(cell, k) || self.is_placed(k) || self.is_filled(cell) {
            let why = format!("{} cannot hold {}", self.spot(cell), self.shown(k));
            return Err(Contradiction::at([cell], why));
        }
        self.at[k as usize] = cell;
        self.number[cell as usize] = k;
        self.left -= 1;
        self.trail.push(Finding::is(cell, k + 1));
        for other in bits::members(self.cells(k)).collect::<Vec<_>>() {
            if other != cell {
                self.strike(other, k);
            }
        }
        for other in bits::members(self.numbers(cell)).collect::<Vec<_>>() {
            if other != k {
                self.strike(cell, other);
            }
        }
        self.news.placed(cell, k, self.len() - 1);
        for j in [k.checked_sub(1), Some(k), Some(k + 1)].into_iter().flatten() {
            if j < self.len() && self.is_placed(j) && !self.waits(j) {
                self.news.closed(&self.terrain, self.at[j as usize]);
            }
        }
        Ok(())
    }

    /// Strikes from the numbers up to the next placed ones the cells that are too far from number `k`,
    /// and looks whether the placed ones are near enough.
    fn count_off(&mut self, k: u32) -> Result<(), Contradiction> {
        let from = self.at[k as usize];
        let (below, above) = self.around(k);
        let (first, last) = (below.map_or(0, |j| j + 1), above.unwrap_or(self.len()));
        let most = (k - first).max(last.saturating_sub(k + 1));
        // As far as the adjacent placed numbers themselves.
        let rings = self.terrain.rings(from, most + 1, None);
        for j in [below, above].into_iter().flatten() {
            let at = self.at[j as usize];
            if !bits::has(rings.after(j.abs_diff(k)), at) {
                let (k, j) = (self.shown(k), self.shown(j));
                let (here, there) = (self.spot(from), self.spot(at));
                let why = format!("{k} at {here} would be too far from {j} ({there})");
                return Err(Contradiction::at([at], why));
            }
        }
        for j in (first..last).filter(|&j| j != k) {
            let within = rings.after(j.abs_diff(k));
            for (word, &within) in within.iter().enumerate() {
                let gone = self.cells(j)[word] & !within;
                bits::bits(gone).for_each(|c| _ = self.strike(word as u32 * 64 + c, j));
            }
        }
        Ok(())
    }

    fn spot(&self, c: Cell) -> String {
        spot(&self.terrain.board, c).to_string()
    }

    /// How number `k`, from 0, is shown.
    fn shown(&self, k: u32) -> u32 {
        self.terrain.board.shown(k + 1)
    }

    /// Whether a cell may hold the first or the last number.
    fn may_end(&self, c: Cell) -> bool {
        self.may(c, 0) || self.may(c, self.len() - 1)
    }

    /// Whether a placed number waits for the one before or after it.
    fn waits(&self, m: u32) -> bool {
        (m > 0 && !self.is_placed(m - 1)) || (m + 1 < self.len() && !self.is_placed(m + 1))
    }

    /// The neighbours of an open cell to which the line can still go from it: open ones, and placed
    /// numbers that still wait for the one before or after them.
    fn exits(&self, c: Cell) -> impl Iterator<Item = Cell> + '_ {
        let usable = move |q: &Cell| {
            let m = self.number[*q as usize];
            m == NONE || self.waits(m)
        };
        self.terrain.board.neighbours(c).iter().copied().filter(usable)
    }

    /// The open cells with few ways out, ascending.
    fn tight(&self) -> impl Iterator<Item = Cell> + '_ {
        bits::members(&self.news.tight).filter(|&c| !self.is_filled(c))
    }
}

impl Ladder for LineLadder {
    fn techniques(&self) -> &'static [Technique] {
        &TECHNIQUES
    }

    fn look(&mut self, technique: usize, found: &mut Found) {
        match RUNGS[technique] {
            TechniqueId::Between => self.beside(true, found),
            TechniqueId::Next => self.beside(false, found),
            TechniqueId::Mark => self.marks(found),
            TechniqueId::DeadEnd => self.dead_ends(found),
            TechniqueId::SinglePosition => self.single_positions(found),
            TechniqueId::SingleNumber => self.single_numbers(found),
            TechniqueId::Isolation => self.isolations(found),
            TechniqueId::Overlap => self.overlaps(found),
            TechniqueId::FewWays => self.gaps(FEW_WAYS, false, found),
            TechniqueId::SomeWays => self.gaps(SOME_WAYS, true, found),
            TechniqueId::ManyWays => self.gaps(MANY_WAYS, true, found),
            TechniqueId::MostWays => self.gaps(MOST_WAYS, true, found),
            TechniqueId::SomeReach => self.reaches(SOME_WAYS, found),
            TechniqueId::ManyReach => self.reaches(MANY_WAYS, found),
            TechniqueId::MostReach => self.reaches(MOST_WAYS, found),
            TechniqueId::Trial => {}
            TechniqueId::Way => self.ways(found),
            TechniqueId::Region => self.regions(found),
            TechniqueId::Pair => self.groups(2, found),
            TechniqueId::Triple => self.groups(3, found),
        }
        if found.is_empty() {
            self.news.looked(technique);
        }
    }

    fn tell(&self, technique: usize, deduction: &Deduction) -> StepText {
        self.telling(RUNGS[technique], deduction)
    }

    fn learn(&mut self, finding: Finding) -> Result<bool, Contradiction> {
        let Fact::Number { cell, number } = finding.fact else {
            return Err(Contradiction::at([], "a hidato is determined by its numbers"));
        };
        let k = number - 1;
        if !finding.holds {
            return Ok(self.strike(cell, k));
        }
        if self.at[k as usize] == cell {
            return Ok(false);
        }
        self.put(cell, k)?;
        self.count_off(k)?;
        Ok(true)
    }

    fn sound(&self) -> Result<(), Contradiction> {
        if self.news.nothing_left {
            if let Some(k) = self.places.iter().position(|&n| n == 0) {
                let why = format!("{} would have no place", self.shown(k as u32));
                return Err(Contradiction::at([], why));
            }
            if let Some(c) = self.holds.iter().position(|&n| n == 0) {
                let why = format!("no number would fit {}", self.spot(c as u32));
                return Err(Contradiction::at([c as u32], why));
            }
        }
        for pair in self.terrain.board.links() {
            let [k, j] = pair.map(|c| self.number[c as usize]);
            if k != NONE && j != NONE && k.abs_diff(j) != 1 {
                let [a, b] = pair.map(|c| self.spot(c));
                let why = format!("{a} and {b} are marked and do not follow each other");
                return Err(Contradiction::at(*pair, why));
            }
        }
        for c in self.tight() {
            let wanted = if self.may_end(c) { 1 } else { 2 };
            if self.news.ways(c) < wanted && self.len() > 1 {
                return Err(Contradiction::at([c], format!("{} would be shut in", self.spot(c))));
            }
        }
        Ok(())
    }

    fn open(&self, most: usize) -> Vec<Vec<Finding>> {
        // Twice: once for the places of a number, once for the numbers of a cell.
        let tries = self.places.iter().filter(|&&left| left > 1).map(|&left| 2 * left as usize);
        if tries.sum::<usize>() > most {
            return Vec::new();
        }
        let cells = (0..self.len()).filter(|&c| !self.is_filled(c));
        let of_cells =
            cells.map(|c| bits::members(self.numbers(c)).map(|k| Finding::is(c, k + 1)).collect());
        let numbers = (0..self.len()).filter(|&k| !self.is_placed(k));
        let of_numbers =
            numbers.map(|k| bits::members(self.cells(k)).map(|c| Finding::is(c, k + 1)).collect());
        of_cells.chain(of_numbers).collect()
    }

    fn bytes(&self) -> usize {
        let marks = self.cells_of.len() + self.numbers_of.len();
        size_of::<Self>() + 8 * marks + 16 * self.at.len() + self.news.bytes()
    }

    fn pencil(&self, most: usize) -> PencilMark {
        let left = |c: Cell| match self.holds[c as usize] as usize <= most {
            true if !self.is_filled(c) => bits::members(self.numbers(c)).map(|k| k + 1).collect(),
            _ => Vec::new(),
        };
        PencilMark::Numbers((0..self.len()).map(left).collect())
    }

    fn answer(&self) -> Option<Answer> {
        let one_based = || self.number.iter().map(|&k| k + 1).collect();
        (self.left == 0).then(|| Answer::Line(one_based()))
    }

    fn copy(&self) -> Box<dyn Ladder> {
        Box::new(self.clone())
    }

    fn attempt(&self) -> Box<dyn Ladder> {
        Box::new(LineLadder { trail: Vec::new(), ..self.clone() })
    }

    fn trail(&self) -> Vec<Finding> {
        self.trail.clone()
    }

    fn extent(&self) -> Extent {
        let marks = self.trail.len().max(1) as u32;
        Extent { marks, pieces: marks }
    }
}
