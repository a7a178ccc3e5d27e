//! The state of the local search: gaps as disjoint sequences of cells, their violations, and the small changes that
//! moves are made of.

use super::{NONE, Random};
use clew_engine::structures::Csr;
use clew_engine::structures::bits::{has, insert};
use clew_engine::structures::subset::Subset;
use clew_puzzle::puzzle::{Board, Cell};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The cost of a missing step between consecutive cells, and of a mark that the line does not follow; one cell too many
/// in a gap costs 1.
pub(super) const BEND: i32 = 2;

/// On boards of more cells a start does not try all places for each cell.
const MOST_TRIED: u32 = 2_500;
/// There each cell tries this many random places.
const TRIES: u32 = 100;
/// Cells, or gaps, of the set-up between two checks of the clock.
const POLL_INTERVAL: usize = 64;

/// The path between two fixed cells.
#[derive(Clone, Copy)]
pub(super) struct Gap {
    pub ends: [u32; 2],
    /// The number at its first end; 0 at the open one.
    pub number: u32,
    pub wanted: i32,
    pub cells: i32,
}

impl Gap {
    /// The change in cost if the gap holds `more` more cells.
    pub fn cost(self, more: i32) -> i32 {
        (self.cells + more - self.wanted).abs() - (self.cells - self.wanted).abs()
    }

    /// Sets the bits in `row`, one word per 64 cells, of the free cells that may lie in this gap: the possible ones
    /// that are near enough to its ends, by a matrix of `nodes` × `nodes` distances.
    fn admit(
        self,
        free: &[Cell],
        (distance, nodes): (&[u8], u32),
        possible: impl Fn(Cell) -> bool,
        row: &mut [u64],
    ) {
        for &c in free.iter().filter(|_| self.wanted > 0) {
            let far = |end: u32| i32::from(distance[(c * nodes + end) as usize]);
            let near = far(self.ends[0]) + far(self.ends[1]) <= self.wanted + 1;
            if near && possible(c) {
                insert(row, c);
            }
        }
    }
}

/// Pairs of cells that are to follow each other.
pub(super) struct Marks {
    pairs: Vec<[Cell; 2]>,
    /// Per node the pairs it is in; the open ends are in none.
    of: Csr,
}

impl Marks {
    fn new(board: &Board) -> Marks {
        let pairs = board.links().to_vec();
        let ends = (0..).zip(&pairs).flat_map(|(m, &[a, b])| [(a, m), (b, m)]);
        Marks { of: Csr::new(board.len() + 2, ends), pairs }
    }
}

/// Where a cell lies: its neighbours on the line, and the gap of the step to the next one.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub previous: u32,
    pub next: u32,
    pub gap: u32,
}

#[derive(Clone)]
pub(super) struct State {
    /// Cells, then the two open ends.
    pub nodes: u32,
    /// Steps between two nodes, but 0 between two that are marked to follow each other.
    distance: Arc<[u8]>,
    marks: Arc<Marks>,
    pub gaps: Vec<Gap>,
    /// Per gap, one word per 64 cells: which cells may lie in it.
    may: Vec<u64>,
    words: usize,
    pub places: Vec<Place>,
    pub fixed: Vec<bool>,
    /// Cells that are not fixed.
    pub free: Vec<Cell>,
    pub energy: i64,
    /// Cells whose next one lies apart.
    pub jumps: Subset,
    /// Gaps with too few or too many cells.
    pub off: Subset,
    /// Marks that the line does not follow.
    pub missed: Subset,
    /// Gaps whose path has changed since they were last examined.
    pub touched: Subset,
}

impl State {
    /// No cell is placed yet. `None` if some cell has no place to go, no cell is free, or `quit` returns true.
    pub fn new(
        board: &Board,
        given: &[Option<u32>],
        possible: impl Fn(Cell, RangeInclusive<u32>) -> bool,
        quit: &dyn Fn() -> bool,
    ) -> Option<State> {
        let n = board.len() as u32;
        let free: Vec<Cell> = (0..n).filter(|&c| given[c as usize].is_none()).collect();
        if free.is_empty() {
            return None;
        }
        let (gaps, ranges) = gaps(given, n);
        let (mut distance, nodes) = (distances(board, quit)?, n + 2);
        let words = board.len().div_ceil(64);
        let mut may = vec![0u64; gaps.len() * words];
        let mut any = vec![0u64; words];
        for (g, (gap, range)) in gaps.iter().zip(ranges).enumerate() {
            if g % POLL_INTERVAL == 0 && quit() {
                return None;
            }
            let row = &mut may[g * words..(g + 1) * words];
            gap.admit(&free, (&distance, nodes), |c| possible(c, range.clone()), row);
            for (a, b) in any.iter_mut().zip(row) {
                *a |= *b;
            }
        }
        if free.iter().any(|&c| !has(&any, c)) {
            return None;
        }
        // A marked pair gets a negative cost that balances the cost of missing it.
        let marks = Marks::new(board);
        for &[a, b] in &marks.pairs {
            distance[(a * nodes + b) as usize] = 0;
            distance[(b * nodes + a) as usize] = 0;
        }
        let (jumps, off) = (Subset::new(nodes as usize), Subset::new(gaps.len()));
        let touched = Subset::new(gaps.len());
        Some(State {
            nodes,
            distance: distance.into(),
            missed: Subset::new(marks.pairs.len()),
            marks: marks.into(),
            gaps,
            may,
            words,
            places: Vec::new(),
            fixed: given.iter().map(Option::is_some).chain([true, true]).collect(),
            free,
            energy: 0,
            jumps,
            off,
            touched,
        })
    }

    /// Fixes a number in a free cell. The caller must rebuild `places`. False: the number has a cell, or some gap does
    /// not admit as many cells as it needs.
    pub(crate) fn pin(
        &mut self,
        cell: u32,
        number: u32,
        possible: impl Fn(Cell, RangeInclusive<u32>) -> bool,
    ) -> bool {
        // The number before the gap's first.
        let mut before = 0;
        let split = self.gaps.iter().position(|gap| {
            let inside = (before + 1..=before + gap.wanted as u32).contains(&number);
            before += if inside { 0 } else { gap.wanted as u32 + 1 };
            inside
        });
        let Some(g) = split.filter(|_| !self.fixed[cell as usize]) else { return false };
        let Gap { ends: [a, b], wanted, .. } = self.gaps[g];
        let first = (number - before - 1) as i32;
        self.gaps[g] = Gap { ends: [a, cell], number: before, wanted: first, cells: 0 };
        let rest = Gap { ends: [cell, b], number, wanted: wanted - first - 1, cells: 0 };
        self.gaps.insert(g + 1, rest);
        let row = g * self.words..(g + 1) * self.words;
        self.may.splice(row.end..row.end, vec![0; self.words]);
        self.fixed[cell as usize] = true;
        self.free.retain(|&c| c != cell);
        let ranges = [before + 1..=number - 1, number + 1..=before + wanted as u32];
        for (g, range) in (g..).zip(ranges) {
            let (gap, nodes) = (self.gaps[g], self.nodes);
            let row = &mut self.may[g * self.words..(g + 1) * self.words];
            row.fill(0);
            gap.admit(&self.free, (&self.distance, nodes), |c| possible(c, range.clone()), row);
            let admitted: u32 = row.iter().map(|word| word.count_ones()).sum();
            if (admitted as i32) < gap.wanted {
                return false;
            }
        }
        self.off = Subset::new(self.gaps.len());
        self.touched = Subset::new(self.gaps.len());
        true
    }

    /// Lays the cells in this order, fixed ones in theirs; a cell that its gap does not admit goes
    /// where it costs least. False: some cell has no place.
    pub fn follow(&mut self, order: &[Cell]) -> bool {
        self.places.clear();
        self.places.resize(self.nodes as usize, Place { previous: NONE, next: NONE, gap: NONE });
        self.jumps = Subset::new(self.nodes as usize);
        self.miss_all();
        for gap in &mut self.gaps {
            gap.cells = 0;
        }
        let mut left = Vec::new();
        let mut rest = order.iter().copied();
        for g in 0..self.gaps.len() {
            let [a, b] = self.gaps[g].ends;
            let mut at = a;
            self.places[a as usize].gap = g as u32;
            for c in rest.by_ref().take_while(|&c| c != b) {
                if self.admits(g as u32, c) {
                    self.join(at, c);
                    self.places[c as usize].gap = g as u32;
                    self.gaps[g].cells += 1;
                    at = c;
                } else {
                    left.push(c);
                }
            }
            self.join(at, b);
        }
        for g in 0..self.gaps.len() {
            self.grow(g as u32, 0);
        }
        for c in left {
            let Some((_, x)) = self.best_after(c, 0..self.nodes) else { return false };
            self.put_after(x, c);
        }
        let jumps: i32 =
            self.jumps.list().iter().map(|&x| self.apart(x, self.places[x as usize].next)).sum();
        let off: i32 = self.gaps.iter().map(|gap| (gap.cells - gap.wanted).abs()).sum();
        let missed = BEND * self.missed.list().len() as i32;
        self.energy = i64::from(jumps + off + missed);
        true
    }

    /// All free cells go, in random order, where they cost least; on large boards, of some random places and those next
    /// to a neighbour.
    pub fn start(&mut self, neighbours: &[Vec<Cell>], random: &mut Random) {
        self.places = vec![Place { previous: NONE, next: NONE, gap: NONE }; self.nodes as usize];
        self.energy = self.miss_all();
        for g in 0..self.gaps.len() {
            let ([a, b], wanted) = (self.gaps[g].ends, self.gaps[g].wanted);
            self.places[a as usize].gap = g as u32;
            self.join(a, b);
            self.grow(g as u32, -self.gaps[g].cells);
            self.energy += i64::from(wanted) + i64::from(self.apart(a, b));
        }
        random.shuffle(&mut self.free);
        for i in 0..self.free.len() {
            let c = self.free[i];
            let some = match self.nodes > MOST_TRIED {
                true => self.best_of_some(i, &neighbours[c as usize], random),
                false => None,
            };
            let best = some.or_else(|| self.best_after(c, 0..self.nodes));
            let (cost, x) = best.expect("a cell that no gap admits was refused");
            self.put_after(x, c);
            self.energy += i64::from(cost);
        }
    }

    /// Puts a cell that has no place behind one that has.
    fn put_after(&mut self, x: u32, c: Cell) {
        let Place { next, gap, .. } = self.places[x as usize];
        self.join(x, c);
        self.join(c, next);
        self.places[c as usize].gap = gap;
        self.grow(gap, 1);
    }

    /// The best place for the `i`-th free cell next to its neighbours, and of some random ones.
    fn best_of_some(&self, i: usize, beside: &[Cell], random: &mut Random) -> Option<(i32, u32)> {
        let free = &self.free;
        let placed = beside.iter().filter(|&&d| self.places[d as usize].gap != NONE);
        let beside = placed.flat_map(|&d| [d, self.places[d as usize].previous]);
        let tries = if i > 0 { TRIES } else { 0 };
        let others = (0..tries).map(|_| free[random.below(i as u32) as usize]);
        self.best_after(free[i], beside.chain(others).filter(|&x| x != NONE))
    }

    /// The cell of these after which a free one costs least, and that cost.
    fn best_after(&self, c: u32, cells: impl Iterator<Item = u32>) -> Option<(i32, u32)> {
        cells
            .filter(|&x| self.places[x as usize].next != NONE)
            .filter(|&x| self.admits(self.places[x as usize].gap, c))
            .map(|x| {
                let Place { next, gap, .. } = self.places[x as usize];
                let bend = self.apart(x, c) + self.apart(c, next) - self.apart(x, next);
                (bend + self.gaps[gap as usize].cost(1), x)
            })
            .min()
    }

    /// The numbers along the line, in a state of energy 0, where each gap has its length.
    pub fn numbers(&self) -> Vec<u32> {
        let cells = self.nodes - 2;
        let mut numbers = vec![0; cells as usize];
        let mut at = self.places[cells as usize].next;
        let mut number = 1;
        while at < cells {
            numbers[at as usize] = number;
            number += 1;
            at = self.places[at as usize].next;
        }
        numbers
    }

    /// No mark is followed yet; returns the cost of that.
    fn miss_all(&mut self) -> i64 {
        let all = self.marks.pairs.len() as u32;
        (0..all).for_each(|m| self.missed.set(m, true));
        i64::from(BEND) * i64::from(all)
    }

    /// The two cells of a mark.
    pub fn marked(&self, mark: u32) -> [Cell; 2] {
        self.marks.pairs[mark as usize]
    }

    /// Looks again whether the line follows the marks of a node.
    fn look_at_marks(&mut self, x: u32) {
        let Place { previous, next, .. } = self.places[x as usize];
        for &m in self.marks.of.row(x) {
            let [a, b] = self.marks.pairs[m as usize];
            let partner = a ^ b ^ x;
            self.missed.set(m, previous != partner && next != partner);
        }
    }

    /// The cost of two cells being consecutive; negative if they are marked.
    pub fn apart(&self, x: u32, y: u32) -> i32 {
        BEND * (i32::from(self.distance[(x * self.nodes + y) as usize]) - 1)
    }

    pub fn admits(&self, gap: u32, c: u32) -> bool {
        self.may[gap as usize * self.words + c as usize / 64] >> (c % 64) & 1 == 1
    }

    /// Lets `y` follow `x`.
    pub fn join(&mut self, x: u32, y: u32) {
        self.places[x as usize].next = y;
        self.places[y as usize].previous = x;
        self.jumps.set(x, self.apart(x, y) > 0);
        if !self.marks.pairs.is_empty() {
            self.look_at_marks(x);
            self.look_at_marks(y);
        }
        let gap = self.places[x as usize].gap;
        if gap != NONE {
            self.touched.set(gap, true);
        }
    }

    /// Records that a gap has `more` more cells.
    pub fn grow(&mut self, gap: u32, more: i32) {
        let Gap { wanted, cells, .. } = &mut self.gaps[gap as usize];
        *cells += more;
        let off = cells != wanted;
        self.off.set(gap, off);
    }

    /// Hands the stretch from `first` to `last` to another gap.
    pub fn hand_over(&mut self, first: u32, last: u32, gap: u32) {
        let mut z = first;
        loop {
            self.places[z as usize].gap = gap;
            if z == last {
                break;
            }
            z = self.places[z as usize].next;
        }
    }

    /// Reverses the stretch from `first` to `last`; the caller joins the cells before and after it.
    pub fn turn(&mut self, first: u32, last: u32) {
        let (mut z, mut jump) = (first, false);
        loop {
            let own = self.jumps.contains(z);
            self.jumps.set(z, jump);
            jump = own;
            let place = &mut self.places[z as usize];
            let next = place.next;
            std::mem::swap(&mut place.previous, &mut place.next);
            if z == last {
                break;
            }
            z = next;
        }
    }
}

/// The gaps in order, and the numbers inside each.
fn gaps(given: &[Option<u32>], n: u32) -> (Vec<Gap>, Vec<RangeInclusive<u32>>) {
    let mut fixed: Vec<(u32, Cell)> =
        given.iter().zip(0..).filter_map(|(&k, c)| Some((k?, c))).collect();
    fixed.extend([(0, n), (n + 1, n + 1)]);
    fixed.sort_unstable();
    let pairs = fixed.windows(2);
    pairs
        .map(|pair| {
            let [(low, a), (high, b)] = [pair[0], pair[1]];
            let wanted = high.saturating_sub(low + 1) as i32;
            (Gap { ends: [a, b], number: low, wanted, cells: 0 }, low + 1..=high - 1)
        })
        .unzip()
}

/// Steps between any two cells, up to 255; the two open ends are one step from all. `None` if `quit` returns true.
fn distances(board: &Board, quit: &dyn Fn() -> bool) -> Option<Vec<u8>> {
    let (n, nodes) = (board.len(), board.len() + 2);
    let mut distance = vec![1u8; nodes * nodes];
    let mut queue: Vec<Cell> = Vec::with_capacity(n);
    for from in 0..n {
        if from % POLL_INTERVAL == 0 && quit() {
            return None;
        }
        let row = &mut distance[from * nodes..from * nodes + n];
        row.fill(u8::MAX);
        row[from] = 0;
        queue.clear();
        queue.push(from as u32);
        let mut head = 0;
        while let Some(&c) = queue.get(head) {
            head += 1;
            let further = row[c as usize].saturating_add(1);
            for &q in board.neighbours(c) {
                if row[q as usize] == u8::MAX && further < u8::MAX {
                    row[q as usize] = further;
                    queue.push(q);
                }
            }
        }
    }
    Some(distance)
}
