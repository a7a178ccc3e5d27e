//! Deductions in words.

use super::terrain::Cells;
use super::{LineLadder, NONE, TechniqueId};
use clew_engine::structures::bits::{has, members};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Deduction, Fact, Finding, StepText};
use clew_puzzle::puzzle::wording::{are, either, how_many, join};

/// The most cells, or numbers, that are listed.
const FEW: usize = 3;

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
            TechniqueId::SingleNumber => self.last_number(a, b),
            TechniqueId::Isolation => {
                let (cell, short) = (self.spot(a), self.spot(c));
                let reason = format!("{} at {cell} would shut {short} in", self.shown(b));
                StepText::of_marks(vec![a, c], reason)
            }
            TechniqueId::Region => self.filled_region(a, [b, c], d == 1),
            TechniqueId::Overlap => self.touching(a, b),
            TechniqueId::Way => self.way_from(b, a),
            TechniqueId::FewWays
            | TechniqueId::SomeWays
            | TechniqueId::ManyWays
            | TechniqueId::MostWays
            | TechniqueId::SomeReach
            | TechniqueId::ManyReach
            | TechniqueId::MostReach => self.ways_through(deduction),
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
        let exits: Vec<Cell> = self.exits(cell).collect();
        let by = join(exits.iter().map(|&q| match self.number[q as usize] {
            NONE => self.spot(q),
            k => format!("{} ({})", self.shown(k), self.spot(q)),
        }));
        let so = if ways == 1 { "where the line ends" } else { "and the line takes both" };
        let reason = format!("{} is reached by {by} only, {so}", self.spot(cell));
        let numbers = exits.iter().map(|&q| self.number[q as usize]);
        let because = numbers.filter(|&m| m != NONE).map(|m| self.placed(m)).collect();
        StepText { cells: std::iter::once(cell).chain(exits).collect(), because, reason }
    }

    /// That number `k` can stand in one cell only: by counting from the placed numbers nearest to it, and because the
    /// other cells that it could come to are ruled out.
    fn last_place(&self, cell: Cell, k: u32) -> StepText {
        let because = self.anchors(k);
        let (below, above) = self.around(k);
        let near: Vec<Cells> =
            [below, above].into_iter().flatten().map(|j| self.near(j, k)).collect();
        let open = (0..self.len()).filter(|&q| q != cell && !self.is_filled(q));
        let others: Vec<Cell> =
            open.filter(|&q| near.iter().all(|near| has(near, q))).take(FEW + 1).collect();
        let (number, spot) = (self.shown(k), self.spot(cell));
        let counted = match because.is_empty() {
            true => String::new(),
            false => format!(", counted from {}", self.list(&because)),
        };
        let reason = match others.len() {
            0 => format!("{number} fits {spot} only{counted}"),
            n if n > FEW => format!("only {spot} is left for {number}{counted}"),
            _ => {
                let mut all = others.clone();
                all.push(cell);
                all.sort_unstable();
                let out = self.spots(&others);
                let are = are(others.len());
                format!(
                    "{number} comes to {} only{counted}, and {out} {are} ruled out",
                    self.spots(&all)
                )
            }
        };
        StepText { cells: vec![cell], because, reason }
    }

    /// That a cell can hold number `k` only: the other numbers are too far, by counting, or are ruled out there.
    fn last_number(&self, cell: Cell, k: u32) -> StepText {
        let because = self.anchors(k);
        let comes = |&j: &u32| {
            let (below, above) = self.around(j);
            [below, above].into_iter().flatten().all(|i| has(&self.near(i, j), cell))
        };
        let open = (0..self.len()).filter(|&j| j != k && !self.is_placed(j));
        let others: Vec<u32> = open.filter(comes).take(FEW + 1).collect();
        let (number, spot) = (self.shown(k), self.spot(cell));
        let mine = match because.len() {
            2 => format!("{number}, between {},", self.list(&because)),
            _ => number.to_string(),
        };
        let reason = match others.len() {
            0 => format!("of the missing numbers only {mine} comes to {spot}"),
            n if n > FEW => format!("all numbers but {mine} are ruled out at {spot}"),
            n => {
                let mut all = others.clone();
                all.push(k);
                all.sort_unstable();
                let (all, out) = (self.numerals(&all), self.numerals(&others));
                format!("only {all} come to {spot}, and {out} {} ruled out", are(n))
            }
        };
        StepText { cells: vec![cell], because, reason }
    }

    /// That number `a` touches number `b`, where that may be.
    fn touching(&self, a: u32, b: u32) -> StepText {
        let cells: Vec<Cell> = members(self.cells(b)).collect();
        let (this, other) = (self.shown(a), self.shown(b));
        let reason = match cells.len() {
            1..=FEW => {
                let spots = either(cells.iter().map(|&c| self.spot(c)));
                format!("{this} must touch {other}, which is at {spots}")
            }
            n => format!("{this} must touch one of the {n} cells left for {other}"),
        };
        StepText::of_marks(cells, reason)
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

    /// How many ways there are from one placed number to another one, which of them count, and their common property.
    fn ways_through(&self, deduction: &Deduction) -> StepText {
        let [from, to, _, c] = deduction.subject;
        let because = vec![self.placed(from), self.placed(to)];
        let [all, good] = self.counted(deduction.subject);
        let ends = [from, to].map(|k| self.list(&[self.placed(k)]));
        let between = format!("from {} to {}", ends[0], ends[1]);
        let lost = all - good;
        let which = match (lost, all) {
            (0, 1) => format!("there is one way {between}"),
            (0, _) => format!("the {all} ways {between}"),
            _ if c != NONE => {
                format!("{} is reached on the way {between} only", self.spot(c))
            }
            (lost, _) => {
                let shut = if lost == 1 { "shuts" } else { "shut" };
                format!("of the {all} ways {between}, {lost} {shut} a cell in")
            }
        };
        let reason = if (lost, all) == (0, 1) || lost > 0 && c != NONE {
            which
        } else {
            let begin = match (lost, good) {
                (0, _) => which,
                (_, 1) => format!("{which}, and the other one"),
                _ => format!("{which}, and the others"),
            };
            format!("{begin} {}", self.in_common(deduction, good))
        };
        let cells = [from, to].map(|k| self.at[k as usize]).into_iter();
        let cells = cells.chain(Some(c).filter(|&c| c != NONE)).collect();
        StepText { cells, because, reason }
    }

    /// The common property of all ways that count, as the end of a sentence.
    fn in_common(&self, deduction: &Deduction, ways: usize) -> String {
        let [from, to, ..] = deduction.subject;
        let is_inside = |number: u32| from + 1 < number && number <= to;
        let mut passed: Vec<Cell> = Vec::new();
        for finding in &deduction.findings {
            match finding.fact {
                Fact::Number { number, cell } if !finding.holds && !is_inside(number) => {
                    passed.push(cell);
                }
                _ if finding.holds && ways == 1 => return "is left".into(),
                _ if finding.holds => return "agree".into(),
                _ => {}
            }
        }
        passed.sort_unstable();
        passed.dedup();
        match (passed.len(), ways) {
            (0, 1) => "goes elsewhere".into(),
            (0, _) => "go elsewhere".into(),
            (1..=FEW, 1) => format!("passes {}", self.spots(&passed)),
            (1..=FEW, _) => format!("all pass {}", self.spots(&passed)),
            (n, _) => format!("all pass the same {n} cells"),
        }
    }

    /// How far number `k` is at most from the placed number `from`.
    fn way_from(&self, from: u32, k: u32) -> StepText {
        let because = vec![self.placed(from)];
        let steps = how_many(k.abs_diff(from), "step");
        let reason =
            format!("over open cells {} is {steps} from {}", self.shown(k), self.list(&because));
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
        let must = format!("{} touches {}", self.shown(k), self.list(&because));
        let board = &self.terrain.board;
        let open = |&q: &Cell| q != cell && !self.is_filled(q);
        let touches =
            |&q: &Cell| beside.iter().all(|&j| board.neighbours(q).contains(&self.at[j as usize]));
        let others: Vec<Cell> = (0..self.len()).filter(open).filter(touches).collect();
        let only = self.spot(cell);
        let reason = match others.len() {
            0 if beside.len() == 2 => format!("{must}, and only {only} does"),
            0 => format!("{must}, where only {only} is open"),
            n => {
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
                        format!(
                            "{must}, and of the cells there only {only} is near enough to {far}"
                        )
                    }
                    None if n <= FEW => {
                        let out = self.spots(&others);
                        format!("{must}, and {out} {} ruled out", are(n))
                    }
                    None => format!("{must}, and of the cells there only {only} is left for it"),
                }
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
