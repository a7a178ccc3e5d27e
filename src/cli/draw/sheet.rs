//! `clew draw --sheet`: many puzzles on pages, with their answers at the back.

use crate::cli::batch::answer;
use crate::cli::batch::overrides;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::failed as refused;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::draw::args::{DrawArgs, PaperName, PictureForm};
use crate::cli::draw::pictures::{Target, carried};
use crate::cli::io::input::Jobs;
use crate::cli::io::invalid;
use crate::cli::io::job::{Fault, Job, NO_PUZZLE};
use crate::cli::io::stderr;
use clew::api::guarded::{Failure, caught, guarded};
use clew::api::sheet::{Drawn, Sheet};
use clew::explain;
use clew::puzzle::Entry;
use clew::puzzle::ladder::Level;
use clew::report::svg::{self, Paper};
use clew::strategy::{self, Outcome, Task, Verdict};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most puzzles of a sheet: all are kept until the pages are written.
const MOST: usize = 100_000;

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(crate) fn run(
    args: &DrawArgs,
    inputs: &[PathBuf],
    size: (u32, u32),
    target: &Target,
    how: &How,
) -> Result<u8, String> {
    if target.form == PictureForm::Pdf && args.size.is_some() {
        return Err("--size does not apply: the pages of a PDF have the size of --paper".into());
    }
    let cancel = crate::cli::io::interrupt::flag();
    let solved = args.solution || args.sheet.answers;
    let (mut status, mut all) = (Status::Yes, Vec::new());
    for job in Jobs::of(inputs, false, &how.rules) {
        if cancel.load(Ordering::Relaxed) {
            return Ok(INTERRUPTED);
        }
        if all.len() == MOST {
            return Err(format!("a sheet has at most {MOST} puzzles"));
        }
        match read(&job, how) {
            Ok(entry) => {
                let number = all.len() + 1;
                let (drawn, fate) = look(args, &job, entry, number, solved, how, &cancel);
                status = status.max(fate);
                target.look_at_letters(&(svg::texts(&drawn.entry.puzzle) + &drawn.heading));
                all.push(drawn);
            }
            Err((fault, worse)) => {
                stderr::text(&invalid::people(&job, &fault));
                status = status.max(worse);
            }
        }
    }
    if cancel.load(Ordering::Relaxed) {
        return Ok(INTERRUPTED);
    }
    if all.is_empty() {
        if status == Status::Yes {
            stderr::line(format_args!("error: {NO_PUZZLE}"));
        }
        return Ok(status.max(Status::BadInput).code());
    }
    let sheet = Sheet {
        size,
        paper: match args.sheet.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::LETTER,
        },
        heading: args.sheet.heading.as_deref().unwrap_or_default(),
        solved: args.solution,
        answers: args.sheet.answers,
    };
    let pages = sheet.pages(&all, target.options(args));
    Ok(target.write(&pages, status)?.code())
}

fn read(job: &Job, how: &How) -> Result<Entry, (Fault, Status)> {
    let entry = overrides::parsed(job, &how.rules)?;
    stderr::text(&answer::warnings(&job.title(entry.id.as_deref()), &entry));
    Ok(entry)
}

/// Finds out about a puzzle what the sheet says of it.
fn look(
    args: &DrawArgs,
    job: &Job,
    mut entry: Entry,
    number: usize,
    solved: bool,
    how: &How,
    cancel: &Arc<AtomicBool>,
) -> (Drawn, Status) {
    let title = job.title(entry.id.as_deref());
    let name = match (&*entry.title, &entry.id) {
        ("", Some(id)) => crate::cli::safe(id),
        (title, _) => crate::cli::safe(title),
    };
    let heading = if name.is_empty() { number.to_string() } else { format!("{number}. {name}") };
    let (mut status, mut failed, mut found) = (Status::Yes, "", None);
    if solved {
        answer::settle(&mut entry, &how.options(1, cancel).budget);
        found = carried(&entry, true).into_iter().next();
        if found.is_none() {
            match ask(&entry, Task::Solve { limit: 1 }, how, cancel) {
                Ok(outcome) => {
                    found = outcome.answers.first().cloned();
                    (failed, status) = match (&found, outcome.exact) {
                        (Some(_), _) => ("", Status::Yes),
                        (None, true) => ("no solution", Status::No),
                        (None, false) => ("not solved: a limit came first", Status::Undecided),
                    };
                    if !failed.is_empty() {
                        stderr::line(format_args!("{title}: {failed}"));
                    }
                }
                Err(failure) => {
                    failed = "not solved";
                    status = refused(&failure, &title);
                }
            }
        }
    }
    let mut level = String::new();
    if args.sheet.rate {
        let worse;
        (level, worse) = rated(&title, &entry, how, cancel);
        status = status.max(worse);
    }
    (Drawn { entry, heading, answer: found, level, failed }, status)
}

fn ask(entry: &Entry, task: Task, how: &How, cancel: &Arc<AtomicBool>) -> Result<Outcome, Failure> {
    let options = how.options(how.threads, cancel);
    guarded(&options, || strategy::run(&entry.puzzle, task, &options))
}

/// How hard a puzzle is, in a few words. A puzzle that has not one solution has no level.
fn rated(title: &str, entry: &Entry, how: &How, cancel: &Arc<AtomicBool>) -> (String, Status) {
    let options = how.options(how.threads, cancel);
    let rating = match caught(|| explain::rate(&entry.puzzle, &options)) {
        Ok(Ok(rating)) => rating,
        Ok(Err(why)) => {
            stderr::line(format_args!("{title}: not rated: {why}"));
            return ("not rated".into(), Status::Usage);
        }
        Err(failure) => return ("not rated".into(), refused(&failure, title)),
    };
    match (rating.level, rating.verdict) {
        (Some(Level::Beyond), _) => ("beyond the techniques".into(), Status::Yes),
        (Some(level), _) => (format!("{}, {}", level.keyword(), rating.score), Status::Yes),
        (None, Verdict::Multiple) => ("several solutions".into(), Status::No),
        (None, Verdict::None) => ("no solution".into(), Status::No),
        (None, _) => ("not rated: a limit came first".into(), Status::Undecided),
    }
}
