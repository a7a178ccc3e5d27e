//! `clew repair`: how a puzzle could be mended.

use crate::cli::args::RepairArgs;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::{Status, failed};
use crate::cli::io::machine;
use crate::cli::io::output;
use crate::cli::io::single;
use clew::api::repair::repair;
use clew::run::Stop;

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(crate) fn run(args: &RepairArgs) -> Result<u8, String> {
    let how = How::of(&args.search)?;
    let (job, entry) = match single::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let cancel = crate::cli::io::interrupt::flag();
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
