//! Exact counting of the lines of hidato and path boards, and what the same tables give: uses of
//! every edge, uniformly random lines, fewest turns, the longest line.
//!
//! Three engines, one interface:
//! - [`rook`]: plug words on rook boards without given numbers other than the first and last;
//! - [`graph`]: mates of frontier cells on any board, same givens;
//! - [`numbers`]: pieces of line with their numbers, on any board with any givens.
//!
//! A *filling* gives the numbers 1..=N to the cells so that consecutive numbers are neighbours. All
//! counts are of fillings: a line and its reverse are two, unless a given number tells them apart.

pub mod ends;
pub mod graph;
pub mod numbers;
pub mod order;
pub mod rook;
mod solutions;

pub use solutions::{Best, candidates, estimate_best, fewest_turns, longest, sample};

use crate::dp::budget::Stats;
use crate::dp::estimate::{Estimate, estimate};
use crate::dp::sampled::{self, Ask, Halted, Told};
use crate::dp::{Programme, Run, Runner};
use crate::families::Line;
use crate::puzzle::{Board, Cell, EdgeId};
use crate::run::{Budget, Progress, Stop};
use ends::Ends;
use graph::Graph;
use num_bigint::BigUint;
use numbers::Numbers;
use rook::{Goal, Rook, Scan};

/// Why a line puzzle has no programme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Unsupported {
    /// Numbers other than the first and last are given, which this question does not allow.
    Numbers,
    /// The frontier is wider than a packed state.
    Width,
    /// The question is only answered on rook boards.
    Moves,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unsupported::Numbers => "numbers other than the first and last are given",
            Unsupported::Width => "the board is too wide for a packed state",
            Unsupported::Moves => "only boards with rook moves",
        })
    }
}

impl std::error::Error for Unsupported {}

/// A programme whose moves draw edges.
pub trait Drawn: Programme {
    /// Appends the edges of the board that a move of a step uses.
    fn edges(&self, step: usize, name: u32, edges: &mut Vec<EdgeId>);
}

/// Which engine runs.
#[derive(Clone, PartialEq, Debug)]
pub enum Engine {
    /// [`rook`], in this scan order.
    Rook(Scan),
    /// [`graph`], in this order of the cells.
    Graph(Vec<Cell>),
    /// [`numbers`], in this order of the cells.
    Numbers(Vec<Cell>),
}

impl Engine {
    /// The engine and order that promise the fewest states.
    pub fn of(line: &Line) -> Engine {
        let order = order::best(&line.board);
        if Ends::of(line).is_err() {
            return Engine::Numbers(order.cells);
        }
        if line.board.is_rook() {
            let scan = best_scan(&line.board);
            // A frontier of w cells has about as many states as w + 1 plugs, and plugs know colours.
            if rook::plugs(&line.board, scan).0 <= order.width + 2 {
                return Engine::Rook(scan);
            }
        }
        Engine::Graph(order.cells)
    }
}

fn best_scan(board: &Board) -> Scan {
    let measured = Scan::all().map(|s| (rook::plugs(board, s), s));
    let least = measured.min_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    least.expect("there are eight").1
}

/// Something to do with a programme, whatever its type.
trait Job {
    type Out;
    /// `directions`: how many fillings a solution of the programme is.
    fn run<P: Drawn>(self, p: &P, directions: u32) -> Self::Out;
}

fn with_programme<J: Job>(line: &Line, engine: &Engine, job: J) -> Result<J::Out, Unsupported> {
    let board = &line.board;
    match engine {
        Engine::Rook(scan) => {
            if !board.is_rook() {
                return Err(Unsupported::Moves);
            }
            let ends = Ends::of(line)?;
            if let Some(p) = Rook::<u64>::new(board, &ends, *scan, Goal::Cover) {
                return Ok(job.run(&p, ends.directions()));
            }
            let p = Rook::<u128>::new(board, &ends, *scan, Goal::Cover);
            p.map(|p| job.run(&p, ends.directions())).ok_or(Unsupported::Width)
        }
        Engine::Graph(cells) => {
            let ends = Ends::of(line)?;
            if let Some(p) = Graph::<u64>::new(board, &ends, cells) {
                return Ok(job.run(&p, ends.directions()));
            }
            let p = Graph::<u128>::new(board, &ends, cells);
            p.map(|p| job.run(&p, ends.directions())).ok_or(Unsupported::Width)
        }
        Engine::Numbers(cells) => {
            let p = Numbers::new(line, cells).ok_or(Unsupported::Width)?;
            Ok(job.run(&p, 1))
        }
    }
}

/// The number of fillings where no programme is needed: fewer than two cells, or givens that
/// contradict each other.
fn trivial(line: &Line) -> Option<u32> {
    let n = line.board.len();
    let mut seen = vec![false; n];
    let given = line.given.iter().flatten();
    let fit = given.clone().all(|&g| {
        (1..=n).contains(&(g as usize)) && !std::mem::replace(&mut seen[g as usize - 1], true)
    });
    if !fit || n == 0 {
        return Some(0);
    }
    (n == 1).then_some(1)
}

/// The exact number of fillings.
///
/// # Errors
/// [`Unsupported`] when the board has no programme; ask the search instead.
pub fn count(
    line: &Line,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Result<Run<BigUint>, Unsupported> {
    count_by(&Engine::of(line), line, budget, progress, threads)
}

/// As [`count`], by the engine and order of the caller's choice.
///
/// # Errors
/// As [`count`].
pub fn count_by(
    engine: &Engine,
    line: &Line,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Result<Run<BigUint>, Unsupported> {
    struct Count<'a, 'b>(&'b mut Runner<'a>);
    impl Job for Count<'_, '_> {
        type Out = Result<BigUint, Stop>;
        fn run<P: Drawn>(self, p: &P, directions: u32) -> Self::Out {
            self.0.count(p).map(|n| n * directions)
        }
    }
    if let Some(n) = trivial(line) {
        return Ok(Run { answer: Ok(n.into()), stats: Stats::default() });
    }
    let mut runner = Runner::new(budget, threads, progress);
    let answer = with_programme(line, engine, Count(&mut runner))?;
    Ok(Run { answer, stats: runner.stats() })
}

/// How large the layers of [`count`] will be, from a sample of at most `cap` states a layer.
///
/// # Errors
/// As [`count`].
pub fn estimate_peak(line: &Line, cap: usize) -> Result<Estimate, Unsupported> {
    struct Look(usize);
    impl Job for Look {
        type Out = Estimate;
        fn run<P: Drawn>(self, p: &P, _: u32) -> Estimate {
            estimate(p, self.0)
        }
    }
    if trivial(line).is_some() {
        return Ok(Estimate { layers: vec![1.0], exact: true });
    }
    with_programme(line, &Engine::of(line), Look(cap))
}

/// What at most `beam` states a layer tell of the number of fillings; `None`: halted.
///
/// # Errors
/// As [`count`].
pub fn sampled(
    line: &Line,
    ask: &Ask,
    beam: usize,
    halted: Halted<'_>,
) -> Result<Option<Told>, Unsupported> {
    struct Look<'a>(&'a Ask, usize, Halted<'a>);
    impl Job for Look<'_> {
        type Out = Option<Told>;
        fn run<P: Drawn>(self, p: &P, directions: u32) -> Self::Out {
            sampled::ask(p, self.0, self.1, self.2).map(|told| told.times(directions))
        }
    }
    if let Some(n) = trivial(line) {
        return Ok(Some(Told::exact(ask, n)));
    }
    with_programme(line, &Engine::of(line), Look(ask, beam, halted))
}

#[cfg(test)]
mod tests;
