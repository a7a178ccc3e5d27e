//! `clew repair`: how a puzzle could be mended.

use super::args::RepairArgs;
use super::settings::How;
use super::status::{Status, failed};
use super::{machine, one, output};
use clew::api::repair::repair;
use clew::run::Stop;

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &RepairArgs) -> Result<u8, String> {
    let how = How::of(&args.search)?;
    let (job, entry) = match one::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let cancel = super::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let mending = match repair(&entry, args.minimal, &options, machine::side_memory()) {
        Ok(mending) => mending,
        Err(failure) => return Ok(failed(&failure, &job.title(entry.id.as_deref())).code()),
    };
    let status = Status::from(mending.standing());
    let text = if args.json { mending.json(&job.name()) + "\n" } else { mending.text() };
    let written = output::print(text.as_bytes(), status);
    let interrupted =
        mending.found.stopped == Some(Stop::Interrupt) && written == Status::Undecided;
    Ok(written.code_unless(interrupted))
}
