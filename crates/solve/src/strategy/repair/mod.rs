//! How a puzzle could be repaired: which clue makes it unique, why it has no solution, which givens it could do
//! without.
//!
//! First the puzzle is checked. Then questions under assumptions go to one learner for a network in
//! which clues are literals: added ones for a puzzle with several solutions (`additions`), given ones
//! for one without or with one (`contradiction`, `redundant`). Where givens hang together, changed
//! puzzles are checked one by one (`variants`).

mod additions;
mod contradiction;
mod hitting;
mod redundant;
mod scope;
mod variants;

pub use additions::{Addition, Additions, Proof};
pub use contradiction::{Contradiction, Fix};
pub use redundant::{Minimal, Redundant};
pub use scope::Scope;
pub use variants::Changed;

use super::driver;
use super::error::RunError;
use super::learning::never_begun;
use super::options::{Options, Task};
use super::outcome::{Outcome, Verdict};
use crate::strategy::whereabouts::questions::{Questions, guards};
use clew_engine::kernel::Lit;
use clew_engine::run::clock::Instant;
use clew_engine::run::{Budget, End, Exhausted, Stats, Stop};
use clew_puzzle::puzzle::{Answer, BuildError, BuildOptions, Clue, Puzzle};
use std::time::Duration;

/// The result of a repair.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The outcome of the check; with `unknown` there are no findings.
    pub check: Outcome,
    /// The possible repairs.
    pub findings: Findings,
    /// Why something was left open, if anything was.
    pub stopped: Option<Stop>,
    /// Questions that were put.
    pub questions: u64,
    /// The cost of the questions.
    pub stats: Stats,
    /// The time of everything after the check.
    pub time: Duration,
}

/// The possible repairs.
#[derive(Clone, Debug)]
pub enum Findings {
    /// The check did not come to its end.
    Nothing,
    /// There is one solution: givens it could do without.
    Unique(Redundant),
    /// There are several: clues to be added.
    Multiple(Additions),
    /// There is none: why, and which changes help.
    None(Contradiction),
}

/// Finds out how a puzzle could be repaired. With `minimal`, a puzzle with one solution gets a set of givens that are
/// enough and of which none can be left out, and for any other puzzle nothing is found out.
///
/// # Errors
/// [`RunError`].
pub fn repair(puzzle: &Puzzle, minimal: bool, options: &Options) -> Result<Repair, RunError> {
    repair_within(puzzle, minimal, &Scope::default(), options)
}

/// The same, naming only clues that the scope admits: those outside of it are neither added nor changed, and "no fewer
/// are enough" refers to the admitted ones.
///
/// # Errors
/// [`RunError`].
pub fn repair_within(
    puzzle: &Puzzle,
    minimal: bool,
    scope: &Scope,
    options: &Options,
) -> Result<Repair, RunError> {
    let check = driver::run(puzzle, Task::Check, options)?;
    let start = Instant::now();
    let mut work = Work {
        puzzle,
        scope,
        options,
        budget: options.budget.clone(),
        questions: 0,
        stats: Stats { nodes: check.stats.nodes, ..Stats::default() },
        stopped: None,
    };
    let findings = match check.verdict() {
        Verdict::Unknown => {
            work.stopped = check.stopped;
            Findings::Nothing
        }
        Verdict::Unique => {
            Findings::Unique(redundant::find(&mut work, &check.answers[0], minimal)?)
        }
        // It is about puzzles with one solution.
        Verdict::Multiple | Verdict::None if minimal => Findings::Nothing,
        Verdict::Multiple => Findings::Multiple(additions::find(&mut work, &check.answers)?),
        Verdict::None => {
            let mut found = contradiction::find(&mut work)?;
            found.fixes.retain(|fix| scope.admits_change(fix.change));
            Findings::None(found)
        }
    };
    let Work { questions, stats, stopped, .. } = work;
    Ok(Repair { check, findings, stopped, questions, stats, time: start.elapsed() })
}

/// The state shared by all parts of the work.
struct Work<'a> {
    puzzle: &'a Puzzle,
    scope: &'a Scope,
    options: &'a Options,
    budget: Budget,
    questions: u64,
    stats: Stats,
    /// Why something was left open.
    stopped: Option<Stop>,
}

/// The questions about a puzzle, with the literals of clues.
struct PreparedQuestions {
    questions: Questions,
    clues: Vec<Lit>,
}

impl Work<'_> {
    /// Prepares questions about a puzzle in whose network these clues are literals. `Err`: no question can be put.
    fn ask(
        &mut self,
        puzzle: &Puzzle,
        clues: &[Clue],
    ) -> Result<Result<PreparedQuestions, End>, RunError> {
        let network = puzzle.network(self.options.network.as_deref())?.name;
        let build = BuildOptions {
            without: self.options.without.clone(),
            learning: true,
            numbers: true,
            interrupt: self.budget.interrupt(),
            ..BuildOptions::default()
        };
        let mut built = match puzzle.build(network, &build) {
            Ok(built) => built,
            Err(BuildError::Interrupted) => return Ok(Err(Err(self.budget.why()))),
            Err(error) => return Err(error.into()),
        };
        if built.model.infeasible {
            return Ok(Err(Ok(Exhausted)));
        }
        let lits = match guards(puzzle, &mut built, clues, &self.budget) {
            Ok(lits) => lits,
            Err(stop) => return Ok(Err(Err(stop))),
        };
        let Some(lits) = lits else {
            return Err(RunError::NoMethod(format!(
                "the network {network} has no words for the clues of this puzzle"
            )));
        };
        built.model.engine.set_interrupt(self.budget.interrupt());
        let settled = built.model.engine.fixpoint(&mut ());
        built.model.engine.set_interrupt(None);
        if let Err(halt) = settled {
            return Ok(Err(never_begun(halt, &self.budget)));
        }
        let made = Questions::new(puzzle, network, &built, CLAUSES, self.options, &self.budget);
        Ok(made.map(|questions| PreparedQuestions { questions, clues: lits }))
    }

    /// Adds the cost of questions.
    fn add_cost(&mut self, questions: &Questions) {
        self.questions += questions.asked;
        self.stats.add(&questions.stats);
    }

    /// Whether to stop now; then it is noted why.
    fn is_over(&mut self, nodes: u64) -> bool {
        let stop = self.budget.reached(self.stats.nodes.saturating_add(nodes));
        self.stopped = self.stopped.or(stop);
        stop.is_some()
    }

    /// A literal under which a solution is another than this one, for a line without direction also than its reverse.
    /// `None`, which is noted: a limit was reached, or no clause is left for it.
    fn others(&mut self, questions: &mut Questions, answer: &Answer) -> Option<Vec<Lit>> {
        // They take the learner to the root, and the way may be long.
        if self.is_over(questions.stats.nodes) {
            return None;
        }
        let reverse = self.puzzle.one_either_way().then(|| self.puzzle.reversed(answer));
        let answers = std::iter::once(answer).chain(&reverse);
        let lits: Option<Vec<Lit>> = answers.map(|other| questions.other_than(other)).collect();
        if lits.is_none() {
            self.stopped = Some(Stop::Memory);
        }
        lits
    }

    /// The budget of a question, `nodes` decisions after the work's own.
    fn left(&self) -> Budget {
        let nodes = self.budget.nodes.map(|n| n.saturating_sub(self.stats.nodes));
        Budget { nodes, ..self.budget.clone() }
    }
}

/// Clauses that questions may add.
const CLAUSES: u32 = 8192;
