//! `clew explain`: the steps of a person, from the givens to the solution.

use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::craft::args::ExplainArgs;
use crate::cli::io::input::Jobs;
use crate::cli::io::invalid::{Refusal, refusal};
use crate::cli::io::job::Job;
use crate::cli::io::{machine, output, single, stderr};
use clew::api::explain::SCHEMA;
use clew::api::request::ExplainOptions;
use clew::api::{Ask, Case, Form, rules_note};
use clew::puzzle::Entry;
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &ExplainArgs) -> Result<u8, String> {
    output::apart(&args.puzzles, &Vec::from_iter(args.html.as_deref()))?;
    let how =
        How::usual(args.time, machine::cores(), args.rules.clone()).explaining(args.techniques);
    let jobs = Jobs::new(&args.puzzles, false, &how.rules);
    let (many, jobs) = match single::several(jobs, &args.puzzles[0]) {
        Ok(jobs) => jobs,
        Err(status) => return Ok(status),
    };
    if many && args.html.is_some() {
        return Err("--html is a page about one puzzle; expected one".into());
    }
    let schema = args.json.then_some(SCHEMA);
    let work = |job: &Job, entry: &Entry| one(args, &how, job, entry, many);
    Ok(single::each(jobs, &how.rules, schema, &work))
}

/// The steps of one puzzle, of `many` with its title; returns the exit status.
///
/// # Errors
/// If puzzles like this one have no steps.
fn one(args: &ExplainArgs, how: &How, job: &Job, entry: &Entry, many: bool) -> Result<u8, Refusal> {
    let title = job.title(entry.id.as_deref());
    let cancel = crate::cli::io::interrupt::flag();
    let name = job.name();
    let form = if args.json { Form::Document } else { Form::Words };
    let case = Case { form, ..Case::new(entry, &name, how.options(how.threads, &cancel)) };
    let question = ExplainOptions { page: args.html.is_some(), ..args.question.clone() };
    let reply = Ask::from(question).answer(&case).map_err(refusal)?;
    let status = Status::of_reply(&reply);
    let mut written = status;
    if let (Some(file), Some(text)) = (&args.html, &reply.page) {
        written = output::write(file, text.as_bytes(), status);
        if output::is_standard(file) {
            return Ok(written.code_unless(cancel.load(Ordering::Relaxed)));
        }
    }
    if !args.json {
        stderr::text(&rules_note(&title, entry));
    }
    let shown = reply.shown();
    let shown = if many && !args.json { format!("{title}:\n{shown}\n") } else { shown };
    let written = written.max(output::print(shown.as_bytes(), status));
    Ok(written.code_unless(cancel.load(Ordering::Relaxed)))
}
