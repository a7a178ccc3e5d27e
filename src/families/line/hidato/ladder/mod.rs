//! How a person solves a hidato: where each number may stand, and the ladder of techniques.
//!
//! Pencil marks are kept for the distances from placed numbers, which everybody counts off: number
//! k + 3 is at most three steps from number k (and on squares without diagonal moves on a cell of
//! the right colour of the chequerboard). A rung then says what is concluded from them.

mod look;
mod region;
mod tell;

use super::Hidato;
use crate::puzzle::ladder::{
    Deduction, Fact, Finding, Ladder, Level, NoLadder, Nonsense, Pencil, Technique, Telling,
};
use crate::puzzle::verify::spot;
use crate::puzzle::{Answer, Board, Cell};
use crate::structures::bits;
use std::sync::Arc;

/// The largest board that is explained, in cells: where numbers may stand takes this many bits
/// squared.
const MAX_CELLS: usize = 2500;
/// No cell, or no number.
const NONE: u32 = u32::MAX;

/// The rungs, in the order of [`TECHNIQUES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rung {
    Between,
    Next,
    Mark,
    DeadEnd,
    SinglePosition,
    SingleNumber,
    Isolation,
    Overlap,
    Way,
    Region,
    Pair,
    Triple,
}

const RUNGS: [Rung; 12] = [
    Rung::Between,
    Rung::Next,
    Rung::Mark,
    Rung::DeadEnd,
    Rung::SinglePosition,
    Rung::SingleNumber,
    Rung::Isolation,
    Rung::Overlap,
    Rung::Way,
    Rung::Region,
    Rung::Pair,
    Rung::Triple,
];

static TECHNIQUES: [Technique; 13] = [
    Technique::new("hidato.between", "between two neighbours", Level::Trivial, 1),
    Technique::new("hidato.next", "next to a placed number", Level::Trivial, 2),
    Technique::new("hidato.mark", "marked cells follow each other", Level::Easy, 3),
    Technique::new("hidato.dead-end", "a cell with few ways out", Level::Easy, 4),
    Technique::new("hidato.single-position", "only place for a number", Level::Easy, 5),
    Technique::new("hidato.single-number", "only number for a cell", Level::Tricky, 8),
    Technique::new("hidato.isolation", "a cell would be cut off", Level::Tricky, 10),
    Technique::new("hidato.overlap", "places that must touch", Level::Tricky, 12),
    Technique::new("hidato.way", "no way in time", Level::Tricky, 14),
    Technique::new("hidato.region", "what fills a region", Level::Hard, 16),
    Technique::new("hidato.pair", "two numbers, two cells", Level::Hard, 20),
    Technique::new("hidato.triple", "three numbers, three cells", Level::Hard, 28),
    Technique::new("hidato.try-both", "try it and see it fail", Level::Extreme, 60),
];

/// A hidato in the middle of being solved.
#[derive(Clone, Debug)]
struct LineLadder {
    board: Arc<Board>,
    /// Whether every step changes the colour of the cell, as on a chessboard.
    alternates: bool,
    /// Words of a row of marks.
    words: usize,
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
    left: usize,
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
    let words = n.div_ceil(64);
    let row = |w: usize| if (w + 1) * 64 <= n { u64::MAX } else { (1 << (n % 64)) - 1 };
    let full: Vec<u64> = (0..n * words).map(|i| row(i % words)).collect();
    let mut ladder = LineLadder {
        board: Arc::new(line.board.clone()),
        alternates: line.board.is_rook(),
        words,
        cells_of: full.clone(),
        numbers_of: full,
        places: vec![n as u32; n],
        holds: vec![n as u32; n],
        at: vec![NONE; n],
        number: vec![NONE; n],
        left: n,
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
        &self.cells_of[k as usize * self.words..][..self.words]
    }

    /// What a cell may hold, from 0.
    fn numbers(&self, c: Cell) -> &[u64] {
        &self.numbers_of[c as usize * self.words..][..self.words]
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

    /// Takes a mark away; whether it was there.
    fn strike(&mut self, c: Cell, k: u32) -> bool {
        if !self.may(c, k) {
            return false;
        }
        self.cells_of[k as usize * self.words + c as usize / 64] &= !(1 << (c % 64));
        self.numbers_of[c as usize * self.words + k as usize / 64] &= !(1 << (k % 64));
        self.places[k as usize] -= 1;
        self.holds[c as usize] -= 1;
        true
    }

    /// The nearest placed numbers below and above `k`, which is not placed itself or does not count.
    fn around(&self, k: u32) -> (Option<u32>, Option<u32>) {
        let below = (0..k).rev().find(|&j| self.is_placed(j));
        let above = (k + 1..self.len()).find(|&j| self.is_placed(j));
        (below, above)
    }

    /// Steps from a cell to every other as far as `most`, over cells that `open` lets pass.
    fn distances(&self, from: Cell, most: u32, open: impl Fn(Cell) -> bool) -> Vec<u32> {
        let mut far = vec![NONE; self.at.len()];
        far[from as usize] = 0;
        let mut ring = vec![from];
        for d in 1..=most {
            let mut next = Vec::new();
            for &c in &ring {
                for &q in self.board.neighbours(c) {
                    if far[q as usize] == NONE && open(q) {
                        far[q as usize] = d;
                        next.push(q);
                    }
                }
            }
            ring = next;
        }
        far
    }

    /// Whether a cell at distance `far` can be reached in exactly so many steps: never in fewer, and
    /// on squares without diagonal moves only in as many as have the same parity.
    fn reaches(&self, far: u32, steps: u32) -> bool {
        far <= steps && (!self.alternates || (steps - far).is_multiple_of(2))
    }

    /// Places number `k`, from 0.
    fn put(&mut self, cell: Cell, k: u32) -> Result<(), Nonsense> {
        if !self.may(cell, k) || self.is_placed(k) || self.is_filled(cell) {
            return Err(Nonsense(format!("{} cannot hold {}", self.spot(cell), k + 1)));
        }
        self.at[k as usize] = cell;
        self.number[cell as usize] = k;
        self.left -= 1;
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
        Ok(())
    }

    /// Strikes from the numbers up to the next placed ones the cells that are too far from number `k`,
    /// and looks whether the placed ones are near enough.
    fn count_off(&mut self, k: u32) -> Result<(), Nonsense> {
        let from = self.at[k as usize];
        let (below, above) = self.around(k);
        let (first, last) = (below.map_or(0, |j| j + 1), above.unwrap_or(self.len()));
        let most = (k - first).max(last.saturating_sub(k + 1));
        // As far as the placed ones themselves.
        let far = self.distances(from, most + 1, |_| true);
        for j in [below, above].into_iter().flatten() {
            let at = self.at[j as usize];
            if !self.reaches(far[at as usize], j.abs_diff(k)) {
                return Err(Nonsense(format!("{} cannot hold {}", self.spot(at), j + 1)));
            }
        }
        for j in (first..last).filter(|&j| j != k) {
            for c in 0..self.len() {
                if !self.reaches(far[c as usize], j.abs_diff(k)) {
                    self.strike(c, j);
                }
            }
        }
        Ok(())
    }

    fn spot(&self, c: Cell) -> String {
        spot(&self.board, c).to_string()
    }

    /// Whether a cell may hold the first or the last number.
    fn may_end(&self, c: Cell) -> bool {
        self.may(c, 0) || self.may(c, self.len() - 1)
    }

    /// The neighbours of an open cell to which the line can still go from it: open ones, and placed
    /// numbers that still wait for the one before or after them.
    fn exits(&self, c: Cell) -> impl Iterator<Item = Cell> + '_ {
        let waits = |m: u32| {
            (m > 0 && !self.is_placed(m - 1)) || (m + 1 < self.len() && !self.is_placed(m + 1))
        };
        let usable = move |q: &Cell| {
            let m = self.number[*q as usize];
            m == NONE || waits(m)
        };
        self.board.neighbours(c).iter().copied().filter(usable)
    }
}

impl Ladder for LineLadder {
    fn techniques(&self) -> &'static [Technique] {
        &TECHNIQUES
    }

    fn look(&self, technique: usize) -> Vec<Deduction> {
        let mut found = Vec::new();
        match RUNGS[technique] {
            Rung::Between => self.beside(true, &mut found),
            Rung::Next => self.beside(false, &mut found),
            Rung::Mark => self.marks(&mut found),
            Rung::DeadEnd => self.dead_ends(&mut found),
            Rung::SinglePosition => self.single_positions(&mut found),
            Rung::SingleNumber => self.single_numbers(&mut found),
            Rung::Isolation => self.isolations(&mut found),
            Rung::Overlap => self.overlaps(&mut found),
            Rung::Way => self.ways(&mut found),
            Rung::Region => self.regions(&mut found),
            Rung::Pair => self.groups(2, &mut found),
            Rung::Triple => self.groups(3, &mut found),
        }
        found
    }

    fn tell(&self, technique: usize, deduction: &Deduction) -> Telling {
        self.telling(RUNGS[technique], deduction)
    }

    fn learn(&mut self, finding: Finding) -> Result<bool, Nonsense> {
        let Fact::Number { cell, number } = finding.fact else {
            return Err(Nonsense("a hidato is told by its numbers".into()));
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

    fn sound(&self) -> Result<(), Nonsense> {
        if let Some(k) = self.places.iter().position(|&n| n == 0) {
            return Err(Nonsense(format!("no place is left for {}", k + 1)));
        }
        if let Some(c) = self.holds.iter().position(|&n| n == 0) {
            return Err(Nonsense(format!("no number is left for {}", self.spot(c as u32))));
        }
        for pair in self.board.links() {
            let [k, j] = pair.map(|c| self.number[c as usize]);
            if k != NONE && j != NONE && k.abs_diff(j) != 1 {
                let [a, b] = pair.map(|c| self.spot(c));
                return Err(Nonsense(format!(
                    "{a} and {b} are marked and do not follow each other"
                )));
            }
        }
        for c in (0..self.len()).filter(|&c| !self.is_filled(c)) {
            let wanted = if self.may_end(c) { 1 } else { 2 };
            if self.exits(c).take(wanted).count() < wanted && self.len() > 1 {
                return Err(Nonsense(format!("{} has too few ways out", self.spot(c))));
            }
        }
        Ok(())
    }

    fn open(&self) -> Vec<Vec<Finding>> {
        let cells = (0..self.len()).filter(|&c| !self.is_filled(c));
        let of_cells =
            cells.map(|c| bits::members(self.numbers(c)).map(|k| Finding::is(c, k + 1)).collect());
        let numbers = (0..self.len()).filter(|&k| !self.is_placed(k));
        let of_numbers =
            numbers.map(|k| bits::members(self.cells(k)).map(|c| Finding::is(c, k + 1)).collect());
        of_cells.chain(of_numbers).collect()
    }

    fn pencil(&self, most: usize) -> Pencil {
        let left = |c: Cell| match self.holds[c as usize] as usize <= most {
            true if !self.is_filled(c) => bits::members(self.numbers(c)).map(|k| k + 1).collect(),
            _ => Vec::new(),
        };
        Pencil::Numbers((0..self.len()).map(left).collect())
    }

    fn answer(&self) -> Option<Answer> {
        let one_based = || self.number.iter().map(|&k| k + 1).collect();
        (self.left == 0).then(|| Answer::Line(one_based()))
    }

    fn copy(&self) -> Box<dyn Ladder> {
        Box::new(self.clone())
    }
}
