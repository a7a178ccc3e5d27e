//! One puzzle: reads it, runs the question, writes the result.

use crate::cli::args::{ExportArgs, StatsForm};
use crate::cli::batch::meter::Meter;
use crate::cli::batch::settings::{Question, Settings};
use crate::cli::batch::show;
use crate::cli::batch::show::Solutions;
use crate::cli::batch::status::Status;
use crate::cli::batch::{object, overrides};
use crate::cli::craft::rate;
use crate::cli::io::invalid;
use crate::cli::io::job::{Fault, Job};
use crate::cli::io::machine;
use clew::api::guarded::{DEFECT, Failure, catch_panic, run_guarded};
use clew::api::verify_stored::{settle, unclear};
use clew::api::{self, OutcomeReply, Page, rule_hints, rules_note};
use clew::explain;
use clew::flatzinc::run::leave_goal_aside;
use clew::kernel::Watched;
use clew::puzzle::{Answer, Entry, Puzzle};
use clew::report::figures;
use clew::run::Stop;
use clew::strategy::{self, Options, Outcome};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A worker that answers the question of a batch, puzzle by puzzle.
pub(crate) struct Worker<'a> {
    pub settings: &'a Settings,
    /// Threads inside one puzzle.
    pub threads: usize,
    pub cancel: &'a Arc<AtomicBool>,
    /// Whether the batch has other puzzles: then every result carries its name.
    pub batch: bool,
    /// Whether solutions may be written while they are found.
    pub writes: bool,
    /// Counts nodes for the progress line.
    pub meter: Option<Meter>,
}

/// The information to print after the result is written.
#[derive(Debug)]
pub(crate) struct Done {
    /// For standard error.
    pub notes: String,
    pub status: Status,
    /// Its category in the summary of a batch.
    pub label: &'static str,
    /// The user's interrupt came before the answer.
    pub interrupted: bool,
}

impl Worker<'_> {
    /// Writes the result of one puzzle.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn answer(&self, job: &Job, out: &mut dyn Write) -> io::Result<Done> {
        let start = Instant::now();
        let name = job.name();
        let mut entry = match overrides::parsed(job, &self.settings.how.rules) {
            Ok(entry) => entry,
            Err((fault, status)) => return self.invalid(job, &fault, status, out),
        };
        let title = job.title(entry.id.as_deref());
        let question = self.settings.question.on(&entry.puzzle);
        if !matches!(question, Question::Optimise(_)) {
            leave_goal_aside(&mut entry);
        }
        if self.settings.rates {
            return self.rate(job, &entry, out);
        }
        let mut options = match self.options(&entry.puzzle) {
            Ok(options) => question.options(options),
            Err(failure) => return self.failed(job, &entry, failure, out),
        };
        let whole = options.budget.clone();
        if self.suggests_next_step() {
            options.budget = rule_hints::reserve_hint_time(&entry.puzzle, &whole);
        }
        settle(&mut entry, &options.budget);
        let target = self.settings.show.target.as_ref().and_then(ExportArgs::target);
        let mut page = target
            .map(|to| Page::new(to, &title, &entry, &options.budget, machine::auxiliary_memory()));
        let show = &self.settings.show;
        let quiet = show.quiet || show.json || !matches!(show.stats, None | Some(StatsForm::Text));
        let mut notes = if quiet { String::new() } else { read_as(&title, &entry) };
        notes += &lines("warning", &title, &entry.warnings);
        let mut streamed = None;
        let mut solutions =
            Solutions::new(self.settings, &entry, &name, self.batch.then_some(&title));
        // Solutions that are not written while they are found wait in memory.
        let writes = self.writes && self.settings.begins_early();
        let most = if writes { usize::MAX } else { self.settings.room(cells(&entry.puzzle)) };
        let ran = match self.settings.streams() {
            Some(limit) => {
                let limit = limit.min(most);
                let mut each = |answer: &Answer| -> io::Result<Result<(), String>> {
                    match page.as_mut().map(|page| written(page, answer, &mut notes)).transpose() {
                        Ok(Some(text)) => solutions.write_text(&text, out).map(Ok),
                        Ok(None) => solutions.write(answer, out).map(Ok),
                        Err(why) => Ok(Err(why)),
                    }
                };
                let ran = self.stream(&entry.puzzle, limit, &options, &mut each)?;
                streamed = Some(solutions.written());
                ran
            }
            None => self.run(&entry.puzzle, question, &options),
        };
        let mut outcome = match ran {
            Ok(outcome) => outcome,
            Err(failure) => return self.failed(job, &entry, failure, out),
        };
        if !writes {
            self.correct_stop(&mut outcome, cells(&entry.puzzle));
        }
        if streamed.is_none() && self.settings.show.each {
            let mut found = std::mem::take(&mut outcome.answers).into_iter();
            found.try_for_each(|answer| solutions.write(&answer, out))?;
            streamed = Some(solutions.written());
        }
        let time_ms = start.elapsed().as_secs_f64() * 1e3;
        let answers = outcome.answers.iter();
        let exported =
            page.as_mut().map(|page| answers.map(|a| written(page, a, &mut notes)).collect());
        let exported = match exported.transpose() {
            Ok(exported) => exported,
            Err(why) => return self.invalid(job, &Fault::Whole(why), Status::Usage, out),
        };
        let reply = OutcomeReply {
            exported,
            name: &name,
            time_ms,
            streamed,
            listed: solutions.listed().filter(|_| streamed.is_some()),
            ..OutcomeReply::new(&entry, question, outcome)
        };
        let titled = self.batch.then_some(&*title);
        let (status, label) = show::write(self.settings, &reply, titled, &job.digest(), out)?;
        if self.settings.show.target.is_some()
            && let Some(words) = api::text::closing(&reply)
        {
            notes += &format!("{title}: {words}\n");
        }
        let outcome = &reply.outcome;
        notes += &lines("error", &title, &reply.misstated);
        notes += &self.remarks(&title, &entry, outcome);
        if self.suggests_next_step() && outcome.stopped != Some(Stop::Interrupt) {
            let hints =
                rule_hints::hints(&entry, outcome.verdict(), &whole, machine::auxiliary_memory());
            hints.iter().for_each(|hint| notes += &format!("{title}: {hint}\n"));
        }
        let interrupted = status == Status::Undecided && outcome.stopped == Some(Stop::Interrupt);
        Ok(Done { notes, status, label, interrupted })
    }

    /// Whether a verdict is shown to a person, who may want a suggestion for a next step.
    fn suggests_next_step(&self) -> bool {
        let show = &self.settings.show;
        let checks = matches!(self.settings.question, Question::Check | Question::Locate);
        checks
            && !self.batch
            && !show.quiet
            && !show.json
            && show.target.is_none()
            && show.stats.is_none()
    }

    /// The remarks on an answer: the rules, warnings, statistics.
    fn remarks(&self, title: &str, entry: &Entry, outcome: &Outcome) -> String {
        let mut notes = String::new();
        // A verdict and JSON state their rules; solutions and numbers are also read by programs.
        let show = &self.settings.show;
        let said = matches!(self.settings.question, Question::Check | Question::Locate);
        if !said && !show.quiet && !show.json {
            notes += &rules_note(title, entry);
        }
        if let Some(form) = show.stats {
            notes += &figures_of(form, title, outcome);
        }
        notes
    }

    /// Writes the difficulty of a puzzle. If the steps end before it is solved, a search determines why.
    ///
    /// # Errors
    /// Those of `out`.
    fn rate(&self, job: &Job, entry: &Entry, out: &mut dyn Write) -> io::Result<Done> {
        let title = job.title(entry.id.as_deref());
        let Ok(options) = self.options(&entry.puzzle) else {
            return self.undecided(job, entry, (Stop::Defect, DEFECT), out);
        };
        // The limit covers the steps and the search together.
        let rating = match catch_panic(|| explain::rate(&entry.puzzle, &options)) {
            Ok(Ok(rating)) => rating,
            Ok(Err(why)) => return self.unsupported(job, entry, &why, out),
            Err(_) => return self.undecided(job, entry, (Stop::Defect, DEFECT), out),
        };
        let (status, label) = rate::write(&rating, self.settings, job, entry, self.batch, out)?;
        let interrupted = rating.stopped == Some(Stop::Interrupt);
        let mut notes = warnings(&title, entry);
        if !self.settings.show.quiet && !self.settings.show.json {
            notes += &rules_note(&title, entry);
        }
        Ok(Done { notes, status, label, interrupted })
    }

    /// Hands out solutions while they are found or drawn.
    ///
    /// # Errors
    /// Those of `each`, with which the search ends; the inner result is the reason, in words, why a solution is
    /// refused.
    fn stream(
        &self,
        puzzle: &Puzzle,
        limit: usize,
        options: &Options,
        each: &mut dyn FnMut(&Answer) -> io::Result<Result<(), String>>,
    ) -> io::Result<Result<Outcome, Failure>> {
        let mut meter = self.meter.clone().unwrap_or_default();
        let mut done = Ok(Ok(()));
        let mut each = |answer: &Answer| {
            done = each(answer);
            if matches!(done, Ok(Ok(()))) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let result = run_guarded(options, || match self.settings.question {
            Question::Sample(_) => {
                strategy::sample_each(puzzle, limit, options, &mut |answer| each(&answer))
            }
            _ => {
                let seen = &mut Watched::new(&mut meter);
                strategy::solve_each(puzzle, limit, options, seen, &mut each)
            }
        });
        done.map(|done| done.map_err(Failure::Refused).and(result))
    }

    /// The options for a puzzle that starts now.
    ///
    /// # Errors
    /// If its family does not have the requested network.
    fn options(&self, puzzle: &Puzzle) -> Result<Options, Failure> {
        // Checked here, because not every question needs a network.
        let asked = &self.settings.how.options;
        let network = puzzle.network(asked.network.as_deref());
        let admitted = network.and_then(|network| network.admits(&asked.without));
        admitted.map_err(|error| Failure::from_run(error.into(), true))?;
        let mut options = self.settings.how.options(self.threads, self.cancel);
        // Puzzles that run side by side share the memory.
        options.budget = options.budget.side_by_side(self.settings.how.threads / self.threads);
        let step = if puzzle.board().is_some() { "cell" } else { "step" };
        options.watch = self.meter.as_ref().map(|meter| meter.watch(step));
        options.goal_watch = self.meter.as_ref().map(Meter::goal_watch);
        Ok(options)
    }

    fn run(
        &self,
        puzzle: &Puzzle,
        question: Question,
        options: &Options,
    ) -> Result<Outcome, Failure> {
        let room = self.settings.room(cells(puzzle));
        let mut meter = self.meter.clone();
        let mut seen = meter.as_mut().map(Watched::new);
        run_guarded(options, || api::run(puzzle, question, room, options, seen.as_mut()))
    }

    /// Marks solutions that were cut short by memory, not by the question.
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

    /// Writes that there are no ratings for puzzles of this kind, which is not an error.
    fn unsupported(
        &self,
        job: &Job,
        entry: &Entry,
        why: &str,
        out: &mut dyn Write,
    ) -> io::Result<Done> {
        let title = job.title(entry.id.as_deref());
        let mut notes = String::new();
        if self.settings.show.json {
            writeln!(out, "{}", rate::unsupported(self.settings, job, entry, why))?;
        } else if self.batch {
            writeln!(out, "{title}: not rated: {why}")?;
        }
        if !self.batch {
            notes = format!("error: {title}: {why}\n");
        }
        Ok(Done { notes, status: Status::Usage, label: "unsupported", interrupted: false })
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
            writeln!(out, "{}", invalid::json(self.settings, job, fault, status))?;
        } else if self.batch {
            let title = job.title(job.id().as_deref());
            // In a batch a puzzle has one line.
            let message = invalid::message(fault).replace("\n  ", "; ");
            writeln!(out, "{title}: invalid: {message}")?;
        }
        if !self.batch {
            notes = invalid::people(job, fault);
        }
        Ok(Done { notes, status, label: "invalid", interrupted: false })
    }

    /// Writes that there is no outcome.
    fn failed(
        &self,
        job: &Job,
        entry: &Entry,
        failure: Failure,
        out: &mut dyn Write,
    ) -> io::Result<Done> {
        match failure {
            Failure::Refused(why) => self.invalid(job, &Fault::Whole(why), Status::Usage, out),
            Failure::Unfit(why) => self.invalid(job, &Fault::Whole(why), Status::BadInput, out),
            Failure::Undecided(stop, why) => self.undecided(job, entry, (stop, &why), out),
        }
    }

    fn undecided(
        &self,
        job: &Job,
        entry: &Entry,
        (stop, why): (Stop, &str),
        out: &mut dyn Write,
    ) -> io::Result<Done> {
        let title = job.title(entry.id.as_deref());
        if self.settings.rates && self.settings.show.json {
            writeln!(out, "{}", rate::unknown(self.settings, job, entry, stop))?;
        } else if self.settings.show.json {
            writeln!(out, "{}", object::unknown(self.settings, job, entry, stop))?;
        } else {
            let title = self.batch.then_some(&*title);
            api::text::unknown(&self.settings.show.form(title), out)?;
        }
        let notes = format!("{title}: {why}\n");
        Ok(Done { notes, status: Status::Undecided, label: "unknown", interrupted: false })
    }
}

/// A solution in the requested format, with its remarks, once.
///
/// # Errors
/// In words, if the format cannot hold it.
fn written(page: &mut Page<'_>, answer: &Answer, notes: &mut String) -> Result<String, String> {
    let exported = page.write(Some(answer))?;
    if !notes.contains(&exported.notes) {
        *notes += &exported.notes;
    }
    Ok(exported.text)
}

/// The statistics of an outcome, in the format of `--stats`.
pub(crate) fn figures_of(form: StatsForm, title: &str, outcome: &Outcome) -> String {
    match form {
        StatsForm::Text => figures::text(title, outcome),
        StatsForm::Mzn => figures::minizinc(outcome),
        StatsForm::Json => format!("{}\n", figures::json(outcome)),
    }
}

/// The number of cells of a puzzle.
pub(crate) fn cells(puzzle: &Puzzle) -> usize {
    puzzle.cells()
}

/// A note for people on how a puzzle without a header was read.
pub(crate) fn read_as(title: &str, entry: &Entry) -> String {
    let reading = entry.guessed.reading.as_ref();
    reading.map_or(String::new(), |reading| format!("{title}: read as {reading}\n"))
}

/// Warnings about a puzzle's file and its stated solutions, for people who ran another command.
pub(crate) fn warnings(title: &str, entry: &Entry) -> String {
    [&entry.warnings, &unclear(entry), &entry.invalid_solutions()]
        .map(|said| lines("warning", title, said))
        .concat()
}

/// Sentences about a puzzle, one per line.
fn lines(what: &str, title: &str, sentences: &[String]) -> String {
    sentences.iter().map(|said| format!("{what}: {title}: {said}\n")).collect()
}
