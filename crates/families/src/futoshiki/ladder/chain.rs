//! Chains of signs, followed in one look: in a < b < c the bound of a moves that of b, and with it that of c.

use super::{SquareLadder, numbers, up_to};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Deduction, Fact, Finding, Found, StepText};
use rustc_hash::FxHashMap;

/// New bounds of cells: per cell the numbers that it loses.
type Moved = FxHashMap<Cell, u32>;

impl SquareLadder {
    /// A cell is greater than the least number of a smaller one, and less than the greatest of a greater one, and so on
    /// along the signs. The deduction about a cell has those about the cells from which its bound comes.
    pub(super) fn links(&self, found: &mut Found) {
        let changed: Vec<u32> = self.news.signs().collect();
        for up in [true, false] {
            let moved = self.moved_bounds(&changed, up);
            let mut cells: Vec<Cell> = moved.keys().copied().collect();
            cells.sort_unstable();
            for c in cells {
                let mut chain = vec![c];
                let mut next = 0;
                while let Some(&b) = chain.get(next) {
                    next += 1;
                    let sources = self.sources(b, up, &moved).filter(|a| moved.contains_key(a));
                    let new: Vec<Cell> = sources.filter(|a| !chain.contains(a)).collect();
                    chain.extend(new);
                }
                chain.sort_unstable();
                let off = |&c: &Cell| numbers(moved[&c]).map(move |v| Finding::is_not(c, v));
                found.add(chain.iter().flat_map(off), [c, up.into(), 0, 0]);
            }
        }
    }

    /// The bounds that signs move, beginning with the given ones: least numbers upwards, or greatest ones downwards.
    fn moved_bounds(&self, signs: &[u32], up: bool) -> Moved {
        let mut moved = Moved::default();
        let mut open: Vec<u32> = signs.to_vec();
        while let Some(sign) = open.pop() {
            let [a, b] = self.directed(sign, up);
            let gone = self.beyond(a, up, &moved) & self.may[b as usize];
            let had = moved.get(&b).copied().unwrap_or(0);
            if gone & !had == 0 {
                continue;
            }
            moved.insert(b, gone | had);
            // A cell without numbers moves nothing further: it is a contradiction.
            if self.may[b as usize] & !(gone | had) != 0 {
                let next = self.signs.at.row(b).iter().copied();
                open.extend(next.filter(|&next| self.directed(next, up)[0] == b));
            }
        }
        moved
    }

    /// A sign from the cell whose bound counts to the one whose bound it moves.
    fn directed(&self, sign: u32, up: bool) -> [Cell; 2] {
        let [a, b] = self.signs.less[sign as usize];
        if up { [a, b] } else { [b, a] }
    }

    /// The bound of a cell: its least or greatest number, with those that it loses gone; 0 without numbers.
    fn bound(&self, c: Cell, up: bool, moved: &Moved) -> u32 {
        let left = self.may[c as usize] & !moved.get(&c).copied().unwrap_or(0);
        match (left, up) {
            (0, _) => 0,
            (_, true) => left.trailing_zeros() + 1,
            (_, false) => 32 - left.leading_zeros(),
        }
    }

    /// The numbers that a neighbour of a cell across a sign cannot have, because of the bound of the cell.
    fn beyond(&self, c: Cell, up: bool, moved: &Moved) -> u32 {
        match self.bound(c, up, moved) {
            0 => 0,
            bound if up => up_to(bound),
            bound => !up_to(bound - 1),
        }
    }

    /// The cells across a sign that alone take all numbers from a cell that it loses.
    fn sources(&self, b: Cell, up: bool, moved: &Moved) -> impl Iterator<Item = Cell> {
        let signs = self.signs.at.row(b).iter().map(move |&sign| self.directed(sign, up));
        let mine = signs.filter(move |pair| pair[1] == b).map(|pair| pair[0]);
        mine.filter(move |&a| moved[&b] & !self.beyond(a, up, moved) == 0)
    }

    /// A chain in words, as far as the findings of a deduction need it.
    pub(super) fn tell_chain(&self, deduction: &Deduction) -> StepText {
        let [last, up, ..] = deduction.subject;
        let up = up == 1;
        let all: Vec<u32> = (0..self.signs.less.len() as u32).collect();
        let moved = self.moved_bounds(&all, up);
        let named = |c: Cell| {
            deduction
                .findings
                .iter()
                .any(|f| matches!(f.fact, Fact::Number { cell, .. } if cell == c))
        };
        // Back to a cell that keeps its bound, over as many of the cells that lose numbers as can be.
        let mut chain = vec![last];
        while let Some(&b) = chain.last().filter(|b| moved.contains_key(b)) {
            let next = self.sources(b, up, &moved).filter(|a| !chain.contains(a));
            let Some(a) = next.min_by_key(|&a| (!named(a), !moved.contains_key(&a), a)) else {
                break;
            };
            chain.push(a);
        }
        while chain.len() > 2 && !named(chain[0]) {
            chain.remove(0);
        }
        let from = chain[chain.len() - 1];
        let bound = self.bound(from, up, &Moved::default());
        let end = if up { "least" } else { "most" };
        // A bound that every cell has goes without saying.
        let plain = bound == if up { 1 } else { self.n() };
        let reason = if let [this, other] = chain[..] {
            let word = if up { "greater" } else { "less" };
            let (this, other) = (self.spot(this), self.spot(other));
            let known = if plain { String::new() } else { format!(", which is at {end} {bound}") };
            format!("{this} is {word} than {other}{known}")
        } else {
            let mut ordered = chain.clone();
            if up {
                ordered.reverse();
            }
            let spots: Vec<String> = ordered.iter().map(|&c| self.spot(c)).collect();
            let from = self.spot(from);
            let known =
                if plain { String::new() } else { format!(", and {from} is at {end} {bound}") };
            format!("{}{known}", spots.join(" < "))
        };
        StepText::of_marks(chain, reason)
    }
}
