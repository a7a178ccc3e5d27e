//! When a question is answered by a counting programme instead of by search.
//!
//! The order of trials for `auto`: a short search, which settles what propagation nearly settles; the
//! programme, if its estimated tables fit and its states are few against what search is expected to
//! need; search. The size of a search tree is estimated by random probes (Knuth, "Estimating the
//! efficiency of backtrack programs", 1975).

use super::options::{Method, Options, Outcome, SearchMode, Stopped, Task, Verdict};
use super::programme::{self, Cost};
use super::run::{RunError, run_observed};
use crate::kernel::Reason;
use crate::puzzle::{Answer, BuildOptions, Puzzle, Touch};
use crate::search::{BranchSpec, Brancher, Limits, Stats, ValueOrder, VarOrder};
use num_bigint::BigUint;
use std::time::Instant;

/// Decisions of the search that comes before any programme.
const SCOUT: u64 = 300;
/// Seconds a node of search and a state of a programme take, roughly, for comparing the two.
const NODE_SECONDS: f64 = 4e-6;
const STATE_SECONDS: f64 = 1.5e-7;
/// Random probes of the search tree.
const PROBES: u64 = 24;
/// A programme of more states than this does not decide uniqueness: search comes first.
const CHECK_STATES: f64 = 3e6;

/// Answers the question by a programme, where that is wanted or promises to be cheaper. `None`:
/// search is to answer.
pub(super) fn by_programme(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
) -> Result<Option<Outcome>, RunError> {
    if options.goal.is_some() || options.network.is_some() || options.method == Method::Search {
        return Ok(None);
    }
    match task {
        Task::Count => count(puzzle, options),
        Task::Check if touches(puzzle) && options.search == SearchMode::Auto => {
            check(puzzle, options)
        }
        _ => Ok(None),
    }
}

/// Where paths may touch, failures are long-range strandings that search learns little from, and
/// the programme needs no memory of components: it decides narrow boards outright.
fn touches(puzzle: &Puzzle) -> bool {
    matches!(puzzle, Puzzle::Numberlink(n) if n.touch == Touch::Yes && n.board.is_rook())
}

fn count(puzzle: &Puzzle, options: &Options) -> Result<Option<Outcome>, RunError> {
    let started = Instant::now();
    if options.method == Method::Auto {
        let scout = scout(puzzle, Task::Count, options)?;
        if settled(&scout, options) {
            return Ok(Some(scout));
        }
        let Some(cost) = programme::estimate(puzzle) else { return Ok(None) };
        if !cost.fits(options.memory) || !is_cheaper(puzzle, cost, options)? {
            return Ok(None);
        }
    }
    let Some(run) = programme::count(puzzle, options) else { return Ok(None) };
    let mut outcome = blank(puzzle);
    match run.answer {
        Ok(count) => {
            outcome.lines = undirected(puzzle).then(|| (&count + 1u32) / 2u32);
            outcome.count = count;
            outcome.exact = true;
        }
        Err(stop) => {
            outcome.stopped = Some(programme::stopped(stop));
            // Out of memory is no reason to give up while search can still say "at least".
            if options.method == Method::Auto && outcome.stopped == Some(Stopped::Memory) {
                return Ok(None);
            }
        }
    }
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = started.elapsed();
    Ok(Some(outcome))
}

fn check(puzzle: &Puzzle, options: &Options) -> Result<Option<Outcome>, RunError> {
    let started = Instant::now();
    let scout = scout(puzzle, Task::Check, options)?;
    if scout.verdict() != Verdict::Unknown || settled(&scout, options) {
        return Ok(Some(scout));
    }
    let Some(cost) = programme::estimate(puzzle) else { return Ok(None) };
    if !cost.fits(options.memory) || cost.states > CHECK_STATES {
        return Ok(None);
    }
    let Some(run) = programme::first_solutions(puzzle, 2, options) else { return Ok(None) };
    let Ok(answers) = run.answer else { return Ok(None) };
    let mut outcome = blank(puzzle);
    outcome.exact = answers.len() < 2;
    outcome.stopped = (!outcome.exact).then_some(Stopped::Limit);
    outcome.count = BigUint::from(answers.len());
    verify(puzzle, &answers)?;
    outcome.answers = answers;
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = started.elapsed();
    Ok(Some(outcome))
}

fn verify(puzzle: &Puzzle, answers: &[Answer]) -> Result<(), RunError> {
    for answer in answers {
        puzzle
            .verify(answer)
            .map_err(|violation| RunError::Wrong { network: programme::name(puzzle), violation })?;
    }
    Ok(())
}

/// A plain search of a few hundred nodes.
fn scout(puzzle: &Puzzle, task: Task, options: &Options) -> Result<Outcome, RunError> {
    let nodes = options.limits.nodes.map_or(SCOUT, |n| n.min(SCOUT));
    let limits = Limits { nodes: Some(nodes), ..options.limits.clone() };
    let scout = Options { limits, threads: 1, search: SearchMode::Dfs, ..options.clone() };
    Ok(run_observed(puzzle, task, &scout, &mut ())?.0)
}

/// Whether the scout's outcome is final: it is exact, or a limit of the user's ended it.
fn settled(scout: &Outcome, options: &Options) -> bool {
    scout.stopped != Some(Stopped::Nodes) || options.limits.nodes.is_some_and(|n| n <= SCOUT)
}

/// Compares the programme's states with an estimate of the search tree.
fn is_cheaper(puzzle: &Puzzle, cost: Cost, options: &Options) -> Result<bool, RunError> {
    let programme = cost.states * STATE_SECONDS;
    if programme < 0.05 {
        return Ok(true);
    }
    Ok(programme < tree_nodes(puzzle, options)? * NODE_SECONDS)
}

/// The expected number of nodes of a plain search, by random probes from the root.
fn tree_nodes(puzzle: &Puzzle, options: &Options) -> Result<f64, RunError> {
    let info = puzzle.network(None)?;
    let mut built = puzzle.build(info.name, &BuildOptions::default())?;
    let engine = &mut built.model.engine;
    if engine.fixpoint(&mut ()).is_err() {
        return Ok(1.0);
    }
    let mut sum = 0.0;
    for probe in 0..PROBES {
        let spec = BranchSpec {
            order: VarOrder::SmallestDomain,
            values: ValueOrder::Random,
            seed: options.seed ^ probe,
        };
        let mut brancher = Brancher::new(&built.model.groups, spec, engine.store());
        let (mut weight, mut nodes) = (1.0f64, 1.0f64);
        let mut turn = probe;
        while let Some(l) = brancher.choose(engine) {
            // Either side with the same chance: each node met stands for twice as many.
            weight *= 2.0;
            nodes += weight;
            turn = turn
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let side = if turn >> 63 == 0 { l } else { !l };
            engine.push_level();
            if engine.assign(side, Reason::DECISION).is_err() || engine.fixpoint(&mut ()).is_err() {
                break;
            }
        }
        engine.backtrack(0);
        sum += nodes;
    }
    Ok(sum / PROBES as f64)
}

fn undirected(puzzle: &Puzzle) -> bool {
    match puzzle {
        Puzzle::Hidato(l) | Puzzle::Path(l) => {
            l.given.iter().all(Option::is_none) && l.board.len() > 1
        }
        _ => false,
    }
}

fn blank(puzzle: &Puzzle) -> Outcome {
    Outcome {
        answers: Vec::new(),
        count: BigUint::ZERO,
        exact: false,
        stopped: None,
        lines: None,
        best: None,
        network: "",
        search: programme::name(puzzle),
        stats: Stats::default(),
        sizes: [0; 4],
        init_time: std::time::Duration::ZERO,
        solve_time: std::time::Duration::ZERO,
        peak_bytes: 0,
        peak_states: 0,
    }
}
