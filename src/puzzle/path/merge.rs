//! A first line on a large board with orthogonal moves, without search.
//!
//! With a depot joined to the two ends, a line is one cycle through everything. Counting degrees is
//! easy (a flow on the two colours), so the start is a set of cycles that cover all cells; then
//! cycles are merged. A step switches on an edge between two cycles and looks for the shortest ways
//! to make up for it: an alternating cycle of edges that are off and on. The shortest one is the flip
//! of a unit face; longer ones pass round holes, and one through the depot moves an end. Steps that
//! lower the number of cycles are taken, neutral ones now and then, so that the search wanders.
//!
//! Incomplete: `None` means nothing. Each step costs the length of the cycles it touches. A solid
//! board needs no luck; the method is the cheap form of merging strips there.
//!
//! Sources: A. Itai, C. Papadimitriou and J. Szwarcfiter, Hamilton paths in grid graphs, 1982;
//! C. Umans and W. Lenhart, Hamiltonian cycles in solid grid graphs, 1997.

use crate::puzzle::Board;

const NONE: u32 = u32::MAX;

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Seed of the random choices.
    pub seed: u64,
    /// Starts from scratch, at most.
    pub starts: u32,
    /// Cells looked at in all, at most: some nanoseconds each.
    pub work: u64,
}

impl Effort {
    /// Enough for most boards that have many lines: about a second at 10 000 cells.
    pub fn for_cells(cells: usize) -> Effort {
        let cells = cells as u64;
        Effort { seed: 1, starts: 4, work: 200_000 + cells.saturating_mul(20_000).min(400_000_000) }
    }
}

/// A line through all cells of the board, with these ends if they are given: per edge whether it is
/// on. `None` if none was found, or the board has no orthogonal moves or fewer than two cells.
pub fn first_line(board: &Board, ends: [Option<u32>; 2], effort: Effort) -> Option<Vec<bool>> {
    if !board.is_rook() || board.len() < 2 {
        return None;
    }
    let mut work = effort.work;
    for start in 0..u64::from(effort.starts) {
        let share = work / (u64::from(effort.starts) - start);
        let mut m = Merger::new(board, ends, effort.seed.wrapping_add(start), share)?;
        if !m.cover() {
            return None;
        }
        if m.merge() {
            let line = m.on[..board.edges().len()].to_vec();
            return is_line(board, ends, &line).then_some(line);
        }
        work -= share - m.work.min(share);
    }
    None
}

/// Whether the edges form one line through all cells. Shares nothing with the search.
fn is_line(board: &Board, ends: [Option<u32>; 2], on: &[bool]) -> bool {
    let degree = |c: u32| board.incident(c).iter().filter(|&&e| on[e as usize]).count();
    let n = board.len() as u32;
    let tips: Vec<u32> = (0..n).filter(|&c| degree(c) == 1).collect();
    if tips.len() != 2 || ends.iter().flatten().any(|c| !tips.contains(c)) {
        return false;
    }
    let (mut at, mut came, mut length) = (tips[0], NONE, 1);
    loop {
        let next = board
            .neighbours(at)
            .iter()
            .zip(board.incident(at))
            .find(|&(&q, &e)| on[e as usize] && q != came);
        match next {
            Some((&q, _)) if length < n => {
                (came, at) = (at, q);
                length += 1;
            }
            _ => {
                return length == n
                    && at == tips[1]
                    && on.iter().filter(|&&o| o).count() as u32 == n - 1;
            }
        }
    }
}

struct Merger<'a> {
    board: &'a Board,
    n: u32,
    m: u32,
    /// Arcs: edges, then an end arc a cell. Locked ones never change.
    on: Vec<bool>,
    locked: Vec<bool>,
    /// On-neighbours of each cell and of the depot (number n); filled once all is covered.
    links: Vec<[u32; 2]>,
    /// What a node still lacks: cells, then the depot's white and black half.
    need: Vec<i32>,
    /// Cycle number of each node, and per cycle its size.
    cycle: Vec<u32>,
    size: Vec<u32>,
    cycles: u32,
    random: u64,
    work: u64,
    seen: Vec<u32>,
    stamp: u32,
    by: Vec<u32>,
    queue: Vec<u32>,
    flips: Vec<u32>,
    whites: Vec<u32>,
}

impl<'a> Merger<'a> {
    fn new(board: &'a Board, ends: [Option<u32>; 2], seed: u64, work: u64) -> Option<Merger<'a>> {
        let (n, m) = (board.len() as u32, board.edges().len() as u32);
        let blacks = (0..n).filter(|&c| board.is_black(c)).count() as i32;
        let difference = 2 * blacks - n as i32;
        // Ends in black cells, in white cells.
        let (x, y) = (1 + difference, 1 - difference);
        if x < 0 || y < 0 {
            return None;
        }
        let mut need = vec![2; n as usize];
        need.extend([x, y]);
        let arcs = (m + n) as usize;
        let mut merger = Merger {
            board,
            n,
            m,
            on: vec![false; arcs],
            locked: vec![false; arcs],
            links: vec![[NONE; 2]; n as usize + 1],
            need,
            cycle: vec![0; n as usize + 1],
            size: Vec::new(),
            cycles: 0,
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            work,
            seen: vec![0; n as usize + 2],
            stamp: 0,
            by: vec![NONE; n as usize + 2],
            queue: Vec::new(),
            flips: Vec::new(),
            whites: (0..n).filter(|&c| !board.is_black(c)).collect(),
        };
        for &c in ends.iter().flatten() {
            let arc = m + c;
            merger.locked[arc as usize] = true;
            merger.put(arc);
        }
        if ends.iter().all(Option::is_some) {
            merger.locked[m as usize..].fill(true);
        }
        merger.need.iter().all(|&k| k >= 0).then_some(merger)
    }

    /// A pseudo-random number below `n` (xorshift).
    fn below(&mut self, n: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((self.random >> 32).wrapping_mul(n as u64) >> 32) as usize
    }

    /// The black and the white node of an arc; the depot is white for black cells and vice versa.
    fn ends(&self, arc: u32) -> [u32; 2] {
        let [a, b] = if arc < self.m {
            self.board.edges()[arc as usize]
        } else if self.is_black(arc - self.m) {
            [arc - self.m, self.n]
        } else {
            [self.n + 1, arc - self.m]
        };
        if self.is_black(a) { [a, b] } else { [b, a] }
    }

    /// Node n is the depot seen from black cells (white), n + 1 the depot seen from white ones.
    fn is_black(&self, v: u32) -> bool {
        if v < self.n { self.board.is_black(v) } else { v > self.n }
    }

    fn put(&mut self, arc: u32) {
        self.on[arc as usize] = true;
        for v in self.ends(arc) {
            self.need[v as usize] -= 1;
        }
    }

    /// Covers all cells by cycles: greedily, then by augmenting paths. `false`: impossible.
    fn cover(&mut self) -> bool {
        // Rows first: long runs make few cycles.
        let (upright, lying): (Vec<u32>, Vec<u32>) = (0..self.m).partition(|&e| {
            let [a, b] = self.board.edges()[e as usize];
            self.board.place(a).1 == self.board.place(b).1
        });
        let order = if self.below(2) == 0 { [lying, upright] } else { [upright, lying] };
        for arc in order.into_iter().flatten() {
            let [b, w] = self.ends(arc);
            if self.need[b as usize] > 0 && self.need[w as usize] > 0 && !self.locked[arc as usize]
            {
                self.put(arc);
            }
        }
        for v in 0..self.n + 2 {
            while self.is_black(v) && self.need[v as usize] > 0 {
                if !self.augment(v) {
                    return false;
                }
            }
        }
        for arc in 0..self.m + self.n {
            if self.on[arc as usize] {
                self.link(arc);
            }
        }
        self.cycles = 0;
        for v in 0..=self.n {
            self.cycle[v as usize] = NONE;
        }
        for v in 0..=self.n {
            if self.cycle[v as usize] == NONE {
                self.name(v);
            }
        }
        true
    }

    fn begin(&mut self, from: u32) {
        self.stamp += 1;
        self.queue.clear();
        self.queue.push(from);
        self.seen[from as usize] = self.stamp;
        self.by[from as usize] = NONE;
    }

    /// Visits what one alternating step from `v` reaches: off-arcs from black, on-arcs from white.
    fn spread(&mut self, v: u32, sample: bool) {
        let want = !self.is_black(v);
        if v < self.n {
            let degree = self.board.incident(v).len();
            let turn = self.below(degree + 1);
            for i in 0..=degree {
                let i = (i + turn) % (degree + 1);
                let arc = if i < degree { self.board.incident(v)[i] } else { self.m + v };
                self.reach(v, arc, want);
            }
        } else if v == self.n {
            for i in 0..self.n {
                // Few cells are ends; the links know them once all is covered.
                let c = if sample { self.links[self.n as usize][i as usize & 1] } else { i };
                if (sample && i == 2) || c == NONE {
                    break;
                }
                if self.is_black(c) {
                    self.reach(v, self.m + c, want);
                }
            }
        } else {
            let all = self.whites.len();
            for i in 0..if sample { all.min(16) } else { all } {
                let i = if sample { self.below(all) } else { i };
                self.reach(v, self.m + self.whites[i], want);
            }
        }
    }

    fn reach(&mut self, v: u32, arc: u32, want: bool) {
        if self.on[arc as usize] != want || self.locked[arc as usize] {
            return;
        }
        let [b, w] = self.ends(arc);
        let q = if b == v { w } else { b };
        if self.seen[q as usize] != self.stamp {
            self.seen[q as usize] = self.stamp;
            self.by[q as usize] = arc;
            self.queue.push(q);
        }
    }

    fn augment(&mut self, from: u32) -> bool {
        self.begin(from);
        let mut next = 0;
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            if !self.is_black(v) && self.need[v as usize] > 0 {
                let mut at = v;
                while at != from {
                    let arc = self.by[at as usize];
                    self.on[arc as usize] ^= true;
                    let [b, w] = self.ends(arc);
                    at = if b == at { w } else { b };
                }
                self.need[from as usize] -= 1;
                self.need[v as usize] -= 1;
                return true;
            }
            self.spread(v, false);
        }
        false
    }

    fn link(&mut self, arc: u32) {
        let [b, w] = self.ends(arc).map(|v| v.min(self.n));
        for (u, v) in [(b, w), (w, b)] {
            let l = &mut self.links[u as usize];
            let free = usize::from(l[0] != NONE);
            debug_assert_eq!(l[free], NONE, "two links a node");
            l[free] = v;
        }
    }

    fn unlink(&mut self, arc: u32) {
        let [b, w] = self.ends(arc).map(|v| v.min(self.n));
        for (u, v) in [(b, w), (w, b)] {
            let l = &mut self.links[u as usize];
            let which = usize::from(l[0] != v);
            l[which] = NONE;
        }
    }

    /// Gives the cycle through `v` a new number.
    fn name(&mut self, v: u32) {
        let number = self.size.len() as u32;
        let (mut at, mut came, mut length) = (v, NONE, 0);
        while self.cycle[at as usize] != number {
            self.cycle[at as usize] = number;
            length += 1;
            let [a, b] = self.links[at as usize];
            (came, at) = (at, if a == came { b } else { a });
        }
        self.size.push(length);
        self.cycles += 1;
    }

    /// Finds the shortest alternating cycle through the off-arc from black `b` to white `w`; its
    /// arcs are in `flips`.
    fn alternating(&mut self, arc: u32, longest: usize) -> bool {
        let [b, w] = self.ends(arc);
        self.begin(w);
        let mut next = 0;
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            if v == b {
                self.flips.clear();
                self.flips.push(arc);
                let mut at = b;
                while at != w {
                    let by = self.by[at as usize];
                    self.flips.push(by);
                    let [p, q] = self.ends(by);
                    at = if p == at { q } else { p };
                }
                return true;
            }
            if next > longest {
                break;
            }
            self.spread(v, true);
        }
        self.work = self.work.saturating_sub(next as u64);
        false
    }

    fn flip(&mut self) {
        for round in [true, false] {
            for i in 0..self.flips.len() {
                let arc = self.flips[i];
                if self.on[arc as usize] == round {
                    if round {
                        self.unlink(arc);
                    } else {
                        self.link(arc);
                    }
                }
            }
        }
        for i in 0..self.flips.len() {
            let arc = self.flips[i] as usize;
            self.on[arc] ^= true;
        }
    }

    /// How many cycles the flipped arcs' ends lie on now.
    fn count_touched(&mut self) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for i in 0..self.flips.len() {
            for v in self.ends(self.flips[i]) {
                let v = v.min(self.n);
                if self.seen[v as usize] == self.stamp {
                    continue;
                }
                count += 1;
                let (mut at, mut came) = (v, NONE);
                while self.seen[at as usize] != self.stamp {
                    self.seen[at as usize] = self.stamp;
                    self.work = self.work.saturating_sub(1);
                    let [a, b] = self.links[at as usize];
                    (came, at) = (at, if a == came { b } else { a });
                }
            }
        }
        count
    }

    /// How many different cycles the arcs' ends lay on before.
    fn count_before(&mut self) -> u32 {
        self.queue.clear();
        for i in 0..self.flips.len() {
            for v in self.ends(self.flips[i]) {
                let k = self.cycle[v.min(self.n) as usize];
                if !self.queue.contains(&k) {
                    self.queue.push(k);
                }
            }
        }
        self.queue.len() as u32
    }

    /// Numbers the cycles that the flipped arcs touch anew.
    fn rename(&mut self, before: u32) {
        self.cycles -= before;
        let first = self.size.len() as u32;
        for i in 0..self.flips.len() {
            for v in self.ends(self.flips[i]) {
                let v = v.min(self.n);
                if self.cycle[v as usize] < first {
                    self.name(v);
                }
            }
        }
    }

    /// Merges cycles until one is left or the work is used up.
    fn merge(&mut self) -> bool {
        let mut outside: Vec<u32> = Vec::new();
        let mut stale = true;
        while self.cycles > 1 && self.work > 0 {
            if stale {
                let giant = (0..=self.n)
                    .map(|v| self.cycle[v as usize])
                    .max_by_key(|&k| self.size[k as usize])
                    .unwrap_or(0);
                outside.clear();
                outside.extend((0..self.n).filter(|&v| self.cycle[v as usize] != giant));
                self.work = self.work.saturating_sub(u64::from(self.n) / 4);
                stale = false;
            }
            if outside.is_empty() {
                // Only the depot is apart: any end will do.
                outside.extend(0..self.n);
            }
            let i = self.below(outside.len());
            let c = outside[i];
            let degree = self.board.incident(c).len();
            let i = self.below(degree);
            let arc = self.board.incident(c)[i];
            let q = self.board.neighbours(c)[i];
            self.work = self.work.saturating_sub(4);
            let apart = self.cycle[q as usize] != self.cycle[c as usize];
            if self.on[arc as usize] || self.locked[arc as usize] {
                continue;
            }
            // Now and then a cycle is only reshaped.
            if !apart && self.below(16) != 0 {
                continue;
            }
            if !self.alternating(arc, 400) {
                continue;
            }
            let before = self.count_before();
            self.flip();
            let after = self.count_touched();
            if after < before || (after == before && self.below(4) == 0) {
                self.rename(before);
                stale = true;
            } else {
                self.flip();
            }
        }
        self.cycles == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Neighbourhood;

    #[test]
    fn solid_boards_have_a_line() {
        for (rows, cols) in [(1, 2), (2, 2), (1, 9), (3, 3), (4, 7), (5, 5), (20, 30), (31, 31)] {
            let present = vec![true; rows * cols];
            let board = Board::grid(rows as u32, cols as u32, Neighbourhood::Rook, &present);
            let line = first_line(&board, [None; 2], Effort::for_cells(board.len()));
            let on = line.unwrap_or_else(|| panic!("{rows} x {cols}: no line"));
            assert!(is_line(&board, [None; 2], &on), "{rows} x {cols}");
        }
    }

    #[test]
    fn ends_are_kept() {
        let board = Board::grid(6, 7, Neighbourhood::Rook, &[true; 42]);
        let ends = [Some(0), Some(41)];
        let on = first_line(&board, ends, Effort::for_cells(42)).expect("corner to corner");
        assert!(is_line(&board, ends, &on));
        // Both ends of one colour on an even board: impossible.
        assert_eq!(first_line(&board, [Some(0), Some(2)], Effort::for_cells(42)), None);
    }

    #[test]
    fn loops_are_no_line() {
        let board = Board::grid(2, 4, Neighbourhood::Rook, &[true; 8]);
        let all = |cells: [[u32; 2]; 5]| {
            let mut on = vec![false; board.edges().len()];
            for [a, b] in cells {
                on[board.edge_between(a, b).expect("neighbours") as usize] = true;
            }
            on
        };
        // A line of four cells beside ... a square would need four edges; here one edge is missing.
        let on = all([[0, 1], [0, 4], [4, 5], [1, 5], [2, 3]]);
        assert!(!is_line(&board, [None; 2], &on));
    }
}
