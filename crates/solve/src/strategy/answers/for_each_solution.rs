//! Solutions handed out one by one while they are found: by one search on one thread, in an order that depends on the
//! puzzle and the options alone. If plain search finds few of them, learning or the whole plan takes over.

use super::enumerate::{self, By, enumerate};
use crate::strategy::answers::distinct_shown;
use crate::strategy::case::Case;
use crate::strategy::driver::run_watched;
use crate::strategy::error::RunError;
use crate::strategy::options::{Options, SearchMode, Task};
use crate::strategy::outcome::Outcome;
use crate::strategy::plan::method_id::Order;
use crate::strategy::plan::question_spec::QuestionSpec;
use clew_engine::kernel::{Lit, Observer, Watched};
use clew_engine::run::clock::Instant;
use clew_engine::run::{Stats, Stop};
use clew_puzzle::puzzle::{Answer, Puzzle};
use num_bigint::BigUint;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Decisions of plain search after which it must have found solutions to go on.
const TRIAL_DECISIONS: u64 = 300;
/// Plain search continues while it takes at most this number of decisions per solution.
const DECISIONS_PER_SOLUTION: u64 = 16;

/// Solutions that are remembered for a search that takes over, which must hand out different ones. Plain search does
/// not give up after more of them.
const MAX_HANDED_OUT: usize = 300;
/// Number of solutions up to which the whole plan may be used for them instead of continuing one search.
const PLAN_LIMIT: usize = 1_000;

/// Hands up to `limit` solutions to `each`, verified, as they are found, until `each` breaks off. Of a line that may
/// run either way, one direction is handed out. If not all solutions are wanted and plain search hardly finds any,
/// another search takes over: learning for many solutions; for a thousand at most the whole plan, which hands out its
/// solutions at its end. The outcome has no answers; its count is that of the solutions handed out, as the text format
/// counts them.
///
/// # Errors
/// [`RunError`].
pub fn solve_each<O: Observer>(
    puzzle: &Puzzle,
    limit: usize,
    options: &Options,
    seen: &mut O,
    each: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
) -> Result<Outcome, RunError> {
    if distinct_shown::needs_distinct_shown(puzzle, options) && limit > 0 {
        let mut ask = |puzzle: &Puzzle, asked: &QuestionSpec, options: &Options| {
            run_watched(puzzle, asked.task, options, seen)
        };
        let asked = QuestionSpec::new(Task::Solve { limit }, options);
        let (mut outcome, _) = distinct_shown::one_by_one(puzzle, &asked, options, &mut ask, each)?;
        outcome.answers.clear();
        return Ok(outcome);
    }
    let mut listing = Listing { puzzle, limit, options, handed_out: Vec::new(), ways: 1 };
    // Each search below hands out a solution before it checks the limit.
    if options.goal.is_some() || limit == 0 {
        return by_other_search(&listing, options, seen, each);
    }
    let learning = |order| By::Learning(order, limit);
    match options.search {
        SearchMode::Dfs => return listing.by(By::Plain, seen, each),
        SearchMode::Learn => return listing.by(learning(Order::Activity), seen, each),
        SearchMode::StaticOrder => return listing.by(learning(Order::Static), seen, each),
        SearchMode::Auto if limit == usize::MAX => return listing.by(By::Plain, seen, each),
        SearchMode::Auto => {}
    }
    let spent = match listing.on_trial(seen, each)? {
        Trial::Answered(outcome) => return Ok(*outcome),
        Trial::GaveUp(spent) => spent,
    };
    let nodes = options.budget.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
    let budget = nodes.map_or(options.budget.clone(), |left| options.budget.at_most_nodes(left));
    let options = &Options { budget, ..options.clone() };
    let mut outcome = if limit > PLAN_LIMIT {
        let listing = Listing { options, ..listing };
        listing.by(learning(Order::Alternating), seen, each)?
    } else {
        by_other_search(&listing, options, seen, each)?
    };
    // The solutions handed out by plain search are among those that the other search meets.
    outcome.stats.add(&Stats { solutions: 0, ..spent });
    Ok(outcome)
}

/// The result of plain search.
enum Trial {
    Answered(Box<Outcome>),
    /// It is not worth continuing; the statistics so far.
    GaveUp(Stats),
}

/// Solutions that are handed out one by one.
struct Listing<'a> {
    puzzle: &'a Puzzle,
    limit: usize,
    options: &'a Options,
    /// Solutions that an earlier search has handed out.
    handed_out: Vec<Answer>,
    /// Fillings that each of these stands for.
    ways: u32,
}

impl Listing<'_> {
    /// Runs one search, without the solutions that are handed out already.
    fn by<O: Observer>(
        &self,
        by: By,
        seen: &mut O,
        each: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
    ) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let mut case = Case::new(self.puzzle, self.task(), self.options, true)?;
        let mut out = self.handed_out.len();
        let mut met = enumerate(&mut case, by, &self.options.budget, seen, &mut |answer, ways| {
            if self.handed_out.contains(&answer) || is_second(self.puzzle, &answer, ways) {
                return ControlFlow::Continue(());
            }
            out += 1;
            each(&answer)?;
            if out >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        (met.solutions, met.ways) = (out as u64, self.fillings(met.ways).max(self.ways));
        enumerate::outcome(case, met, start)
    }

    /// Runs plain search until it is not worth continuing; `told` then holds the solutions handed out.
    fn on_trial<O: Observer>(
        &mut self,
        seen: &mut O,
        each: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
    ) -> Result<Trial, RunError> {
        let start = Instant::now();
        let mut case = Case::new(self.puzzle, self.task(), self.options, true)?;
        let verdict = Arc::new(AtomicBool::new(false));
        let budget = self.options.budget.with_cancel(verdict.clone());
        let found = &Cell::new(0);
        let mut both = (seen, RarityMonitor { decisions: 0, found, verdict: &verdict });
        let seen = &mut Watched::new(&mut both);
        let mut met = enumerate(&mut case, By::Plain, &budget, seen, &mut |answer, ways| {
            if is_second(self.puzzle, &answer, ways) {
                return ControlFlow::Continue(());
            }
            found.set(found.get() + 1);
            let flow = each(&answer);
            // Solutions that need no decision may come after the decision to give up.
            if found.get() <= MAX_HANDED_OUT || verdict.load(Ordering::Relaxed) {
                self.handed_out.push(answer);
            }
            flow?;
            let all = found.get() >= self.limit;
            if all { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        (met.solutions, met.ways) = (found.get() as u64, self.fillings(met.ways));
        self.ways = met.ways;
        let gave_up = verdict.load(Ordering::Relaxed);
        if gave_up && met.end == Err(Stop::Interrupt) && self.options.budget.urgent().is_none() {
            return Ok(Trial::GaveUp(enumerate::outcome(case, met, start)?.stats));
        }
        enumerate::outcome(case, met, start).map(|outcome| Trial::Answered(Box::new(outcome)))
    }

    /// Fillings that a solution which is handed out stands for, of a network in which one stands for `ways`.
    fn fillings(&self, ways: u32) -> u32 {
        if self.puzzle.folds_reverse() { 2 } else { ways }
    }

    fn task(&self) -> Task {
        Task::Solve { limit: self.limit }
    }
}

/// Whether a solution, which stands for `ways` fillings, is the reverse of one that is handed out in its place: a
/// network that has directions meets both.
fn is_second(puzzle: &Puzzle, answer: &Answer, ways: u32) -> bool {
    puzzle.folds_reverse() && ways == 1 && puzzle.reversed(answer) < *answer
}

/// Hands out the solutions found by another search, without those that are handed out already.
fn by_other_search<O: Observer>(
    listing: &Listing<'_>,
    options: &Options,
    seen: &mut O,
    each: &mut dyn FnMut(&Answer) -> ControlFlow<()>,
) -> Result<Outcome, RunError> {
    let Listing { puzzle, limit, handed_out: ref told, ways, .. } = *listing;
    let (mut outcome, _) = run_watched(puzzle, Task::Solve { limit }, options, seen)?;
    let mut out = told.len();
    let either_way = puzzle.folds_reverse();
    let is_told = |answer: &Answer| {
        told.contains(answer) || (either_way && told.contains(&puzzle.reversed(answer)))
    };
    for answer in outcome.answers.drain(..).filter(|answer| !is_told(answer)) {
        if out == limit || each(&answer).is_break() {
            break;
        }
        out += 1;
    }
    // A search that was cut short may not have met all solutions handed out before.
    let met = BigUint::from(out) * ways;
    if !told.is_empty() && outcome.count < met {
        outcome.set_count(puzzle, met);
    }
    Ok(outcome)
}

/// Detects that solutions are rare.
struct RarityMonitor<'a> {
    decisions: u64,
    found: &'a Cell<usize>,
    /// Raised when plain search should give up.
    verdict: &'a AtomicBool,
}

impl Observer for RarityMonitor<'_> {
    fn branched(&mut self, _depth: u32, _on: Lit) {
        self.decisions += 1;
        let found = self.found.get();
        let enough = TRIAL_DECISIONS.max(DECISIONS_PER_SOLUTION * found as u64);
        if found <= MAX_HANDED_OUT && self.decisions > enough {
            self.verdict.store(true, Ordering::Relaxed);
        }
    }
}
