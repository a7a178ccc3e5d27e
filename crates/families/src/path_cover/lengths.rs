//! Covers whose paths have given lengths, by local search.
//!
//! The state is a cover ([`PathCover`]), and the *excess* of a path is the number of its steps beyond those it is to have.
//! A window that is drawn anew with nothing lost carries lengths from path to path, by Metropolis' rule for the sum of all
//! excesses: most such moves cost nothing, so a surplus walks from path to path until it meets a deficit.
//!
//! No drawing of a window lifts a path across a given cell. So when the temperature has fallen, two to four paths near one
//! of the wrong length are torn out, routed and mended again, which may lead them around other given cells, and lengths
//! are levelled again, beginning with those that have changed. The result is kept unless it is worse.
//!
//! Incomplete: it finds covers and proves nothing. Memory: linear in the cells.
//!
//! Sources: S. Kirkpatrick, C. Gelatt and M. Vecchi, "Optimization by simulated annealing", 1983; P. Shaw, "Using
//! constraint programming and local search methods to solve vehicle routing problems", 1998 (parts that lie together are
//! torn out).

use super::paths::Paths;
use super::{PathCover, Phase};
use clew_engine::structures::metropolis::Metropolis;
use clew_engine::structures::random::Random;
use clew_engine::structures::subset::Subset;
use clew_puzzle::puzzle::Cell;

#[cfg(test)]
mod tests;

/// The sides of windows, at least and at most, and the nodes of the search for a drawing.
const SIDES: (u32, u32) = (3, 5);
const NODES: u64 = 300;
/// Work for a window in addition to its nodes.
const WORK_PER_WINDOW: u64 = 15;
/// The temperature at the start and at the end of the first levelling, where 1 is a step too many, and its windows for
/// each cell of the board.
const FIRST_HEAT: (f64, f64) = (1.2, 0.5);
const FIRST_WINDOWS: u64 = 32;
/// The same for each attempt: it starts between the first two temperatures. Its windows are this number at most, and are
/// doubled up to twice.
const HEAT: (f64, f64, f64) = (0.5, 1.1, 0.4);
const WINDOWS_PER_CELL: u64 = 4;
const WINDOWS: u64 = 2_000;
const DOUBLED: u32 = 3;
/// Windows between two changes of the temperature.
const TICK: u64 = 64;
/// Costs from here on are never accepted.
const MAX_COST: usize = 32;
/// An attempt tears out two paths, and below this many more; the cells in which it looks for them.
const MORE_TORN: u32 = 3;
const NEIGHBOURHOOD: u32 = 200;
/// Windows that mend an attempt before it is given up.
const MENDING: u32 = 200;
/// With no more excess than this half of the attempts begin between a path that is too long and one that is too short:
/// what keeps them apart lies there.
const FEW: i32 = 16;
/// The distance from the line between the two, in per cent of its length.
const BESIDE: u32 = 30;
/// Windows for each cell of a finished cover among which another one is looked for.
const OTHERS: u64 = 40;

/// The lengths of the paths.
#[derive(Clone)]
struct Lengths {
    /// Per path its steps beyond those wanted.
    excess: Vec<i32>,
    /// The paths of the wrong length.
    wrong: Subset,
    /// The sum of all excesses, without their signs.
    energy: i32,
}

impl Lengths {
    /// The change of the energy if a path becomes longer by this.
    fn cost(&self, path: u32, more: i32) -> i32 {
        let excess = self.excess[path as usize];
        (excess + more).abs() - excess.abs()
    }

    fn add(&mut self, path: u32, more: i32) {
        self.energy += self.cost(path, more);
        self.excess[path as usize] += more;
        self.wrong.set(path, self.excess[path as usize] != 0);
    }
}

/// The state before an attempt.
struct Kept {
    paths: Paths,
    lengths: Lengths,
}

/// The current phase.
enum Stage {
    /// The paths become a cover.
    Covering,
    /// Windows are drawn anew at a falling temperature: the number drawn, and the number planned.
    Levelling { windows: u64, all: u64, heat: (f64, f64) },
    /// All lengths are right, and another such cover is looked for next to this one, in this number of windows.
    Right { windows: u64 },
}

/// The state of a search after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Levelled {
    /// It goes on.
    Open,
    /// All lengths are right.
    Right,
    /// Too many attempts were in vain: another start is better.
    GivenUp,
}

/// A local search that can be stopped and continued. Work is measured as in [`PathCover::run`].
pub(crate) struct LengthSearch {
    cover: PathCover,
    /// Per path its steps.
    wanted: Vec<i32>,
    lengths: Lengths,
    /// The paths of the wrong length where lengths have changed in this attempt.
    active: Subset,
    stage: Stage,
    kept: Option<Kept>,
    /// The least energy, the attempts since, and how many are allowed.
    least: i32,
    in_vain: u32,
    patience: u32,
    accept: Metropolis<MAX_COST>,
    /// Scratch: by how much paths become longer.
    changes: Vec<(u32, i32)>,
}

impl LengthSearch {
    /// A search for covers like these in which each path has this number of steps, which gives up after `patience`
    /// attempts without less excess.
    pub fn new(cover: PathCover, wanted: Vec<i32>, patience: u32) -> LengthSearch {
        let paths = wanted.len();
        let lengths = Lengths { excess: vec![0; paths], wrong: Subset::new(paths), energy: 0 };
        LengthSearch {
            cover,
            wanted,
            lengths,
            active: Subset::new(paths),
            stage: Stage::Covering,
            kept: None,
            least: i32::MAX,
            in_vain: 0,
            patience,
            accept: Metropolis::new(),
            changes: Vec::new(),
        }
    }

    /// The cover.
    pub fn cover(&self) -> &PathCover {
        &self.cover
    }

    /// The first cell of the first path.
    pub fn first(&self) -> Cell {
        self.cover.frame.ends[0][0]
    }

    /// The least sum of excesses so far; `None` before the first cover.
    pub(crate) fn least(&self) -> Option<u64> {
        u64::try_from(self.least).ok().filter(|_| self.least < i32::MAX)
    }

    /// Continues the search for about this much work, or until all lengths are right; returns its state and the work that
    /// is left. Calling it again after that continues with covers next to this one.
    pub fn run(&mut self, work: u64) -> (Levelled, u64) {
        let mut left = work;
        while left > 0 {
            let (levelled, done) = self.step();
            left = left.saturating_sub(done);
            if levelled != Levelled::Open {
                return (levelled, left);
            }
        }
        (Levelled::Open, 0)
    }

    fn step(&mut self) -> (Levelled, u64) {
        match self.stage {
            Stage::Covering if matches!(self.cover.phase, Phase::Complete) => {
                self.measure();
                (Levelled::Open, self.wanted.len() as u64)
            }
            Stage::Covering => {
                let lost = match self.cover.phase {
                    Phase::Mending { windows, .. } => windows == MENDING,
                    _ => false,
                };
                if lost && self.kept.is_some() {
                    return (Levelled::Open, self.revert());
                }
                (Levelled::Open, self.cover.step())
            }
            Stage::Levelling { .. } if self.lengths.energy == 0 => {
                self.stage = Stage::Right { windows: 0 };
                (self.least, self.kept) = (0, None);
                (Levelled::Right, 1)
            }
            Stage::Levelling { windows, all, .. }
                if windows == all || self.active.list().is_empty() =>
            {
                self.compare()
            }
            Stage::Levelling { windows, all, heat: (hot, cold) } => {
                if windows.is_multiple_of(TICK) {
                    self.accept.heat(hot + (cold - hot) * windows as f64 / all as f64);
                }
                self.stage = Stage::Levelling { windows: windows + 1, all, heat: (hot, cold) };
                let path = self.cover.random.one_of(self.active.list());
                let start = self.on_path(path);
                self.level(start)
            }
            Stage::Right { windows } => {
                if windows == OTHERS * self.cover.cells() as u64 {
                    return (Levelled::GivenUp, 1);
                }
                self.stage = Stage::Right { windows: windows + 1 };
                let start = self.cover.random.below(self.cover.cells() as u32);
                self.level(start)
            }
        }
    }

    /// Draws a window that contains this cell anew, if the change of lengths is accepted.
    fn level(&mut self, start: Cell) -> (Levelled, u64) {
        let PathCover { frame, paths, windows, redraw, random, .. } = &mut self.cover;
        windows.around(&frame.board, start, SIDES, random);
        let drawn = redraw.find(frame, paths, &windows.cells, 0, NODES, random);
        let work = WORK_PER_WINDOW + redraw.nodes();
        if !drawn {
            return (Levelled::Open, work);
        }
        self.changes.clear();
        redraw.changes(frame, |cell, more| {
            let path = paths.path_at(frame, cell).expect("a step leads on from it");
            match self.changes.iter_mut().find(|(other, _)| *other == path) {
                Some((_, sum)) => *sum += more,
                None => self.changes.push((path, more)),
            }
        });
        let cost = self.changes.iter().map(|&(path, more)| self.lengths.cost(path, more)).sum();
        let right = matches!(self.stage, Stage::Right { .. });
        if right && cost > 0 || !self.accept.accepts(cost, random) {
            return (Levelled::Open, work);
        }
        redraw.write(paths);
        for &(path, more) in &self.changes {
            self.lengths.add(path, more);
            self.active.set(path, self.lengths.wrong.contains(path));
        }
        (if right { Levelled::Right } else { Levelled::Open }, work)
    }

    /// Counts the steps of all paths, and begins to level them: where there is something to compare with, those that
    /// have changed.
    fn measure(&mut self) {
        for path in 0..self.wanted.len() {
            let [first, last] = self.cover.frame.ends[path];
            let (mut at, mut steps) = (self.cover.paths.next[first as usize], 1);
            while at != last {
                (at, steps) = (self.cover.paths.next[at as usize], steps + 1);
            }
            let more = steps - self.wanted[path] - self.lengths.excess[path];
            self.lengths.add(path as u32, more);
            if more != 0 || self.kept.is_none() {
                self.active.set(path as u32, self.lengths.wrong.contains(path as u32));
            }
        }
        let random = &mut self.cover.random;
        let cells = self.cover.frame.board.len() as u64;
        let (all, heat) = match self.kept {
            None => (FIRST_WINDOWS * cells, FIRST_HEAT),
            Some(_) => {
                let hot =
                    HEAT.0 + (HEAT.1 - HEAT.0) * f64::from(random.draw()) / f64::from(u32::MAX);
                (WINDOWS.min(WINDOWS_PER_CELL * cells) << random.below(DOUBLED), (hot, HEAT.2))
            }
        };
        self.stage = Stage::Levelling { windows: 0, all, heat };
    }

    /// Keeps the result of an attempt or returns to the state before, and begins another one.
    fn compare(&mut self) -> (Levelled, u64) {
        let before = self.kept.as_ref().map_or(i32::MAX, |kept| kept.lengths.energy);
        if self.lengths.energy > before {
            return (Levelled::Open, self.revert());
        }
        self.in_vain += 1;
        if self.lengths.energy < self.least {
            (self.least, self.in_vain) = (self.lengths.energy, 0);
        }
        if self.in_vain > self.patience {
            return (Levelled::GivenUp, 1);
        }
        (Levelled::Open, self.attempt())
    }

    /// Returns to the state before an attempt, and begins another one.
    fn revert(&mut self) -> u64 {
        let Kept { paths, lengths } = self.kept.take().expect("the state before the attempt");
        (self.cover.paths, self.lengths) = (paths, lengths);
        self.in_vain += 1;
        self.attempt()
    }

    /// Tears out some paths near one of the wrong length. Returns the work.
    fn attempt(&mut self) -> u64 {
        let work = self.cover.frame.board.len() as u64;
        self.kept = Some(Kept { paths: self.cover.paths.clone(), lengths: self.lengths.clone() });
        self.active = Subset::new(self.wanted.len());
        let wrong = self.cover.random.one_of(self.lengths.wrong.list());
        self.active.set(wrong, true);
        let mut start = self.on_path(wrong);
        if self.lengths.energy <= FEW && self.cover.random.below(2) == 0 {
            start = self.between(wrong, start).unwrap_or(start);
        }
        let PathCover { frame, paths, windows, random, router, .. } = &mut self.cover;
        let mut torn = Vec::from_iter(paths.path_at(frame, start));
        let many = 2 + random.below(MORE_TORN) as usize;
        let mut looked = 0;
        windows.spread(&frame.board, start, |c| {
            looked += 1;
            if let Some(path) = paths.path_at(frame, c)
                && !torn.contains(&path)
                && random.below(2) == 0
            {
                torn.push(path);
            }
            torn.len() < many && looked < NEIGHBOURHOOD
        });
        for &path in &torn {
            paths.tear(frame, path);
            self.active.set(path, self.lengths.wrong.contains(path));
        }
        router.cool();
        self.cover.route(torn);
        self.stage = Stage::Covering;
        work
    }

    /// A random cell on a path.
    fn on_path(&mut self, path: u32) -> Cell {
        let steps = self.wanted[path as usize] + self.lengths.excess[path as usize];
        let ahead = self.cover.random.below(steps as u32 + 1);
        let first = self.cover.frame.ends[path as usize][0];
        (0..ahead).fold(first, |at, _| self.cover.paths.next[at as usize])
    }

    /// A cell near the line between a cell of a path of the wrong length and one of a path that is wrong the other way,
    /// which takes part in the attempt. `None` if there is no such path, or no cell.
    fn between(&mut self, path: u32, cell: Cell) -> Option<Cell> {
        let sign = self.lengths.excess[path as usize].signum();
        let wrong = self.lengths.wrong.list().iter().copied();
        let others = wrong.filter(|&other| self.lengths.excess[other as usize].signum() != sign);
        let others = Vec::from_iter(others);
        if others.is_empty() {
            return None;
        }
        let other = self.cover.random.one_of(&others);
        self.active.set(other, true);
        let there = self.on_path(other);
        let PathCover { frame, random, .. } = &mut self.cover;
        let [(r, c), (s, d)] = [cell, there].map(|at| frame.board.place(at));
        let beside = r.abs_diff(s).max(c.abs_diff(d)) * BESIDE / 100;
        let part = random.below(101);
        let mut mixed = |a: u32, b: u32| near((a * (100 - part) + b * part) / 100, beside, random);
        let (row, col) = (mixed(r, s), mixed(c, d));
        let (rows, cols) = frame.board.size();
        frame.board.cell_at(row.min(rows - 1), col.min(cols - 1))
    }
}

/// A random number at most so far from another one.
fn near(at: u32, most: u32, random: &mut Random) -> u32 {
    (at + random.below(2 * most + 1)).saturating_sub(most)
}
