//! Counting by dynamic programming: is there a programme for this puzzle, what would it cost, and
//! what does it give?

use super::error::RunError;
use super::offers::dp_name;
use super::options::Options;
use crate::dp::sampled::{Ask, Told};
use crate::dp::{Run, Stats};
use crate::families::futoshiki::counting as latin;
use crate::families::line::counting as line;
use crate::families::numberlink::counting as links;
use crate::families::{Kind, kind};
use crate::puzzle::{Answer, Puzzle};
use crate::run::{Budget, Progress, Step, threads};
use num_bigint::BigUint;

/// States sampled a layer by an estimate.
const SAMPLE: usize = 2_000;
/// Bytes that one state takes in the tables at the worst, both layers and slack included.
const STATE_BYTES: f64 = 96.0;

/// Bytes that a process takes before it has any table.
const BESIDE: usize = 8 << 20;

/// What a programme would cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// States of the largest layer.
    pub peak: f64,
    /// States of all layers.
    pub states: f64,
}

impl Cost {
    /// Whether the tables are expected to fit into so many bytes.
    pub fn fits(&self, memory: usize) -> bool {
        self.peak * STATE_BYTES < memory as f64
    }
}

/// The expected cost of the programme for this puzzle; `None` if there is none.
pub fn estimate(puzzle: &Puzzle) -> Option<Cost> {
    let of = |e: crate::dp::estimate::Estimate| Cost { peak: e.peak(), states: e.states() };
    match kind(puzzle) {
        Kind::Hidato(l) | Kind::Path(l) => line::estimate_peak(l, SAMPLE).ok().map(of),
        Kind::Numberlink(n) => links::estimate(n, SAMPLE).map(of),
        Kind::Futoshiki(f) => {
            if !latin::fits(f) {
                return None;
            }
            // No plan: no solution at first sight, which costs nothing to confirm.
            let plan = latin::estimate(f);
            Some(plan.map_or(Cost { peak: 1.0, states: 1.0 }, |p| Cost {
                peak: p.peak,
                states: p.states,
            }))
        }
        Kind::Other => None,
    }
}

/// Counts all solutions.
///
/// # Errors
/// Why there is no programme for this puzzle, in words.
pub fn count(puzzle: &Puzzle, options: &Options) -> Result<Run<BigUint>, String> {
    let budget = budget(options);
    let mut progress = forward(options);
    let threads = options.threads;
    match kind(puzzle) {
        Kind::Hidato(l) | Kind::Path(l) => line::count(l, &budget, &mut progress, threads)
            .map_err(|why| format!("there is no programme for this board: {why}")),
        Kind::Numberlink(n) => Ok(links::count(n, &budget, &mut progress, threads)),
        Kind::Futoshiki(f) if latin::fits(f) => {
            Ok(latin::count(f, &budget, &mut progress, threads))
        }
        Kind::Futoshiki(f) => Err(format!(
            "there is no programme for a square of order {}, only up to {}",
            f.n,
            latin::MAX_ORDER
        )),
        Kind::Other => Err("there is no programme for this puzzle".into()),
    }
}

/// What layers of at most `beam` states tell of the number of solutions. `None` if there is no
/// programme for this puzzle, or a limit came first.
pub fn sampled(puzzle: &Puzzle, ask: &Ask, beam: usize, options: &Options) -> Option<Told> {
    let halted = || options.budget.urgent().is_some();
    let work = || match kind(puzzle) {
        Kind::Hidato(l) | Kind::Path(l) => line::sampled(l, ask, beam, &halted).ok().flatten(),
        Kind::Numberlink(n) => links::sampled(n, ask, beam, &halted),
        Kind::Futoshiki(f) if latin::fits(f) => latin::sampled(f, ask, beam, &halted),
        Kind::Futoshiki(_) | Kind::Other => None,
    };
    match threads::pool(options.threads) {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Up to `k` solutions, all if there are no more; `None` if the puzzle's programme has none to give.
pub fn first_solutions(puzzle: &Puzzle, k: usize, options: &Options) -> Option<Run<Vec<Answer>>> {
    let budget = budget(options);
    let mut progress = forward(options);
    let threads = options.threads;
    match kind(puzzle) {
        Kind::Numberlink(n) => Some(answers(
            links::first_solutions(n, k, &budget, &mut progress, threads),
            Answer::Links,
        )),
        Kind::Futoshiki(f) if latin::fits(f) => Some(answers(
            latin::first_solutions(f, k, &budget, &mut progress, threads),
            Answer::Square,
        )),
        _ => None,
    }
}

/// `k` uniformly random solutions, each independent of the others; `None` if there is no programme.
pub fn sample(puzzle: &Puzzle, k: usize, options: &Options) -> Option<Run<Vec<Answer>>> {
    let (budget, seed, threads) = (budget(options), options.seed, options.threads);
    let mut progress = forward(options);
    match kind(puzzle) {
        Kind::Hidato(l) | Kind::Path(l) => {
            let run = line::sample(l, k, seed, &budget, &mut progress, threads).ok()?;
            Some(answers(run, Answer::Line))
        }
        Kind::Numberlink(n) => {
            Some(answers(links::sample(n, k, seed, &budget, &mut progress, threads), Answer::Links))
        }
        Kind::Futoshiki(f) => latin::fits(f).then(|| {
            let run = latin::sample(f, k, seed, &budget, &mut progress, threads);
            answers(run, Answer::Square)
        }),
        Kind::Other => None,
    }
}

/// What all solutions together use.
#[derive(Clone, PartialEq, Debug)]
pub enum Uses {
    /// Lines: the number of fillings, and for each edge of the board how many use it.
    Edges {
        /// All solutions.
        total: BigUint,
        /// Per edge of the board, those that use it.
        per_edge: Vec<BigUint>,
    },
    /// Numberlink: per cell, for each label and then for "empty", how many solutions have it.
    Labels(Vec<Vec<BigUint>>),
    /// Futoshiki: per cell, for each value, how many solutions have it.
    Values(Vec<Vec<BigUint>>),
}

/// How many solutions use each edge, label or value; `None` if there is no programme.
pub fn uses(puzzle: &Puzzle, options: &Options) -> Option<Run<Uses>> {
    let (budget, threads) = (budget(options), options.threads);
    let mut progress = forward(options);
    match kind(puzzle) {
        Kind::Hidato(l) | Kind::Path(l) => {
            let run = line::candidates(l, &budget, &mut progress, threads).ok()?;
            Some(map(run, |(total, per_edge)| Uses::Edges { total, per_edge }))
        }
        Kind::Numberlink(n) => {
            Some(map(links::candidates(n, &budget, &mut progress, threads), Uses::Labels))
        }
        Kind::Futoshiki(f) => latin::fits(f)
            .then(|| map(latin::candidates(f, &budget, &mut progress, threads), Uses::Values)),
        Kind::Other => None,
    }
}

/// Checks answers against the rules.
///
/// # Errors
/// [`RunError::Wrong`]: a defect of the programme, never an answer.
pub(super) fn verify(puzzle: &Puzzle, answers: &[Answer]) -> Result<(), RunError> {
    for answer in answers {
        puzzle.verify(answer).map_err(|violation| RunError::Wrong {
            network: dp_name(puzzle).keyword(),
            violation,
        })?;
    }
    Ok(())
}

fn map<T, U>(run: Run<T>, f: impl FnOnce(T) -> U) -> Run<U> {
    Run { answer: run.answer.map(f), stats: run.stats }
}

fn answers<T>(run: Run<Vec<T>>, f: impl Fn(T) -> Answer) -> Run<Vec<Answer>> {
    let stats: Stats = run.stats;
    Run { answer: run.answer.map(|all| all.into_iter().map(f).collect()), stats }
}

/// The budget of a programme.
pub(super) fn budget(options: &Options) -> Budget {
    // What the process takes beside its tables, and what the allocator keeps of freed ones.
    let all = options.budget.memory;
    options.budget.at_most_memory(all.saturating_sub(BESIDE).max(all / 2) / 10 * 9)
}

/// Hands each step to whoever watches.
pub(super) fn forward(options: &Options) -> impl Progress {
    let watch = options.watch.clone();
    move |step: Step| {
        if let Some(watch) = &watch {
            watch.call(step);
        }
    }
}
