//! When a question is answered by a counting programme instead of by search.
//!
//! The order of trials for `auto`: a short search, which settles what propagation nearly settles; the
//! programme, if its estimated tables fit and its states are few against what search is expected to
//! need, after a trial of learning where that may be quicker still; search. The size of a search tree
//! is estimated by random probes, see [`estimate`].

use super::options::{Method, Options, Outcome, SearchMode, Task, Verdict};
use super::programme::{self, Cost, Programme};
use super::run::{RunError, run_observed};
use super::{beam, estimate};
use crate::families::{Kind, Touch, kind};
use crate::puzzle::Puzzle;
use crate::run::{Budget, Stop};
use num_bigint::BigUint;
use std::time::{Duration, Instant};

/// Decisions of the search that comes before any programme.
const SCOUT: u64 = 300;
/// Seconds a node of plain search, one of learning and a state of a programme take, roughly, for
/// comparing them.
const NODE_SECONDS: f64 = 4e-6;
const LEARNING_SECONDS: f64 = 1e-4;
const STATE_SECONDS: f64 = 1.5e-7;
/// Search that is expected to take more seconds than this is not expected to end.
const HOPELESS: f64 = 3600.0;
/// How long search looks for a lower bound when the tables do not fit, at the least.
const SEARCH: Duration = Duration::from_secs(20);
/// Random probes of the search tree.
const PROBES: u64 = 24;
/// A programme of fewer seconds than this is not worth a comparison.
const CHEAP: f64 = 0.05;
/// Learning may be so many times as fast as plain search; whether it is, only a trial can tell, which
/// may take this share of the programme's time.
const LEARNING_SAVES: f64 = 30.0;
const TRIAL: f64 = 0.2;
/// A programme of more states than this does not decide uniqueness: search comes first.
const CHECK_STATES: f64 = 3e6;

/// Answers the question by a programme, where that is wanted or promises to be cheaper. `None`:
/// search is to answer.
pub(super) fn by_programme(
    puzzle: &Puzzle,
    task: Task,
    options: &Options,
) -> Result<Option<Outcome>, RunError> {
    let by_search = matches!(options.method, Method::Search | Method::Parts);
    if options.goal.is_some() || options.network.is_some() || by_search {
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
    matches!(kind(puzzle), Kind::Numberlink(n) if n.touch == Touch::Yes && n.board.is_rook())
}

fn count(puzzle: &Puzzle, options: &Options) -> Result<Option<Outcome>, RunError> {
    let started = Instant::now();
    let mut known = BigUint::ZERO;
    let made = Programme::of(puzzle);
    if options.method == Method::Auto {
        let scout = scout(puzzle, Task::Count, options)?;
        if settled(&scout, options, SCOUT) {
            return Ok(Some(scout));
        }
        known = scout.count;
        let Ok(programme) = &made else { return Ok(None) };
        let cost = match programme.cost(f64::INFINITY, options) {
            Ok(cost) => cost,
            // The states fit no key.
            Err(Stop::Memory) => return Ok(None),
            Err(stop) => return Ok(Some(bounded(programme, puzzle, known, stop, started))),
        };
        if !cost.fits(options.budget.memory) {
            let search = estimate::probe(puzzle, options, PROBES)?.nodes * NODE_SECONDS;
            if search <= HOPELESS {
                return Ok(None);
            }
            let bound = beam::at_least(programme, options);
            if bound > known {
                return Ok(Some(bounded(programme, puzzle, bound, Stop::Memory, started)));
            }
            return at_least(puzzle, options, SEARCH);
        }
        match contest(puzzle, cost, options)? {
            Contest::Programme => {}
            Contest::Search => return Ok(None),
            Contest::Open(nodes) => {
                let trial = few_nodes(puzzle, Task::Count, nodes, options.search, options)?;
                if settled(&trial, options, nodes) {
                    return Ok(Some(trial));
                }
                known = known.max(trial.count);
            }
        }
    }
    let programme = match made {
        Ok(programme) => programme,
        Err(why) if options.method == Method::Dp => return Err(RunError::NoMethod(why)),
        Err(_) => return Ok(None),
    };
    let run = programme.count(&with_reserve(options));
    let mut outcome = Outcome::blank(programme.name());
    match run.answer {
        Ok(count) => {
            outcome.lines = puzzle.is_undirected().then(|| (&count + 1u32) / 2u32);
            outcome.count = count;
            outcome.exact = true;
        }
        Err(stop) => {
            let bound = beam::at_least(&programme, options).max(known);
            // Out of memory is no reason to give up while search can still say "at least".
            let silent = bound == BigUint::ZERO && stop == Stop::Memory;
            if silent && options.method == Method::Auto {
                return at_least(puzzle, options, started.elapsed().max(SEARCH));
            }
            outcome = bounded(&programme, puzzle, bound, stop, started);
        }
    }
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = started.elapsed();
    Ok(Some(outcome))
}

/// The options with a tenth of the time kept back, for a lower bound if the rest is not enough.
fn with_reserve(options: &Options) -> Options {
    let now = Instant::now();
    let most = |d: Instant| now + d.saturating_duration_since(now) * 9 / 10;
    let deadline = options.budget.deadline.map(most);
    Options { budget: Budget { deadline, ..options.budget.clone() }, ..options.clone() }
}

/// There are so many solutions and perhaps more.
fn bounded(
    programme: &Programme<'_>,
    puzzle: &Puzzle,
    count: BigUint,
    stopped: Stop,
    started: Instant,
) -> Outcome {
    let mut outcome = Outcome::blank(programme.name());
    outcome.lines = puzzle.is_undirected().then(|| (&count + 1u32) / 2u32);
    outcome.count = count;
    outcome.stopped = Some(stopped);
    outcome.solve_time = started.elapsed();
    outcome
}

/// Search for a lower bound, as the tables do not fit into memory. Limits of the user's end it; where
/// there are none it ends after this time, as a search that is not expected to finish must end some
/// time.
fn at_least(
    puzzle: &Puzzle,
    options: &Options,
    time: Duration,
) -> Result<Option<Outcome>, RunError> {
    if options.budget.deadline.is_some() || options.budget.nodes.is_some() {
        return Ok(None);
    }
    let budget = Budget { deadline: Some(Instant::now() + time), ..options.budget.clone() };
    let search = Options { budget, ..options.clone() };
    let mut outcome = run_observed(puzzle, Task::Count, &search, &mut ())?.0;
    if outcome.stopped == Some(Stop::Time) {
        outcome.stopped = Some(Stop::Memory);
    }
    Ok(Some(outcome))
}

fn check(puzzle: &Puzzle, options: &Options) -> Result<Option<Outcome>, RunError> {
    let started = Instant::now();
    let scout = scout(puzzle, Task::Check, options)?;
    if scout.verdict() != Verdict::Unknown || settled(&scout, options, SCOUT) {
        return Ok(Some(scout));
    }
    let Ok(programme) = Programme::of(puzzle) else { return Ok(None) };
    let Ok(cost) = programme.cost(CHECK_STATES, options) else { return Ok(None) };
    if !cost.fits(options.budget.memory) || cost.states > CHECK_STATES {
        return Ok(None);
    }
    let run = programme.first(2, options);
    let Ok(answers) = run.answer else { return Ok(None) };
    let mut outcome = Outcome::blank(programme.name());
    outcome.exact = answers.len() < 2;
    outcome.stopped = (!outcome.exact).then_some(Stop::Limit);
    outcome.count = BigUint::from(answers.len());
    programme::verify(puzzle, programme.name(), &answers)?;
    outcome.answers = answers;
    outcome.peak_bytes = run.stats.peak_bytes as u64;
    outcome.peak_states = run.stats.peak_states as u64;
    outcome.solve_time = started.elapsed();
    Ok(Some(outcome))
}

/// A plain search of a few hundred nodes.
fn scout(puzzle: &Puzzle, task: Task, options: &Options) -> Result<Outcome, RunError> {
    few_nodes(puzzle, task, SCOUT, SearchMode::Dfs, options)
}

/// A search of so many nodes at the most, on one thread.
fn few_nodes(
    puzzle: &Puzzle,
    task: Task,
    nodes: u64,
    search: SearchMode,
    options: &Options,
) -> Result<Outcome, RunError> {
    let nodes = options.budget.nodes.map_or(nodes, |n| n.min(nodes));
    let budget = Budget { nodes: Some(nodes), ..options.budget.clone() };
    let options = Options { budget, threads: 1, search, ..options.clone() };
    Ok(run_observed(puzzle, task, &options, &mut ())?.0)
}

/// Whether the outcome of a search of so many nodes is final: it is exact, or a limit of the user's
/// ended it.
fn settled(outcome: &Outcome, options: &Options, nodes: u64) -> bool {
    outcome.stopped != Some(Stop::Nodes) || options.budget.nodes.is_some_and(|n| n <= nodes)
}

/// Which is expected to be cheaper.
enum Contest {
    Programme,
    Search,
    /// The programme, unless search with learning ends within so many nodes.
    Open(u64),
}

/// Compares the programme's states with an estimate of the plain search tree.
fn contest(puzzle: &Puzzle, cost: Cost, options: &Options) -> Result<Contest, RunError> {
    let programme = cost.states * STATE_SECONDS;
    if programme < CHEAP {
        return Ok(Contest::Programme);
    }
    let search = estimate::probe(puzzle, options, PROBES)?.nodes * NODE_SECONDS;
    Ok(if search <= programme {
        Contest::Search
    } else if search <= programme * LEARNING_SAVES {
        Contest::Open((programme * TRIAL / LEARNING_SECONDS) as u64)
    } else {
        Contest::Programme
    })
}
