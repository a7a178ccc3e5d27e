//! Deductions in words.

use super::super::line;
use super::{Rung, SquareLadder, numbers};
use crate::puzzle::Cell;
use crate::puzzle::ladder::{Deduction, Finding, Telling};
use crate::puzzle::wording::join;

impl SquareLadder {
    pub(super) fn telling(&self, rung: Rung, deduction: &Deduction) -> Telling {
        let [a, b, c, d] = deduction.subject;
        let spot = |cell: Cell| self.spot(cell);
        match rung {
            Rung::FullHouse => Telling {
                cells: vec![a],
                because: self.placed_in(b),
                reason: format!("{} has one cell left", self.line_name(b)),
            },
            Rung::HiddenSingle => Telling {
                cells: vec![a],
                because: Vec::new(),
                reason: format!("in {} only {} can hold {b}", self.line_name(c), spot(a)),
            },
            Rung::NakedSingle => Telling {
                cells: vec![a],
                because: Vec::new(),
                reason: format!("{} can hold nothing but {b}", spot(a)),
            },
            Rung::LinkBound => {
                let (this, word, other, bound) =
                    if d == 1 { (b, "greater", a, "least") } else { (a, "less", b, "most") };
                Telling {
                    cells: vec![a, b],
                    because: Vec::new(),
                    reason: format!(
                        "{} is {word} than {}, which is at {bound} {c}",
                        spot(this),
                        spot(other)
                    ),
                }
            }
            Rung::LineLink => {
                let fan = &self.signs.fans[a as usize];
                let (word, bound) = if fan.up { ("less", "most") } else { ("greater", "least") };
                let mut cells = vec![fan.cell];
                cells.extend(&fan.cells);
                let others = join(fan.cells.iter().map(|&c| spot(c)));
                Telling {
                    cells,
                    because: Vec::new(),
                    reason: format!(
                        "{} is {word} than {others}, which hold different numbers: one of them is \
                         at {bound} {b}",
                        spot(fan.cell)
                    ),
                }
            }
            Rung::NakedPair | Rung::NakedTriple => {
                let cells = self.at(a, b);
                let values = join(numbers(c).map(|v| v.to_string()));
                Telling {
                    reason: format!(
                        "in {} the cells {} hold {values} among them",
                        self.line_name(a),
                        join(cells.iter().map(|&c| spot(c)))
                    ),
                    because: Vec::new(),
                    cells,
                }
            }
            Rung::HiddenPair | Rung::HiddenTriple => {
                let cells = self.at(a, b);
                let values = join(numbers(c).map(|v| v.to_string()));
                Telling {
                    reason: format!(
                        "in {} the numbers {values} stand in {} only",
                        self.line_name(a),
                        join(cells.iter().map(|&c| spot(c)))
                    ),
                    because: Vec::new(),
                    cells,
                }
            }
            Rung::XWing | Rung::Swordfish => {
                let across = if b == 0 { self.n() } else { 0 };
                let lines = |mask: u32, first: u32| {
                    join(numbers(mask).map(|i| self.line_name(first + i - 1)))
                };
                let cells = numbers(c)
                    .flat_map(|i| self.at(b + i - 1, d))
                    .filter(|&cell| self.may[cell as usize] >> (a - 1) & 1 == 1)
                    .collect();
                Telling {
                    cells,
                    because: Vec::new(),
                    reason: format!("the {a} of {} stand in {}", lines(c, b), lines(d, across)),
                }
            }
        }
    }

    /// The cells at positions of a line.
    fn at(&self, l: u32, positions: u32) -> Vec<Cell> {
        numbers(positions).map(|p| self.cell_of(l, p - 1)).collect()
    }

    /// What is placed in a line.
    fn placed_in(&self, l: u32) -> Vec<Finding> {
        let placed = line(self.n(), l).filter(|&c| self.placed[c as usize] != 0);
        placed.map(|c| Finding::is(c, self.placed[c as usize])).collect()
    }
}
