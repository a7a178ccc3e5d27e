//! The changes since a technique last found nothing, which it has to examine again.
//!
//! A trial follows an assumption through many small steps, and each step changes a few cells. The conclusions of a
//! technique from a line depend on that line alone, so a line without conclusions has none until it changes.

use super::{RUNGS, TechniqueId};
use clew_engine::structures::bits;
use clew_puzzle::puzzle::{Cell, Gap};
use smallvec::SmallVec;

/// The parts to examine.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    /// The open cells with one number left, as bits.
    sole: SmallVec<[u64; 4]>,
    /// The signs between cells whose least or greatest number has changed since signs last gave no conclusion, as bits.
    signs: SmallVec<[u64; 4]>,
    /// The gaps between cells that have lost numbers since gaps last gave no conclusion, as bits: first the excluded
    /// gaps, then those that hold.
    gaps: [SmallVec<[u64; 4]>; 2],
    /// Per line the numbers that are not placed in it and have one place left.
    lone: Vec<u32>,
    /// Per line how many of its cells are open.
    vacant: Vec<u8>,
    /// Lines with one open cell.
    nearly_full: u64,
    /// Lines that have changed, and numbers whose places have, since the last look of any technique.
    lines: u64,
    numbers: u32,
    /// The same per technique, since it last found nothing.
    lines_for: [u64; RUNGS.len()],
    numbers_for: [u32; RUNGS.len()],
    /// Some number has no place left in some line, or a sign cannot hold.
    pub nonsense: bool,
}

/// The gaps of a kind, as bits.
fn of_kind(gaps: &[Gap], is: bool) -> SmallVec<[u64; 4]> {
    let mut set = SmallVec::from_elem(0, gaps.len().div_ceil(64));
    let kind = (0..).zip(gaps).filter(|(_, gap)| gap.is == is);
    kind.for_each(|(i, _)| {
        bits::insert(&mut set, i);
    });
    set
}

impl Changes {
    /// Of a square of order `n`, at most 32, in which nothing is placed: everything is news.
    pub(super) fn of_empty(n: u32, signs: usize, gaps: &[Gap]) -> Changes {
        let mut all_signs = SmallVec::from_elem(0, signs.div_ceil(64));
        (0..signs as u32).for_each(|sign| bits::insert(&mut all_signs, sign));
        Changes {
            sole: SmallVec::from_elem(u64::from(n == 1), ((n * n) as usize).div_ceil(64)),
            signs: all_signs,
            gaps: [false, true].map(|is| of_kind(gaps, is)),
            lone: vec![u32::from(n == 1); 2 * n as usize],
            vacant: vec![n as u8; 2 * n as usize],
            nearly_full: if n == 1 { 0b11 } else { 0 },
            lines: u64::MAX,
            numbers: u32::MAX,
            lines_for: [0; RUNGS.len()],
            numbers_for: [0; RUNGS.len()],
            nonsense: false,
        }
    }

    /// About how many bytes are not in the value itself.
    pub(super) fn bytes(&self) -> usize {
        8 * (self.sole.len() + self.signs.len() + 2 * self.gaps[0].len()) + 5 * self.lone.len()
    }

    /// A cell's numbers were `was` and are `is` now.
    pub(super) fn struck(&mut self, c: Cell, was: u32, is: u32, vacant: bool) {
        match is.count_ones() {
            1 if vacant => bits::insert(&mut self.sole, c),
            _ => bits::erase(&mut self.sole, c),
        }
        self.numbers |= was ^ is;
    }

    /// The least or the greatest number changed in a cell at this sign.
    pub(super) fn moved(&mut self, sign: u32) {
        bits::insert(&mut self.signs, sign);
    }

    /// A cell at this gap may hold fewer numbers.
    pub(super) fn narrowed(&mut self, gap: u32, is: bool) {
        bits::insert(&mut self.gaps[usize::from(is)], gap);
    }

    /// A number has these places left in a line.
    pub(super) fn left_in(&mut self, l: u32, number: u32, places: u32) {
        let bit = 1 << (number - 1);
        self.lines |= 1 << l;
        match places.count_ones() {
            0 => {
                self.nonsense = true;
                self.lone[l as usize] &= !bit;
            }
            1 => self.lone[l as usize] |= bit,
            _ => {}
        }
    }

    /// A cell of these two lines was filled with the number of this bit, which is struck from the others already.
    pub(super) fn filled(&mut self, c: Cell, lines: [u32; 2], bit: u32) {
        bits::erase(&mut self.sole, c);
        for l in lines {
            self.lone[l as usize] &= !bit;
            self.vacant[l as usize] -= 1;
            match self.vacant[l as usize] {
                1 => self.nearly_full |= 1 << l,
                0 => self.nearly_full &= !(1 << l),
                _ => {}
            }
            self.lines |= 1 << l;
        }
        self.numbers |= bit;
    }

    /// Passes the new changes to each technique.
    pub(super) fn pass_on(&mut self) {
        self.lines_for.iter_mut().for_each(|lines| *lines |= self.lines);
        self.numbers_for.iter_mut().for_each(|numbers| *numbers |= self.numbers);
        (self.lines, self.numbers) = (0, 0);
    }

    /// A technique has found nothing.
    pub(super) fn looked(&mut self, technique: usize) {
        self.lines_for[technique] = 0;
        self.numbers_for[technique] = 0;
        match RUNGS[technique] {
            TechniqueId::LinkBound => self.signs.fill(0),
            TechniqueId::Apart => self.gaps[0].fill(0),
            TechniqueId::Difference => self.gaps[1].fill(0),
            _ => {}
        }
    }

    /// The lines that a technique has to look at, as bits.
    pub(super) fn lines(&self, rung: TechniqueId) -> u64 {
        self.lines_for[rung as usize]
    }

    /// The numbers that a technique has to look at, as bits.
    pub(super) fn numbers(&self, rung: TechniqueId) -> u32 {
        self.numbers_for[rung as usize]
    }

    /// The open cells with one number left, ascending.
    pub(super) fn sole(&self) -> impl Iterator<Item = Cell> + '_ {
        bits::members(&self.sole)
    }

    /// The numbers that are not placed in a line and have one place in it, as bits.
    pub(super) fn lone(&self, l: u32) -> u32 {
        self.lone[l as usize]
    }

    /// The lines with one open cell, as bits.
    pub(super) fn nearly_full(&self) -> u64 {
        self.nearly_full
    }

    /// The signs that have something to look at, ascending.
    pub(super) fn signs(&self) -> impl Iterator<Item = u32> + '_ {
        bits::members(&self.signs)
    }

    /// The gaps of a kind that have something to look at, ascending.
    pub(super) fn gaps(&self, is: bool) -> impl Iterator<Item = u32> + '_ {
        bits::members(&self.gaps[usize::from(is)])
    }

    /// How many cells of a line are open.
    pub(super) fn vacant(&self, l: u32) -> u32 {
        self.vacant[l as usize].into()
    }
}
