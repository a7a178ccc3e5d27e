//! `clew import`: the solution found by another solver, verified and printed.

use crate::cli::batch::status::Status;
use crate::cli::io::{named, output, single, stderr};
use crate::cli::models::args::ModelImportArgs;
use clew::api::request::{Fault, ImportOptions};
use clew::api::{Ask, Case, Form, Options};

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &ModelImportArgs) -> Result<u8, String> {
    if [&args.puzzle, &args.solved].iter().all(|path| output::is_standard(path)) {
        return Err("only one of puzzle and solver's file can come from standard input".into());
    }
    let (job, entry) = match single::read(&args.puzzle, &args.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let bad = |why: &str| {
        let shown = crate::cli::shown(&args.solved);
        stderr::line(format_args!("error: {shown}: {}", crate::cli::safe(why)));
        Ok(Status::BadInput.code())
    };
    let solved = match named::text(&args.solved) {
        Ok(text) => text,
        Err(why) => return bad(&why),
    };
    let question = ImportOptions {
        model: args.model.clone(),
        solved,
        minimize: args.objective.minimize.clone(),
        maximize: args.objective.maximize.clone(),
    };
    let (name, form) = (job.name(), if args.json { Form::Document } else { Form::Words });
    let case = Case { form, ..Case::new(&entry, &name, Options::default()) };
    match Ask::from(question).answer(&case) {
        Ok(reply) => {
            let status = Status::of_reply(&reply);
            Ok(output::print(reply.shown().as_bytes(), status).code())
        }
        Err(why) if why.kind == Fault::Input => bad(&why.message),
        Err(why) => Ok(Status::told(&why, &job.title(entry.id.as_deref())).code()),
    }
}
