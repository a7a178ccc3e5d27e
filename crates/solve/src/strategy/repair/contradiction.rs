//! Why a puzzle has no solution, and which single given to take away or to change.
//!
//! The givens are assumptions; the core of the refusal is shrunk given by given until every one of it
//! is needed. Only a given of that core can be at fault alone.

use super::variants::{self, Changed};
use super::{PreparedQuestions, Work};
use crate::strategy::driver;
use crate::strategy::error::RunError;
use crate::strategy::options::{Options, Task};
use crate::strategy::outcome::Verdict;
use crate::strategy::whereabouts::questions::{QuestionResult, Questions};
use clew_engine::kernel::Lit;
use clew_puzzle::puzzle::{Answer, Change, Clue, Content};

/// Why there is no solution.
#[derive(Clone, Debug, Default)]
pub struct Contradiction {
    /// Givens that contradict each other and the rules; empty if the rules alone do, or where
    /// givens hang together.
    pub clues: Vec<Clue>,
    /// If givens depend on each other: labels whose paths cannot exist together, even if cells may stay empty.
    pub labels: Vec<u32>,
    /// All paths can be there together if cells may stay empty.
    pub only_if_full: bool,
    /// Without any one of them there is no contradiction; proved.
    pub minimal: bool,
    /// Nothing was found out: the time was up, or givens depend on each other and no changed puzzles are available.
    pub open: bool,
    /// Single changes after which there is a solution.
    pub fixes: Vec<Fix>,
}

/// A change after which there is a solution.
#[derive(Clone, Debug)]
pub struct Fix {
    /// The change.
    pub change: Change,
    /// Whether there is only one then; `None`: not decided.
    pub unique: Option<bool>,
    /// A solution of the changed puzzle.
    pub solution: Answer,
}

pub(super) fn find(work: &mut Work<'_>) -> Result<Contradiction, RunError> {
    let Some(givens) = work.puzzle.clues() else { return of_labels(work) };
    let mut found = Contradiction::default();
    // A sign the other way round is a change too.
    let turned: Vec<Clue> = givens
        .iter()
        .filter_map(|clue| match *clue {
            Clue::Less([a, b]) => Some(Clue::Less([b, a])),
            Clue::Holds { .. } | Clue::Gap(_) => None,
        })
        .collect();
    let bare = work.puzzle.with_clues(&[]).expect("no clue is no clash");
    let all: Vec<Clue> = givens.iter().chain(&turned).copied().collect();
    let PreparedQuestions { mut questions, clues } = match work.ask(&bare, &all)? {
        Ok(asked) => asked,
        Err(Ok(_)) => {
            found.minimal = true;
            return Ok(found);
        }
        Err(Err(stop)) => {
            work.stopped = Some(stop);
            found.open = true;
            return Ok(found);
        }
    };
    let mut fixer = Fixer { givens: &givens, turned: &turned, clues: &clues, questions };
    fixer.core(work, &mut found)?;
    if found.minimal {
        for (i, given) in givens.iter().enumerate() {
            if found.clues.contains(given) {
                fixer.fixes(work, i, &mut found.fixes)?;
            }
        }
    }
    questions = fixer.questions;
    work.add_cost(&questions);
    Ok(found)
}

struct Fixer<'a> {
    givens: &'a [Clue],
    turned: &'a [Clue],
    /// The literals of the givens, then of turned signs.
    clues: &'a [Lit],
    questions: Questions,
}

impl Fixer<'_> {
    /// Whether these literals hold together; a limit is noted, as a missing answer.
    fn holds(
        &mut self,
        work: &mut Work<'_>,
        assume: &[Lit],
    ) -> Result<Option<QuestionResult>, RunError> {
        if work.is_over(self.questions.stats.nodes) {
            return Ok(None);
        }
        let met = self.questions.holds(assume, &work.left())?;
        if let QuestionResult::Stopped(stop) = met {
            work.stopped = Some(stop);
            return Ok(None);
        }
        Ok(Some(met))
    }

    /// A minimal set of givens that contradict each other.
    fn core(&mut self, work: &mut Work<'_>, found: &mut Contradiction) -> Result<(), RunError> {
        let n = self.givens.len();
        let all = self.clues[..n].to_vec();
        let Some(QuestionResult::Refused(mut core)) = self.holds(work, &all)? else {
            found.open = true;
            return Ok(());
        };
        found.minimal = true;
        for i in 0..n {
            if !core.contains(&self.clues[i]) {
                continue;
            }
            let rest: Vec<Lit> = core.iter().copied().filter(|&l| l != self.clues[i]).collect();
            match self.holds(work, &rest)? {
                Some(QuestionResult::Refused(smaller)) => core = smaller,
                Some(_) => {}
                None => {
                    found.minimal = false;
                    break;
                }
            }
        }
        let is_left = |(i, _): &(usize, &Clue)| core.contains(&self.clues[*i]);
        found.clues = self.givens.iter().enumerate().filter(is_left).map(|(_, &c)| c).collect();
        Ok(())
    }

    /// The results of taking one given away, or of changing it.
    fn fixes(
        &mut self,
        work: &mut Work<'_>,
        given: usize,
        fixes: &mut Vec<Fix>,
    ) -> Result<(), RunError> {
        let old = self.givens[given];
        let n = self.givens.len();
        let rest: Vec<Lit> = (0..n).filter(|&i| i != given).map(|i| self.clues[i]).collect();
        let Some(QuestionResult::Solution(solution)) = self.holds(work, &rest)? else {
            return Ok(());
        };
        let unique = self.is_unique(work, &rest, &solution)?;
        fixes.push(Fix { change: Change::Removed(old), unique, solution: solution.clone() });
        match old {
            // Without it all solutions have the sign the other way round, or equal values.
            Clue::Less([a, b]) => {
                let new = Clue::Less([b, a]);
                let at = self.turned.iter().position(|&t| t == new).expect("every sign is turned");
                let assume = [&rest[..], &[self.clues[n + at]]].concat();
                if let Some(QuestionResult::Solution(solution)) = self.holds(work, &assume)? {
                    let unique = self.is_unique(work, &assume, &solution)?;
                    fixes.push(Fix { change: Change::Replaced { old, new }, unique, solution });
                }
            }
            // Without it the gap is another one in all solutions.
            Clue::Gap(_) => {}
            Clue::Holds { cell, .. } => {
                // Solution after solution, each with another value in the cell.
                let mut next = Some(solution);
                let mut values: Vec<Lit> = Vec::new();
                while let Some(solution) = next.take() {
                    let content = work.puzzle.contents(&solution)[cell as usize];
                    let Some(l) = self.questions.content(cell, content) else { break };
                    let assume = [&rest[..], &[l]].concat();
                    let unique = self.is_unique(work, &assume, &solution)?;
                    let new = Clue::Holds { cell, content };
                    if content != Content::Nothing {
                        fixes.push(Fix { change: Change::Replaced { old, new }, unique, solution });
                    }
                    values.push(!l);
                    let assume = [&rest[..], &values].concat();
                    if let Some(QuestionResult::Solution(other)) = self.holds(work, &assume)? {
                        next = Some(other);
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether this is the only solution under these assumptions; `None`: not decided.
    fn is_unique(
        &mut self,
        work: &mut Work<'_>,
        assume: &[Lit],
        solution: &Answer,
    ) -> Result<Option<bool>, RunError> {
        let Some(mut lits) = work.others(&mut self.questions, solution) else { return Ok(None) };
        let switches = lits.clone();
        lits.splice(0..0, assume.iter().copied());
        let met = self.holds(work, &lits)?;
        switches.into_iter().for_each(|switch| self.questions.retire(switch));
        Ok(met.map(|met| matches!(met, QuestionResult::Refused(_))))
    }
}

/// Where givens hang together: labels whose paths are at odds, and single changes.
fn of_labels(work: &mut Work<'_>) -> Result<Contradiction, RunError> {
    let mut found = Contradiction::default();
    let label = |content| match content {
        Content::Label(k) => Some(k),
        _ => None,
    };
    let all: Vec<u32> = work.puzzle.candidates().into_iter().filter_map(label).collect();
    let fits = |work: &mut Work<'_>, labels: &[u32]| -> Result<Option<bool>, RunError> {
        let Some(puzzle) = work.puzzle.weakened(labels) else { return Ok(None) };
        if work.is_over(0) {
            return Ok(None);
        }
        let options = Options { budget: work.left(), ..work.options.clone() };
        let outcome = driver::run(&puzzle, Task::Solve { limit: 1 }, &options)?;
        work.questions += 1;
        work.stats.add(&outcome.stats);
        let answer = (!outcome.answers.is_empty()).then_some(true);
        let answer = answer.or(outcome.exact.then_some(false));
        if answer.is_none() {
            work.stopped = work.stopped.or(outcome.stopped);
        }
        Ok(answer)
    };
    match fits(work, &all)? {
        Some(true) => {
            found.only_if_full = true;
            found.minimal = true;
        }
        Some(false) => {
            let mut core = all.clone();
            found.minimal = true;
            for &label in &all {
                let rest: Vec<u32> = core.iter().copied().filter(|&k| k != label).collect();
                match fits(work, &rest)? {
                    Some(false) => core = rest,
                    Some(true) => {}
                    None => found.minimal = false,
                }
            }
            found.labels = core;
        }
        None => found.open = true,
    }
    for Changed { change, outcome } in variants::check(work)? {
        let unique = match outcome.verdict() {
            Verdict::Unique => Some(true),
            Verdict::Multiple => Some(false),
            _ => None,
        };
        if let Some(solution) = outcome.answers.into_iter().next() {
            found.fixes.push(Fix { change, unique, solution });
        }
    }
    Ok(found)
}
