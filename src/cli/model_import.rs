//! `clew import`: what another solver found, verified and printed.

use super::model_args::ModelImportArgs;
use super::status::Status;
use super::{one, output, say, verify};
use clew::api::models::found;

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &ModelImportArgs) -> Result<u8, String> {
    if [&args.puzzle, &args.solved].iter().all(|path| output::is_standard(path)) {
        return Err("only one of puzzle and solver's file can come from standard input".into());
    }
    let (job, entry) = match one::read(&args.puzzle, &args.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let stated = match entry.puzzle.formulate(&args.model) {
        Ok(stated) => stated,
        Err(why) => {
            let (title, why) = (job.title(entry.id.as_deref()), super::safe(&why));
            let model = super::safe(&args.model);
            say::line(format_args!("error: {title}: model {model}: {why}"));
            return Ok(Status::Usage.code());
        }
    };
    let found = match verify::file(&args.solved)
        .and_then(|text| found(&stated, &entry, &args.model, &text))
    {
        Ok(found) => found,
        Err(why) => {
            let shown = super::shown(&args.solved);
            say::line(format_args!("error: {shown}: {}", super::safe(&why)));
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
