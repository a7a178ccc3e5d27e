//! Deductions in words.

use super::terrain::Cells;
use super::{LineLadder, NONE, TechniqueId};
use clew_engine::structures::bits::{has, members};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Deduction, Fact, Finding, StepText};
use clew_puzzle::puzzle::wording::{how_many, join};

impl LineLadder {
    pub(super) fn telling(&self, rung: TechniqueId, deduction: &Deduction) -> StepText {
        // The meaning of the numbers is up to the technique that has added them, in `look` or `region`.
        let [a, b, c, d] = deduction.subject;
        match rung {
            TechniqueId::Between | TechniqueId::Next => {
                let neighbours = [(c == 1).then(|| b - 1), (d == 1).then_some(b + 1)];
                let beside: Vec<u32> = neighbours.into_iter().flatten().collect();
                self.explain_only_next_to(a, b, &beside)
            }
            TechniqueId::Mark => self.marked(a, b),
            TechniqueId::DeadEnd => self.dead_end(a, b),
            TechniqueId::SinglePosition => self.last_place(a, b),
            TechniqueId::SingleNumber => {
                StepText::of_marks(vec![a], format!("no other number is left for {}", self.spot(a)))
            }
            TechniqueId::Isolation => {
                let (cell, short) = (self.spot(a), self.spot(c));
                let reason = format!(
                    "with {} at {cell}, {short} would have too few ways out",
                    self.shown(b)
                );
                StepText::of_marks(vec![a, c], reason)
            }
            TechniqueId::Region => self.filled_region(a, [b, c], d == 1),
            TechniqueId::Overlap => {
                let reason = format!("{} must touch a place of {}", self.shown(a), self.shown(b));
                StepText::of_marks(members(self.cells(b)).collect(), reason)
            }
            TechniqueId::Way => self.way_from(b, a),
            TechniqueId::FewWays
            | TechniqueId::SomeWays
            | TechniqueId::ManyWays
            | TechniqueId::MostWays
            | TechniqueId::SomeReach
            | TechniqueId::ManyReach
            | TechniqueId::MostReach => self.ways_through([a, b, c, d]),
            TechniqueId::Trial => StepText::of_marks(Vec::new(), String::new()),
            TechniqueId::Pair | TechniqueId::Triple => {
                let chosen: Vec<u32> = [b, c, d].into_iter().filter(|&i| i != NONE).collect();
                if a == 0 { self.group_of_numbers(&chosen) } else { self.group_of_marks(chosen) }
            }
        }
    }

    /// That a cell is marked to be next to another one in the line.
    fn marked(&self, cell: Cell, other: Cell) -> StepText {
        let number = self.number[other as usize];
        let because = if number == NONE { Vec::new() } else { vec![self.placed(number)] };
        let pair = format!("{} and {}", self.spot(cell), self.spot(other));
        let reason = format!("{pair} are marked, so that their numbers follow each other");
        StepText { cells: vec![cell, other], because, reason }
    }

    /// That a cell has one way out, or two.
    fn dead_end(&self, cell: Cell, ways: u32) -> StepText {
        let reason = if ways == 1 {
            format!("{} has one way out, so that the line ends there", self.spot(cell))
        } else {
            format!("{} has two ways out, and the line takes both", self.spot(cell))
        };
        let exits: Vec<Cell> = self.exits(cell).collect();
        let numbers = exits.iter().map(|&q| self.number[q as usize]);
        let because = numbers.filter(|&m| m != NONE).map(|m| self.placed(m)).collect();
        StepText { cells: std::iter::once(cell).chain(exits).collect(), because, reason }
    }

    /// That number `k` can stand in one cell only: mostly by counting from the placed numbers nearest to it.
    fn last_place(&self, cell: Cell, k: u32) -> StepText {
        let because = self.anchors(k);
        let one_left = format!("{} has one place left", self.shown(k));
        let (below, above) = self.around(k);
        let near: Vec<Cells> =
            [below, above].into_iter().flatten().map(|j| self.near(j, k)).collect();
        let open = (0..self.len()).filter(|&q| q != cell && !self.is_filled(q));
        let mut others = open.filter(|&q| near.iter().all(|near| has(near, q)));
        if because.is_empty() || others.next().is_some() {
            return StepText::of_marks(vec![cell], one_left);
        }
        let reason = format!("counting from {}, {one_left}", self.list(&because));
        StepText { cells: vec![cell], because, reason }
    }

    /// The cells that are near enough to the placed number `j` for number `k`.
    fn near(&self, j: u32, k: u32) -> Cells {
        let steps = j.abs_diff(k);
        Cells::from_slice(self.terrain.rings(self.at[j as usize], steps, None).after(steps))
    }

    /// The sentence that the region of open cells around `start` can be filled only with the numbers from `first` to
    /// `last`, or only without these.
    fn filled_region(&self, start: Cell, [first, last]: [u32; 2], with: bool) -> StepText {
        let regions = self.open_regions();
        let region = regions.iter().find(|cells| members(cells).next() == Some(start));
        let cells: Vec<Cell> = region.iter().flat_map(|cells| members(cells)).collect();
        let which = match first == last {
            true => self.shown(first).to_string(),
            false => format!("{} to {}", self.shown(first), self.shown(last)),
        };
        let at = self.spot(start);
        let cut = match cells.len() {
            1 => format!("{at} is cut off from other open cells"),
            n => format!("the {n} open cells at {at} are cut off from others"),
        };
        let so = match with {
            true => format!("only with {which} there can they be filled"),
            false => format!("with {which} there they could not be filled"),
        };
        StepText::of_marks(cells, format!("{cut}; {so}"))
    }

    /// How many ways there are from one placed number to another one, and which of them count.
    fn ways_through(&self, subject: [u32; 4]) -> StepText {
        let [from, to, _, c] = subject;
        let because = vec![self.placed(from), self.placed(to)];
        let [all, good] = self.counted(subject);
        let ways = format!("from {} to {} there", from + 1, to + 1);
        let ways = match all {
            1 => format!("{ways} is one way"),
            _ => format!("{ways} are {all} ways"),
        };
        let reason = match all - good {
            0 => ways,
            _ if c != NONE => {
                format!("only between {} and {} can {} be visited", from + 1, to + 1, self.spot(c))
            }
            1 => format!("{ways}, of which 1 strands a cell"),
            lost => format!("{ways}, of which {lost} strand a cell"),
        };
        let cells = [from, to].map(|k| self.at[k as usize]).into_iter();
        let cells = cells.chain(Some(c).filter(|&c| c != NONE)).collect();
        StepText { cells, because, reason }
    }

    /// How far number `k` is at most from the placed number `from`.
    fn way_from(&self, from: u32, k: u32) -> StepText {
        let because = vec![self.placed(from)];
        let steps = how_many(k.abs_diff(from), "step");
        let reason =
            format!("{} is {steps} from {}, over open cells", self.shown(k), self.list(&because));
        StepText { cells: vec![self.at[from as usize]], because, reason }
    }

    /// That some numbers have as many places among them.
    fn group_of_numbers(&self, numbers: &[u32]) -> StepText {
        let cells = union(numbers.iter().map(|&k| self.cells(k)));
        let reason =
            format!("{} have no places but {}", self.numerals(numbers), self.spots(&cells));
        StepText::of_marks(cells, reason)
    }

    /// That some cells can hold as many numbers among them.
    fn group_of_marks(&self, cells: Vec<Cell>) -> StepText {
        let numbers = union(cells.iter().map(|&c| self.numbers(c)));
        let reason =
            format!("{} can hold nothing but {}", self.spots(&cells), self.numerals(&numbers));
        StepText::of_marks(cells, reason)
    }

    /// Why a cell is the only one left for number `k`, which must touch these placed numbers.
    fn explain_only_next_to(&self, cell: Cell, k: u32, beside: &[u32]) -> StepText {
        let mut because: Vec<Finding> = beside.iter().map(|&j| self.placed(j)).collect();
        let must = format!("{} must touch {}", self.shown(k), self.list(&because));
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
                let near = self.near(j, k);
                others.iter().all(|&q| !has(&near, q))
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
        StepText { cells: vec![cell], because, reason }
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

    /// Numbers from 0 as people write them: "6 and 8".
    fn numerals(&self, numbers: &[u32]) -> String {
        join(numbers.iter().map(|&k| self.shown(k).to_string()))
    }

    /// "r1c1 and r2c3".
    fn spots(&self, cells: &[Cell]) -> String {
        join(cells.iter().map(|&c| self.spot(c)))
    }

    /// "6 (r1c1) and 8 (r2c3)".
    fn list(&self, findings: &[Finding]) -> String {
        join(findings.iter().filter_map(|finding| match finding.fact {
            Fact::Number { cell, number } => {
                Some(format!("{} ({})", self.shown(number - 1), self.spot(cell)))
            }
            Fact::Link { .. } => None,
        }))
    }
}

/// The union of these sets, in order.
fn union<'a>(sets: impl Iterator<Item = &'a [u64]>) -> Vec<u32> {
    let mut all: Vec<u32> = sets.flat_map(members).collect();
    all.sort_unstable();
    all.dedup();
    all
}
