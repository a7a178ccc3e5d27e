//! Which cells can lie in which gap, by distances on the board.

use crate::propagators::path::Graph;

const NONE: u32 = u32::MAX;

/// A gap that may hold a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hold {
    /// The gap.
    pub gap: u32,
    /// The cell's number is at least so much above the number below the gap,
    pub low: u32,
    /// and at least so much below the number above it.
    pub high: u32,
}

/// A cell that a gap may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// The cell.
    pub cell: u32,
    /// The index of the gap among those that may hold the cell.
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
    /// Per cell how many before it are not given.
    rank: Vec<u32>,
    /// Per cell the gaps that may hold it, ascending.
    from: Vec<u32>,
    holds: Vec<Hold>,
    /// Per gap its members, ascending.
    start: Vec<u32>,
    members: Vec<Member>,
}

impl GapTable {
    /// The table of a board with these numbers given (1-based). `None` if they contradict each other, or
    /// some cell has no place. Time and memory: for each gap the cells within its length.
    pub fn new(graph: &Graph, given: &[Option<u32>]) -> Option<GapTable> {
        let n = graph.cells();
        let mut clues: Vec<(u32, u32)> =
            given.iter().zip(0..).filter_map(|(&k, c)| Some((k?, c))).collect();
        clues.sort_unstable();
        let fits = clues.iter().all(|&(k, _)| (1..=n).contains(&k));
        if !fits || clues.windows(2).any(|w| w[0].0 == w[1].0) {
            return None;
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
            from: vec![0; n as usize + 1],
            holds: Vec::new(),
            start: vec![0],
            members: Vec::new(),
        };
        table.fill(graph)?;
        Some(table)
    }

    fn fill(&mut self, graph: &Graph) -> Option<()> {
        let n = self.cells as usize;
        let mut found: Vec<(u32, Hold)> = Vec::new();
        let (mut low, mut high) = (Spread::new(n), Spread::new(n));
        for gap in 0..self.gaps() {
            let length = self.length(gap);
            let (below, above) = (self.below(gap), self.above(gap));
            if length == 1 {
                if let (Some(a), Some(b)) = (below, above) {
                    graph.edge_between(a, b)?;
                }
                self.start.push(found.len() as u32);
                continue;
            }
            low.run(graph, &self.clue_at, below, length - 1);
            high.run(graph, &self.clue_at, above, length - 1);
            let first = found.len();
            for &c in if below.is_some() { low.seen() } else { high.seen() } {
                let (low, high) = (low.at(c), high.at(c));
                if low.saturating_add(high) <= length {
                    found.push((c, Hold { gap, low, high }));
                }
            }
            found[first..].sort_unstable_by_key(|f| f.0);
            if found.len() - first < length as usize - 1 {
                return None;
            }
            self.start.push(found.len() as u32);
        }
        for (c, _) in &found {
            self.from[*c as usize + 1] += 1;
        }
        if (0..n).any(|c| self.clue_at[c] == NONE && self.from[c + 1] == 0) {
            return None;
        }
        for c in 0..n {
            self.from[c + 1] += self.from[c];
        }
        let mut at = self.from.clone();
        let blank = Hold { gap: 0, low: 0, high: 0 };
        self.holds = vec![blank; found.len()];
        for (c, hold) in found {
            let i = at[c as usize];
            at[c as usize] += 1;
            self.holds[i as usize] = hold;
            self.members.push(Member { cell: c, value: i - self.from[c as usize] });
        }
        Some(())
    }

    /// The number of cells.
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// The number of gaps: of given numbers, and one.
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

    /// The steps from the number below a gap to the number above it: the cells inside, and one.
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

    /// How many cells before this one are not given.
    #[inline]
    pub fn rank(&self, c: u32) -> u32 {
        self.rank[c as usize]
    }

    /// The gap that holds a number which is not given.
    pub fn gap_of(&self, number: u32) -> u32 {
        self.clues.partition_point(|c| c.0 < number) as u32
    }

    /// The gaps that may hold a cell, ascending; none for a cell with a given number.
    #[inline]
    pub fn holds(&self, c: u32) -> &[Hold] {
        &self.holds[self.from[c as usize] as usize..self.from[c as usize + 1] as usize]
    }

    /// The number of pairs of a cell and a gap that may hold it.
    pub fn pairs(&self) -> u32 {
        self.holds.len() as u32
    }

    /// The number of the pair of a cell and the gap at index `value` of those that may hold it.
    #[inline]
    pub fn pair(&self, c: u32, value: u32) -> u32 {
        self.from[c as usize] + value
    }

    /// Where a gap stands among those that may hold a cell.
    #[inline]
    pub fn value(&self, c: u32, gap: u32) -> Option<u32> {
        self.holds(c).binary_search_by_key(&gap, |h| h.gap).ok().map(|i| i as u32)
    }

    /// The cells that a gap may hold, ascending.
    #[inline]
    pub fn members(&self, gap: u32) -> &[Member] {
        &self.members[self.start[gap as usize] as usize..self.start[gap as usize + 1] as usize]
    }

    /// Whether two cells stand side by side in the line as far as distances tell: some gap may hold both,
    /// or is bounded by one of them, or both hold consecutive numbers.
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

/// Distances from a cell over cells without a given number, as far as wanted.
struct Spread {
    distance: Vec<u32>,
    queue: Vec<u32>,
    everywhere: bool,
}

impl Spread {
    fn new(cells: usize) -> Spread {
        Spread { distance: vec![NONE; cells], queue: Vec::new(), everywhere: false }
    }

    /// From a cell, or from a place next to every cell.
    fn run(&mut self, graph: &Graph, clue_at: &[u32], from: Option<u32>, radius: u32) {
        for c in self.queue.drain(..) {
            self.distance[c as usize] = NONE;
        }
        self.everywhere = from.is_none();
        match from {
            Some(c) => {
                self.distance[c as usize] = 0;
                self.queue.push(c);
            }
            // Both bounds missing: no number is given at all.
            None => {
                self.queue.extend((0..graph.cells()).filter(|&c| clue_at[c as usize] == NONE));
                self.queue.iter().for_each(|&c| self.distance[c as usize] = 1);
                return;
            }
        }
        let mut head = 0;
        while let Some(&c) = self.queue.get(head) {
            head += 1;
            let further = self.distance[c as usize] + 1;
            if further > radius {
                break;
            }
            for &q in graph.neighbours(c) {
                if self.distance[q as usize] == NONE && clue_at[q as usize] == NONE {
                    self.distance[q as usize] = further;
                    self.queue.push(q);
                }
            }
        }
    }

    fn at(&self, c: u32) -> u32 {
        if self.everywhere { 1 } else { self.distance[c as usize] }
    }

    /// The cells that were reached, but for the given one.
    fn seen(&self) -> &[u32] {
        if self.everywhere { &self.queue } else { &self.queue[1..] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_five() {
        let graph = Graph::new(5, &[[0, 1], [1, 2], [2, 3], [3, 4]]);
        let table = GapTable::new(&graph, &[None, Some(2), None, None, Some(5)]).unwrap();
        assert_eq!(table.gaps(), 3);
        assert_eq!(table.holds(0), [Hold { gap: 0, low: 1, high: 1 }]);
        // Distances alone do not tell that number 1 is not here.
        let near = [Hold { gap: 0, low: 1, high: 1 }, Hold { gap: 1, low: 1, high: 2 }];
        assert_eq!(table.holds(2), near);
        assert_eq!(table.members(1).iter().map(|m| m.cell).collect::<Vec<_>>(), [2, 3]);
        assert!(table.members(2).is_empty());
        assert!(table.may_join(0, 1) && table.may_join(3, 4) && !table.may_join(0, 4));
        assert!(GapTable::new(&graph, &[Some(1), None, Some(4), None, None]).is_none());
        assert!(GapTable::new(&graph, &[Some(2), Some(2), None, None, None]).is_none());
    }
}
