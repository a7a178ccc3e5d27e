//! `clew draw`: a picture of a puzzle.

use super::answer::Failure;
use super::args::DrawArgs;
use super::settings::How;
use super::status::{INTERRUPTED, Status};
use super::{one, output, say};
use crate::report::svg;
use crate::run::Stop;
use crate::strategy::{self, Options, Outcome, Task};
use std::path::Path;
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
    let title = job.title(entry.id.as_deref());
    let mut status = Status::Yes;
    let mut outcome = None;
    if args.solution || args.locate {
        let cancel = super::interrupt::flag();
        let options = how.options(how.threads, &cancel);
        let options = Options { locate: args.locate, ..options };
        let task = if args.locate { Task::Check } else { Task::Solve { limit: 1 } };
        let ran = strategy::run(&entry.puzzle, task, &options);
        match ran.map_err(|error| Failure::of(error, options.network.is_some())) {
            Ok(found) => {
                if args.solution {
                    status = missing(&title, &found);
                }
                if args.locate {
                    status = status.max(unsettled(&title, &found));
                }
                outcome = Some(found);
            }
            // A puzzle that is not decided is drawn all the same.
            Err(failure) => match failure.told(&title) {
                Status::Undecided => status = Status::Undecided,
                refused => return Ok(refused.code()),
            },
        }
        if cancel.load(Ordering::Relaxed) {
            return Ok(INTERRUPTED);
        }
    }
    let answer = outcome.as_ref().filter(|_| args.solution).and_then(|o| o.answers.first());
    let found = outcome.as_ref().and_then(|o| o.whereabouts.as_ref());
    let open = found.map(|found| found.open_cells(&entry.puzzle)).unwrap_or_default();
    let name = if entry.title.is_empty() { job.name() } else { entry.title.clone() };
    let picture = svg::draw(
        &entry.puzzle,
        answer,
        &name,
        svg::Options { numbers: args.numbers, open: &open },
    );
    let path = args.output.as_deref().unwrap_or_else(|| Path::new("-"));
    Ok(output::write(path, picture.as_bytes(), status).code())
}

/// Says why there is no solution to draw; the puzzle is drawn without.
fn missing(name: &str, outcome: &Outcome) -> Status {
    if !outcome.answers.is_empty() {
        return Status::Yes;
    }
    if outcome.exact {
        say::line(format_args!("{name}: no solution; the puzzle is drawn without one"));
        return Status::No;
    }
    let why = match outcome.stopped {
        Some(Stop::Time) => "the time limit",
        Some(Stop::Nodes) => "the node limit",
        Some(Stop::Memory) => "the memory limit",
        _ => "an interrupt",
    };
    say::line(format_args!(
        "{name}: {why} came before a solution; the puzzle is drawn without one"
    ));
    Status::Undecided
}

/// Says that cells may differ that are not shaded.
fn unsettled(name: &str, outcome: &Outcome) -> Status {
    if outcome.whereabouts.as_ref().is_some_and(|found| found.is_complete()) {
        return Status::Yes;
    }
    say::line(format_args!(
        "{name}: a limit came before it was known of all cells whether solutions differ there"
    ));
    Status::Undecided
}
