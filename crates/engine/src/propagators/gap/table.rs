//! Which cells can lie in which gap, by distances on the board.

use crate::kernel::{Halt, StepCounter};
use crate::propagators::path::Graph;
use crate::structures::Csr;

const NONE: u32 = u32::MAX;
/// Steps of [`StepCounter`] per cell for sorting the possible cells of a gap.
const STEPS_PER_CELL: usize = 2;

/// A gap that may contain a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hold {
    /// The gap.
    pub gap: u32,
    /// The cell's number exceeds the number below the gap by at least this much,
    pub low: u32,
    /// and is less than the number above it by at least this much.
    pub high: u32,
}

impl Hold {
    /// The minimal difference of the cell's number from the number below (side 0) or above the gap.
    pub fn away(self, side: usize) -> u32 {
        [self.low, self.high][side]
    }
}

/// A possible cell of a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// The cell.
    pub cell: u32,
    /// The index of the gap among the possible gaps of the cell.
    pub value: u32,
}

/// The given numbers in order, the gaps between them and the cells that each may hold.
///
/// Before the first number lies a number 0 next to every cell, behind the last one a number N + 1: gap 0
/// and the last gap are then gaps like others. Distances are of walks over cells that are not given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GapTable {
    cells: u32,
    /// (number, cell), ascending.
    clues: Vec<(u32, u32)>,
    /// Per cell the index of its number among the given ones, or `NONE`.
    clue_at: Vec<u32>,
    /// Per cell the number of cells before it that are not given.
    rank: Vec<u32>,
    /// Per cell the gaps that may hold it, ascending.
    holds: Csr<Hold>,
    /// Per gap its members, ascending.
    members: Csr<Member>,
}

impl GapTable {
    /// The table of a board with these numbers given (1-based). `None` if they contradict each other, or
    /// some cell has no place. Time and memory: for each gap the cells within half its length of either
    /// number, and those that it may hold.
    pub fn new(graph: &Graph, given: &[Option<u32>]) -> Option<GapTable> {
        let endless = StepCounter::new(None);
        GapTable::build(graph, given, &endless).expect("this counter never interrupts")
    }

    /// As [`GapTable::new`], but stops if interrupted.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn build(
        graph: &Graph,
        given: &[Option<u32>],
        counter: &StepCounter<'_>,
    ) -> Result<Option<GapTable>, Halt> {
        let n = graph.cells();
        let mut clues: Vec<(u32, u32)> =
            given.iter().zip(0..).filter_map(|(&k, c)| Some((k?, c))).collect();
        clues.sort_unstable();
        let fits = clues.iter().all(|&(k, _)| (1..=n).contains(&k));
        if !fits || clues.windows(2).any(|w| w[0].0 == w[1].0) {
            return Ok(None);
        }
        let mut clue_at = vec![NONE; n as usize];
        for (&(_, c), i) in clues.iter().zip(0..) {
            clue_at[c as usize] = i;
        }
        let mut rank = vec![0; n as usize];
        for c in 1..n as usize {
            rank[c] = rank[c - 1] + u32::from(clue_at[c - 1] == NONE);
        }
        let mut table = GapTable {
            cells: n,
            clues,
            clue_at,
            rank,
            holds: Csr::default(),
            members: Csr::default(),
        };
        let found = table.search(graph, counter)?;
        let Some(found) = found else { return Ok(None) };
        Ok(table.fill(&found, counter)?.then_some(table))
    }

    /// The cells that each gap may hold. `None` if a gap cannot be filled.
    fn search(&self, graph: &Graph, counter: &StepCounter<'_>) -> Result<Option<Csr<Found>>, Halt> {
        let mut lens = Lens::new(self.cells as usize);
        let mut found = Csr::default();
        for gap in 0..self.gaps() {
            let length = self.length(gap);
            let ends = (self.below(gap), self.above(gap));
            if length > 1 {
                lens.search(graph, &self.clue_at, ends, length, counter)?;
            } else if let (Some(a), Some(b)) = ends
                && graph.edge_between(a, b).is_none()
            {
                return Ok(None);
            }
            if (lens.found.len() as u32) < length - 1 {
                return Ok(None);
            }
            found.add_row(lens.found.drain(..));
        }
        Ok(Some(found))
    }

    /// Lists the entries found by cells and, from there, by gaps, so that both lists ascend without
    /// being sorted. Returns whether every cell has a place.
    fn fill(&mut self, found: &Csr<Found>, counter: &StepCounter<'_>) -> Result<bool, Halt> {
        let by_cell = (0..self.gaps()).flat_map(|gap| {
            let hold = move |&Found { cell, low, high }: &Found| (cell, Hold { gap, low, high });
            found.row(gap).iter().map(hold)
        });
        let spend = |steps| counter.spend(STEPS_PER_CELL * steps);
        let holds = Csr::try_new_with(self.cells as usize, by_cell, spend)?;
        let is_placed = |c: u32| self.clue_at[c as usize] != NONE || !holds.row(c).is_empty();
        if !(0..self.cells).all(is_placed) {
            return Ok(false);
        }
        let by_gap = (0..self.cells).flat_map(|cell| {
            let member = move |(value, hold): (u32, &Hold)| (hold.gap, Member { cell, value });
            (0u32..).zip(holds.row(cell)).map(member)
        });
        self.members = Csr::try_new_with(self.gaps() as usize, by_gap, spend)?;
        self.holds = holds;
        Ok(true)
    }

    /// The number of cells.
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// The number of gaps: the number of given numbers, plus one.
    pub fn gaps(&self) -> u32 {
        self.clues.len() as u32 + 1
    }

    /// The number below a gap and the number above it.
    #[inline]
    fn bounds(&self, gap: u32) -> (u32, u32) {
        let below = gap.checked_sub(1).map_or(0, |i| self.clues[i as usize].0);
        let above = self.clues.get(gap as usize).map_or(self.cells + 1, |c| c.0);
        (below, above)
    }

    /// The steps from the number below a gap to the number above it: the cells inside, plus one.
    #[inline]
    pub fn length(&self, gap: u32) -> u32 {
        let (below, above) = self.bounds(gap);
        above - below
    }

    /// The cell of the number below a gap; gap 0 has none.
    pub fn below(&self, gap: u32) -> Option<u32> {
        gap.checked_sub(1).map(|i| self.clues[i as usize].1)
    }

    /// The cell of the number above a gap; the last gap has none.
    pub fn above(&self, gap: u32) -> Option<u32> {
        self.clues.get(gap as usize).map(|c| c.1)
    }

    /// The given number of this index in their order.
    #[inline]
    pub fn number(&self, clue: u32) -> u32 {
        self.clues[clue as usize].0
    }

    /// The index of the number that is given in a cell.
    #[inline]
    pub fn clue(&self, c: u32) -> Option<u32> {
        Some(self.clue_at[c as usize]).filter(|&i| i != NONE)
    }

    /// The number of cells before this one that are not given.
    #[inline]
    pub fn rank(&self, c: u32) -> u32 {
        self.rank[c as usize]
    }

    /// The cell with this rank among the cells that are not given.
    pub fn cell(&self, rank: u32) -> Option<u32> {
        // Ranks never decrease, and the last cell of a rank is the one that is not given.
        let c = (self.rank.partition_point(|&r| r <= rank) as u32).checked_sub(1)?;
        (self.rank(c) == rank && self.clue(c).is_none()).then_some(c)
    }

    /// The gap that holds a number which is not given.
    pub fn gap_of(&self, number: u32) -> u32 {
        self.clues.partition_point(|c| c.0 < number) as u32
    }

    /// The gaps that may hold a cell, ascending; none for a cell with a given number.
    #[inline]
    pub fn holds(&self, c: u32) -> &[Hold] {
        self.holds.row(c)
    }

    /// The possible gaps of every cell, in the order of [`GapTable::pair`].
    pub fn all_holds(&self) -> &[Hold] {
        self.holds.items()
    }

    /// The number of pairs of a cell and a gap that may hold it.
    pub fn pairs(&self) -> u32 {
        self.holds.items().len() as u32
    }

    /// The number of the pair of a cell and its possible gap at index `value`.
    #[inline]
    pub fn pair(&self, c: u32, value: u32) -> u32 {
        self.holds.starts()[c as usize] + value
    }

    /// The index of a gap among the possible gaps of a cell.
    #[inline]
    pub fn value(&self, c: u32, gap: u32) -> Option<u32> {
        self.holds(c).binary_search_by_key(&gap, |h| h.gap).ok().map(|i| i as u32)
    }

    /// The cells that a gap may hold, ascending.
    #[inline]
    pub fn members(&self, gap: u32) -> &[Member] {
        self.members.row(gap)
    }

    /// Whether distances allow two cells to be consecutive on the line: some gap may hold both, or is
    /// bounded by one of them, or both hold consecutive numbers.
    pub fn may_join(&self, c: u32, d: u32) -> bool {
        match (self.clue(c), self.clue(d)) {
            (Some(i), Some(j)) => self.number(i).abs_diff(self.number(j)) == 1,
            (Some(i), None) => self.value(d, i).is_some() || self.value(d, i + 1).is_some(),
            (None, Some(_)) => self.may_join(d, c),
            (None, None) => common(self.holds(c), self.holds(d)).next().is_some(),
        }
    }
}

/// The pairs of indices at which two ascending lists of gaps agree.
pub(super) fn common<'a>(
    one: &'a [Hold],
    other: &'a [Hold],
) -> impl Iterator<Item = (u32, u32)> + 'a {
    let (mut i, mut j) = (0, 0);
    std::iter::from_fn(move || {
        while i < one.len() && j < other.len() {
            match one[i].gap.cmp(&other[j].gap) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    (i, j) = (i + 1, j + 1);
                    return Some((i as u32 - 1, j as u32 - 1));
                }
            }
        }
        None
    })
}

/// A possible cell of a gap, while the gap is searched.
#[derive(Clone, Copy)]
struct Found {
    cell: u32,
    low: u32,
    high: u32,
}

/// Distances from one end of a gap, over cells without a given number.
struct Spread {
    distance: Vec<u32>,
    queue: Vec<u32>,
    head: usize,
}

impl Spread {
    fn new(cells: usize) -> Spread {
        Spread { distance: vec![NONE; cells], queue: Vec::new(), head: 0 }
    }

    fn begin(&mut self) {
        for c in self.queue.drain(..) {
            self.distance[c as usize] = NONE;
        }
        self.head = 0;
    }

    fn visit(&mut self, c: u32, distance: u32) {
        self.distance[c as usize] = distance;
        self.queue.push(c);
    }

    #[inline]
    fn at(&self, c: u32) -> u32 {
        self.distance[c as usize]
    }

    /// Continues the search to cells up to `radius` for which `enters(cell, distance)` holds.
    fn run(
        &mut self,
        graph: &Graph,
        radius: u32,
        enters: impl Fn(u32, u32) -> bool,
        counter: &StepCounter<'_>,
    ) -> Result<(), Halt> {
        while let Some(&c) = self.queue.get(self.head) {
            let further = self.at(c) + 1;
            if further > radius {
                break;
            }
            self.head += 1;
            let around = graph.neighbours(c);
            counter.spend(around.len())?;
            for &q in around {
                if self.at(q) == NONE && enters(q, further) {
                    self.visit(q, further);
                }
            }
        }
        Ok(())
    }
}

/// The search for the cells whose distances from the two ends of a gap add up to its length at most.
///
/// Both ends first look half the length far; beyond that, only cells seen near enough from the
/// other end can lie in the gap, and all cells on a shortest way to such a cell lie in it too.
struct Lens {
    low: Spread,
    high: Spread,
    found: Vec<Found>,
}

impl Lens {
    fn new(cells: usize) -> Lens {
        Lens { low: Spread::new(cells), high: Spread::new(cells), found: Vec::new() }
    }

    fn search(
        &mut self,
        graph: &Graph,
        clue_at: &[u32],
        ends: (Option<u32>, Option<u32>),
        length: u32,
        counter: &StepCounter<'_>,
    ) -> Result<(), Halt> {
        let Lens { low, high, found } = self;
        let open = |q: u32| clue_at[q as usize] == NONE;
        low.begin();
        high.begin();
        match ends {
            (None, None) => {
                // No number is given at all.
                found.extend((0..graph.cells()).map(|cell| Found { cell, low: 1, high: 1 }));
            }
            (Some(end), None) | (None, Some(end)) => {
                low.visit(end, 0);
                low.run(graph, length - 1, |q, _| open(q), counter)?;
                let from_below = ends.0.is_some();
                found.extend(low.queue[1..].iter().map(|&cell| {
                    let steps = low.at(cell);
                    let (low, high) = if from_below { (steps, 1) } else { (1, steps) };
                    Found { cell, low, high }
                }));
            }
            (Some(below), Some(above)) => {
                let half = length / 2;
                let rest = length - half - 1;
                low.visit(below, 0);
                low.run(graph, half, |q, _| open(q), counter)?;
                high.visit(above, 0);
                let near = |spread: &Spread, q: u32, steps: u32| {
                    let other = spread.at(q);
                    other != NONE && other + steps <= length
                };
                let enters = |q, steps| open(q) && (steps <= rest || near(low, q, steps));
                high.run(graph, length - 1, enters, counter)?;
                let enters = |q, steps| open(q) && near(high, q, steps);
                low.run(graph, length - 1, enters, counter)?;
                counter.spend(low.queue.len())?;
                found.extend(low.queue[1..].iter().filter_map(|&cell| {
                    let (low, high) = (low.at(cell), high.at(cell));
                    (high != NONE && low + high <= length).then_some(Found { cell, low, high })
                }));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Interrupt;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// Distances from a cell over cells that are not given.
    fn distances(graph: &Graph, given: &[Option<u32>], from: u32) -> Vec<u32> {
        let mut distance = vec![NONE; given.len()];
        distance[from as usize] = 0;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(c) = queue.pop_front() {
            for &q in graph.neighbours(c) {
                if distance[q as usize] == NONE && given[q as usize].is_none() {
                    distance[q as usize] = distance[c as usize] + 1;
                    queue.push_back(q);
                }
            }
        }
        distance
    }

    #[test]
    fn gaps_hold_what_both_distances_allow() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let (mut tables, mut pairs) = (0, 0);
        for _ in 0..4000 {
            let (rows, cols) = (rng.random_range(1..7u32), rng.random_range(1..7u32));
            let king = rng.random_bool(0.5);
            let n = rows * cols;
            let mut edges = Vec::new();
            for a in 0..n {
                for b in a + 1..n {
                    let (r, c) = (b / cols - a / cols, (b % cols).abs_diff(a % cols));
                    if if king { r.max(c) == 1 } else { r + c == 1 } {
                        edges.push([a, b]);
                    }
                }
            }
            let graph = Graph::new(n, &edges);
            let snake = |c: u32| {
                let (r, k) = (c / cols, c % cols);
                r * cols + if r.is_multiple_of(2) { k } else { cols - 1 - k } + 1
            };
            let share = rng.random_range(0.0..0.6);
            let given: Vec<Option<u32>> =
                (0..n).map(|c| rng.random_bool(share).then(|| snake(c))).collect();
            let Some(table) = GapTable::new(&graph, &given) else { continue };
            tables += 1;
            let mut of_gaps = vec![Vec::new(); table.gaps() as usize];
            let from = |end: Option<u32>| end.map(|c| distances(&graph, &given, c));
            let ends: Vec<_> =
                (0..table.gaps()).map(|g| [table.below(g), table.above(g)].map(from)).collect();
            for c in (0..n).filter(|&c| given[c as usize].is_none()) {
                let mut holds = Vec::new();
                for gap in 0..table.gaps() {
                    let [low, high] = ends[gap as usize]
                        .each_ref()
                        .map(|d| d.as_ref().map_or(1, |d| d[c as usize]));
                    if table.length(gap) > 1 && low.saturating_add(high) <= table.length(gap) {
                        of_gaps[gap as usize].push(Member { cell: c, value: holds.len() as u32 });
                        holds.push(Hold { gap, low, high });
                    }
                }
                pairs += holds.len();
                assert_eq!(table.holds(c), holds);
            }
            let open: Vec<u32> = (0..n).filter(|&c| given[c as usize].is_none()).collect();
            for (rank, &c) in (0..).zip(&open) {
                assert_eq!((table.rank(c), table.cell(rank)), (rank, Some(c)));
            }
            assert_eq!(table.cell(open.len() as u32), None);
            for gap in 0..table.gaps() {
                assert_eq!(table.members(gap), of_gaps[gap as usize]);
            }
        }
        assert!(tables > 1000 && pairs > 20_000, "{tables} tables, {pairs} pairs");
    }

    #[test]
    fn building_gives_up_when_told_to() {
        let edges: Vec<[u32; 2]> = (1..100_000).map(|c| [c - 1, c]).collect();
        let graph = Graph::new(100_000, &edges);
        let mut given = vec![None; 100_000];
        given[0] = Some(1);
        let stop = Interrupt::new(|| true);
        let built = GapTable::build(&graph, &given, &StepCounter::new(Some(&stop)));
        assert_eq!(built, Err(Halt::Interrupted));
        assert!(GapTable::new(&graph, &given).is_some());
    }

    #[test]
    fn a_row_of_five() {
        let graph = Graph::new(5, &[[0, 1], [1, 2], [2, 3], [3, 4]]);
        let table = GapTable::new(&graph, &[None, Some(2), None, None, Some(5)]).unwrap();
        assert_eq!(table.gaps(), 3);
        assert_eq!(table.holds(0), [Hold { gap: 0, low: 1, high: 1 }]);
        // Distances alone do not exclude number 1 here.
        let near = [Hold { gap: 0, low: 1, high: 1 }, Hold { gap: 1, low: 1, high: 2 }];
        assert_eq!(table.holds(2), near);
        assert_eq!(table.members(1).iter().map(|m| m.cell).collect::<Vec<_>>(), [2, 3]);
        assert!(table.members(2).is_empty());
        assert!(table.may_join(0, 1) && table.may_join(3, 4) && !table.may_join(0, 4));
        assert!(GapTable::new(&graph, &[Some(1), None, Some(4), None, None]).is_none());
        assert!(GapTable::new(&graph, &[Some(2), Some(2), None, None, None]).is_none());
    }
}
