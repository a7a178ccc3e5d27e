//! `clew plan`: which methods would answer a question about a puzzle, in which order, with which share of the limits,
//! and why.

use crate::cli::args::PlanArgs;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::io::single;
use clew::api::request::PlanOptions;
use clew::api::{Ask, Case, Form};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &PlanArgs) -> Result<u8, String> {
    let how = How::new(&args.search)?;
    let (job, entry) = match single::read_with_models(&args.puzzle, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let goal = args.minimize.or(args.maximize);
    let question = PlanOptions { goal, ..args.question.clone() };
    let options = how.options(how.threads, &Arc::new(AtomicBool::new(false)));
    let name = job.name();
    let form = if args.json { Form::Document } else { Form::Words };
    let case = Case { form, time: how.time, ..Case::new(&entry, &name, options) };
    match Ask::from(question).answer(&case) {
        Ok(reply) => {
            Ok(crate::cli::io::output::print(reply.shown().as_bytes(), Status::Yes).code())
        }
        Err(why) => Ok(Status::told(&why, &name).code()),
    }
}
