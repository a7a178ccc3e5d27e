//! From the tables back to lines: uses of edges, random lines, fewest turns, the longest line.

use super::ends::Ends;
use super::rook::{Goal, Rook};
use super::{Drawn, Engine, Job, Unsupported, best_scan, trivial, with_programme};
use crate::dp::budget::Stats;
use crate::dp::estimate::{Estimate, estimate};
use crate::dp::{Run, Runner};
use crate::families::Line;
use crate::puzzle::{Cell, EdgeId};
use crate::run::{Budget, Progress, Stop};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A least or greatest value with a filling that has it; `None` if there is no filling.
pub type Best<T> = Run<Option<(T, Vec<u32>)>>;

/// Per edge of the board the number of fillings that use it, after the number of all fillings.
///
/// # Errors
/// As [`count`](super::count).
pub fn candidates(
    line: &Line,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Result<Run<(BigUint, Vec<BigUint>)>, Unsupported> {
    struct Uses<'a, 'b>(&'b mut Runner<'a>, usize);
    impl Job for Uses<'_, '_> {
        type Out = Result<(BigUint, Vec<BigUint>), Stop>;
        fn run<P: Drawn>(self, p: &P, directions: u32) -> Self::Out {
            let (total, uses) = self.0.uses(p)?;
            let mut per_edge = vec![BigUint::ZERO; self.1];
            let mut edges = Vec::new();
            for (step, names) in uses.into_iter().enumerate() {
                for (name, n) in names {
                    edges.clear();
                    p.edges(step, name, &mut edges);
                    for &e in &edges {
                        per_edge[e as usize] += &n * directions;
                    }
                }
            }
            Ok((total * directions, per_edge))
        }
    }
    let edges = line.board.edges().len();
    if let Some(n) = trivial(line) {
        let answer = Ok((n.into(), vec![BigUint::ZERO; edges]));
        return Ok(Run { answer, stats: Stats::default() });
    }
    let mut runner = Runner::new(budget, threads, progress);
    let answer = with_programme(line, &Engine::of(line), Uses(&mut runner, edges))?;
    Ok(Run { answer, stats: runner.stats() })
}

/// `how_many` fillings, each uniformly random and independent of the others; none if there is no
/// filling. The same seed gives the same fillings at any thread count.
///
/// # Errors
/// As [`count`](super::count).
pub fn sample(
    line: &Line,
    how_many: usize,
    seed: u64,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Result<Run<Vec<Vec<u32>>>, Unsupported> {
    struct Sample<'a, 'b>(&'b mut Runner<'a>, usize, u64);
    impl Job for Sample<'_, '_> {
        type Out = Result<Vec<Vec<EdgeId>>, Stop>;
        fn run<P: Drawn>(self, p: &P, _: u32) -> Self::Out {
            let traces = self.0.sample(p, self.1, self.2)?;
            Ok(traces.iter().map(|t| drawn(p, t)).collect())
        }
    }
    if let Some(n) = trivial(line) {
        let one = vec![vec![1]; how_many * n as usize];
        return Ok(Run { answer: Ok(one), stats: Stats::default() });
    }
    let mut runner = Runner::new(budget, threads, progress);
    let lines = with_programme(line, &Engine::of(line), Sample(&mut runner, how_many, seed))?;
    // Another stream than the one that chose the lines chooses between their directions.
    let mut coin = ChaCha8Rng::seed_from_u64(seed ^ 0xd1b5_4a32_d192_ed03);
    let fill = |edges: &Vec<EdgeId>| fill(line, edges, coin.next_u32() & 1 != 0);
    let answer = lines.map(|lines| lines.iter().map(fill).collect());
    Ok(Run { answer, stats: runner.stats() })
}

/// The edges of a solution.
fn drawn<P: Drawn>(p: &P, trace: &[u32]) -> Vec<EdgeId> {
    let mut edges = Vec::new();
    for (step, &name) in trace.iter().enumerate() {
        p.edges(step, name, &mut edges);
    }
    edges
}

/// The numbers along a line with these edges (at least one), 0 off it. Of two directions that fit
/// the givens, `reverse` takes the other.
fn fill(line: &Line, edges: &[EdgeId], reverse: bool) -> Vec<u32> {
    let n = line.board.len();
    let mut next: Vec<[Option<Cell>; 2]> = vec![[None; 2]; n];
    for &e in edges {
        let [a, b] = line.board.edges()[e as usize];
        for (x, y) in [(a, b), (b, a)] {
            let at = usize::from(next[x as usize][0].is_some());
            next[x as usize][at] = Some(y);
        }
    }
    let mut ends = (0..n).filter(|&c| next[c][0].is_some() && next[c][1].is_none());
    let (mut at, mut from) = (ends.next().expect("a line has ends"), None);
    let mut cells = vec![at];
    while let Some(&to) = next[at].iter().flatten().find(|&&c| Some(c as usize) != from) {
        (from, at) = (Some(at), to as usize);
        cells.push(at);
    }
    let fits =
        |cells: &[usize]| cells.iter().zip(1..).all(|(&c, k)| line.given[c].is_none_or(|g| g == k));
    let forward = fits(&cells);
    let backward = fits(&cells.iter().rev().copied().collect::<Vec<_>>());
    if backward && (reverse || !forward) {
        cells.reverse();
    }
    let mut numbers = vec![0; n];
    for (&c, k) in cells.iter().zip(1..) {
        numbers[c] = k;
    }
    numbers
}

/// A least cost and the edges of a line that has it.
type Drawing = Option<(u64, Vec<EdgeId>)>;

/// The least cost under a goal, with the edges of one best line.
fn least(
    line: &Line,
    goal: Goal,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Result<Run<Drawing>, Unsupported> {
    let board = &line.board;
    if !board.is_rook() {
        return Err(Unsupported::Moves);
    }
    let ends = Ends::of(line)?;
    let scan = best_scan(board);
    let mut run = Runner::new(budget, threads, progress);
    let answer = if let Some(p) = Rook::<u64>::new(board, &ends, scan, goal) {
        run.best(&p).map(|b| b.map(|(cost, t)| (cost, drawn(&p, &t))))
    } else {
        let p = Rook::<u128>::new(board, &ends, scan, goal).ok_or(Unsupported::Width)?;
        run.best(&p).map(|b| b.map(|(cost, t)| (cost, drawn(&p, &t))))
    };
    Ok(Run { answer, stats: run.stats() })
}

/// How large the layers of [`fewest_turns`] or [`longest`] will be, from a sample of at most `cap`
/// states a layer.
///
/// # Errors
/// As those two.
pub fn estimate_best(line: &Line, goal: Goal, cap: usize) -> Result<Estimate, Unsupported> {
    let board = &line.board;
    if !board.is_rook() {
        return Err(Unsupported::Moves);
    }
    if goal == Goal::Longest && line.given.iter().flatten().any(|&g| g != 1) {
        return Err(Unsupported::Numbers);
    }
    if trivial(line).is_some() {
        return Ok(Estimate { layers: vec![1.0], exact: true });
    }
    let (ends, scan) = (Ends::of(line)?, best_scan(board));
    if let Some(p) = Rook::<u64>::new(board, &ends, scan, goal) {
        return Ok(estimate(&p, cap));
    }
    Rook::<u128>::new(board, &ends, scan, goal).map(|p| estimate(&p, cap)).ok_or(Unsupported::Width)
}

/// The fewest turns of a filling of a rook board, with such a filling; `None` if there is none.
///
/// # Errors
/// [`Unsupported`] on other boards or with given numbers other than the first and last.
pub fn fewest_turns(
    line: &Line,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Result<Best<u64>, Unsupported> {
    if let Some(n) = trivial(line) {
        let answer = Ok((n == 1).then(|| (0, vec![1])));
        return Ok(Run { answer, stats: Stats::default() });
    }
    let run = least(line, Goal::Turns, budget, progress, threads)?;
    let answer = run.answer.map(|b| b.map(|(cost, edges)| (cost, fill(line, &edges, false))));
    Ok(Run { answer, stats: run.stats })
}

/// The longest line of a rook board, which need not visit every cell: the number of its cells, and
/// their numbers, 0 for a cell that is left out. A given number 1 is its first cell. `None` if the
/// board has no cell.
///
/// # Errors
/// [`Unsupported`] on other boards or with given numbers other than 1.
pub fn longest(
    line: &Line,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Result<Best<u32>, Unsupported> {
    let n = line.board.len();
    if line.given.iter().flatten().any(|&g| g != 1) {
        return Err(Unsupported::Numbers);
    }
    let run = match trivial(line) {
        Some(_) => Run { answer: Ok(None), stats: Stats::default() },
        None => least(line, Goal::Longest, budget, progress, threads)?,
    };
    let start = line.given.iter().position(Option::is_some).unwrap_or(0);
    let contradiction = line.given.iter().flatten().count() > 1;
    let answer = run.answer.map(|best| match best {
        Some((skipped, edges)) => Some((n as u32 - skipped as u32, fill(line, &edges, false))),
        None if n == 0 || contradiction => None,
        // No two cells touch, or the given cell touches none.
        None => Some((1, (0..n).map(|c| u32::from(c == start)).collect())),
    });
    Ok(Run { answer, stats: run.stats })
}
