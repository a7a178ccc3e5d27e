//! Paths that fill a board and do not touch themselves, laid at random and changed by small moves.
//!
//! Dominoes of random lines are joined end to end as long as the joined path does not touch itself. That ends with
//! many short paths; moves that keep their number go on from there: an end takes over the end of another path, or all
//! of a path behind the cell that it meets. Each of them may bring two ends together that can be joined.

use clew_puzzle::puzzle::family::UniquenessOracle;
use clew_puzzle::puzzle::{Board, Cell};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Moves between two checks for cancellation.
const POLL_INTERVAL: usize = 1_000;
/// The chance that a move which adds one fault is kept.
const KEPT: f64 = 0.15;

/// Paths in the making. Every cell is on one of them.
pub(crate) struct Paths<'a> {
    board: &'a Board,
    pub(crate) paths: Vec<Vec<Cell>>,
    /// Per cell its path and its place on it; `None` for a cell that stays empty.
    at: Vec<Option<(usize, usize)>>,
    /// No move leaves a path of fewer cells.
    pub(crate) shortest: usize,
}

/// A part of a path: its number and the places that it has.
#[derive(Clone)]
struct Part {
    path: usize,
    from: usize,
    to: usize,
}

impl<'a> Paths<'a> {
    /// These paths, of at least one cell each, which do not meet.
    pub(crate) fn new(board: &'a Board, paths: Vec<Vec<Cell>>, shortest: usize) -> Paths<'a> {
        let at = vec![None; board.len()];
        let mut made = Paths { board, paths, at, shortest };
        (0..made.paths.len()).for_each(|i| made.place(i));
        made
    }

    /// Joins and moves at random, `moves` times at most, until `most` paths are left and none of them is too short.
    /// With no path fewer than `fewest`.
    pub(crate) fn stir(
        &mut self,
        [fewest, most]: [usize; 2],
        moves: usize,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) {
        for n in 1..=moves {
            if self.paths.len() <= most && self.are_long()
                || n % POLL_INTERVAL == 0 && judge.is_over()
            {
                break;
            }
            self.step(fewest, rng);
        }
    }

    /// Tries `tries` times to extend an end, with no path shorter than `fewest`.
    pub(crate) fn shake(&mut self, tries: usize, fewest: usize, rng: &mut ChaCha8Rng) {
        for _ in 0..tries {
            self.step(fewest, rng);
        }
    }

    /// Moves ends at random, `moves` times at most, until their places have no fault, with no path fewer than `fewest`.
    /// `faults` counts the faults of the paths; a move that adds some is taken back, or kept with a chance that falls
    /// with their number. Returns whether there is no fault.
    pub(crate) fn settle(
        &mut self,
        faults: &dyn Fn(&[Vec<Cell>]) -> usize,
        moves: usize,
        fewest: usize,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> bool {
        let (mut now, mut kept) = (faults(&self.paths), self.paths.clone());
        for n in 1..=moves {
            if now == 0 || n % POLL_INTERVAL == 0 && judge.is_over() {
                break;
            }
            if !self.step(fewest, rng) {
                continue;
            }
            let then = faults(&self.paths);
            let more = then.saturating_sub(now) as i32;
            if more == 0 || rng.random_bool(KEPT.powi(more)) {
                now = then;
                kept.clone_from(&self.paths);
            } else {
                self.paths.clone_from(&kept);
                (0..self.paths.len()).for_each(|i| self.place(i));
            }
        }
        now == 0
    }

    /// The board.
    pub(crate) fn board(&self) -> &'a Board {
        self.board
    }

    /// How many cells are on paths.
    pub(crate) fn cells(&self) -> usize {
        self.paths.iter().map(Vec::len).sum()
    }

    /// Whether no path is too short.
    pub(crate) fn are_long(&self) -> bool {
        self.paths.iter().all(|path| path.len() >= self.shortest)
    }

    /// Tries once to extend an end. Returns whether anything changed.
    pub(crate) fn step(&mut self, fewest: usize, rng: &mut ChaCha8Rng) -> bool {
        let i = rng.random_range(0..self.paths.len());
        if rng.random_bool(0.5) {
            self.turn(i);
        }
        let end = *self.paths[i].last().expect("a path has cells");
        let around = self.board.neighbours(end);
        let Some(&met) = around.get(rng.random_range(0..around.len().max(1))) else { return false };
        let Some((j, k)) = self.at[met as usize].filter(|&(j, _)| j != i) else { return false };
        let length = self.paths[j].len();
        if k == 0 || k + 1 == length {
            return self.joins(i, j, k, fewest) || self.takes_end(i, j, k);
        }
        let back = rng.random_bool(0.5);
        self.takes_rest(i, j, k, back)
    }

    /// Joins the last cell of a path to an end of another one, if they touch nowhere else.
    fn joins(&mut self, i: usize, j: usize, k: usize, fewest: usize) -> bool {
        let whole = Part { path: j, from: 0, to: self.paths[j].len() };
        if self.paths.len() <= fewest.max(1) || self.contacts(i, &whole) != 1 {
            return false;
        }
        if k > 0 {
            self.paths[j].reverse();
        }
        let tail = std::mem::take(&mut self.paths[j]);
        self.paths[i].extend(tail);
        self.paths.swap_remove(j);
        // The last path has taken the place of the one that is gone.
        let i = if i == self.paths.len() { j } else { i };
        self.place(i);
        if j < self.paths.len() {
            self.place(j);
        }
        true
    }

    /// The last cell of a path takes over the end of another one.
    fn takes_end(&mut self, i: usize, j: usize, k: usize) -> bool {
        let length = self.paths[j].len();
        let next = self.paths[j][if k == 0 { 1.min(length - 1) } else { k - 1 }];
        let taken = Part { path: j, from: k, to: k + 1 };
        let end = self.paths[j][k];
        let stays = length > self.shortest.max(2);
        if !stays || self.is_crossed(end) || self.is_crossed(next) || self.contacts(i, &taken) != 1
        {
            return false;
        }
        self.paths[j].remove(k);
        self.paths[i].push(end);
        self.place(i);
        self.place(j);
        true
    }

    /// The last cell of a path meets an inner cell of another one and takes over all of it on one side.
    fn takes_rest(&mut self, i: usize, j: usize, k: usize, back: bool) -> bool {
        let length = self.paths[j].len();
        let (taken, left, new) = if back {
            (Part { path: j, from: 0, to: k + 1 }, length - k - 1, self.paths[j][k + 1])
        } else {
            (Part { path: j, from: k, to: length }, k, self.paths[j][k - 1])
        };
        if left < self.shortest.max(2) || self.is_crossed(new) || self.contacts(i, &taken) != 1 {
            return false;
        }
        if back {
            self.paths[j].reverse();
        }
        let tail = self.paths[j].split_off(left);
        self.paths[i].extend(tail);
        self.place(i);
        self.place(j);
        true
    }

    /// Cuts a path in two at a random step, of those that `fits` accepts and that leave pieces long enough. Returns
    /// whether there is one.
    pub(crate) fn cut(&mut self, fits: &dyn Fn([Cell; 2]) -> bool, rng: &mut ChaCha8Rng) -> bool {
        let mut steps = Vec::new();
        for (i, path) in self.paths.iter().enumerate() {
            for (at, step) in (1..).zip(path.windows(2)) {
                let crossed = step.iter().any(|&c| self.is_crossed(c));
                if at.min(path.len() - at) >= self.shortest.max(2)
                    && !crossed
                    && fits([step[0], step[1]])
                {
                    steps.push((i, at));
                }
            }
        }
        let Some(&(i, at)) = steps.get(rng.random_range(0..steps.len().max(1))) else {
            return false;
        };
        let piece = self.paths[i].split_off(at);
        self.paths.push(piece);
        self.place(i);
        self.place(self.paths.len() - 1);
        true
    }

    /// How many cells of the board no path visits.
    pub(crate) fn empty(&self) -> usize {
        self.board.len() - self.cells()
    }

    /// Draws an end back by a cell, the last one of a path or the first one, and returns the cell, which is empty now;
    /// `None` if the path is as short as it may be, or would end on a bridge.
    pub(crate) fn draw_back(&mut self, i: usize, first: bool) -> Option<Cell> {
        if first {
            self.turn(i);
        }
        let path = &self.paths[i];
        let n = path.len();
        if n <= self.shortest.max(2) || path[n - 2..].iter().any(|&c| self.is_crossed(c)) {
            return None;
        }
        let end = self.paths[i].pop()?;
        self.at[end as usize] = None;
        Some(end)
    }

    /// Extends the last end of a path to a neighbouring cell.
    pub(crate) fn draw_on(&mut self, i: usize, cell: Cell) {
        self.paths[i].push(cell);
        self.place(i);
    }

    fn is_crossed(&self, c: Cell) -> bool {
        self.board.crossing(c).is_some()
    }

    fn turn(&mut self, i: usize) {
        self.paths[i].reverse();
        self.place(i);
    }

    /// Writes down where the cells of a path are.
    fn place(&mut self, i: usize) {
        for (k, &c) in self.paths[i].iter().enumerate() {
            self.at[c as usize] = Some((i, k));
        }
    }

    /// How many neighbouring pairs there are between a path and a part of another one.
    fn contacts(&self, i: usize, part: &Part) -> usize {
        let other = &self.paths[part.path][part.from..part.to];
        let own = &self.paths[i];
        let (few, inside): (&[Cell], Part) = if other.len() < own.len() {
            (other, Part { path: i, from: 0, to: own.len() })
        } else {
            (own, part.clone())
        };
        let is_inside = |q: &&Cell| {
            self.at[**q as usize].is_some_and(|(path, k)| {
                path == inside.path && (inside.from..inside.to).contains(&k)
            })
        };
        few.iter().map(|&c| self.board.neighbours(c).iter().filter(is_inside).count()).sum()
    }
}
