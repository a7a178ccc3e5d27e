//! `clew draw`: a picture of a puzzle.

use super::answer::Failure;
use super::args::DrawArgs;
use super::settings::How;
use super::status::{INTERRUPTED, Status};
use super::{input, one};
use crate::report::svg;
use crate::run::Stop;
use crate::strategy::{self, Outcome, Task};
use std::fs;
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &DrawArgs) -> Result<u8, String> {
    let how = How::of(&args.search)?;
    let (job, entry) = match one::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let mut status = Status::Yes;
    let mut outcome = None;
    if args.solution {
        let cancel = super::interrupt::flag();
        let options = how.options(how.threads, &cancel);
        match strategy::run(&entry.puzzle, Task::Solve { limit: 1 }, &options).map_err(Failure::of)
        {
            Ok(found) => {
                status = missing(&job.name(), &found);
                outcome = Some(found);
            }
            Err(Failure::Refused(why)) => {
                eprintln!("error: {}: {why}", job.name());
                return Ok(Status::Usage.code());
            }
            Err(Failure::Undecided(why)) => {
                eprintln!("{}: {why}", job.name());
                status = Status::Undecided;
            }
        }
        if cancel.load(Ordering::Relaxed) {
            return Ok(INTERRUPTED);
        }
    }
    let answer = outcome.as_ref().and_then(|o| o.answers.first());
    let title = if entry.title.is_empty() { job.name() } else { entry.title.clone() };
    let picture = svg::draw(&entry.puzzle, answer, &title, svg::Options { numbers: args.numbers });
    match args.output.as_ref().filter(|path| path.as_os_str() != "-") {
        None => Ok(super::print(picture.as_bytes(), status)),
        Some(path) => match fs::write(path, picture) {
            Ok(()) => Ok(status.code()),
            Err(error) => {
                let shown = super::safe(&path.to_string_lossy());
                eprintln!("error: cannot write {shown}: {}", input::reason(&error));
                Ok(Status::Undecided.code())
            }
        },
    }
}

/// Says why there is no solution to draw; the puzzle is drawn without.
fn missing(name: &str, outcome: &Outcome) -> Status {
    if !outcome.answers.is_empty() {
        return Status::Yes;
    }
    if outcome.exact {
        eprintln!("{name}: no solution; the puzzle is drawn without one");
        return Status::No;
    }
    let why = match outcome.stopped {
        Some(Stop::Time) => "the time limit",
        Some(Stop::Nodes) => "the node limit",
        Some(Stop::Memory) => "the memory limit",
        _ => "an interrupt",
    };
    eprintln!("{name}: {why} came before a solution; the puzzle is drawn without one");
    Status::Undecided
}
