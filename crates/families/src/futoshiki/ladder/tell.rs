//! Deductions in words.

use super::super::line;
use super::{Fork, SquareLadder, TechniqueId, numbers};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Deduction, Finding, StepText};
use clew_puzzle::puzzle::wording::{are, either, join};

impl SquareLadder {
    pub(super) fn telling(&self, rung: TechniqueId, deduction: &Deduction) -> StepText {
        // The meaning of the numbers is up to the technique that has added them, in `look`.
        let [a, b, c, d] = deduction.subject;
        match rung {
            TechniqueId::FullHouse => StepText {
                cells: vec![a],
                because: self.placed_in(b),
                reason: format!("{} has one cell left", self.line_name(b)),
            },
            TechniqueId::HiddenSingle => {
                let (line, cell) = (self.line_name(c), self.spot(a));
                StepText::of_marks(vec![a], format!("in {line} only {cell} can hold {b}"))
            }
            TechniqueId::NakedSingle => self.tell_last_number(a, b),
            TechniqueId::LinkBound => self.tell_chain(deduction),
            TechniqueId::Difference => {
                let reason = format!("{} differs by {c} from {}", self.spot(a), self.spot(b));
                StepText::of_marks(vec![a, b], reason)
            }
            TechniqueId::Apart => {
                let (this, other) = (self.spot(a), self.spot(b));
                let held = either(numbers(d).map(|v| v.to_string()));
                let reason =
                    format!("{this} does not differ by {c} from {other}, which holds {held}");
                StepText::of_marks(vec![a, b], reason)
            }
            TechniqueId::LineLink => self.tell_fan(a, b),
            TechniqueId::LineDifference => {
                let Fork { cell, others, by, .. } = self.signs.forks[a as usize];
                let reason = format!(
                    "{} differs by {by} from {}, one of which is smaller, the other greater",
                    self.spot(cell),
                    self.spots(&others)
                );
                StepText::of_marks(vec![cell, others[0], others[1]], reason)
            }
            TechniqueId::NakedPair | TechniqueId::NakedTriple => {
                let cells = self.at(a, b);
                let (line, spots, values) = (self.line_name(a), self.spots(&cells), numerals(c));
                let reason = format!("in {line} the cells {spots} hold {values} among them");
                StepText::of_marks(cells, reason)
            }
            TechniqueId::HiddenPair | TechniqueId::HiddenTriple => {
                let cells = self.at(a, b);
                let (line, spots, values) = (self.line_name(a), self.spots(&cells), numerals(c));
                let reason = format!("in {line} the numbers {values} stand in {spots} only");
                StepText::of_marks(cells, reason)
            }
            TechniqueId::XWing | TechniqueId::Swordfish => self.tell_fish(a, b, [c, d]),
        }
    }

    /// That a cell can hold one number only: which ones its row and its column have.
    fn tell_last_number(&self, cell: Cell, number: u32) -> StepText {
        let n = self.n();
        let mut seen = 0u32;
        let mut parts = Vec::new();
        let mut because = Vec::new();
        for (l, _) in self.lines_of(cell) {
            let placed = self.placed_in(l);
            let here =
                line(n, l).fold(0, |bits, c| bits | (1u64 << self.placed[c as usize]) >> 1) as u32;
            if here & !seen != 0 {
                parts.push(format!("{} in {}", numerals(here & !seen), self.line_name(l)));
                because.extend(placed);
            }
            seen |= here;
        }
        let rest = (1..=n).filter(|&v| v != number && seen >> (v - 1) & 1 == 0);
        let rest: Vec<String> = rest.map(|v| v.to_string()).collect();
        let spot = self.spot(cell);
        let mut reason = format!("{spot} can hold nothing but {number}");
        if !parts.is_empty() {
            reason = format!("with {} only {number} is left for {spot}", join(parts));
        }
        if !rest.is_empty() && rest.len() < 4 {
            reason += &format!(", since {} {} ruled out", join(rest.clone()), are(rest.len()));
        }
        StepText { cells: vec![cell], because, reason }
    }

    /// The sentence that a cell is less, or greater, than several cells of one line, one of which is at most, or at
    /// least, `bound`.
    fn tell_fan(&self, number: u32, bound: u32) -> StepText {
        let fan = &self.signs.fans[number as usize];
        let (word, end) = if fan.up { ("less", "most") } else { ("greater", "least") };
        let mut cells = vec![fan.cell];
        cells.extend(&fan.cells);
        let reason = format!(
            "{} is {word} than {}, which differ, so that one of them is at {end} {bound}",
            self.spot(fan.cell),
            self.spots(&fan.cells)
        );
        StepText::of_marks(cells, reason)
    }

    /// That a number stands in as many lines across as there are lines in which it stands nowhere else. The lines are
    /// bits of a mask, counted from `first`, the first row or the first column.
    fn tell_fish(&self, value: u32, first: u32, [lines, across]: [u32; 2]) -> StepText {
        let first_across = if first == 0 { self.n() } else { 0 };
        let names =
            |mask: u32, first: u32| join(numbers(mask).map(|i| self.line_name(first + i - 1)));
        let cells = numbers(lines)
            .flat_map(|i| self.at(first + i - 1, across))
            .filter(|&cell| self.may[cell as usize] >> (value - 1) & 1 == 1)
            .collect();
        let (those, others) = (names(lines, first), names(across, first_across));
        StepText::of_marks(cells, format!("the {value} of {those} stand in {others}"))
    }

    /// "r1c1 and r1c3".
    fn spots(&self, cells: &[Cell]) -> String {
        join(cells.iter().map(|&c| self.spot(c)))
    }

    /// The cells at positions of a line.
    fn at(&self, l: u32, positions: u32) -> Vec<Cell> {
        numbers(positions).map(|p| self.cell_of(l, p - 1)).collect()
    }

    /// The numbers placed in a line.
    fn placed_in(&self, l: u32) -> Vec<Finding> {
        let placed = line(self.n(), l).filter(|&c| self.placed[c as usize] != 0);
        placed.map(|c| Finding::is(c, self.placed[c as usize])).collect()
    }
}

/// The numbers of a mask: "2 and 5".
fn numerals(mask: u32) -> String {
    join(numbers(mask).map(|v| v.to_string()))
}
