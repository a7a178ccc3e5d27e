//! How a person solves a futoshiki: candidates in the cells, and the ladder of techniques.
//!
//! Placing a number strikes it from its row and column at once, as people do. Names follow the solvers of Latin
//! squares; "link" is a sign of inequality. The joint conclusion about a cell from its greater cells in one line
//! combines the rule of Latin squares with signs.

mod chain;
mod look;
mod news;
mod tell;

use super::{Futoshiki, line};
use clew_engine::structures::Csr;
use clew_puzzle::puzzle::ladder::{
    Contradiction, Deduction, Extent, Fact, Finding, Found, Ladder, Level, NoLadder, PencilMark,
    StepText, Technique,
};
use clew_puzzle::puzzle::{Answer, Cell, Gap};
use look::up_to;
use news::Changes;
use std::sync::Arc;

/// The largest order that is explained: candidates of a cell are bits of a word, and people do not write more into a
/// box.
const MAX_ORDER: u32 = 32;

/// The rungs, in the order of [`TECHNIQUES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TechniqueId {
    FullHouse,
    HiddenSingle,
    NakedSingle,
    LinkBound,
    Difference,
    Apart,
    LineLink,
    LineDifference,
    NakedPair,
    HiddenPair,
    XWing,
    NakedTriple,
    HiddenTriple,
    Swordfish,
}

const RUNGS: [TechniqueId; 14] = [
    TechniqueId::FullHouse,
    TechniqueId::HiddenSingle,
    TechniqueId::NakedSingle,
    TechniqueId::LinkBound,
    TechniqueId::Difference,
    TechniqueId::Apart,
    TechniqueId::LineLink,
    TechniqueId::LineDifference,
    TechniqueId::NakedPair,
    TechniqueId::HiddenPair,
    TechniqueId::XWing,
    TechniqueId::NakedTriple,
    TechniqueId::HiddenTriple,
    TechniqueId::Swordfish,
];

static TECHNIQUES: [Technique; 17] = [
    Technique::new("futoshiki.full-house", "last cell of a line", Level::Trivial, 1).habit(),
    Technique::new("futoshiki.hidden-single", "only place in a line", Level::Trivial, 2).habit(),
    Technique::new("futoshiki.naked-single", "only number for a cell", Level::Trivial, 3).habit(),
    Technique::new("futoshiki.link-bound", "a sign", Level::Easy, 4).habit(),
    Technique::new("futoshiki.difference", "a difference", Level::Easy, 5).habit(),
    Technique::new("futoshiki.no-difference", "no difference of so much", Level::Easy, 6).habit(),
    Technique::new("futoshiki.line-link", "signs to cells of one line", Level::Tricky, 10),
    Technique::new(
        "futoshiki.line-difference",
        "differences to cells of one line",
        Level::Tricky,
        11,
    ),
    Technique::new("futoshiki.naked-pair", "two cells, two numbers", Level::Tricky, 12),
    Technique::new("futoshiki.hidden-pair", "two numbers, two cells", Level::Tricky, 14),
    Technique::new("futoshiki.x-wing", "a number in two lines", Level::Hard, 20),
    Technique::new("futoshiki.naked-triple", "three cells, three numbers", Level::Hard, 22),
    Technique::new("futoshiki.hidden-triple", "three numbers, three cells", Level::Hard, 24),
    Technique::new("futoshiki.swordfish", "a number in three lines", Level::Hard, 30),
    Technique::new("futoshiki.look-ahead", "it fails soon", Level::Hard, 40).trial(3, 3),
    Technique::new("futoshiki.try-both", "try it and see it fail", Level::Extreme, 60)
        .trial(u32::MAX, u32::MAX),
    Technique::new("futoshiki.search", "try it with all techniques", Level::Extreme, 80).search(),
];

/// A cell and cells of one line that are all greater than it, or all smaller.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fan {
    cell: Cell,
    cells: Vec<Cell>,
    /// The others are greater.
    up: bool,
    /// The line and the cell's row, as bits: one of them changes when one of the cells does.
    lines: u64,
}

/// A cell and two cells of one line from which it differs by the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fork {
    cell: Cell,
    others: [Cell; 2],
    by: u32,
    /// The line and the cell's row, as bits.
    lines: u64,
}

/// The data that do not change while the puzzle is solved.
#[derive(Debug)]
struct Signs {
    n: u32,
    less: Vec<[Cell; 2]>,
    /// Per cell the places in `less` that name it.
    at: Csr,
    fans: Vec<Fan>,
    gaps: Vec<Gap>,
    /// Per cell the places in `gaps` that name it.
    gaps_at: Csr,
    forks: Vec<Fork>,
}

/// A square in the middle of being solved.
#[derive(Clone, Debug)]
struct SquareLadder {
    signs: Arc<Signs>,
    /// Per cell the numbers it may hold: bit v - 1.
    may: Vec<u32>,
    /// Per line and number the positions of the cells that may hold it: the same candidates, indexed by lines.
    places: Vec<u32>,
    /// Per line the numbers that its open cells may hold.
    open: Vec<u32>,
    /// Per cell the number that was placed, 0 for none.
    placed: Vec<u32>,
    /// Cells without a number.
    left: usize,
    /// The numbers placed since an attempt began.
    trail: Vec<Finding>,
    news: Changes,
}

/// The square before the first step: givens placed.
///
/// # Errors
/// Why there is no ladder.
pub(super) fn start(puzzle: &Futoshiki) -> Result<Box<dyn Ladder>, NoLadder> {
    let n = puzzle.n;
    if n > MAX_ORDER {
        return Err(NoLadder::Unsuited(format!(
            "squares are explained up to order {MAX_ORDER}, this one has {n}"
        )));
    }
    let cells = (n * n) as usize;
    let all = if n == 32 { u32::MAX } else { (1 << n) - 1 };
    let mut less = puzzle.less.clone();
    less.sort_unstable();
    less.dedup();
    let fans = fans(n, &less);
    let named = (0..).zip(&less).flat_map(|(sign, pair)| pair.map(|c| (c, sign)));
    let at = Csr::new(cells, named);
    let news = Changes::of_empty(n, less.len(), &puzzle.gaps);
    let gaps = puzzle.gaps.clone();
    let named = (0..).zip(&gaps).flat_map(|(gap, of)| of.cells.map(|c| (c, gap)));
    let gaps_at = Csr::new(cells, named);
    let forks = forks(n, &gaps);
    let signs = Arc::new(Signs { n, less, at, fans, gaps, gaps_at, forks });
    let mut ladder = SquareLadder {
        signs,
        may: vec![all; cells],
        places: vec![all; 2 * cells],
        open: vec![all; 2 * n as usize],
        placed: vec![0; cells],
        left: cells,
        trail: Vec::new(),
        news,
    };
    for (cell, &given) in (0..).zip(&puzzle.given) {
        if let Some(number) = given {
            ladder.learn(Finding::is(cell, number))?;
        }
    }
    Ok(Box::new(ladder))
}

/// Per cell and line the cells of the line that signs make greater than the cell, directly or by
/// others between, where there are at least two; and the same for smaller. The order of the lists is
/// that of cells.
fn fans(n: u32, less: &[[Cell; 2]]) -> Vec<Fan> {
    let cells = n * n;
    let mut found = Vec::new();
    for up in [true, false] {
        let mut next: Vec<Vec<Cell>> = vec![Vec::new(); cells as usize];
        for &[a, b] in less {
            let (from, to) = if up { (a, b) } else { (b, a) };
            next[from as usize].push(to);
        }
        for cell in (0..cells).filter(|&c| !next[c as usize].is_empty()) {
            let mut seen = vec![false; cells as usize];
            let mut open = vec![cell];
            while let Some(c) = open.pop() {
                for &q in &next[c as usize] {
                    if !std::mem::replace(&mut seen[q as usize], true) {
                        open.push(q);
                    }
                }
            }
            // A circle of signs has no solution anyway.
            seen[cell as usize] = false;
            for l in 0..2 * n {
                let cells: Vec<Cell> = line(n, l).filter(|&c| seen[c as usize]).collect();
                if cells.len() > 1 {
                    found.push(Fan { cell, cells, up, lines: 1 << l | 1 << (cell / n) });
                }
            }
        }
    }
    found
}

/// All pairs of gaps of the same size between a cell and cells of one line.
fn forks(n: u32, gaps: &[Gap]) -> Vec<Fork> {
    let mut at: Vec<Vec<(Cell, u32)>> = vec![Vec::new(); (n * n) as usize];
    for &Gap { cells: [a, b], by, .. } in gaps.iter().filter(|gap| gap.is) {
        at[a as usize].push((b, by));
        at[b as usize].push((a, by));
    }
    let lines = |c: Cell| 1u64 << (c / n) | 1 << (n + c % n);
    let mut found = Vec::new();
    for (cell, ends) in (0..).zip(&at) {
        for (i, &(p, by)) in ends.iter().enumerate() {
            for &(q, _) in ends[i + 1..].iter().filter(|&&(_, other)| other == by) {
                let shared = lines(p) & lines(q);
                if p != q && shared != 0 {
                    let lines = shared | 1 << (cell / n);
                    found.push(Fork { cell, others: [p, q], by, lines });
                }
            }
        }
    }
    found
}

impl SquareLadder {
    fn n(&self) -> u32 {
        self.signs.n
    }

    /// The cells of a line that have no number yet.
    fn open_cells(&self, l: u32) -> impl Iterator<Item = Cell> + Clone {
        line(self.n(), l).filter(|&c| self.placed[c as usize] == 0)
    }

    /// The positions of a number in a line that are still possible, as bits; the number is not placed there.
    fn places(&self, l: u32, number: u32) -> u32 {
        self.places[(l * self.n() + number - 1) as usize]
    }

    /// The numbers that a line's open cells may hold.
    fn open_numbers(&self, l: u32) -> u32 {
        self.open[l as usize]
    }

    /// A cell's row and column, each with the cell's position in it.
    fn lines_of(&self, c: Cell) -> [(u32, u32); 2] {
        let n = self.n();
        [(c / n, c % n), (n + c % n, c / n)]
    }

    /// Takes these numbers away from a cell.
    fn strike(&mut self, c: Cell, mask: u32) {
        let was = self.may[c as usize];
        let gone = was & mask;
        if gone == 0 {
            return;
        }
        let is = was & !mask;
        self.may[c as usize] = is;
        self.news.struck(c, was, is, self.placed[c as usize] == 0);
        let ends = |mask: u32| (mask.trailing_zeros(), mask.leading_zeros());
        if ends(was) != ends(is) {
            for &sign in self.signs.at.row(c) {
                self.news.moved(sign);
                self.news.nonsense |= self.is_crossed(self.signs.less[sign as usize]);
            }
        }
        for &gap in self.signs.gaps_at.row(c) {
            let of = self.signs.gaps[gap as usize];
            self.news.narrowed(gap, of.is);
            self.news.nonsense |= self.is_broken(of);
        }
        for (l, position) in self.lines_of(c) {
            for number in numbers(gone) {
                let places = &mut self.places[(l * self.signs.n + number - 1) as usize];
                *places &= !(1 << position);
                let left = *places;
                if left == 0 {
                    self.open[l as usize] &= !(1 << (number - 1));
                }
                self.news.left_in(l, number, left);
            }
        }
    }

    /// Whether the least number of the smaller cell is not below the greatest of the greater one.
    fn is_crossed(&self, [a, b]: [Cell; 2]) -> bool {
        let (low, high) = (self.may[a as usize], self.may[b as usize]);
        low.trailing_zeros() + high.leading_zeros() >= 31
    }

    /// Whether no pair of candidates of the two cells has the difference of the gap.
    fn is_broken(&self, gap: Gap) -> bool {
        let [a, b] = gap.cells.map(|c| self.may[c as usize]);
        !numbers(a).any(|v| {
            let bit = 1u32 << (v - 1);
            let at = bit << gap.by | bit >> gap.by;
            b & if gap.is { at } else { !at } != 0
        })
    }

    fn spot(&self, c: Cell) -> String {
        format!("r{}c{}", c / self.n() + 1, c % self.n() + 1)
    }

    /// "row 3" or "column 2".
    fn line_name(&self, l: u32) -> String {
        let n = self.n();
        if l < n { format!("row {}", l + 1) } else { format!("column {}", l - n + 1) }
    }

    /// The other cells of a cell's row and column.
    fn peers(&self, c: Cell) -> impl Iterator<Item = Cell> + use<> {
        let n = self.n();
        line(n, c / n).chain(line(n, n + c % n)).filter(move |&q| q != c)
    }
}

/// The numbers of a mask, ascending.
fn numbers(mut mask: u32) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let number = mask.trailing_zeros() + 1;
        let some = mask != 0;
        mask &= mask.wrapping_sub(1);
        some.then_some(number)
    })
}

impl Ladder for SquareLadder {
    fn techniques(&self) -> &'static [Technique] {
        &TECHNIQUES
    }

    fn look(&mut self, technique: usize, found: &mut Found) {
        self.news.pass_on();
        match RUNGS[technique] {
            TechniqueId::FullHouse => self.full_houses(found),
            TechniqueId::HiddenSingle => self.hidden_singles(found),
            TechniqueId::NakedSingle => self.naked_singles(found),
            TechniqueId::LinkBound => self.links(found),
            TechniqueId::Difference => self.differences(found),
            TechniqueId::Apart => self.aparts(found),
            TechniqueId::LineLink => self.fans(found),
            TechniqueId::LineDifference => self.forks(found),
            TechniqueId::NakedPair => self.naked(2, found),
            TechniqueId::HiddenPair => self.hidden(2, found),
            TechniqueId::XWing => self.fish(2, found),
            TechniqueId::NakedTriple => self.naked(3, found),
            TechniqueId::HiddenTriple => self.hidden(3, found),
            TechniqueId::Swordfish => self.fish(3, found),
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
            return Err(Contradiction::at([], "squares have no links"));
        };
        let (c, bit) = (cell as usize, 1u32 << (number - 1));
        let cannot = |at: &SquareLadder| {
            Contradiction::at([cell], format!("{} cannot hold {number}", at.spot(cell)))
        };
        if !finding.holds {
            if self.may[c] & bit == 0 {
                return Ok(false);
            }
            self.strike(cell, bit);
            if self.may[c] == 0 {
                return Err(Contradiction::at(
                    [cell],
                    format!("no number would fit {}", self.spot(cell)),
                ));
            }
            return Ok(true);
        }
        if self.placed[c] == number {
            return Ok(false);
        }
        if self.may[c] & bit == 0 || self.placed[c] != 0 {
            return Err(cannot(self));
        }
        self.placed[c] = number;
        self.left -= 1;
        self.trail.push(finding);
        self.strike(cell, !bit);
        for q in self.peers(cell) {
            self.strike(q, bit);
        }
        for (l, _) in self.lines_of(cell) {
            self.open[l as usize] &= !bit;
        }
        self.news.filled(cell, self.lines_of(cell).map(|(l, _)| l), bit);
        match self.peers(cell).find(|&q| self.may[q as usize] == 0) {
            Some(q) => Err(Contradiction::at([q], format!("no number would fit {}", self.spot(q)))),
            None => Ok(true),
        }
    }

    fn sound(&self) -> Result<(), Contradiction> {
        if !self.news.nonsense {
            return Ok(());
        }
        for l in 0..2 * self.n() {
            if let Some(v) = (1..=self.n()).find(|&v| self.places(l, v) == 0) {
                let name = self.line_name(l);
                let cells: Vec<Cell> = super::line(self.n(), l).collect();
                return Err(Contradiction::at(cells, format!("{v} would have no place in {name}")));
            }
        }
        if let Some(&pair) = self.signs.less.iter().find(|&&sign| self.is_crossed(sign)) {
            let [a, b] = pair.map(|c| self.spot(c));
            return Err(Contradiction::at(pair, format!("{a} could not be less than {b}")));
        }
        if let Some(gap) = self.signs.gaps.iter().find(|&&gap| self.is_broken(gap)) {
            let [a, b] = gap.cells.map(|c| self.spot(c));
            let word = if gap.is { "could not" } else { "would" };
            let why = format!("{a} and {b} {word} differ by {}", gap.by);
            return Err(Contradiction::at(gap.cells, why));
        }
        Ok(())
    }

    fn open(&self, most: usize) -> Vec<Vec<Finding>> {
        let cells = || (0..).zip(&self.placed).filter(|(_, placed)| **placed == 0);
        let tries = cells().map(|(c, _)| self.may[c as usize].count_ones() as usize);
        if tries.sum::<usize>() > most {
            return Vec::new();
        }
        cells()
            .map(|(c, _)| numbers(self.may[c as usize]).map(|v| Finding::is(c, v)).collect())
            .collect()
    }

    fn bytes(&self) -> usize {
        let words = self.may.len() + self.places.len() + self.open.len() + self.placed.len();
        size_of::<Self>() + 4 * words + self.news.bytes()
    }

    fn pencil(&self, most: usize) -> PencilMark {
        let left = |(&may, &placed): (&u32, &u32)| match may.count_ones() as usize <= most {
            true if placed == 0 => numbers(may).collect(),
            _ => Vec::new(),
        };
        PencilMark::Numbers(self.may.iter().zip(&self.placed).map(left).collect())
    }

    fn answer(&self) -> Option<Answer> {
        (self.left == 0).then(|| Answer::Square(self.placed.clone()))
    }

    fn copy(&self) -> Box<dyn Ladder> {
        Box::new(self.clone())
    }

    fn attempt(&self) -> Box<dyn Ladder> {
        Box::new(SquareLadder { trail: Vec::new(), ..self.clone() })
    }

    fn trail(&self) -> Vec<Finding> {
        self.trail.clone()
    }

    fn extent(&self) -> Extent {
        let marks = self.trail.len().max(1) as u32;
        Extent { marks, pieces: marks }
    }
}
