//! Boards without a line, made from a seed, each with a proof of its own.
//!
//! Every cause has a short certificate that is checked here from coordinates alone, without the networks: colours
//! counted, a bipartite flow, or rooms that would each hold an end. A board is drawn until its certificate holds and
//! no simpler cause does, so that a family really tests its cause. (Cells that part a board into too many pieces are
//! no cause of their own on a rook board: next to a cell that touches three pieces, two neighbours have no third
//! neighbour, and degrees decide.)

use clew::families::Line;
use clew::puzzle::{Board, Neighbourhood};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Two cells more of one colour than of the other.
    Parity,
    /// As many of each colour, but no choice of edges gives every cell its two.
    Flow,
    /// Three rooms or more, each behind one edge: each would hold an end.
    Bridges,
    /// The same behind one cell with two edges either way, so that degrees alone do not decide.
    Blocks,
    /// Two rooms behind one cell each; the colours of one do not suit the cell.
    Sides,
    /// Three rooms or more with two doors of one colour each, and as many cells of each colour: a
    /// line that goes in and out again would need one cell more, so each would hold an end.
    Doors,
    /// Holes at random; there may be a line.
    Chance,
}

impl Cause {
    /// The name in tables and file names.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// A rectangle with holes; cells have regions, to which balance is kept apart.
#[derive(Clone, Debug)]
pub struct Grid {
    pub rows: usize,
    pub cols: usize,
    present: Vec<bool>,
    region: Vec<usize>,
}

impl Grid {
    fn full(rows: usize, cols: usize) -> Grid {
        Grid { rows, cols, present: vec![true; rows * cols], region: vec![0; rows * cols] }
    }

    fn at(&self, r: usize, c: usize) -> usize {
        r * self.cols + c
    }

    fn near(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        let (r, c) = (i / self.cols, i % self.cols);
        let up = (r > 0).then(|| i - self.cols);
        let left = (c > 0).then(|| i - 1);
        let right = (c + 1 < self.cols).then_some(i + 1);
        let down = (r + 1 < self.rows).then_some(i + self.cols);
        [up, left, right, down].into_iter().flatten().filter(|&j| self.present[j])
    }

    fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.present.len()).filter(|&i| self.present[i])
    }

    /// +1 or -1.
    fn colour(&self, i: usize) -> i32 {
        if (i / self.cols + i % self.cols).is_multiple_of(2) { 1 } else { -1 }
    }

    fn balance(&self) -> i32 {
        self.cells().map(|i| self.colour(i)).sum()
    }

    fn balance_of(&self, region: usize) -> i32 {
        self.cells().filter(|&i| self.region[i] == region).map(|i| self.colour(i)).sum()
    }

    /// Cells that part the board, and whether the board is connected: lowest preorder numbers.
    fn cut_cells(&self) -> Option<usize> {
        let Some(root) = self.cells().next() else { return Some(0) };
        let n = self.present.len();
        let (mut number, mut low) = (vec![0; n], vec![0; n]);
        let mut cuts = vec![false; n];
        let (mut count, mut below_root) = (1, 0);
        number[root] = 1;
        low[root] = 1;
        // Cell, the cell it was reached from, the number of neighbours visited.
        let mut stack = vec![(root, usize::MAX, 0)];
        while let Some((v, parent, looked)) = stack.last_mut() {
            let (v, parent) = (*v, *parent);
            *looked += 1;
            match self.near(v).nth(*looked - 1) {
                Some(w) if w == parent => {}
                Some(w) if number[w] > 0 => low[v] = low[v].min(number[w]),
                Some(w) => {
                    count += 1;
                    number[w] = count;
                    low[w] = count;
                    stack.push((w, v, 0));
                }
                None => {
                    stack.pop();
                    if parent == root {
                        below_root += 1;
                    } else if parent != usize::MAX {
                        cuts[parent] |= low[v] >= number[parent];
                    }
                    if parent != usize::MAX {
                        low[parent] = low[parent].min(low[v]);
                    }
                }
            }
        }
        cuts[root] = below_root > 1;
        (count == self.cells().count()).then(|| cuts.iter().filter(|&&c| c).count())
    }

    /// Removes cells at random, until `holes` are gone or no further cell can be removed, and brings the balance of
    /// each region to its target. The board stays connected, no cell loses its second neighbour, and no cut vertex is
    /// added.
    fn thin(&mut self, rng: &mut ChaCha8Rng, holes: usize, targets: &[i32]) {
        let Some(mut cuts) = self.cut_cells() else { return };
        let mut gone = 0;
        let balances = targets.iter().enumerate().map(|(k, &t)| self.balance_of(k) - t);
        let mut off: Vec<i32> = balances.collect();
        for _ in 0..6 * self.present.len() {
            if gone >= holes && off.iter().all(|&o| o == 0) {
                return;
            }
            let i = rng.random_range(0..self.present.len());
            let region = self.region[i];
            if !self.present[i] || region >= targets.len() {
                continue;
            }
            let suits = match off[region] {
                0 => gone < holes,
                o => o.signum() == self.colour(i),
            };
            if !suits || self.near(i).any(|j| self.near(j).count() <= 2) {
                continue;
            }
            self.present[i] = false;
            match self.cut_cells() {
                Some(now) if now <= cuts => {
                    cuts = now;
                    gone += 1;
                    off[region] -= self.colour(i);
                }
                _ => self.present[i] = true,
            }
        }
    }

    /// Whether edges can be chosen such that every cell has two, but two ends one each.
    fn has_cover(&self) -> bool {
        let balance = self.balance();
        if balance.abs() > 1 {
            return false;
        }
        // One depot per colour stands for the missing edges of the ends of the other colour.
        let n = self.present.len();
        let (black_depot, white_depot) = (n, n + 1);
        let ends = [1 + balance, 1 - balance];
        let mut need: Vec<i32> = self.present.iter().map(|&p| if p { 2 } else { 0 }).collect();
        need.extend([ends[1], ends[0]]);
        let black = |v: usize| v == black_depot || (v < n && self.colour(v) == 1);
        let around: Vec<Vec<usize>> = (0..n + 2)
            .map(|v| match v {
                _ if v == black_depot => self.cells().filter(|&i| !black(i)).collect(),
                _ if v == white_depot => self.cells().filter(|&i| black(i)).collect(),
                _ if !self.present[v] => Vec::new(),
                _ => {
                    self.near(v).chain([if black(v) { white_depot } else { black_depot }]).collect()
                }
            })
            .collect();
        let mut used: std::collections::HashSet<(usize, usize)> = Default::default();
        for start in (0..n + 2).filter(|&v| black(v)) {
            while need[start] > 0 {
                if !augment(start, &around, &black, &mut need, &mut used) {
                    return false;
                }
            }
        }
        true
    }

    pub fn line(&self) -> Line {
        let (rows, cols) = (self.rows as u32, self.cols as u32);
        let board = Board::grid(rows, cols, Neighbourhood::Rook, &self.present);
        Line { given: vec![None; board.len()], board }
    }

    /// The board in the text format.
    pub fn text(&self, title: &str, has_line: Option<bool>) -> String {
        let known = if has_line == Some(false) { "solutions: 0\n" } else { "" };
        let mut text = format!("puzzle: path\ntitle: {title}\n{known}\n");
        for row in self.present.chunks(self.cols) {
            let tokens: Vec<&str> = row.iter().map(|&p| if p { "." } else { "#" }).collect();
            text += &tokens.join(" ");
            text.push('\n');
        }
        text
    }
}

/// One more edge for `start`: along unused edges to the other colour, back along used ones.
fn augment(
    start: usize,
    around: &[Vec<usize>],
    black: &dyn Fn(usize) -> bool,
    need: &mut [i32],
    used: &mut std::collections::HashSet<(usize, usize)>,
) -> bool {
    let mut from = vec![usize::MAX; around.len()];
    from[start] = start;
    let mut queue = vec![start];
    let mut next = 0;
    while let Some(&v) = queue.get(next) {
        next += 1;
        for &w in &around[v] {
            let edge = if black(v) { (v, w) } else { (w, v) };
            if from[w] != usize::MAX || used.contains(&edge) == black(v) {
                continue;
            }
            from[w] = v;
            queue.push(w);
            if !black(w) && need[w] > 0 {
                need[w] -= 1;
                need[start] -= 1;
                let mut at = w;
                while at != start {
                    let before = from[at];
                    if black(before) {
                        used.insert((before, at));
                    } else {
                        used.remove(&(at, before));
                    }
                    at = before;
                }
                return true;
            }
        }
    }
    false
}

/// Columns from one door of a room to the next.
const DOOR: usize = 4;

/// Rooms in the corners, walled off from the hall, with the given number of doors each. Room k is region k + 1; its
/// doors belong to it, lie in its lower or upper wall and have one colour. No doors: the corner of the room is a cell
/// of the hall, and the wall round that corner is open.
fn corner_rooms(rng: &mut ChaCha8Rng, n: usize, rooms: usize, doors: usize) -> Grid {
    let mut grid = Grid::full(n, n);
    let least = (DOOR * doors).max(5) - 2;
    let most = (n / 2 - 1).max(least);
    for room in 0..rooms {
        let (high, wide) = (rng.random_range(3..n / 2 - 1), rng.random_range(least..most + 1));
        let (bottom, right) = (room / 2 == 1, room % 2 == 1);
        let place = |grid: &Grid, r: usize, c: usize| {
            let r = if bottom { n - 1 - r } else { r };
            grid.at(r, if right { n - 1 - c } else { c })
        };
        for r in 0..=high {
            for c in 0..=wide {
                let i = place(&grid, r, c);
                grid.region[i] = room + 1;
                grid.present[i] = r < high && c < wide;
            }
        }
        if doors == 0 {
            for (r, c) in [(high - 1, wide - 1), (high - 1, wide), (high, wide - 1), (high, wide)] {
                let i = place(&grid, r, c);
                grid.present[i] = true;
                grid.region[i] = 0;
            }
            continue;
        }
        let first = rng.random_range(0..wide + 3 - DOOR * doors);
        for c in (0..doors).map(|door| first + DOOR * door) {
            // With a third neighbour on either side no degree decides the edge between them.
            for beside in [c, c + 1] {
                let i = place(&grid, high, beside);
                grid.present[i] = true;
            }
            let i = place(&grid, high + 1, c + 1);
            grid.present[i] = false;
        }
    }
    grid
}

/// Whether the certificate of the cause holds, and no simpler cause does.
fn proved(cause: Cause, grid: &Grid) -> bool {
    let Some(cuts) = grid.cut_cells() else { return false };
    let rooms = || 1..=grid.region.iter().copied().max().unwrap_or(0);
    match cause {
        Cause::Parity => cuts == 0 && grid.balance().abs() >= 2,
        Cause::Flow => cuts == 0 && grid.balance().abs() <= 1 && !grid.has_cover(),
        Cause::Bridges | Cause::Blocks => {
            grid.has_cover() && rooms().filter(|&k| leaf(grid, k)).count() >= 3
        }
        Cause::Sides => grid.has_cover() && rooms().any(|k| misfit(grid, k)),
        Cause::Doors => {
            cuts == 0 && grid.has_cover() && rooms().filter(|&k| locked(grid, k)).count() >= 3
        }
        Cause::Chance => cuts == 0 && grid.has_cover(),
    }
}

/// The edges that lead out of a region: cell inside, cell outside.
fn exits(grid: &Grid, region: usize) -> Vec<(usize, usize)> {
    let inside = grid.cells().filter(|&i| grid.region[i] == region);
    inside
        .flat_map(|i| grid.near(i).filter(|&j| grid.region[j] != region).map(move |j| (i, j)))
        .collect()
}

/// Whether a line that leaves the region cannot come back, so that the region holds an end: there
/// is one edge out of it, or all of them lead to one cell.
fn leaf(grid: &Grid, region: usize) -> bool {
    let exits = exits(grid, region);
    exits.len() == 1 || (exits.len() > 1 && exits.iter().all(|e| e.1 == exits[0].1))
}

/// A leaf whose colours do not suit it: a line that enters at colour x and ends inside visits as
/// many cells of each, or one more of x.
fn misfit(grid: &Grid, region: usize) -> bool {
    let entered = |e: (usize, usize)| grid.balance_of(region) * grid.colour(e.0);
    leaf(grid, region) && ![0, 1].contains(&entered(exits(grid, region)[0]))
}

/// A room whose exits have one colour, with as many cells of each: runs of a line that go in and
/// out again each need one cell more of that colour.
fn locked(grid: &Grid, region: usize) -> bool {
    let exits = exits(grid, region);
    let one = exits.iter().all(|e| grid.colour(e.0) == grid.colour(exits[0].0));
    one && exits.len() >= 2 && grid.balance_of(region) == 0
}

/// The board of that cause, side and seed. The certificate holds, except for [`Cause::Chance`].
///
/// # Panics
/// If 10 000 drawings give none.
pub fn make(cause: Cause, n: usize, seed: u64) -> Grid {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(1_000_003) ^ (n as u64) << 32);
    for _ in 0..10_000 {
        let share = match cause {
            Cause::Flow => rng.random_range(0.2..0.35),
            _ => rng.random_range(0.04..0.2),
        };
        let holes = (share * (n * n) as f64) as usize;
        let (mut grid, targets) = match cause {
            Cause::Parity => (Grid::full(n, n), vec![if rng.random_bool(0.5) { 2 } else { -2 }]),
            Cause::Flow | Cause::Chance => (Grid::full(n, n), vec![0]),
            Cause::Bridges | Cause::Blocks => {
                let rooms = rng.random_range(3..5);
                let doors = usize::from(cause == Cause::Bridges);
                (corner_rooms(&mut rng, n, rooms, doors), vec![0; 5])
            }
            Cause::Sides => {
                let targets = (0..3).map(|_| rng.random_range(-1..2)).collect();
                (corner_rooms(&mut rng, n, 2, 0), targets)
            }
            Cause::Doors => {
                let rooms = rng.random_range(3..5);
                (corner_rooms(&mut rng, n, rooms, 2), vec![0; 5])
            }
        };
        // Colours first: they rule out most drawings, and holes take long on large boards.
        grid.thin(&mut rng, 0, &targets);
        if cause != Cause::Flow && !proved(cause, &grid) {
            continue;
        }
        grid.thin(&mut rng, holes, &targets);
        if proved(cause, &grid) {
            return grid;
        }
    }
    panic!("no board of {n} x {n} for {cause:?}, seed {seed}");
}
