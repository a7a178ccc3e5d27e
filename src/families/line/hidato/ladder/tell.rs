//! Deductions in words.

use super::{LineLadder, NONE, Rung};
use crate::puzzle::Cell;
use crate::puzzle::ladder::{Deduction, Fact, Finding, Telling};
use crate::puzzle::wording::join;
use crate::structures::bits::{has, members};

impl LineLadder {
    pub(super) fn telling(&self, rung: Rung, deduction: &Deduction) -> Telling {
        let [a, b, c, d] = deduction.subject;
        match rung {
            Rung::Between | Rung::Next => {
                let neighbours = [(c == 1).then(|| b - 1), (d == 1).then_some(b + 1)];
                let beside: Vec<u32> = neighbours.into_iter().flatten().collect();
                self.only_beside(a, b, &beside)
            }
            Rung::Mark => {
                let number = self.number[b as usize];
                let because = if number == NONE { Vec::new() } else { vec![self.placed(number)] };
                let pair = format!("{} and {}", self.spot(a), self.spot(b));
                Telling {
                    cells: vec![a, b],
                    because,
                    reason: format!("{pair} are marked, so that their numbers follow each other"),
                }
            }
            Rung::DeadEnd => {
                let why = if b == 1 {
                    format!("{} has one way out, so that the line ends there", self.spot(a))
                } else {
                    format!("{} has two ways out, and the line takes both", self.spot(a))
                };
                let exits: Vec<Cell> = self.exits(a).collect();
                let because = exits.iter().map(|&q| self.number[q as usize]);
                let because = because.filter(|&m| m != NONE).map(|m| self.placed(m)).collect();
                Telling { cells: std::iter::once(a).chain(exits).collect(), because, reason: why }
            }
            Rung::SinglePosition => {
                let because = self.anchors(b);
                let near = self.list(&because);
                let reason = if because.is_empty() {
                    format!("{} has one place left", b + 1)
                } else {
                    format!("counting from {near}, {} has one place left", b + 1)
                };
                Telling { cells: vec![a], because, reason }
            }
            Rung::SingleNumber => Telling {
                cells: vec![a],
                because: Vec::new(),
                reason: format!("no other number reaches {}", self.spot(a)),
            },
            Rung::Isolation => Telling {
                cells: vec![a, c],
                because: Vec::new(),
                reason: format!(
                    "with {} at {}, {} would have too few ways out",
                    b + 1,
                    self.spot(a),
                    self.spot(c)
                ),
            },
            Rung::Region => {
                let regions = self.open_regions();
                let region = regions.iter().find(|cells| members(cells).next() == Some(a));
                let cells: Vec<Cell> = region.iter().flat_map(|cells| members(cells)).collect();
                let which = match b == c {
                    true => (b + 1).to_string(),
                    false => format!("{} to {}", b + 1, c + 1),
                };
                let cut = match cells.len() {
                    1 => format!("{} is cut off from other open cells", self.spot(a)),
                    n => format!("the {n} open cells at {} are cut off from others", self.spot(a)),
                };
                let so = match d {
                    1 => format!("only with {which} there can they be filled"),
                    _ => format!("with {which} there they could not be filled"),
                };
                Telling { cells, because: Vec::new(), reason: format!("{cut}; {so}") }
            }
            Rung::Overlap => Telling {
                cells: members(self.cells(b)).collect(),
                because: Vec::new(),
                reason: format!("{} must touch a place of {}", a + 1, b + 1),
            },
            Rung::Way => {
                let because = vec![self.placed(b)];
                let from = self.list(&because);
                let steps = a.abs_diff(b);
                let s = if steps == 1 { "" } else { "s" };
                Telling {
                    cells: vec![self.at[b as usize]],
                    because,
                    reason: format!("{} is {steps} step{s} from {from}, over open cells", a + 1),
                }
            }
            Rung::Pair | Rung::Triple => {
                let chosen: Vec<u32> = [b, c, d].into_iter().filter(|&i| i != NONE).collect();
                let of = |i: u32| if a == 0 { self.cells(i) } else { self.numbers(i) };
                let mut union: Vec<u32> = chosen.iter().flat_map(|&i| members(of(i))).collect();
                union.sort_unstable();
                union.dedup();
                let numbers = |list: &[u32]| join(list.iter().map(|k| (k + 1).to_string()));
                let spots = |list: &[u32]| join(list.iter().map(|&c| self.spot(c)));
                let (cells, reason) = if a == 0 {
                    let reason =
                        format!("{} have no places but {}", numbers(&chosen), spots(&union));
                    (union, reason)
                } else {
                    let reason =
                        format!("{} can hold nothing but {}", spots(&chosen), numbers(&union));
                    (chosen, reason)
                };
                Telling { cells, because: Vec::new(), reason }
            }
        }
    }

    /// Why a cell is the only one left for number `k`, which must touch these placed numbers.
    fn only_beside(&self, cell: Cell, k: u32, beside: &[u32]) -> Telling {
        let mut because: Vec<Finding> = beside.iter().map(|&j| self.placed(j)).collect();
        let must = format!("{} must touch {}", k + 1, self.list(&because));
        let board = &self.terrain.board;
        let open = |&q: &Cell| q != cell && !self.is_filled(q);
        let touches =
            |&q: &Cell| beside.iter().all(|&j| board.neighbours(q).contains(&self.at[j as usize]));
        let others: Vec<Cell> = (0..self.len()).filter(open).filter(touches).collect();
        let only = self.spot(cell);
        let reason = if others.is_empty() {
            let rest = if beside.len() == 2 { "only" } else { "there only" };
            format!("{must}; {rest} {only} does")
        } else {
            // Mostly the number placed next on the other side is too far from them.
            let (below, above) = self.around(k);
            let mut far = [below, above].into_iter().flatten().filter(|j| !beside.contains(j));
            let parting = far.find(|&j| {
                let steps = j.abs_diff(k);
                let rings = self.terrain.rings(self.at[j as usize], steps, None);
                others.iter().all(|&q| !has(rings.after(steps), q))
            });
            match parting {
                Some(j) => {
                    let placed = self.placed(j);
                    because.push(placed);
                    let far = self.list(&[placed]);
                    format!("{must}; of the open cells there only {only} is near enough to {far}")
                }
                None => format!("{must}; of the open cells there only {only} can still hold it"),
            }
        };
        Telling { cells: vec![cell], because, reason }
    }

    /// That a placed number stands where it does.
    fn placed(&self, k: u32) -> Finding {
        Finding::is(self.at[k as usize], k + 1)
    }

    /// The placed numbers nearest to one that is not.
    fn anchors(&self, k: u32) -> Vec<Finding> {
        let (below, above) = self.around(k);
        [below, above].into_iter().flatten().map(|j| self.placed(j)).collect()
    }

    /// "6 (r1c1) and 8 (r2c3)".
    fn list(&self, findings: &[Finding]) -> String {
        join(findings.iter().filter_map(|finding| match finding.fact {
            Fact::Number { cell, number } => Some(format!("{number} ({})", self.spot(cell))),
            Fact::Link { .. } => None,
        }))
    }
}
