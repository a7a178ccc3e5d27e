//! One puzzle: read it, run it, show what came of it.

use super::job::{Fault, Job};
use super::judge::Answered;
use super::meter::Meter;
use super::settings::{Question, Settings};
use super::status::Status;
use super::{invalid, object, overrides, show, stats};
use crate::puzzle::{BuildError, Entry, Puzzle};
use crate::run::Stop;
use crate::strategy::{self, Outcome, RunError, Task};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What is said after a panic.
const DEFECT: &str = "internal error: the solver failed; please report it with the puzzle";

/// Answers the question of a batch, puzzle by puzzle.
pub(super) struct Asker<'a> {
    pub settings: &'a Settings,
    /// Threads inside one puzzle.
    pub threads: usize,
    pub cancel: &'a Arc<AtomicBool>,
    /// Whether other puzzles are asked about too: then every result carries its name.
    pub batch: bool,
    /// Counts nodes for the progress line.
    pub meter: Option<Meter>,
}

/// What is left to say when the result is written.
#[derive(Debug)]
pub(super) struct Done {
    /// For standard error.
    pub notes: String,
    pub status: Status,
    /// What it counts as in the summary of a batch.
    pub label: &'static str,
    /// The user's interrupt came before the answer.
    pub interrupted: bool,
}

impl Asker<'_> {
    /// Writes the result of one puzzle.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn answer(&self, job: &Job, out: &mut dyn Write) -> io::Result<Done> {
        let start = Instant::now();
        let name = job.name();
        let mut entry = match job.parse() {
            Ok(entry) => entry,
            Err(fault) => return self.invalid(job, &fault, Status::BadInput, out),
        };
        if let Err(why) = overrides::apply(&self.settings.how.rules, &mut entry) {
            return self.invalid(job, &Fault::Whole(why), Status::Usage, out);
        }
        let title = job.title(entry.id.as_deref());
        let mut outcome = match self.run(&entry.puzzle) {
            Ok(outcome) => outcome,
            Err(Failure::Refused(why)) => {
                let fault = Fault::Whole(why);
                return self.invalid(job, &fault, Status::Usage, out);
            }
            Err(Failure::Undecided(why)) => return self.undecided(job, &entry, &why, out),
        };
        self.correct_stop(&mut outcome, cells(&entry.puzzle));
        let time_ms = start.elapsed().as_secs_f64() * 1e3;
        let answered = Answered {
            name: &name,
            title: &title,
            entry: &entry,
            outcome: &outcome,
            time_ms,
            batch: self.batch,
        };
        let (status, label) = show::write(self.settings, &answered, out)?;
        let mut notes = String::new();
        if let Some(warning) = contradiction(self.settings.question, &entry, &outcome) {
            notes = format!("warning: {title}: {warning}\n");
        }
        if let Some(form) = self.settings.show.stats {
            notes += &stats::text(form, &title, &outcome);
        }
        let interrupted = status == Status::Undecided && outcome.stopped == Some(Stop::Interrupt);
        Ok(Done { notes, status, label, interrupted })
    }

    fn run(&self, puzzle: &Puzzle) -> Result<Outcome, Failure> {
        let task = self.settings.task(cells(puzzle));
        // Said here, because not every question needs a network.
        let asked = &self.settings.how.options;
        let network = puzzle.network(asked.network.as_deref());
        let admitted = network.and_then(|network| network.admits(&asked.without));
        admitted.map_err(|error| Failure::of(error.into()))?;
        let mut options = self.settings.how.options(self.threads, self.cancel);
        // Puzzles that run side by side share the memory.
        options.budget.memory /= (self.settings.how.threads / self.threads).max(1);
        let step = if puzzle.board().is_some() { "cell" } else { "step" };
        options.watch = self.meter.as_ref().map(|meter| meter.watch(step));
        // A defect must not take the rest of a batch with it, and is never an answer.
        let question = self.settings.question;
        let result = catch_unwind(AssertUnwindSafe(|| match (question, self.meter.clone()) {
            (Question::Candidates, _) => strategy::candidates(puzzle, &options),
            (Question::Estimate, _) => strategy::count_or_estimate(puzzle, &options),
            (Question::Sample(k), _) => {
                strategy::sample(puzzle, k.min(self.settings.room(cells(puzzle))), &options)
            }
            // Counts are not watched node by node: that would keep them to one thread.
            (_, Some(mut meter)) if matches!(task, Task::Solve { .. }) => {
                strategy::run_watched(puzzle, task, &options, &mut meter)
            }
            _ => strategy::run(puzzle, task, &options),
        }));
        match result {
            Ok(result) => result.map_err(Failure::of),
            Err(_) => Err(Failure::Undecided(DEFECT.into())),
        }
    }

    /// Solutions that were cut short by memory, not by the question, say so.
    fn correct_stop(&self, outcome: &mut Outcome, cells: usize) {
        let cut_short = match self.settings.question {
            Question::Solve(limit) | Question::Sample(limit) => limit > self.settings.room(cells),
            Question::SolveAll => true,
            _ => false,
        };
        if cut_short && outcome.stopped == Some(Stop::Limit) {
            outcome.stopped = Some(Stop::Memory);
        }
    }

    fn invalid(
        &self,
        job: &Job,
        fault: &Fault,
        status: Status,
        out: &mut dyn Write,
    ) -> io::Result<Done> {
        let mut notes = String::new();
        if self.settings.show.json {
            writeln!(out, "{}", invalid::json(job, fault))?;
        } else if self.batch {
            let title = job.title(job.id().as_deref());
            writeln!(out, "{title}: invalid: {}", invalid::message(fault))?;
        }
        if !self.batch {
            notes = invalid::people(job, fault);
        }
        Ok(Done { notes, status, label: "invalid", interrupted: false })
    }

    fn undecided(
        &self,
        job: &Job,
        entry: &Entry,
        why: &str,
        out: &mut dyn Write,
    ) -> io::Result<Done> {
        let title = job.title(entry.id.as_deref());
        if self.settings.show.json {
            writeln!(out, "{}", object::unknown(&job.name(), entry))?;
        } else {
            show::unknown(&title, self.batch, out)?;
        }
        let notes = format!("{title}: {why}\n");
        Ok(Done { notes, status: Status::Undecided, label: "unknown", interrupted: false })
    }
}

/// Why there is no outcome.
pub(super) enum Failure {
    /// The question does not fit the puzzle.
    Refused(String),
    /// It fits, but cannot be answered.
    Undecided(String),
}

impl Failure {
    pub fn of(error: RunError) -> Failure {
        match error {
            RunError::Build(BuildError::TooLarge(why)) => Failure::Undecided(why),
            RunError::NoMethod(why) => Failure::Refused(why),
            RunError::Build(error) => Failure::Refused(error.to_string()),
            RunError::Wrong { .. } => Failure::Undecided(error.to_string()),
        }
    }
}

/// The number of cells of a puzzle.
pub(super) fn cells(puzzle: &Puzzle) -> usize {
    puzzle.cells()
}

/// What to say if the file expects another number of solutions than was found.
fn contradiction(question: Question, entry: &Entry, outcome: &Outcome) -> Option<String> {
    if matches!(question, Question::Optimise(_)) {
        return None;
    }
    let expected: num_bigint::BigUint = entry.solutions.as_ref()?.parse().ok()?;
    let (found, few) = (&outcome.count, if outcome.exact { "" } else { "at least " });
    let contradicts = if outcome.exact { *found != expected } else { *found > expected };
    contradicts.then(|| format!("the file says \"solutions: {expected}\", found {few}{found}"))
}
