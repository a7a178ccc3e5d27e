//! A first line on a large board with orthogonal moves, without search.
//!
//! With a depot joined to the two ends, a line is one cycle through everything. Counting degrees is easy (a flow on the
//! two colours), so the start is a set of cycles that cover all cells; then cycles are merged. A step switches on an
//! edge between two cycles and looks for the shortest ways to make up for it: an alternating cycle of edges that are
//! off and on. The shortest one is the flip of a unit face; longer ones pass around holes, and one through the depot
//! moves an end. The effect of a step on the number of cycles is known from places along them (`cycles`); steps that do
//! not raise it are taken, others now and then, so that the search wanders, and it starts again when it is stuck.
//!
//! Incomplete: `None` means nothing. A step that is taken costs the length of the cycles it touches. A
//! solid board needs no luck; the method is the cheap form of merging strips there.
//!
//! Sources: A. Itai, C. Papadimitriou and J. Szwarcfiter, Hamilton paths in grid graphs, 1982;
//! C. Umans and W. Lenhart, Hamiltonian cycles in solid grid graphs, 1997.

mod cycles;

use clew_engine::structures::Marks;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::Board;
use cycles::{Cycles, NONE};

/// The first start may use a part of all work that is one of this many.
const SHORTEST: u64 = 12;
/// One of this many steps within a cycle is tried.
const RESHAPE: usize = 4;
/// A step that adds one cycle is taken with a probability of one in this; a step that adds two, with the square of it.
const WORSE: usize = 4;
/// Steps that make more cycles than that are never taken.
const MOST_MORE: u32 = 2;
/// Steps between two checks of the limits: each takes up to some tens of microseconds.
const POLL_INTERVAL: u32 = 64;
/// The most steps from a cycle that is to be merged to the cells around it.
const STROLL: usize = 12;

/// A search for lines that can be stopped and continued. It starts again and again, each time for longer.
pub(crate) struct Merging {
    board: Board,
    ends: [Option<u32>; 2],
    seed: u64,
    /// The start that is under way, its share of the work, and how many there were before.
    merger: Option<Merger>,
    share: u64,
    starts: u64,
    /// Work done so far.
    spent: u64,
    /// There is no set of cycles that covers the cells, so there is no line.
    hopeless: bool,
}

impl Merging {
    /// A search for lines through all cells of the board, with these ends if they are given. `None` if the board has no
    /// orthogonal moves or fewer than two cells.
    pub fn new(board: &Board, ends: [Option<u32>; 2], seed: u64) -> Option<Merging> {
        (board.is_rook() && board.len() >= 2).then(|| Merging {
            board: board.clone(),
            ends,
            seed,
            merger: None,
            share: 0,
            starts: 0,
            spent: 0,
            hopeless: false,
        })
    }

    /// The work that is enough for most boards that have many lines, in cells examined: some nanoseconds each, so half
    /// a second at most where there is none.
    pub fn effort(&self) -> u64 {
        200_000 + (self.cells() as u64).saturating_mul(4_000).min(100_000_000)
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.board.len()
    }

    /// Whether it is known that there is no line.
    #[cfg(test)]
    fn is_hopeless(&self) -> bool {
        self.hopeless
    }

    /// The number of cycles that are still to be merged.
    pub fn cycles(&self) -> Option<u32> {
        self.merger.as_ref().map(|merger| merger.cycles.count())
    }

    /// Continues for about this much work; a line: per edge whether it is on. After a line it starts again, for another
    /// one. Ends soon after `quit` is true.
    pub fn run(&mut self, work: u64, quit: &dyn Fn() -> bool) -> Option<Vec<bool>> {
        let until = self.spent.saturating_add(work);
        while self.spent < until && !self.hopeless && !quit() {
            let Some(merger) = &mut self.merger else {
                // A start either ends soon or is stuck, so the first ones are short.
                self.share = (self.effort() / SHORTEST).max(self.spent / 2);
                self.begin(quit);
                continue;
            };
            let turn = (until - self.spent).min(self.share);
            let left = merger.work;
            let merged = merger.merge(&self.board, turn, quit);
            let done = (left - merger.work).max(1);
            (self.spent, self.share) = (self.spent + done, self.share.saturating_sub(done));
            if merged {
                let line = merger.on[..self.board.edges().len()].to_vec();
                self.merger = None;
                return is_line(&self.board, self.ends, &line).then_some(line);
            }
            if self.share == 0 {
                self.merger = None;
            }
        }
        None
    }

    /// Covers the cells by cycles.
    fn begin(&mut self, quit: &dyn Fn() -> bool) {
        let seed = self.seed.wrapping_mul(1 << 20).wrapping_add(self.starts);
        self.starts += 1;
        self.spent += self.board.len() as u64;
        let Some(mut merger) = Merger::new(&self.board, self.ends, seed) else {
            self.hopeless = true;
            return;
        };
        if merger.cover(&self.board, quit) {
            self.merger = Some(merger);
        } else {
            self.hopeless = !quit();
        }
    }
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

struct Merger {
    n: u32,
    m: u32,
    /// Arcs: edges, then an end arc a cell. Locked ones never change.
    on: Vec<bool>,
    locked: Vec<bool>,
    /// The degree that a node still lacks: cells, then the depot's white and black half.
    need: Vec<i32>,
    /// Cycles through cells and depot (number n), named once all is covered.
    cycles: Cycles,
    random: Random,
    /// The work that is left: cells that may be examined.
    work: u64,
    /// Steps since the last check of the limits.
    steps: u32,
    seen: Marks,
    by: Vec<u32>,
    queue: Vec<u32>,
    flips: Vec<u32>,
    off: Vec<[u32; 2]>,
    onto: Vec<[u32; 2]>,
    whites: Vec<u32>,
}

impl Merger {
    fn new(board: &Board, ends: [Option<u32>; 2], seed: u64) -> Option<Merger> {
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
            n,
            m,
            on: vec![false; arcs],
            locked: vec![false; arcs],
            need,
            cycles: Cycles::new(n as usize + 1),
            random: Random::new(seed),
            work: u64::MAX,
            steps: 0,
            seen: Marks::new(n as usize + 2),
            by: vec![NONE; n as usize + 2],
            queue: Vec::new(),
            flips: Vec::new(),
            off: Vec::new(),
            onto: Vec::new(),
            whites: (0..n).filter(|&c| !board.is_black(c)).collect(),
        };
        for &c in ends.iter().flatten() {
            let arc = m + c;
            merger.locked[arc as usize] = true;
            merger.put(board, arc);
        }
        if ends.iter().all(Option::is_some) {
            merger.locked[m as usize..].fill(true);
        }
        merger.need.iter().all(|&k| k >= 0).then_some(merger)
    }

    /// Whether to stop; calls `quit` once per [`POLL_INTERVAL`] steps.
    fn should_stop(&mut self, quit: &dyn Fn() -> bool) -> bool {
        self.steps = (self.steps + 1) % POLL_INTERVAL;
        self.steps == 0 && quit()
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u32) as usize
    }

    /// The black and the white node of an arc; the depot is white for black cells and vice versa.
    fn ends(&self, board: &Board, arc: u32) -> [u32; 2] {
        let [a, b] = if arc < self.m {
            board.edges()[arc as usize]
        } else if self.is_black(board, arc - self.m) {
            [arc - self.m, self.n]
        } else {
            [self.n + 1, arc - self.m]
        };
        if self.is_black(board, a) { [a, b] } else { [b, a] }
    }

    /// The nodes of an arc where the depot is one node, number n.
    fn edge(&self, board: &Board, arc: u32) -> [u32; 2] {
        self.ends(board, arc).map(|v| v.min(self.n))
    }

    /// Node n is the depot for black cells (white), n + 1 the depot for white ones.
    fn is_black(&self, board: &Board, v: u32) -> bool {
        if v < self.n { board.is_black(v) } else { v > self.n }
    }

    fn put(&mut self, board: &Board, arc: u32) {
        self.on[arc as usize] = true;
        for v in self.ends(board, arc) {
            self.need[v as usize] -= 1;
        }
    }

    /// Covers all cells by cycles: greedily, then by augmenting paths. `false`: impossible.
    fn cover(&mut self, board: &Board, quit: &dyn Fn() -> bool) -> bool {
        // Rows first: long runs make few cycles.
        let (upright, lying): (Vec<u32>, Vec<u32>) = (0..self.m).partition(|&e| {
            let [a, b] = board.edges()[e as usize];
            board.place(a).1 == board.place(b).1
        });
        let order = if self.below(2) == 0 { [lying, upright] } else { [upright, lying] };
        for arc in order.into_iter().flatten() {
            let [b, w] = self.ends(board, arc);
            if self.need[b as usize] > 0 && self.need[w as usize] > 0 && !self.locked[arc as usize]
            {
                self.put(board, arc);
            }
        }
        for v in 0..self.n + 2 {
            while self.is_black(board, v) && self.need[v as usize] > 0 {
                if self.should_stop(quit) || !self.augment(board, v) {
                    return false;
                }
            }
        }
        for arc in 0..self.m + self.n {
            if self.on[arc as usize] {
                let edge = self.edge(board, arc);
                self.cycles.link(edge);
            }
        }
        self.cycles.name_all();
        true
    }

    fn begin(&mut self, from: u32) {
        self.seen.clear();
        self.queue.clear();
        self.queue.push(from);
        self.seen.mark(from);
        self.by[from as usize] = NONE;
    }

    /// Visits the nodes that one alternating step from `v` reaches: off-arcs from black, on-arcs from white.
    fn spread(&mut self, board: &Board, v: u32, sample: bool) {
        let want = !self.is_black(board, v);
        if v < self.n {
            let degree = board.incident(v).len();
            let turn = self.below(degree + 1);
            for i in 0..=degree {
                let i = (i + turn) % (degree + 1);
                let arc = if i < degree { board.incident(v)[i] } else { self.m + v };
                self.reach(board, v, arc, want);
            }
        } else if v == self.n {
            for i in 0..self.n {
                // Few cells are ends; the links know them once all is covered.
                let c = if sample { self.cycles.links(self.n)[i as usize & 1] } else { i };
                if (sample && i == 2) || c == NONE {
                    break;
                }
                if self.is_black(board, c) {
                    self.reach(board, v, self.m + c, want);
                }
            }
        } else {
            let all = self.whites.len();
            for i in 0..if sample { all.min(16) } else { all } {
                let i = if sample { self.below(all) } else { i };
                self.reach(board, v, self.m + self.whites[i], want);
            }
        }
    }

    fn reach(&mut self, board: &Board, v: u32, arc: u32, want: bool) {
        if self.on[arc as usize] != want || self.locked[arc as usize] {
            return;
        }
        let [b, w] = self.ends(board, arc);
        let q = if b == v { w } else { b };
        if self.seen.mark(q) {
            self.by[q as usize] = arc;
            self.queue.push(q);
        }
    }

    fn augment(&mut self, board: &Board, from: u32) -> bool {
        self.begin(from);
        let mut next = 0;
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            if !self.is_black(board, v) && self.need[v as usize] > 0 {
                let mut at = v;
                while at != from {
                    let arc = self.by[at as usize];
                    self.on[arc as usize] ^= true;
                    let [b, w] = self.ends(board, arc);
                    at = if b == at { w } else { b };
                }
                self.need[from as usize] -= 1;
                self.need[v as usize] -= 1;
                return true;
            }
            self.spread(board, v, false);
        }
        false
    }

    /// Finds the shortest alternating cycle through the off-arc from black `b` to white `w`; its
    /// arcs are in `flips`.
    fn alternating(&mut self, board: &Board, arc: u32, longest: usize) -> bool {
        let [b, w] = self.ends(board, arc);
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
                    let [p, q] = self.ends(board, by);
                    at = if p == at { q } else { p };
                }
                return true;
            }
            if next > longest {
                break;
            }
            self.spread(board, v, true);
        }
        self.work = self.work.saturating_sub(next as u64);
        false
    }

    /// Walks some steps from a cell, mostly none. Where a cycle does not merge at once, its surroundings are reshaped.
    fn random_walk(&mut self, board: &Board, mut c: u32) -> u32 {
        let steps = self.below(4 * STROLL).saturating_sub(3 * STROLL);
        for _ in 0..steps {
            let all = board.neighbours(c);
            c = all[self.below(all.len())];
        }
        c
    }

    /// Sorts the flipped arcs into those that go off and those that come on, as edges.
    fn sort_flips(&mut self, board: &Board) {
        self.off.clear();
        self.onto.clear();
        for i in 0..self.flips.len() {
            let arc = self.flips[i];
            let edge = self.edge(board, arc);
            let to = if self.on[arc as usize] { &mut self.off } else { &mut self.onto };
            to.push(edge);
        }
    }

    /// Tries the exchange given by the flips, and returns whether it was made.
    fn try_flips(&mut self, board: &Board) -> bool {
        self.sort_flips(board);
        let change = self.cycles.change(&self.off, &self.onto);
        self.work = self.work.saturating_sub(2 * self.flips.len() as u64);
        let more = change.after.saturating_sub(change.before);
        if more > MOST_MORE || self.below(WORSE.pow(more)) != 0 {
            return false;
        }
        let walked = self.cycles.exchange(&self.off, &self.onto, change);
        self.work = self.work.saturating_sub(u64::from(walked));
        for &arc in &self.flips {
            self.on[arc as usize] ^= true;
        }
        true
    }

    /// Merges cycles until one is left or about this much work was done.
    fn merge(&mut self, board: &Board, work: u64, quit: &dyn Fn() -> bool) -> bool {
        let rest = self.work.saturating_sub(work);
        let mut outside: Vec<u32> = Vec::new();
        let mut stale = true;
        while self.cycles.count() > 1 && self.work > rest && !self.should_stop(quit) {
            if stale {
                let giant = (0..=self.n)
                    .map(|v| self.cycles.cycle_of(v))
                    .max_by_key(|&k| self.cycles.size(k))
                    .unwrap_or(0);
                outside.clear();
                outside.extend((0..self.n).filter(|&v| self.cycles.cycle_of(v) != giant));
                self.work = self.work.saturating_sub(u64::from(self.n) / 4);
                stale = false;
            }
            if outside.is_empty() {
                // Only the depot is apart: any end will do.
                outside.extend(0..self.n);
            }
            let i = self.below(outside.len());
            let c = self.random_walk(board, outside[i]);
            let degree = board.incident(c).len();
            let i = self.below(degree);
            let arc = board.incident(c)[i];
            let q = board.neighbours(c)[i];
            self.work = self.work.saturating_sub(4);
            let apart = self.cycles.cycle_of(q) != self.cycles.cycle_of(c);
            if self.on[arc as usize] || self.locked[arc as usize] {
                continue;
            }
            // Now and then a cycle is only reshaped.
            if !apart && self.below(RESHAPE) != 0 {
                continue;
            }
            if !self.alternating(board, arc, 400) {
                continue;
            }
            stale |= self.try_flips(board);
        }
        self.cycles.count() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_puzzle::puzzle::Neighbourhood;

    fn first_line(board: &Board, ends: [Option<u32>; 2]) -> Option<Vec<bool>> {
        let mut merging = Merging::new(board, ends, 1).expect("a rook board");
        merging.run(merging.effort(), &|| false)
    }

    #[test]
    fn solid_boards_have_a_line() {
        for (rows, cols) in [(1, 2), (2, 2), (1, 9), (3, 3), (4, 7), (5, 5), (20, 30), (31, 31)] {
            let present = vec![true; rows * cols];
            let board = Board::grid(rows as u32, cols as u32, Neighbourhood::Rook, &present);
            let line = first_line(&board, [None; 2]);
            let on = line.unwrap_or_else(|| panic!("{rows} x {cols}: no line"));
            assert!(is_line(&board, [None; 2], &on), "{rows} x {cols}");
        }
    }

    #[test]
    fn ends_are_kept() {
        let board = Board::grid(6, 7, Neighbourhood::Rook, &[true; 42]);
        let ends = [Some(0), Some(41)];
        let on = first_line(&board, ends).expect("corner to corner");
        assert!(is_line(&board, ends, &on));
        // Both ends of one colour on an even board: impossible.
        let mut merging = Merging::new(&board, [Some(0), Some(2)], 1).expect("a rook board");
        assert_eq!(merging.run(1_000_000, &|| false), None);
        assert!(merging.is_hopeless());
    }

    /// The result depends on the seed, and not on how often the search was stopped.
    #[test]
    fn it_continues_where_it_was_stopped() {
        let board = Board::grid(20, 21, Neighbourhood::Rook, &[true; 420]);
        let lines = |stride: u64| -> Vec<Vec<bool>> {
            let mut merging = Merging::new(&board, [None; 2], 7).expect("a rook board");
            let mut run = || merging.run(stride, &|| false);
            let mut next = || (0..100_000).find_map(|_| run()).expect("there are many");
            vec![next(), next(), next()]
        };
        let found = lines(1_000_000);
        found.iter().for_each(|on| assert!(is_line(&board, [None; 2], on)));
        assert_ne!(found[0], found[1]);
        assert_eq!(lines(1_000_000), found);
        lines(50).iter().for_each(|on| assert!(is_line(&board, [None; 2], on)));
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
        // A line of four cells next to a square would need the square's four edges; here one edge is missing.
        let on = all([[0, 1], [0, 4], [4, 5], [1, 5], [2, 3]]);
        assert!(!is_line(&board, [None; 2], &on));
    }

    #[test]
    fn a_limit_ends_it() {
        let board = Board::grid(40, 40, Neighbourhood::Rook, &[true; 1600]);
        let asked = std::cell::Cell::new(0);
        let quit = || {
            asked.set(asked.get() + 1);
            asked.get() > 1
        };
        let mut merging = Merging::new(&board, [None; 2], 1).expect("a rook board");
        assert_eq!(merging.run(merging.effort(), &quit), None);
        assert!(asked.get() < 5, "it goes on for no second start");
        assert!(!merging.is_hopeless());
    }
}
