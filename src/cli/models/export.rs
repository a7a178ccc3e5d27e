//! `clew export`: a puzzle as a model for another solver.

use crate::cli::batch::status::Status;
use crate::cli::craft::verify;
use crate::cli::io::{output, single, stderr};
use crate::cli::models::args::ModelExportArgs;
use clew::api::models;
use clew::puzzle::{Answer, Entry, Unfit};
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
    let title = job.title(entry.id.as_deref());
    let refused = |why: String| {
        let (model, why) = (crate::cli::safe(model), crate::cli::safe(&why));
        stderr::line(format_args!("error: {title}: model {model}: {why}"));
        Ok(Status::Usage.code())
    };
    let mut excluded = Vec::new();
    if let Some(path) = &args.exclude {
        excluded = match answers(&entry, path, args) {
            Ok(answers) => answers,
            Err(why) => {
                let name: String = crate::cli::shown(path).chars().take(60).collect();
                stderr::line(format_args!("error: {name}: {why}"));
                return Ok(Status::BadInput.code());
            }
        };
    }
    let goal = args.objective.goal();
    let mut stated = match models::state(&entry, model, goal, &excluded) {
        Ok(stated) => stated,
        Err(why) => return refused(why),
    };
    // With --stats there is no language.
    let Some(to) = args.to else {
        return Ok(output::print(models::size(&stated).as_bytes(), Status::Yes).code());
    };
    if args.relax
        && let Err(why) = models::relax(&mut stated, to)
    {
        return refused(why);
    }
    let text = match models::write(&stated, to, args.shipped) {
        Ok(text) => text,
        Err(why) => return refused(why),
    };
    let path = args.output.as_deref().unwrap_or_else(|| Path::new("-"));
    Ok(output::write(path, text.as_bytes(), Status::Yes).code())
}

/// The solutions to be cut off.
///
/// # Errors
/// In words, if there is none, or one that breaks the rules.
fn answers(entry: &Entry, path: &Path, args: &ModelExportArgs) -> Result<Vec<Answer>, String> {
    let answers = verify::solutions(entry, path, &args.rules)?;
    let answers: Result<Vec<Answer>, Unfit> = answers.into_iter().collect();
    let answers = answers.map_err(|why| format!("the solution to be cut off is none: {why}"))?;
    for answer in &answers {
        let broken = |why| format!("the solution to be cut off breaks the rules: {why}");
        entry.puzzle.verify(answer).map_err(broken)?;
    }
    Ok(answers)
}
