//! `clew export`: a puzzle as a model for another solver.

use crate::cli::batch::overrides;
use crate::cli::batch::status::Status;
use crate::cli::craft::verify;
use crate::cli::io::{output, single, stderr};
use crate::cli::models::args::ModelExportArgs;
use clew::api::models;
use clew::api::request::{ExportOptions, Fault};
use clew::api::{Ask, Case, Options};
use clew::run::Budget;
use std::path::Path;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &ModelExportArgs) -> Result<u8, String> {
    // The command line was checked: without --list both are there.
    let (Some(puzzle), Some(model)) = (&args.puzzle, &args.model) else {
        return Ok(output::print(models::list().as_bytes(), Status::Yes).code());
    };
    if args.shipped && args.to.is_some_and(|to| to.name() != "mzn") {
        return Err("--shipped does not apply: models that go with clew are written to mzn".into());
    }
    if let (true, Some(to)) = (args.relax, args.to) {
        to.relaxes()?;
    }
    if args.exclude.as_ref().is_some_and(|path| output::is_standard(path))
        && output::is_standard(puzzle)
    {
        return Err("only one of puzzle and solution can come from standard input".into());
    }
    let mut read = vec![puzzle.clone()];
    read.extend(args.exclude.clone());
    output::apart(&read, &Vec::from_iter(args.output.as_deref()))?;
    let (job, entry) = match single::read(puzzle, &args.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let bad = |path: &Path, why: &str| {
        let name: String = crate::cli::shown(path).chars().take(60).collect();
        stderr::line(format_args!("error: {name}: {why}"));
        Ok(Status::BadInput.code())
    };
    let mut question = ExportOptions {
        model: model.clone(),
        to: args.to.map(|to| to.name().to_string()),
        minimize: args.objective.minimize.clone(),
        maximize: args.objective.maximize.clone(),
        exclude: None,
        relax: args.relax,
        shipped: args.shipped,
    };
    if let Some(path) = &args.exclude {
        question.exclude = match verify::text(path, &args.rules) {
            Ok(text) => Some(text),
            Err(why) => return bad(path, &why),
        };
    }
    // Nothing looks for Ctrl-C, so it ends the program at once: half a model is worth nothing.
    let case = Case {
        reading: overrides::reading(&args.rules),
        ..Case::new(&entry, "", Options { budget: Budget::unlimited(), ..Options::default() })
    };
    let reply = match (Ask::from(question).answer(&case), &args.exclude) {
        (Ok(reply), _) => reply,
        (Err(why), Some(path)) if why.kind == Fault::Input => return bad(path, &why.message),
        (Err(why), _) => {
            let title = job.title(entry.id.as_deref());
            return Ok(Status::told(&why, &title).code());
        }
    };
    let Some(text) = reply.text else {
        // With --stats there is no language.
        return Ok(output::print(reply.shown().as_bytes(), Status::Yes).code());
    };
    let path = args.output.as_deref().unwrap_or_else(|| Path::new("-"));
    Ok(output::write(path, text.as_bytes(), Status::Yes).code())
}
