//! `clew draw`: pictures of puzzles, one per puzzle.

pub(crate) mod args;
pub(crate) mod pictures;
pub(crate) mod sheet;

use crate::cli::batch::overrides;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::draw::args::DrawArgs;
use crate::cli::draw::pictures::Target;
use crate::cli::draw::sheet as draw_sheet;
use crate::cli::io::input::Jobs;
use crate::cli::io::interrupt;
use crate::cli::io::invalid::{Refusal, guarded, refusal, refused};
use crate::cli::io::job::{Job, NO_PUZZLE};
use crate::cli::io::{output, single, stderr};
use clew::api::request::DrawOptions;
use clew::api::{Ask, Case};
use clew::report::svg;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &DrawArgs) -> Result<u8, String> {
    let how = How::new(&args.search)?;
    let inputs = match &args.puzzles[..] {
        [] if std::io::stdin().is_terminal() => return Err("a puzzle is missing".into()),
        [] => vec![PathBuf::from("-")],
        named => named.to_vec(),
    };
    output::apart(&inputs, &Vec::from_iter(args.output.as_deref()))?;
    let target = Target::new(args)?;
    if let Some(places) = &args.sheet.sheet {
        return draw_sheet::run(args, &inputs, places, &target, &how);
    }
    let (mut all, mut status) = (Vec::new(), Status::Yes);
    for job in Jobs::new(&inputs, false, &how.rules) {
        if interrupt::is_raised() {
            return Ok(INTERRUPTED);
        }
        if all.len() == draw_sheet::MOST {
            return Err(format!("at most {} puzzles are drawn at once", draw_sheet::MOST));
        }
        match guarded(|| picture(&args.question, &target, &how, &job)) {
            Ok((picture, fate)) => {
                all.extend(picture);
                status = status.max(fate);
            }
            Err(why) => status = status.max(refused(&job, &why, None)),
        }
    }
    if interrupt::is_raised() {
        return Ok(INTERRUPTED);
    }
    if all.is_empty() {
        if status == Status::Yes {
            let shown = inputs.first().map_or(String::new(), |input| crate::cli::shown(input));
            stderr::line(format_args!("error: {shown}: {NO_PUZZLE}"));
            status = Status::BadInput;
        }
        return Ok(status.code());
    }
    Ok(target.write(&all, status)?.code())
}

/// The picture of one puzzle, and whether it has all its parts; reports those that it lacks.
fn picture(
    question: &DrawOptions,
    target: &Target,
    how: &How,
    job: &Job,
) -> Result<(Option<String>, Status), Refusal> {
    let entry = single::noted(job, overrides::parsed(job, &how.rules)?);
    let (title, name) = (job.title(entry.id.as_deref()), job.name());
    let options = how.options(how.threads, &interrupt::flag());
    let case = Case::new(&entry, &name, options);
    let reply = Ask::from(*question).answer(&case).map_err(refusal)?;
    reply.notes.iter().for_each(|note| stderr::line(format_args!("{title}: {note}")));
    target.look_at_letters(&svg::texts(&entry.puzzle));
    let status = Status::of_reply(&reply);
    Ok((reply.svg, status))
}
