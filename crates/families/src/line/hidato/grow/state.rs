//! Disjoint paths in the gaps of the line, cells that lie on none, and their violations.

use super::frame::{GivenGaps, NONE};
use clew_engine::structures::subset::Subset;
use clew_puzzle::puzzle::Cell;

/// The gap of a cell that lies on no path.
pub(super) const EMPTY: u32 = u32::MAX;

/// Consecutive cells of every path are neighbours, always; its length may be wrong.
#[derive(Clone)]
pub(super) struct State {
    /// Per cell the gap it lies in, and of the step to the next cell; a given cell has that of the gap
    /// behind it.
    pub gap: Vec<u32>,
    /// Per cell the adjacent ones on its path; `NONE` for loose ends, and for cells on no path.
    pub next: Vec<u32>,
    pub previous: Vec<u32>,
    /// Per gap the cells in it.
    pub cells: Vec<i32>,
    /// The sum over all gaps of cells too few or too many.
    pub wrong: i32,
    /// Cells on no path.
    pub empty: Subset,
    /// Gaps with too few or too many cells.
    pub off: Subset,
    /// The first cell of the line and the last: loose ends of the open gaps.
    pub loose: [Cell; 2],
}

impl State {
    /// Nothing but the given cells lies on the line.
    pub fn new(frame: &GivenGaps) -> State {
        let n = frame.board.len();
        let gaps = frame.gaps();
        let [first, last] = [frame.givens[0], frame.givens[frame.givens.len() - 1]];
        let mut state = State {
            gap: vec![EMPTY; n],
            next: vec![NONE; n],
            previous: vec![NONE; n],
            cells: vec![0; gaps as usize],
            wrong: frame.wanted.iter().sum(),
            empty: Subset::new(n),
            off: Subset::new(gaps as usize),
            loose: [first, last],
        };
        (0..n as u32).filter(|&c| !frame.fixed[c as usize]).for_each(|c| state.empty.set(c, true));
        (1..).zip(&frame.givens).for_each(|(gap, &c)| state.gap[c as usize] = gap);
        for (gap, &wanted) in (0..).zip(&frame.wanted) {
            state.off.set(gap, wanted > 0);
        }
        state
    }

    /// The violations: cells too few or too many in gaps, and cells on no path. 0 for a filling.
    pub(crate) fn energy(&self) -> i32 {
        self.wrong + self.empty.list().len() as i32
    }

    /// The change in violations if a gap has `more` more cells, from any source.
    #[inline]
    pub fn cost(&self, frame: &GivenGaps, gap: u32, more: i32) -> i32 {
        let (cells, wanted) = (self.cells[gap as usize], frame.wanted[gap as usize]);
        (cells + more - wanted).abs() - (cells - wanted).abs()
    }

    /// How far from `at` the next empty cell of another colour than that of `at` is, in steps on a board without holes;
    /// `hole` is not one of them. Time: linear in the empty cells.
    pub fn apart(&self, frame: &GivenGaps, at: Cell, hole: Cell) -> u32 {
        let colour = frame.board.is_black(at);
        let others = self.empty.list().iter().filter(|&&c| c != hole);
        let other_colour = others.filter(|&&c| frame.board.is_black(c) != colour);
        let steps = other_colour.map(|&c| frame.apart(c, at));
        steps.min().unwrap_or(0)
    }

    /// Records that a gap has `more` more cells.
    pub fn grow(&mut self, frame: &GivenGaps, gap: u32, more: i32) {
        self.wrong += self.cost(frame, gap, more);
        self.cells[gap as usize] += more;
        self.off.set(gap, self.cells[gap as usize] != frame.wanted[gap as usize]);
    }

    /// 1 if `b` follows `a`, -1 if `a` follows `b`, else 0.
    #[inline]
    pub fn step(&self, a: Cell, b: Cell) -> i32 {
        i32::from(self.next[a as usize] == b) - i32::from(self.next[b as usize] == a)
    }

    /// Lets `b` follow `a`.
    pub fn join(&mut self, a: Cell, b: Cell) {
        self.next[a as usize] = b;
        self.previous[b as usize] = a;
    }

    /// Puts an empty cell into a gap.
    pub fn put(&mut self, c: Cell, gap: u32) {
        self.gap[c as usize] = gap;
        self.empty.set(c, false);
    }

    /// Takes a cell off its path, whose ends are to be joined.
    pub fn clear(&mut self, c: Cell) {
        self.gap[c as usize] = EMPTY;
        self.next[c as usize] = NONE;
        self.previous[c as usize] = NONE;
        self.empty.set(c, true);
    }

    /// Fills a gap that has no path yet, and is not open.
    pub fn lay(&mut self, frame: &GivenGaps, gap: u32, way: &[Cell]) {
        let [start, end] = frame.ends(gap);
        let mut last = start;
        for &c in way {
            self.put(c, gap);
            self.join(last, c);
            last = c;
        }
        self.join(last, end);
        self.grow(frame, gap, way.len() as i32);
    }

    /// Takes all cells of a gap off their path; how many there were.
    pub(crate) fn rip(&mut self, frame: &GivenGaps, gap: u32) -> i32 {
        let cells = self.cells[gap as usize];
        let (start, end) = if gap == 0 {
            let first = frame.givens[0];
            (std::mem::replace(&mut self.loose[0], first), first)
        } else if frame.is_open(gap) {
            let last = frame.givens[frame.givens.len() - 1];
            self.loose[1] = last;
            (self.next[last as usize], NONE)
        } else {
            let [start, end] = frame.ends(gap);
            (self.next[start as usize], end)
        };
        let mut at = start;
        while at != end {
            let next = self.next[at as usize];
            self.clear(at);
            at = next;
        }
        match gap {
            0 => self.previous[end as usize] = NONE,
            _ => self.next[frame.givens[gap as usize - 1] as usize] = NONE,
        }
        if gap > 0 && end != NONE {
            self.previous[end as usize] = NONE;
        }
        self.grow(frame, gap, -cells);
        cells
    }

    /// Per cell its number, where the energy is 0.
    pub fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.gap.len()];
        let (mut at, mut number) = (self.loose[0], 1);
        while at != NONE {
            numbers[at as usize] = number;
            number += 1;
            at = self.next[at as usize];
        }
        numbers
    }
}
