//! `clew explain`: the steps of a person, from the givens to the solution.

use crate::cli::batch::settings::How;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::craft::args::ExplainArgs;
use crate::cli::io::input::Jobs;
use crate::cli::io::job::Job;
use crate::cli::io::machine;
use crate::cli::io::output;
use crate::cli::io::single;
use crate::cli::io::stderr;
use clew::api::explain::explain;
use clew::api::rules_note;
use clew::puzzle::Entry;
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &ExplainArgs) -> Result<u8, String> {
    output::apart(&args.puzzles, &Vec::from_iter(args.html.as_deref()))?;
    let how = How::usual(args.time, machine::cores(), args.rules.clone());
    let mut jobs = Jobs::new(&args.puzzles, false, &how.rules);
    let first = match single::first(&mut jobs, &args.puzzles[0]) {
        Ok(job) => job,
        Err(status) => return Ok(status),
    };
    let second = jobs.next();
    let many = second.is_some();
    if many && args.html.is_some() {
        return Err("--html is a page about one puzzle; expected one".into());
    }
    let cancel = crate::cli::io::interrupt::flag();
    let mut code = 0;
    for job in std::iter::once(first).chain(second).chain(jobs) {
        if many && cancel.load(Ordering::Relaxed) {
            return Ok(INTERRUPTED);
        }
        code = code.max(match single::taken(&job, &how.rules) {
            Ok(entry) => one(args, &how, &job, &entry, many),
            Err(status) => status,
        });
    }
    Ok(code)
}

/// The steps of one puzzle, of `many` with its title; returns the exit status.
fn one(args: &ExplainArgs, how: &How, job: &Job, entry: &Entry, many: bool) -> u8 {
    let title = job.title(entry.id.as_deref());
    let cancel = crate::cli::io::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    let explained = match explain(entry, &options) {
        Ok(explained) => explained,
        Err(why) => {
            stderr::line(format_args!("error: {title}: {why}"));
            return Status::Usage.code();
        }
    };
    let status = Status::from(explained.standing());
    let name = job.name();
    let mut written = status;
    if let Some(file) = &args.html {
        let heading = if entry.title.is_empty() { &name } else { &entry.title };
        let text = explained.page(heading);
        written = output::write(file, text.as_bytes(), status);
        if output::is_standard(file) {
            return written.code_unless(cancel.load(Ordering::Relaxed));
        }
    }
    if !args.json {
        stderr::text(&rules_note(&title, entry));
    }
    let shown = match (args.json, args.compact) {
        (true, false) => format!("{}\n", explained.json(&name)),
        (true, true) => format!("{}\n", explained.compact_json(&name)),
        (false, false) => explained.text(),
        (false, true) => explained.compact_text(),
    };
    let shown = if many && !args.json { format!("{title}:\n{shown}\n") } else { shown };
    let written = written.max(output::print(shown.as_bytes(), status));
    written.code_unless(cancel.load(Ordering::Relaxed))
}
