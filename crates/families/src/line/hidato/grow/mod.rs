//! A first filling of a rook board with few numbers, by paths that grow.
//!
//! The given numbers cut the line into gaps, each a path of known length. Here paths are whole and disjoint all the
//! time; the possible violations are their lengths, and cells on no path. The energy is the number of such cells, and
//! of those too few or too many on paths.
//!
//! It begins with short disjoint routes (`route`). On a board of two colours their lengths are right up to even
//! numbers, and two cells at a time can be pushed into a step, be cut out again, or go from one path to another
//! (`moves`), by Metropolis' rule while the temperature falls. Empty cells walk towards those of the other colour, and
//! two that meet are filled by the adjacent path; the surplus that this creates and a deficit in another place are
//! brought together along chains of adjacent paths (`flow`).
//!
//! Such moves never lift a path across a given cell, and a path that passes on the wrong side of one leaves regions
//! that cannot be filled. So then a few adjacent gaps, mostly near a violation, are ripped up, routed again through the
//! freed and the empty cells, and grow again; the result is kept unless it is worse. Short routes always pass such a
//! cell on the same side, so after some failed attempts one of the gaps is mostly routed by way of a cell drawn at
//! random, which may lead it around the end of the line. After many failures the search is restarted.
//!
//! Incomplete: it finds fillings and proves nothing. Memory: linear in the cells.
//!
//! Sources: S. Kirkpatrick, C. Gelatt and M. Vecchi, "Optimization by simulated annealing", 1983; P. Shaw, "Using
//! constraint programming and local search methods to solve vehicle routing problems", 1998 (gaps that lie together are
//! ripped up); R. Oberdorf, A. Ferguson, J. Jacobsen and J. Kondev, "Secondary structures in long compact polymers",
//! 2006 (steps of a Hamiltonian path exchanged on a square).

mod flow;
mod frame;
mod moves;
mod route;
mod state;
#[cfg(test)]
mod tests;

use crate::path_cover::Routing;
use clew_puzzle::puzzle::{Board, Cell};
use frame::{GivenGaps, RouteRequest};
use moves::Moves;
use route::Router;
use state::{EMPTY, State};

/// The temperature at the start and at the end of the first growth, and of those that follow: where 1
/// is a cell too few.
const FIRST_HEAT: (f64, f64) = (0.6, 0.2);
const HEAT: (f64, f64) = (0.35, 0.15);
/// Moves of the first growth a cell of the board, and of the others one that was ripped up.
const FIRST_MOVES: u64 = 500;
const MOVES: u64 = 200;
/// Moves between two changes of the temperature.
const TICK: u64 = 256;
/// Gaps that are ripped up: at least, and below.
const GAPS: (u32, u32) = (2, 6);
/// Of 100 places to rip up, this many are anywhere on the board.
const ANYWHERE: u32 = 30;
/// In this many of 100 times that gaps are ripped up, one of them is routed by way of some cell; but only after this
/// many failed growths per 100 gaps.
const DETOURS: u32 = 60;
const STRAIGHT: u32 = 40;
/// Cells that are drawn for that, until one is next to a given cell.
const DETOUR_DRAWS: u32 = 8;
/// Growths without improvement before a restart: at least, and per gap; doubled after each restart.
const MIN_FAILED_GROWTHS: u32 = 200;
const FAILED_GROWTHS_PER_GAP: u32 = 6;
/// Moves between two times that lengths flow; where they did, they try again after the next [`TICK`].
const FLOW: u64 = 64 * TICK;
/// Cells that are copied, and that are examined for a flow, in the time of a move.
const CELLS_PER_MOVE: usize = 16;
const FLOW_CELLS_PER_MOVE: usize = 4;

/// A gap whose path is to lead through this cell.
#[derive(Clone, Copy)]
struct Detour {
    gap: u32,
    cell: Cell,
}

/// The current phase.
enum Phase {
    /// Routes are drawn, through this many cells.
    Routing { cells: u64 },
    /// Paths grow, for `length` moves, of which `at` were made; lengths flow after `flow` moves.
    Growing { length: u64, at: u64, flow: u64 },
}

/// A local search that can be stopped and continued.
pub(crate) struct PathGrowth {
    frame: GivenGaps,
    state: State,
    /// The state before gaps were ripped up; `None` after a fresh start.
    kept: Option<State>,
    router: Router,
    moves: Moves,
    phase: Phase,
    /// Growths since the least energy of this start, that energy, and how many are allowed.
    in_vain: u32,
    least: i32,
    patience: u32,
    /// Moves made beyond the requested number.
    debt: u64,
}

/// Growths without improvement that the first start allows.
fn first_patience(frame: &GivenGaps) -> u32 {
    MIN_FAILED_GROWTHS.max(FAILED_GROWTHS_PER_GAP.saturating_mul(frame.gaps()))
}

impl PathGrowth {
    /// A search for a filling of a board with these numbers given (1-based). `None` if there is nothing to search: the
    /// board is no rook board of two colours or has marks, no number is given, no cell is free, or `quit` returns true.
    pub fn new(
        board: &Board,
        given: &[Option<u32>],
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<PathGrowth> {
        // It knows no marks.
        if !board.is_checkered() || !board.links().is_empty() {
            return None;
        }
        let frame = GivenGaps::new(board, given, quit)?;
        let mut grower = PathGrowth {
            state: State::new(&frame),
            kept: None,
            router: Router::new(board.len()),
            moves: Moves::new(board.len(), seed.wrapping_add(1)),
            phase: Phase::Routing { cells: 0 },
            in_vain: 0,
            least: i32::MAX,
            patience: first_patience(&frame),
            debt: 0,
            frame,
        };
        grower.start();
        Some(grower)
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.frame.board.len()
    }

    /// The energy of the current paths, or of those before some of them were ripped up.
    pub(crate) fn energy(&self) -> u64 {
        self.kept.as_ref().unwrap_or(&self.state).energy().unsigned_abs().into()
    }

    /// Continues the search for `moves` moves (about a hundred nanoseconds each). `Some`: the number of each cell,
    /// 1-based. Calling it again after that starts from scratch, for another filling.
    pub fn run(&mut self, moves: u64) -> Option<Vec<u32>> {
        let mut made = std::mem::take(&mut self.debt);
        while made < moves {
            match self.phase {
                Phase::Routing { cells } => {
                    let (routing, settled) = self.router.turn(&self.frame, self.moves.random());
                    made += settled;
                    match routing {
                        Routing::Open => {}
                        Routing::Done => self.lay(cells),
                        Routing::Failed => made += self.rip(),
                    }
                }
                Phase::Growing { length, at, flow } => {
                    if self.state.energy() == 0 {
                        self.debt = made;
                        let numbers = self.state.numbers();
                        (self.patience, self.kept) = (first_patience(&self.frame), None);
                        self.start();
                        return Some(numbers);
                    }
                    if at == length {
                        made += self.rip();
                        continue;
                    }
                    let (hot, cold) = if self.kept.is_some() { HEAT } else { FIRST_HEAT };
                    self.moves.heat(hot * (cold / hot).powf(at as f64 / length as f64));
                    let stride = TICK.min(length - at);
                    let mut left = stride;
                    while left > 0 && self.state.energy() > 0 {
                        self.moves.try_one(&self.frame, &mut self.state);
                        left -= 1;
                    }
                    made += stride;
                    let at = at + stride;
                    let mut flow = flow;
                    if at >= flow || at == length {
                        made += (self.cells() / FLOW_CELLS_PER_MOVE) as u64;
                        let flowed = flow::flow(&self.frame, &mut self.state, self.moves.random());
                        flow = at + if flowed { TICK } else { FLOW };
                    }
                    self.phase = Phase::Growing { length, at, flow };
                }
            }
        }
        self.debt = made - moves;
        None
    }

    /// Restarts: all gaps are to be routed.
    fn start(&mut self) {
        self.state = State::new(&self.frame);
        (self.kept, self.least, self.in_vain) = (None, i32::MAX, 0);
        self.route((0..self.frame.gaps()).collect(), None, self.cells() as u64);
    }

    /// Lets the router begin with those of the gaps that have two ends, one of them perhaps by way of a
    /// cell.
    fn route(&mut self, gaps: Vec<u32>, detour: Option<Detour>, cells: u64) {
        let mut nets = Vec::with_capacity(gaps.len() + 1);
        for gap in gaps.into_iter().filter(|&gap| !self.frame.is_open(gap)) {
            match detour {
                Some(detour) if detour.gap == gap => nets.extend(self.by_way_of(detour)),
                _ => nets.push(self.frame.net(gap)),
            }
        }
        self.router.start(nets, self.state.empty.list(), self.moves.random());
        self.phase = Phase::Routing { cells };
    }

    /// Lays the routes that were found.
    fn lay(&mut self, cells: u64) {
        let mut ways: Vec<(u32, Vec<Cell>)> = Vec::new();
        for (net, way) in self.router.routes() {
            match ways.last_mut() {
                // The second half of a detour.
                Some((gap, before)) if *gap == net.gap => {
                    before.push(net.ends[0]);
                    before.extend(way);
                }
                _ => ways.push((net.gap, way.to_vec())),
            }
        }
        ways.iter().for_each(|(gap, way)| self.state.lay(&self.frame, *gap, way));
        let moves = if self.kept.is_some() { MOVES } else { FIRST_MOVES };
        self.phase = Phase::Growing { length: moves * cells, at: 0, flow: FLOW };
    }

    /// Keeps the grown paths, unless they are worse, and rips some gaps up, or restarts. Returns the number of moves
    /// that this took.
    fn rip(&mut self) -> u64 {
        let took = (self.cells() / CELLS_PER_MOVE) as u64;
        let grown = matches!(self.phase, Phase::Growing { .. });
        match self.kept.take() {
            Some(kept) if !grown || self.state.energy() > kept.energy() => self.state = kept,
            None if !grown => {
                self.start();
                return took;
            }
            _ => {}
        }
        let energy = self.state.energy();
        if energy < self.least {
            (self.least, self.in_vain) = (energy, 0);
        }
        self.in_vain += 1;
        if self.in_vain > self.patience {
            self.patience = self.patience.saturating_mul(2);
            self.start();
            return took;
        }
        self.kept = Some(self.state.clone());
        let gaps = self.together();
        let cells: i32 = gaps.iter().map(|&gap| self.state.rip(&self.frame, gap)).sum();
        let detour = self.detour(&gaps);
        self.route(gaps, detour, 1 + cells as u64);
        took
    }

    /// After enough failed growths, with some probability a detour of one of these gaps by way of a free cell, mostly
    /// one next to a given cell.
    fn detour(&mut self, gaps: &[u32]) -> Option<Detour> {
        let random = self.moves.random();
        let free = self.state.empty.list();
        let stuck = self.in_vain >= self.frame.gaps() * STRAIGHT / 100;
        if !stuck || gaps.is_empty() || free.is_empty() || random.below(100) >= DETOURS {
            return None;
        }
        let gap = random.one_of(gaps);
        let (board, fixed) = (&self.frame.board, &self.frame.fixed);
        let beside = |c: Cell| board.neighbours(c).iter().any(|&q| fixed[q as usize]);
        let mut cell = random.one_of(free);
        for _ in 1..DETOUR_DRAWS {
            if beside(cell) {
                break;
            }
            cell = random.one_of(free);
        }
        (!self.frame.is_open(gap)).then_some(Detour { gap, cell })
    }

    /// The two halves of a detour, or the whole gap if the detour is too long for it.
    fn by_way_of(&self, Detour { gap, cell }: Detour) -> Vec<RouteRequest> {
        let net = self.frame.net(gap);
        let [there, on] = net.ends.map(|end| self.frame.apart(end, cell));
        let Some(spare) = (net.most + 1).checked_sub(there + on) else { return vec![net] };
        let half = |ends, apart| RouteRequest { gap, ends, most: apart - 1 + spare / 2 };
        let [start, end] = net.ends;
        vec![half([start, cell], there), half([cell, end], on)]
    }

    /// Some gaps that lie together.
    fn together(&mut self) -> Vec<u32> {
        let state = &self.state;
        let random = self.moves.random();
        let wanted = GAPS.0 + random.below(GAPS.1 - GAPS.0);
        let (anywhere, at_empty) = (random.below(100) < ANYWHERE, random.below(2) == 0);
        let (empty, off) = (state.empty.list(), state.off.list());
        let start = if anywhere {
            random.below(state.gap.len() as u32)
        } else if at_empty && !empty.is_empty() {
            random.one_of(empty)
        } else {
            let gap = random.one_of(off);
            self.moves.cell_of(&self.frame, state, gap)
        };
        let random = self.moves.random();
        let mut gaps: Vec<u32> = Vec::new();
        let mut met = vec![false; state.gap.len()];
        met[start as usize] = true;
        let mut queue: Vec<Cell> = vec![start];
        let mut head = 0;
        while head < queue.len() && (gaps.len() as u32) < wanted {
            // Not quite in the order of the distance.
            let ahead = (queue.len() - head).min(6) as u32;
            queue.swap(head, head + random.below(ahead) as usize);
            let c = queue[head];
            head += 1;
            let gap = state.gap[c as usize];
            if !self.frame.fixed[c as usize] {
                if gap != EMPTY && !gaps.contains(&gap) {
                    gaps.push(gap);
                }
            } else {
                for gap in [gap, gap - 1] {
                    if !gaps.contains(&gap) && random.below(2) == 0 {
                        gaps.push(gap);
                    }
                }
            }
            for &q in self.frame.board.neighbours(c) {
                if !std::mem::replace(&mut met[q as usize], true) {
                    queue.push(q);
                }
            }
        }
        gaps
    }
}
