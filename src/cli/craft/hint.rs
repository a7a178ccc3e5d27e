//! `clew hint`: the next step only.

use crate::cli::batch::settings::How;
use crate::cli::batch::status::Status;
use crate::cli::craft::args::HintArgs;
use crate::cli::io::input::Jobs;
use crate::cli::io::invalid::{Refusal, refusal, refused};
use crate::cli::io::job::Job;
use crate::cli::io::{machine, named, output, single, stderr};
use clew::api::hint::SCHEMA;
use clew::api::request::Fault;
use clew::api::{Ask, Case, Form, rules_note};
use clew::puzzle::Entry;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &HintArgs) -> Result<u8, String> {
    let from_pipe = |path: &PathBuf| output::is_standard(path);
    if let Some(filled) = &args.filled {
        if from_pipe(filled) && args.puzzles.iter().any(from_pipe) {
            return Err(
                "only one of puzzle and what is filled in can come from standard input".into()
            );
        }
        if args.puzzles.len() > 1 {
            return Err("--filled is about one puzzle; expected one".into());
        }
    }
    let how =
        How::usual(args.time, machine::cores(), args.rules.clone()).explaining(args.techniques);
    // The filled-in cells belong to the only puzzle of the input.
    if let ([puzzle], true) = (&args.puzzles[..], args.filled.is_some()) {
        return Ok(match single::read(puzzle, &how.rules) {
            Ok((job, entry)) => one(args, &how, &job, &entry, false)
                .unwrap_or_else(|why| refused(&job, &why, None).code()),
            Err(status) => status,
        });
    }
    let jobs = Jobs::new(&args.puzzles, false, &how.rules);
    let (many, jobs) = match single::several(jobs, &args.puzzles[0]) {
        Ok(jobs) => jobs,
        Err(status) => return Ok(status),
    };
    let schema = args.json.then_some(SCHEMA);
    let work = |job: &Job, entry: &Entry| one(args, &how, job, entry, many);
    Ok(single::each(jobs, &how.rules, schema, &work))
}

/// The hint for one puzzle, of `many` with its title; returns the exit status.
///
/// # Errors
/// If puzzles like this one have no steps.
fn one(args: &HintArgs, how: &How, job: &Job, entry: &Entry, many: bool) -> Result<u8, Refusal> {
    let title = job.title(entry.id.as_deref());
    let cancel = crate::cli::io::interrupt::flag();
    let mut question = args.question.clone();
    if let Some(file) = &args.filled {
        question.filled = match named::text(file) {
            Ok(text) => Some(text),
            Err(why) => return Ok(unread(file, &why)),
        };
    }
    let name = job.name();
    let form = if args.json { Form::Document } else { Form::Words };
    let case = Case { form, ..Case::new(entry, &name, how.options(how.threads, &cancel)) };
    let reply = match (Ask::from(question).answer(&case), &args.filled) {
        (Ok(reply), _) => reply,
        (Err(why), Some(file)) if why.kind == Fault::Input => {
            return Ok(unread(file, &why.message));
        }
        (Err(why), _) => return Err(refusal(why)),
    };
    if !args.json {
        stderr::text(&rules_note(&title, entry));
    }
    let shown = reply.shown();
    let text = match (args.json, many) {
        (true, _) => shown,
        (false, true) => format!("{title}:\n{shown}\n\n"),
        (false, false) => shown + "\n",
    };
    let status = Status::of_reply(&reply);
    let written = output::print(text.as_bytes(), status);
    let interrupted = cancel.load(Ordering::Relaxed) && written == Status::Undecided;
    Ok(written.code_unless(interrupted))
}

/// Reports that the file of entries cannot be read; returns the exit status.
fn unread(file: &Path, why: &str) -> u8 {
    stderr::line(format_args!("error: {}: {why}", crate::cli::shown(file)));
    Status::BadInput.code()
}
