//! An exact search for other drawings of a window.
//!
//! The parts of paths inside a window are its *strands*. A drawing keeps for each strand its first and its last cell and
//! the given cells between them, in their order; so the paths outside stay as they are. Inside, a cell has as many steps
//! as before if it is a given cell or the first or last of a strand, and two or none otherwise.
//!
//! The search goes through the cells of the window in order. At each cell it chooses the steps to later cells; fragments
//! know their other end, so that no loop is closed, and the strand that they belong to, so that no two are joined. The
//! order of the given cells on a strand is checked in the end.

use super::NONE;
use super::frame::Frame;
use super::paths::Paths;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::Cell;

/// The degree of a cell that may have two steps or none.
const TWO_OR_NONE: u8 = u8::MAX;

/// The data of one search; kept for the next one, to avoid allocations. Cells are numbered by their place in the window.
#[derive(Default)]
pub(super) struct Redraw {
    cells: Vec<Cell>,
    /// Per cell of the board its place in the window, or [`NONE`].
    place: Vec<u32>,
    /// The later neighbours of cell i are `later[from[i]..from[i + 1]]`.
    from: Vec<u32>,
    later: Vec<u32>,
    /// The steps that a cell must have, or [`TWO_OR_NONE`], and those it has.
    wanted: Vec<u8>,
    degree: Vec<u8>,
    steps: Vec<[u32; 2]>,
    /// At the ends of a fragment: the other end, and the strand that it belongs to, from 1; 0 for none.
    mate: Vec<u32>,
    strand: Vec<u32>,
    /// Cells without a step that may be left so, and those that are.
    allowed: usize,
    lost: usize,
    /// Nodes that are left, and those that there were.
    left: u64,
    limit: u64,
    /// The strands, and the new ones.
    old: Strands,
    new: Strands,
}

/// Lists of cells.
#[derive(Default)]
struct Strands {
    cells: Vec<u32>,
    ends: Vec<usize>,
}

impl Strands {
    fn clear(&mut self) {
        self.cells.clear();
        self.ends.clear();
    }

    /// Ends the last strand.
    fn end(&mut self) {
        self.ends.push(self.cells.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.cells[start..end])
    }
}

/// The reverse of a step between two fragments.
struct Undo {
    cells: [u32; 2],
    ends: [u32; 2],
    strands: [u32; 2],
}

impl Redraw {
    /// For boards of this number of cells.
    pub fn new(cells: usize) -> Redraw {
        Redraw { place: vec![NONE; cells], ..Redraw::default() }
    }

    /// The nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.limit - self.left
    }

    /// Looks for another drawing of these cells, so that at least `gain` fewer of them are free, by a search of at most
    /// `limit` nodes. Returns whether there is one: [`Redraw::write`] replaces the present one by it.
    pub fn find(
        &mut self,
        frame: &Frame,
        paths: &Paths,
        cells: &[Cell],
        gain: usize,
        limit: u64,
        random: &mut Random,
    ) -> bool {
        (self.left, self.limit) = (limit, limit);
        let free = cells.iter().filter(|&&c| paths.free.contains(c));
        let black = free.clone().filter(|&&c| frame.board.is_black(c)).count();
        let free = free.count();
        // A drawing gains as many cells of one colour as of the other.
        if free < gain || (gain > 0 && frame.checkered && (black == 0 || black == free)) {
            return false;
        }
        self.prepare(frame, paths, cells);
        (self.allowed, self.lost) = (free - gain, 0);
        let drawn = self.search(0, frame, random);
        self.cells.iter().for_each(|&c| self.place[c as usize] = NONE);
        drawn
    }

    /// Sets up the window: neighbours, strands, degrees.
    fn prepare(&mut self, frame: &Frame, paths: &Paths, cells: &[Cell]) {
        let n = cells.len();
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        (0..).zip(cells).for_each(|(i, &c)| self.place[c as usize] = i);
        self.from.clear();
        self.later.clear();
        for (i, &c) in (0..).zip(cells) {
            self.from.push(self.later.len() as u32);
            let around = frame.board.neighbours(c).iter().map(|&d| self.place[d as usize]);
            self.later.extend(around.filter(|&j| j != NONE && j > i));
        }
        self.from.push(self.later.len() as u32);
        self.wanted.clear();
        self.wanted.resize(n, TWO_OR_NONE);
        self.degree.clear();
        self.degree.resize(n, 0);
        self.steps.clear();
        self.steps.resize(n, [NONE; 2]);
        self.mate.clear();
        self.mate.extend(0..n as u32);
        self.strand.clear();
        self.strand.resize(n, 0);
        self.old.clear();
        for (i, &c) in (0..).zip(cells) {
            if !paths.free.contains(c) && self.inside(paths.previous[c as usize]) == NONE {
                self.follow(frame, paths, i);
            }
        }
    }

    /// The place of a cell in the window, or [`NONE`].
    fn inside(&self, c: Cell) -> u32 {
        if c == NONE { NONE } else { self.place[c as usize] }
    }

    /// Notes the strand that begins with this cell.
    fn follow(&mut self, frame: &Frame, paths: &Paths, first: u32) {
        let label = self.old.ends.len() as u32 + 1;
        let mut i = first;
        while i != NONE {
            self.old.cells.push(i);
            let c = self.cells[i as usize];
            let (before, behind) = (paths.previous[c as usize], paths.next[c as usize]);
            let [from, to] = [before, behind].map(|d| self.inside(d));
            let leaves = (before != NONE && from == NONE) || (behind != NONE && to == NONE);
            if frame.fixed[c as usize] || leaves {
                self.wanted[i as usize] = u8::from(from != NONE) + u8::from(to != NONE);
                self.strand[i as usize] = label;
            }
            i = to;
        }
        self.old.end();
    }

    /// Chooses the steps of the cells from number `i` on. The depth of the recursion is the size of the window.
    fn search(&mut self, i: usize, frame: &Frame, random: &mut Random) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if i == self.cells.len() {
            return self.is_other_drawing(frame);
        }
        let has = self.degree[i];
        if self.wanted[i] != TWO_OR_NONE {
            return self.add(i, self.wanted[i] - has, frame, random);
        }
        if has > 0 || self.lost == self.allowed {
            return self.add(i, 2 - has, frame, random);
        }
        let first = random.below(2) == 0;
        if first && self.lose(i, frame, random) || self.add(i, 2, frame, random) {
            return true;
        }
        !first && self.lose(i, frame, random)
    }

    /// Leaves a cell without a step.
    fn lose(&mut self, i: usize, frame: &Frame, random: &mut Random) -> bool {
        self.lost += 1;
        let drawn = self.search(i + 1, frame, random);
        self.lost -= usize::from(!drawn);
        drawn
    }

    /// Adds this number of steps to later cells, 2 at most.
    fn add(&mut self, i: usize, more: u8, frame: &Frame, random: &mut Random) -> bool {
        if more == 0 {
            return self.search(i + 1, frame, random);
        }
        let (start, end) = (self.from[i] as usize, self.from[i + 1] as usize);
        let many = end - start;
        if many < more as usize {
            return false;
        }
        let turn = random.below(many as u32) as usize;
        let later = |redraw: &Redraw, k: usize| redraw.later[start + (turn + k) % many];
        for k in 0..many {
            let Some(undo) = self.tie(i as u32, later(self, k)) else { continue };
            if more == 1 {
                if self.search(i + 1, frame, random) {
                    return true;
                }
            } else {
                for l in k + 1..many {
                    let Some(undo) = self.tie(i as u32, later(self, l)) else { continue };
                    if self.search(i + 1, frame, random) {
                        return true;
                    }
                    self.untie(undo);
                }
            }
            self.untie(undo);
        }
        false
    }

    /// Joins two fragments by a step, if that closes no loop, joins no two strands, and the later cell may have one
    /// more.
    fn tie(&mut self, i: u32, j: u32) -> Option<Undo> {
        let wanted = match self.wanted[j as usize] {
            TWO_OR_NONE => 2,
            wanted => wanted,
        };
        let ends = [self.mate[i as usize], self.mate[j as usize]];
        if ends[0] == j || self.degree[j as usize] >= wanted {
            return None;
        }
        let [a, b] = [i, j].map(|x| self.strand[x as usize]);
        if a != b && a != 0 && b != 0 {
            return None;
        }
        let strands = ends.map(|end| self.strand[end as usize]);
        for (x, y) in [(i, j), (j, i)] {
            self.steps[x as usize][self.degree[x as usize] as usize] = y;
            self.degree[x as usize] += 1;
        }
        for (end, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            self.mate[end as usize] = other;
            self.strand[end as usize] = a.max(b);
        }
        Some(Undo { cells: [i, j], ends, strands })
    }

    fn untie(&mut self, undo: Undo) {
        let Undo { cells: [i, j], ends, strands } = undo;
        for (end, strand) in ends.into_iter().zip(strands) {
            self.strand[end as usize] = strand;
        }
        for (x, end) in [(i, ends[0]), (j, ends[1])] {
            self.degree[x as usize] -= 1;
            self.mate[end as usize] = x;
            self.mate[x as usize] = end;
        }
    }

    /// Whether the steps are strands with the same ends and given cells, and not those there were. Notes the new ones.
    fn is_other_drawing(&mut self, frame: &Frame) -> bool {
        self.new.clear();
        for old in self.old.iter() {
            let start = self.new.cells.len();
            let (mut last, mut at) = (NONE, old[0]);
            while at != NONE {
                self.new.cells.push(at);
                let steps = &self.steps[at as usize][..self.degree[at as usize] as usize];
                let next = steps.iter().copied().find(|&next| next != last).unwrap_or(NONE);
                (last, at) = (at, next);
            }
            self.new.end();
            let new = &self.new.cells[start..];
            if new.last() != old.last() || !self.given(new, frame).eq(self.given(old, frame)) {
                return false;
            }
        }
        self.new.cells != self.old.cells
    }

    /// The given cells on a strand, in order.
    fn given<'a>(&'a self, strand: &'a [u32], frame: &'a Frame) -> impl Iterator<Item = Cell> + 'a {
        let cells = strand.iter().map(|&i| self.cells[i as usize]);
        cells.filter(|&c| frame.fixed[c as usize])
    }

    /// For each part of a path that the drawing found makes longer or shorter, its first cell in the window and by how
    /// many steps. Comes before [`Redraw::write`].
    pub fn changes(&self, frame: &Frame, mut change: impl FnMut(Cell, i32)) {
        for (old, new) in self.old.iter().zip(self.new.iter()) {
            // Both meet the same given cells in the same order.
            for (old, new) in self.parts(old, frame).zip(self.parts(new, frame)) {
                if old.1 != new.1 {
                    change(old.0, new.1 - old.1);
                }
            }
        }
    }

    /// The parts into which given cells cut a strand: the first cell of each, and its steps.
    fn parts<'a>(
        &'a self,
        strand: &'a [u32],
        frame: &'a Frame,
    ) -> impl Iterator<Item = (Cell, i32)> + 'a {
        let mut from = 0;
        std::iter::from_fn(move || {
            let first = self.cells[*strand.get(from)? as usize];
            let inner = strand[from + 1..].iter();
            let steps =
                inner.take_while(|&&i| !frame.fixed[self.cells[i as usize] as usize]).count();
            let last = from + steps + 1;
            // The last part of a strand ends with it, a given cell or not.
            let steps = if last < strand.len() { steps + 1 } else { steps };
            from = last;
            Some((first, steps as i32))
        })
    }

    /// Replaces the strands by the new ones, after [`Redraw::find`].
    pub fn write(&self, paths: &mut Paths) {
        for &i in &self.old.cells {
            if self.degree[i as usize] == 0 && self.wanted[i as usize] == TWO_OR_NONE {
                paths.release(self.cells[i as usize]);
            }
        }
        for strand in self.new.iter() {
            for &i in strand {
                paths.free.set(self.cells[i as usize], false);
            }
            for step in strand.windows(2) {
                paths.join(self.cells[step[0] as usize], self.cells[step[1] as usize]);
            }
        }
    }
}
