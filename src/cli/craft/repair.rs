//! `clew repair`: how a puzzle could be repaired.

use crate::cli::args::RepairArgs;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::craft::generate::mask_text;
use crate::cli::io::{machine, output, single};
use clew::api::{Ask, Case, Form};

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &RepairArgs) -> Result<u8, String> {
    let how = How::new(&args.search)?;
    let (job, entry) = match single::read(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let cancel = crate::cli::io::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let mut question = args.question.clone();
    question.at = args.at.as_deref().map(|file| mask_text(file, "--at")).transpose()?;
    let name = job.name();
    let form = if args.json { Form::Document } else { Form::Words };
    let side = machine::auxiliary_memory();
    let case = Case { form, side, ..Case::new(&entry, &name, options) };
    let reply = match Ask::from(question).answer(&case) {
        Ok(reply) => reply,
        Err(why) => return Ok(Status::told(&why, &job.title(entry.id.as_deref())).code()),
    };
    let status = Status::of_reply(&reply);
    let written = output::print(reply.shown().as_bytes(), status);
    let interrupted = reply.interrupted && written == Status::Undecided;
    Ok(written.code_unless(interrupted))
}
