//! `clew import`: the solution found by another solver, verified and printed.

use crate::cli::batch::status::Status;
use crate::cli::io::{named, output, single, stderr};
use crate::cli::models::args::ModelImportArgs;
use clew::api::models;

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
    let goal = args.objective.goal();
    let stated = match models::state(&entry, &args.model, goal, &[]) {
        Ok(stated) => stated,
        Err(why) => {
            let (title, why) = (job.title(entry.id.as_deref()), crate::cli::safe(&why));
            let model = crate::cli::safe(&args.model);
            stderr::line(format_args!("error: {title}: model {model}: {why}"));
            return Ok(Status::Usage.code());
        }
    };
    let found = match named::text(&args.solved)
        .and_then(|text| models::found(&stated, &entry, (&args.model, goal), &text))
    {
        Ok(found) => found,
        Err(why) => {
            let shown = crate::cli::shown(&args.solved);
            stderr::line(format_args!("error: {shown}: {}", crate::cli::safe(&why)));
            return Ok(Status::BadInput.code());
        }
    };
    let shown = if args.json {
        let name = job.name();
        let id = entry.id.as_deref().unwrap_or(&name);
        format!("{}\n", found.json(&entry, id, &args.model))
    } else {
        found.text(&entry)
    };
    Ok(output::print(shown.as_bytes(), found.standing().into()).code())
}
