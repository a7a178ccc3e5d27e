//! Disjoint paths between given cells that together cover a board, by local search.
//!
//! Each path has two given ends. An end may be the end of two paths: then they are one line, which meets its given
//! cells in their order. The state is always made of whole, disjoint paths between these ends, so their order is an
//! invariant and never a cost; the only violations are *free* cells, which lie on no path.
//!
//! It begins with shortest ways that are disturbed at random (`route`): a way that leads through other paths tears them
//! out, and each time a path is torn out it becomes more expensive to cross. Then small windows around free cells are
//! drawn anew (`redraw`): an exact search for other strands through the window that leave fewer cells free, or else
//! as many, so that free cells move and meet. Between two windows free cells wander by moves of a few cells
//! (`paths`). After some windows, one to three paths near a free cell are torn out and routed again; after many
//! attempts in vain the search is restarted.
//!
//! Once nothing is free, a window that is drawn anew with nothing lost is another cover. So the search goes on with a
//! *sweep*: all windows are drawn anew, the small ones first, until one has another drawing. If none has, the search is
//! restarted.
//!
//! Incomplete: it finds covers and proves nothing. Memory: linear in the cells. Arguments about colours are used on
//! boards that have two ([`Board::is_checkered`]); everything else holds for any board.
//!
//! Sources: W. Dees and P. Karger, "Automated rip-up and reroute techniques", 1982 (paths in the way are torn out);
//! P. Shaw, "Using constraint programming and local search methods to solve vehicle routing problems", 1998 (parts of a
//! solution are searched exactly, the rest stays).

mod frame;
mod lengths;
mod paths;
mod redraw;
mod route;
mod search;
#[cfg(test)]
mod tests;
mod window;

pub(crate) use lengths::{LengthSearch, Levelled};
pub(crate) use search::{CoverSearch, construction};

use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::{Board, Cell};
use frame::Frame;
use paths::Paths;
use redraw::Redraw;
use route::{Router, Routing};
use window::Windows;

/// No cell, no path.
const NONE: u32 = u32::MAX;

/// Windows drawn without fewer free cells before paths are torn out.
const MEND: u32 = 3_000;
/// The sides of these windows: at least, and at most.
const SIDES: (u32, u32) = (3, 8);
/// Nodes after which the search for one drawing of a window ends.
const NODES: u64 = 2_000;
/// The same in a first sweep, and in a second one, which may find drawings that the first one has given up.
const SWEEP_NODES: [u64; 2] = [20_000, 100_000];
/// Moves of free cells between two windows.
const WANDERING: u32 = 20;
/// The most paths that are torn out at once.
const MOST_TORN: u32 = 3;
/// Attempts without fewer free cells before a restart.
const PATIENCE: u32 = 30;

/// The current phase.
enum Phase {
    /// Paths are routed.
    Routing,
    /// Windows around free cells are drawn anew; this many were since there were as few free cells as now.
    Mending { windows: u32, free: usize },
    /// All windows of a cover are drawn anew.
    Sweeping,
    /// The paths are a cover.
    Complete,
}

/// The windows of a cover that are still to be drawn anew.
#[derive(Default)]
struct Sweep {
    /// The side of the current ones; 0 before the first.
    side: u32,
    /// Where they lie.
    corners: Vec<(u32, u32)>,
    /// Whether it is the second one.
    again: bool,
}

/// A local search that can be stopped and continued. Work is measured in nodes of the search for drawings, which take
/// some 30 nanoseconds each.
pub(crate) struct PathCover {
    frame: Frame,
    paths: Paths,
    /// The paths with the fewest free cells since the last restart.
    best: Option<Paths>,
    router: Router,
    windows: Windows,
    redraw: Redraw,
    sweep: Sweep,
    phase: Phase,
    /// Attempts since the last one with fewer free cells.
    in_vain: u32,
    /// Work done beyond the requested amount.
    debt: u64,
    random: Random,
}

impl PathCover {
    /// A search for paths between these ends. `None` if there is no path, or a count of colours shows that there is no
    /// cover. Time: linear in the cells.
    ///
    /// # Panics
    /// If two paths start in one cell, or two end in one.
    pub fn new(board: &Board, ends: Vec<[Cell; 2]>, seed: u64) -> Option<PathCover> {
        let frame = Frame::new(board, ends);
        if frame.ends.is_empty() || !frame.colours_admit() {
            return None;
        }
        let mut cover = PathCover {
            paths: Paths::new(&frame),
            best: None,
            router: Router::new(&frame),
            windows: Windows::new(board),
            redraw: Redraw::new(board.len()),
            sweep: Sweep::default(),
            phase: Phase::Routing,
            in_vain: 0,
            debt: 0,
            random: Random::new(seed.wrapping_add(1)),
            frame,
        };
        cover.restart();
        Some(cover)
    }

    /// A search for other covers than this one, which begins with a sweep. Each path begins and ends as stated;
    /// consecutive paths with a common end may come as one.
    pub fn beside(
        board: &Board,
        ends: Vec<[Cell; 2]>,
        paths: &[&[Cell]],
        seed: u64,
    ) -> Option<PathCover> {
        let mut cover = PathCover::new(board, ends, seed)?;
        cover.paths.set(paths);
        cover.phase = Phase::Complete;
        Some(cover)
    }

    /// After [`PathCover::beside`]: continues on a board with fewer steps, or with more ends on the same paths. These
    /// changes only take covers away, so the sweep continues where it stopped, with the window that it has just
    /// drawn.
    pub fn narrow(&mut self, board: &Board, ends: Vec<[Cell; 2]>, paths: &[&[Cell]]) {
        self.frame = Frame::new(board, ends);
        self.router = Router::new(&self.frame);
        if self.sweep.again && self.sweep.side == SIDES.1 && self.sweep.corners.is_empty() {
            self.restart();
            return;
        }
        self.paths.set(paths);
        self.phase = Phase::Sweeping;
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.frame.board
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.frame.board.len()
    }

    /// The fewest cells that lay on no path since the last restart.
    pub(crate) fn fewest_free(&self) -> usize {
        let best = self.best.as_ref().map_or(usize::MAX, Paths::free_cells);
        best.min(self.paths.free_cells())
    }

    /// Whether the search continues next to the known cover, and has not begun elsewhere.
    pub(crate) fn is_next_to_known(&self) -> bool {
        matches!(self.phase, Phase::Sweeping | Phase::Complete)
    }

    /// The cell that follows this one on its path, or on the next path if one ends and another begins here.
    pub fn next(&self, c: Cell) -> Option<Cell> {
        Some(self.paths.next[c as usize]).filter(|&d| d != NONE)
    }

    /// Continues the search until the paths are another cover, or about this much work is done. Returns whether they
    /// are. Covers may repeat.
    pub fn run(&mut self, work: u64) -> bool {
        if matches!(self.phase, Phase::Complete) {
            (self.phase, self.sweep) = (Phase::Sweeping, Sweep::default());
        }
        let mut done = std::mem::take(&mut self.debt);
        while done < work {
            done += self.step();
            if matches!(self.phase, Phase::Complete) {
                break;
            }
        }
        self.debt = done.saturating_sub(work);
        matches!(self.phase, Phase::Complete)
    }

    /// Starts over, with other paths.
    pub fn restart(&mut self) {
        self.paths = Paths::new(&self.frame);
        (self.best, self.in_vain) = (None, 0);
        self.router.forget();
        self.route((0..self.frame.ends.len() as u32).collect());
    }

    /// Routes one path, or draws one window; the work that it took.
    fn step(&mut self) -> u64 {
        match self.phase {
            Phase::Routing => {
                let (routing, work) =
                    self.router.turn(&self.frame, &mut self.paths, &mut self.random);
                match routing {
                    Routing::Open => {}
                    Routing::Done => self.phase = self.mending(0, usize::MAX),
                    Routing::Failed => self.restart(),
                }
                work
            }
            Phase::Mending { windows: MEND, .. } => self.rip(),
            Phase::Mending { windows, free } => {
                let work = self.mend();
                self.phase = self.mending(windows + 1, free);
                work
            }
            Phase::Sweeping => self.sweep_window(),
            Phase::Complete => 1,
        }
    }

    /// The phase after this number of windows since there were this many free cells.
    fn mending(&self, windows: u32, free: usize) -> Phase {
        match self.paths.free_cells() {
            0 => Phase::Complete,
            fewer if fewer < free => Phase::Mending { windows: 0, free: fewer },
            _ => Phase::Mending { windows, free },
        }
    }

    /// Draws a window around a free cell anew, and lets free cells wander.
    fn mend(&mut self) -> u64 {
        let free = self.random.one_of(self.paths.free.list());
        self.windows.around(&self.frame.board, free, SIDES, &mut self.random);
        // On a board of two colours a drawing gains a cell of each.
        let gain = if self.frame.checkered { 2 } else { 1 };
        let mut work = 1;
        if !self.draw(gain, NODES, &mut work) {
            self.draw(0, NODES, &mut work);
        }
        for _ in 0..WANDERING {
            if self.paths.free_cells() == 0 {
                break;
            }
            self.paths.wander(&self.frame, &mut self.random);
            work += 1;
        }
        work
    }

    /// Draws the current window anew, with at least `gain` fewer free cells. Adds its nodes to `work`. Returns whether
    /// there was a drawing.
    fn draw(&mut self, gain: usize, nodes: u64, work: &mut u64) -> bool {
        let (frame, paths, cells) = (&self.frame, &mut self.paths, &self.windows.cells);
        let drawn = self.redraw.find(frame, paths, cells, gain, nodes, &mut self.random);
        *work += self.redraw.nodes();
        if drawn {
            self.redraw.write(paths);
        }
        drawn
    }

    /// Draws the next window of a sweep anew, or restarts after the last one. Returns the work.
    fn sweep_window(&mut self) -> u64 {
        let board = &self.frame.board;
        let Some(&corner) = self.sweep.corners.last() else {
            let sweep = &mut self.sweep;
            match (sweep.side, sweep.again) {
                (side, true) if side == SIDES.1 => {
                    self.restart();
                    return 1;
                }
                (side, false) if side == SIDES.1 => (sweep.side, sweep.again) = (SIDES.0, true),
                (side, _) => sweep.side = (side + 1).max(SIDES.0),
            }
            self.sweep.corners = self.windows.corners(board, self.sweep.side);
            self.random.shuffle(&mut self.sweep.corners);
            return self.sweep.corners.len() as u64;
        };
        self.windows.at(board, corner, self.sweep.side);
        let mut work = 1;
        if self.draw(0, SWEEP_NODES[usize::from(self.sweep.again)], &mut work) {
            self.phase = Phase::Complete;
        } else {
            self.sweep.corners.pop();
        }
        work
    }

    /// Keeps the paths, or returns to the best ones, and tears some of them out; or restarts. Returns the work.
    fn rip(&mut self) -> u64 {
        let work = self.frame.board.len() as u64;
        let fewest = self.best.as_ref().map_or(usize::MAX, Paths::free_cells);
        let free = self.paths.free_cells();
        if free <= fewest {
            if free < fewest {
                self.in_vain = 0;
            }
            self.best = Some(self.paths.clone());
        } else if let Some(best) = &self.best
            && self.random.below(2) == 0
        {
            self.paths = best.clone();
        }
        self.in_vain += 1;
        if self.in_vain > PATIENCE {
            self.restart();
            return work;
        }
        let torn = self.near_a_free_cell();
        torn.iter().for_each(|&path| self.paths.tear(&self.frame, path));
        self.router.cool();
        self.route(torn);
        work
    }

    fn route(&mut self, torn: Vec<u32>) {
        self.router.start(&self.frame, &self.paths, torn, &mut self.random);
        self.phase = Phase::Routing;
    }

    /// Some paths near a free cell.
    fn near_a_free_cell(&mut self) -> Vec<u32> {
        let wanted = 1 + self.random.below(MOST_TORN);
        let start = self.random.one_of(self.paths.free.list());
        let mut torn: Vec<u32> = Vec::new();
        let (frame, paths, random) = (&self.frame, &self.paths, &mut self.random);
        self.windows.spread(&frame.board, start, |c| {
            if let Some(path) = paths.path_at(frame, c)
                && !torn.contains(&path)
                && random.below(2) == 0
            {
                torn.push(path);
            }
            (torn.len() as u32) < wanted
        });
        torn
    }
}
